"""Pictures of modes: the robot at rest and displaced, each body a line to those it carries."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.analysis.queries import poses
from pelagos.analysis.tangent import Manifold
from pelagos.march.engine import engine_of
from pelagos.model.robot import Robot
from pelagos.result.euler import rotate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from pelagos.analysis.modes import Modes

MOST = 6  # that are drawn
SMALL = 1e-4  # by which a mode is displaced; what moves is then drawn larger
SHOWN = 0.15  # how far it moves in the picture, of the size of the robot
STILL = 1e-6  # of the size per radian: what moves less only turns


def draw(found: Modes, path: str | Path) -> Path:
    """Write the figure of the modes."""
    from pelagos.result.plot import check

    path = Path(path)
    check(path)
    figure_of(found).savefig(path, dpi=110)
    return path


def figure_of(found: Modes) -> Figure:
    """The first modes from the side they move to; of those that only twist, the angle."""
    from pelagos.result.plot import check_matplotlib

    check_matplotlib()
    from matplotlib.figure import Figure

    manifold = Manifold(engine_of(found.robot))
    whole = manifold.at(found.q, manifold.robot.states.initial)
    rest = _lines(found.robot, found.q)
    shown = min(len(found), MOST)
    across, down = min(shown, 2), -(-shown // 2)
    figure = Figure(figsize=(4.8 * across, 1.9 * down + 0.1), layout="constrained")
    axes = figure.subplots(down, across, squeeze=False).ravel()
    for ax in axes[shown:]:
        ax.set_axis_off()
    for k, ax in enumerate(axes[:shown]):
        there = manifold.moved(whole, SMALL * found.shapes[k].real[None])[0, : len(found.q)]
        _draw_mode(ax, rest, _lines(found.robot, there))
        label = found.label(k)
        ax.set_title(label, fontsize=9, loc="left")
    return figure


def _draw_mode(ax: Axes, rest: _Lines, there: _Lines) -> None:
    reach = float(np.ptp(rest.points.reshape(-1, 3), axis=0).max()) or 1.0
    away = there.points - rest.points
    across = int(np.argmax(np.abs(away).max(axis=(0, 1))))
    along = int(np.argmax(np.ptp(rest.points.reshape(-1, 3), axis=0)))
    if np.abs(away).max() < STILL * SMALL * reach:
        turn = there.turned(rest)[:, along]
        turn = turn / (np.abs(turn).max() or 1.0)
        ax.axhline(0, color="#888888", lw=0.8)
        ax.plot(rest.points[:, 1, along], turn, "o-", ms=2.5, lw=1, color="#8e4ec6")
        ax.set_ylabel(f"turn about {'xyz'[along]}")
    else:
        along = along if along != across else (across + 1) % 3
        scale = SHOWN * reach / float(np.abs(away).max())
        for line, bent in zip(rest.points, rest.points + scale * away, strict=True):
            ax.plot(line[:, along], line[:, across], color="#888888", lw=0.8)
            ax.plot(bent[:, along], bent[:, across], "o-", ms=2.5, lw=1, color="#0072B2")
        ax.set_ylabel(f"{'xyz'[across]} (m)")
    ax.set_xlabel(f"{'xyz'[along]} (m)")
    ax.spines[["top", "right"]].set_visible(False)


class _Lines:
    """Lines from the frame of every body to those it carries, or to the far end of the last one."""

    def __init__(self, points: np.ndarray, turns: np.ndarray) -> None:
        self.points = points  # (line, 2, 3)
        self.turns = turns  # (line, 3, 3), of the body that is drawn

    def turned(self, other: _Lines) -> np.ndarray:
        """Small turns from the other to here, about x, y, z of the world."""
        turn = self.turns @ other.turns.transpose(0, 2, 1)
        ends = [turn[:, 2, 1] - turn[:, 1, 2], turn[:, 0, 2] - turn[:, 2, 0]]
        return np.stack([*ends, turn[:, 1, 0] - turn[:, 0, 1]], axis=1) / 2


def _lines(robot: Robot, q: Any) -> _Lines:
    found = {name: (p, rotate(turn, np.eye(3)).T) for name, (p, turn) in poses(robot, q).items()}
    parents = {body.parent for body in robot.bodies.values()}
    points, turns = [], []
    for name, (p, R) in found.items():
        body = robot.bodies[name]
        if body.parent in found:
            points.append((found[body.parent][0], p))
            turns.append(found[body.parent][1])
        if name not in parents:  # a rod ends as far beyond its mass centre
            points.append((p, p + 2 * R @ np.array(body.com)))
            turns.append(R)
    return _Lines(np.array(points), np.array(turns))

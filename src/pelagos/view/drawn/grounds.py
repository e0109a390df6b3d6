"""What bodies may touch of the world: level planes are the floor, others walls, maps a surface."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pelagos.view import forms
from pelagos.view.forms import Form

if TYPE_CHECKING:
    from pelagos.model import Robot

SAND, WALL = "#b9a67f", "#8d98a3"
SEEN_THROUGH = 0.25  # of walls, as bodies are behind them half the time
LEVEL = 1e-9
BELOW = 0.06  # of the size of a robot: how far under it the floor is without a plane


def grounds_of(robot: Robot, position: np.ndarray, size: float, up: np.ndarray) -> list[Form]:
    """Walls as slabs beside where the robot goes, and maps."""
    found = []
    for first, second in _grounds(robot, up):
        if first.ndim == 2:
            origin = (0.0, 0.0, 0.0)
            mesh = {"vertices": first.tolist(), "faces": second.tolist()}
            found.append(forms.form("mesh", (1, 1, 1), origin, color=SAND, **mesh))
        elif not _is_level(second, up):
            found.append(_slab(first, second, position, size))
    return found


def floor_of(robot: Robot, up: np.ndarray, bottom: float, size: float) -> float:
    """Height of the floor along up: a level plane of contacts, or a little below everything."""
    usual = bottom - BELOW * size
    planes = [pair for pair in _grounds(robot, up) if pair[0].ndim == 1]
    levels = [float(point @ up) for point, normal in planes if _is_level(normal, up)]
    maps = [float((v @ up).min()) for v, _ in _grounds(robot, up) if v.ndim == 2]
    return max(levels) if levels else min([usual, *(low - BELOW * size for low in maps)])


def _grounds(robot: Robot, up: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    pairs = [pair for words in robot.elements.values() for pair in words.grounds(up)]
    return [(np.array(first), np.array(second)) for first, second in pairs]


def _is_level(normal: np.ndarray, up: np.ndarray) -> bool:
    return float(normal @ up) > 1.0 - LEVEL


def _slab(point: np.ndarray, normal: np.ndarray, position: np.ndarray, size: float) -> Form:
    """A thin box whose face is the plane, as long as the way of the robot along it."""
    foot = position.reshape(-1, 3) - np.outer((position.reshape(-1, 3) - point) @ normal, normal)
    centre = (foot.min(axis=0) + foot.max(axis=0)) / 2
    half = float(np.linalg.norm(foot - centre, axis=1).max()) + 1.5 * size
    thick = 0.05 * size
    edges, turn = (2 * half, 2 * half, thick), forms.turn_z_to(normal)
    return forms.form(
        "box", edges, centre - thick / 2 * normal, turn, color=WALL, opacity=SEEN_THROUGH
    )

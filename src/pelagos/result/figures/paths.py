"""Paths in space: as they are, from above and from the side, whichever way gravity points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pelagos.result.euler import rotate

if TYPE_CHECKING:
    from pelagos.result.run import Run

_PATHS = 12  # bodies whose paths are drawn together
_ALONG = 1e-9  # gravity less than this off an axis of the world is along it


@dataclass(frozen=True)
class Space:
    """One set of axes in space: paths along two or three directions."""

    title: str
    paths: dict[str, np.ndarray]  # (time, direction)
    labels: tuple[str, ...]  # of the directions
    vertical: int | None = None  # which one is along gravity
    down: bool = False  # whether that one grows downward, as z of NED


@dataclass(frozen=True)
class _Direction:
    label: str
    vector: np.ndarray


def paths(run: Run, body: str = "") -> list[Space]:
    """Paths of the mass centre of a body; without one, of free bodies and the ends of chains."""
    bodies = run.robot.bodies
    if body:
        run.body_index(body)  # refuses one that is not there
        chosen, title = [body], f"path of {body}"
    else:
        parents = {words.parent for words in bodies.values()}
        ends = [name for name in run.header.bodies if name not in parents]
        free = [name for name in run.header.bodies if bodies[name].joint.mechanics.in_world]
        chosen, title = list(dict.fromkeys([*free, *ends])), "path"
        if len(chosen) > _PATHS:
            title = f"path, {_PATHS} of {len(chosen)} bodies"
            chosen = chosen[:_PATHS]
    found = {}
    for name in chosen:
        i = run.body_index(name)
        com = rotate(run.arrays["orientation"][:, i], np.array(bodies[name].com))
        found[name] = run.arrays["position"][:, i] + com
    return _views(title, found, np.array(run.robot.gravity, dtype=float))


def _views(title: str, found: dict[str, np.ndarray], gravity: np.ndarray) -> list[Space]:
    world = [_Direction(f"{name} (m)", e) for name, e in zip("xyz", np.eye(3), strict=True)]
    size = float(np.linalg.norm(gravity))
    if size == 0.0:  # nothing is above
        x, y, z = world
        return [
            _space(title, found, world),
            _space(f"{title}, x and y", found, [x, y]),
            _space(f"{title}, x and z", found, [x, z]),
        ]
    down = gravity / size
    i = int(np.argmax(np.abs(down)))
    if 1 - abs(down[i]) < _ALONG:
        # one after the other, x y z x ...: their cross product is the third
        level, upright = [world[(i + 1) % 3], world[(i + 2) % 3]], world[i]
        if down[i] > 0:
            level.reverse()
        whole = _space(title, found, world, i, down=bool(down[i] > 0))
    else:
        near = world[int(np.argmin(np.abs(down)))]
        one = near.vector - (near.vector @ down) * down
        one /= np.linalg.norm(one)
        level = [_Direction(f"level, along {near.label}", one)]
        level.append(_Direction("level, across that (m)", np.cross(-down, one)))
        upright = _Direction("height (m)", -down)
        whole = _space(title, found, world)
    # from above as on a map: to the right, ahead, up are a right-handed system
    above = _space(f"{title} from above", found, level)
    longest = max(level, key=lambda direction: _extent(found, direction))
    falls = bool(upright.vector @ down > 0)
    side = _space(f"{title} from the side", found, [longest, upright], 1, down=falls)
    return [whole, above, side]


def _space(
    title: str,
    found: dict[str, np.ndarray],
    along: list[_Direction],
    vertical: int | None = None,
    *,
    down: bool = False,
) -> Space:
    shown = np.array([direction.vector for direction in along])
    projected = {name: points @ shown.T for name, points in found.items()}
    return Space(title, projected, tuple(d.label for d in along), vertical, down)


def _extent(found: dict[str, np.ndarray], direction: _Direction) -> float:
    """How far the longest of the paths goes along a direction."""
    return max((float(np.ptp(points @ direction.vector)) for points in found.values()), default=0.0)

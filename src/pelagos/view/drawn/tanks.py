"""Ballast: a tank of glass with its contents, in a hull that lets them be seen."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from pelagos.elements.actuator.ballast import Ballast
from pelagos.result.euler import rotate
from pelagos.view.drawn.parts import lathe
from pelagos.view.forms import Form, turn_z_to

if TYPE_CHECKING:
    from pelagos.model import Robot

GLASS, WATER, OIL = "#dfe9ef", "#2f8fd0", "#d9962f"
_SHELL, _HULL = 0.3, 0.6  # opacity of a tank, and of the hull about it
_BALL = 13  # points from pole to pole, the equator among them
_ALONG, _ALL_AROUND = [0.0, 0.0, 1.0], [1 / 3, 1 / 3, 1 / 3]


def tanks(robot: Robot, found: dict[str, list[Form]]) -> None:
    """Add tanks and bladders to the forms of their bodies, and make glass of what hides them."""
    weight = float(np.linalg.norm(robot.gravity))
    for row, actuator in enumerate(robot.actuators.values()):
        law = actuator.law
        if not isinstance(law, Ballast):
            continue
        own = found[law.body]
        for one in own:
            if "opacity" not in one and _holds(one, _middle(law)):
                one["opacity"] = _HULL
        around = robot.water.density if robot.water is not None else 0.0
        # the effort of a bladder lifts, that of a tank pulls down
        full = around if law.kind == "bladder" else -law.density
        own += ballast(law, row, full * weight * law.capacity)


def ballast(law: Ballast, row: int, full: float) -> list[Form]:
    """The walls, and contents that grow with the effort of the actuator up to `full`."""
    if law.axis is None or law.length is None:
        r = math.cbrt(law.capacity * 0.75 / math.pi)
        angle = np.linspace(-math.pi / 2, math.pi / 2, _BALL)
        profile = [(abs(r * math.cos(a)), r * math.sin(a)) for a in angle]
        turn, grows = np.array([1.0, 0.0, 0.0, 0.0]), _ALL_AROUND
    else:
        r, end = math.sqrt(law.capacity / law.length / math.pi), law.length
        profile = [(0.0, 0.0), (r, 0.0), (r, 0.0), (r, end), (r, end), (0.0, end)]
        turn, grows = turn_z_to(law.axis), _ALONG
    color = OIL if law.kind == "bladder" else WATER
    wall = lathe([(1.03 * a, h) for a, h in profile], law.at, turn, color=GLASS, opacity=_SHELL)
    inside = lathe(profile, law.at, turn, color=color)
    if full == 0:  # without weight the effort says nothing
        return [wall]
    return [wall, {**inside, "fills": {"row": row, "full": full, "grows": grows}}]


def _middle(law: Ballast) -> np.ndarray:
    at = np.array(law.at)
    return at if law.axis is None else at + 0.5 * (law.length or 0.0) * np.array(law.axis)


def _holds(one: Form, point: np.ndarray) -> bool:
    """Whether a point is inside of a form."""
    w, x, y, z = one["quaternion"]
    p = rotate(np.array([w, -x, -y, -z]), point - np.array(one["position"]))
    size, across = one["size"], math.hypot(p[0], p[1])
    if one["kind"] == "box":
        return bool((2 * np.abs(p) < size).all())
    if one["kind"] == "ellipsoid":
        return bool(((p / size) ** 2).sum() < 1)
    if one["kind"] in ("cylinder", "capsule"):
        more = size[0] if one["kind"] == "capsule" else 0.0
        return bool(across < size[0] and abs(p[2]) < size[1] / 2 + more)
    if one["kind"] == "lathe":
        heights = [h for _, h in one["profile"]]
        return bool(across < size[0] and min(heights) < p[2] < max(heights))
    return _winds_about(np.array(one["vertices"])[np.array(one["faces"])], p)


def _winds_about(corners: np.ndarray, point: np.ndarray) -> bool:
    """Whether triangles enclose a point: their solid angles (van Oosterom and Strackee 1983)."""
    a, b, c = np.moveaxis(corners - point, 1, 0)
    la, lb, lc = (np.linalg.norm(v, axis=1) for v in (a, b, c))
    triple = (a * np.cross(b, c)).sum(axis=1)
    below = la * lb * lc + (a * b).sum(1) * lc + (b * c).sum(1) * la + (c * a).sum(1) * lb
    return bool(abs(np.arctan2(triple, below).sum()) > math.pi)

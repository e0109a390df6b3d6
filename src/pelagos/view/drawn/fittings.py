"""What is fitted to bodies: thrusters as ducts with propellers that turn, sensors as marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pelagos.elements.actuator.thruster import Thruster
from pelagos.sensors.mounting import MountedWords
from pelagos.view.drawn import solids
from pelagos.view.drawn.parts import lathe
from pelagos.view.forms import Form, form, product, turn_z_to

if TYPE_CHECKING:
    from pelagos.model import Robot

DUCT, HUB, BLADES, MARK, LENS = "#434b54", "#59626c", "#c9ced4", "#2d343c", "#54d0a0"
_SHARE = 0.12  # radius of a thruster whose propeller has no diameter, to the size of its body
_MARK = 0.035  # size of a mark, likewise


def fittings(robot: Robot, sizes: dict[str, float]) -> dict[str, list[Form]]:
    """Thrusters and sensors by body; sizes: radii of the bodies."""
    found: dict[str, list[Form]] = {name: [] for name in robot.order}
    turned = {part.turned_by for body in robot.bodies.values() for part in body.visual or ()}
    for row, (name, actuator) in enumerate(robot.actuators.items()):
        law = actuator.law
        if isinstance(law, Thruster) and name not in turned:
            found[law.body] += thruster(law, row, sizes[law.body])
    for sensor in robot.sensors.values():
        if isinstance(sensor.law, MountedWords) and sensor.law.body in found:
            found[sensor.law.body] += mark(sensor.law, sizes[sensor.law.body])
    return found


def thruster(law: Thruster, row: int, size: float) -> list[Form]:
    """A nozzle, a hub and a propeller about the direction of the thrust."""
    known = getattr(getattr(law, "propeller", None), "diameter", None)
    r = known / 2 if known else _SHARE * size
    q, p = turn_z_to(law.direction), np.array(law.at)
    nozzle = [(1.0, 0.55), (1.0, 0.1), (1.03, -0.55), (1.03, -0.55), (1.22, -0.45)]
    nozzle += [(1.26, 0.0), (1.2, 0.45), (1.06, 0.6), (1.0, 0.55)]
    hub = [(0.0, -0.75), (0.16, -0.7), (0.24, -0.5), (0.25, 0.35), (0.2, 0.5), (0.0, 0.6)]
    strut = form("box", (2.2 * r, 0.09 * r, 0.28 * r), p - 0.42 * r * np.array(law.direction), q)
    return [
        lathe([(r * a, r * h) for a, h in nozzle], p, q, color=DUCT),
        lathe([(r * a, r * h) for a, h in hub], p, q, color=HUB),
        {**strut, "color": DUCT},
        {**strut, "color": DUCT, "quaternion": product(q, _QUARTER).tolist()},
        form("mesh", (1, 1, 1), p, q, **solids.blades(0.96 * r, 3), color=BLADES, turns=row),
    ]


def mark(law: MountedWords, size: float) -> list[Form]:
    """A small case with a bright lens along the sensor's x."""
    a = _MARK * size
    p, q = law.at.p, np.array(law.at.unit_quaternion)
    ahead = p + law.at.R @ np.array([0.5 * a, 0.0, 0.0])
    return [
        form("box", (a, a, a), p, q, color=MARK),
        form("ellipsoid", (0.25 * a, 0.32 * a, 0.32 * a), ahead, q, color=LENS),
    ]


_QUARTER = np.array([np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5)])

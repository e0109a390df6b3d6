"""The plain-Python twin of the compiled engine, and both asked the same questions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pelagos.equations import mechanism as mech
from pelagos.equations import newton_euler
from pelagos.march.engine import engine_of
from pelagos.mathematics.dual import Dual
from pelagos.mechanism.objects import mechanism_of
from pelagos.model import Robot
from pelagos.programs.observed import Observed
from tests.arrays import relative

__all__ = [
    "along",
    "energies",
    "moved",
    "rates",
    "relative",
    "seen",
    "slope",
    "twin",
]


def twin(robot: Robot) -> mech.Mechanism:
    return mechanism_of(engine_of(robot).robot)


def seen(robot: Robot, q: Any, u: Any, t: float = 0.0) -> Observed:
    """What the compiled engine observes at one state."""
    state = np.concatenate([q, u, [0.0]])
    return engine_of(robot).observe(np.array([t]), state[None], 0, given=True)


def rates(robot: Robot, q: Any, u: Any, t: float = 0.0) -> tuple[np.ndarray, np.ndarray, float]:
    """qdot, udot and the power of all forces without a potential, by the compiled engine."""
    found, nq, nv = seen(robot, q, u, t).dx[0], len(robot.coordinates), len(robot.speeds)
    return found[:nq], found[nq : nq + nv], float(found[-1])


def energies(m: mech.Mechanism, t: Any, q: Sequence, u: Sequence) -> tuple[Any, Any]:
    """Kinetic and potential energy by the twin's outward sweep, on any kind of number."""
    known = mech.given(m, t, q, u)
    carried, _ = newton_euler.outward_sweep(known)
    kinetic: Any = 0.0
    potential: Any = 0.0
    for link, body, pose in zip(known.links, carried, known.world, strict=True):
        kinetic = kinetic + link.inertia.energy(body.velocity)
        potential = potential - m.gravity.dot(link.mass * pose.p + pose.R @ link.moment)
    for rotor, speed in zip(m.rotor, known.u, strict=True):
        kinetic = kinetic + 0.5 * rotor * speed * speed
    for element in m.elements:
        if element.conservative:
            potential = potential + element.potential(known)
    return kinetic, potential


def along(values: Any, tangent: Any) -> list[Dual]:
    """Numbers that move: one direction each."""
    pairs = zip(np.ravel(values).tolist(), np.ravel(tangent).tolist(), strict=True)
    return [Dual(value, np.array([slope])) for value, slope in pairs]


def slope(x: Any) -> float:
    """The derivative along the one direction; of a plain number 0."""
    return float(x.tangent[0]) if isinstance(x, Dual) else 0.0


def moved(robot: Robot, q: np.ndarray, s: np.ndarray) -> np.ndarray:
    """The coordinates after a small displacement s, expressed like the speeds."""
    there = q + np.array(mech.coordinate_rates(twin(robot), q.tolist(), s.tolist()))
    for start in engine_of(robot).robot.quaternions:
        there[start : start + 4] /= np.linalg.norm(there[start : start + 4])
    return there

"""States drawn at random, on the constraints where there are any; the same for the same seed."""

from __future__ import annotations

import numpy as np

from pelagos.errors import PelagosError
from pelagos.joints.contract import ANGLE
from pelagos.language.quaternions import unit
from pelagos.march.attitudes import with_unit_quaternions
from pelagos.march.engine import Engine
from pelagos.mechanism.layout import BODY
from pelagos.mechanism.robot import Compiled
from pelagos.model.joints import Joint

TRIES = 8  # draws of a state with closed loops, each half as far from the start as the one before
FAR = 1.0  # rad or reaches: how far the first of them is


def random_states(
    engine: Engine, count: int, seed: int, given: bool = True
) -> tuple[np.ndarray, np.ndarray]:
    """Times, and rows (q, u, s, work); angles anywhere, or between stops, lengths within reach.

    With constraints all times are 0: the states lie around the one at the start, prescribed joints
    anywhere as well or, not `given`, where their signals say.
    """
    rng = np.random.default_rng(seed)
    robot = engine.robot
    if robot.constraints.rows:
        start = engine.initial()
        return np.zeros(count), np.array([_closed(engine, start, rng, given) for _ in range(count)])
    times = rng.uniform(0.0, robot.robot.duration, count)
    return times, np.array([_anywhere(robot, rng) for _ in range(count)]).reshape(count, -1)


def reach(robot: Compiled) -> float:
    """A length of the robot's size: the largest distance of a joint from the one before it."""
    places = robot.bodies[:, BODY["placement"].span][:, 9:]
    largest = float(np.max(np.linalg.norm(places, axis=1), initial=0.0))
    return largest or 1.0


def _anywhere(robot: Compiled, rng: np.random.Generator) -> np.ndarray:
    q: list[float] = []
    for name in robot.names:
        q += _coordinates(robot.robot.bodies[name].joint, reach(robot), rng)
    return np.array([*q, *_speeds(robot, rng), *robot.states.initial, 0.0])


def _coordinates(joint: Joint, size: float, rng: np.random.Generator) -> list[float]:
    kind = joint.mechanics
    if kind.turning is not None:
        turn = rng.normal(size=4)
        place = size * rng.normal(size=joint.nq - 4)
        return np.insert(place, [kind.turning.q] * 4, unit(turn)).tolist()
    widths = [np.pi if part.unit == ANGLE else size for part in kind.coordinates]
    pairs = zip(joint.limits, widths, strict=True)
    ends = [(-width, width) if stops is None else stops for stops, width in pairs]
    return [float(rng.uniform(low, high)) for low, high in ends]


def _speeds(robot: Compiled, rng: np.random.Generator) -> np.ndarray:
    return rng.normal(size=robot.nv)


def _closed(engine: Engine, start: np.ndarray, rng: np.random.Generator, given: bool) -> np.ndarray:
    """A state near the start, with its loops closed; at the start itself if none is found."""
    robot = engine.robot
    for k in range(TRIES):
        far = FAR / 2**k
        state = start.copy()
        state[: robot.nq] += far * rng.uniform(-1.0, 1.0, robot.nq)
        state[robot.nq : robot.nq + robot.nv] = _speeds(robot, rng)
        try:
            unit = with_unit_quaternions(robot, state, "a random state")
            return engine.assembled(unit, 0, given=given)
        except PelagosError:
            continue
    return start

"""Inverse and forward dynamics of the planar 3-RPR as programs of the tape, for many states.

The numbers of the robot stay inputs, so there is one program per question and model of the limbs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Any

import numpy as np

from pelagos.mathematics.scalars import absolute
from pelagos.mechanisms.planar_3rpr import equations as closed_form
from pelagos.mechanisms.planar_3rpr.equations import LimbForces, Platform, Points
from pelagos.mechanisms.planar_3rpr.limbs import LIMBS, LimbNumbers
from pelagos.tape.function import Function
from pelagos.tape.machine.lanes import WIDTH
from pelagos.tape.numbers import Number, Tape

NUMBERS = 3 * len(Points._fields) + 3 * len(LimbNumbers._fields) + 5
STATE = [f"{name}[{axis}]" for name in ("X", "V", "given", "disturbance") for axis in "xyt"]


def numbers_of(robot: Platform, length: float) -> np.ndarray:
    """A robot, and the length that its condition number is made with, as a row."""
    ends, limbs = (chain.from_iterable(parts) for parts in (robot.points, robot.limbs))
    return np.array([*ends, *limbs, robot.mass, robot.inertia, *robot.gravity, length])


@cache
def program(question: str, limb: str) -> Function:
    """`inverse_dynamics` (A given) or `forward_dynamics` (f given) with a model of the limbs.

    A function of time, which it does not read, a robot's numbers, and states: X, V, what is given,
    disturbance. It finds f or A, F_is, F_in, g, the forces of the ground, and the condition number.
    """
    tape = Tape()
    tape.input("t")
    numbers = iter(tape.row(f"robot[{k}]" for k in range(NUMBERS)))
    state = tape.row(STATE)
    robot, length = _robot(numbers), next(numbers)
    X, V, given, disturbance = (state[k : k + 3] for k in range(0, len(state), 3))
    if question == "inverse_dynamics":
        forces = closed_form.inverse_dynamics(robot, LIMBS[limb], X, V, given, disturbance)
        answer: Sequence[Any] = forces.f
    else:
        answer, forces = closed_form.forward_dynamics(robot, LIMBS[limb], X, V, given, disturbance)
    found = [*answer, *_others(forces), _condition(robot, X, length)]
    return Function(tape, {"robot": NUMBERS, "states": len(STATE)}, found, WIDTH)


def _robot(numbers: Iterator[Number]) -> Platform:
    """The robot in a row that `numbers_of` has written."""

    def take(count: int) -> list[Number]:
        return [next(numbers) for _ in range(count)]

    points = [Points(*take(len(Points._fields))) for _ in range(3)]
    limbs = [LimbNumbers(*take(len(LimbNumbers._fields))) for _ in range(3)]
    mass, inertia = take(2)
    return Platform(points, limbs, mass, inertia, gravity=take(2))


def _others(forces: LimbForces) -> list[Any]:
    return [*forces.F_is, *forces.F_in, *forces.g, *chain.from_iterable(forces.base)]


def _condition(robot: Platform, X: Sequence[Any], length: Any) -> Any:
    """Infinite in a singular pose."""
    size, determinant = closed_form.conditioning(closed_form.closure(robot.points, X), length)
    return size / absolute(determinant)

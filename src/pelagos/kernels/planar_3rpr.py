"""Inverse and forward dynamics of the planar 3-RPR at many states, `WIDTH` at a time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from pelagos.equations import planar_3rpr as closed_form
from pelagos.equations.limbs import LIMBS, LimbNumbers
from pelagos.equations.planar_3rpr import Forces, Platform, Points
from pelagos.equations.scalars import absolute
from pelagos.kernels import planar_3rpr_data as data
from pelagos.kernels.entry import entry, inlined
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.trace import kernel_by_kind


def _robot(row) -> Platform:
    """The robot in the numbers of its row, laid out by `planar_3rpr_data.numbers_of`."""
    numbers = iter(row.first(data.NUMBERS - 1))

    def take(count: int) -> list:
        return [next(numbers) for _ in range(count)]

    points = [Points(*take(4)) for _ in range(3)]
    limbs = [LimbNumbers(*take(7)) for _ in range(3)]
    return Platform(points, limbs, *take(2), gravity=take(2))


def _states(row) -> list:
    """X, V, A or f, and the disturbance."""
    numbers = row.first(data.GIVEN)
    return [numbers[3 * k : 3 * k + 3] for k in range(4)]


def _write(row, answer: Sequence, forces: Forces, robot: Platform, X: Sequence, length) -> None:
    """f or A, the other forces, and the condition number: infinite in a singular pose."""
    size, determinant = closed_form.conditioning(closed_form.closure(robot.points, X), length)
    condition = size / absolute(determinant)
    vectors = (answer, forces.F_is, forces.F_in, forces.g, *forces.base, (condition,))
    for index, number in enumerate(chain.from_iterable(vectors)):
        row[index] = number


@kernel_by_kind(WIDTH, list(LIMBS.values()))
def _inverse(model, numbers, given, found):
    robot, (X, V, A, disturbance) = _robot(numbers), _states(given)
    forces = closed_form.inverse_dynamics(robot, model, X, V, A, disturbance)
    _write(found, forces.f, forces, robot, X, numbers[data.NUMBERS - 1])


@kernel_by_kind(WIDTH, list(LIMBS.values()))
def _forward(model, numbers, given, found):
    robot, (X, V, f, disturbance) = _robot(numbers), _states(given)
    A, forces = closed_form.forward_dynamics(robot, model, X, V, f, disturbance)
    _write(found, A, forces, robot, X, numbers[data.NUMBERS - 1])


@inlined
def _load(states, lanes, first):
    """States first, first + 1, ... into the lanes; the last one fills the rest."""
    last = states.shape[0] - 1
    for lane in range(WIDTH):
        sample = min(first + lane, last)
        for i in range(data.GIVEN):
            lanes[i, lane] = states[sample, i]


@inlined
def _store(lanes, answers, first):
    for lane in range(min(WIDTH, answers.shape[0] - first)):
        for i in range(data.FOUND):
            answers[first + lane, i] = lanes[i, lane]


@entry("Platform3RPR Samples3RPR")
def inverse(robot, samples):
    """Actuator forces, and the rest of the forces, from X, V, A."""
    model, numbers, given, found = robot.model, robot.numbers, robot.given, robot.found
    states, answers = samples.states, samples.answers
    for first in range(0, states.shape[0], WIDTH):
        _load(states, given, first)
        _inverse(model, (numbers, 0), (given, 0), (found, 0))
        _store(found, answers, first)


@entry("Platform3RPR Samples3RPR")
def forward(robot, samples):
    """Accelerations, and the rest of the forces, from X, V, f."""
    model, numbers, given, found = robot.model, robot.numbers, robot.given, robot.found
    states, answers = samples.states, samples.answers
    for first in range(0, states.shape[0], WIDTH):
        _load(states, given, first)
        _forward(model, (numbers, 0), (given, 0), (found, 0))
        _store(found, answers, first)

"""Inverse and forward dynamics of the planar 3-RPR at many states, `WIDTH` at a time."""

from __future__ import annotations

from itertools import chain

from pelagos.equations import planar_3rpr as closed_form
from pelagos.equations.limbs import LIMBS, LimbNumbers
from pelagos.equations.planar_3rpr import Forces, Platform, Points
from pelagos.kernels import planar_3rpr_data as data
from pelagos.kernels.entry import entry, inlined
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.trace import kernel_by_kind


def _robot(row) -> Platform:
    """The robot in the numbers of its row, laid out by `planar_3rpr_data.numbers_of`."""
    numbers = iter(row.first(data.NUMBERS))

    def take(count: int) -> list:
        return [next(numbers) for _ in range(count)]

    points = [Points(*take(4)) for _ in range(3)]
    limbs = [LimbNumbers(*take(7)) for _ in range(3)]
    return Platform(points, limbs, *take(2), gravity=take(2))


def _states(row) -> list:
    """X, V, A or f, and the disturbance."""
    numbers = row.first(data.GIVEN)
    return [numbers[3 * k : 3 * k + 3] for k in range(4)]


def _write(row, start: int, forces: Forces) -> None:
    vectors = (forces.F_is, forces.F_in, forces.g, *forces.base)
    for index, number in enumerate(chain.from_iterable(vectors), start):
        row[index] = number


@kernel_by_kind(WIDTH, list(LIMBS.values()))
def _inverse(model, numbers, given, found):
    X, V, A, disturbance = _states(given)
    forces = closed_form.inverse_dynamics(_robot(numbers), model, X, V, A, disturbance)
    for index, number in enumerate(forces.f):
        found[index] = number
    _write(found, 3, forces)


@kernel_by_kind(WIDTH, list(LIMBS.values()))
def _forward(model, numbers, given, found):
    X, V, f, disturbance = _states(given)
    A, forces = closed_form.forward_dynamics(_robot(numbers), model, X, V, f, disturbance)
    for index, number in enumerate(A):
        found[index] = number
    _write(found, 3, forces)


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
    model, numbers = robot.model, robot.numbers
    states, given, found, answers = samples.states, samples.given, samples.found, samples.answers
    for first in range(0, states.shape[0], WIDTH):
        _load(states, given, first)
        _inverse(model, (numbers, 0), (given, 0), (found, 0))
        _store(found, answers, first)


@entry("Platform3RPR Samples3RPR")
def forward(robot, samples):
    """Accelerations, and the rest of the forces, from X, V, f."""
    model, numbers = robot.model, robot.numbers
    states, given, found, answers = samples.states, samples.given, samples.found, samples.answers
    for first in range(0, states.shape[0], WIDTH):
        _load(states, given, first)
        _forward(model, (numbers, 0), (given, 0), (found, 0))
        _store(found, answers, first)

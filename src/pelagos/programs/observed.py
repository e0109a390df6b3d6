"""Everything that a result holds of a state, as the outputs of one program."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pelagos.elements.body.wing_section import WingSection
from pelagos.equations import motion
from pelagos.equations.affine import Affine, Loops
from pelagos.equations.mechanism import Given, Mechanism
from pelagos.equations.observation import observed_rows
from pelagos.equations.totals import totals
from pelagos.errors import PelagosError
from pelagos.mechanism.elements import Actuation
from pelagos.mechanism.robot import Compiled

KINETIC, POTENTIAL, LINEAR, ANGULAR, TOTALS = 0, 1, 2, 5, 8  # columns of `totals`


@dataclass(frozen=True)
class Observed:
    """Facts about each sample, in joint-aligned body axes."""

    x: np.ndarray  # (sample, n): the state; of a march with prescribed joints filled in
    dx: np.ndarray  # (sample, n): its rates
    poses: np.ndarray  # (sample, nb, 12): in the world
    velocities: np.ndarray  # (sample, nb, 6): body axes
    totals: np.ndarray  # (sample, TOTALS): kinetic, potential, momenta about the world origin
    actuation: np.ndarray  # (sample, actuators)
    row_forces: np.ndarray  # (sample, rows): constraint forces
    residuals: np.ndarray  # (sample, rows)
    lifts: np.ndarray  # (sample, sections, 6): on sections of wings
    outputs: np.ndarray  # (sample, outputs): of elements
    commands: np.ndarray  # (sample, actuators): what they are told

    @property
    def errors(self) -> np.ndarray:
        """(sample,): largest residual of a constraint."""
        return np.max(np.abs(self.residuals), axis=1, initial=0.0)


Part = tuple[str, slice, tuple[int, ...]]  # name, columns, shape in a sample


def parts_of(robot: Compiled) -> tuple[Part, ...]:
    """Where the program puts the fields of `Observed`."""
    nb, rows = robot.nb, robot.constraints.rows
    shapes: dict[str, tuple[int, ...]] = {
        "x": (robot.size,),
        "dx": (robot.size,),
        "poses": (nb, 12),
        "velocities": (nb, 6),
        "totals": (TOTALS,),
        "actuation": (len(robot.elements.actuation),),
        "row_forces": (rows,),
        "residuals": (rows,),
        "lifts": (len(robot.elements.of(WingSection)), 6),
        "outputs": (len(robot.elements.outputs),),
        "commands": (len(robot.elements.commands),),
    }
    parts, start = [], 0
    for name, shape in shapes.items():
        end = start + math.prod(shape)
        parts.append((name, slice(start, end), shape))
        start = end
    return tuple(parts)


def observed_of(parts: Sequence[Part], numbers: np.ndarray) -> Observed:
    """What the program wrote, a row per sample, taken apart."""
    count = len(numbers)
    return Observed(
        **{name: numbers[:, span].reshape(count, *shape) for name, span, shape in parts}
    )


def outputs_of(
    robot: Compiled,
    m: Mechanism,
    known: Given,
    answer: Affine,
    loops: Loops,
    forces: Sequence[Any],
    x: Sequence[Any],
) -> list:
    """The numbers that `parts_of` names, under given forces of the loose rows."""
    dx, efforts = motion.rates(m, known, answer), dict(answer.efforts)
    for row, force in enumerate(forces):
        change = motion.rates_per_force(m, answer, row)
        dx = [rate + force * more for rate, more in zip(dx, change, strict=True)]
        for speed, more in answer.units[row].efforts.items():
            efforts[speed] = efforts[speed] + force * more
    rows, residuals = _rows(m, known, loops, forces)
    sums = totals(m, known)
    return [
        *known.q,
        *known.u,
        *x[len(known.q) + len(known.u) :],
        *dx,
        *(number for pose in known.world for number in pose),
        *(number for velocity in known.velocities for number in velocity),
        sums.kinetic,
        sums.potential,
        *sums.momentum,
        *(_actuation(known, efforts, place) for place in robot.elements.actuation),
        *rows,
        *residuals,
        *(
            number
            for element, wrench in zip(m.elements, known.outputs, strict=True)
            if isinstance(element, WingSection)
            for number in wrench
        ),
        *(_shown(m, known, element, k) for element, k in robot.elements.outputs),
        *(known.signals[channel] for channel in robot.elements.commands),
    ]


def _shown(m: Mechanism, known: Given, element: int, k: int) -> Any:
    """An output of an element, which must have as many as its words say."""
    given = known.outputs[element]
    if k >= len(given):
        name = type(m.elements[element]).__name__
        raise PelagosError(
            f"elements: {name}.act() returned {len(given)} of its outputs\n"
            f"    return as many as its words list, {k + 1} or more"
        )
    return given[k]


def _rows(
    m: Mechanism, known: Given, loops: Loops, forces: Sequence[Any]
) -> tuple[Sequence[Any], Sequence[Any]]:
    """Forces and residuals of all rows."""
    if not loops.closures:
        return (), ()
    found = observed_rows(m, known, loops, forces)
    return found.forces, found.residuals


def _actuation(known: Given, efforts: dict[int, Any], place: Actuation) -> Any:
    """What an actuator does: the output of its element, or what its prescribed motion takes."""
    if place.element is None:
        assert place.speed is not None
        return efforts[place.speed]
    return known.outputs[place.element][0]

"""Everything about the constraints at a state where the forces of loose rows are known.

The forces act like any others, so one recursion gives the accelerations under them; wrenches that
pass from body to body then give the forces of welds and the efforts of prescribed joints.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pelagos.equations.affine import Loops
from pelagos.equations.articulated import push
from pelagos.equations.closed_tree import rows_of, unaccelerated
from pelagos.equations.mechanism import Given, Mechanism
from pelagos.equations.newton_euler import (
    accelerated,
    carrying_power,
    drive_efforts,
    kinematics,
    loads,
    loose_rows,
    prepare,
    speeds_of,
    transmitted,
)
from pelagos.equations.restoration import closing_rows, weld_forces
from pelagos.mathematics.algebra import Force
from pelagos.mathematics.scalars import Scalar

Numbers = Sequence[Scalar]


class ObservedState(NamedTuple):
    """A state under known forces of the loose rows; rows in the order of the constraints."""

    udot: list
    efforts: dict[int, Scalar]  # of prescribed speeds, beyond other efforts there
    forces: list  # of all rows; closing welds carry nothing
    residuals: list  # of all rows
    power: Scalar  # of all rows and of prescribed joints; what elements do is not in it


def observed_rows(m: Mechanism, known: Given, loops: Loops, f: Numbers) -> ObservedState:
    """Accelerations and all forces beyond the elements, given those of the loose rows."""
    at = prepare(m, known, loops)
    still = unaccelerated(at.velocities, known)
    loose = loose_rows(known, loops, still)
    pushed = list(zip(loose, f, strict=True))
    found = accelerated(m, known, at, pushed)
    udot = speeds_of(known, found)
    # a coupling acts at the speeds it looks at, prescribed ones too
    tau = dict(enumerate(known.tau))
    for row, force in pushed:
        for v, factor in row.efforts:
            tau[v] = tau[v] + force * factor
    efforts = drive_efforts(m, at, found, tau, udot)
    power = carrying_power(at, found, efforts, known.u)
    for row, force in pushed:
        power = power + force * row.along(at.velocities, known.u)
    every = [*loose, *(row for weld in at.welds for row in weld.rows)]
    for c in loops.closures[loops.loose + len(loops.attached) :]:
        every += rows_of(known, c, still)
    forces = [*f, *weld_forces(at, found), *[0.0] * closing_rows(loops)]
    return ObservedState(udot, efforts, forces, [row.residual for row in every], power)


def joint_wrenches(
    m: Mechanism, known: Given, loops: Loops, udot: Numbers, forces: Numbers
) -> list[Force]:
    """What each joint puts on its link, body axes, for given rates and forces of all rows."""
    carried = kinematics(known)
    acting = dict(enumerate(loads(known, carried)))
    still = unaccelerated({i: body.velocity for i, body in enumerate(carried)}, known)
    rows = [row for c in loops.closures for row in rows_of(known, c, still)]
    for row, force in zip(rows, forces, strict=True):
        push(row, force, acting, {})
    return transmitted(m, known, carried, udot, list(acting.values()))

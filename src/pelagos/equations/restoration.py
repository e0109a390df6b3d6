"""Back onto the constraints: the least change of coordinates or speeds in the metric of the masses.

With c and dc/dt the residuals of all rows and their rates, the changes of least kinetic energy that
remove them are, for coordinates (as displacements s like speeds) and for speeds,

    s = -M^-1 J^T G^+ c,    change of u = -M^-1 J^T G^+ dc/dt

Attached bodies are moved as their welds ask for, and the tree gives way (`move`); loose rows then
ask for what is left. So each change is

    move + sum over loose rows of f_r reply_r,    f = G^+ wanted

and the f of the change of speeds are impulses, as those of a dock that closes.

References: Baumgarte 1972; Nielsen et al. 2018, eq 19, 20 (least change in the metric of M).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pelagos.equations.affine import Loops
from pelagos.equations.articulated import Response, push, respond, through
from pelagos.equations.closed_tree import Row, rows_of, unaccelerated
from pelagos.equations.mechanism import Given, Mechanism
from pelagos.equations.newton_euler import (
    Prepared,
    gram,
    loose_rows,
    prepare,
    spans,
    unit_rates,
    unit_response,
)
from pelagos.mathematics.algebra import Force
from pelagos.mathematics.scalars import Scalar

Numbers = Sequence[Scalar]


class Restoration(NamedTuple):
    """What the way back takes; rows in the order of the constraints, loose ones first."""

    residuals: list  # of all rows
    rates: list  # of the residuals
    held: int  # rows that the changes remove: those of loose constraints and of attaching welds
    gram: list[list]  # of loose rows
    span: list  # see `affine.Affine`
    wanted_position: list  # per loose row
    wanted_speed: list
    unit_responses: list[list]  # M^-1 J^T: change of every speed per unit of each loose row
    move_position: list  # change of every speed that attaching welds ask for
    move_speed: list


def restoration(m: Mechanism, known: Given, loops: Loops) -> Restoration:
    """Everything linear about the way back from a state."""
    at = prepare(m, known, loops)
    moving = unaccelerated(at.velocities, known)
    loose = loose_rows(known, loops, moving)
    welded = [row for weld in at.welds for row in weld.rows]
    closing = loops.closures[loops.loose + len(loops.attached) :]
    every = [*loose, *welded, *(row for c in closing for row in rows_of(known, c, moving))]
    responses = [unit_response(at.factors, row) for row in loose]
    unit_responses = [unit_rates(known, response) for response in responses]
    by_residual, by_rate = (_moved(at, column) for column in (_residual, _rate))
    return Restoration(
        residuals=[row.residual for row in every],
        rates=[row.rate for row in every],
        held=len(loose) + len(welded),
        gram=gram(loose, responses, unit_responses),
        span=spans(loose, responses),
        wanted_position=_wanted(known, loose, by_residual, _residual),
        wanted_speed=_wanted(known, loose, by_rate, _rate),
        unit_responses=unit_responses,
        move_position=unit_rates(known, by_residual),
        move_speed=unit_rates(known, by_rate),
    )


def weld_impulses(m: Mechanism, known: Given, loops: Loops, f: Numbers) -> list:
    """Impulses of all rows for the change of speeds, given those of the loose rows.

    Rows of closing welds repeat what attaching ones hold and carry nothing.
    """
    at = prepare(m, known, loops)
    loose = loose_rows(known, loops, unaccelerated(at.velocities, known))
    moved = _moved(at, _rate, list(zip(loose, f, strict=True)))
    return [*f, *weld_forces(at, moved), *[0.0] * closing_rows(loops)]


def weld_forces(at: Prepared, found: Response) -> list:
    """Forces of the rows of attaching welds, from the wrenches that pass."""
    forces: list = []
    for weld in at.welds:
        forces += weld.hold.forces(through(at.factors, found, weld.link))
    return forces


def closing_rows(loops: Loops) -> int:
    """All closing constraints are welds, of six rows."""
    return 6 * (len(loops.closures) - loops.loose - len(loops.attached))


def _residual(row: Row) -> Scalar:
    return row.residual


def _rate(row: Row) -> Scalar:
    return row.rate


def _moved(
    at: Prepared, missed: Callable[[Row], Scalar], pushed: Sequence[tuple[Row, Scalar]] = ()
) -> Response:
    """The least change by which attached bodies make up for what their welds are missed by."""
    forces: dict[int, Force] = {}
    efforts: dict[int, Scalar] = {}
    for row, force in pushed:
        push(row, force, forces, efforts)
    asked = {weld.link: weld.hold.motion([-missed(row) for row in weld.rows]) for weld in at.welds}
    return respond(at.factors, forces, efforts, asked)


def _wanted(
    known: Given, rows: Sequence[Row], moved: Response, missed: Callable[[Row], Scalar]
) -> list:
    """What loose rows lack once attached bodies have moved."""
    speeds = unit_rates(known, moved)
    return [-missed(row) - row.along(moved.motions, speeds) for row in rows]

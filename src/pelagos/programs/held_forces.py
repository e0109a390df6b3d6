"""Rates and ways back to the constraints at forces of loose rows that are held.

What forces f = G^+ w of loose rows make of h = a + R f is differentiated by dh + R G^+ dg, with
g = w - G f, where f is held in h and g (see `programs.slopes`). Both ways of accumulation need
the same outputs h and g; f and the order of g are those of the groups of rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pelagos.equations import motion
from pelagos.equations.mechanism import Given, Mechanism
from pelagos.equations.restoration import restoration
from pelagos.mathematics.dense import dot
from pelagos.programs.slopes import balance
from pelagos.programs.tracing import Trace

if TYPE_CHECKING:
    from pelagos.programs.robot import Programs


def moving(
    programs: Programs, trace: Trace, m: Mechanism, known: Given, forces: Sequence[Any]
) -> tuple[list, list]:
    """All rates in a march, and what loose rows lack."""
    answer = programs.formulation(m, known, trace.loops)
    h, g = balance(m, known, answer, programs.row_forces(forces))
    return motion.without_prescribed(m, h), [g[row] for row in programs.order]


def restoring(programs: Programs, trace: Trace, forces: Sequence[Any]) -> list:
    """What loose rows lack of displacements, of speeds; changes of displacements, of speeds."""
    m, known = motion.known_at(trace.m, trace.t, trace.x, by_signals=True)
    found, held = restoration(m, known, trace.loops), programs.row_forces(forces)
    taken = [dot(row, held) for row in found.gram]
    changes = [dot(column, held) for column in zip(*found.unit_responses, strict=True)]
    outputs = []
    for wanted in (found.wanted_position, found.wanted_speed):
        outputs += [wanted[row] - taken[row] for row in programs.order]
    for move in (found.move_position, found.move_speed):
        outputs += [a + b for a, b in zip(move, changes or [0.0] * len(move), strict=True)]
    return outputs

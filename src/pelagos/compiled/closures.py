"""The constraints of a compiled robot as objects of `equations.affine`."""

from __future__ import annotations

from pelagos.compiled import constraints as ct
from pelagos.compiled import welds as wd
from pelagos.compiled.robot import Compiled
from pelagos.equations.affine import Attachment, Closure, Loops
from pelagos.equations.constraints import COUPLING, RELATIONS, Coupling
from pelagos.mathematics.inertia import Pose


def closures_of(robot: Compiled) -> tuple[Closure, ...]:
    """All constraints beyond the tree, with float numbers."""
    tables = robot.constraints
    rows = zip(tables.table.tolist(), tables.numbers.tolist(), strict=True)
    return tuple(_closure(entry, numbers) for entry, numbers in rows)


def loops_of(robot: Compiled, attach: bool = True) -> Loops:
    """The same with how each is met; all are loose for formulations that know no other."""
    closures = closures_of(robot)
    if not attach:
        return Loops(closures, len(closures), ())
    first = robot.welds.loose
    attached = tuple(
        Attachment(
            closure=first + k,
            link=int(row[wd.LINK]) - 1,
            on=int(row[wd.ON]) - 1 if row[wd.ON] else None,
            side=int(row[wd.SIDE]),
        )
        for k, row in enumerate(robot.welds.attaching)
    )
    return Loops(closures, first, attached)


def _closure(entry: list[int], numbers: list[float]) -> Closure:
    code, channel = entry[ct.CODE], entry[ct.CHANNEL]
    inputs = Coupling.inputs if code == COUPLING else RELATIONS[code].inputs
    ends = (entry[ct.SIDE_A], entry[ct.SIDE_B])
    starts = (ct.FRAME_A, ct.FRAME_B)
    terms = [
        (entry[ct.TERMS + 2 * k], entry[ct.TERMS + 2 * k + 1], numbers[ct.FACTORS + k])
        for k in range(Coupling.terms)
    ]
    return Closure(
        code=code,
        links=tuple(end - 1 if end else None for end in ends),
        frames=tuple(Pose.of(numbers[start : start + Pose.size]) for start in starts),
        terms=tuple(term for term in terms if term[2] != 0.0) if code == COUPLING else (),
        channels=slice(channel, channel + inputs),
        frequency=numbers[ct.FREQUENCY],
        damping=numbers[ct.DAMPING],
    )

"""The constraints of a compiled robot as objects of `equations.affine`."""

from __future__ import annotations

from pelagos.equations.affine import Attachment, Loops
from pelagos.mechanism import welds as wd
from pelagos.mechanism.robot import Compiled


def loops_of(robot: Compiled, attach: bool = True) -> Loops:
    """All constraints and how each is met; all are loose for formulations that know no other."""
    closures = robot.constraints.closures
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

"""Degrees of freedom in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pelagos.cli.support.text import Facts, plural
from pelagos.errors import PelagosError

if TYPE_CHECKING:
    from pelagos.analysis import Mobility
    from pelagos.model import Robot


def mobility_of(robot: Robot) -> Mobility | None:
    """Degrees of freedom; None of loops that cannot be closed, of which others tell."""
    from pelagos.analysis import mobility

    try:
        return mobility(robot)
    except PelagosError:
        return None


def start_warnings(robot: Robot) -> list[str]:
    """What is doubtful about the start of a robot whose scenario is merged in."""
    from pelagos.analysis.mobility import singular_notes
    from pelagos.model.checks.start_notes import start_notes

    notes = start_notes(robot)
    try:
        return [*notes, *singular_notes(robot)]
    except PelagosError:  # loops that cannot be closed, of which the notes tell
        return notes


def freedoms(found: Mobility | None) -> str:
    """'26 degrees of freedom, 20 of them prescribed'."""
    if found is None:
        return "degrees of freedom unknown"
    total, held = found.degrees_of_freedom, found.held
    return plural(total, "degree of freedom", "degrees of freedom") + _more(
        total, held, found.prescribed
    )


def freedoms_of(facts: Facts) -> str:
    """The same without the words, of what is told of a robot."""
    total = facts["degrees_of_freedom"]
    if total is None:
        return "unknown: its loops cannot be closed"
    return f"{total}{_more(total, facts['held_by_loops'], len(facts['prescribed']))}"


def _more(total: int, held: int, prescribed: int) -> str:
    """What follows the number of degrees of freedom."""
    text = ""
    if prescribed:
        text = f", {'all' if prescribed == total else f'{prescribed} of them'} prescribed"
    return text + (f" ({total + held} speeds, {held} held by loops)" if held else "")

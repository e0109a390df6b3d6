"""What of a robot's numbers nobody has confirmed, for `pelagos info`.

A source is a line of text: beside a body in a model, beside the preset of a sensor, beside what a
shape gives. What could neither be read in a document that is named exactly nor be computed again
stands at its end, behind the mark. `docs/scripts/unconfirmed.py` collects what comes with the
package.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from pelagos.cli.support.text import Facts, print_table

if TYPE_CHECKING:
    from pelagos.model import Robot

MARK = "unconfirmed:"


def unconfirmed(source: str | None) -> str | None:
    """All that follows the mark in a source; None without one."""
    _, mark, said = (source or "").partition(MARK)
    return said.strip() if mark else None


def facts_of(robot: Robot) -> list[Facts]:
    """Where each stands, and what it is."""
    found = ((where, unconfirmed(source)) for where, source in _sources(robot))
    return [{"where": where, "what": what} for where, what in found if what]


def print_unconfirmed(facts: list[Facts]) -> None:
    """A line for each, or nothing."""
    if facts:
        click.echo("\nUnconfirmed")
        print_table((fact["where"], fact["what"]) for fact in facts)


def _sources(robot: Robot) -> Iterator[tuple[str, str | None]]:
    for name, body in robot.bodies.items():
        yield name, body.source
        if robot.water is not None:
            for key, source in body.water_sources.items():
                yield f"{name}, {key.replace('_', ' ')}", source
    for name, sensor in robot.sensors.items():
        law = sensor.law
        if law.preset is not None:
            yield name, law.presets[law.preset].source

"""`pelagos info --program`: what a robot's equations of motion come down to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pelagos.cli.support.text import print_table

if TYPE_CHECKING:
    from pelagos.model import Robot


def describe(robot: Robot) -> dict[str, Any]:
    """The program of the accelerations: how much of what, and the instructions."""
    from pelagos.analysis import dynamics

    program = dynamics(robot).program
    return {
        "name": robot.name,
        "operations": dict(program.operations.most_common()),
        "instructions": dict(program.instructions.most_common()),
        "program": program.text.splitlines(),
    }


def show(facts: dict[str, Any]) -> None:
    click.echo(f"{facts['name']}: accelerations from time, coordinates, speeds and efforts")
    print_table([(what, _counts(facts[what])) for what in ("operations", "instructions")])
    click.echo()
    click.echo("\n".join(facts["program"]))


def _counts(counts: dict[str, int]) -> str:
    parts = ", ".join(f"{count:,} {name}" for name, count in counts.items())
    return f"{sum(counts.values()):,}: {parts}"

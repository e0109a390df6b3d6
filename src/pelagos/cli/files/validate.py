"""Check model files and report every problem."""

from __future__ import annotations

import warnings
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from pelagos.cli.support.freedoms import freedoms, mobility_of, start_warnings
from pelagos.cli.support.options import reading_options
from pelagos.cli.support.text import plural, print_json
from pelagos.errors import ModelError, ModelWarning

if TYPE_CHECKING:
    from pelagos.model import Robot


@click.command("validate")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@reading_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def command(files: tuple[str, ...], reading: dict[str, Any], as_json: bool) -> int:
    """Check model files and report every problem with its line and remedy.

    Notes list what was left out of imported files and what was changed on reading. Warnings point
    out surprising initial states: joints that had to move to close a loop, or are beyond stops, and
    loops that start in a singular pose.
    The exit code is 2 if any file has a problem; notes and warnings leave it 0.

    \b
    Examples:
      pelagos validate arm.yaml
      pelagos validate models/*.yaml --json
    """
    reports = [_check(file, reading) for file in files]
    if as_json:
        print_json([{**r, "problems": [asdict(p) for p in r["problems"]]} for r in reports])
    else:
        for report in reports:
            if report["valid"]:
                click.echo(f"{report['file']}: ok ({report['summary']})")
            for note in report["notes"]:
                click.echo(f"  note: {note}")
            for problem in report["problems"]:
                click.echo(str(problem), err=True)
            for warning in report["warnings"]:
                click.echo(f"{report['file']}: warning: {warning}", err=True)
        bad = sum(not report["valid"] for report in reports)
        if bad and len(files) > 1:
            click.echo(f"{bad} of {plural(len(files), 'file')} cannot be used", err=True)
    return 0 if all(report["valid"] for report in reports) else 2


def _check(file: str, reading: dict[str, Any]) -> dict[str, Any]:
    """Read a model with each of its scenarios."""
    from pelagos import model

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ModelWarning)  # the notes are told below
            robot = model.load(file, **reading)
        for scenario in robot.scenarios:
            robot.resolved(scenario)
    except ModelError as error:
        nothing: dict[str, Any] = {"summary": "", "notes": (), "warnings": []}
        return {"file": file, "valid": False, "problems": error.problems, **nothing}
    summary = ", ".join(
        [
            plural(len(robot.bodies), "body", "bodies"),
            freedoms(mobility_of(robot)),
            plural(len(robot.scenarios), "scenario"),
        ]
    )
    return {
        "file": file,
        "valid": True,
        "summary": summary,
        "problems": (),
        "notes": robot.notes,
        "warnings": _warnings(robot),
    }


def _warnings(robot: Robot) -> list[str]:
    """Remarks on the start, once each, with the first scenario that has them.

    Singular poses are looked for without scenarios only: each would have to be compiled.
    """
    from pelagos.model.checks.start_notes import start_notes

    found = {note: note for note in start_warnings(robot.resolved(None))}
    for scenario in robot.scenarios:
        for note in start_notes(robot.resolved(scenario)):
            found.setdefault(note, f"scenario {scenario}: {note}")
    return list(found.values())

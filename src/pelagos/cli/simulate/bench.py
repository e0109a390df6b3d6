"""Measure how fast a robot is on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pelagos.cli.support.progress import Progress
from pelagos.cli.support.text import print_json, print_table, span
from pelagos.cli.support.types import ROBOT, SCENARIO

if TYPE_CHECKING:
    from pelagos.analysis.speed import MeasuredSpeed


@click.command("bench")
@click.argument("robot", type=ROBOT, default="chain20")
@click.argument("scenario", type=SCENARIO, required=False)
@click.option("--threads", type=click.IntRange(1), help="For the batch; default: one per core.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")
def command(robot: str, scenario: str | None, threads: int | None, as_json: bool) -> int:
    """Measure how fast ROBOT is on this machine, with every formulation, alone and in a batch.

    Evaluations are measured in processor time, runs in wall time, at the tolerances of the file.
    For comparisons with other programs see `make bench` in the repository.

    \b
    Examples:
      pelagos bench
      pelagos bench maarco yaw --threads 1
      pelagos bench arm.yaml lift --json
    """
    from pelagos import model

    loaded = model.load(robot)
    if scenario is not None:
        loaded.scenario(scenario)
    from pelagos.analysis.speed import speed

    progress = Progress(quiet=as_json)
    try:
        found = speed(loaded, scenario, threads=threads, progress=progress)
    finally:
        progress.done()
    if as_json:
        print_json(found.to_dict())
    else:
        _print(found)
    return 0


def _print(found: MeasuredSpeed) -> None:
    place = f", {found.scenario}" if found.scenario else ""
    click.echo(f"{found.robot}{place}: {found.speeds} speeds, {found.lanes} lanes")
    rows = [("accelerations by", "alone", f"of {found.lanes} at once, each")]
    rows += [(e.method, span(e.alone), span(e.batch)) for e in found.evaluations]
    print_table(rows)
    click.echo(f"\nruns of {found.duration:g} s ({found.steps} steps)")
    rows = [("one", span(found.run), _times_real(found.duration, found.run))]
    if found.batch is not None:
        each = found.batch / found.runs
        on = f"{found.runs} on {found.threads} threads, each"
        rows.append((on, span(each), f"{_times_real(found.duration, each)}, {1 / each:.3g} runs/s"))
    print_table(rows)


def _times_real(simulated: float, wall: float) -> str:
    return f"{simulated / wall:.3g} times real time"

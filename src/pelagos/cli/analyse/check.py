"""Compare all formulations of a robot with each other."""

from __future__ import annotations

from typing import Any

import click

from pelagos.cli.support.freedoms import start_warnings
from pelagos.cli.support.options import reading_options, set_option
from pelagos.cli.support.progress import Progress
from pelagos.cli.support.text import plural, print_json, print_table
from pelagos.cli.support.types import ROBOT, SCENARIO, TIME


@click.command("check")
@click.argument("robot", type=ROBOT)
@click.argument("scenario", type=SCENARIO, required=False)
@click.option("--states", type=click.IntRange(1, 100_000), default=20, show_default=True,
              help="Number of random states.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True,
              help="Seed of the random states.")  # fmt: skip
@click.option("--duration", type=TIME, help="Length of the short run; default: at most 1 s.")
@set_option("bodies.hull.mass=12.1")
@reading_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def command(
    robot: str,
    scenario: str | None,
    states: int,
    seed: int,
    duration: float | None,
    settings: tuple[str, ...],
    reading: dict[str, Any],
    as_json: bool,
) -> int:
    """Compare all formulations of ROBOT with each other and with the laws of mechanics.

    At random states (which satisfy the constraints, if there are any) and along a short run, these
    are compared: accelerations of every pair of formulations, reactions and forces, forward with
    inverse dynamics, power and momentum; then the energy balance and the constraint residuals of a
    run with each formulation. The exit code is 1 if an error exceeds its tolerance.

    \b
    Examples:
      pelagos check double-pendulum
      pelagos check four-bar driven --states 100 --seed 7
      pelagos check arm.yaml lift --set bodies.arm.mass=2 --json
    """
    from pelagos import model

    loaded = model.load(robot, set=settings, **reading)
    if scenario is not None:
        loaded.scenario(scenario)
    from pelagos.analysis import check

    progress = Progress(quiet=as_json)
    try:
        found = check(
            loaded, scenario, states=states, seed=seed, duration=duration, progress=progress
        )
    finally:
        progress.done()
    notes = start_warnings(loaded.resolved(scenario))
    if as_json:
        print_json({**found.to_dict(), "warnings": notes})
    else:
        place = f", {scenario}" if scenario else ""
        asked = f"{plural(states, 'random state')} (seed {seed}), {found.duration:g} s of motion"
        click.echo(f"{found.robot}{place}: {asked}")
        print_table(found.rows())
        failed = sum(not finding.ok for finding in found.findings)
        click.echo("all within tolerance" if found.ok else f"{plural(failed, 'check')} failed")
    for note in notes:
        click.echo(f"pelagos: warning: {note}", err=True)
    return 0 if found.ok else 1

"""Turn prescribed motion into efforts and back."""

from __future__ import annotations

import math

import click

from pelagos.cli.support.options import set_option
from pelagos.cli.support.progress import Progress
from pelagos.cli.support.text import print_json, print_table
from pelagos.cli.support.types import ROBOT, SCENARIO, TIME


@click.command("roundtrip")
@click.argument("robot", type=ROBOT)
@click.argument("scenario", type=SCENARIO, required=False)
@click.option("--step", type=TIME, default=0.0125, show_default=True,
              help="Step of rk4 on the way back.")  # fmt: skip
@click.option("--duration", type=TIME, help="Simulated time; default: the scenario's.")
@click.option("--method", default="newton-euler", show_default=True,
              help="Formulation: newton-euler, kane, moving-frame, udwadia-kalaba.")  # fmt: skip
@set_option("snake.mass=0.3")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def command(
    robot: str,
    scenario: str | None,
    step: float,
    duration: float | None,
    method: str,
    settings: tuple[str, ...],
    as_json: bool,
) -> int:
    """Turn the prescribed motion of ROBOT into efforts, and the efforts back into motion.

    On the way back, motors take the place of the prescribed joints, and rk4 integrates with a fixed
    step. Efforts are given at the times of its stages, or held over every step as a controller
    would. The table shows how far each joint strays; the order of convergence is that of the
    largest error, found with this step and half of it.

    \b
    Examples:
      pelagos roundtrip snake20 spiral --step 0.0125
      pelagos roundtrip snake8-free coil --method moving-frame --json
    """
    from pelagos import model

    loaded = model.load(robot, set=settings)
    from pelagos.applications.round_trip import round_trip

    progress = Progress(quiet=as_json)
    try:
        found = round_trip(
            loaded, scenario, step=step, duration=duration, method=method, progress=progress
        )
    finally:
        progress.done()
    if as_json:
        print_json(found.to_dict())
        return 0
    place = f", {scenario}" if scenario else ""
    click.echo(f"{found.robot}{place}: {found.wish.time[-1]:g} s by rk4 with steps of {step:g} s")
    rows = [("joint", "largest effort", "off, efforts at the stages", "off, efforts held")]
    wish = found.wish
    efforts = [
        f"{size:.3g} {unit}"
        for size, unit in zip(abs(wish.efforts).max(axis=0), wish.effort_units, strict=True)
    ]
    off = [
        [_off(error, unit) for error, unit in zip(trip.errors, wish.units, strict=True)]
        for trip in (found.stages, found.held)
    ]
    rows += zip(wish.actuators, efforts, *off, strict=True)
    rows.append(("order", "", _order(found.stages.order), _order(found.held.order)))
    print_table(rows)
    return 0


def _off(error: float, unit: str) -> str:
    return f"{error:.2e} {unit}" if math.isfinite(error) else "blew up"


def _order(order: float) -> str:
    return "-" if math.isnan(order) else f"{order:.2f}"

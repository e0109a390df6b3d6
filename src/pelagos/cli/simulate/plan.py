"""Plan the motion that costs least."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pelagos.cli.support.options import set_option
from pelagos.cli.support.outputs import check_distinct, check_drawings, draw
from pelagos.cli.support.progress import Progress
from pelagos.cli.support.text import print_json, print_table
from pelagos.cli.support.types import ROBOT, SCENARIO, TIME
from pelagos.errors import PelagosError
from pelagos.text import number

if TYPE_CHECKING:
    from pelagos.planning import MotionPlan


@click.command("plan")
@click.argument("plan", metavar="PLAN|ROBOT", type=ROBOT)
@click.argument("scenario", type=SCENARIO, required=False)
@click.option("--plan", "file", type=click.Path(path_type=Path), help="Plan file for ROBOT.")
@click.option("--duration", type=TIME, help="Of the motion; default: the plan's.")
@click.option("--intervals", type=int, help="Pieces over which inputs are constant.")
@click.option("--steps", type=int, help="Runge-Kutta steps in each.")
@click.option("--solver", help="ipopt (default) or scipy, for small plans.")
@click.option("--max-iterations", type=int, help="Of the solver; default 500.")
@set_option("bodies.cart.mass=2", " of the robot")
@click.option("--out", type=click.Path(path_type=Path), help="The plan: .json.")
@click.option("--result", type=click.Path(path_type=Path), help="Result of a run of it: .nc.")
@click.option("--plot", type=click.Path(path_type=Path), help="Picture of that run: .png, ...")
@click.option("--view", type=click.Path(path_type=Path), help="3D page of that run: .html.")
@click.option("--movie", type=click.Path(path_type=Path), help="Movie of that run: .mp4, ...")
@click.option("--json", "as_json", is_flag=True, help="Print the plan as JSON.")
@click.option("--quiet", is_flag=True, help="Print nothing but failures.")
def command(
    plan: str,
    scenario: str | None,
    file: Path | None,
    settings: tuple[str, ...],
    out: Path | None,
    result: Path | None,
    plot: Path | None,
    view: Path | None,
    movie: Path | None,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> int:
    """Plan the motion of a robot that costs least and meets conditions, and try it out.

    PLAN is a plan file (YAML: robot, cost, bounds, ...; docs/how-to/planning.md). With --plan FILE
    that file is used for another ROBOT, in SCENARIO if one is named. The inputs found are then
    simulated with the engine's own steps, and the command says how far that run ends from the plan.
    A search that fails says why, and gives the best motion it found; the exit code is then 1 (or
    130, after Ctrl-C).

    \b
    Examples:
      pelagos plan examples/plans/swing_up.yaml --view swing_up.html
      pelagos plan examples/plans/reach.yaml --out reach.json --result reach.nc
      pelagos plan cart-pole --plan examples/plans/swing_up.yaml --set bodies.cart.mass=2
    """
    from pelagos.model import builtin_names
    from pelagos.planning import plan_file

    drawn = {"plot": plot, "view": view, "movie": movie}
    check_drawings(drawn)
    check_distinct(out=out, result=result, **drawn)
    if out is not None and out.suffix != ".json":
        raise PelagosError(f"{out}: plans are written as JSON\n    end the name with .json")
    if file is None and scenario is not None:
        raise click.UsageError("SCENARIO goes with a ROBOT: give --plan FILE, too")
    if file is None and plan in builtin_names():
        raise click.UsageError(f"{plan} is a robot: give --plan FILE, too, which says what to plan")
    changes = {name: value for name, value in options.items() if value is not None}

    given = {} if file is None else {"robot": plan, "scenario": scenario}
    progress = Progress(quiet=quiet)
    try:
        found = plan_file(file or plan, progress, settings=settings, **given, **changes)
        if out is not None:
            found.save(out)
        progress(None, "simulating the plan ...")
        run, error = found.replayed(out=result)
        draw(run, drawn, progress)
    finally:
        progress.done()
    if as_json:
        print_json({**found.to_dict(), "error": error if math.isfinite(error) else None})
    elif not quiet:
        _print(found, error, {"plan": out, "result": result, **drawn})
    if not found.success:
        click.echo(f"pelagos: {found.name}: {found.reason}; {_off(found)}", err=True)
    return 0 if found.success else 130 if found.interrupted else 1


def _off(plan: MotionPlan) -> str:
    return f"{plan.worst} is off by {plan.violation:.1e}"


def _print(plan: MotionPlan, error: float, written: dict[str, Path | None]) -> None:
    end = plan.times[-1] - plan.times[0]
    click.echo(f"{plan.name}: {plan.reason}")
    rows = [
        ("cost", number(plan.cost)),
        ("motion", f"{number(end)} s in {len(plan.times) - 1} intervals"),
        ("computed in", f"{plan.seconds:.3g} s ({plan.iterations} iterations of {plan.solver})"),
        ("conditions", f"met to {plan.violation:.1e}"),
        ("simulated", f"ends within {error:.1e} of the plan"),
    ]
    rows += [(path, number(value)) for path, value in plan.parameters.items()]
    rows += [(name, str(place)) for name, place in written.items() if place is not None]
    print_table(rows)

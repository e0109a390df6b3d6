"""Simulate a robot and keep the result."""

from __future__ import annotations

import dataclasses
import math
import re
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pelagos.cli.support.freedoms import start_warnings
from pelagos.cli.support.options import reading_options, set_option
from pelagos.cli.support.outputs import check_distinct, check_drawings, draw
from pelagos.cli.support.progress import Progress
from pelagos.cli.support.text import plural, print_json, print_table
from pelagos.cli.support.types import NUMBER, ROBOT, SCENARIO, TIME
from pelagos.errors import ModelWarning
from pelagos.text import number

if TYPE_CHECKING:
    from pelagos.model import Robot
    from pelagos.result import Run


@click.command("run")
@click.argument("robot", type=ROBOT)
@click.argument("scenario", type=SCENARIO, required=False)
@click.option("--duration", type=TIME, help="Simulated time; default: the scenario's.")
@click.option("--method", help="Formulation of the motion; default newton-euler.")
@click.option("--integrator", help="auto (default: dopri5, or radau if stiff), or another.")
@click.option("--rtol", type=NUMBER, help="Relative tolerance of variable steps; default 1e-6.")
@click.option("--atol", type=NUMBER, help="Absolute tolerance; default 1e-9, less for small rtol.")
@click.option("--step", type=TIME, help="Fixed step, default 1 ms; or the longest variable one.")
@click.option("--every", type=TIME, help="Output interval; default 1/500 of the duration.")
@set_option("bodies.hull.mass=12.1", ", or those in @FILE")
@click.option(
    "--sensitivity",
    "sensitivities",
    multiple=True,
    metavar="PATH",
    help="Keep derivatives by a number of the model, or by q[...] and u[...] at the start.",
)
@click.option("--out", type=click.Path(path_type=Path), help="Result file; see above.")
@click.option("--no-out", is_flag=True, help="Keep no result file.")
@click.option("--plot", type=click.Path(path_type=Path), help="Picture: .png, .pdf or .svg.")
@click.option("--view", type=click.Path(path_type=Path), help="3D page: .html.")
@click.option("--movie", type=click.Path(path_type=Path), help="Movie: .mp4, .webm, .avi, .gif.")
@reading_options
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
@click.option("--quiet", is_flag=True, help="Print nothing but failures.")
def command(
    robot: str,
    scenario: str | None,
    settings: tuple[str, ...],
    out: Path | None,
    no_out: bool,
    plot: Path | None,
    view: Path | None,
    movie: Path | None,
    reading: dict[str, Any],
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> int:
    """Simulate ROBOT, in SCENARIO if one is named, and keep the result.

    ROBOT is a built-in name or a model file (YAML or URDF). The result goes to --out, or else to
    ROBOT-SCENARIO.nc in this folder (NetCDF-4: xarray, h5py, MATLAB). It is written while the
    simulation runs, so Ctrl-C or a crash keeps what was computed. A run that finishes replaces an
    earlier result of that name; an unfinished one is kept beside it as NAME.part.nc. Files other
    than results are never overwritten. Numbers may carry units: --duration "2 min".

    \b
    Examples:
      pelagos run double-pendulum --plot swing.png --view swing.html
      pelagos run cart-pole --duration 5 --rtol 1e-9 --every 0.01
      pelagos run arm.yaml lift --set bodies.arm.mass=2 --out lift.nc
      pelagos run chain20 --integrator rk4 --step 1e-3 --json
      pelagos run rov-arm --sensitivity bodies.hull.mass --sensitivity "u[hull.w]"
    """
    if no_out and out:
        raise click.UsageError("--out and --no-out contradict each other")
    outputs = {"plot": plot, "view": view, "movie": movie}
    check_drawings(outputs)
    from pelagos import model

    if quiet:
        warnings.simplefilter("ignore", ModelWarning)
    loaded = model.load(robot, set=settings, **reading)
    resolved = loaded.resolved(scenario)
    path = None if no_out else out or default_path(robot, scenario)
    check_distinct(out=path, **outputs)

    from pelagos.run import simulate

    given = {name: value for name, value in options.items() if value not in (None, ())}
    progress = Progress(quiet=quiet)
    try:
        run = simulate(loaded, scenario, out=path, progress=progress, **given)
        draw(run, outputs, progress)
    finally:
        progress.done()
    notes = _notes(resolved, run)
    if as_json:
        print_json({**summary(run, outputs), "warnings": notes})
    elif not quiet:
        _print(run, outputs)
    if not quiet:
        _warn(notes)
    return _exit_code(run)


def _warn(notes: list[str]) -> None:
    for note in notes:
        click.echo(f"pelagos: warning: {note}", err=True)


def _notes(robot: Robot, run: Run) -> list[str]:
    """What is doubtful about the start, the mechanism and the run."""
    return start_warnings(robot) + (run.warnings() if run.outcome.finished else [])


def default_path(robot: str, scenario: str | None) -> Path:
    """ROBOT-SCENARIO.nc in the current folder."""
    words = [Path(robot).stem, scenario] if scenario else [Path(robot).stem]
    return Path(re.sub(r"[^\w.+-]+", "_", "-".join(words)) + ".nc")


def summary(run: Run, outputs: dict[str, Path | None]) -> dict[str, Any]:
    """What happened, for programs."""
    return {
        "robot": run.header.name,
        "scenario": run.header.scenario,
        "method": run.header.method,
        "integrator": run.header.integrator,
        "outcome": dataclasses.asdict(run.outcome),
        "samples": len(run),
        "audit": run.audit().to_dict(),
        "warnings": run.warnings(),
        "rows": _rows_at_start(run),
        "rank": run.header.rank,
        "loads": {dock: peak._asdict() for dock, peak in run.peak_loads().items()},
        "sensitivities": list(run.sensitivities.paths) if run.sensitivities else [],
        "result": str(run.path) if run.path else None,
        **{name: str(place) if place else None for name, place in outputs.items()},
    }


def _print(run: Run, outputs: dict[str, Path | None]) -> None:
    outcome, audit = run.outcome, run.audit()
    scenario = f", {run.header.scenario}" if run.header.scenario else ""
    click.echo(f"{run.header.name}{scenario}: {outcome.code} at t = {number(outcome.time)} s")
    ratio = (
        f", {_ratio(outcome.time / outcome.wall)} times real time"
        if outcome.time and outcome.wall
        else ""
    )
    steps = f"{outcome.steps} steps, {outcome.rejected} rejected"
    balance = f"balanced to {audit.energy_balance:.1e} of {number(audit.energy_scale)} J"
    rows = [("computed in", f"{outcome.wall:.3g} s{ratio} ({steps})"), ("energy", balance)]
    if run.header.constraints:
        rows.append(("constraints", _constraints(run, audit.constraint_error)))
    if run.header.docks:
        rows.append(("loads", _loads(run)))
    rows += [("event", _event(event)) for event in outcome.events]
    if outcome.code == "stopped":
        rows.append(("stopped by", outcome.message))
    if run.sensitivities is not None:
        rows.append(("sensitivities", f"by {', '.join(run.sensitivities.paths)}"))
    if run.path is not None:
        rows.append(("result", f"{run.path} ({len(run)} samples)"))
    rows += [(name, str(place)) for name, place in outputs.items() if place is not None]
    print_table(rows)


def _rows_at_start(run: Run) -> int:
    """Rows in force at the start; others wait for an event."""
    waiting = {name for name, c in run.robot.constraints.items() if not c.active}
    return sum(label.rpartition(".")[0] not in waiting for label in run.header.constraints)


def _constraints(run: Run, error: float) -> str:
    rank = run.header.rank
    rows = "" if rank is None else f"{plural(_rows_at_start(run), 'row')} of rank {rank}, "
    return f"{rows}kept to {error:.1e} (m or rad)"


def _event(event: dict[str, Any]) -> str:
    """When what happened, and what it cost."""
    words = [event["name"], "at t =", number(event["time"]), "s:", event["action"]]
    text = " ".join([*words, event.get("dock", "")]).rstrip()
    if "impulse" in event:
        sizes = [math.hypot(*event[key]) for key in ("impulse", "angular_impulse")]
        text += f", impulse {number(sizes[0])} N s and {number(sizes[1])} N m s"
    if "energy_loss" in event:
        text += f", {number(event['energy_loss'])} J lost"
    if event.get("rank", 0) < event.get("rows", 0):
        text += f"; now {plural(event['rows'], 'row')} of rank {event['rank']}"
    return text


def _loads(run: Run) -> str:
    """The largest force and the largest moment, and where they were."""
    peaks = run.peak_loads()
    force = max(peaks, key=lambda dock: peaks[dock].force)
    moment = max(peaks, key=lambda dock: peaks[dock].moment)
    return (
        f"up to {number(peaks[force].force)} N at {force}, "
        f"{number(peaks[moment].moment)} N m at {moment}"
    )


def _ratio(value: float) -> str:
    """Three digits are enough, and none behind the point of a large one."""
    return f"{float(f'{value:.2g}'):,.0f}" if value >= 10 else f"{value:.2g}"


def _exit_code(run: Run) -> int:
    """0 for a run that finished; otherwise say why it did not."""
    if run.outcome.finished:
        return 0
    click.echo(f"pelagos: {run.outcome}", err=True)
    return 130 if run.outcome.code == "interrupted" else 1

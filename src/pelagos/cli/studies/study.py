"""Inspect the results of a sweep; repeat one of its runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from pelagos.cli.support.outputs import check_distinct
from pelagos.cli.support.progress import Progress
from pelagos.cli.support.text import plural, print_json, print_table
from pelagos.text import number

if TYPE_CHECKING:
    from pelagos.study.summary import Summary

FOLDER = click.Path(path_type=Path)
_SHOWN = 5  # failures


@click.group("study")
def command() -> None:
    """Read the folder of a sweep, and repeat single runs of it.

    \b
    Examples:
      pelagos study info drag-runs                      progress and metrics
      pelagos study report drag-runs --html drag.html   distributions, sensitivities, worst cases
      pelagos study rerun drag-runs 12 --view 12.html   one run again, with its history
      pelagos study export drag-runs drag.csv           one line per run
    """


@command.command("info")
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def info(folder: Path, as_json: bool) -> None:
    """Describe the study in DIR, how far it has come, and how its metrics are distributed.

    \b
    Example:
      pelagos study info drag-runs
    """
    from pelagos.result.columns import with_unit
    from pelagos.study.storage.folder import open_study

    study = open_study(folder)
    chunks = list(study.chunks())
    columns = [*study.columns, *study.metric_names]
    values = np.concatenate([np.hstack([c.drawn, c.metrics]) for c in chunks]) if chunks else None
    failures = study.failures()
    facts: dict[str, Any] = {
        "robot": study.facts["robot"].get("name", study.facts["source"]),
        "scenario": study.facts["study"].get("scenario"),
        "runs": study.runs,
        "done": study.done(),
        "failed": len(failures),
        "failures": {str(run): text for run, text in failures.items()},
        "columns": {
            name: _spread(values[:, k]) for k, name in enumerate(columns) if values is not None
        },
    }
    if as_json:
        print_json(facts)
        return
    scenario = f", {facts['scenario']}" if facts["scenario"] else ""
    state = f"{facts['done']} done, {facts['failed']} failed"
    click.echo(f"{facts['robot']}{scenario}: {plural(study.runs, 'run')}, {state}")
    head = ("", "mean", "deviation", "smallest", "largest")
    units = study.study.metrics.units
    spreads = [
        (with_unit(name, units.get(name, "")), *map(_shown, s.values()))
        for name, s in facts["columns"].items()
    ]
    print_table([head, *spreads])
    for run, text in list(failures.items())[:_SHOWN]:
        click.echo(f"  run {run}: {text}")
    if len(failures) > _SHOWN:
        click.echo(f"  ... and {len(failures) - _SHOWN} more; see --json")


def _spread(values: np.ndarray) -> dict[str, float | None]:
    """Mean, deviation and range, without the runs that have no value."""
    known = values[np.isfinite(values)]
    if len(known) == 0:
        return dict.fromkeys(("mean", "deviation", "smallest", "largest"))
    deviation = float(np.std(known, ddof=1)) if len(known) > 1 else 0.0
    return {
        "mean": float(np.mean(known)),
        "deviation": deviation,
        "smallest": float(np.min(known)),
        "largest": float(np.max(known)),
    }


def _shown(value: float | None) -> str:
    return "-" if value is None else number(value)


@command.command("rerun")
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.argument("index", type=int)
@click.option("--out", type=FOLDER, help="Keep the history in this result file (.nc).")
@click.option("--view", type=FOLDER, help="3D page: .html.")
def rerun(folder: Path, index: int, out: Path | None, view: Path | None) -> int:
    """Repeat run INDEX of the study in DIR by itself, and compare it with what is stored.

    \b
    Examples:
      pelagos study rerun drag-runs 12
      pelagos study rerun drag-runs 12 --view 12.html --out 12.nc
    """
    check_distinct(out=out, view=view)
    if view is not None:
        from pelagos.result import pages

        pages.check(view)
    from pelagos.study.storage.folder import open_study

    study = open_study(folder)
    drawn, stored, reason = study.of_run(index)
    run = study.rerun(index)
    click.echo(f"run {index}: {run.outcome.code} at t = {number(run.outcome.time)} s")
    print_table([(name, number(value)) for name, value in (drawn | stored).items()])
    if out is not None:
        run.save(out)
    if view is not None:
        run.view(view)
    from pelagos.study.running import differences

    if other := differences(study, index, run):
        click.echo(f"pelagos: run {index} differs from what is stored ({reason}):", err=True)
        for name, (before, now) in other.items():
            values = "its history" if np.ndim(now) else f"{before!r} stored, {now!r} now"
            click.echo(f"    {name}: {values}", err=True)
        click.echo(f"    it was made with {study.facts['versions']}", err=True)
        return 1
    click.echo("  equal to what is stored, to the bit")
    return 0


@command.command("report")
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option("--html", "page", type=FOLDER, help="Write the report as this page: .html.")
@click.option(
    "--worst",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    help="Runs at either end of each metric that get a 3D page.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the numbers as JSON.")
@click.option("--quiet", is_flag=True, help="Print nothing but failures.")
def report(folder: Path, page: Path | None, worst: int, as_json: bool, quiet: bool) -> None:
    """Report on the study in DIR: distributions, sensitivities, and runs that stand out.

    Without --html the numbers are printed. The page needs no other file and no network; 3D pages
    of the runs that stand out go to a folder beside it, named after it, and are linked.
    Sensitivities are Sobol' indices, first-order and total, for studies with sampling: saltelli and
    for grids; for all others first-order indices and rank correlations.

    \b
    Examples:
      pelagos study report drag-runs
      pelagos study report drag-runs --html drag.html --worst 3
      pelagos study report drag-runs --json
    """
    from pelagos.study.storage.folder import open_study

    study = open_study(folder)
    if page is not None:
        from pelagos.study.report import write_report

        progress = Progress(quiet=quiet)
        try:
            write_report(study, page, worst=worst, progress=progress)
        finally:
            progress.done()
        if not quiet:
            click.echo(f"{page}: {plural(study.done(), 'run')}")
    if as_json or page is None:
        from pelagos.study.summary import Summary

        summary = Summary(study)
        if as_json:
            print_json(summary.to_dict())
        elif not quiet:
            _print_summary(summary)


def _print_summary(summary: Summary) -> None:
    click.echo(f"{summary.title}: {plural(summary.study.runs, 'run')}")
    for output in summary.outputs:
        click.echo(f"\n{output.label}: {output.said}")
        spread = output.spread()
        print_table([tuple(spread), tuple(number(value) for value in spread.values())])
        kinds = ("first", "total", "rank")
        rows = [
            (name, *(str(getattr(found, kind) or "-") for kind in kinds))
            for name, found in output.sensitivities.items()
        ]
        print_table([("", "first-order", "total", "rank correlation"), *rows] if rows else [])
    click.echo(f"\n{summary.method()}")


@command.command("export")
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.argument("table", metavar="FILE", type=FOLDER)
def export(folder: Path, table: Path) -> None:
    """Write the study in DIR as a table: .csv, .parquet, or .nc (NetCDF-4) for xarray.

    \b
    Examples:
      pelagos study export drag-runs drag.csv
      pelagos study export drag-runs drag.parquet
    """
    if table.suffix not in (".csv", ".parquet", ".nc"):
        raise click.UsageError(f"{table}: write .csv, .parquet or .nc")
    from pelagos.study.storage.folder import open_study

    study = open_study(folder)
    if table.suffix == ".csv":
        study.to_csv(table)
    elif table.suffix == ".parquet":
        study.to_parquet(table)
    else:
        study.dataset.to_netcdf(table, engine="h5netcdf")
    click.echo(f"{table}: {plural(study.done(), 'run')}")

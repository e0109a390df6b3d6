"""`pelagos study`: what a sweep has left in its folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import numpy as np

from pelagos.cli.text import number, plural, print_json, print_table

FOLDER = click.Path(path_type=Path)
_SHOWN = 5  # failures


@click.group("study")
def command() -> None:
    """Read the folder of a sweep, and repeat single runs of it.

    \b
    Examples:
      pelagos study info drag-runs                      how far it is, and its metrics
      pelagos study rerun drag-runs 12 --view 12.html   one run again, with its history
      pelagos study export drag-runs drag.csv           one line per run
    """


@command.command("info")
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def info(folder: Path, as_json: bool) -> None:
    """Say what the study in DIR is, how far it is, and how its metrics are distributed.

    \b
    Example:
      pelagos study info drag-runs
    """
    from pelagos.study.folder import open_study

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
    spreads = [(name, *map(_shown, s.values())) for name, s in facts["columns"].items()]
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
    """Repeat run INDEX of the study in DIR by itself, and hold it against what is stored.

    \b
    Examples:
      pelagos study rerun drag-runs 12
      pelagos study rerun drag-runs 12 --view 12.html --out 12.nc
    """
    if view is not None:
        from pelagos.view import page

        page.check(view)
    from pelagos.study.folder import open_study

    study = open_study(folder)
    drawn, stored, reason = study.of_run(index)
    run = study.rerun(index)
    again = study.study.metrics.of(run) if run.outcome.finished else np.full(len(stored), np.nan)
    click.echo(f"run {index}: {run.outcome.code} at t = {number(run.outcome.time)} s")
    print_table([(name, number(value)) for name, value in (drawn | stored).items()])
    if out is not None:
        run.save(out)
    if view is not None:
        run.view(view)
    if not np.array_equal(again, list(stored.values()), equal_nan=True):
        click.echo(f"pelagos: run {index} differs from what is stored ({reason}):", err=True)
        for (name, value), other in zip(stored.items(), again, strict=True):
            click.echo(f"    {name}: {value!r} stored, {float(other)!r} now", err=True)
        click.echo(f"    it was made with {study.facts['versions']}", err=True)
        return 1
    click.echo("  equal to what is stored, to the bit")
    return 0


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
    from pelagos.study.folder import open_study

    study = open_study(folder)
    if table.suffix == ".csv":
        study.to_csv(table)
    elif table.suffix == ".parquet":
        from pelagos.study.parquet import write_parquet

        write_parquet(study, table)
    else:
        study.dataset.to_netcdf(table, engine="h5netcdf")
    click.echo(f"{table}: {plural(study.done(), 'run')}")

"""Search for values that optimise a metric of a study."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from pelagos.cli.support.progress import Progress
from pelagos.cli.support.text import plural, print_json, print_table
from pelagos.cli.support.types import NUMBER
from pelagos.errors import PelagosError
from pelagos.text import number

if TYPE_CHECKING:
    from pelagos.study.optimising import Optimum


@click.command("optimise")
@click.argument("study", type=click.Path(path_type=Path))
@click.option("--minimise", metavar="METRIC", help="Metric to minimise.")
@click.option("--maximise", metavar="METRIC", help="Metric to maximise.")
@click.option("--out", type=click.Path(path_type=Path), help="Folder; default: STUDY-best here.")
@click.option("--runs", type=click.IntRange(1), help="Most runs to make; default: the study's.")
@click.option(
    "--population", type=click.IntRange(4), help="Runs per generation; default 16 or more."
)
@click.option(
    "--tolerance",
    type=NUMBER,
    default="1e-3",
    show_default=True,
    help="Stop when steps are smaller than this fraction of the ranges.",
)
@click.option("--threads", type=click.IntRange(1), help="Threads; default: one per core.")
@click.option("--resume", is_flag=True, help="Continue an interrupted search.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.option("--quiet", is_flag=True, help="Print nothing but failures.")
def command(
    study: Path,
    minimise: str | None,
    maximise: str | None,
    out: Path | None,
    runs: int | None,
    population: int | None,
    tolerance: float,
    threads: int | None,
    resume: bool,
    as_json: bool,
    quiet: bool,
) -> int:
    """Search for values of a STUDY's factors that minimise or maximise a METRIC.

    CMA-ES searches between the ends of the factors' ranges (of a normal distribution: three
    deviations to either side); each generation is one batch. Runs that fail rank last. The folder
    is that of a study, whose runs can be read, reported and repeated; in it best.yaml holds the
    best values, history.csv all runs, and convergence.png shows the progress of the search. Ctrl-C
    keeps the best so far; --resume continues, also with more --runs.

    \b
    Examples:
      pelagos optimise gait.yaml --maximise speed
      pelagos optimise gait.yaml --maximise speed --runs 2000 --resume
      pelagos run eel serpenoid --set @gait-best/best.yaml --view best.html
      pelagos study report gait-best --html search.html
    """
    if (minimise is None) == (maximise is None):
        raise click.UsageError("give one of --minimise and --maximise")
    from pelagos.study.reading import Study

    read = Study.read(study)
    from pelagos.study.optimising import optimise

    place = out or Path(f"{study.stem}-best")
    progress = Progress(quiet=quiet)
    try:
        found = optimise(
            read,
            place,
            minimise=minimise,
            maximise=maximise,
            runs=runs,
            population=population,
            tolerance=tolerance,
            threads=threads,
            resume=resume,
            progress=progress,
        )
    finally:
        progress.done()
    _draw(found, place, progress)
    if as_json:
        print_json(_facts(found))
    elif not quiet:
        _print(found, place)
    return 130 if found.ended == "interrupted" else 0


def _draw(found: Optimum, place: Path, progress: Progress) -> None:
    """The way of the search; without matplotlib there is a message instead."""
    from pelagos.study.optimising import write_picture

    try:
        write_picture(found, place / "convergence.png")
    except PelagosError as error:
        progress(None, str(error))


def _facts(found: Optimum) -> dict[str, Any]:
    names = ("goal", "metric", "run", "value", "values", "done", "ended")
    facts = {name: getattr(found, name) for name in names}
    return facts | {"as_is": None if np.isnan(found.as_is) else found.as_is}


def _print(found: Optimum, place: Path) -> None:
    click.echo(f"{place}: {plural(found.done, 'run')}, {found.ended}")
    change = 100 * (found.value - found.as_is) / abs(found.as_is) if found.as_is else np.nan
    said = f"{number(found.as_is)} as is" + (f", {change:+.1f} %" if np.isfinite(change) else "")
    click.echo(f"{found.metric}: {number(found.value)} in run {found.run} ({said})")
    print_table([(name, number(value)) for name, value in found.values.items()])
    for line in found.commands:
        click.echo(f"  {line}")

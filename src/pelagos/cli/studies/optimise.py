"""Search for values that optimise a metric of a study."""

from __future__ import annotations

from pathlib import Path

import click
import numpy as np

from pelagos.cli.support.progress import Progress
from pelagos.cli.support.text import plural, print_json, print_table
from pelagos.cli.support.types import NUMBER
from pelagos.errors import PelagosError
from pelagos.text import number


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
    place = out or Path(f"{study.stem}-best")
    from pelagos.study.optimising import optimise, write_picture

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
    try:
        write_picture(found, place / "convergence.png")
    except PelagosError as error:
        progress(None, str(error))
    if as_json:
        names = ("goal", "metric", "run", "value", "values", "done", "ended")
        facts = {name: getattr(found, name) for name in names}
        print_json(facts | {"as_is": None if np.isnan(found.as_is) else found.as_is})
    elif not quiet:
        click.echo(f"{place}: {plural(found.done, 'run')}, {found.ended}")
        change = 100 * (found.value - found.as_is) / abs(found.as_is) if found.as_is else np.nan
        said = f"{number(found.as_is)} as is" + (
            f", {change:+.1f} %" if np.isfinite(change) else ""
        )
        click.echo(f"{found.metric}: {number(found.value)} in run {found.run} ({said})")
        print_table([(name, number(value)) for name, value in found.values.items()])
        for line in found.commands:
            click.echo(f"  {line}")
    return 130 if found.ended == "interrupted" else 0

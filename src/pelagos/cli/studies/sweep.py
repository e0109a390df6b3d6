"""Run the variations of a study file, many at once."""

from __future__ import annotations

from pathlib import Path

import click

from pelagos.cli.support.progress import Progress
from pelagos.cli.support.text import plural


@click.command("sweep")
@click.argument("study", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="Folder; default: STUDY-runs here.")
@click.option("--threads", type=click.IntRange(1), help="Threads; default: one per core.")
@click.option("--resume", is_flag=True, help="Continue an interrupted sweep.")
@click.option("--cluster", metavar="WHERE", help="Dask: local:4, tcp://HOST:PORT, ...")
@click.option("--quiet", is_flag=True, help="Print nothing but failures.")
def command(
    study: Path,
    out: Path | None,
    threads: int | None,
    resume: bool,
    cluster: str | None,
    quiet: bool,
) -> int:
    """Run all variations of a STUDY file and store the results in a folder.

    Runs go through the batch engine, chunk by chunk, and every chunk is stored before the next
    begins. After Ctrl-C, a kill or a crash, --resume continues, and the results are the same to the
    bit as those of a sweep that was never stopped. Runs that fail are recorded with their reason.

    With --cluster the chunks go to the workers of a Dask cluster: --cluster local:4 starts four
    processes here, --cluster tcp://HOST:PORT uses a running scheduler. Workers may join, leave and
    crash. The results are those of one machine, to the bit.

    \b
    Examples:
      pelagos sweep drag.yaml
      pelagos sweep drag.yaml --out results/drag --threads 2
      pelagos sweep drag.yaml --resume
      pelagos sweep drag.yaml --cluster local:4
      pelagos sweep drag.yaml --cluster tcp://10.0.0.5:8786
    """
    from pelagos.study.reading import Study

    read = Study.read(study)
    place = out or Path(f"{study.stem}-runs")
    from pelagos.study.sweeping import sweep

    progress = Progress(quiet=quiet)
    try:
        folder = sweep(
            read, place, threads=threads, resume=resume, cluster=cluster, progress=progress
        )
    except KeyboardInterrupt:
        progress.done()
        click.echo(f"pelagos: interrupted: {_stored(place)}; continue with --resume", err=True)
        return 130
    finally:
        progress.done()
    failed = folder.failed()
    if not quiet:
        click.echo(f"{place}: {plural(folder.runs, 'run')}, {failed} failed")
        click.echo(f"  pelagos study info {place}")
    return 0


def _stored(place: Path) -> str:
    """What is in the folder of a sweep that was interrupted, looked up there."""
    from pelagos.study.storage.folder import MANIFEST, StudyFolder

    if not (place / MANIFEST).exists():
        return f"nothing is stored in {place}"
    folder = StudyFolder(place)
    return f"{folder.done():,} of {plural(folder.runs, 'run')} are stored in {place}"

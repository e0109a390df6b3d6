"""Write a result in another format."""

from __future__ import annotations

from pathlib import Path

import click

from pelagos.cli.formats import formats, writer_of
from pelagos.cli.support.progress import Progress
from pelagos.errors import PelagosError

_LIST = "\n".join(f"  {ending:<9} {what}" for ending, what in formats().items())


@click.command(
    "export",
    help=f"""Write the result RUN to FILE, whose ending says the format.

\b
{_LIST}

\b
Examples:
  pelagos export swing.nc swing.csv
  pelagos export swing.nc swing.mat
  pelagos export dive.nc dive.mcap
""",
)
@click.argument("run", type=click.Path(path_type=Path))
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--overwrite", is_flag=True, help="Replace FILE if it exists.")
@click.option("--quiet", is_flag=True, help="Print nothing but failures.")
def command(run: Path, file: Path, overwrite: bool, quiet: bool) -> None:
    from pelagos import result

    write = writer_of(file)
    if file.is_dir():
        raise PelagosError(f"{file}: is a folder; name a file in it")
    if file.exists() and not overwrite:
        raise PelagosError(f"{file}: exists\n    choose another name, or add --overwrite")
    opened = result.open(run)
    if file.exists() and file.samefile(run):
        raise PelagosError(f"{file}: is the result itself\n    choose another name")
    progress = Progress(quiet=quiet)
    try:
        notes = list(write(opened, file, progress))
    finally:
        progress.done()
    if not quiet:
        click.echo(str(file))
        for note in notes:
            click.echo(f"  {note}")

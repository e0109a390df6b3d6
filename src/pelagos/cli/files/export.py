"""Write a result or a robot in another format."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pelagos.cli.formats import Text, formats, text_of_robot, writer_of
from pelagos.cli.support.options import reading_options, set_option
from pelagos.cli.support.progress import Progress
from pelagos.errors import PelagosError

_LIST = "\n".join(f"  {ending:<9} {what}" for ending, what in formats().items())


@click.command(
    "export",
    help=f"""Write a result, or a robot, to FILE, whose ending says the format.

Of a robot, what the format cannot say is listed.

\b
{_LIST}

\b
Examples:
  pelagos export swing.nc swing.csv
  pelagos export swing.nc swing.mat
  pelagos export dive.nc dive.mcap
  pelagos export arm6 arm6.urdf
  pelagos export rov.sdf rov.xml
""",
)
@click.argument("run", metavar="RUN|ROBOT", type=click.Path(path_type=Path))
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--overwrite", is_flag=True, help="Replace FILE if it exists.")
@set_option("bodies.hull.mass=12", "; of robots")
@reading_options
@click.option("--quiet", is_flag=True, help="Print nothing but failures.")
def command(
    run: Path,
    file: Path,
    overwrite: bool,
    settings: tuple[str, ...],
    reading: dict[str, Any],
    quiet: bool,
) -> None:
    of_robot = text_of_robot(file)
    if file.is_dir():
        raise PelagosError(f"{file}: is a folder; name a file in it")
    if file.exists() and not overwrite:
        raise PelagosError(f"{file}: exists\n    choose another name, or add --overwrite")
    _check_kind(run, file, of_robot is not None)
    if of_robot is None:
        if settings or any(reading.values()):
            raise PelagosError(f"{file}: options of models have no effect on results")
        notes = _result(run, file, quiet)
    else:
        notes = _robot(str(run), file, of_robot, settings, reading)
    if not quiet:
        click.echo(str(file))
        for note in notes:
            click.echo(f"  {note}")


def _check_kind(given: Path, file: Path, of_robot: bool) -> None:
    """Refuse a result for formats of robots, and a robot for those of results."""
    from pelagos.importers.table import endings
    from pelagos.model import builtin_names

    if of_robot and given.suffix.lower() == ".nc":
        raise PelagosError(
            f"{given}: is a result, and {file.suffix} is a format of robots\n"
            f"    its robot as a model: pelagos info {given} --flat > robot.yaml"
        )
    models = (".yaml", ".yml", *endings())
    named = str(given) in builtin_names() and not given.exists()
    if not of_robot and (named or given.suffix.lower() in models):
        raise PelagosError(
            f"{given}: is a robot, and {file.suffix} is a format of results\n"
            f"    simulate it first: pelagos run {given} --out run.nc; robots: .urdf, .xml"
        )


def _result(run: Path, file: Path, quiet: bool) -> list[str]:
    from pelagos import result

    write = writer_of(file)
    opened = result.open(run)
    if file.exists() and file.samefile(run):
        raise PelagosError(f"{file}: is the result itself\n    choose another name")
    progress = Progress(quiet=quiet)
    try:
        return list(write(opened, file, progress))
    finally:
        progress.done()


def _robot(
    model: str, file: Path, text: Text, settings: tuple[str, ...], reading: dict[str, Any]
) -> list[str]:
    from pelagos.model import load

    if Path(model).exists() and file.exists() and file.samefile(model):
        raise PelagosError(f"{file}: is the model itself\n    choose another name")
    written, lost = text(load(model, set=settings, **reading))
    try:
        file.write_text(written, encoding="utf-8")
    except OSError as error:
        raise PelagosError(f"{file}: cannot be written: {error.strerror}") from None
    return lost

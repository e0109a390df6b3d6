"""Write a result or a robot in another format."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from pelagos.cli.formats import files_beside, formats, programs_of_robot, text_of_robot, writer_of
from pelagos.cli.support.options import reading_options, set_option
from pelagos.cli.support.progress import Progress
from pelagos.errors import PelagosError

_LIST = "\n".join(f"  {ending:<9} {what}" for ending, what in formats().items())
# Options of robots' programs, and how they are written.
_WORDS = {
    "inputs": "--input",
    "parameters": "--parameter",
    "derivatives": "--derivatives",
    "outputs": "--output",
    "platforms": "--platform",
}


@click.command(
    "export",
    help=f"""Write a result, or a robot, to FILE, whose ending says the format.

Of a robot, what the format cannot say is listed. Programs of a robot, .c and .fmu, are its
equations of motion in a scenario; inputs and parameters stay open.

\b
{_LIST}

\b
Examples:
  pelagos export swing.nc swing.csv
  pelagos export swing.nc swing.mat
  pelagos export dive.nc dive.mcap
  pelagos export arm6 arm6.urdf
  pelagos export rov.sdf rov.xml
  pelagos export rov-arm --to rov.c --parameter bodies.hull.mass --derivatives
  pelagos export eel serpenoid --to eel.c
  pelagos export rov-arm --to rov.fmu --output "depth[hull]" --output "q[hand]"
""",
)
@click.argument("run", metavar="RUN|ROBOT", type=click.Path(path_type=Path))
@click.argument("rest", metavar="[SCENARIO] FILE", nargs=-1)
@click.option("--to", type=click.Path(path_type=Path), help="FILE, in place of the last argument.")
@click.option("--overwrite", is_flag=True, help="Replace FILE if it exists.")
@click.option(
    "--input",
    "inputs",
    multiple=True,
    metavar="ACTUATOR",
    help="Programs: an actuator that is set from outside. Repeatable; without it, all that can be.",
)
@click.option("--no-inputs", is_flag=True, help="Programs: all actuators follow their signals.")
@click.option(
    "--parameter",
    "parameters",
    multiple=True,
    metavar="PATH",
    help="Programs: a number that stays open, as bodies.hull.mass. Repeatable.",
)
@click.option("--derivatives", is_flag=True, help="C: exact derivatives, too.")
@click.option(
    "--output",
    "outputs",
    multiple=True,
    metavar="[NAME=]EXPR",
    help="FMU: what it gives, as depth[hull]. Repeatable; without it, all states.",
)
@click.option(
    "--platform",
    "platforms",
    multiple=True,
    metavar="NAME",
    help="FMU: linux64, win64 or darwin64. Repeatable; others than this machine need zig.",
)
@set_option("bodies.hull.mass=12", "; of robots")
@reading_options
@click.option("--quiet", is_flag=True, help="Print nothing but failures.")
def command(
    run: Path,
    rest: tuple[str, ...],
    to: Path | None,
    overwrite: bool,
    settings: tuple[str, ...],
    reading: dict[str, Any],
    quiet: bool,
    **programs: Any,
) -> None:
    scenario, file = _target(rest, to)
    writes_programs = programs_of_robot(file)
    of_robot = text_of_robot(file) is not None or writes_programs is not None
    if file.is_dir():
        raise PelagosError(f"{file}: is a folder; name a file in it")
    for target in (file, *files_beside(file)):
        if target.exists() and not overwrite:
            raise PelagosError(f"{target}: exists\n    choose another name, or add --overwrite")
    _check_kind(run, file, of_robot)
    options = _options(file, programs, writes_programs[1] if writes_programs else ())
    if scenario is not None and writes_programs is None:
        raise PelagosError(f"{scenario}: {file.suffix} has no scenarios\n    leave it out")
    if not of_robot:
        if settings or any(reading.values()):
            raise PelagosError(f"{file}: options of models have no effect on results")
        notes: Iterable[str] = _result(run, file, quiet)
    else:
        notes = _robot(str(run), scenario, file, settings, reading, {**options, "quiet": quiet})
    if not quiet:
        click.echo(str(file))
        for note in notes:
            click.echo(f"  {note}")


def _target(rest: tuple[str, ...], to: Path | None) -> tuple[str | None, Path]:
    """Scenario and file of [SCENARIO] FILE, or of [SCENARIO] --to FILE."""
    if len(rest) > (2 if to is None else 1):
        raise click.UsageError(f"{len(rest) + 1} arguments; write RUN|ROBOT [SCENARIO] FILE")
    if to is not None:
        return (rest[0] if rest else None), to
    if not rest:
        raise click.UsageError("no FILE; write one last, or --to FILE")
    return (rest[0] if len(rest) == 2 else None), Path(rest[-1])


def _options(file: Path, given: dict[str, Any], known: tuple[str, ...]) -> dict[str, Any]:
    """Those of programs; the others of them are refused where they would have no effect."""
    none = given.pop("no_inputs")
    if none and given["inputs"]:
        raise PelagosError("--no-inputs and --input: name inputs, or want none")
    for name, value in given.items():
        if value and name not in known:
            raise PelagosError(f"{file}: {_WORDS[name]} has no effect on {file.suffix} files")
    if none and "inputs" not in known:
        raise PelagosError(f"{file}: --no-inputs has no effect on {file.suffix} files")
    found = {name: value for name, value in given.items() if name in known}
    if "inputs" in found:
        found["inputs"] = () if none else found["inputs"] or None
    return found


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
            f"    simulate it first: pelagos run {given} --out run.nc; "
            "robots: .urdf, .xml, .c, .fmu"
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
    model: str,
    scenario: str | None,
    file: Path,
    settings: tuple[str, ...],
    reading: dict[str, Any],
    options: dict[str, Any],
) -> Iterable[str]:
    from pelagos.model import load

    if Path(model).exists() and file.exists() and file.samefile(model):
        raise PelagosError(f"{file}: is the model itself\n    choose another name")
    robot = load(model, set=settings, **reading)
    progress = Progress(quiet=options.pop("quiet"))
    if writes_programs := programs_of_robot(file):
        try:
            return writes_programs[0](robot, scenario, file, progress, **options)
        finally:
            progress.done()
    text = text_of_robot(file)
    assert text is not None
    written, lost = text(robot)
    try:
        file.write_text(written, encoding="utf-8")
    except OSError as error:
        raise PelagosError(f"{file}: cannot be written: {error.strerror}") from None
    return lost

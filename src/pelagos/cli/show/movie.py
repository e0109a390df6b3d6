"""Write results as a movie, or as a sheet of pictures."""

from __future__ import annotations

import re
from pathlib import Path

import click

from pelagos.cli.support.progress import Progress
from pelagos.cli.support.types import NUMBER


@click.command("movie")
@click.argument("runs", nargs=-1, required=True, metavar="RUN...", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="See above; default: RUN.mp4 here.")
@click.option("--size", default="", metavar="WIDTHxHEIGHT", help="Pixels; default 1280x720.")
@click.option("--fps", type=click.IntRange(1, 120), help="Pictures per second; default 30.")
@click.option("--speed", type=NUMBER, default=1.0, help="Multiple of real time; default 1.")
@click.option("--start", type=float, help="Time of the first picture [s].")
@click.option("--end", type=float, help="Time of the last picture [s].")
@click.option("--camera", help="orbit, follow, top or side.")
@click.option("--added-mass", is_flag=True, help="Draw added mass as ellipsoids of water.")
@click.option("--no-forces", is_flag=True, help="Leave out the arrows of the actuators.")
@click.option("--label", "labels", multiple=True, help="Name of a run; once per run, in order.")
@click.option("--quiet", is_flag=True, help="Print nothing but failures.")
def command(
    runs: tuple[Path, ...],
    out: Path | None,
    size: str,
    fps: int | None,
    speed: float,
    start: float | None,
    end: float | None,
    camera: str | None,
    added_mass: bool,
    no_forces: bool,
    labels: tuple[str, ...],
    quiet: bool,
) -> None:
    """Write a movie of a result, or of several results overlaid.

    The extension of --out determines the output: a movie for .mp4, .webm, .avi or .gif, a sheet of
    key frames for .png, a folder of numbered pictures if there is no extension. No display is
    needed.

    \b
    Examples:
      pelagos movie swing.nc
      pelagos movie swing.nc --out swing.gif --speed 0.5 --end 4
      pelagos movie swing.nc --out sheet.png --camera side
    """
    from pelagos import result
    from pelagos.view.movie import write_movie

    target = out or Path(runs[0].with_suffix(".mp4").name)
    progress = Progress(quiet=quiet)
    try:
        write_movie(
            [result.open(path) for path in runs],
            target,
            labels=labels or None,
            size=_size(size) if size else None,
            fps=fps,
            speed=speed,
            start=start,
            end=end,
            camera=camera,
            added_mass=added_mass,
            forces=not no_forces,
            progress=progress,
        )
    finally:
        progress.done()
    if not quiet:
        click.echo(str(target))


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{2,4})\s*[x×*]\s*(\d{2,4})", text.strip())
    if not match:
        raise click.BadParameter(f"{text!r}: give width and height, as in 1280x720")
    return int(match[1]), int(match[2])

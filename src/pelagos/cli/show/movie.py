"""Write results as a movie, or as a sheet of pictures."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

from pelagos.cli.support.progress import Progress
from pelagos.cli.support.types import NUMBER

_SIZES = {"720p": (1280, 720), "1080p": (1920, 1080), "2160p": (3840, 2160)}


@click.command("movie")
@click.argument("runs", nargs=-1, required=True, metavar="RUN...", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="See above; default: RUN.mp4 here.")
@click.option("--size", default="", metavar="SIZE", help="1280x720 (default), 720p, 1080p, ...")
@click.option("--fps", type=click.IntRange(1, 120), help="Pictures per second; default 30.")
@click.option("--speed", type=NUMBER, default=1.0, help="Multiple of real time; default 1.")
@click.option("--start", type=float, help="Time of the first picture [s].")
@click.option("--end", type=float, help="Time of the last picture [s].")
@click.option("--camera", help="orbit, follow, top or side.")
@click.option("--azimuth", type=float, help="Of the eye, degrees from x, seen from above.")
@click.option("--elevation", type=float, help="Of the eye over the robot, degrees.")
@click.option("--zoom", type=NUMBER, default=1.0, help="2 shows all twice as large.")
@click.option("--at", type=float, metavar="TIME", help="One picture at this time, as .png.")
@click.option("--strip", metavar="QUANTITY", help="Plot below the picture, as for pelagos plot.")
@click.option("--added-mass", is_flag=True, help="Draw added mass as ellipsoids of water.")
@click.option("--no-forces", is_flag=True, help="Leave out the arrows of the actuators.")
@click.option("--label", "labels", multiple=True, help="Name of a run; once per run, in order.")
@click.option("--quiet", is_flag=True, help="Print nothing but failures.")
def command(
    runs: tuple[Path, ...],
    out: Path | None,
    size: str,
    no_forces: bool,
    labels: tuple[str, ...],
    quiet: bool,
    **options: Any,
) -> None:
    """Write a movie of a result, or of several results overlaid.

    The extension of --out determines the output: a movie for .mp4, .webm, .avi or .gif, a sheet of
    key frames for .png (one picture with --at), a folder of numbered pictures if there is no
    extension. No display is needed.

    \b
    Examples:
      pelagos movie swing.nc
      pelagos movie swing.nc --out swing.gif --speed 0.5 --end 4
      pelagos movie swing.nc --out sheet.png --camera side
      pelagos movie swing.nc --out still.png --at 2.5 --azimuth 30 --elevation 20 --size 1080p
      pelagos movie swing.nc --strip energy
    """
    from pelagos import result
    from pelagos.view.movie import write_movie

    target = out or Path(runs[0].with_suffix(".mp4" if options["at"] is None else ".png").name)
    progress = Progress(quiet=quiet)
    try:
        write_movie(
            [result.open(path) for path in runs],
            target,
            labels=labels or None,
            size=_size(size) if size else None,
            forces=not no_forces,
            progress=progress,
            **options,
        )
    finally:
        progress.done()
    if not quiet:
        click.echo(str(target))


def _size(text: str) -> tuple[int, int]:
    if text.strip() in _SIZES:
        return _SIZES[text.strip()]
    match = re.fullmatch(r"(\d{2,4})\s*[x×*]\s*(\d{2,4})", text.strip())
    if not match:
        raise click.BadParameter(f"{text!r}: give width and height, as in 1280x720, or 1080p")
    return int(match[1]), int(match[2])

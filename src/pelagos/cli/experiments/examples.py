"""Write example data sets and show what is in them."""

from __future__ import annotations

from pathlib import Path

import click

from pelagos.cli.support.progress import Progress
from pelagos.cli.support.text import print_json, print_table
from pelagos.errors import PelagosError


@click.command("examples")
@click.argument("name", type=click.Choice(["tank", "studies"]))
@click.option("--out", type=click.Path(path_type=Path), help="Folder; default: NAME.")
@click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the noise."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def command(name: str, out: Path | None, seed: int, as_json: bool) -> int:
    """Write an example data set, with estimates from it beside the truth; or example studies.

    tank: a made-up towing-tank campaign as in Nielsen et al. 2018: 128 surge, 61 heave and 25
    pitch runs, a thruster map, 14 straight and 6 turning runs of two docked vehicles. The truth is
    known, the noise is seeded. Real data of this kind with a usable licence are not public.

    studies: files for `pelagos sweep` and `pelagos optimise`; each says how to use it.

    \b
    Examples:
      pelagos examples studies
      pelagos examples tank
      pelagos identify tow tank/surge/*.csv --plot surge.pdf
      pelagos compare tank/turn/turn-1700.nc tank/turn/delta200-R0.csv --map tank/turn/map.yaml
    """
    folder = out or Path(name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise PelagosError(f"{folder}: exists and is not empty\n    choose another with --out")
    if name == "studies":
        _write_studies(folder, as_json)
        return 0
    from pelagos.identify.made_up.campaign_files import write_campaign

    progress = Progress(quiet=as_json)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        written = write_campaign(folder, seed, progress)
    finally:
        progress.done()
    if as_json:
        heading, *rows = written.rows
        print_json([dict(zip(heading, row, strict=True)) for row in rows])
        return 0
    print_table(written.rows)
    click.echo(f"records, fits and figures: {folder}; reports: straight.html, turn.html")
    return 0


def _write_studies(folder: Path, as_json: bool) -> None:
    from importlib import resources

    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for source in sorted(resources.files("pelagos.study").joinpath("examples").iterdir(), key=str):
        place = folder / source.name
        place.write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
        written.append(str(place))
    if as_json:
        print_json(written)
    else:
        print_table([(place,) for place in written])

"""Compute added mass, buoyancy and a guess of drag from a mesh."""

from __future__ import annotations

from pathlib import Path

import click

from pelagos.cli.support.outputs import check_distinct
from pelagos.cli.support.progress import Progress
from pelagos.cli.support.text import print_json
from pelagos.errors import PelagosError

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command("hydro")
@click.argument("meshes", metavar="MESH...", type=_FILE, nargs=-1, required=True)
@click.option("--density", type=float, default=1000.0, show_default=True,
              help="Of the water, in kg/m3.")  # fmt: skip
@click.option("--at", type=float, nargs=3, metavar="X Y Z",
              help="Point of the mesh that is the body's origin, in metres.")  # fmt: skip
@click.option("--unit", type=click.Choice(["m", "cm", "mm", "in", "ft"]),
              help="Of the numbers in the mesh; metres unless said otherwise.")  # fmt: skip
@click.option(
    "--panels", type=click.IntRange(100), help="Refine to so many triangles. [default: 3000]"
)
@click.option("--decimate", type=click.IntRange(100), metavar="N",
              help="Thin the mesh out to N triangles first.")  # fmt: skip
@click.option("--close-holes", is_flag=True, help="Close holes instead of refusing them.")
@click.option("--unite", is_flag=True, help="Unite parts of a mesh that overlap or touch.")
@click.option("--surface", metavar="PLANE", help="Free surface: where the water is, as 'z<0.1'.")
@click.option("--mirror", metavar="PLANE",
              help="Wall, lid or plane of symmetry: where the water is, as 'y>0'.")  # fmt: skip
@click.option("--fill", type=click.FloatRange(0, 1),
              help="Open frames: share of the water inside that goes along.")  # fmt: skip
@click.option("--displaced", type=float, metavar="M3",
              help="Open frames: volume of the solid parts.")  # fmt: skip
@click.option("--quick", is_flag=True, help="One solution, without an estimate of its error.")
@click.option("--out", type=_FILE, help="Write bodies for a model file, in YAML, with sources.")
@click.option("--view", type=_FILE, help="Write a 3D page of panels, potential and pressure.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def command(
    meshes: tuple[Path, ...],
    density: float,
    at: tuple[float, float, float] | None,
    unit: str | None,
    panels: int | None,
    decimate: int | None,
    close_holes: bool,
    unite: bool,
    surface: str | None,
    mirror: str | None,
    fill: float | None,
    displaced: float | None,
    quick: bool,
    out: Path | None,
    view: Path | None,
    as_json: bool,
) -> int:
    """Compute what the water does to the body whose closed surface is MESH.

    Gives the 6x6 added mass by a panel method, with an estimate of its error; volume, centre of
    buoyancy, waterplane, inertias and shadows; and a first guess of quadratic drag with its range.
    Several meshes are several bodies, whose added masses are coupled. STL, OBJ, PLY and glTF.

    \b
    Examples:
      pelagos hydro hull.stl --unit mm --out hull.yaml --view hull.html
      pelagos hydro scan.ply --decimate 8000
      pelagos hydro assembly.stl --unite
      pelagos hydro frame.stl --fill 0.5 --displaced 0.0115
      pelagos hydro buoy.stl --surface 'z<0.1'
      pelagos hydro left.stl right.stl --mirror 'z>-2' --json
    """
    check_distinct(out=out, view=view)
    for path in (out, view):
        _check_place(path, meshes)
    from pelagos.panel_method.hydro import hydro

    progress = Progress(quiet=as_json)
    try:
        found = hydro(
            list(meshes), density=density, at=at, unit=unit, panels=panels, decimate=decimate,
            close_holes=close_holes, unite=unite, surface=surface, mirror=mirror, fill=fill,
            displaced=displaced, estimate=not quick, progress=progress,
        )  # fmt: skip
    finally:
        progress.done()
    if out is not None:
        out.write_text(found.fragment(), encoding="utf-8")
    if view is not None:
        found.view(view)
    if as_json:
        print_json(found.to_dict())
        return 0
    click.echo(str(found))
    for name, path in (("bodies", out), ("page", view)):
        if path is not None:
            click.echo(f"{name}: {path}")
    return 0


def _check_place(path: Path | None, meshes: tuple[Path, ...]) -> None:
    """Refuse, before anything is computed, a file that could not be written or is a mesh."""
    if path is None:
        return
    if not path.resolve().parent.is_dir():
        raise PelagosError(f"{path}: its folder does not exist\n    make it, or name another")
    if path.resolve() in [mesh.resolve() for mesh in meshes]:
        raise PelagosError(f"{path}: this is one of the meshes\n    name another file")

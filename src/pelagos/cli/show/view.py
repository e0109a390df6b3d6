"""Write results as a 3D page that opens anywhere."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import click

from pelagos.cli.support.text import plural


@click.command("view")
@click.argument("runs", nargs=-1, required=True, metavar="RUN...", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="The page; default: RUN.html here.")
@click.option("--label", "labels", multiple=True, help="Name of a run; once per run, in order.")
@click.option(
    "--plot", "quantities", multiple=True, metavar="QUANTITY", help="Quantity to plot. Repeatable."
)
@click.option("--open", "show", is_flag=True, help="Open the page in the browser.")
def command(
    runs: tuple[Path, ...],
    out: Path | None,
    labels: tuple[str, ...],
    quantities: tuple[str, ...],
    show: bool,
) -> None:
    """Write results as a 3D page: one file that opens from disk, without a network.

    Several results are overlaid; the first is solid, the others are ghosts.
    Quantities are named as for `pelagos plot`.

    \b
    Examples:
      pelagos view swing.nc --open
      pelagos view kane.nc newton-euler.nc --out compare.html
      pelagos view swing.nc --plot energy --plot q.upper
    """
    from pelagos import result
    from pelagos.view import write_page

    page = out or Path(runs[0].with_suffix(".html").name)
    opened = [result.open(path) for path in runs]
    write_page(opened, page, labels=labels or None, quantities=quantities or None)
    click.echo(f"{page}: {plural(len(opened), 'run')}, {page.stat().st_size / 1e6:.2f} MB")
    if show:
        webbrowser.open(page.resolve().as_uri())

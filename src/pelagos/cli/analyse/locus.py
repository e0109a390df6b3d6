"""Follow the eigenvalues of a robot over one of its numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pelagos.cli.support.options import set_option
from pelagos.cli.support.progress import Progress
from pelagos.cli.support.text import print_json
from pelagos.cli.support.types import ROBOT, SCENARIO

if TYPE_CHECKING:
    from pelagos.analysis.systems.root_locus import RootLocus

ROWS = 12  # of the table


@click.command("locus")
@click.argument("robot", type=ROBOT)
@click.argument("scenario", type=SCENARIO, required=False)
@click.option("--over", "path", required=True, metavar="PATH", help="The number, by its path.")
@click.option("--from", "low", type=float, required=True, help="Its first value, in SI.")
@click.option("--to", "high", type=float, required=True, help="Its last value.")
@click.option("--points", type=click.IntRange(2, 10_000), default=61, show_default=True)
@set_option("parameters.half=0.4")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path),
              help="Draw the roots in the complex plane.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def command(
    robot: str,
    scenario: str | None,
    path: str,
    low: float,
    high: float,
    points: int,
    settings: tuple[str, ...],
    plot: Path | None,
    as_json: bool,
) -> int:
    """Follow the eigenvalues of ROBOT about its position of rest over one of its numbers.

    The rest nearest to that of the value before is taken, whatever its stability. Values at which
    a root crosses into growth are named.

    \b
    Examples:
      pelagos locus pendulum --over bodies.rod.mass --from 1 --to 4
      pelagos locus cart-pole balance --over parameters.half --from 0.2 --to 2 --plot locus.png
    """
    if plot is not None:
        from pelagos.result.plot import check

        check(plot)
    import numpy as np

    from pelagos import model

    loaded = model.load(robot, set=settings)
    from pelagos.analysis.systems.root_locus import root_locus

    progress = Progress(quiet=as_json)
    try:
        values = np.linspace(low, high, points)
        found = root_locus(loaded, path, values, scenario=scenario, progress=progress)
    finally:
        progress.done()
    if plot is not None:
        found.plot(plot)
    if as_json:
        print_json(found.to_dict())
        return 0
    for line in _told(found):
        click.echo(line)
    if plot is not None:
        click.echo(f"  plot: {plot}")
    return 0


def _told(found: RootLocus) -> Iterator[str]:
    """The table, and where roots cross."""
    import numpy as np

    points = len(found.values)
    yield f"{found.robot}: fastest growing roots over {found.path}"
    for k in sorted(
        set(np.linspace(0, points - 1, min(points, ROWS)).round().astype(int).tolist())
    ):
        root = found.roots[k][np.argmax(found.roots[k].real)]
        yield f"  {found.values[k]:12.6g}   {root.real:+.4g} 1/s, {abs(root.imag):.4g} rad/s"
    for value, root in found.crossings:
        low, high = _around(found.values.tolist(), value)
        yield (
            f"  crosses into growth or out of it near {value:.4g}, "
            f"between {low:.4g} and {high:.4g}, at {root.imag:.4g} rad/s"
        )
    if not found.crossings:
        yield "  no root crosses into growth"
    if not found.moves:
        yield f"  all roots stay where they are: none depends on {found.path}"


def _around(values: Sequence[float], value: float) -> tuple[float, float]:
    """The computed values on either side of one."""
    return max(v for v in values if v <= value), min(v for v in values if v >= value)

"""Find the position of rest and the modes about it."""

from __future__ import annotations

from pathlib import Path

import click

from pelagos.cli.support.options import set_option
from pelagos.cli.support.progress import Progress
from pelagos.cli.support.text import print_json
from pelagos.cli.support.types import ROBOT, SCENARIO


@click.command("modes")
@click.argument("robot", type=ROBOT)
@click.argument("scenario", type=SCENARIO, required=False)
@click.option(
    "--count", type=click.IntRange(1), default=8, show_default=True, help="Number of modes."
)
@click.option("--nearest", is_flag=True,
              help="Use the nearest position of rest, even an unstable one.")  # fmt: skip
@set_option("beams.boom.segments=40")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path),
              help="Draw the shapes of the first six.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def command(
    robot: str,
    scenario: str | None,
    count: int,
    nearest: bool,
    settings: tuple[str, ...],
    plot: Path | None,
    as_json: bool,
) -> int:
    """Find a position of rest of ROBOT and the modes of vibration about it.

    A stable position of rest is sought from the initial position, with the inputs at t = 0. Modes
    are those of the equations of motion linearised by exact derivatives, slowest first.

    \b
    Examples:
      pelagos modes cantilever --plot modes.png
      pelagos modes double-pendulum --nearest
      pelagos modes stewart hold
    """
    if plot is not None:
        from pelagos.result.plot import check

        check(plot)
    from pelagos import model

    resolved = model.load(robot, set=settings).resolved(scenario)
    from pelagos.analysis.modes import modes
    from pelagos.march.engine import prepare

    progress = Progress(quiet=as_json)
    try:
        prepare(progress)
        progress(None, "seeking rest, linearising ...")
        found = modes(resolved, count=count, nearest=nearest)
    finally:
        progress.done()
    if plot is not None:
        found.plot(plot)
    if as_json:
        print_json(found.to_dict())
        return 0
    click.echo(str(found))
    if plot is not None:
        click.echo(f"  plot: {plot}")
    return 0

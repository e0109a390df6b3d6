"""Drive a robot in the browser while it is simulated."""

from __future__ import annotations

import webbrowser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from pelagos.cli.support.ending import ended_by_signals
from pelagos.cli.support.options import reading_options
from pelagos.cli.support.progress import Progress
from pelagos.cli.support.types import NUMBER, ROBOT, SCENARIO, TIME


@click.command("live")
@click.argument("robot", type=ROBOT)
@click.argument("scenario", type=SCENARIO, required=False)
@click.option(
    "--slider",
    "sliders",
    multiple=True,
    metavar="PATH[=LOW..HIGH]",
    help="A slider for a number of the model, as in bodies.hull.mass. Repeatable.",
)
@click.option(
    "--set", "settings", multiple=True, metavar="PATH=VALUE", help="Change a value. Repeatable."
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path(),
    help="Folder of recordings, made if missing; default: this one.",
)
@click.option("--every", type=TIME, help="Output interval of recordings; default 20 ms.")
@click.option("--method", help="Formulation of the motion; default newton-euler.")
@click.option("--integrator", help="an explicit one (default: dopri5).")
@click.option("--rtol", type=NUMBER, help="Relative tolerance of variable steps.")
@click.option("--step", type=TIME, help="Fixed step, or the longest variable one.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    help="Port of the page; default: a free one.",
)
@click.option(
    "--host", default="127.0.0.1", help="Address to listen on; default: this machine only."
)
@click.option("--no-open", is_flag=True, help="Do not open the browser.")
@reading_options
def command(
    robot: str,
    scenario: str | None,
    settings: tuple[str, ...],
    host: str,
    no_open: bool,
    reading: dict[str, Any],
    **options: Any,
) -> int:
    """Run ROBOT in real time and drive it in the browser, until Ctrl-C.

    Keyboard, gamepad or touch screen drive thrusters, joints and ballast: W S ahead and back, A D
    turn, R F up and down, Q E sideways, [ ] choose a joint and the arrows turn it. The page lists
    the controls. It can pause, reset, change the speed, and record to a result file. H switches the
    hold of the robot, or of its scenarios; the keys then move its set points. Sensors are read out.

    The page is served to this machine alone, at an address with a random key.

    \b
    Examples:
      pelagos live rov-arm
      pelagos live bluerov-heavy hold
      pelagos live maarco forward --out recordings
      pelagos live rov-arm --slider bodies.hull.mass=8..16 --no-open
    """
    from pelagos import model

    loaded = model.load(robot, set=settings, **reading)
    if scenario is not None:
        loaded.scenario(scenario)
    progress = Progress(quiet=False)
    from pelagos.live import LOOPBACK, Live

    given = {name: value for name, value in options.items() if value is not None}
    try:
        live = Live(loaded, scenario, host=host, progress=progress, **given)
    finally:
        progress.done()
    if host != LOOPBACK:
        click.echo(
            "pelagos: warning: others on the network who learn this address can drive the robot "
            "and fill this disk with recordings; it is not encrypted",
            err=True,
        )
    with ended_by_signals() as ended:
        live.start()
        try:
            click.echo(f"{loaded.name} runs at\n  {live.address}\nCtrl-C ends it.")
            if not no_open:
                webbrowser.open(live.address)
            while not ended.wait(0.2):
                pass
        finally:
            saved = live.close()
    click.echo("\nended" + "".join(f"\n  {path}" for path in saved))
    _tell_refused(live.simulation.refused)
    return 0


def _tell_refused(counts: Mapping[str, int]) -> None:
    """What viewers asked for in vain."""
    if counts:
        told = ", ".join(f"{reason}: {count}" for reason, count in counts.items())
        click.echo(f"  refused wishes of viewers: {told}")

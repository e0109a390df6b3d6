"""Simulate a small robot in a page of the browser, with sliders."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pelagos.cli.support.progress import Progress
from pelagos.cli.support.types import ROBOT, SCENARIO, TIME
from pelagos.errors import PelagosError

if TYPE_CHECKING:
    from pelagos.playground import Knob


@click.command("playground")
@click.argument("robot", type=ROBOT)
@click.argument("scenario", type=SCENARIO, required=False)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True,
              help="The page: .html.")  # fmt: skip
@click.option("--slider", "asked", multiple=True, metavar="[LABEL=]PATH=LOW:HIGH[:STEPS]",
              help="A number that readers may change. Repeatable.")  # fmt: skip
@click.option("--duration", type=TIME, help="Simulated time; default: the scenario's.")
@click.option("--title", help="Heading of the page; default: the robot's name.")
def command(
    robot: str,
    scenario: str | None,
    out: Path,
    asked: tuple[str, ...],
    duration: float | None,
    title: str | None,
) -> int:
    """Write a page that simulates ROBOT anew whenever one of its sliders moves.

    The page is one file without a server or a network: the robot's equations are in it as
    JavaScript, with its numbers for every position of a slider. It is for small robots without
    sensors, controllers and events. LOW and HIGH are in SI; there are 21 steps unless given.

    \b
    Examples:
      pelagos playground double-pendulum --slider bodies.lower.mass=0.5:3 --out pendulum.html
      pelagos playground four-bar --slider "mass per length=parameters.per_metre=0.5:2:7" --out bar.html
    """  # noqa: E501
    from pelagos.playground import write_playground

    sliders = [_slider(text) for text in asked]
    progress = Progress()
    try:
        page = write_playground(
            robot, out, sliders, scenario, duration=duration, title=title, progress=progress
        )
    finally:
        progress.done()
    click.echo(f"page: {page} ({page.stat().st_size / 1000:.0f} kB)")
    return 0


def _slider(text: str) -> Knob:
    """What a word of the command line asks for."""
    from pelagos.playground import Knob as Made

    *label, path, span = [part.strip() for part in text.split("=")] if "=" in text else ["", text]
    parts = span.split(":")
    try:
        if not path or len(label) > 1 or len(parts) not in (2, 3):
            raise ValueError
        low, high = map(float, parts[:2])
        steps = {"steps": int(parts[2])} if len(parts) == 3 else {}
    except ValueError:
        raise PelagosError(
            f"--slider: {text!r} is no [LABEL=]PATH=LOW:HIGH[:STEPS]\n"
            "    as in --slider bodies.arm.mass=0.5:2:7"
        ) from None
    return Made(path, low, high, label=label[0] if label else "", **steps)

"""Print the equations of motion of a small robot."""

from __future__ import annotations

from typing import Any

import click

from pelagos.cli.support.options import reading_options, set_option
from pelagos.cli.support.progress import Progress
from pelagos.cli.support.types import ROBOT, SCENARIO


@click.command("equations")
@click.argument("robot", type=ROBOT)
@click.argument("scenario", type=SCENARIO, required=False)
@click.option("--method", default="newton-euler", show_default=True, help="Formulation.")
@click.option("--text", "form", flag_value="text", default=True, help="One line per entry.")
@click.option("--latex", "form", flag_value="latex", help="Displayed equations.")
@click.option("--python", "form", flag_value="python", help="A module with rhs(t, x), for numpy.")
@click.option(
    "--steps/--no-steps",
    default=None,
    help="What the method writes down on the way; by default where that is short.",
)
@click.option(
    "--symbol",
    "chosen",
    multiple=True,
    metavar="LETTER=NUMBER",
    help="A letter for a parameter, a number of the model or a coordinate; repeatable.",
)
@set_option("bodies.hull.mass=12.1")
@reading_options
def command(
    robot: str,
    scenario: str | None,
    method: str,
    form: str,
    steps: bool | None,
    chosen: tuple[str, ...],
    settings: tuple[str, ...],
    reading: dict[str, Any],
) -> None:
    """Print the equations of motion of a small ROBOT in symbols.

    The code of the formulation runs on symbols: what the method writes down on the way (partial
    velocities, B and its rate, forces body by body, rows and pseudo-inverse), mass matrix, forcing,
    rates of the coordinates, and the rows of constraints; a linkage in its independent speeds as
    well. Parameters of the model keep their names, --symbol gives other letters. What is printed
    has been compared with the engine at random states. Up to eight degrees of freedom.

    \b
    Examples:
      pelagos equations double-pendulum
      pelagos equations cart-pole --method kane --latex
      pelagos equations double-pendulum --symbol l=length --symbol theta_1='q[upper]'
      pelagos equations maarco forward --method kane --steps
      pelagos equations four-bar driven --python > four_bar.py
    """
    from pelagos import model

    loaded = model.load(robot, set=settings, **reading)
    if scenario is not None:
        loaded.scenario(scenario)
    from pelagos.symbolic import equations_of_motion

    if form == "python":
        if steps:
            raise click.UsageError("--python has no steps; leave --steps out")
        steps = False
    symbols = {}
    for text in chosen:
        word, sign, target = text.partition("=")
        if not sign or not word.strip() or not target.strip():
            raise click.BadParameter(f"write LETTER=NUMBER, as in l_1=length; found {text!r}")
        symbols[word.strip()] = target.strip()
    progress = Progress()
    try:
        found = equations_of_motion(
            loaded, scenario, method=method, steps=steps, symbols=symbols, progress=progress
        )
    finally:
        progress.done()
    click.echo(getattr(found, form)(), nl=False)

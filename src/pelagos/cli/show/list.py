"""Show the built-in robots and their scenarios."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

import click

from pelagos.cli.support.text import print_json, print_table
from pelagos.errors import PelagosError

if TYPE_CHECKING:
    from pelagos.model import Robot


@click.command("list")
@click.argument("word", required=False)
@click.option("--scenarios", "-s", is_flag=True, help="Show the scenarios of each robot, too.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def command(word: str | None, scenarios: bool, as_json: bool) -> None:
    """Show the built-in robots, one line each.

    With a WORD, those that have it in their name, description or scenarios, whatever its case.

    \b
    Examples:
      pelagos list
      pelagos list rov
      pelagos list snake --scenarios
      pelagos list --json
    """
    from pelagos import model

    robots = {name: model.load(name) for name in model.builtin_names()}
    if word is not None:
        robots = {name: robot for name, robot in robots.items() if _has(name, robot, word)}
        if not robots:
            raise PelagosError(f"no built-in robot has {word!r} in its texts\n    pelagos list")
    if as_json:
        print_json([_facts(name, robot) for name, robot in robots.items()])
    elif scenarios:
        for name, robot in robots.items():
            click.echo(f"{name}: {robot.description}")
            print_table(((key, s.description) for key, s in robot.scenarios.items()), "    ")
    else:
        wide = max(map(len, robots))
        room = shutil.get_terminal_size().columns if sys.stdout.isatty() else 1 << 20
        for name, robot in robots.items():
            click.echo(_cut(f"{name:<{wide}}  {robot.description}", room))
    first = next(iter(robots))
    if not as_json:
        click.echo(f"\nTry: pelagos run {first}, or pelagos info {first}")


def _has(name: str, robot: Robot, word: str) -> bool:
    told = [text for key, s in robot.scenarios.items() for text in (key, s.description)]
    return word.casefold() in "\n".join([name, robot.description, *told]).casefold()


def _cut(line: str, room: int) -> str:
    return line if len(line) <= room else f"{line[: room - 1]}…"


def _facts(name: str, robot: Robot) -> dict[str, object]:
    return {
        "name": name,
        "description": robot.description,
        "bodies": len(robot.bodies),
        "speeds": len(robot.speeds),
        "prescribed": list(robot.prescribed),
        "scenarios": {key: s.description for key, s in robot.scenarios.items()},
    }

"""Show the built-in robots and their scenarios."""

from __future__ import annotations

import click

from pelagos.cli.support.text import freedoms, print_json, print_table


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def command(as_json: bool) -> None:
    """Show the built-in robots and their scenarios.

    \b
    Examples:
      pelagos list
      pelagos list --json
    """
    from pelagos import model

    robots = {name: model.load(name) for name in model.builtin_names()}
    if as_json:
        print_json(
            [
                {
                    "name": name,
                    "description": robot.description,
                    "bodies": len(robot.bodies),
                    "degrees_of_freedom": len(robot.speeds),
                    "prescribed": list(robot.prescribed),
                    "scenarios": {key: s.description for key, s in robot.scenarios.items()},
                }
                for name, robot in robots.items()
            ]
        )
        return
    for name, robot in robots.items():
        freedom = freedoms(len(robot.speeds), len(robot.prescribed))
        click.echo(f"{name}: {robot.description} ({freedom})")
        print_table(((key, s.description) for key, s in robot.scenarios.items()), "    ")
    first = next(iter(robots), "ROBOT")
    click.echo(f"\nTry: pelagos run {first}, or pelagos info {first}")

"""`pelagos info`."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import click

from pelagos.cli.text import number, plural, print_json, print_table, vector

if TYPE_CHECKING:
    from pelagos.model import Robot


@click.command("info")
@click.argument("robot")
@click.option("--set", "settings", multiple=True, metavar="PATH=VALUE", help="Change a value.")
@click.option("--allow-outside", is_flag=True, help="Let the model refer to files anywhere.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def command(robot: str, settings: tuple[str, ...], allow_outside: bool, as_json: bool) -> None:
    """Say what ROBOT consists of and what every element of q and u means.

    ROBOT is a built-in name or a model file.

    \b
    Examples:
      pelagos info cart-pole
      pelagos info arm.yaml --set bodies.arm.density=7800
      pelagos info arm.yaml --json
    """
    from pelagos import model

    facts = describe(model.load(robot, set=settings, allow_outside=allow_outside))
    if as_json:
        print_json(facts)
    else:
        _print(facts)


def describe(robot: Robot) -> dict[str, Any]:
    """The facts of a robot, in SI."""
    from pelagos.result import meaning

    q, u = robot.initial_state()
    bodies = [
        {
            "name": name,
            "parent": robot.bodies[name].parent,
            "joint": robot.bodies[name].joint.kind,
            "axes": robot.bodies[name].joint.axes,
            "mass": robot.bodies[name].mass,
            "com": robot.bodies[name].com,
            "source": robot.bodies[name].source,
        }
        for name in robot.order
    ]
    actuators = zip(robot.actuators.items(), meaning.inputs(robot), strict=True)
    return {
        "name": robot.name,
        "description": robot.description,
        "gravity": robot.gravity,
        "mass": sum(body["mass"] for body in bodies),
        "degrees_of_freedom": len(robot.speeds),
        "duration": robot.duration,
        "parameters": robot.parameters,
        "bodies": bodies,
        "q": _elements(meaning.coordinates(robot), q),
        "u": _elements(meaning.speeds(robot), u),
        "actuators": [
            {"name": name, "kind": actuator.kind, "unit": e.unit, "input": e.meaning}
            for (name, actuator), e in actuators
        ],
        "constraints": [
            {
                "name": name,
                "kind": constraint.kind,
                "between": constraint.bodies or tuple(constraint.factors),
                "factors": constraint.factors,
            }
            for name, constraint in robot.constraints.items()
        ],
        "scenarios": [
            {
                "name": name,
                "duration": scenario.duration or robot.duration,
                "description": scenario.description,
            }
            for name, scenario in robot.scenarios.items()
        ],
        "references": robot.references,
        "hash": robot.hash,
    }


def _elements(elements: list[Any], start: Any) -> list[dict[str, Any]]:
    return [
        {"index": i, **dataclasses.asdict(element), "start": float(value)}
        for i, (element, value) in enumerate(zip(elements, start, strict=True))
    ]


def _print(facts: dict[str, Any]) -> None:
    head = f"{facts['name']}: {facts['description']}" if facts["description"] else facts["name"]
    click.echo(head)
    print_table(
        [
            ("bodies", str(len(facts["bodies"]))),
            ("degrees of freedom", str(facts["degrees_of_freedom"])),
            ("mass", f"{number(facts['mass'])} kg"),
            ("gravity", f"{vector(facts['gravity'])} m/s2"),
            ("duration", f"{number(facts['duration'])} s"),
        ]
    )
    if facts["parameters"]:
        click.echo("\nParameters")
        print_table((name, number(value)) for name, value in facts["parameters"].items())

    click.echo("\nBodies")
    rows = [
        (
            body["name"],
            body["parent"],
            " ".join([body["joint"], *(_axis(axis) for axis in body["axes"])]),
            number(body["mass"]),
            vector(body["com"]),
        )
        for body in facts["bodies"]
    ]
    print_table([("name", "parent", "joint", "mass (kg)", "center of mass (m)"), *rows])

    for key, title in (("q", "Coordinates q"), ("u", "Speeds u")):
        click.echo(f"\n{title}, {plural(len(facts[key]), 'element')}")
        rows = [
            (f"{key}[{e['index']}]", e["label"], e["unit"], number(e["start"]), e["meaning"])
            for e in facts[key]
        ]
        print_table([("", "name", "unit", "at start", "meaning"), *rows] if rows else [])
    if facts["actuators"]:
        click.echo("\nActuators and their inputs")
        inputs = [(a["name"], a["kind"], a["unit"], a["input"]) for a in facts["actuators"]]
        print_table([("name", "kind", "unit", "input"), *inputs])
    if facts["constraints"]:
        click.echo("\nConstraints beyond the joints")
        print_table((c["name"], c["kind"], _related(c)) for c in facts["constraints"])
    if facts["scenarios"]:
        click.echo("\nScenarios")
        print_table(
            (s["name"], f"{number(s['duration'])} s", s["description"]) for s in facts["scenarios"]
        )
    if facts["references"]:
        click.echo("\nReferences")
        print_table((reference,) for reference in facts["references"])


def _axis(axis: tuple[float, float, float]) -> str:
    """'y' for the y axis, numbers for others."""
    for name, unit in (("x", (1, 0, 0)), ("y", (0, 1, 0)), ("z", (0, 0, 1))):
        if tuple(axis) == unit:
            return name
    return vector(axis)


def _related(constraint: dict[str, Any]) -> str:
    """'coupler and rocker', or '1 wheel1 + 2.5 wheel2' for a gear."""
    terms = [f"{number(factor)} {label}" for label, factor in constraint["factors"].items()]
    return " + ".join(terms) or " and ".join(constraint["between"])

"""`pelagos info`."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import click

from pelagos.cli.text import number, plural, print_json, print_table, vector

if TYPE_CHECKING:
    from pelagos.model import Body, Robot


@click.command("info")
@click.argument("robot")
@click.option("--set", "settings", multiple=True, metavar="PATH=VALUE", help="Change a value.")
@click.option("--allow-outside", is_flag=True, help="Let the model refer to files anywhere.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
@click.option("--flat", is_flag=True, help="Print a model file without modules and shorthands.")
def command(
    robot: str, settings: tuple[str, ...], allow_outside: bool, as_json: bool, flat: bool
) -> None:
    """Say what ROBOT consists of and what every element of q and u means.

    ROBOT is a built-in name or a model file.

    \b
    Examples:
      pelagos info cart-pole
      pelagos info arm.yaml --set bodies.arm.density=7800
      pelagos info arm.yaml --json
      pelagos info bluerov-pair --flat > pair.yaml
    """
    from pelagos import model

    found = model.load(robot, set=settings, allow_outside=allow_outside)
    if flat:
        from pelagos.model.yaml_text import write

        click.echo(write(found.to_dict()), nl=False)
        return
    facts = describe(found)
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
            **({} if robot.water is None else {"water": _wet(robot.bodies[name])}),
        }
        for name in robot.order
    ]
    actuators = zip(robot.actuators.items(), meaning.inputs(robot), strict=True)
    return {
        "name": robot.name,
        "description": robot.description,
        "gravity": robot.gravity,
        "water": None if robot.water is None else robot.water.model_dump(mode="json"),
        "mass": sum(body["mass"] for body in bodies),
        "degrees_of_freedom": len(robot.speeds),
        "duration": robot.duration,
        "parameters": robot.parameters,
        "bodies": bodies,
        "wings": {name: wing.model_dump(mode="json") for name, wing in robot.wings.items()},
        "q": _elements(meaning.coordinates(robot), q),
        "u": _elements(meaning.speeds(robot), u),
        "actuators": [
            {"name": name, "kind": actuator.kind, "unit": e.unit, "input": e.meaning}
            for (name, actuator), e in actuators
        ],
        "allocation": _allocation(robot),
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


def _allocation(robot: Robot) -> dict[str, Any] | None:
    """What the thrusters can do together, in the initial configuration."""
    if not any(actuator.kind == "thruster" for actuator in robot.actuators.values()):
        return None
    from pelagos.model import allocation

    found = allocation(robot)
    return {
        "body": found.body,
        "thrusters": found.thrusters,
        "matrix": found.matrix.tolist(),
        "rank": found.rank,
        "lost": found.lost_words(),
    }


def _wet(body: Body) -> dict[str, Any]:
    """What the water does to a body, and where each number comes from."""
    return {
        "volume": body.volume,
        "centre_of_buoyancy": body.cob,
        "added_mass": body.added_mass,
        "added_mass_form": body.added_mass_form,
        "floating": body.buoyancy.floating,
        "drag": [law.model_dump(mode="json") for law in body.drag],
        "lift": [law.model_dump(mode="json") for law in body.lift],
        "sources": body.water_sources,
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
            *_water(facts["water"]),
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
    if facts["water"] is not None:
        _print_wet(facts["bodies"])
    if facts["wings"]:
        _print_wings(facts["wings"])

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
    if facts["allocation"] is not None:
        _print_allocation(facts["allocation"])
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


def _water(water: dict[str, Any] | None) -> list[tuple[str, str]]:
    """Density, current, waves and surface in one line."""
    if water is None:
        return []
    said = [f"{number(water['density'])} kg/m3"]
    if water["current"] is not None:
        said.append("a shear current" if water["current"]["shear"] else "a uniform current")
    if water["waves"]:
        said.append(plural(len(water["waves"]), "wave"))
    if water["surface"] is not None:
        said.append(f"surface at {number(water['surface'])} m")
    return [("water", ", ".join(said))]


def _print_wet(bodies: list[dict[str, Any]]) -> None:
    """Per body what displaces, adds and resists, each with its source."""
    click.echo("\nWater on the bodies")
    rows = [("name", "", "value", "source")]
    for body in bodies:
        wet, sources = body["water"], body["water"]["sources"]
        if not sources:
            rows.append((body["name"], "dry", "", ""))
        if "buoyancy" in sources:
            value = f"{number(wet['volume'])} m3 at {vector(wet['centre_of_buoyancy'])} m"
            if wet["floating"]:
                value += ", as far as immersed"
            rows.append((body["name"], "volume", value, sources["buoyancy"]))
        if "added_mass" in sources:
            matrix = wet["added_mass"]
            value = f"diagonal {vector(matrix[i][i] for i in range(6))} kg, kg m2"
            if wet["added_mass_form"] != "kirchhoff":
                value += f", {wet['added_mass_form']} form"
            rows.append((body["name"], "added mass", value, sources["added_mass"]))
        for key in ("drag", "lift"):
            if key in sources:
                kinds = [law["kind"] for law in wet[key]]
                laws = [f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds)]
                rows.append((body["name"], key, ", ".join(laws), sources[key]))
    print_table(rows)


def _print_wings(wings: dict[str, Any]) -> None:
    """Planform, and how the flow about each is found."""
    click.echo("\nWings")
    rows = [("name", "on bodies", "span (m)", "chord (m)", "flow")]
    for name, wing in wings.items():
        bodies, spans = wing["bodies"], wing["span"]
        span = sum(spans) * (len(bodies) if len(spans) == 1 else 1)
        flow = wing["method"]
        if flow == "vortex-lattice":
            columns = wing["panels"]["span"] * len(bodies)
            flow += f", {wing['panels']['chord']} by {columns} panels"
            flow += f", a wake of {number(wing['wake'])} chords"
        if wing["mirror"] != "none":
            flow += f", a wall across {wing['mirror']}"
        on = bodies[0] if len(bodies) == 1 else f"{bodies[0]} to {bodies[-1]}"
        rows.append((name, on, number(span), number(wing["chord"]), flow))
    print_table(rows)


def _print_allocation(facts: dict[str, Any]) -> None:
    """The matrix, a line per thruster, and what is missing."""
    from pelagos.model.allocating import AXES

    click.echo(f"\nAllocation: wrench on {facts['body']} per newton of each thruster")
    columns = zip(facts["thrusters"], zip(*facts["matrix"], strict=True), strict=True)
    rows = [(name, *(number(round(x, 6) + 0.0) for x in column)) for name, column in columns]
    print_table([("", *AXES), *rows])
    lost = f"; lost: {', '.join(facts['lost'])}" if facts["lost"] else ""
    click.echo(f"  rank {facts['rank']} of 6{lost}")


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

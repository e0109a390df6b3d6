"""Describe a robot and what its numbers mean, or a result."""

from __future__ import annotations

import dataclasses
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pelagos.cli.support import info_autopilots, info_program, info_result, info_unconfirmed
from pelagos.cli.support import info_events as happenings
from pelagos.cli.support import info_water as wet
from pelagos.cli.support.freedoms import freedoms_of, mobility_of, start_warnings
from pelagos.cli.support.options import reading_options
from pelagos.cli.support.text import plural, print_json, print_table
from pelagos.cli.support.types import ROBOT
from pelagos.errors import ModelWarning, PelagosError
from pelagos.text import axis, number, vector

if TYPE_CHECKING:
    from pelagos.model import Robot


@click.command("info")
@click.argument("robot", type=ROBOT)
@click.option("--set", "settings", multiple=True, metavar="PATH=VALUE", help="Change a value.")
@reading_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
@click.option("--flat", is_flag=True, help="Print a model file without modules and shorthands.")
@click.option("--program", is_flag=True, help="Print the program of the equations of motion.")
def command(
    robot: str,
    settings: tuple[str, ...],
    reading: dict[str, Any],
    as_json: bool,
    flat: bool,
    program: bool,
) -> None:
    """Describe the parts of ROBOT and the meaning of every element of q and u.

    ROBOT is a built-in name, a model file or a result (.nc). Of a result, the robot, scenario,
    times, outcome and variables are shown.

    \b
    Examples:
      pelagos info cart-pole
      pelagos info arm.yaml --set bodies.arm.density=7800
      pelagos info arm.yaml --json
      pelagos info bluerov-pair --flat > pair.yaml
      pelagos info double-pendulum.nc
      pelagos info double-pendulum --program
    """
    if flat and program:
        raise PelagosError("--flat and --program cannot be combined\n    ask for one")
    if Path(robot).suffix.lower() in info_result.SUFFIXES:
        if settings or program or any(reading.values()):
            raise PelagosError(
                f"{robot}: this is a result; --set, --program and the like are for robots\n"
                "    write its robot by --flat, or run again with --set"
            )
        _of_result(Path(robot), as_json, flat)
        return
    from pelagos import model

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)  # the notes are told below
        found = model.load(robot, set=settings, **reading)
    if program:
        facts = info_program.describe(found)
        print_json(facts) if as_json else info_program.show(facts)
    elif flat:
        _print_flat(found)
    elif as_json:
        print_json(describe(found))
    else:
        _print(describe(found))


def _of_result(path: Path, as_json: bool, flat: bool) -> None:
    """What a result holds, or the model file of its robot."""
    from pelagos import result

    run = result.open(path)
    if flat:
        _print_flat(run.robot)
    elif as_json:
        print_json(info_result.describe(run))
    else:
        info_result.show(path, info_result.describe(run))


def _print_flat(robot: Robot) -> None:
    from pelagos.language.yaml_text import write

    click.echo(write(robot.to_dict()), nl=False)


def describe(robot: Robot) -> dict[str, Any]:
    """The facts of a robot, in SI."""
    from pelagos.result import meaning

    try:
        q, u = robot.initial_state()
    except PelagosError:  # the warnings say why
        q, u = robot.written_state()
    bodies, freedom = [_body(robot, name) for name in robot.order], mobility_of(robot)
    return {
        "name": robot.name,
        "description": robot.description,
        "notes": robot.notes,
        "gravity": robot.gravity,
        "water": None if robot.water is None else robot.water.model_dump(mode="json"),
        **happenings.facts_of(robot),
        "mass": sum(body["mass"] for body in bodies),
        "degrees_of_freedom": freedom and freedom.degrees_of_freedom,
        "held_by_loops": freedom and freedom.held,
        "prescribed": list(robot.prescribed),
        "duration": robot.duration,
        "parameters": robot.parameters,
        "bodies": bodies,
        "wings": {name: wing.model_dump(mode="json") for name, wing in robot.wings.items()},
        **_told_elements(robot),
        "warnings": start_warnings(robot),
        "q": _elements(meaning.coordinates(robot), q),
        "u": _elements(meaning.speeds(robot), u),
        "actuators": _actuators(robot),
        "allocation": _allocation(robot),
        **info_autopilots.facts_of(robot),
        "constraints": [
            {
                "name": name,
                "kind": constraint.kind,
                "between": constraint.bodies or constraint.law.coordinates,
                "factors": constraint.factors,
                "active": constraint.active,
                "relates": constraint.law.described(),
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
        "unconfirmed": info_unconfirmed.facts_of(robot),
        "hash": robot.hash,
    }


def _actuators(robot: Robot) -> list[dict[str, Any]]:
    from pelagos.result import meaning

    return [
        {
            "name": name,
            "kind": actuator.kind,
            "unit": e.unit,
            "input": e.meaning,
            "limits": actuator.law.input_limits,
        }
        for (name, actuator), e in zip(robot.actuators.items(), meaning.inputs(robot), strict=True)
    ]


def _body(robot: Robot, name: str) -> dict[str, Any]:
    body = robot.bodies[name]
    return {
        "name": name,
        "parent": body.parent,
        "joint": body.joint.kind,
        "axes": body.joint.axes,
        "joint_name": body.joint.name,
        "mass": body.mass,
        "com": body.com,
        "source": body.source,
        "payout": _payout(robot, name),
        **({} if robot.water is None else {"water": wet.facts_of(body)}),
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


def _payout(robot: Robot, name: str) -> dict[str, Any] | None:
    """The line that the joint of a body pays out, if it does."""
    payout = robot.bodies[name].joint.payout
    return None if payout is None else payout.model_dump(mode="json")


def _told_elements(robot: Robot) -> dict[str, Any]:
    """Lines about elements of sections of their own, and sensors, by name; what results show."""
    from pelagos.model.control.noises import noises

    own, sensors = robot.elements.items(), robot.sensors.items()
    told = {
        "elements": {name: list(words.told_on(robot.bodies)) for name, words in own},
        "sensors": {name: list(sensor.told()) for name, sensor in sensors},
    }
    told["noise"] = {stream: [words.told()] for stream, words in noises(robot).items()}
    outputs = [
        {"name": name, "unit": out.unit, "meaning": out.meaning}
        for name, out in robot.outputs.items()
    ]
    return {**told, "outputs": outputs}


def _elements(elements: list[Any], start: Any) -> list[dict[str, Any]]:
    return [
        {"index": i, **dataclasses.asdict(element), "start": float(value)}
        for i, (element, value) in enumerate(zip(elements, start, strict=True))
    ]


def _print(facts: dict[str, Any]) -> None:
    head = f"{facts['name']}: {facts['description']}" if facts["description"] else facts["name"]
    click.echo(head)
    for note in facts["notes"]:
        click.echo(f"  note: {note}")
    print_table(
        [
            ("bodies", str(len(facts["bodies"]))),
            ("degrees of freedom", freedoms_of(facts)),
            ("mass", f"{number(facts['mass'])} kg"),
            ("gravity", f"{vector(facts['gravity'])} m/s2"),
            *wet.water_lines(facts["water"]),
            *happenings.ground_lines(facts["ground"]),
            ("duration", f"{number(facts['duration'])} s"),
        ]
    )
    if facts["parameters"]:
        click.echo("\nParameters")
        print_table((name, number(value)) for name, value in facts["parameters"].items())
    _print_bodies(facts)
    for key, title in (("q", "Coordinates q"), ("u", "Speeds u")):
        click.echo(f"\n{title}, {plural(len(facts[key]), 'element')}")
        rows = [
            (f"{key}[{e['index']}]", e["label"], e["unit"], number(e["start"]), e["meaning"])
            for e in facts[key]
        ]
        print_table([("", "name", "unit", "at start", "meaning"), *rows] if rows else [])
    for warning in facts["warnings"]:
        click.echo(f"\nWarning: {warning}")
    _print_actuators(facts["actuators"])
    for key, title in (("elements", "Elements"), ("sensors", "Sensors"), ("noise", "Noise")):
        if facts[key]:
            click.echo(f"\n{title}")
            print_table((name, line) for name, lines in facts[key].items() for line in lines)
    if facts["outputs"]:
        click.echo("\nOutputs of elements and sensors")
        print_table((out["name"], out["unit"], out["meaning"]) for out in facts["outputs"])
    if facts["allocation"] is not None:
        _print_allocation(facts["allocation"])
    happenings.print_controllers(facts["controllers"])
    info_autopilots.print_autopilots(facts["autopilots"])
    if facts["constraints"]:
        click.echo("\nConstraints beyond the joints")
        print_table((c["name"], c["kind"], _related(c)) for c in facts["constraints"])
    happenings.print_events(facts["events"], facts["stop"])
    if facts["scenarios"]:
        click.echo("\nScenarios")
        print_table(
            (s["name"], f"{number(s['duration'])} s", s["description"]) for s in facts["scenarios"]
        )
    if facts["references"]:
        click.echo("\nReferences")
        print_table((reference,) for reference in facts["references"])
    info_unconfirmed.print_unconfirmed(facts["unconfirmed"])


def _print_actuators(actuators: list[dict[str, Any]]) -> None:
    """Inputs, with limits where there are some."""
    if not actuators:
        return
    click.echo("\nActuators and their inputs")
    rows = [("name", "kind", "unit", "input", "limits")]
    for a in actuators:
        limits = "" if a["limits"] is None else " to ".join(map(number, a["limits"]))
        rows.append((a["name"], a["kind"], a["unit"], a["input"], limits))
    bounded = any(row[-1] for row in rows[1:])
    print_table(rows if bounded else [row[:-1] for row in rows])


def _print_bodies(facts: dict[str, Any]) -> None:
    """What they weigh and how they are joined; their lines, their water and their wings."""
    click.echo("\nBodies")
    rows = [
        (
            body["name"],
            body["parent"],
            " ".join([body["joint"], *map(axis, body["axes"]), *_called(body["joint_name"])]),
            number(body["mass"]),
            vector(body["com"]),
        )
        for body in facts["bodies"]
    ]
    print_table([("name", "parent", "joint", "mass (kg)", "center of mass (m)"), *rows])
    _print_lines(facts["bodies"])
    if facts["water"] is not None:
        click.echo("\nWater on the bodies")
        wet.print_bodies(facts["bodies"])
    if facts["wings"]:
        _print_wings(facts["wings"])


def _called(name: str) -> list[str]:
    """The name of a joint that has one of its own."""
    return [f"({name})"] if name else []


def _print_lines(bodies: list[dict[str, Any]]) -> None:
    """Lines that joints pay out."""
    rows = [("body", "kg/m", "out at zero (m)", "feed", "store (kg)")]
    for body in bodies:
        line = body["payout"]
        if line is not None:
            store = "not noticed" if line["supply"] is None else number(line["supply"])
            sizes = number(line["line_density"]), number(line["length"])
            rows.append((body["name"], *sizes, line["feed"], store))
    if len(rows) > 1:
        click.echo("\nLines that are paid out")
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
    from pelagos.model.control.allocation import AXES

    click.echo(f"\nAllocation: wrench on {facts['body']} per newton of each thruster")
    columns = zip(facts["thrusters"], zip(*facts["matrix"], strict=True), strict=True)
    rows = [(name, *(number(round(x, 6) + 0.0) for x in column)) for name, column in columns]
    print_table([("", *AXES), *rows])
    lost = f"; lost: {', '.join(facts['lost'])}" if facts["lost"] else ""
    click.echo(f"  rank {facts['rank']} of 6{lost}")


def _related(constraint: dict[str, Any]) -> str:
    """'coupler and rocker', or '1 wheel1 + 2.5 wheel2' for a gear."""
    waits = "" if constraint["active"] else ", waits for an event"
    return str(constraint["relates"]) + waits

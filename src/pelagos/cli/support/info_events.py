"""What `pelagos info` says about controllers, events and the ground."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from pelagos.cli.support.text import Facts, print_table
from pelagos.text import number

if TYPE_CHECKING:
    from pelagos.language.signals import Signal
    from pelagos.model import Robot
    from pelagos.model.events import Event


def facts_of(robot: Robot) -> Facts:
    """Ground, controllers and events of a robot."""
    return {
        "ground": None if robot.ground is None else robot.ground.model_dump(mode="json"),
        "controllers": _controllers(robot.controllers)
        + [c for n, s in robot.scenarios.items() for c in _controllers(s.controllers, n)],
        "events": [{"name": n, **_event(e)} for n, e in robot.events.items()],
        "stop": None if robot.stop is None else str(robot.stop.when),
    }


def _controllers(named: Mapping[str, Any], scenario: str | None = None) -> list[Facts]:
    """Those of a robot, or of one of its scenarios."""
    return [
        {
            "name": name,
            "kind": form.words.key,
            "scenario": scenario,
            "rate": form.words.rate,
            **form.words.facts(),
            "inputs": [
                {
                    "name": f"{name}.{point.name}",
                    "unit": point.unit,
                    "signal": "as it is" if point.signal is None else _said(point.signal),
                    "meaning": point.meaning,
                }
                for point in form.words.set_points
            ],
        }
        for name, form in named.items()
    ]


def _said(signal: Signal) -> str:
    if signal.constant is not None:
        return number(signal.constant)
    return signal.expression or f"a {signal.kind}"


def _event(event: Event) -> Facts:
    return {
        "when": str(event.when) if event.when else f"t = {number(event.at or 0.0)} s",
        "action": event.action,
        "dock": event.target,
        "capture": event.capture if event.dock else None,
    }


def ground_lines(ground: Facts | None) -> Iterator[tuple[str, str]]:
    """How stiff and how rough it is."""
    if ground is None:
        return
    said = [f"{number(ground['stiffness'])} N/m", f"at {number(ground['height'])} m"]
    for key, unit in (("friction", ""), ("viscous", " s/m")):
        along, across = (ground[key][side] for side in ("along", "across"))
        if along or across:
            sizes = f"{number(along)}{unit} along, {number(across)}{unit} across"
            said.append(f"{key} {sizes}")
    yield "ground", ", ".join(said)


def print_controllers(controllers: list[Facts]) -> None:
    """What each measures, on what it acts, how often and how strongly; what it may be told."""
    if not controllers:
        return
    click.echo("\nControllers")
    rows = [("name", "kind", "measures", "acts on", "rate (Hz)", "gains", "limits")]
    for c in controllers:
        name = c["name"] if c["scenario"] is None else f"{c['name']} (scenario {c['scenario']})"
        own = (c["measure"], c["acts_on"], number(c["rate"]))
        rows.append((name, c["kind"], *own, _gains(c["gains"]), _limits(c["limits"])))
    print_table(rows)
    click.echo("\nSet points of controllers")
    inputs = [i for c in controllers for i in c["inputs"]]
    told = dict.fromkeys((i["name"], i["unit"], i["signal"], i["meaning"]) for i in inputs)
    print_table([("input", "unit", "signal", "meaning"), *told])


def _gains(gains: Facts) -> str:
    if any(isinstance(value, dict) for value in gains.values()):
        return "; ".join(f"{axis} {_gains(own)}" for axis, own in gains.items())
    return ", ".join(f"{key} {number(value)}" for key, value in gains.items() if value)


def _limits(limits: Any) -> str:
    if not limits:
        return "none"
    if isinstance(limits, dict):
        return "; ".join(f"{axis} {_limits(own)}" for axis, own in limits.items())
    return " to ".join(map(number, limits))


def print_events(events: list[Facts], stop: str | None) -> None:
    """When what happens."""
    rows = [
        (
            e["name"],
            " ".join(filter(None, (e["action"], e["dock"]))),
            e["when"],
            "as they stand" if e["capture"] == "here" else "",
        )
        for e in events
    ]
    if stop is not None:
        rows.append(("stop", "stop", stop, ""))
    if rows:
        click.echo("\nEvents")
        print_table([("name", "does", "when", ""), *rows])

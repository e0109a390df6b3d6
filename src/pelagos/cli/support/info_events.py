"""What `pelagos info` says about controllers, events and the ground."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from pelagos.cli.support.text import Facts, print_table
from pelagos.text import number

if TYPE_CHECKING:
    from pelagos.model import Robot
    from pelagos.model.control.controllers import Controller
    from pelagos.model.events import Event


def facts_of(robot: Robot) -> Facts:
    """Ground, controllers and events of a robot."""
    return {
        "ground": None if robot.ground is None else robot.ground.model_dump(mode="json"),
        "controllers": [{"name": n, **_controller(c)} for n, c in robot.controllers.items()],
        "events": [{"name": n, **_event(e)} for n, e in robot.events.items()],
        "stop": None if robot.stop is None else str(robot.stop.when),
    }


def _controller(controller: Controller) -> Facts:
    measure = controller.measure
    return {
        "measure": f"{measure} of {controller.body}"
        if isinstance(measure, str)
        else measure.expression or "a signal",
        "acts_on": controller.actuator or f"{controller.axis} of {controller.body}",
        "rate": controller.rate,
        "gains": {key: getattr(controller, key) for key in ("kp", "ki", "kd")},
        "limits": controller.limits,
    }


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
    """What each measures, on what it acts, how often and how strongly."""
    if not controllers:
        return
    click.echo("\nControllers")
    rows = [("name", "measures", "acts on", "rate (Hz)", "gains", "limits")]
    for c in controllers:
        gains = ", ".join(f"{key} {number(value)}" for key, value in c["gains"].items() if value)
        limits = "none" if c["limits"] is None else " to ".join(map(number, c["limits"]))
        rows.append((c["name"], c["measure"], c["acts_on"], number(c["rate"]), gains, limits))
    print_table(rows)


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

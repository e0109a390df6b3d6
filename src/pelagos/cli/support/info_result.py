"""What `pelagos info` says of a result."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pelagos.cli.support.text import plural, print_table
from pelagos.text import number

if TYPE_CHECKING:
    from pelagos.result import Run

SUFFIXES = (".nc", ".h5", ".hdf5")


def describe(run: Run) -> dict[str, Any]:
    """The facts of a run: robot, scenario, times, outcome, variables with units."""
    header, outcome = run.header, run.outcome
    time = run.arrays["time"]
    return {
        "name": header.name,
        "description": header.robot.get("description", ""),
        "scenario": header.scenario,
        "outcome": outcome.code,
        "time": outcome.time,
        "message": outcome.message,
        "samples": len(time),
        "start": float(time[0]) if len(time) else None,
        "end": float(time[-1]) if len(time) else None,
        "method": header.method,
        "integrator": header.integrator,
        "steps": outcome.steps,
        "events": list(outcome.events),
        "variables": _variables(run),
        "sensors": _sensors(run),
        "versions": header.versions,
        "created": header.created,
        "command": header.command,
        "hash": header.robot_hash,
    }


def _variables(run: Run) -> dict[str, Any]:
    """Those that hold something: labels along each dimension but time, unit, meaning."""
    from pelagos.result.columns import element_units
    from pelagos.result.schema import VARIABLES

    found = {}
    for name, variable in VARIABLES.items():
        labels = {dim: list(run.header.labels(dim)) for dim in variable.dims[1:]}
        if all(labels.values()):  # else of wings, docks or actuators that the robot does not have
            units = element_units(run.header, name, math.prod(map(len, labels.values())))
            found[name] = {
                "dims": labels,
                "units": list(dict.fromkeys(units)),
                "meaning": variable.meaning,
            }
    return found


def _sensors(run: Run) -> dict[str, Any]:
    """What each sensor read: kind, rate, delay, channels with units, how many and how many lost."""
    found = {}
    for name in run.sensors:
        readings = run.readings(name)
        found[name] = {
            "kind": readings.kind,
            "rate": readings.rate,
            "delay": readings.delay,
            "channels": dict(zip(readings.channels, readings.units, strict=True)),
            "readings": len(readings),
            "lost": readings.lost,
        }
    return found


def show(path: Path, facts: dict[str, Any]) -> None:
    """Print the facts."""
    scenario = f", {facts['scenario']}" if facts["scenario"] else ""
    click.echo(f"{path}: a run of {facts['name']}{scenario}")
    times = "none" if facts["start"] is None else f"{facts['start']:g} to {facts['end']:g} s"
    version = facts["versions"].get("pelagos", "")
    rows = [
        ("robot", facts["description"] or facts["name"]),
        ("outcome", f"{facts['outcome']} at t = {number(facts['time'])} s"),
        ("", facts["message"].replace("\n", " ")),
        ("samples", f"{facts['samples']}, times {times}"),
        ("method", ", ".join(filter(None, (facts["method"], facts["integrator"].get("method"))))),
        ("steps", str(facts["steps"])),
        ("events", ", ".join(f"{e['name']} at {e['time']:g} s" for e in facts["events"])),
        ("made", f"{facts['created']}, pelagos {version}"),
        ("by", facts["command"]),
    ]
    print_table(row for row in rows if row[1])
    click.echo("\nVariables over time")
    print_table(
        [
            ("name", "unit", "of", "meaning"),
            *(
                (name, ", ".join(v["units"]), _size(v["dims"]), v["meaning"])
                for name, v in facts["variables"].items()
            ),
        ]
    )
    if facts["sensors"]:
        click.echo("\nReadings of sensors, at their own times")
        head = ("name", "kind", "rate", "delay", "readings", "lost", "channels")
        print_table([head, *(_sensor_row(n, s) for n, s in facts["sensors"].items())])
    click.echo("\nThe robot itself: --flat. Pictures: pelagos plot, view, movie.")


def _size(dims: dict[str, list[str]]) -> str:
    """'5 bodies, x y z'; a few labels are named."""
    said = []
    for dim, labels in dims.items():
        if len(labels) <= 4:
            said.append(" ".join(labels))
        else:
            several = {"body": "bodies", "auxiliary": "auxiliary states"}.get(dim, "")
            said.append(plural(len(labels), dim, several))
    return ", ".join(said)


def _sensor_row(name: str, sensor: dict[str, Any]) -> tuple[str, ...]:
    rate, delay = f"{sensor['rate']:g} Hz", f"{sensor['delay']:g} s"
    counts = str(sensor["readings"]), str(sensor["lost"])
    return name, sensor["kind"], rate, delay, *counts, " ".join(sensor["channels"])

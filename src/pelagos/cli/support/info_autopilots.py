"""What `pelagos info` says about autopilots: who steers what, and by which servo outputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pelagos.cli.support.text import Facts, plural, print_table
from pelagos.text import number

if TYPE_CHECKING:
    from pelagos.model import Robot
    from pelagos.model.control.autopilots import Autopilot, ServoChannel


def facts_of(robot: Robot) -> Facts:
    """Autopilots of a robot, and the UDP port at which `pelagos sitl` waits for each."""
    from pelagos.bridges.ardupilot import FIRST_PORT, PORT_STEP

    pairs = enumerate(robot.autopilots.items())
    found = [
        {
            "name": name,
            "port": FIRST_PORT + PORT_STEP * index,
            "body": autopilot.body,
            "at": autopilot.at,
            "sensors": autopilot.sensors,
            "channels": [_channel(autopilot, n, c) for n, c in sorted(autopilot.outputs.items())],
        }
        for index, (name, autopilot) in pairs
    ]
    return {"autopilots": found}


def _channel(autopilot: Autopilot, index: int, channel: ServoChannel) -> Facts:
    kind, name = channel.target
    given = autopilot.map_of(channel) if kind == "actuator" else channel
    return {
        "channel": index,
        "kind": kind,
        "target": name,
        "from": given.pulses,
        "to": given.inputs,
        "reversed": channel.reversed,
    }


def print_autopilots(autopilots: list[Facts]) -> None:
    """A table of the channels of each."""
    for facts in autopilots:
        channels = plural(len(facts["channels"]), "channel")
        head = f"{facts['name']} steers {facts['body']} by {channels}, UDP port {facts['port']}"
        click.echo(f"\nAutopilot {head}")
        read = [f"{key} {name}" for key, name in facts["sensors"].items()]
        if read:
            click.echo(f"  sensors: {', '.join(read)}")
        print_table(
            (str(c["channel"]), c["target"], c["kind"], _said(c)) for c in facts["channels"]
        )


def _said(channel: Facts) -> str:
    """'1100 to 1900 us: -30.4 to 30.4, reversed'."""
    pulses, inputs = channel["from"], channel["to"]
    if pulses is None:
        said = "shown only" if channel["kind"] != "actuator" else "the pulse itself"
    else:
        ends = f"{number(inputs[0])} to {number(inputs[-1])}"
        said = f"{number(pulses[0])} to {number(pulses[-1])} us: {ends}"
    return said + (", reversed" if channel["reversed"] else "")

"""Checks of autopilots: their bodies are free, actuators exist and can follow their channel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pelagos.errors import Problem
from pelagos.language.scope import Keys
from pelagos.language.suggest import did_you_mean
from pelagos.model.checks.parts import Parts
from pelagos.model.control.autopilots import Autopilot, takes_pulses


def check_autopilots(parts: Parts, autopilots: Mapping[str, Autopilot]) -> Iterator[Problem]:
    """All problems of autopilots; an actuator follows one channel only."""
    driven: dict[str, str] = {}
    for name, autopilot in autopilots.items():
        yield from _body(parts, ("autopilots", name, "body"), autopilot.body)
        for number, channel in autopilot.channels.items():
            if channel.actuator is None:
                continue
            path = ("autopilots", name, "channels", number, "actuator")
            here = f"channel {number} of {name!r}"
            if driven.setdefault(channel.actuator, here) != here:
                message = f"{driven[channel.actuator]} moves this actuator already"
                yield parts.problem(path, message, "keep one of them", channel.actuator)
            mapped = autopilot.map_of(channel).is_given
            yield from _actuator(parts, path, channel.actuator, mapped)


def _body(parts: Parts, path: Keys, name: str) -> Iterator[Problem]:
    free = [n for n, b in parts.bodies.items() if b.joint.mechanics.in_world]
    if name not in parts.body_names:
        yield parts.problem(path, "there is no such body", did_you_mean(name, free), name)
    elif name in parts.bodies and name not in free:
        kind = parts.bodies[name].joint.kind
        message = f"an autopilot steers a free body, this one has a {kind} joint"
        remedy = did_you_mean(name, free) if free else "give the vehicle joint: free"
        yield parts.problem(path, message, remedy, name)


def _actuator(parts: Parts, path: Keys, name: str, mapped: bool) -> Iterator[Problem]:
    if name not in parts.actuator_names:
        remedy = did_you_mean(name, parts.actuator_names)
        yield parts.problem(path, "there is no such actuator", remedy, name)
        return
    actuator = parts.actuators.get(name)
    if actuator is None:  # refused by itself
        return
    if actuator.kind == "motion":
        message = "a prescribed motion cannot follow an autopilot"
        yield parts.problem(path, message, "use a servo or a motor", name)
    elif not mapped and not takes_pulses(actuator):
        remedy = "add from: [1100, 1900] and to: [lowest, highest] in its own unit"
        yield parts.problem(path, "the input of this actuator is no pulse width", remedy, name)

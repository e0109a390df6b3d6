"""Checks of autopilots: their bodies are free, actuators exist and can follow their channel,
sensors exist, are of the right kind and stand on what is steered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pelagos.errors import Problem
from pelagos.language.scope import Keys
from pelagos.language.suggest import did_you_mean
from pelagos.model.checks.parts import Parts
from pelagos.model.control.autopilots import SENSORS, Autopilot, takes_pulses
from pelagos.model.tree import turn_on


def check_autopilots(parts: Parts, autopilots: Mapping[str, Autopilot]) -> Iterator[Problem]:
    """All problems of autopilots; an actuator follows one channel only."""
    driven: dict[str, str] = {}
    for name, autopilot in autopilots.items():
        yield from _body(parts, ("autopilots", name, "body"), autopilot.body)
        for key, sensor in autopilot.sensors.items():
            yield from _sensor(parts, ("autopilots", name), key, sensor, autopilot.body)
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


def _sensor(parts: Parts, above: Keys, key: str, name: str, steered: str) -> Iterator[Problem]:
    """It exists, is of its kind, and moves as one with the body that is steered."""
    path, wanted = (*above, key), SENSORS[key]
    if name not in parts.sensor_names:
        fitting = [n for n, s in parts.sensors.items() if s.law.key == wanted]
        remedy = did_you_mean(name, fitting) if fitting else f"add a sensor: {{{wanted}: {{...}}}}"
        yield parts.problem(path, "there is no such sensor", remedy, name)
        return
    if name not in parts.sensors:  # refused by itself
        return
    law = parts.sensors[name].law
    if law.key != wanted:
        message = f"{key} is a sensor of the kind {wanted}, this one is of the kind {law.key}"
        yield parts.problem(path, message, "name another sensor", name)
        return
    body = getattr(law, "body", steered)  # batteries stand nowhere
    known = body in parts.bodies and steered in parts.bodies
    if known and turn_on(parts.bodies, body, steered) is None:
        message = f"the sensor is on {body!r}, which does not move as one with {steered!r}"
        remedy = f"put it on {steered!r}, or on a body that is fixed to it"
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

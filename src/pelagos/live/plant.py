"""The robot under the hands of a driver: a session whose inputs are moved while it runs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.language import scope as scopes
from pelagos.language.expressions import evaluate
from pelagos.live.controls import TURNS, Controls, DrivenActuator
from pelagos.live.holds import Holds
from pelagos.model import Robot
from pelagos.run.session import Session

_RISE = 0.25  # seconds in which a place gets up to its full rate
_FASTEST = 2.0  # turning rate of the whole robot after a second at full deflection [rad/s]


Numbers = dict[str, float]
Present = tuple[float, Numbers, Numbers, Numbers, Numbers]


class TargetOffset:
    """A target that is moved: its offset from the signal, and its rate."""

    def __init__(self, channel: DrivenActuator) -> None:
        self._channel = channel
        self.clear()

    def clear(self) -> None:
        self.offset = self.rate = self.acceleration = 0.0

    def move(self, wish: float, dt: float, base: float) -> bool:
        """Plan the next `dt` seconds; False if it rests. `base` is what the signal says."""
        self.offset += self.rate * dt + 0.5 * self.acceleration * dt * dt
        self.rate += self.acceleration * dt
        full = self._channel.full
        # brake in time for the ends of the joint
        room = (
            self._channel.high - base - self.offset
            if wish > 0
            else base + self.offset - self._channel.low
        )
        wanted = wish * full * float(np.clip(room / (full * _RISE), 0.0, 1.0))
        self.acceleration = float(np.clip((wanted - self.rate) / dt, -full / _RISE, full / _RISE))
        return bool(self.rate or self.acceleration)


class Plant:
    """A session, what is added to the signals of its actuators, and its controllers."""

    def __init__(self, robot: Robot, controls: Controls, **words: Any) -> None:
        self.controls = controls
        self._words = words
        self.axes: dict[str, float] = {}
        self.channels: dict[str, float] = {}
        self.power = 1.0
        self.values: dict[str, float] = {}
        self.places = {c.name: TargetOffset(c) for c in controls.channels if c.place}
        self._moving: set[str] = set()
        self._known: Present | None = None
        self.holds = Holds(robot)
        self.session = self._begin(robot)
        self._coordinate = {name: robot.driven_coordinate(name) for name in self.places}

    def _begin(self, robot: Robot) -> Session:
        ready = [n for n in self._pushed(robot) if robot.actuators[n].input.constant is not None]
        return Session(robot, inputs=[*ready, *self.holds.prepared], **self._words)

    def _pushed(self, robot: Robot) -> list[str]:
        """Actuators that take inputs from outside."""
        known = {n for axis in self.controls.axes for n in axis.shares}
        known |= {channel.name for channel in self.controls.channels}
        return [n for n in robot.actuators if n in known and robot.actuators[n].kind != "motion"]

    def replace(self, robot: Robot) -> None:
        """Go on with other numbers from the same state at the same time."""
        old, new = self.session, self._begin(robot)
        new.go_on_from(old)
        self.session, self._known = new, None
        for name, value in self.values.items():
            new.set_value(name, value)
        new.set_inputs(old.inputs)
        for name in self.places:
            self._send(name)

    def set_value(self, name: str, value: float) -> None:
        self.session.set_value(name, value)
        self.values[name] = value
        self._known = None

    def reset(self) -> None:
        """Back to the start; sliders stay where they are."""
        self.session.reset()
        self._known = None
        for name, value in self.values.items():
            self.session.set_value(name, value)
        for place in self.places.values():
            place.clear()
        self._moving.clear()

    def advance(self, dt: float) -> None:
        """March on with what is held now."""
        self.holds.nudge(self.session, self.axes, self.power, dt)
        self._push()
        turns = self._turns()
        for name, place in self.places.items():
            wish = float(np.clip(turns.get(name, 0.0), -1.0, 1.0))
            if not wish and name not in self._moving:
                continue
            base = self._signal(name)
            if place.move(wish, dt, base) or name in self._moving:
                self._moving.add(name)
                self._send(name)
            if not (place.rate or place.acceleration):
                self._moving.discard(name)
        self.session.advance(self.session.time + dt)

    def _turns(self) -> dict[str, float]:
        """How fast places are to go, in shares of their full rates."""
        wishes = dict(self.channels)
        for axis in self.controls.axes:
            for name, share in axis.turns.items():
                wishes[name] = wishes.get(name, 0.0) + share * self.axes.get(axis.name, 0.0)
        return wishes

    def shown(self) -> dict[str, float]:
        """Where every channel is: the joint of a place, what is added to other inputs."""
        pushes = {c.name: self.channels.get(c.name, 0.0) * c.full for c in self.controls.channels}
        q = self.session.q
        return {**pushes, **{name: float(q[i]) for name, i in self._coordinate.items()}}

    def _push(self) -> None:
        """Inputs of actuators that push: their signals and what the driver adds."""
        added: dict[str, float] = {}
        taken = self.holds.taken(self.session)  # these keys move set points
        shares = {axis.name: axis.shares for axis in self.controls.axes if axis.name not in taken}
        for name, wish in self.axes.items():
            for actuator, share in shares.get(name, {}).items():
                added[actuator] = added.get(actuator, 0.0) + wish * share
        for channel in self.controls.channels:
            if not channel.place and channel.name in self.channels:
                added[channel.name] = self.channels[channel.name] * channel.full
        held = self.session.inputs
        wanted = {}
        for name in self.controls.strength:
            if name in held or name in added:
                most = self.controls.strength[name]
                push = float(np.clip(added.get(name, 0.0), -most, most))
                wanted[name] = self._signal(name) + self.power * push
        self.session.set_inputs(wanted)

    def _signal(self, name: str) -> float:
        """What the model's own signal says now."""
        signal = self.session.robot.actuators[name].input
        if signal.constant is not None:
            return float(signal.constant)
        return float(evaluate(signal.node, *self._present()))

    def _present(self) -> Present:
        """Time, coordinates, speeds, parameters and states now, as signals want them."""
        session = self.session
        if self._known is None or self._known[0] != session.time:
            robot = session.robot
            q = dict(zip(robot.coordinates, session.q.tolist(), strict=True))
            u = dict(zip(robot.speeds, session.u.tolist(), strict=True))
            s = dict(zip(robot.state_labels, session.state.tolist(), strict=True))
            # parameters of moved joints are zero there: the signal itself is asked for
            self._known = (session.time, q, u, {**robot.parameters, **self.values}, s)
        return self._known

    def _send(self, name: str) -> None:
        """Tell the session where a place is going."""
        place = self.places[name]
        session = self.session
        if session.robot.actuators[name].kind == "motion":
            numbers = (session.time, place.offset, place.rate, place.acceleration)
            for parameter, value in zip(_own(name), numbers, strict=True):
                session.set_value(parameter, value)
        else:
            session.set_inputs({name: self._signal(name) + place.offset})


def tame(plant: Plant) -> None:
    """Try out every way to turn a vehicle, and weaken those that no one could steer by hand."""
    robot = plant.session.robot
    free = (i for i, n in enumerate(robot.order) if robot.bodies[n].joint.mechanics.in_world)
    root = next(free, 0)
    for axis in plant.controls.axes:
        if axis.name not in TURNS:
            continue
        plant.axes = {axis.name: 1.0}
        plant.holds.switch_all_off(plant.session)
        try:
            for _ in range(20):
                if plant.session.outcome is None:  # else a condition has stopped it
                    plant.advance(0.05)
            rate = float(np.linalg.norm(plant.session.observe()["angular_velocity"][root]))
        except PelagosError:
            rate = 10 * _FASTEST
        for name in axis.shares:
            axis.shares[name] *= min(1.0, _FASTEST / max(rate, 1e-9))
        plant.axes = {}
        plant.reset()


# Prescribed motions ------------------------------------------------------------------------------


def movable(robot: Robot) -> Robot:
    """The robot with prescribed joints that can be moved: their signals plus a parabola in time.

    A prescribed joint needs rate and acceleration besides the place. Signals other than numbers and
    expressions stay as they are.
    """
    changes: dict[str, Any] = {}
    words = robot.to_dict()
    for name, actuator in robot.actuators.items():
        text = _text(words["actuators"][name].get("motion", {}).get("input", 0.0))
        if actuator.kind != "motion" or text is None:
            continue
        start, offset, rate, acceleration = _own(name)
        path = f"{offset} + {rate}*(t - {start}) + {acceleration}/2*(t - {start})^2"
        changes[name] = {"expression": f"({text}) + {path}"}
        words["parameters"] = {**words.get("parameters", {}), **dict.fromkeys(_own(name), 0.0)}
    if not changes:
        return robot
    for name, signal in changes.items():
        words["actuators"][name]["motion"]["input"] = signal
    with scopes.within(robot.scope):
        return Robot(**words)


def is_movable(robot: Robot, name: str) -> bool:
    """Whether the input of an actuator can be changed while a run goes on."""
    return robot.actuators[name].kind != "motion" or _own(name)[0] in robot.parameters


def _own(name: str) -> tuple[str, str, str, str]:
    """Parameters of a moved joint: since when, offset, rate, acceleration."""
    plain = re.sub(r"\W", "_", name)
    return tuple(f"live_{plain}_{what}" for what in ("since", "offset", "rate", "acceleration"))  # type: ignore[return-value]


def _text(signal: Any) -> str | None:
    """A number or an expression as text; None for other signals."""
    if isinstance(signal, Mapping):
        for kind in ("constant", "expression"):
            if isinstance(signal.get(kind), int | float | str):
                return str(signal[kind])
        return None
    return str(signal) if isinstance(signal, int | float | str) else None

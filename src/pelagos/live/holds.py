"""Controllers of a robot as the driver has them: switches, set points, and keys that move these.

A controller that is on takes over the keys of what it keeps: they move its set points instead of
pushing. Ahead and sideways move north and east by the heading that the controller sees. A set
point runs only so far ahead of the vehicle, so that this stops soon after a key is released.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from pelagos.controllers.measures import ATTITUDE
from pelagos.live import wishes
from pelagos.live.controls import driven_bodies
from pelagos.live.points import (
    FAR,
    KEYS,
    LiveController,
    LivePoint,
    as_read,
    controller_of,
    note_of,
    target_of,
    told_of,
)
from pelagos.mathematics.geography import north_east_down
from pelagos.model import Robot
from pelagos.result.euler import rotate
from pelagos.run.session import Session

_PICK_UP = 0.2  # of a set point that is a speed, when a key moves it [m/s2]
_LEAD = 2.0  # seconds that a set point which keys move may be ahead of what is measured
_STEEPEST = math.radians(80.0)  # pitch that keys go to
_TOGETHER = (("north", "east"), *((name,) for name in KEYS if name not in ("north", "east")))


class Holds:
    """All controllers of a robot; sessions are of this robot, or of one with other numbers."""

    def __init__(self, robot: Robot) -> None:
        places = {label: k for k, label in enumerate(robot.state_labels)}
        driven = driven_bodies(robot)
        self.controllers = {
            name: controller_of(robot, name, form.words, places, driven)
            for name, form in robot.controllers.items()
        }
        self._points = {p.name: c for c in self.controllers.values() for p in c.points}
        self._order = robot.order
        north = any({"north", "east"} & {*c.keyed} for c in self.controllers.values())
        self._chart = north_east_down(robot.gravity) if north else np.eye(3)

    @property
    def prepared(self) -> list[str]:
        """Inputs that sessions had better have ready: those that no signal moves."""
        found = [p for c in self.controllers.values() for p in c.points]
        ready = [p.name for p in found if p.here or p.default is not None]
        return [*ready, *(f"{c.name}.on" for c in self.controllers.values() if c.steady)]

    def to_dict(self) -> list[dict[str, Any]]:
        """For the page: names, units, and which one the key H switches."""
        kinds = [c.kind for c in self.controllers.values()]
        first = kinds.index("station") if "station" in kinds else 0
        keys = ("name", "label", "unit", "here")
        return [
            {
                "name": c.name,
                "kind": c.kind,
                "key": k == first,
                "points": [{key: getattr(p, key) for key in keys} for p in c.points],
            }
            for k, c in enumerate(self.controllers.values())
        ]

    # --- what is so

    def is_on(self, session: Session, controller: LiveController) -> bool:
        held = session.inputs.get(f"{controller.name}.on")
        if held is None and controller.on is not None:
            return bool(session.state[controller.on] > 0.5)
        return held is not None and held > 0.5

    def taken(self, session: Session) -> set[str]:
        """Axes whose keys move set points now."""
        active = [c for c in self.controllers.values() if self.is_on(session, c)]
        return {axis for c in active for axis in c.keys}

    def shown(self, session: Session) -> list[dict[str, Any]]:
        """Of each controller whether it is on, and its set points beside what is measured."""
        state, inputs = session.state, session.inputs
        found = []
        for c in self.controllers.values():
            pairs = []
            for p in c.points:
                target = target_of(p, state, inputs)
                measure = None if p.measure is None else float(state[p.measure])
                pairs.append([as_read(p, target), as_read(p, measure)])
            on = self.is_on(session, c)
            found.append({"on": on, "points": pairs, "note": note_of(c, state) if on else ""})
        return found

    def panels(self) -> list[dict[str, Any]]:
        """Plots of set points beside what is measured."""
        series = [{"label": label, "run": 0} for label in ("target", "measure")]
        return [
            {"title": f"{c.name} {p.label}", "unit": "deg" if p.unit == "°" else p.unit}
            | {"log": False, "series": series}
            for c, p in self._plotted()
        ]

    def lines(self, session: Session) -> list[float | None]:
        """The values of these plots; an angle is measured the short way from its set point."""
        state, inputs = session.state, session.inputs
        found = []
        for _, p in self._plotted():
            target, measure = target_of(p, state, inputs), float(state[p.measure])
            if p.wraps and target is not None:
                measure = target + _wrapped(measure - target)
            found += [told_of(p, target), told_of(p, measure)]
        return found

    def _plotted(self) -> list[tuple[LiveController, LivePoint]]:
        owned = [(c, p) for c in self.controllers.values() for p in c.points]
        return [(c, p) for c, p in owned if p.measure is not None]

    # --- what the driver does

    def switch(self, session: Session, name: str, on: bool) -> list[str]:
        """Switch a controller; others that push the same way go off: their names.

        Set points without a signal begin as the vehicle is.
        """
        own = self.controllers[name]
        values: dict[str, float | None] = {f"{name}.on": 1.0 if on else 0.0}
        others = []
        if on:
            values |= {p.name: None for p in own.points if p.here and p.name in session.inputs}
            rivals = [c for c in self.controllers.values() if c.pushes & own.pushes]
            others = [c.name for c in rivals if c is not own and self.is_on(session, c)]
            values |= {f"{other}.on": 0.0 for other in others}
        session.set_inputs(values)
        return others

    def switch_all_off(self, session: Session) -> None:
        session.set_inputs({f"{name}.on": 0.0 for name in self.controllers})

    def tell(self, session: Session, words: Mapping[str, Any]) -> None:
        """Give a set point a value, in the unit that is shown; null gives it back."""
        name = wishes.name(words, self._points, "set point")
        controller = self._points[name]
        point = next(p for p in controller.points if p.name == name)
        if point.here and not self.is_on(session, controller):
            raise wishes.RefusedWishError(
                wishes.NOT_NOW,
                f"{name} is taken from the vehicle when {controller.name} is switched on: "
                "switch it on first",
            )
        if words.get("value", ...) is None:
            session.set_input(name, point.default)
            return
        value = wishes.number(words, point.least, FAR) / point.factor
        session.set_input(name, _wrapped(value) if point.wraps else value)

    def nudge(self, session: Session, axes: Mapping[str, float], power: float, dt: float) -> None:
        """Move set points by the keys that are held."""
        changes: dict[str, float] = {}
        for c in self.controllers.values():
            if not any(axes.get(axis) for axis in c.keys) or not self.is_on(session, c):
                continue
            if c.on is None or session.state[c.on] > 0.5:  # else it has not looked around yet
                changes |= self._moved(session, c, axes, power, dt)
        session.set_inputs(changes)

    def _moved(
        self,
        session: Session,
        controller: LiveController,
        axes: Mapping[str, float],
        power: float,
        dt: float,
    ) -> dict[str, float]:
        """New values of its set points."""
        state, inputs, keyed = session.state, session.inputs, controller.keyed
        found: dict[str, float] = {}
        heading = self._heading(session, controller) if {"north", "east"} & {*keyed} else 0.0
        rates = _rates(controller, axes, power, heading)
        for group in _TOGETHER:
            points = [keyed[q] for q in group if q in keyed]
            before = [target_of(p, state, inputs) for p in points]
            wanted = [rates[p.quantity] for p in points if p.quantity is not None]
            if not any(wanted) or None in before:
                continue
            after = [x + rate * dt for x, rate in zip(before, wanted, strict=True) if x is not None]
            full = _full(controller, group[0]) * power
            if _within_lead(points, after, wanted, state, _LEAD * full):
                found |= {p.name: _kept(p, x) for p, x in zip(points, after, strict=True)}
        return found

    def _heading(self, session: Session, controller: LiveController) -> float:
        """As the controller sees it, or else as it is."""
        seen = controller.keyed.get("heading")
        if seen is not None and seen.measure is not None:
            return float(session.state[seen.measure])
        assert controller.body is not None  # keys move set points of bodies alone
        turn = session.observe()["orientation"][self._order.index(controller.body)]
        north, east, _ = self._chart @ rotate(turn, np.array([1.0, 0.0, 0.0]))
        return math.atan2(east, north)


# --- what keys do -----------------------------------------------------------------------------


def _rates(
    controller: LiveController, axes: Mapping[str, float], power: float, heading: float
) -> dict[str, float]:
    """How fast keys move set points."""
    go, turn = power * controller.speed, power * controller.turn
    ahead, right = axes.get("ahead", 0.0), axes.get("right", 0.0)
    cosine, sine = math.cos(heading), math.sin(heading)
    return {
        "north": go * (ahead * cosine - right * sine),
        "east": go * (ahead * sine + right * cosine),
        "depth": -go * axes.get("up", 0.0),
        "heading": turn * axes.get("turn", 0.0),
        "pitch": turn * axes.get("nose up", 0.0),
        "roll": turn * axes.get("roll", 0.0),
        **dict.fromkeys(("surge", "speed"), power * _PICK_UP * ahead),
    }


def _full(controller: LiveController, quantity: str) -> float:
    """How fast a key moves a set point at most."""
    if quantity in ("surge", "speed"):
        return _PICK_UP
    return controller.turn if quantity in ATTITUDE else controller.speed


def _within_lead(
    points: list[LivePoint], after: list[float], rates: list[float], state: np.ndarray, lead: float
) -> bool:
    """Whether set points that move stay near what is measured, or come nearer."""
    gaps = []
    for point, x in zip(points, after, strict=True):
        if point.measure is None:
            return True
        gap = x - float(state[point.measure])
        gaps.append(_wrapped(gap) if point.wraps else gap)
    away = sum(gap * rate for gap, rate in zip(gaps, rates, strict=True)) > 0.0
    return not away or math.hypot(*gaps) <= lead


def _kept(point: LivePoint, value: float) -> float:
    """A value that keys may lead to."""
    if point.quantity == "pitch":
        return min(max(value, -_STEEPEST), _STEEPEST)
    value = max(value, point.least / point.factor)
    return _wrapped(value) if point.wraps else value


def _wrapped(angle: float) -> float:
    return math.remainder(angle, 2.0 * math.pi)

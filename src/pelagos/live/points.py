"""A controller as the live page has it: its set points in units people read, and its records."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from pelagos.controllers.contract import ControllerWords
from pelagos.controllers.pid import Pid
from pelagos.controllers.waypoints import Waypoints
from pelagos.live.readable import readable
from pelagos.model import Robot

FAR = 1e6  # of set points, as shown
SPEED = 0.4  # of a set point that a key moves [m/s], unless a reference says how fast
TURN = 0.5  # ... [rad/s]
# what keys move, and by which
KEYS = {
    "north": ("ahead", "right"), "east": ("ahead", "right"), "depth": ("up",),
    "heading": ("turn",), "pitch": ("nose up",), "roll": ("roll",),
    "surge": ("ahead",), "speed": ("ahead",),
}  # fmt: skip
_NOTED = ("leg", "done", "share")


@dataclass(frozen=True)
class LivePoint:
    """One set point."""

    name: str  # CONTROLLER.SETPOINT, an input of sessions
    label: str
    unit: str  # as shown
    factor: float  # from radians or metres to that
    here: bool  # begins as it is, or is found on the way: no signal gives it
    default: float | None  # of its signal, if that is a number
    wraps: bool
    bearing: bool  # a heading
    least: float  # as shown
    quantity: str | None  # one of KEYS, if keys move it
    target: int | None  # places of records among the states
    measure: int | None


@dataclass(frozen=True)
class LiveController:
    """One controller."""

    name: str
    kind: str
    body: str | None
    points: tuple[LivePoint, ...]
    pushes: frozenset[tuple[str, str]]  # axes and what serves them
    steady: bool  # its switch is a number, not a signal that moves
    on: int | None  # places of records
    notes: dict[str, int]
    speed: float  # of set points that keys move
    turn: float

    @property
    def keyed(self) -> dict[str, LivePoint]:
        """Set points that keys move."""
        return {p.quantity: p for p in self.points if p.quantity is not None}

    @property
    def keys(self) -> set[str]:
        """Axes whose keys it takes."""
        return {axis for quantity in self.keyed for axis in KEYS[quantity]}


def controller_of(
    robot: Robot,
    name: str,
    words: ControllerWords,
    places: Mapping[str, int],
    driven: set[str],
) -> LiveController:
    """What the page and its keys need to know; driven: bodies that keys drive."""
    body = getattr(words, "body", None)
    points = []
    for point in words.inputs:
        stem = f"{name}." if point.name == "target" else f"{name}.{point.name}."
        unit, factor = readable(point.unit)
        angle = point.unit == "rad" and (not isinstance(words, Pid) or words.wrapped)
        points.append(
            LivePoint(
                name=f"{name}.{point.name}",
                label=point.name,
                unit=unit,
                factor=factor,
                here=point.signal is None,
                default=None if point.signal is None else point.signal.constant,
                wraps=angle,
                bearing="heading" in (point.name, getattr(words, "measured_by", None)),
                least=0.0 if point.name == "speed" else -FAR,
                quantity=_quantity(words, point.name) if body in driven else None,
                target=places.get(f"{stem}target"),
                measure=places.get(f"{stem}measure"),
            )
        )
    pushes = set()
    for push in words.pushes:
        label = f"{name}.{push.record}"
        served = [n for n, own in robot.shares.items() if label in own]
        pushes |= {(push.axis, n) for n in served} | {("", n) for n in [push.actuator] if n}
    reference = getattr(words, "reference", None)
    return LiveController(
        name=name,
        kind=words.key,
        body=body,
        points=tuple(points),
        pushes=frozenset(pushes),
        steady=words.on.constant is not None,
        on=places.get(f"{name}.on"),
        notes={key: k for key in _NOTED if (k := places.get(f"{name}.{key}")) is not None},
        speed=getattr(reference, "speed", None) or SPEED,
        turn=getattr(reference, "turn", None) or TURN,
    )


def _quantity(words: ControllerWords, point: str) -> str | None:
    """What keys move when they move a set point."""
    if isinstance(words, Pid):
        point = words.measured_by or ""
    elif isinstance(words, Waypoints) and point != "speed":
        return None
    return point if point in KEYS else None


def note_of(controller: LiveController, state: np.ndarray) -> str:
    """How it is getting on, in a few words; nothing before it has looked around."""
    if controller.on is None or state[controller.on] < 0.5:
        return ""
    now = {key: float(state[k]) for key, k in controller.notes.items()}
    found = []
    if "leg" in now:
        found.append("arrived" if now.get("done", 0.0) > 0.5 else f"to waypoint {now['leg']:.0f}")
    if now.get("share", 1.0) < 0.995:
        found.append(f"{100.0 * now['share']:.0f} % of what it wants")
    return ", ".join(found)


def target_of(point: LivePoint, state: np.ndarray, inputs: Mapping[str, float]) -> float | None:
    """What is wanted now: as told, as recorded, or what its signal says."""
    if point.name in inputs:
        return inputs[point.name]
    return point.default if point.target is None else float(state[point.target])


def told_of(point: LivePoint, value: float | None) -> float | None:
    """A number as it is shown."""
    return None if value is None or not math.isfinite(value) else round(value * point.factor, 4)


def as_read(point: LivePoint, value: float | None) -> float | None:
    """The same, but headings count from 0 to 360 degrees, as on a compass."""
    told = told_of(point, value)
    return told if told is None or not point.bearing else round(told % 360.0, 4) % 360.0

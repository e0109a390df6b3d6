"""Checks of controllers: what they measure and move exists, names are free, axes can be pushed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.controllers.contract import ControllerWords, Push
from pelagos.controllers.measures import SteeredBody
from pelagos.controllers.pid import Pid
from pelagos.errors import Problem
from pelagos.language.scope import Keys
from pelagos.language.suggest import did_you_mean
from pelagos.mathematics.algebra import Mat3, Vec3
from pelagos.mathematics.geography import north_east_down, why_no_north
from pelagos.mathematics.inertia import Pose
from pelagos.model.checks.labels import check_signal
from pelagos.model.control.allocation import AXES, Allocation, of_body
from pelagos.model.start import Start

if TYPE_CHECKING:
    from pelagos.model.checks.parts import Parts

# what a push along an axis should move the other way than it measures
_PAIRS = {"heave": "depth", "roll": "roll", "pitch": "pitch", "yaw": "heading"}


def check_controllers(parts: Parts) -> Iterator[Problem]:
    """All problems of controllers."""
    for name, form in parts.controllers.items():
        words, here = form.words, ("controllers", name)
        place = (*here, *words.below)
        if name in parts.state_names or name in parts.actuator_names:
            yield parts.problem(here, "an actuator or a state has this name", "choose another")
        for point in words.set_points:
            if f"{name}.{point.name}" in parts.actuator_names:
                message = f"its set point {name}.{point.name} has the name of an actuator"
                yield parts.problem(here, message, "choose another name")
        for keys, signal in words.expressions:
            yield from check_signal(parts, (*place, *keys), signal)
        yield from _bodies(parts, place, words)
        for push in words.pushes:
            if push.actuator is not None:
                yield from _actuator(parts, place, words, push)


def _bodies(parts: Parts, place: Keys, words: ControllerWords) -> Iterator[Problem]:
    for key, body, _ in words.bodies:
        if body not in parts.body_names:
            remedy = did_you_mean(body, parts.body_names)
            yield parts.problem((*place, key), "there is no such body", remedy, body)
    asks = words.needs_north
    reason = None if asks is None else why_no_north(parts.scope.gravity)
    if asks is not None and reason is not None:
        yield parts.problem((*place, asks), *reason, getattr(words, asks))


def _actuator(parts: Parts, place: Keys, words: ControllerWords, push: Push) -> Iterator[Problem]:
    name = str(push.actuator)
    path = (*place, "actuator") if isinstance(words, Pid) else (*place, "actuators", push.axis)
    if name not in parts.actuator_names:
        remedy = did_you_mean(name, parts.actuator_names)
        yield parts.problem(path, "there is no such actuator", remedy, name)
    elif name in parts.actuators and parts.actuators[name].kind == "motion":
        message = "a prescribed motion cannot follow a controller"
        yield parts.problem(path, message, "use a servo or a motor", name)


def check_axes(parts: Parts, start: Start) -> Iterator[Problem]:
    """Sound thrusters of a controller's body can push along its axes alone."""
    laws = {n: a.thruster for n, a in parts.actuators.items() if a.thruster is not None}
    for name, form in parts.controllers.items():
        words = form.words
        body, place = words.pushed_body, ("controllers", name, *words.below)
        pushed = [push.axis for push in words.pushes if push.actuator is None]
        if body is not None and pushed:
            closed = {n: c for n, c in parts.constraints.items() if c.active}
            found = of_body(start, laws, closed, body, words.all_docked)
            for axis in pushed:
                yield from _axis(parts, place, words, axis, found)
        if isinstance(words, Pid):
            yield from _sign(parts, place, words, start)


def _axis(
    parts: Parts, place: Keys, words: ControllerWords, axis: str, found: Allocation | None
) -> Iterator[Problem]:
    wish = np.eye(6)[AXES.index(axis)]
    sound = np.zeros((6, 1)) if found is None else found.sound
    path = (*place, "axis") if isinstance(words, Pid) else (*place, "gains", axis)
    if np.max(np.abs(sound @ np.linalg.pinv(sound, rcond=1e-10) @ wish - wish)) > 1e-6:
        message = f"the thrusters of {words.pushed_body!r} cannot push in {axis} alone"
        if found is None:
            message = f"{words.pushed_body!r} has no thrusters, and nothing that is fixed to it has"
        remedy = "add thrusters, or choose an axis that `pelagos info` shows"
        remedy += "" if isinstance(words, Pid) else ", or name one in actuators:"
        yield parts.problem(path, message, remedy, axis)


def _sign(parts: Parts, place: Keys, words: Pid, start: Start) -> Iterator[Problem]:
    """A push along an axis should lessen the error of what it is measured by."""
    axis, measure = words.axis, words.measured_by
    if axis is None or measure is None or _PAIRS.get(axis) != measure or not words.kp:
        return
    by = _by_axis(start, str(words.body), parts.scope.gravity, measure, axis)
    if by * words.kp < -0.5 * abs(words.kp):
        message = f"a positive {axis} of {words.body!r} lessens its {measure} where z points up"
        yield parts.problem((*place, "kp"), message, "change the signs of the gains", words.kp)


def _by_axis(start: Start, body: str, gravity: Any, measure: str, axis: str) -> float:
    """How a measure of a body at the start grows by moving along an axis."""
    R, p = start.pose(body)
    chart = Mat3.of(north_east_down(gravity).T.ravel().tolist())
    vehicle = SteeredBody(0, Mat3.identity(), chart, 0.0)
    step, k = 1e-6, AXES.index(axis)

    def read(moved: Any, turned: Any) -> float:
        pose = Pose(Mat3.of(turned.T.ravel().tolist()), Vec3(*moved.tolist()))
        return float(vehicle.measure(measure, _Still((pose,))))

    unit = np.eye(3)[k % 3] * step
    if k < 3:
        return (read(p + R @ unit, R) - read(p, R)) / step
    x, y, z = unit
    small = np.array([[1.0, -z, y], [z, 1.0, -x], [-y, x, 1.0]])
    return (read(p, R @ small) - read(p, R)) / step


class _Still:
    """A robot at rest, as measures see it."""

    def __init__(self, world: tuple[Pose, ...]):
        self.world = world

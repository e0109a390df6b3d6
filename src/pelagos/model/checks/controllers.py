"""Checks of controllers: what they measure and move exists, names are free, axes can be pushed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from pelagos.errors import Problem
from pelagos.language.scope import Keys
from pelagos.language.signals import Signal
from pelagos.language.suggest import did_you_mean
from pelagos.model.control.allocation import AXES, Allocation, of_body
from pelagos.model.control.controllers import Controller
from pelagos.model.start import Start

if TYPE_CHECKING:
    from pelagos.model.checks.parts import Parts

Labels = Callable[["Parts", Keys, Signal], Iterator[Problem]]


def check_controllers(parts: Parts, labels: Labels) -> Iterator[Problem]:
    """All problems of controllers; `labels` checks what expressions use."""
    for name, controller in parts.controllers.items():
        path: Keys = ("controllers", name)
        if name in parts.state_names or name in parts.actuator_names:
            yield parts.problem(path, "an actuator or a state has this name", "choose another")
        for key in ("measure", "target", "measured_rate"):
            signal = getattr(controller, key)
            if isinstance(signal, Signal):
                yield from labels(parts, (*path, key), signal)
        yield from _body(parts, path, controller)
        if controller.actuator is not None:
            yield from _actuator(parts, path, controller.actuator)


def _body(parts: Parts, path: Keys, controller: Controller) -> Iterator[Problem]:
    body = controller.body
    if body is None:
        return
    if body not in parts.body_names:
        remedy = did_you_mean(body, parts.body_names)
        yield parts.problem((*path, "body"), "there is no such body", remedy, body)
        return
    if body in parts.bodies and controller.named and not _is_free(parts, body):
        message = f"the {controller.named} of a body without a free joint is not measured"
        yield parts.problem((*path, "measure"), message, "measure an expression of q[...]", body)


def _is_free(parts: Parts, body: str) -> bool:
    return parts.bodies[body].joint.mechanics.in_world


def check_axes(parts: Parts, start: Start) -> Iterator[Problem]:
    """Sound thrusters of a controller's body can push along its axis alone."""
    laws = {n: a.thruster for n, a in parts.actuators.items() if a.thruster is not None}
    for name, controller in parts.controllers.items():
        if controller.axis is not None and controller.body is not None:
            found = of_body(start, laws, parts.constraints, controller.body)
            yield from _axis(parts, ("controllers", name), controller, found)


def _axis(
    parts: Parts, path: Keys, controller: Controller, found: Allocation | None
) -> Iterator[Problem]:
    wish = np.eye(6)[AXES.index(str(controller.axis))]
    sound = np.zeros((6, 1)) if found is None else found.sound
    if np.max(np.abs(sound @ np.linalg.pinv(sound, rcond=1e-10) @ wish - wish)) > 1e-6:
        message = f"the thrusters of {controller.body!r} cannot push in {controller.axis} alone"
        remedy = "add thrusters, or choose an axis that `pelagos info` shows"
        yield parts.problem((*path, "axis"), message, remedy, controller.axis)


def _actuator(parts: Parts, path: Keys, name: str) -> Iterator[Problem]:
    if name not in parts.actuator_names:
        remedy = did_you_mean(name, parts.actuator_names)
        yield parts.problem((*path, "actuator"), "there is no such actuator", remedy, name)
    elif name in parts.actuators and parts.actuators[name].kind == "motion":
        message = "a prescribed motion cannot follow a controller"
        yield parts.problem((*path, "actuator"), message, "use a servo or a motor", name)

"""Checks of prescribed motion against the limits of the joint that makes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np

from pelagos.elements.actuator.motion import PrescribedMotion
from pelagos.errors import Problem
from pelagos.language.expressions import Time, depends_on_state, evaluate, walk
from pelagos.language.rates import switches
from pelagos.language.scope import Keys
from pelagos.language.signals import Signal
from pelagos.model.tree import dof_index

if TYPE_CHECKING:
    from pelagos.model.checks.parts import Parts

_TIMES = 201  # at which a motion is looked at, besides those where it switches
_SLACK = 1e-9  # a motion may end on its limit


def check_limits(
    parts: Parts,
    path: Keys,
    law: PrescribedMotion,
    signal: Signal,
    settings: tuple[float, Mapping[str, float]],
) -> Iterator[Problem]:
    """A prescribed joint stays within its own limits, which nothing else would hold it in."""
    if law.joint not in parts.bodies or depends_on_state(signal.node):
        return
    joint = parts.bodies[law.joint].joint
    index = dof_index(joint, law.dof)
    if index is None or (limits := joint.limits[index]) is None:
        return
    low, high = limits
    duration, parameters = settings
    times = [0.0]
    if any(isinstance(node, Time) for node in walk(signal.node)):
        at_switches = [t for t in switches(signal.node, parameters) if 0 < t < duration]
        times = sorted([*np.linspace(0.0, duration, _TIMES).tolist(), *at_switches])
    for t in times:
        place = evaluate(signal.node, t, parameters=parameters)
        if low - _SLACK * (1 + abs(low)) <= place <= high + _SLACK * (1 + abs(high)):
            continue
        unit = joint.mechanics.coordinates[index].unit
        yield parts.problem(
            path,
            f"this motion takes {law.joint!r} to {place:.6g} {unit} at t = {t:g} s, and its joint "
            f"is limited to {low:.6g} to {high:.6g} {unit}",
            "prescribe less, or change the limits of the joint",
        )
        return

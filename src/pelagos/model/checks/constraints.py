"""Checks of constraints: their bodies exist and can move apart, their inputs can be followed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import numpy as np

from pelagos.errors import Problem
from pelagos.joints.table import KINDS
from pelagos.language.expressions import depends_on_state, evaluate
from pelagos.language.scope import Keys
from pelagos.language.signals import Signal
from pelagos.language.suggest import did_you_mean, listing
from pelagos.model.bodies import WORLD
from pelagos.model.checks.parts import Parts, check_prescribed
from pelagos.model.constraints import Between, Distance, Gear, Hold
from pelagos.model.start import Start
from pelagos.model.tree import body_of, coordinate_labels, parents_first

_SAMPLES = 200  # times of a run at which a prescribed length is looked at
_COUPLED = [kind.word for kind in KINDS if kind.nv and kind.turning is None]


def check_constraints(parts: Parts) -> Iterator[Problem]:
    """Problems of constraints that need no initial state."""
    groups = _rigid_groups(parts) if parts.constraints else {}
    for name, constraint in parts.constraints.items():
        path = ("constraints", name, constraint.kind)
        law = constraint.law
        if isinstance(law, Gear):
            yield from _gear(parts, path, law)
        elif isinstance(law, Hold):
            if law.body not in parts.body_names:
                remedy = did_you_mean(law.body, parts.body_names)
                yield parts.problem((*path, "body"), "there is no such body", remedy, law.body)
        else:
            yield from _between(parts, (*path, "between"), law, groups)
        # what the words leave out is completed later, from the initial state
        if constraint.input is not None:
            key = "length" if isinstance(law, Distance) else "value"
            yield from _input(parts, (*path, key), constraint.input)


def _rigid_groups(parts: Parts) -> dict[str, str]:
    """Bodies that only fixed joints connect, each by the one that is nearest to the world."""
    groups = {WORLD: WORLD}
    for name in parents_first(parts.parents):
        body = parts.bodies.get(name)
        fixed = body is not None and not body.joint.nv
        groups[name] = groups[parts.parents[name]] if fixed else name
    return groups


def _between(
    parts: Parts, path: Keys, law: Between, groups: Mapping[str, str]
) -> Iterator[Problem]:
    """The two bodies exist, and something between them can move."""
    unknown = [n for n in law.between if n != WORLD and n not in parts.body_names]
    for name in dict.fromkeys(unknown):
        remedy = did_you_mean(name, [*parts.body_names, WORLD])
        yield parts.problem(path, "there is no such body", remedy, name)
    if unknown:
        return
    one, other = law.between
    remedy = "name two bodies that can move relative to each other, or remove the constraint"
    if one == other:
        yield parts.problem(path, f"this constrains {one!r} to itself", remedy, law.between)
    elif one in groups and groups[one] == groups.get(other):
        message = f"only fixed joints lie between {one!r} and {other!r}, they are one rigid body"
        yield parts.problem(path, message, remedy, law.between)


def _gear(parts: Parts, path: Keys, law: Gear) -> Iterator[Problem]:
    """Its terms are coordinates of joints whose speeds are the rates of these."""
    for label in law.joints:
        here = (*path, "joints", label)
        name = body_of(label, parts.body_names) or label.partition(".")[0]
        if name not in parts.body_names:
            yield parts.problem(
                here, "there is no such joint", did_you_mean(name, parts.body_names)
            )
        if name not in parts.bodies:
            continue
        joint = parts.bodies[name].joint
        labels = coordinate_labels(name, joint)
        if joint.kind not in _COUPLED:
            remedy = f"a gear couples coordinates of these joints: {', '.join(_COUPLED)}"
            yield parts.problem(here, f"a gear cannot act on a {joint.kind} joint", remedy)
        elif label not in labels:
            if joint.nq == 1:
                message = f"a {joint.kind} joint has one coordinate, {name}"
            elif label == name:
                message = f"which coordinate of the {joint.kind} joint is meant?"
            else:
                message = f"a {joint.kind} joint has no such coordinate"
            yield parts.problem(here, message, f"write {listing(labels)}")


def _input(parts: Parts, path: Keys, signal: Signal) -> Iterator[Problem]:
    """A length or value depends on the time only, and does not jump; lengths are positive."""
    parameters = parts.scope.parameters
    what, settings = str(path[-1]), (parts.duration, parameters)
    instead = "a servo in place of the constraint"
    yield from check_prescribed(parts, path, signal, settings, what, instead)
    if what != "length" or depends_on_state(signal.node):
        return
    for time in np.linspace(0.0, parts.duration, _SAMPLES + 1).tolist():
        length = evaluate(signal.node, time, parameters=parameters)
        if not length > 0:
            message = f"the length is {length:g} m at t = {time:g} s"
            remedy = "use a positive length, or a ball constraint for a distance of zero"
            yield parts.problem(path, message, remedy)
            break


def check_start(parts: Parts, start: Start) -> Iterator[Problem]:
    """Problems of constraints in the initial state."""
    for name, constraint in parts.constraints.items():
        law, path = constraint.law, ("constraints", name, constraint.kind)
        if isinstance(law, Gear):
            size = start.value(law)
        elif isinstance(law, Hold):
            size = float(np.abs(start.pose(law.body)[1]).sum())
        else:
            size = float(sum(np.abs(start.pose(body)[1]).sum() for body in law.between))
        if not math.isfinite(size):
            message = "its bodies have no finite position at the start"
            yield parts.problem(path, message, "check the inputs of motions at t = 0")
        elif isinstance(law, Distance) and start.distance(law) == 0:
            one, other = law.between
            yield parts.problem(
                path,
                f"the points on {one!r} and {other!r} coincide at the start: a distance of 0 m "
                "has no direction",
                "start with the points apart, move at or to, or use a ball constraint",
            )

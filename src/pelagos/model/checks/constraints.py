"""Checks of constraints: their bodies exist and can move apart, their inputs can be followed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import numpy as np

from pelagos.errors import Problem
from pelagos.joints.table import KINDS
from pelagos.language.body_tree import parents_first
from pelagos.language.expressions import depends_on_state, evaluate
from pelagos.language.scope import Keys
from pelagos.language.signals import Signal
from pelagos.language.suggest import did_you_mean, listing
from pelagos.model.bodies import WORLD
from pelagos.model.checks.parts import Parts, check_prescribed
from pelagos.model.start import Start
from pelagos.model.tree import body_of, coordinate_labels
from pelagos.relations.contract import Relation

_SAMPLES = 200  # times of a run at which a prescribed value is looked at
_COUPLED = [kind.word for kind in KINDS if kind.nv and kind.turning is None]


def check_constraints(parts: Parts) -> Iterator[Problem]:
    """Problems of constraints that need no initial state."""
    groups = _rigid_groups(parts) if parts.constraints else {}
    for name, constraint in parts.constraints.items():
        path = ("constraints", name, constraint.kind)
        law = constraint.law
        yield from _bodies(parts, path, law, groups)
        for keys, label in law.names("coordinate"):
            yield from _coordinate(parts, (*path, *keys), label, constraint.kind)
        # what the words leave out is completed later, from the initial state
        for key, signal in law.signals.items():
            yield from _input(parts, (*path, key), signal, law)


def _rigid_groups(parts: Parts) -> dict[str, str]:
    """Bodies that only fixed joints connect, each by the one that is nearest to the world."""
    groups = {WORLD: WORLD}
    for name in parents_first(parts.parents):
        body = parts.bodies.get(name)
        fixed = body is not None and not body.joint.nv
        groups[name] = groups[parts.parents[name]] if fixed else name
    return groups


def _bodies(
    parts: Parts, path: Keys, law: Relation, groups: Mapping[str, str]
) -> Iterator[Problem]:
    """All bodies exist, and something between the two it acts on can move."""
    marks, unknown = law.named_keys(), False
    for keys, name in dict.fromkeys(law.names("body")):
        world = [WORLD] if marks[keys[0]].or_world else []
        if name not in parts.body_names and name not in world:
            unknown = True
            remedy = did_you_mean(name, [*parts.body_names, *world])
            yield parts.problem((*path, *keys), "there is no such body", remedy, name)
    if unknown or not law.bodies or law.coordinates:
        return
    one, other = law.bodies
    here = (*path, *next(keys for keys, name in law.names("body") if name == one))
    remedy = "name two bodies that can move relative to each other, or remove the constraint"
    if one == other:
        yield parts.problem(here, f"this constrains {one!r} to itself", remedy, law.bodies)
    elif one in groups and groups[one] == groups.get(other):
        message = f"only fixed joints lie between {one!r} and {other!r}, they are one rigid body"
        yield parts.problem(here, message, remedy, law.bodies)


def _coordinate(parts: Parts, path: Keys, label: str, kind: str) -> Iterator[Problem]:
    """It is one of a joint whose speeds are the rates of its coordinates."""
    name = body_of(label, parts.body_names) or label.partition(".")[0]
    if name not in parts.body_names:
        yield parts.problem(path, "there is no such joint", did_you_mean(name, parts.body_names))
    if name not in parts.bodies:
        return
    joint = parts.bodies[name].joint
    labels = coordinate_labels(name, joint)
    if joint.kind not in _COUPLED:
        remedy = f"a {kind} couples coordinates of these joints: {', '.join(_COUPLED)}"
        yield parts.problem(path, f"a {kind} cannot act on a {joint.kind} joint", remedy)
    elif label not in labels:
        if joint.nq == 1:
            message = f"a {joint.kind} joint has one coordinate, {name}"
        elif label == name:
            message = f"which coordinate of the {joint.kind} joint is meant?"
        else:
            message = f"a {joint.kind} joint has no such coordinate"
        yield parts.problem(path, message, f"write {listing(labels)}")


def _input(parts: Parts, path: Keys, signal: Signal, law: Relation) -> Iterator[Problem]:
    """A prescribed value depends on the time only, and does not jump; some are positive."""
    parameters = parts.scope.parameters
    what, settings = str(path[-1]), (parts.duration, parameters)
    instead = "a servo in place of the constraint"
    yield from check_prescribed(parts, path, signal, settings, what, instead)
    if what not in law.positive or depends_on_state(signal.node):
        return
    for time in np.linspace(0.0, parts.duration, _SAMPLES + 1).tolist():
        value = evaluate(signal.node, time, parameters=parameters)
        if not value > 0:
            message = f"the {what} is {value:g} {law.units[what]} at t = {time:g} s"
            yield parts.problem(path, message, law.positive[what])
            break


def check_start(parts: Parts, start: Start) -> Iterator[Problem]:
    """Problems of constraints in the initial state."""
    for name, constraint in parts.constraints.items():
        law, path = constraint.law, ("constraints", name, constraint.kind)
        if not math.isfinite(law.extent(start)):
            message = "its bodies have no finite position at the start"
            yield parts.problem(path, message, "check the inputs of motions at t = 0")
        elif (refused := law.refused_start(start)) is not None:
            yield parts.problem(path, *refused)

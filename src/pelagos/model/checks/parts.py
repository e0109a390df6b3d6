"""Checks across the parts of a model: names that refer to each other, and what fits what.

They run on the parts that could be read, so that their problems are reported together with those
of the parts that could not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pelagos.elements.actuator.motion import PrescribedMotion
from pelagos.elements.targets import OnBody, OnJoint
from pelagos.errors import Problem
from pelagos.joints.table import KINDS
from pelagos.language.body_tree import parents_first
from pelagos.language.expressions import BodyReading, depends_on_state, walk
from pelagos.language.problems import problem
from pelagos.language.rates import first_jump
from pelagos.language.scope import Keys, Scope
from pelagos.language.signals import Signal
from pelagos.language.suggest import did_you_mean, listing
from pelagos.lazy import cached_property
from pelagos.model.actuators import Actuator
from pelagos.model.bodies import WORLD, Body
from pelagos.model.checks.controllers import check_controllers
from pelagos.model.checks.labels import check_signal
from pelagos.model.checks.limits import check_limits
from pelagos.model.constraints import Constraint
from pelagos.model.control.auxiliary import record_labels
from pelagos.model.control.states import AuxiliaryState
from pelagos.model.hydrodynamics.water import Water
from pelagos.model.joints import Joint
from pelagos.model.scenarios import Initial, Scenario
from pelagos.model.tree import coordinate_labels, dof_index, speed_labels
from pelagos.sensors.section import NamedSensor


@dataclass(frozen=True)
class Parts:
    """The parts of a model that could be read, and the names of all bodies and actuators."""

    scope: Scope
    bodies: Mapping[str, Body]
    body_names: dict[str, None]
    parents: Mapping[str, str]
    actuators: Mapping[str, Actuator]
    actuator_names: dict[str, None]
    constraints: Mapping[str, Constraint]
    states: Mapping[str, AuxiliaryState]
    controllers: Mapping[str, Any]  # as `controllers.section` reads them
    state_names: dict[str, None]
    constraint_names: dict[str, None]
    initial: Mapping[str, Initial]
    scenarios: Mapping[str, Scenario]
    duration: float
    water: Water | None
    ground: float | None  # its height along up
    sensors: Mapping[str, NamedSensor]
    sensor_names: dict[str, None]

    @cached_property
    def coordinates(self) -> dict[str, None]:
        """Labels of all coordinates that are known."""
        items = self.bodies.items()
        return {label: None for n, b in items for label in coordinate_labels(n, b.joint)}

    @cached_property
    def speeds(self) -> dict[str, None]:
        """Labels of all speeds that are known."""
        items = self.bodies.items()
        return {label: None for n, b in items for label in speed_labels(n, b.joint)}

    @cached_property
    def state_labels(self) -> dict[str, None]:
        """Names of all auxiliary states: own ones, of actuators and of controllers."""
        laws = {name: actuator.thruster for name, actuator in self.actuators.items()}
        lagging = [name for name, law in laws.items() if law is not None and law.lag is not None]
        own = self.controllers.items()
        memories = [label for n, c in own for label in record_labels(c.words, n)]
        items = self.actuators.items()
        carried = [f"{name}.{state.name}" for name, a in items for state in a.law.states]
        return {**self.state_names, **dict.fromkeys((*lagging, *carried, *memories))}

    @cached_property
    def channels(self) -> dict[str, None]:
        """Labels of all readings of sensors."""
        items = self.sensors.items()
        return {f"{n}.{channel.name}": None for n, s in items for channel in s.law.channels}

    @cached_property
    def unread(self) -> set[str]:
        """Bodies and sensors that could not be read, whose labels are not known."""
        bodies = self.body_names.keys() - self.bodies.keys()
        return bodies | (self.sensor_names.keys() - self.sensors.keys())

    def problem(self, path: Keys, message: str, remedy: str = "", found: Any = ...) -> Problem:
        """A problem at a path of this model."""
        return problem(self.scope, path, message, remedy, found)


def check(parts: Parts) -> Iterator[Problem]:
    """All problems across parts."""
    yield from _tree(parts)
    yield from _same_labels(parts)
    for name, actuator in parts.actuators.items():
        yield from _actuator(parts, name, actuator)
    yield from _motions(parts)
    yield from _states(parts)
    yield from check_controllers(parts)
    yield from _initials(parts, ("initial",), parts.initial)
    for name, scenario in parts.scenarios.items():
        yield from _scenario(parts, name, scenario)


def _tree(parts: Parts) -> Iterator[Problem]:
    """Parents exist, every body hangs on the world, free joints only there."""
    for name, parent in parts.parents.items():
        path = ("bodies", name, "parent")
        if parent != WORLD and parent not in parts.body_names:
            remedy = did_you_mean(parent, [*parts.body_names, WORLD])
            yield parts.problem(path, "there is no such body", remedy, parent)
        body = parts.bodies.get(name)
        if body is not None and body.joint.mechanics.in_world and parent != WORLD:
            yield parts.problem(
                ("bodies", name, "joint"),
                f"a {body.joint.kind} joint hangs on the world, not on {parent!r}",
                "remove the parent, or use another joint",
                body.joint.kind,
            )
    # what can be reached neither from the world nor from a missing parent runs in a circle; of a
    # body that could not be read the parent may not be known either
    known = {n: p if p in parts.parents else WORLD for n, p in parts.parents.items()}
    seen = set(parents_first(known))
    for name in known:
        if name not in seen:
            circle = _circle(name, known)
            reported = circle[0] in seen
            seen.update((name, *circle))
            if reported:  # this one only hangs on the circle
                continue
            yield parts.problem(
                ("bodies", circle[0], "parent"),
                "the parents run in a circle: " + " -> ".join([*circle, circle[0]]),
                "give one of them the parent world",
                parts.parents[circle[0]],
            )


def _same_labels(parts: Parts) -> Iterator[Problem]:
    """Labels tell all coordinates and speeds apart: a body `arm.x` goes ill with a free `arm`."""
    for labels_of in (coordinate_labels, speed_labels):
        seen: dict[str, str] = {}
        for name, body in parts.bodies.items():
            for label in labels_of(name, body.joint):
                other = seen.setdefault(label, name)
                if other != name:
                    yield parts.problem(
                        ("bodies", name),
                        f"{label!r} would be a label of {other!r} and of {name!r}",
                        "rename one of them",
                    )


def _circle(name: str, parents: Mapping[str, str]) -> list[str]:
    path: dict[str, None] = {}
    while name not in path:
        path[name] = None
        name = parents[name]
    names = list(path)
    return names[names.index(name) :]


def _actuator(parts: Parts, name: str, actuator: Actuator) -> Iterator[Problem]:
    """The body or joint exists, and the joint can be driven so."""
    path = ("actuators", name, actuator.kind)
    law = actuator.law
    settings = (parts.duration, parts.scope.parameters)
    yield from _signal(parts, (*path, "input"), actuator, law.input, settings)
    key = "body" if isinstance(law, OnBody) else "joint"
    target = law.body if isinstance(law, OnBody) else law.joint
    if target not in parts.body_names:
        if target == WORLD:
            remedy = "name a body that can move"
        else:
            remedy = did_you_mean(target, parts.body_names)
        yield parts.problem((*path, key), "there is no such body", remedy, target)
    elif isinstance(law, OnJoint) and target in parts.bodies:
        yield from _driven(parts, path, law, parts.bodies[target].joint)
    elif isinstance(law, OnBody) and target in parts.bodies:
        if (wrong := law.misfit(parts.bodies[target])) is not None:
            yield parts.problem((*path, key), *wrong, target)


def _driven(parts: Parts, path: Keys, law: OnJoint, joint: Joint) -> Iterator[Problem]:
    kind = str(path[-1])
    if not law.fits(joint.mechanics):
        fitting = [k.word for k in KINDS if law.fits(k)]
        remedy = f"a {kind} drives these joints: {', '.join(fitting)}"
        if joint.mechanics.in_world:
            remedy += f"; push a {joint.kind} body with force or torque"
        message = f"a {kind} cannot drive a {joint.kind} joint"
        yield parts.problem((*path, "joint"), message, remedy, law.joint)
    elif dof_index(joint, law.dof) is None:
        names = [speed.suffix for speed in joint.mechanics.speeds if speed.suffix]
        if not names:
            remedy = "remove dof: this joint has one degree of freedom"
            message = f"a {joint.kind} joint has no such degree of freedom"
        elif law.dof is None:
            message = f"which degree of freedom of the {joint.kind} joint is driven?"
            remedy = f"add dof: one of {', '.join(names)}"
        else:
            message = f"a {joint.kind} joint has no such degree of freedom"
            remedy = f"choose from {', '.join(names)}"
        found = ... if law.dof is None else law.dof
        yield parts.problem((*path, "dof"), message, remedy, found)


def _states(parts: Parts) -> Iterator[Problem]:
    """Names are free, expressions use what exists."""
    for name, state in parts.states.items():
        path = ("states", name)
        law = parts.actuators[name].thruster if name in parts.actuators else None
        if law is not None and law.lag is not None:
            message = "this is the name of a lagging thruster, which has a state of that name"
            yield parts.problem(path, message, "choose another name")
        yield from check_signal(parts, (*path, "rate" if state.rate else "next"), state.signal)


def _motions(parts: Parts) -> Iterator[Problem]:
    """One motion at most per degree of freedom; a joint has them for all of these or none."""
    moved: dict[str, dict[int, str]] = defaultdict(dict)
    for name, actuator in parts.actuators.items():
        law = actuator.law
        if not isinstance(law, PrescribedMotion) or law.joint not in parts.bodies:
            continue
        index = dof_index(parts.bodies[law.joint].joint, law.dof)
        if index is None:
            continue
        if index in moved[law.joint]:
            yield parts.problem(
                ("actuators", name),
                f"{moved[law.joint][index]!r} prescribes the motion of {law.joint!r} already",
                "keep one of them",
            )
        moved[law.joint].setdefault(index, name)
    for body, by_index in moved.items():
        joint = parts.bodies[body].joint
        missing = [s.suffix for i, s in enumerate(joint.mechanics.speeds) if i not in by_index]
        if missing:
            yield parts.problem(
                ("actuators", next(iter(by_index.values())), "motion"),
                f"the {joint.kind} joint of {body!r} is prescribed in part, without "
                + ", ".join(missing),
                "prescribe every degree of freedom of the joint, or none",
            )


def _signal(
    parts: Parts,
    path: Keys,
    actuator: Actuator,
    signal: Signal,
    settings: tuple[float, Mapping[str, float]],
) -> Iterator[Problem]:
    """Labels exist; prescribed motions depend on time only, have a rate, and keep to limits."""
    yield from check_signal(parts, path, signal)
    if isinstance(actuator.law, PrescribedMotion):
        instead = "a servo in place of the motion"
        yield from check_prescribed(parts, path, signal, settings, "motion", instead)
        yield from check_limits(parts, path, actuator.law, signal, settings)


def check_prescribed(
    parts: Parts,
    path: Keys,
    signal: Signal,
    settings: tuple[float, Mapping[str, float]],
    what: str,
    instead: str,
) -> Iterator[Problem]:
    """What is prescribed depends on the time only, and has a rate throughout."""
    if depends_on_state(signal.node):
        cannot = "be noise" if signal.noise is not None else "depend on coordinates or speeds"
        yield parts.problem(
            path,
            f"a prescribed {what} cannot {cannot}",
            f"use t and parameters only, or {instead}",
            ... if signal.expression is None else signal.expression,
        )
    elif jump := first_jump(signal.node, *settings):
        yield parts.problem(
            path,
            f"the {jump.what} of this prescribed {what} jumps by {jump.size:.3g} "
            f"at t = {jump.time:g} s, which takes an infinite effort",
            f"use a ramp with shape: smooth, a cubic table, or {instead}",
        )


def _initials(parts: Parts, path: Keys, initial: Mapping[str, Initial]) -> Iterator[Problem]:
    """Initial states name bodies, and give what their joints have."""
    for name, given in initial.items():
        here = (*path, name)
        if name not in parts.body_names:
            yield parts.problem(here, "there is no such body", did_you_mean(name, parts.body_names))
        elif name in parts.bodies:
            yield from _fits(parts, here, parts.bodies[name].joint, given)


def _fits(parts: Parts, path: Keys, joint: Joint, given: Initial) -> Iterator[Problem]:
    pieces = (*joint.mechanics.start, *joint.mechanics.start_rates)
    counts = {key: count for count, keys in pieces for key in keys}
    for key in sorted(given.model_fields_set):
        value = getattr(given, key)
        if value is None:
            continue
        if key not in counts:
            remedy = f"give {listing(tuple(counts))}" if counts else "remove it: nothing can move"
            yield parts.problem((*path, key), f"a {joint.kind} joint has no {key}", remedy, value)
        elif key in ("position", "rate") and len(value) != counts[key]:
            message = f"{len(value)} numbers for the {joint.kind} joint"
            yield parts.problem((*path, key), message, f"give {counts[key]}", value)


def _scenario(parts: Parts, name: str, scenario: Scenario) -> Iterator[Problem]:
    """Inputs and initial states name what exists; actuators are checked in force."""
    path = ("scenarios", name)
    actuators = {**parts.actuators, **scenario.actuators}
    names = {**parts.actuator_names, **dict.fromkeys(scenario.actuators)}
    controllers = {**parts.controllers, **scenario.controllers}
    points = {f"{n}.{p.name}" for n, c in controllers.items() for p in c.words.set_points}
    for key, named in (("actuators", scenario.actuators), ("controllers", scenario.controllers)):
        yield from check_names(parts.scope, (*path, key), named)
    parts = in_scenario(parts, scenario)
    parameters = {**parts.scope.parameters, **scenario.parameters}
    settings = (scenario.duration or parts.duration, parameters)
    for target, signal in scenario.inputs.items():
        here = (*path, "inputs", target)
        if target in points:
            yield from check_signal(parts, here, signal)
        elif target not in names:
            remedy = did_you_mean(target, [*names, *points])
            yield parts.problem(here, "there is no such actuator or set point", remedy)
        elif any(isinstance(node, BodyReading) for node in walk(signal.node)):
            message = "inputs of actuators do not know where bodies are"
            remedy = "use q[...] and u[...], or a sampled state that reads it"
            yield parts.problem(here, message, remedy, signal.expression)
        elif target in actuators:
            yield from _signal(parts, here, actuators[target], signal, settings)
    yield from _initials(parts, (*path, "initial"), scenario.initial)


def in_scenario(parts: Parts, scenario: Scenario) -> Parts:
    """The parts with the controllers of a scenario, whose states its expressions may use."""
    if not scenario.controllers:
        return parts
    return replace(parts, controllers={**parts.controllers, **scenario.controllers})


def check_names(scope: Scope, path: Keys, names: Iterable[str]) -> Iterator[Problem]:
    """Names of parts can stand in labels, paths and commands."""
    for name in names:
        pieces = name.replace("-", "_").split(".")  # dots are those of modules
        fine = all(piece and all(c.isalnum() or c == "_" for c in piece) for piece in pieces)
        if not fine or len(name) > 200:
            yield problem(
                scope,
                (*path, name[:100]),
                "this cannot be a name",
                "use letters, digits, - and _",
                name,
            )
    if path == ("bodies",) and WORLD in names:
        yield problem(scope, ("bodies", WORLD), "world is the fixed frame", "choose another name")

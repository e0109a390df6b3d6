"""The robot: everything that a run needs to know, in SI, frozen."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, PrivateAttr, SkipValidation, ValidationError

from pelagos import hooks
from pelagos.controllers.section import NamedController
from pelagos.elements.actuator.motion import PrescribedMotion
from pelagos.elements.body.ground import Ground
from pelagos.elements.contract import ElementWords, Output
from pelagos.elements.own import by_section
from pelagos.elements.targets import OnJoint
from pelagos.errors import ModelError
from pelagos.language import scope as scopes
from pelagos.language.body_tree import parents_first
from pelagos.language.plain import TooDeepError, plain
from pelagos.language.problems import from_pydantic, problem, without_unread
from pelagos.language.scope import Before, Scope
from pelagos.language.signals import Signal
from pelagos.language.suggest import did_you_mean
from pelagos.language.words import Acceleration, Duration, Number, Seed, Words
from pelagos.lazy import cached_property
from pelagos.model import digest, tree
from pelagos.model.actuators import Actuator
from pelagos.model.bodies import WORLD, Body
from pelagos.model.constraints import Constraint
from pelagos.model.control import auxiliary
from pelagos.model.control.autopilots import Autopilot
from pelagos.model.control.states import AuxiliaryState
from pelagos.model.earlier import SECTIONS
from pelagos.model.events import Event, Stop
from pelagos.model.expansion import joint_names
from pelagos.model.expansion.shorthand import written_out
from pelagos.model.hydrodynamics.water import Water
from pelagos.model.laws import Function, Law, read_laws
from pelagos.model.own_elements import CODE, users, with_kinds
from pelagos.model.paths.edits import EditError, merged, merged_scope, set_value
from pelagos.model.paths.without_files import without_files
from pelagos.model.reading import DURATION, OwnElements, Reading
from pelagos.model.scenarios import Initial, Integrator, Scenario
from pelagos.model.wings import Wing
from pelagos.sensors.section import NamedSensor, sections
from pelagos.shown import ShownRobot

Array = NDArray[np.float64]


class Robot(ShownRobot, Words):
    """A mechanism with its actuators, constraints, initial state and scenarios.

    `Robot(**words)` takes the words of a model file. Problems are raised all at once as a
    `ModelError`. Bodies keep the order of the words; `order` sorts parents before children, and
    the elements of q and u follow that order (`coordinates`, `speeds`).

    Examples:
        >>> robot = pl.Robot(name="box", bodies={"box": {"mass": 2, "inertia": [1, 1, 1]}})
        >>> robot.speeds
        ('box.u', 'box.v', 'box.w', 'box.p', 'box.q', 'box.r')
        >>> robot.with_values({"bodies.box.mass": 3}).bodies["box"].mass
        3.0
    """

    pelagos: Literal[1] = 1
    name: str
    description: str = ""
    gravity: Acceleration = (0.0, 0.0, -9.81)
    # parts without validation come finished from the reading
    parameters: dict[str, SkipValidation[Number]] = Field(default_factory=dict)
    water: Annotated[Water, SkipValidation] | None = None
    ground: Ground | None = None
    bodies: dict[str, SkipValidation[Body]]
    actuators: dict[str, SkipValidation[Actuator]] = Field(default_factory=dict)
    constraints: dict[str, SkipValidation[Constraint]] = Field(default_factory=dict)
    states: dict[str, SkipValidation[AuxiliaryState]] = Field(default_factory=dict)
    controllers: dict[str, SkipValidation[NamedController]] = Field(default_factory=dict)
    wings: dict[str, SkipValidation[Wing]] = Field(default_factory=dict)
    autopilots: dict[str, SkipValidation[Autopilot]] = Field(default_factory=dict)
    initial: dict[str, SkipValidation[Initial]] = Field(default_factory=dict)
    scenarios: dict[str, SkipValidation[Scenario]] = Field(default_factory=dict)
    events: dict[str, SkipValidation[Event]] = Field(default_factory=dict)
    stop: Annotated[Stop, SkipValidation] | None = None
    duration: Duration = DURATION
    integrator: Integrator = Integrator()
    seed: Seed = 0.0
    references: tuple[str, ...] = ()
    symbols: dict[str, str] = Field(default_factory=dict)  # of printed equations

    _words: dict[str, Any] = PrivateAttr(default_factory=dict)  # as given, with its shorthands
    _flat: dict[str, Any] = PrivateAttr(default_factory=dict)  # written out, files included
    _scope: Scope = PrivateAttr(default_factory=Scope)
    _laws: tuple[Law, ...] = PrivateAttr(default=())
    _elements: OwnElements = PrivateAttr(default_factory=dict)

    def __init__(self, /, **words: Any) -> None:
        scope = scopes.current()
        try:
            # words taken over from another robot are plain, and must stay the same objects
            given = words if scope.before else plain(words)
        except TooDeepError as error:
            raise ModelError([problem(scope, (), str(error), "flatten the model")]) from None
        scope, refused = with_kinds(given, scope, type(self).model_fields)
        if refused:  # without its code, what the model says cannot be judged
            raise ModelError(refused)
        known = (*type(self).model_fields, *scope.kinds, CODE)
        flat, scope, problems = written_out(given, scope, known)
        written = flat is not given
        flat, found = joint_names.replaced(flat, scope)
        problems += found
        if problems and not flat.get("bodies"):
            raise ModelError(problems)
        reading = Reading(flat, scope)
        parts, elements = reading.parts()
        plain_words = {key: value for key, value in flat.items() if key not in {*scope.kinds, CODE}}
        with scopes.within(reading.scope):
            try:
                super().__init__(**{**plain_words, **parts})
            except ValidationError as error:
                reading.problems += from_pydantic(error, type(self), reading.scope)
        problems += without_unread(reading.problems, scope)
        if problems:
            raise ModelError(dict.fromkeys(problems))
        self._flat = without_files(flat, self, elements)
        self._words = given if written else self._flat
        self._scope = replace(scope, before=())
        self._elements = elements

    @property
    def scope(self) -> Scope:
        """Where the words came from: the file and its folder."""
        return self._scope

    @property
    def flat(self) -> dict[str, Any]:
        """The words with modules, snakes and the like written out; to look at, not to change."""
        return self._flat

    @property
    def notes(self) -> tuple[str, ...]:
        """What was left out of files, or read otherwise than it stands there."""
        return self._scope.notes

    # --- names and order

    @cached_property
    def order(self) -> tuple[str, ...]:
        """Names of the bodies, parents before children, otherwise as in the words."""
        return parents_first({name: body.parent for name, body in self.bodies.items()})

    @cached_property
    def coordinates(self) -> tuple[str, ...]:
        """Labels of the elements of q."""
        joints = ((name, self.bodies[name].joint) for name in self.order)
        return tuple(label for item in joints for label in tree.coordinate_labels(*item))

    @cached_property
    def speeds(self) -> tuple[str, ...]:
        """Labels of the elements of u."""
        joints = ((name, self.bodies[name].joint) for name in self.order)
        return tuple(label for item in joints for label in tree.speed_labels(*item))

    @cached_property
    def state_labels(self) -> tuple[str, ...]:
        """Names of the auxiliary states, those of thrusters and controllers included."""
        return auxiliary.labels(self)

    @cached_property
    def inputs(self) -> dict[str, Signal | None]:
        """What may be set while a run goes on: inputs of actuators and set points of controllers,
        with their signals; None is a set point that stays as it is."""
        told = auxiliary.set_points(self)
        own: dict[str, Signal | None] = {n: a.input for n, a in self.actuators.items()}
        return own | {name: point.signal for name, point in told.items()}

    @cached_property
    def shares(self) -> dict[str, dict[str, float]]:
        """Per thruster, the thrust per unit of the outputs of controllers that use it."""
        return auxiliary.shares(self)

    @property
    def has_events(self) -> bool:
        """Whether a run may change or end before its duration is over."""
        return bool(self.events) or self.stop is not None

    @cached_property
    def prescribed(self) -> tuple[str, ...]:
        """Labels of the elements of u whose joints have a prescribed motion."""
        laws = (actuator.law for actuator in self.actuators.values())
        bodies = {law.joint for law in laws if isinstance(law, PrescribedMotion)}
        items = ((name, self.bodies[name].joint) for name in self.order if name in bodies)
        return tuple(label for item in items for label in tree.speed_labels(*item))

    @property
    def is_left_alone(self) -> bool:
        """Whether nothing but gravity acts on it from outside: no base, water, ground or thrust."""
        bodies, constraints = self.bodies.values(), self.constraints.values()
        held = any(WORLD in c.bodies for c in constraints)
        pushed = any(not isinstance(a.law, OnJoint) for a in self.actuators.values())
        paid_out = any(body.joint.payout is not None for body in bodies)  # stores may lie outside
        free = all(body.joint.mechanics.in_world for body in bodies if body.parent == WORLD)
        wet = self.water is not None or self.ground is not None
        outside = not all(words.keeps_momentum for words in self.elements.values())
        return free and not (held or pushed or paid_out or wet or outside)

    def driven_dof(self, actuator: str) -> int:
        """Which degree of freedom (from 0) of its joint a motor, servo or motion drives."""
        law = self.actuators[actuator].law
        if not isinstance(law, OnJoint):
            raise ValueError(f"{actuator} acts on a body, not on a joint")
        index = tree.dof_index(self.bodies[law.joint].joint, law.dof)
        assert index is not None  # checked on reading
        return index

    def driven_coordinate(self, actuator: str) -> int:
        """Where the coordinate that a servo or motion drives stands in q."""
        dof = self.driven_dof(actuator)
        joint: str = self.actuators[actuator].law.joint
        own = tree.coordinate_labels(joint, self.bodies[joint].joint)
        return self.coordinates.index(own[dof])

    # --- scenarios and the initial state

    def scenario(self, name: str) -> Scenario:
        """The scenario of that name."""
        if not isinstance(name, str) or name not in self.scenarios:
            remedy = did_you_mean(name, self.scenarios)
            message = "there is no such scenario"
            raise ModelError([problem(self._scope, ("scenarios",), message, remedy, name)])
        return self.scenarios[name]

    def resolved(self, scenario: str | None = None, like: Robot | None = None) -> Robot:
        """The robot with the settings of a scenario in place of its own.

        What it has in common with `like`, another robot in that scenario, is taken over from there.
        """
        if scenario is None:
            return self
        parameters = self.scenario(scenario).parameters
        words = merged(self._flat, scenario, parameters)
        scope = merged_scope(self._scope, words["scenarios"][scenario], scenario)
        return self._changed(words, (self,) if like is None else (like, self), scope)

    def initial_state(self, scenario: str | None = None) -> tuple[Array, Array]:
        """Coordinates and speeds with which a run starts, in the order of the labels.

        Loops and docks are closed: `pelagos info` says what moves for that.
        """
        robot = self.resolved(scenario)
        if not any(constraint.active for constraint in robot.constraints.values()):
            return robot.written_state()
        state = hooks.close_loops(robot)
        return state[: len(robot.coordinates)], state[len(robot.coordinates) :][: len(robot.speeds)]

    def written_state(self, scenario: str | None = None) -> tuple[Array, Array]:
        """Coordinates and speeds at the start as the words give them; loops may gape."""
        robot = self.resolved(scenario)
        return tree.start(robot.order, robot.bodies, robot.initial)

    # --- other values, and the words themselves

    def with_values(self, values: Mapping[str, Any]) -> Robot:
        """The robot with other values at some paths, such as {"bodies.hull.mass": 12.1}."""
        words, problems = self._words, []
        for path, value in values.items():
            try:
                words = set_value(words, path, value, self)
            except EditError as error:
                keys = tuple(path.split("."))
                problems.append(problem(self._scope, keys, error.message, error.remedy, value))
        if problems:
            raise ModelError(problems)
        scope = replace(self._scope, set_paths=(*self._scope.set_paths, *values))
        return self._changed(words, (self,), scope)

    def with_event(self, name: str, event: Mapping[str, Any]) -> Robot:
        """The robot with one more event, in the words of a model file."""
        if name in self.events:
            keys, remedy = ("events", name), "give it another name"
            raise ModelError([problem(self._scope, keys, "the robot has this event", remedy)])
        events = {**self._words.get("events", {}), name: plain(dict(event))}
        return self._changed({**self._words, "events": events}, (self,))

    def _changed(
        self, words: dict[str, Any], others: tuple[Robot, ...], scope: Scope | None = None
    ) -> Robot:
        """The robot of other words, with the parts that one of the others has as well."""
        before = tuple(robot._before for robot in others)
        with scopes.within(replace(scope or self._scope, before=before)):
            robot = Robot(**words)
        robot._laws = self._laws
        return robot

    @cached_property
    def _before(self) -> Before:
        """What changed words may take over."""
        parts = {key: getattr(self, key) for key in SECTIONS} | self._elements
        return Before(self._flat, parts, self.parameters, self.water, self.duration)

    def with_laws(
        self,
        *,
        drag: Mapping[str, Function] | None = None,
        flow: Function | None = None,
        may_drive: bool = False,
    ) -> Robot:
        """The robot with laws of the water that are functions; they replace earlier ones.

        drag: body -> law(velocity, density[, parameters]) -> Force. It acts beside the drag of the
            model. The velocity (a Motion: v, w) is relative to the water; it and the wrench about
            the body's origin are in the body's axes.
        flow: law(position, time[, parameters]) -> Vec3, a velocity of the water in world axes,
            beside the currents and waves of the model. Its acceleration follows by itself.
        may_drive: accept drag that adds energy to the body at the velocities it is tried at.

        The functions are written with the words of `pelagos.laws`; `parameters.k` is the robot's
        parameter k. Names and sources go into the header of results, not into `to_dict`.
        """
        if self.water is None:
            message = "the robot is not in water, so its laws would have no effect"
            raise ModelError([problem(self._scope, ("water",), message, "add water: {}")])
        robot = self._changed(self._words, (self,))
        robot._laws = read_laws(self.order, drag, flow, may_drive)
        return robot

    @property
    def laws(self) -> tuple[Law, ...]:
        """Functions attached by `with_laws`."""
        return self._laws

    def with_elements(self, *kinds: type[ElementWords], **given: Mapping[str, Any]) -> Robot:
        """The robot with elements of kinds that are classes, beside those it has.

        given: words of elements by section and name, as springs={"cord": {"between": ["a", "b"],
            "stiffness": 50}}, or those of the kinds.

        See `pelagos.laws` for what a kind is written with. Names and sources of kinds go into the
        header of results, not into `to_dict`.
        """
        taken = {*type(self).model_fields, *sections()}
        own = by_section([*self.element_kinds.values(), *kinds], taken)
        known = {**self._scope.kinds, **own}
        scope, words = replace(self._scope, kinds=known), dict(self._words)
        for section, named in given.items():
            if section not in known:
                remedy = did_you_mean(section, known)
                raise ModelError([problem(scope, (section,), "there are no such elements", remedy)])
            words[section] = {**words.get(section, {}), **plain(dict(named))}
        return self._changed(words, (self,), scope)

    @property
    def elements(self) -> dict[str, ElementWords]:
        """Elements of sections of their own by name: springs between bodies and so on."""
        own = [named for key, named in self._elements.items() if key != NamedSensor.key]
        return {n: words for named in own for n, words in named.items()}

    @property
    def sensors(self) -> dict[str, NamedSensor]:
        """What measures, by name."""
        return dict(self._elements.get(NamedSensor.key, {}))  # type: ignore[arg-type]

    @property
    def element_kinds(self) -> Mapping[str, type[ElementWords]]:
        """Kinds of elements that are the user's, by section."""
        return users(self._scope.kinds)

    @property
    def outputs(self) -> dict[str, Output]:
        """What elements show in results, by label."""
        laws = {name: actuator.law for name, actuator in self.actuators.items()}
        named = {**laws, **self.elements}.items()
        return {f"{n}.{out.name}": out for n, words in named for out in words.shows}

    def to_dict(self) -> dict[str, Any]:
        """The words as JSON-able data that need no other file; `Robot(**words)` gives it back.

        Elements of the user's kinds are left out: their words need their code.
        """
        apart = {CODE, *self.element_kinds}
        return copy.deepcopy({k: v for k, v in self._flat.items() if k not in apart})

    @cached_property
    def hash(self) -> str:
        """SHA-256 of all values in SI; how the words wrote them does not matter.

        The order of bodies and actuators does: the elements of q, u and results follow it.
        """
        return digest.of_robot(self, self._elements)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Robot) and self.hash == other.hash and self._laws == other._laws

    def __hash__(self) -> int:
        return int(self.hash[:15], 16)

"""The force elements of a robot, built from its words."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import numpy as np

from pelagos.elements import table
from pelagos.elements.body.air_load import AirLoad
from pelagos.elements.contract import Element, ElementWords
from pelagos.elements.joint.payout import PaidOut
from pelagos.elements.own import called
from pelagos.elements.site import ActuatorSite, Axes, Freedom, Site
from pelagos.elements.targets import OnJoint
from pelagos.errors import PelagosError
from pelagos.language.expressions import ZERO, StateElement, Time, add, depends_on_state, mul, sub
from pelagos.language.rates import differentiate
from pelagos.lazy import cached_property
from pelagos.mechanism.part_cache import PartCache, bits
from pelagos.mechanism.programs import External, Programmer
from pelagos.mechanism.wings import sections_of
from pelagos.model.bodies import WORLD
from pelagos.model.control.auxiliary import Wired, received, still_thrust, told
from pelagos.model.joints import Joint
from pelagos.model.robot import Robot
from pelagos.model.wings import LOAD_TIME, WRENCH, load_labels


@dataclass(frozen=True)
class Actuation:
    """Where the effort of an actuator is found: the output of an element, or at a driven speed."""

    element: int | None
    speed: int | None = None


@dataclass(frozen=True)
class Elements:
    """All force elements and prescribed joints of a robot."""

    all: tuple[Element, ...]  # in the order of their stages
    driven: np.ndarray  # int (d, 3): coordinate, speed, first of 3 channels (position, rate, acc.)
    driven_bodies: frozenset[int]  # links whose joint is prescribed
    actuation: tuple[Actuation, ...]  # by actuator
    outputs: tuple[tuple[int, int], ...] = ()  # element and output of those that results have
    commands: tuple[int, ...] = ()  # channels of what actuators are told

    def of(self, *kinds: type[Any]) -> list[Any]:
        """Those of some kinds."""
        return [element for element in self.all if isinstance(element, kinds)]

    @cached_property
    def numbers(self) -> np.ndarray:
        """All their numbers, one after the other."""
        own = (element.numbers for element in self.all)
        return np.fromiter(chain.from_iterable(own), dtype=float)

    @cached_property
    def structure(self) -> Hashable:
        """Equal for elements that differ in numbers alone."""
        own = tuple(element.structure for element in self.all)
        return own, self.actuation, self.outputs, self.commands


@dataclass(frozen=True)
class WiredElements:
    """Elements of joints, actuators, wings and sections of their own, and prescribed joints."""

    elements: tuple[Element, ...]
    own: tuple[Element, ...]  # those of sections, which come last in their stages
    driven: np.ndarray
    driven_bodies: frozenset[int]
    actuation: tuple[Element | int, ...]  # by actuator: an element, or a driven speed
    shown: tuple[tuple[Element, int], ...]  # with how many outputs
    commands: tuple[int, ...]  # by actuator: a channel

    def beside(self, *others: Element) -> Elements:
        """These and what acts on bodies, in the order of the stages."""
        found = (*self.elements, *others, *self.own)
        ordered = sorted(found, key=lambda element: element.stage)
        place = {id(element): k for k, element in enumerate(ordered)}
        return Elements(
            all=tuple(ordered),
            driven=self.driven,
            driven_bodies=self.driven_bodies,
            actuation=tuple(
                Actuation(None, a) if isinstance(a, int) else Actuation(place[id(a)])
                for a in self.actuation
            ),
            outputs=tuple((place[id(element)], k) for element, n in self.shown for k in range(n)),
            commands=self.commands,
        )


@dataclass
class Builder:
    """Collects elements; this is what `elements.site.Site` asks."""

    robot: Robot
    axes: Mapping[str, Axes]  # the bodies as elements see them, in order
    programmer: Programmer
    states: Mapping[str, int]  # places of auxiliary states by label
    kept: PartCache
    inputs: Wired
    found: list[Element] = field(default_factory=list)
    own: list[Element] = field(default_factory=list)  # of sections
    driven: list[tuple[int, int, int]] = field(default_factory=list)
    driven_bodies: set[int] = field(default_factory=set)
    actuation: list[Element | int] = field(default_factory=list)  # an element, or a driven speed
    shown: list[tuple[Element, int]] = field(default_factory=list)  # with how many outputs
    commands: list[int] = field(default_factory=list)  # channels

    @cached_property
    def density(self) -> float:
        return 0.0 if self.robot.water is None else self.robot.water.density

    @property
    def asked_density(self) -> bool:
        """Whether an element took the density of the water."""
        return "density" in vars(self)

    @cached_property
    def body_words(self) -> Mapping[str, Any]:
        return self.robot.bodies

    @property
    def asked_bodies(self) -> bool:
        """Whether an element took more of bodies than their joints."""
        return "body_words" in vars(self)

    @cached_property
    def up(self) -> np.ndarray:
        return upward(self.robot)

    @cached_property
    def places(self) -> dict[str, tuple[int, int]]:
        """Where coordinates and speeds of each joint begin."""
        found, q, u = {}, 0, 0
        for name in self.axes:
            joint = self.robot.bodies[name].joint
            found[name] = q, u
            q, u = q + joint.nq, u + joint.nv
        return found

    def freedom(self, body: str, k: int) -> Freedom:
        """A degree of freedom of a body's joint."""
        return _freedom(self.robot.bodies[body].joint, k, *self.places[body])

    def channel_of_rate(self, node: Any) -> int:
        """The channel of a signal's rate; what is held or follows the state counts as constant."""
        held = isinstance(node, External) or depends_on_state(node)
        return self.programmer.channel(ZERO if held else self.kept(differentiate, node))

    def prescribe(self, joint: str, place: Freedom, node: Any) -> None:
        """A prescribed joint: position, rate and acceleration from one expression."""
        rate = self.kept(differentiate, node)
        channel = self.programmer.channel(node)
        self.programmer.channel(rate)
        self.programmer.channel(self.kept(differentiate, rate))
        assert place.q is not None  # checked on reading
        self.driven.append((place.q, place.u, channel))
        self.driven_bodies.add(self.axes[joint].link)

    # what the words of a robot have

    def joints(self) -> None:
        """Springs, dampers, friction and stops."""
        for name in self.axes:
            self.found += self.kept(_of_joint, self.robot.bodies[name].joint, *self.places[name])

    def actuators(self) -> None:
        for name, actuator in self.robot.actuators.items():
            law, driven = actuator.law, None
            if isinstance(law, OnJoint):
                driven = self.freedom(law.joint, self.robot.driven_dof(name))
            node, states = received(self.robot, name, self.inputs), self._states(name, law)
            still = still_thrust(self.robot, name, self.inputs)
            built = list(law.build(ActuatorSite(self, name, node, driven, states, still)))
            self.found += built
            self.shown += [(built[0], len(law.shows))] if law.shows else []
            self.actuation.append(built[0] if built else _speed(driven))
        for name in self.robot.actuators:
            self.commands.append(self.programmer.channel(told(self.robot, name, self.inputs)))

    def air(self) -> None:
        """What the flow about a lattice puts on bodies: level + rate (t - start), held."""
        wings = [wing for wing in self.robot.wings.values() if wing.is_lattice]
        for body in (name for wing in wings for name in wing.bodies):
            labels, elapsed = load_labels(body), sub(Time(), StateElement(LOAD_TIME))
            pairs = zip(labels[: len(WRENCH)], labels[len(WRENCH) :], strict=True)
            nodes = [
                add(StateElement(level), mul(StateElement(rate), elapsed)) for level, rate in pairs
            ]
            first, *_ = [self.programmer.channel(node) for node in nodes]
            self.found.append(AirLoad(self.axes[body].link, first))

    def payouts(self) -> None:
        for name in self.axes:
            body = self.robot.bodies[name]
            payout = body.joint.payout
            if payout is not None:
                parent = None if body.parent == WORLD else self.axes[body.parent].link
                places = self.axes[name].link, parent, *self.places[name]
                held, pulled = payout.supply is not None, payout.feed == "pulled"
                flags = float(pulled), float(held), payout.supply or 0.0
                self.found.append(PaidOut(*places, payout.line_density, payout.length, *flags))

    def wings(self) -> None:
        """Sections by strip theory."""
        for section in sections_of(self.robot):
            self.found.append(section.element(self.axes[section.body], self.states))

    def sections(self) -> None:
        """Elements of sections of their own; the first of each has its outputs."""
        for name, words in self.robot.elements.items():
            with called(words, "build"):
                built = list(words.build(Site(self, name, self._states(name, words))))
            if words.shows and not built:
                raise PelagosError(f"{name}: build() gave no element\n    yield one")
            self.own += built
            self.shown += [(built[0], len(words.shows))] if words.shows else []

    def _states(self, name: str, words: ElementWords) -> list[int]:
        """Places of the states that an element carries."""
        own = words.states_on(self.robot.bodies)
        return [self.states[f"{name}.{state.name}"] for state in own]

    def finished(self) -> WiredElements:
        """Everything."""
        return WiredElements(
            elements=tuple(self.found),
            own=tuple(self.own),
            driven=np.array(self.driven, dtype=np.int64).reshape(-1, 3),
            driven_bodies=frozenset(self.driven_bodies),
            actuation=tuple(self.actuation),
            shown=tuple(self.shown),
            commands=tuple(self.commands),
        )


def contacts_of(robot: Robot, axes: Mapping[str, Axes], kept: PartCache) -> tuple[Element, ...]:
    """What the ground does to the bodies that touch it."""
    ground = robot.ground
    if ground is None:
        return ()
    bodies = robot.bodies

    def made() -> tuple[Element, ...]:
        up = upward(robot)
        return tuple(
            element
            for name, own in axes.items()
            if (contact := bodies[name].contact) is not None
            for element in ground.touching(contact, own, up)
        )

    parts = [part for name, own in axes.items() for part in (own, bodies[name].contact)]
    return kept.of((contacts_of, repr(ground), bits(robot.gravity), *parts), made)


def upward(robot: Robot) -> np.ndarray:
    """Against gravity; z without any."""
    g = np.array(robot.gravity)
    return np.asarray(-g / np.linalg.norm(g)) if g.any() else np.array([0.0, 0.0, 1.0])


def _of_joint(joint: Joint, first_q: int, first_u: int) -> tuple[Element, ...]:
    """Elements of a joint, one degree of freedom after the other."""
    freedoms = range(joint.nv if joint.mechanics.resisted else 0)
    return tuple(
        element
        for k in freedoms
        for words in table.kinds("joint").values()
        for element in words.elements(joint, _freedom(joint, k, first_q, first_u))
    )


def _speed(driven: Freedom | None) -> int:
    """Of an actuator without an element, which prescribes it."""
    assert driven is not None
    return driven.u


def _freedom(joint: Joint, k: int, first_q: int, first_u: int) -> Freedom:
    coordinate = joint.mechanics.coordinate_of(k)
    q = None if coordinate is None else first_q + coordinate
    return Freedom(k, q, first_u + k, first_q)

"""A robot in plain Python, and what every formulation starts from.

`Mechanism` is a robot as Python objects. Its numbers may be floats, dual numbers, symbols or tape
numbers, so the formulations that run on it serve for reading, for the debugger, for printed
equations of motion and for machine code. `given` belongs to no formulation: inputs, poses,
velocities and applied forces at a state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pelagos.elements.body.crossing import Wetted
from pelagos.elements.contract import Element, Extra
from pelagos.elements.flow.field import CALM, STILL, Crest, Stream, WaterFlow
from pelagos.elements.own import called
from pelagos.elements.site import End
from pelagos.equations import program
from pelagos.joints.contract import JointKind, joint_velocity
from pelagos.mathematics.algebra import Force, Motion, Vec3
from pelagos.mathematics.inertia import Inertia, Pose, into_frame
from pelagos.mathematics.scalars import Scalar

Numbers = Sequence[Scalar]


@dataclass(frozen=True)
class Link:
    """One body with the joint to its parent, in joint-aligned axes."""

    name: str
    joint: JointKind
    parent: int | None  # index of the parent link, None for the world
    placement: Pose
    inertia: Inertia
    mass: Scalar
    moment: Vec3  # mass times centre of mass
    q: slice
    u: slice
    driven: bool


@dataclass(frozen=True)
class Surroundings:
    """What surrounds the links; nothing of it in air."""

    density: Scalar = 0.0
    surface: Scalar = 0.0  # level of the free surface, along up
    flows: tuple[WaterFlow, ...] = ()


@dataclass(frozen=True)
class Mechanism:
    """Links parents first, force elements, and the program of the input signals."""

    links: tuple[Link, ...]
    gravity: Vec3
    rotor: tuple
    elements: tuple[Element, ...]  # in the order of their stages
    driven: tuple[tuple[int, int, int], ...]  # coordinate, speed, first of three channels
    instructions: tuple
    values: tuple
    tables: tuple
    channels: tuple[int, ...]
    water: Surroundings = Surroundings()
    states: tuple = ()  # values of the auxiliary states
    rates: tuple[int, ...] = ()  # channels of the rates of the first of them


@dataclass
class Given:
    """Everything that is known at a state before any equation of motion is written.

    This is what elements see and act on.
    """

    t: Scalar
    q: list
    u: list
    links: Sequence[Link]  # with the mass they have here
    signals: list
    prescribed: list  # acceleration of each prescribed speed, None for the others
    tau: list  # efforts at the joints
    states: Sequence[Scalar]  # auxiliary ones
    gravity: Vec3  # world
    water: Surroundings
    poses: list[Pose] = field(default_factory=list)  # of each link in its parent
    world: list[Pose] = field(default_factory=list)  # of each link in the world
    velocities: list[Motion] = field(default_factory=list)  # of each link, body axes
    wrenches: list[Force] = field(default_factory=list)  # weight and applied forces, body axes
    power: Scalar = 0.0  # of all forces but weight and conservative elements
    relative: dict[int, Motion] = field(default_factory=dict)  # to the water, of links in it
    wet: dict[int, Wetted] = field(default_factory=dict)  # of links that may cross the surface
    rates: dict[int, Scalar] = field(default_factory=dict)  # of states that elements carry
    outputs: list[Sequence[Scalar]] = field(default_factory=list)  # of each element

    # what elements do

    def apply(self, link: int, wrench: Force, stored: bool = False) -> None:
        """Put a wrench (body axes, about the origin) on a link.

        Its power counts as work, unless what it does is stored as potential energy.
        """
        self.wrenches[link] = self.wrenches[link] + wrench
        if not stored:
            self.power = self.power + wrench.dot(self.velocities[link])

    def add_effort(self, speed: int, effort: Scalar, stored: bool = False) -> None:
        """Add an effort at a joint; its power counts as work, unless it is stored."""
        self.tau[speed] = self.tau[speed] + effort
        if not stored:
            self.power = self.power + effort * self.u[speed]

    def push(self, end: End, force: Vec3, stored: bool = False) -> None:
        """Put a force (world axes) on a point of a body; on the world it has no effect."""
        if end.link is not None:
            own = into_frame(self.world[end.link].R, force)
            self.apply(end.link, Force.at(end.point, own), stored)

    def lose(self, power: Scalar) -> None:
        """Count what an element loses of the energy that its forces put in or store."""
        self.power = self.power - power

    # what elements ask

    @property
    def density(self) -> Scalar:
        """Of the water."""
        return self.water.density

    @property
    def surface(self) -> Scalar:
        """Level of the free surface, along up."""
        return self.water.surface

    @property
    def flows(self) -> tuple[WaterFlow, ...]:
        return self.water.flows

    def stream(self, point: Vec3) -> Stream:
        """The undisturbed water at a point of the world."""
        found = STILL
        for flow in self.water.flows:
            found = found + flow.stream(self.signals, self.t, point)
        return found

    def elevation(self, point: Vec3) -> Scalar:
        """How far waves lift the surface over a point of the world."""
        found: Scalar = 0.0
        for flow in self.water.flows:
            found = found + flow.elevation(self.t, point)
        return found

    def crest(self, point: Vec3, velocity: Vec3) -> Crest:
        """The surface over a point of the world that moves."""
        found = CALM
        for flow in self.water.flows:
            if flow.lifts:
                found = found.plus(flow.crest(self.t, point, velocity))
        return found

    def as_wet(self, link: int, force: Any) -> Any:
        """What a force of the water on all of a link is on the part of it that is wet."""
        found = self.wet.get(link)
        return force if found is None else found.share * force

    def through_water(self, link: int) -> Motion:
        """The velocity of a link relative to the water; in air to what is at rest."""
        found = self.relative.get(link)
        return self.velocities[link] if found is None else found

    def position(self, end: End) -> Vec3:
        """A point of a body in the world."""
        return end.point if end.link is None else self.world[end.link].point(end.point)

    def velocity(self, end: End) -> Vec3:
        """Its velocity, world axes."""
        if end.link is None:
            return Vec3.zero()
        v = self.velocities[end.link]
        return self.world[end.link].R @ v.v.plus_cross(v.w, end.point)


def given(
    m: Mechanism,
    t: Scalar,
    q: Numbers,
    u: Numbers,
    extra: Numbers | None = None,
    nudges: Mapping[int, Scalar] | None = None,
) -> Given:
    """Inputs, poses and applied forces at a state.

    Prescribed joints are where the state says; their accelerations come from their signals.
    `extra` are efforts added at the joints, `nudges` are added to input channels.
    """
    return acted(m, placed(m, t, q, u, extra, nudges))


def placed(
    m: Mechanism,
    t: Scalar,
    q: Numbers,
    u: Numbers,
    extra: Numbers | None = None,
    nudges: Mapping[int, Scalar] | None = None,
) -> Given:
    """Inputs, poses, velocities and weights: all that is known before elements act."""
    q, u = list(q), list(u)
    signals = _signals(m, t, q, u)
    prescribed = _prescribed(m, signals, len(u))
    for channel, nudge in (nudges or {}).items():
        signals[channel] = signals[channel] + nudge
    tau = [0.0] * len(u) if extra is None else list(extra)
    known = Given(t, q, u, m.links, signals, prescribed, tau, m.states, m.gravity, m.water)
    known.links = _with_masses(m, known)
    for link in known.links:
        _place(m, known, link)
    _add_masses_by_place(m, known)
    return known


def acted(m: Mechanism, known: Given) -> Given:
    """The same with what all elements do."""
    for element in m.elements:
        with called(element, "act"):
            known.outputs.append(tuple(element.act(known)))
    return known


def as_prescribed(m: Mechanism, t: Scalar, q: Numbers, u: Numbers) -> tuple[list, list]:
    """The state with prescribed joints where their signals, which know the time alone, say."""
    q, u = list(q), list(u)
    if m.driven:
        signals = _signals(m, t, q, u)
        for coordinate, speed, channel in m.driven:
            q[coordinate], u[speed] = signals[channel], signals[channel + 1]
    return q, u


def _place(m: Mechanism, known: Given, link: Link) -> None:
    """Pose, velocity and weight of the next link."""
    q, u = known.q[link.q], known.u[link.u]
    pose = link.joint.pose(link.placement, q)
    own = joint_velocity(link.joint.columns(q), u)
    if link.parent is None:
        world, outer = pose, Motion.zero()
    else:
        world, outer = known.world[link.parent] @ pose, known.velocities[link.parent]
    g = into_frame(world.R, m.gravity)
    known.poses.append(pose)
    known.world.append(world)
    known.velocities.append(pose.into(outer) + own)
    known.wrenches.append(Force(link.mass * g, link.moment.cross(g)))


def state_rates(m: Mechanism, known: Given) -> list:
    """Rates of the auxiliary states; sampled ones are held."""
    rates = [known.rates.get(k, known.signals[c]) for k, c in enumerate(m.rates)]
    return rates + [0.0] * (len(m.states) - len(rates))


def _signals(m: Mechanism, t: Scalar, q: Numbers, u: Numbers) -> list:
    registers = program.run(m.instructions, m.values, m.tables, t, q, [*u, *m.states])
    return [registers[c] for c in m.channels]


def _prescribed(m: Mechanism, signals: list, speeds: int) -> list:
    """Accelerations of prescribed speeds, third of the channels of a motion; else None."""
    accelerations: list = [None] * speeds
    for _, speed, channel in m.driven:
        accelerations[speed] = signals[channel + 2]
    return accelerations


def _with_masses(m: Mechanism, known: Given) -> Sequence[Link]:
    """The links with the mass that elements add to them wherever these are."""
    links = list(m.links)
    for extra in _extras(m, known, by_place=False):
        links[extra.link] = _heavier(links[extra.link], extra)
    return links


def _add_masses_by_place(m: Mechanism, known: Given) -> None:
    """The mass that elements add to links by where these are, and its weight."""
    links = list(known.links)
    for extra in _extras(m, known, by_place=True):
        k, g = extra.link, into_frame(known.world[extra.link].R, m.gravity)
        links[k] = _heavier(links[k], extra)
        known.wrenches[k] = known.wrenches[k] + Force(extra.mass * g, extra.moment.cross(g))
    known.links = links


def _extras(m: Mechanism, known: Given, by_place: bool) -> Iterator[Extra]:
    for element in m.elements:
        if element.adds_mass and element.mass_by_place is by_place:
            yield from element.masses(known)


def _heavier(link: Link, extra: Extra) -> Link:
    return replace(
        link,
        inertia=link.inertia + extra.inertia,
        mass=link.mass + extra.mass,
        moment=link.moment + extra.moment,
    )


def coordinate_rates(m: Mechanism, q: Numbers, u: Numbers) -> list:
    """qdot from u."""
    return [rate for link in m.links for rate in link.joint.rates(q[link.q], u[link.u])]


def without_forces(m: Mechanism) -> Mechanism:
    """The bare inertia of a robot: no gravity, elements or prescribed joints."""
    return replace(
        m,
        gravity=Vec3.zero(),
        elements=tuple(e for e in m.elements if e.adds_mass),
        driven=(),
    )

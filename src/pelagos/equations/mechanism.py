"""A robot in plain Python, and what every formulation starts from.

`Mechanism` is a robot as Python objects. Its numbers may be floats, dual numbers, symbols or tape
numbers, so the formulations that run on it serve for reading, for the debugger, for printed
equations of motion and for machine code. `given` belongs to no formulation: inputs, poses,
velocities and applied forces at a state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pelagos.equations import fluid, payout, program, strips, thrusters
from pelagos.equations.floating import floating_wrench
from pelagos.equations.flows import STILL, Stream
from pelagos.joints.contract import JointKind, joint_velocity
from pelagos.mathematics.algebra import Force, Motion, Vec3
from pelagos.mathematics.inertia import Inertia, Pose, into_frame

Scalar = Any
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
class JointElement:
    """A law of equations.elements at a joint."""

    law: Any
    parameters: tuple
    q: slice
    u: slice
    channels: slice


@dataclass(frozen=True)
class BodyElement:
    """A wrench law at a link."""

    law: Any
    parameters: tuple
    link: int
    channels: slice


@dataclass(frozen=True)
class Payout:
    """A line that a link's joint pays out."""

    link: int
    numbers: tuple  # see equations.payout


@dataclass(frozen=True)
class WetLink:
    """Added mass and displaced water of a link in the water."""

    link: int
    added: Inertia
    displaced: Scalar  # mass of the displaced water
    moment: Vec3  # of the displaced water: its mass times its centre
    centre: Vec3  # of the displaced water: where the flow is taken
    mass_centre: Vec3  # of the link
    as_printed: bool  # the form M . a of Donohue et al. 2023, eq 51


@dataclass(frozen=True)
class DragElement:
    """A law of equations.drag, or a user's, at a wet link."""

    law: Any
    numbers: tuple
    link: int


@dataclass(frozen=True)
class FlowElement:
    """A flow of equations.flows, or a user's, everywhere."""

    law: Any
    numbers: tuple
    channels: slice


@dataclass(frozen=True)
class FloatElement:
    """A law of equations.floating at a link."""

    law: Any
    numbers: tuple
    link: int


@dataclass(frozen=True)
class Water:
    """What surrounds the links; nothing of it in air."""

    density: Scalar = 0.0
    surface: Scalar = 0.0  # level of the free surface, along up
    wet: tuple[WetLink, ...] = ()
    drags: tuple[DragElement, ...] = ()
    flows: tuple[FlowElement, ...] = ()
    floats: tuple[FloatElement, ...] = ()


@dataclass(frozen=True)
class ContactElement:
    """A contact of equations.ground at a link."""

    law: Any
    numbers: tuple
    link: int


@dataclass(frozen=True)
class ThrusterElement:
    """A thruster at a link."""

    numbers: thrusters.Numbers
    link: int
    channel: int


@dataclass(frozen=True)
class StripElement:
    """A section of a wing by strip theory at a link."""

    numbers: strips.Numbers
    link: int
    lag: int  # the first of its auxiliary states


@dataclass(frozen=True)
class Mechanism:
    """Links parents first, force elements, and the program of the input signals."""

    links: tuple[Link, ...]
    gravity: Vec3
    rotor: tuple
    joint_elements: tuple[JointElement, ...]
    body_elements: tuple[BodyElement, ...]
    driven: tuple[tuple[int, int, int], ...]  # coordinate, speed, first of three channels
    instructions: tuple
    values: tuple
    tables: tuple
    channels: tuple[int, ...]
    water: Water = Water()
    contacts: tuple[ContactElement, ...] = ()
    payouts: tuple[Payout, ...] = ()
    thrusters: tuple[ThrusterElement, ...] = ()
    strips: tuple[StripElement, ...] = ()
    states: tuple = ()  # values of the auxiliary states
    rates: tuple[int, ...] = ()  # channels of the rates of the first of them


@dataclass
class Given:
    """Everything that is known at a state before any equation of motion is written."""

    q: list
    u: list
    links: Sequence[Link]  # with the mass they have here
    signals: list
    prescribed: list  # acceleration of each prescribed speed, None for the others
    poses: list[Pose]  # of each link in its parent
    world: list[Pose]  # of each link in the world
    velocities: list[Motion]  # of each link, body axes
    wrenches: list[Force]  # weight and applied forces on each link, body axes
    tau: list  # efforts at the joints
    power: Scalar = 0.0  # of all forces but weight and conservative joint elements
    lag_rates: dict = field(default_factory=dict)  # of auxiliary states that depend on the flow
    # what elements do, in their order
    efforts: list = field(default_factory=list)  # first effort of each joint element
    thrusts: list = field(default_factory=list)
    lifts: list[Force] = field(default_factory=list)  # on sections of wings, body axes

    def apply(self, link: int, wrench: Force) -> None:
        """Put a wrench on a link; its power counts as work."""
        self.wrenches[link] = self.wrenches[link] + wrench
        self.power = self.power + wrench.dot(self.velocities[link])


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
    q, u = list(q), list(u)
    signals = _signals(m, t, q, u)
    prescribed = _prescribed(m, signals, len(u))
    for channel, nudge in (nudges or {}).items():
        signals[channel] = signals[channel] + nudge
    tau = [0.0] * len(u) if extra is None else list(extra)
    known = Given(q, u, _with_lines(m, q), signals, prescribed, [], [], [], [], tau)
    for link in known.links:
        _place(m, known, link)
    _apply_elements(m, known)
    if m.payouts:
        _apply_feeds(m, known)
    if m.water.wet or m.thrusters:
        _apply_water(m, t, known)
    for c in m.contacts:
        wrench = c.law.wrench(c.numbers, known.world[c.link], known.velocities[c.link])
        known.apply(c.link, wrench)
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
    rates = [known.lag_rates.get(k, known.signals[c]) for k, c in enumerate(m.rates)]
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


def _apply_elements(m: Mechanism, known: Given) -> None:
    for e in m.joint_elements:
        u = known.u[e.u]
        efforts = e.law.efforts(e.parameters, known.q[e.q], u, known.signals[e.channels])
        known.efforts.append(efforts[0])
        for k, (effort, speed) in enumerate(zip(efforts, u, strict=True), e.u.start):
            known.tau[k] = known.tau[k] + effort
            if not e.law.conservative:
                known.power = known.power + effort * speed
    for w in m.body_elements:
        known.apply(
            w.link, w.law.wrench(w.parameters, known.signals[w.channels], known.world[w.link])
        )


def _with_lines(m: Mechanism, q: Numbers) -> Sequence[Link]:
    """The links, with the lines that are out and the stores that are left."""
    links = list(m.links)

    def add(i: int, extra: payout.Extra) -> None:
        inertia, moment = links[i].inertia + extra.inertia, links[i].moment + extra.moment
        links[i] = replace(
            links[i], inertia=inertia, mass=links[i].mass + extra.mass, moment=moment
        )

    for paid in m.payouts:
        link = m.links[paid.link]
        add(paid.link, payout.line(paid.numbers, q[link.q.start]))
        if link.parent is not None:
            add(link.parent, payout.store(paid.numbers, q[link.q.start], link.placement))
    return links


def _apply_feeds(m: Mechanism, known: Given) -> None:
    """What passes the base points of lines acts on them and on the parents."""
    for paid in m.payouts:
        i, link = paid.link, m.links[paid.link]
        q, u = known.q[link.q.start], known.u[link.u.start]
        fed = payout.feed(paid.numbers, q, u, known.velocities[i])
        known.tau[link.u.start] = known.tau[link.u.start] + fed.effort
        if link.parent is not None:
            reaction = known.poses[i].out_of(fed.reaction)
            known.wrenches[link.parent] = known.wrenches[link.parent] + reaction
        base = known.world[i].point(Vec3(0.0, 0.0, -payout.out(paid.numbers, q)))
        height = -m.gravity.dot(base)
        known.power = known.power + payout.influx(paid.numbers, q, u, fed, height)


def _apply_water(m: Mechanism, t: Scalar, known: Given) -> None:
    """Flow, drag and thrust; buoyancy is in the mass that is left to weigh."""
    relative = {}
    for wet in m.water.wet:
        i, v, pose = wet.link, known.velocities[wet.link], known.world[wet.link]
        stream = STILL
        for flow in m.water.flows:
            inputs = known.signals[flow.channels]
            stream = stream + flow.law.at(flow.numbers, inputs, t, pose.point(wet.centre))
        relative[i] = fluid.relative_motion(v, pose.R, stream)
        if m.water.flows:
            known.apply(i, _flow_wrench(wet, v, pose, stream))
        if wet.as_printed:
            known.apply(i, fluid.acceleration_form(known.links[i].inertia, wet.mass_centre, v))
    for drag in m.water.drags:
        known.apply(drag.link, drag.law.wrench(drag.numbers, m.water.density, relative[drag.link]))
    for floating in m.water.floats:
        known.apply(floating.link, _float_wrench(m, floating, known.world[floating.link]))
    for s in m.strips:
        lags = m.states[s.lag], m.states[s.lag + 1]
        wrench, rates = strips.section(s.numbers, m.water.density, relative[s.link], lags)
        known.apply(s.link, wrench)
        known.lifts.append(wrench)
        known.lag_rates.update(zip((s.lag, s.lag + 1), rates, strict=True))
    for thruster in m.thrusters:
        drive, v = known.signals[thruster.channel], relative.get(thruster.link)
        v = known.velocities[thruster.link] if v is None else v
        thrust, wrench = thrusters.wrench(thruster.numbers, drive, v)
        known.thrusts.append(thrust)
        known.apply(thruster.link, wrench)


def _flow_wrench(wet: WetLink, velocity: Motion, pose: Pose, stream: Stream) -> Force:
    if wet.as_printed:
        return fluid.flow_on_acceleration(wet.added, wet.displaced, wet.moment, pose.R, stream)
    return fluid.flow_wrench(
        wet.added, wet.displaced, wet.moment, wet.centre, velocity, pose.R, stream
    )


def _float_wrench(m: Mechanism, element: FloatElement, pose: Pose) -> Force:
    return floating_wrench(
        element.law, element.numbers, m.water.density, m.water.surface, m.gravity, pose
    )


def coordinate_rates(m: Mechanism, q: Numbers, u: Numbers) -> list:
    """qdot from u."""
    return [rate for link in m.links for rate in link.joint.rates(q[link.q], u[link.u])]


def without_forces(m: Mechanism) -> Mechanism:
    """The bare inertia of a robot: no gravity, elements or prescribed joints."""
    return replace(
        m,
        gravity=Vec3.zero(),
        joint_elements=(),
        body_elements=(),
        driven=(),
        water=Water(),
        contacts=(),
        thrusters=(),
        strips=(),
    )

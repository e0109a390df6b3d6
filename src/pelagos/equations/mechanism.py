"""A robot in plain Python, and what every formulation starts from.

`Mechanism` is a robot as Python objects. Its numbers may be floats, dual numbers or symbols, so the
formulations that run on it serve for reading, for the debugger, for exact derivatives and for
printed equations of motion. The compiled loops in `kernels` do the same with the same per-body
equations. `given` belongs to no formulation: inputs, poses and applied forces at a state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pelagos.equations import program
from pelagos.equations.algebra import Force, Vec3
from pelagos.equations.inertia import Inertia, Pose, into_frame

Scalar = Any
Numbers = Sequence[Scalar]


@dataclass(frozen=True)
class Link:
    """One body with the joint to its parent, in joint-aligned axes."""

    name: str
    joint: Any  # an entry of equations.joints.JOINTS
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


@dataclass
class Given:
    """Everything that is known at a state before any equation of motion is written."""

    q: list  # with prescribed joints filled in
    u: list
    signals: list
    prescribed: list  # acceleration of each prescribed speed, None for the others
    poses: list[Pose]  # of each link in its parent
    world: list[Pose]  # of each link in the world
    wrenches: list[Force]  # weight and applied forces on each link, body axes
    tau: list  # efforts at the joints


def given(
    m: Mechanism,
    t: Scalar,
    q: Numbers,
    u: Numbers,
    extra: Numbers | None = None,
    nudges: Mapping[int, Scalar] | None = None,
) -> Given:
    """Inputs, poses and applied forces at a state.

    `extra` are efforts added at the joints, `nudges` are added to input channels.
    """
    q, u = list(q), list(u)
    prescribed = _read_prescribed(m, t, q, u)
    signals = _signals(m, t, q, u)
    for channel, nudge in (nudges or {}).items():
        signals[channel] = signals[channel] + nudge
    tau = [0.0] * len(u) if extra is None else list(extra)
    known = Given(q, u, signals, prescribed, [], [], [], tau)
    for link in m.links:
        pose = link.joint.pose(link.placement, q[link.q])
        world = pose if link.parent is None else known.world[link.parent] @ pose
        g = into_frame(world.R, m.gravity)
        known.poses.append(pose)
        known.world.append(world)
        known.wrenches.append(Force(link.mass * g, link.moment.cross(g)))
    _apply_elements(m, known)
    return known


def _signals(m: Mechanism, t: Scalar, q: Numbers, u: Numbers) -> list:
    registers = program.run(m.instructions, m.values, m.tables, t, q, u)
    return [registers[c] for c in m.channels]


def _read_prescribed(m: Mechanism, t: Scalar, q: list, u: list) -> list:
    """Overwrite prescribed coordinates and speeds; return all known accelerations (else None)."""
    accelerations: list = [None] * len(u)
    if m.driven:
        signals = _signals(m, t, q, u)
        for coordinate, speed, channel in m.driven:
            q[coordinate], u[speed] = signals[channel], signals[channel + 1]
            accelerations[speed] = signals[channel + 2]
    return accelerations


def _apply_elements(m: Mechanism, known: Given) -> None:
    for e in m.joint_elements:
        efforts = e.law.efforts(
            e.parameters, known.q[e.q], known.u[e.u], known.signals[e.channels]
        )
        for k, effort in enumerate(efforts, e.u.start):
            known.tau[k] = known.tau[k] + effort
    for w in m.body_elements:
        wrench = w.law.wrench(w.parameters, known.signals[w.channels], known.world[w.link])
        known.wrenches[w.link] = known.wrenches[w.link] + wrench


def coordinate_rates(m: Mechanism, q: Numbers, u: Numbers) -> list:
    """qdot from u."""
    return [rate for link in m.links for rate in link.joint.rates(q[link.q], u[link.u])]

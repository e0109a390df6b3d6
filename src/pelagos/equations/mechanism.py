"""A whole evaluation in plain Python: the page to read first.

`Mechanism` is a robot as Python objects. Its numbers may be floats, dual numbers or symbols, so the
functions here serve for reading, for the debugger, for exact derivatives and for printed equations
of motion. The compiled loops in `kernels` do the same with the same per-body equations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pelagos.equations import newton_euler as ne
from pelagos.equations import program
from pelagos.equations.algebra import Force, Motion, Vec3
from pelagos.equations.inertia import Inertia, Pose, into_frame
from pelagos.equations.joints import joint_velocity

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
class Sweep:
    """What the outward sweep leaves: one entry per link."""

    q: list
    u: list
    signals: list
    carried: list[ne.Carried]
    poses: list[Pose]  # in the world
    forces: list[Force]  # bias force minus applied forces
    tau: list  # efforts of all joint elements


def outward(
    m: Mechanism, t: Scalar, q: Numbers, u: Numbers, nudges: Mapping[int, Scalar] | None = None
) -> tuple[Sweep, list]:
    """Inputs, kinematics and forces at a state; also the accelerations of prescribed joints.

    `nudges` are added to input channels.
    """
    q, u = list(q), list(u)
    accelerations = _read_prescribed(m, t, q, u)
    signals = _signals(m, t, q, u)
    for channel, nudge in (nudges or {}).items():
        signals[channel] = signals[channel] + nudge
    sweep = Sweep(q, u, signals, [], [], [], [0.0] * len(u))
    for link in m.links:
        outer = None if link.parent is None else sweep.carried[link.parent]
        parent_velocity = Motion.zero() if outer is None else outer.velocity
        parent_pose = Pose.identity() if link.parent is None else sweep.poses[link.parent]
        carried = ne.outward(link.joint, link.placement, q[link.q], u[link.u], parent_velocity)
        pose = parent_pose @ carried.pose
        g = into_frame(pose.R, m.gravity)
        weight = Force(link.mass * g, link.moment.cross(g))
        sweep.carried.append(carried)
        sweep.poses.append(pose)
        sweep.forces.append(ne.bias_force(link.inertia, carried.velocity) - weight)
    _apply_elements(m, sweep)
    return sweep, accelerations


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


def _apply_elements(m: Mechanism, sweep: Sweep) -> None:
    for e in m.joint_elements:
        efforts = e.law.efforts(
            e.parameters, sweep.q[e.q], sweep.u[e.u], sweep.signals[e.channels]
        )
        for k, effort in enumerate(efforts, e.u.start):
            sweep.tau[k] = sweep.tau[k] + effort
    for w in m.body_elements:
        wrench = w.law.wrench(w.parameters, sweep.signals[w.channels], sweep.poses[w.link])
        sweep.forces[w.link] = sweep.forces[w.link] - wrench


def forward_dynamics(
    m: Mechanism,
    t: Scalar,
    q: Numbers,
    u: Numbers,
    extra: Numbers | None = None,
    nudges: Mapping[int, Scalar] | None = None,
) -> list:
    """Accelerations udot by the articulated-body recursion, under efforts `extra` at the joints."""
    # Step 1, outward: kinematics, bias forces, applied forces
    sweep, udot = outward(m, t, q, u, nudges)
    tau = [a + b for a, b in zip(sweep.tau, extra or [0.0] * len(sweep.tau), strict=True)]
    inertias = [link.inertia for link in m.links]
    forces, biases = list(sweep.forces), []
    for link, carried in zip(m.links, sweep.carried, strict=True):
        known = udot[link.u] if link.driven else [0.0] * link.joint.nv
        biases.append(carried.bias + joint_velocity(carried.columns, known))
    # Step 2, inward: articulated inertias
    axes: list[list[ne.Articulated]] = [[] for _ in m.links]
    for i in reversed(range(len(m.links))):
        link, carried = m.links[i], sweep.carried[i]
        inertia, force = inertias[i], forces[i] + inertias[i] @ biases[i]
        for k, S in enumerate(() if link.driven else carried.columns, link.u.start):
            axis, inertia, force = ne.release(inertia, force, S, tau[k], m.rotor[k])
            axes[i].append(axis)
        if link.parent is not None:
            inertias[link.parent] = inertias[link.parent] + carried.pose.carry(inertia)
            forces[link.parent] = forces[link.parent] + carried.pose.out_of(force)
    # Step 3, outward: accelerations
    accelerations: list[Motion] = []
    for i, link in enumerate(m.links):
        outer = Motion.zero() if link.parent is None else accelerations[link.parent]
        a = sweep.carried[i].pose.into(outer)
        for k in reversed(range(len(axes[i]))):
            rate = udot[link.u.start + k] = ne.joint_acceleration(axes[i][k], a)
            a = a + rate * sweep.carried[i].columns[k]
        accelerations.append(a + biases[i])
    return udot


def inverse_dynamics(m: Mechanism, t: Scalar, q: Numbers, u: Numbers, udot: Numbers) -> list:
    """Efforts to be added at the joints for the accelerations udot: the recursion out and in."""
    sweep, prescribed = outward(m, t, q, u)
    udot = [b if a is None else a for a, b in zip(prescribed, udot, strict=True)]
    accelerations: list[Motion] = []
    forces: list[Force] = []
    for i, link in enumerate(m.links):
        carried = sweep.carried[i]
        outer = Motion.zero() if link.parent is None else accelerations[link.parent]
        a = carried.pose.into(outer) + carried.bias
        a = a + joint_velocity(carried.columns, udot[link.u])
        accelerations.append(a)
        forces.append(link.inertia @ a + sweep.forces[i])
    tau: list = [None] * len(udot)
    for i in reversed(range(len(m.links))):
        link, carried = m.links[i], sweep.carried[i]
        for k, S in enumerate(carried.columns, link.u.start):
            tau[k] = forces[i].dot(S) + m.rotor[k] * udot[k] - sweep.tau[k]
        if link.parent is not None:
            forces[link.parent] = forces[link.parent] + carried.pose.out_of(forces[i])
    return tau


def coordinate_rates(m: Mechanism, q: Numbers, u: Numbers) -> list:
    """qdot from u."""
    return [rate for link in m.links for rate in link.joint.rates(q[link.q], u[link.u])]

"""Bodies in water: what its motion does to added mass and displaced water.

Added mass is part of a body's 6x6 inertia M = M_rigid + M_A, so in still water Kirchhoff's
equations hold by construction. In a flow c(x, t) that varies little over the body, the added mass
acts on the relative velocity V_r = (v - c, w), with c and its gradient G taken at the centre of
the displaced water, r:

    wrench on the body = -( M_A dV_r/dt + V_r x* (M_A V_r) ) - (G p at r) + (rho V Dc/Dt at r_B),

    p = force part of M_A V_r,    dc/dt = c_t + G (v + w x r),    Dc/Dt = c_t + G c.

dc/dt follows the body, Dc/Dt the water. The pull G p makes of the first what belongs to the added
mass: of a sphere m_A (Dc/Dt - dv/dt) is left in any weakly sheared flow (Auton et al. 1988), and
any body in a weakly non-uniform potential flow obeys Lagrange's equations with the energy
V_r . M_A V_r / 2 (Taylor 1928; Galper and Miloh 1995). The displaced mass is pressed as the water
in its place would be, with Dc/Dt (Froude-Krylov).

The part M_A dV/dt is in the inertia, the part V x* (M_A V) in its bias force; `flow_wrench` is what
is left, and it vanishes in still water. The steady part of Froude-Krylov is buoyancy, -rho V g:
links are given the mass that is left to weigh, m - rho V, and so need no force for it.

References: Fossen 2011, sections 6.3 and 8.3; Lamb 1932, chapter VI; Donohue et al. 2023, eq 51.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pelagos.elements.contract import Element, Stage
from pelagos.elements.flow.field import Stream
from pelagos.mathematics.algebra import Force, Mat3, Motion, Vec3
from pelagos.mathematics.inertia import Inertia, Pose, into_frame
from pelagos.mathematics.scalars import Scalar


@dataclass(frozen=True)
class ImmersedLink(Element):
    """Added mass and displaced water of a link."""

    link: int
    as_printed: bool  # the form M . a of Donohue et al. 2023, eq 51
    added: Inertia
    displaced: float  # mass of the displaced water
    moment: Vec3  # of the displaced water: its mass times its centre
    centre: Vec3  # of the displaced water: where the flow is taken
    mass_centre: Vec3  # of the link

    stage = Stage.FLOW

    def act(self, at: Any) -> Sequence[Scalar]:
        v, pose = at.velocities[self.link], at.world[self.link]
        stream = at.stream(pose.point(self.centre))
        at.relative[self.link] = relative_motion(v, pose.R, stream)
        if at.flows:
            at.apply(self.link, self._flow_wrench(v, pose.R, stream))
        if self.as_printed:
            inertia = at.links[self.link].inertia
            at.apply(self.link, acceleration_form(inertia, self.mass_centre, v))
        return ()

    def _flow_wrench(self, velocity: Motion, R: Mat3, stream: Stream) -> Force:
        if self.as_printed:
            return flow_on_acceleration(self.added, self.displaced, self.moment, R, stream)
        water = self.added, self.displaced, self.moment, self.centre
        return flow_wrench(*water, velocity, R, stream)


def relative_motion(velocity: Motion, R: Mat3, stream: Stream) -> Motion:
    """Velocity of a body (its axes) relative to the water."""
    return Motion(velocity.v - into_frame(R, stream.velocity), velocity.w)


def flow_wrench(
    added: Inertia,
    displaced: Scalar,
    moment: Vec3,
    centre: Vec3,
    velocity: Motion,
    R: Mat3,
    stream: Stream,
) -> Force:
    """What a flow adds to the forces of still water, body axes.

    `moment` is the displaced mass times its centre, `R` the attitude of the body in the world.
    """
    relative = relative_motion(velocity, R, stream)
    c = into_frame(R, stream.velocity)
    # V x* (M_A V) - V_r x* (M_A V_r), with V = V_r + (c, 0), has fewer products as
    # V_r x* (M_A (c, 0)) + (c, 0) x* (M_A V)
    momentum, taken = added.push(velocity), added.translated(c)
    wrench = relative.cross_force(taken) + Force(Vec3.zero(), c.cross(momentum))
    along_body = along_water = into_frame(R, stream.local)
    if stream.gradient is not None:
        there = R @ velocity.v.plus_cross(velocity.w, centre)
        along_body = along_body + into_frame(R, stream.gradient @ there)
        along_water = along_water + into_frame(R, stream.gradient @ stream.velocity)
        pull = into_frame(R, stream.gradient @ (R @ (momentum - taken.f)))
        wrench = wrench - Force.at(centre, pull)
    rate = added.translated(along_body - velocity.w.cross(c))
    return wrench + rate + Force(displaced * along_water, moment.cross(along_water))


def acceleration_form(inertia: Inertia, centre: Vec3, velocity: Motion) -> Force:
    """Correction to the form `M . a` of Donohue et al. 2023, eq 51: no Munk moment.

    There the inertia force of a body is M times the inertial acceleration of its mass centre, with
    M in body axes, and the torque about the centre is J alpha + w x J w. Kirchhoff's bias
    v x* (I v) is replaced by (M (w x v), w x (J w)), with all of it taken at the centre. The form
    does not conserve energy; it is an option, never a default. In a flow its counterpart is
    `flow_on_acceleration`.
    """
    kirchhoff = velocity.cross_force(inertia @ velocity)
    about = Pose(Mat3.identity(), -centre).carry(inertia)
    w = velocity.w
    at_centre = velocity.v.plus_cross(w, centre)
    push = Force.at(centre, about.M @ w.cross(at_centre))
    return kirchhoff - push - Force(Vec3.zero(), w.cross(about.J @ w))


def flow_on_acceleration(
    added: Inertia, displaced: Scalar, moment: Vec3, R: Mat3, stream: Stream
) -> Force:
    """What a flow adds in the form `M . a`: added mass acts on the acceleration a - Dc/Dt.

    Displaced and added mass are pressed alike by the water's acceleration (Donohue et al. 2023,
    eq 29 and 42 have the displaced mass alone), and a steady uniform current does nothing.
    """
    along_water = stream.local
    if stream.gradient is not None:
        along_water = along_water + stream.gradient @ stream.velocity
    a = into_frame(R, along_water)
    return added.translated(a) + Force(displaced * a, moment.cross(a))

"""A robot at a sample time, as sampled laws see it (`elements.sampled`).

Accelerations and reactions are those just before the laws act: inputs that the laws set hold from
here on, and nothing is read off a state that depends on what is read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pelagos.elements.flow.field import Stream
from pelagos.elements.sampled import Clock
from pelagos.equations.affine import Closure, Loops
from pelagos.equations.closed_tree import rows_of, unaccelerated
from pelagos.equations.mechanism import Given, Mechanism
from pelagos.equations.newton_euler import accelerations_of, kinematics
from pelagos.equations.observation import ObservedState, joint_wrenches, observed_rows
from pelagos.mathematics.algebra import Force, Motion, Vec3
from pelagos.mathematics.inertia import Pose, into_frame
from pelagos.mathematics.scalars import Scalar, floor


@dataclass(frozen=True)
class Sampling:
    """Everything that is known at a sample time."""

    m: Mechanism
    known: Given
    loops: Loops
    forces: Sequence[Scalar]  # of the loose rows; empty unless a law asks for forces
    signals: Sequence[Scalar]  # channels of the laws' own expressions
    clock: Clock
    seed: Scalar  # of the run
    actuators: Sequence[tuple[int | None, int | None]] = ()  # element, or speed that is driven
    closures: Mapping[str, int] | None = None  # constraints in force, by name

    # the state

    @property
    def t(self) -> Scalar:
        return self.known.t

    @property
    def q(self) -> Sequence[Scalar]:
        return self.known.q

    @property
    def u(self) -> Sequence[Scalar]:
        return self.known.u

    @property
    def states(self) -> Sequence[Scalar]:
        """Auxiliary states."""
        return self.known.states

    @cached_property
    def count(self) -> Scalar:
        """The number of this sample, from 0 on."""
        elapsed = self.t if self.clock.start == 0.0 else self.t - self.clock.start
        return floor(elapsed * self.clock.rate + 0.5)

    # bodies and water

    @property
    def world(self) -> Sequence[Pose]:
        """Poses of all links."""
        return self.known.world

    @property
    def velocities(self) -> Sequence[Motion]:
        """Velocities of all links, body axes."""
        return self.known.velocities

    @property
    def gravity(self) -> Vec3:
        """World axes."""
        return self.m.gravity

    @property
    def density(self) -> Scalar:
        """Of the water."""
        return self.known.density

    @property
    def surface(self) -> Scalar:
        """Level of the free surface, along up."""
        return self.known.surface

    def stream(self, point: Vec3) -> Stream:
        """The undisturbed water at a point of the world."""
        return self.known.stream(point)

    def elevation(self, point: Vec3) -> Scalar:
        """How far waves lift the surface over a point of the world."""
        return self.known.elevation(point)

    def point(self, link: int, p: Vec3) -> Vec3:
        """A point of a link in the world."""
        return self.world[link].point(p)

    def velocity(self, link: int, p: Vec3) -> Vec3:
        """The velocity of a point of a link, body axes."""
        v = self.velocities[link]
        return v.v.plus_cross(v.w, p)

    # what follows from the forces

    @cached_property
    def observed(self) -> ObservedState:
        """Accelerations, efforts of prescribed joints and forces of constraints."""
        return observed_rows(self.m, self.known, self.loops, self.forces)

    @cached_property
    def accelerations(self) -> list[Motion]:
        """Spatial accelerations of all links, body axes."""
        return accelerations_of(self.m, kinematics(self.known), self.observed.udot)

    def acceleration(self, link: int, p: Vec3) -> Vec3:
        """The acceleration of a point of a link, body axes: dv/dt, gravity not taken off."""
        a, v = self.accelerations[link], self.velocities[link]
        own = a.v.plus_cross(a.w, p)
        return own.plus_cross(v.w, v.v.plus_cross(v.w, p))

    def specific_force(self, link: int, p: Vec3) -> Vec3:
        """What an accelerometer at a point feels, body axes: acceleration less gravity."""
        return self.acceleration(link, p) - into_frame(self.world[link].R, self.gravity)

    @cached_property
    def reactions(self) -> list[Force]:
        """The wrench that each joint puts on its link, body axes, about the link's origin."""
        found = self.observed
        return joint_wrenches(self.m, self.known, self.loops, found.udot, found.forces)

    def load(self, constraint: str) -> tuple[Closure, list[Force]] | None:
        """A constraint between bodies, and what it puts on each of their links, body axes, about
        the link's origin; None while it is not in force."""
        place = (self.closures or {}).get(constraint)
        if place is None:
            return None
        closure = self.loops.closures[place]
        before = sum(c.count for c in self.loops.closures[:place])
        own = self.observed.forces[before : before + closure.count]
        still = unaccelerated(dict(enumerate(self.velocities)), self.known)
        found = [Force.zero()] * len(closure.links)
        for row, force in zip(rows_of(self.known, closure, still), own, strict=True):
            found = [
                total + force * wrench
                for total, (_, wrench) in zip(found, row.wrenches, strict=True)
            ]
        return closure, found

    def drive(self, actuator: int) -> Scalar:
        """What turns the propeller of a thruster: shaft speed, or thrust without coefficients."""
        element, _ = self.actuators[actuator]
        assert element is not None
        (channel,) = self.m.elements[element].heard
        return self.known.signals[channel]

    def actuation(self, actuator: int) -> Scalar:
        """What an actuator exerts: force, thrust or effort."""
        element, speed = self.actuators[actuator]
        if element is not None:
            return self.known.outputs[element][0]
        assert speed is not None
        return self.observed.efforts[speed]

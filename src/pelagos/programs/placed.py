"""Where bodies are and how they move, and what flows around their wings."""

from __future__ import annotations

from pelagos.equations import motion
from pelagos.equations.mechanism import Given
from pelagos.mathematics.algebra import Motion
from pelagos.mathematics.inertia import Pose
from pelagos.mechanism.lattice import surroundings
from pelagos.programs.tracing import Trace


def places_of(known: Given) -> list:
    """Pose and velocity of the world, then of every body."""
    found = [*Pose.identity(), *Motion.zero()]
    for pose, velocity in zip(known.world, known.velocities, strict=True):
        found += [*pose, *velocity]
    return found


def around_wings(trace: Trace, by_signals: bool = True) -> list:
    """The same, then velocity and density of the fluid."""
    _, known = motion.known_at(trace.m, trace.t, trace.x, by_signals)
    fluid = surroundings(trace.robot.lattice, trace.m.water.density, known.signals)
    return [*places_of(known), *fluid]

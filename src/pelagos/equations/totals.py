"""Energies and momenta of a whole robot."""

from __future__ import annotations

from typing import NamedTuple

from pelagos.equations.mechanism import Given, Mechanism
from pelagos.mathematics.algebra import Force
from pelagos.mathematics.scalars import Scalar


class Totals(NamedTuple):
    """Sums over all links, rotors and conservative elements."""

    kinetic: Scalar  # of the 6x6 inertias, that of the moving water included
    potential: Scalar  # weight less buoyancy, springs
    momentum: Force  # linear, and angular about the world's origin; world axes


def totals(m: Mechanism, known: Given) -> Totals:
    """T = sum of v . I v / 2, V = -sum of g . (mass times centre), and the momenta I v."""
    kinetic: Scalar = 0.0
    potential: Scalar = 0.0
    momentum = Force.zero()
    for link, pose, v in zip(known.links, known.world, known.velocities, strict=True):
        own = link.inertia @ v
        kinetic = kinetic + 0.5 * own.dot(v)
        potential = potential - m.gravity.dot(link.mass * pose.p + pose.R @ link.moment)
        momentum = momentum + pose.out_of(own)
    for rotor, u in zip(m.rotor, known.u, strict=True):
        kinetic = kinetic + 0.5 * rotor * u * u
    for element in m.elements:
        if element.conservative:
            potential = potential + element.potential(known)
        if element.carries:
            own_kinetic, own_momentum = element.carried(known)
            kinetic, momentum = kinetic + own_kinetic, momentum + own_momentum
    return Totals(kinetic, potential, momentum)

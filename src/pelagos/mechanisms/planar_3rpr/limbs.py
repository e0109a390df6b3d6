"""Limbs that extend: the forces in a limb which turns about its base and changes its length.

A limb has the length L and turns at the rate ad about its base A; s points from A to its end B,
n = k x s across. The actuator pushes with f along s. At B the limb pushes the platform with
F_is s - F_in n; at A the ground holds it with a force whose part along -n is g. A model says, from
the motion, what the laws of Newton and Euler ask for:

    axial      = f - F_is      along s
    moment     = F_in L        about A
    transverse = F_in - g      along n

Three models, of which `notes` is kept for comparison only:

- `telescope`: two rigid parts, one pivots at A, the other slides in it. No mass comes or goes.
- `payout`: a line of density rho that is fed through A. Every particle moves along s with Ld, so
  its acceleration is (Ldd - r ad^2) s + (r add + 2 Ld ad) n at the distance r; the model is the sum
  over the particles outside. In terms of the whole line: the momentum is d(m r_c)/dt, and mass
  enters at A with the momentum rho Ld^2 and the energy rho Ld^3/2 per second.
- `notes`: equation (V) as in the lecture notes on the planar 3-RPR, dots restored, from
  m a_c + md v_c for a line whose mass md = rho Ld appears with the velocity of the mass centre. It
  halves L Ldd, adds rho Ld^2/2, and violates the balance of power.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pelagos.mathematics.scalars import Scalar


class LimbNumbers(NamedTuple):
    """A limb: line density, and the two parts of a telescope."""

    rho: Scalar  # kg/m
    m1: Scalar  # part 1, pivots at A: mass, distance of its centre from A, inertia about the centre
    c1: Scalar
    I1: Scalar
    m2: Scalar  # part 2, slides: mass, distance of its centre behind B, inertia about the centre
    c2: Scalar
    I2: Scalar


class LimbMotion(NamedTuple):
    """Length, turn and their rates."""

    L: Scalar
    Ld: Scalar
    Ldd: Scalar
    ad: Scalar
    add: Scalar


class LimbLoads(NamedTuple):
    """What the motion asks for; see the module's text."""

    axial: Scalar
    moment: Scalar
    transverse: Scalar
    held: Scalar  # of the axial force that the ground bears, what is not f


class LimbModel(NamedTuple):
    """A model of a limb: loads from motion and weight, energies, and the power that mass brings."""

    loads: Callable[[LimbNumbers, LimbMotion, Scalar, Scalar], LimbLoads]
    kinetic: Callable[[LimbNumbers, Scalar, Scalar, Scalar], Scalar]
    potential: Callable[[LimbNumbers, Scalar, Scalar], Scalar]
    influx: Callable[[LimbNumbers, Scalar], Scalar]
    fed: bool  # whether it is a line, else a telescope


def telescope(b: LimbNumbers, m: LimbMotion, gs: Scalar, gn: Scalar) -> LimbLoads:
    """Two parts of constant mass; gs, gn are gravity along s and n."""
    r = m.L - b.c2  # of the centre of part 2 from A
    coriolis = 2.0 * m.Ld * m.ad
    inertia = b.I1 + b.m1 * b.c1 * b.c1 + b.I2 + b.m2 * r * r
    return LimbLoads(
        axial=b.m2 * (m.Ldd - r * m.ad * m.ad - gs),
        moment=inertia * m.add + b.m2 * r * coriolis - (b.m1 * b.c1 + b.m2 * r) * gn,
        transverse=b.m1 * (b.c1 * m.add - gn) + b.m2 * (r * m.add + coriolis - gn),
        held=b.m1 * (-b.c1 * m.ad * m.ad - gs),
    )


def payout(b: LimbNumbers, m: LimbMotion, gs: Scalar, gn: Scalar) -> LimbLoads:
    """A line fed through A: the integrals of the particles' accelerations over 0 < r < L."""
    L = m.L
    return LimbLoads(
        axial=b.rho * L * (m.Ldd - 0.5 * L * m.ad * m.ad - gs),
        moment=b.rho * L * L * (L * m.add / 3.0 + m.Ld * m.ad - 0.5 * gn),
        transverse=b.rho * L * (0.5 * L * m.add + 2.0 * m.Ld * m.ad - gn),
        held=0.0,
    )


def notes(b: LimbNumbers, m: LimbMotion, gs: Scalar, gn: Scalar) -> LimbLoads:
    """Equation (V) of the notes; the weight, which they leave out, as in `payout`."""
    L = m.L
    speed = L * m.ad
    return LimbLoads(
        axial=0.5 * b.rho * (L * m.Ldd - speed * speed + m.Ld * m.Ld) - b.rho * L * gs,
        moment=b.rho * L * L * (L * m.add / 3.0 + m.Ld * m.ad - 0.5 * gn),
        transverse=b.rho * L * (0.5 * L * m.add + 1.5 * m.Ld * m.ad - gn),
        held=0.0,
    )


def _telescope_kinetic(b: LimbNumbers, L: Scalar, Ld: Scalar, ad: Scalar) -> Scalar:
    r = L - b.c2
    inertia = b.I1 + b.m1 * b.c1 * b.c1 + b.I2 + b.m2 * r * r
    return 0.5 * (b.m2 * Ld * Ld + inertia * ad * ad)


def _telescope_potential(b: LimbNumbers, L: Scalar, gs: Scalar) -> Scalar:
    return -(b.m1 * b.c1 + b.m2 * (L - b.c2)) * gs


def _line_kinetic(b: LimbNumbers, L: Scalar, Ld: Scalar, ad: Scalar) -> Scalar:
    return 0.5 * b.rho * L * (Ld * Ld + L * L * ad * ad / 3.0)


def _line_potential(b: LimbNumbers, L: Scalar, gs: Scalar) -> Scalar:
    return -0.5 * b.rho * L * L * gs


def _no_influx(b: LimbNumbers, Ld: Scalar) -> Scalar:
    return 0.0


def _line_influx(b: LimbNumbers, Ld: Scalar) -> Scalar:
    return 0.5 * b.rho * Ld * Ld * Ld


# Potentials are measured from A, where the line enters: what enters brings none.
LIMBS = {
    "telescope": LimbModel(
        telescope, _telescope_kinetic, _telescope_potential, _no_influx, fed=False
    ),
    "payout": LimbModel(payout, _line_kinetic, _line_potential, _line_influx, fed=True),
    "notes": LimbModel(notes, _line_kinetic, _line_potential, _line_influx, fed=True),
}

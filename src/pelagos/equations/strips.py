"""Strip theory: a section of a lifting surface in plane flow, with the memory of its wake.

Idea        Every section is a thin plate in plane potential flow; two lags remember its wake.
Unknowns    z1, z2: what the section saw, as its wake still feels it (m/s).
Equations   docs/theory/lifting-surfaces.md (2) to (4), written for large motion:
            - the fluid that moves with the section is added mass of its body, pi rho b^2 per length
              at mid-chord; Kirchhoff's equations then hold -w'' + V theta' by themselves;
            - the bound vortex at the quarter chord carries rho Gamma U x s;
            - in a flow without circulation the added mass has Munk's moment, which a trailing edge
              that sheds a wake takes away: -pi rho b^2 U_c v.
Steps       1 flow at the three points, 2 circulation with lags, 3 loads, 4 rates of the lags.
References  Theodorsen 1935; R. T. Jones 1940; Bisplinghoff, Ashley, Halfman 1955.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from pelagos.mathematics.algebra import Force, Motion, Vec3
from pelagos.mathematics.scalars import sqrt

Scalar = Any

# Jones 1940: Wagner's function is nearly 1 - 0.165 exp(-0.0455 s) - 0.335 exp(-0.3 s).
LAG_SHARES = (0.165, 0.335)
LAG_RATES = (0.0455, 0.3)
LAGS = len(LAG_RATES)
STILL = 1e-12  # m2/s2: keeps the speed of a fluid at rest differentiable


class Numbers(NamedTuple):
    """Constants of a section, body axes."""

    mx: Scalar  # mid-chord, in the middle of the span, m
    my: Scalar
    mz: Scalar
    ax: Scalar  # from the leading to the trailing edge
    ay: Scalar
    az: Scalar
    sx: Scalar  # along the span
    sy: Scalar
    sz: Scalar
    half_chord: Scalar
    span: Scalar
    slope: Scalar  # lift per radian and dynamic pressure


def section(
    n: Numbers, density: Scalar, relative: Motion, lags: tuple[Scalar, Scalar]
) -> tuple[Force, tuple[Scalar, Scalar]]:
    """Wrench about the body's origin, and rates of the lags; motion through the fluid given."""
    middle, aft, along = Vec3(n.mx, n.my, n.mz), Vec3(n.ax, n.ay, n.az), Vec3(n.sx, n.sy, n.sz)
    b, normal = n.half_chord, aft.cross(along)

    def flow(place: Vec3) -> Vec3:
        return -(relative.v + relative.w.cross(place))

    # 1 the flow at a quarter, half and three quarters of the chord
    quarter = middle - 0.5 * b * aft
    there, here = flow(quarter), flow(middle)
    chordwise, through = here.dot(aft), here.dot(normal)
    seen = flow(middle + 0.5 * b * aft).dot(normal)
    # 2 Wagner's lift in Jones' form
    felt = (1.0 - sum(LAG_SHARES)) * seen
    for share, lag in zip(LAG_SHARES, lags, strict=True):
        felt = felt + share * lag
    circulation = n.slope * b * felt
    # 3 Kutta and Joukowski; Munk's moment taken away
    push = (density * circulation * n.span) * there.cross(along)
    moment = -math.pi * density * b * b * n.span * chordwise * seen
    wrench = Force.at(quarter, push) + Force(Vec3.zero(), moment * along)
    # 4 the wake drifts away
    pace = sqrt(chordwise * chordwise + through * through + STILL) / b
    first, second = (rate * pace * (seen - lag) for rate, lag in zip(LAG_RATES, lags, strict=True))
    return wrench, (first, second)

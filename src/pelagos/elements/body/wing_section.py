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
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pelagos.elements.contract import Element, Stage
from pelagos.mathematics.algebra import Force, Motion, Vec3
from pelagos.mathematics.scalars import Scalar, sqrt

# Jones 1940: Wagner's function is nearly 1 - 0.165 exp(-0.0455 s) - 0.335 exp(-0.3 s).
LAG_SHARES = (0.165, 0.335)
LAG_RATES = (0.0455, 0.3)
LAGS = len(LAG_RATES)
STILL = 1e-12  # m2/s2: keeps the speed of a fluid at rest differentiable


@dataclass(frozen=True)
class WingSection(Element):
    """A section of a wing, body axes; its outputs are the wrench on the body."""

    link: int
    lag: int  # the first of its two auxiliary states
    middle: Vec3  # mid-chord, in the middle of the span, m
    aft: Vec3  # from the leading to the trailing edge
    along: Vec3  # along the span
    half_chord: float
    span: float
    slope: float  # lift per radian and dynamic pressure

    stage = Stage.WING

    def act(self, at: Any) -> Sequence[Scalar]:
        lags = at.states[self.lag], at.states[self.lag + 1]
        wrench, rates = self.loads(at.density, at.relative[self.link], lags)
        at.apply(self.link, wrench)
        at.rates.update(zip((self.lag, self.lag + 1), rates, strict=True))
        return tuple(wrench)

    def loads(
        self, density: Scalar, relative: Motion, lags: tuple[Scalar, Scalar]
    ) -> tuple[Force, tuple[Scalar, Scalar]]:
        """Wrench about the body's origin, and rates of the lags; motion through the fluid given."""
        middle, aft, along, b = self.middle, self.aft, self.along, self.half_chord
        normal = aft.cross(along)

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
        circulation = self.slope * b * felt
        # 3 Kutta and Joukowski; Munk's moment taken away
        push = (density * circulation * self.span) * there.cross(along)
        moment = -math.pi * density * b * b * self.span * chordwise * seen
        wrench = Force.at(quarter, push) + Force(Vec3.zero(), moment * along)
        # 4 the wake drifts away
        pace = sqrt(chordwise * chordwise + through * through + STILL) / b
        first, second = (
            rate * pace * (seen - lag) for rate, lag in zip(LAG_RATES, lags, strict=True)
        )
        return wrench, (first, second)

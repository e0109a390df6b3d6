"""The classical method of Kutta 1901, with fixed steps."""

from __future__ import annotations

from fractions import Fraction as F

from pelagos.integrators.tableau import tableau_of

METHOD = tableau_of(
    "rk4",
    order=4,
    rows=[[F(1, 2)], [0, F(1, 2)], [0, 0, 1]],
    b=[F(1, 6), F(1, 3), F(1, 3), F(1, 6)],
)

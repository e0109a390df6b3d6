"""Merson 1957. The estimate (2 k1 - 9 k3 + 8 k4 - k5)/30 is of fifth order for linear equations."""

from __future__ import annotations

from fractions import Fraction as F

from pelagos.integrators.tableau import tableau_of

METHOD = tableau_of(
    "kutta-merson",
    order=4,
    rows=[[F(1, 3)], [F(1, 6), F(1, 6)], [F(1, 8), 0, F(3, 8)], [F(1, 2), 0, F(-3, 2), 2]],
    b=[F(1, 6), 0, 0, F(2, 3), F(1, 6)],
    e=[F(2, 30), 0, F(-9, 30), F(8, 30), F(-1, 30), 0],
)

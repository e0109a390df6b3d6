"""Symplectic Euler, with fixed steps: speeds first, then coordinates with the new speeds.

Hairer, Lubich and Wanner 2006, Geometric Numerical Integration, section I.1.2.
"""

from __future__ import annotations

from pelagos.integrators.tableau import tableau_of

METHOD = tableau_of("semi-implicit", order=1, rows=[], b=[1], symplectic=True)

"""What elimination along the tree keeps for each body: see `equations.block_elimination`."""

from __future__ import annotations

INERTIA = 0  # 21: D, of the body and of what its children left
COMPLIANCE = 21  # 21: C, lower triangle by rows
STIFFNESS = 42  # up to 21: Y^-1, likewise
WEIGHTS = 63  # up to 6: R
WRENCH = 69  # 6: wrench that the joint puts on the body, body axes
BLOCK = 75

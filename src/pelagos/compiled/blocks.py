"""What elimination along the tree keeps for each body: see `equations.block_elimination`."""

from __future__ import annotations

COMPLIANCE = 0  # 21: C, lower triangle by rows
STIFFNESS = 21  # up to 21: Y^-1, likewise
WEIGHTS = 42  # up to 6: R
WRENCH = 48  # 6: wrench that the joint puts on the body, body axes
BLOCK = 54

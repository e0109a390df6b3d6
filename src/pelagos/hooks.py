"""What lower packages ask higher ones for, without knowing them.

`pelagos/__init__`, which knows all packages, says who answers; it is loaded before any of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

    from pelagos.model.robot import Robot

close_loops: Callable[[Robot], np.ndarray]
"""The state at the start of a robot whose scenario is merged in, with loops and docks closed."""

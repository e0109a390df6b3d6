"""States of elements that are at rest where bodies are: tethers, which hang between these."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pelagos.equations.mechanism import as_prescribed, placed

if TYPE_CHECKING:
    from pelagos.mechanism.robot import Compiled


def resting(robot: Compiled, q: np.ndarray, u: np.ndarray) -> np.ndarray:
    """Auxiliary states at the start of a run that begins with q and u."""
    found = robot.states.initial
    lying = [element for element in robot.elements.all if element.implicit]
    if not lying:
        return found
    from pelagos.mechanism.objects import mechanism_of

    m = mechanism_of(robot)
    there = as_prescribed(m, 0.0, q.tolist(), u.tolist())
    at = placed(m, 0.0, *there)
    found = found.copy()
    for element in lying:
        for place, value in element.at_rest(at).items():
            found[place] = value
    return found

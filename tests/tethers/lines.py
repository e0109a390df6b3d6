"""What a line does at the start, without any compiled code; robots with one are the benchmark's."""

from __future__ import annotations

import numpy as np

import pelagos as pl
from benchmarks.tether_statics import G, at_start, elastic_catenary, line, outputs, robot

__all__ = ["G", "accelerations", "at_start", "elastic_catenary", "line", "outputs", "robot"]


def accelerations(made: pl.Robot) -> np.ndarray:
    """(nodes, 3) of inner nodes at the start."""
    c, known = at_start(made)
    count = 3 * (c.elements.all[c.elements.outputs[0][0]].count - 1)
    return np.array([known.rates[count + k] for k in range(count)]).reshape(-1, 3)

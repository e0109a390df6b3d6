"""Which speeds move a body: the way from it to the world, speed by speed."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pelagos.compiled.tree import DRIVEN, PARENT, V_START


class Paths(NamedTuple):
    """Chains of speeds; -1 ends a chain."""

    tips: np.ndarray  # int (nb + 1,): first speed of each body's chain; row 0 is the world
    before: np.ndarray  # int (nv,): the next speed towards the world
    held: np.ndarray  # int (nv,): 1 if the speed is prescribed


def speed_paths(tree: np.ndarray, nv: int) -> Paths:
    starts = np.append(tree[:, V_START], nv)
    tips = np.full(len(tree) + 1, -1, dtype=np.int64)
    before, held = np.zeros(nv, dtype=np.int64), np.zeros(nv, dtype=np.int64)
    for b, entry in enumerate(tree):
        tip = tips[entry[PARENT]]
        for v in range(starts[b], starts[b + 1]):
            before[v], held[v], tip = tip, entry[DRIVEN], v
        tips[b + 1] = tip
    return Paths(tips, before, held)

"""Things in groups that have nothing in common."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def disjoint_groups(masks: Sequence[np.ndarray]) -> list[list[int]]:
    """Indices of masks in groups: no two groups have a place in common."""
    groups: list[tuple[list[int], np.ndarray]] = []
    for i, mask in enumerate(masks):
        members, union = [i], mask
        apart = []
        for group, places in groups:
            if np.any(places & union):
                members, union = [*group, *members], union | places
            else:
                apart.append((group, places))
        groups = [*apart, (members, union)]
    return [group for group, _ in groups]

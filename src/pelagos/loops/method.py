"""The tableau of an integrator as the march reads it."""

from __future__ import annotations

from typing import Any

import numpy as np

from pelagos.kernels.bundle import Bundle, Flag, Int1, Int2, Real, Real1, Real2


class Method(Bundle):
    """A tableau as the march reads it; `method_of` makes one."""

    a: Real2
    b: Real1
    c: Real1
    e: Real1
    e_low: Real1  # empty: none
    dense: Real2  # empty: cubic Hermite
    exponent: Real  # of the step-size rule
    halving: Flag  # steps are halved and doubled instead, by the largest error
    adaptive: Flag
    symplectic: Flag
    gamma: Real  # of linearly implicit stages; 0 for explicit ones
    # rows of a, then e, e_low and those of linearly implicit stages, without their zeros
    weights: Real2
    places: Int2  # stages that these belong to
    counts: Int1  # how many there are in each row


def method_of(tableau: Any, **changed: Any) -> Method:
    """The tableau of an integrator; `changed` replaces fields, as adaptive=False."""
    stages, further = len(tableau.a), tableau.implicit
    rows = stages + 2 + len(further)
    weights = np.zeros((rows, stages))
    places = np.zeros((rows, stages), dtype=np.int64)
    counts = np.zeros(rows, dtype=np.int64)
    for i, row in enumerate((*tableau.a, tableau.e, tableau.e_low, *further)):
        used = np.flatnonzero(row)
        counts[i] = len(used)
        weights[i, : len(used)], places[i, : len(used)] = row[used], used
    fields: dict[str, Any] = {
        "exponent": 1.0 / (tableau.error_order + 1),
        "weights": weights,
        "places": places,
        "counts": counts,
    }
    flags = ("halving", "adaptive", "symplectic", "gamma")
    for name in ("a", "b", "c", "e", "e_low", "dense", *flags):
        fields[name] = getattr(tableau, name)
    return Method(**fields | changed)

"""Chains of slender rods in a very viscous fluid, without inertia: resistive-force theory.

Along and across a rod the fluid resists by c_t and c_n per length and speed (Gray and Hancock
1955). The chain begins at a point with the velocity V; each rod has a heading and its rate. Since
nothing has inertia, V (and the rate at which all turn together) follows from a balance of forces.
"""

from __future__ import annotations

import numpy as np

ALONG = 1.0  # c_t
ACROSS = 2.0  # c_n, twice as much: the limit of ever more slender rods


def free_rates(headings: np.ndarray, shape: np.ndarray, length: float) -> np.ndarray:
    """Velocity of the chain's beginning, and the rate of turning that is added to `shape`.

    `shape` are the rates of the headings without that. Nothing else acts on the chain.
    """
    own = _wrench(headings, np.zeros(2), shape, length)
    ones, still = np.ones_like(headings), np.zeros_like(headings)
    unit = np.eye(2)
    columns = [_wrench(headings, unit[k], still, length) for k in range(2)]
    columns.append(_wrench(headings, np.zeros(2), ones, length))
    return np.asarray(np.linalg.solve(np.array(columns).T, -own))


def sliding_rate(headings: np.ndarray, rates: np.ndarray, length: float) -> float:
    """Velocity along x of the chain's beginning, which slides on a line; headings are given."""
    still = np.zeros_like(headings)
    own = _wrench(headings, np.zeros(2), rates, length)[0]
    return float(-own / _wrench(headings, np.array([1.0, 0.0]), still, length)[0])


def _wrench(
    headings: np.ndarray, start: np.ndarray, rates: np.ndarray, length: float
) -> np.ndarray:
    """Force and moment about the chain's beginning that the fluid puts on it."""
    t = np.stack([np.cos(headings), np.sin(headings)], axis=1)
    n = np.stack([-t[:, 1], t[:, 0]], axis=1)
    turning = rates[:, None] * n
    middles = length * (np.cumsum(t, axis=0) - t / 2)
    v = start + length * (np.cumsum(turning, axis=0) - turning / 2)
    forces = -length * (
        ALONG * np.sum(v * t, axis=1)[:, None] * t + ACROSS * np.sum(v * n, axis=1)[:, None] * n
    )
    moment = middles[:, 0] * forces[:, 1] - middles[:, 1] * forces[:, 0]
    own = -ACROSS * length**3 / 12 * rates
    return np.array([*forces.sum(axis=0), float(np.sum(moment + own))])

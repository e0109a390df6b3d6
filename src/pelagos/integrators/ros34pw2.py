"""A linearly implicit method of order 3 for robots with stiff elements, such as tethers.

ROS34PW2 of Rang and Angermann 2005: L-stable and stiffly accurate, with an estimate of order 2, and
a W-method, whose order does not depend on what stands for the Jacobian (Steihaug and Wolfbrandt
1979). So J is only what is stiff: see `programs.settling`. For a robot without stiff elements J is
zero and the method explicit.

In the form of Hairer and Wanner 1996, section IV.7: with W_i the weighted sums of slopes,
gamma = gamma_ii, A = alpha Gamma^-1, C = 1 / gamma - Gamma^-1 and m = b Gamma^-1,

    (1 - h gamma J) W_i = gamma f(t + alpha_i h, y + h sum A_ij W_j) + gamma sum C_ij W_j,
    y1 = y + h sum m_i W_i.

The first row of the tableau is f at the start, the last one f at the end. Neither may serve
samples inside of a step: where a line has just become taut they are huge. These are of order 2, of
the stages alone: b(x) with the conditions of order 2 of W-methods, and exact for slopes that are
quadratic in time.
"""

from __future__ import annotations

import numpy as np

from pelagos.integrators.tableau import Tableau

GAMMA = 0.43586652150845900
ALPHA = np.array(
    [
        [0.0, 0.0, 0.0, 0.0],
        [0.87173304301691801, 0.0, 0.0, 0.0],
        [0.84457060015369423, -0.11299064236484185, 0.0, 0.0],
        [0.0, 0.0, 1.0, 0.0],
    ]
)
SLOPES = np.array(
    [
        [GAMMA, 0.0, 0.0, 0.0],
        [-0.87173304301691801, GAMMA, 0.0, 0.0],
        [-0.90338057013044082, 0.054180672388095326, GAMMA, 0.0],
        [0.24212380706095346, -1.2232505839045147, 0.54526025533510214, GAMMA],
    ]
)
B = np.array([0.24212380706095346, -1.2232505839045147, 1.5452602553351020, GAMMA])
LOWER = np.array([0.37810903145819369, -0.096042292212423178, 0.5, 0.21793326075422950])


def _between() -> np.ndarray:
    """(stage, power of x): weights of slopes at the fraction x of a step, B at its end."""
    one = np.ones(4)
    nodes = ALPHA @ one
    conditions = np.array([one, nodes, SLOPES @ one, nodes**2])
    return np.linalg.solve(conditions, np.diag([1.0, 1 / 2, 0.0, 1 / 3])[:, [0, 1, 3]])


def _made() -> Tableau:
    inner, own = slice(1, 5), np.linalg.inv(SLOPES)
    a, implicit = np.zeros((6, 6)), np.zeros((6, 6))
    a[inner, inner] = np.tril(ALPHA @ own, -1)
    a[5, inner] = B @ own
    implicit[inner, inner] = GAMMA * np.tril(-own, -1)
    dense = np.zeros((6, 4))
    dense[inner, :3] = np.linalg.inv(SLOPES).T @ _between()
    e = np.zeros(6)
    e[inner] = (B - LOWER) @ own
    return Tableau(
        name="ros34pw2",
        order=3,
        error_order=2,
        a=a,
        b=a[5].copy(),
        c=np.array([0.0, *ALPHA.sum(axis=1), 1.0]),
        e=e,
        dense=dense,
        gamma=GAMMA,
        implicit=implicit,
    )


METHOD = _made()

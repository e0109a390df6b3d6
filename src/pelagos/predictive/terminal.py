"""What is left to pay behind the horizon, as if the linear regulator took over there."""

from __future__ import annotations

from typing import Any

import numpy as np

from pelagos.errors import PelagosError

REGULATOR = "lqr"
DECAYS = 1.0 - 1e-7  # what an interval may leave of a motion
REMEDY = "give weights of the states (terminal={...}), or 0"


def checked_word(terminal: Any) -> Any:
    """Weights, or the one word that stands for them."""
    if isinstance(terminal, str) and terminal != REGULATOR:
        raise PelagosError(
            f"MPC: terminal {terminal!r} is not known\n    write {REGULATOR}, or {REMEDY}"
        )
    return terminal


def terminal_weights(A: np.ndarray, B: np.ndarray, Q: np.ndarray, R: np.ndarray) -> np.ndarray:
    """P of Riccati's equation of one interval, x' = A x + B v, whose cost is x^T Q x + v^T R v."""
    from scipy.linalg import solve_discrete_are

    try:
        P = solve_discrete_are(A, B, Q, R)
        K = np.linalg.solve(R + B.T @ P @ B, B.T @ P @ A)
        left = np.abs(np.linalg.eigvals(A - B @ K)).max(initial=0.0)
    except (np.linalg.LinAlgError, ValueError):
        left = np.inf
    if not left < DECAYS:
        raise PelagosError(
            "MPC: no linear regulator brings the robot to its target with these inputs and weights"
            f"\n    weigh all states that do not decay by themselves, or {REMEDY}"
        )
    return np.asarray(0.5 * (P + P.T))

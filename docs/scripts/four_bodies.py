"""Makes the entries and numbers of docs/theory/four-bodies.md: `docs/scripts/four_bodies.py`.

Appendix A of Abdelaziz et al. 2004 corrected: its blocks are written from the partial velocities,
as formulas and as numbers, and the numbers are compared with `pl.kane` before anything is kept.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from scipy.spatial.transform import Rotation

import pelagos as pl

FOLDER = Path(__file__).parents[1] / "assets"
FORMULAS, NUMBERS = FOLDER / "four-bodies.md", FOLDER / "four-bodies.txt"
ROBOT = pl.load("four-bodies")
BODIES = "ABCD"
# partial velocities of the mass centre of each body: rotation to axes of A, and lever, by speed
FREE, BASE = ("", ""), ("", "L_a")
LEVERS = {
    "A": {1: FREE},
    "B": {1: FREE, 2: BASE, 3: ("R_{ab}", "L_b^-")},
    "C": {1: FREE, 2: BASE, 3: ("R_{ab}", "L_b"), 4: ("R_{ac}", "L_c^-")},
    "D": {1: FREE, 2: BASE, 3: ("R_{ab}", "L_b"), 4: ("R_{ac}", "L_c"), 5: ("R_{ad}", "L_d^-")},
}


def formula(i: int, j: int) -> str:
    """A(i,j) in LaTeX: minus the sum of m V_i^T V_j, masses with equal levers taken together."""
    terms: dict[str, list[str]] = {}
    for body in BODIES:
        if i in LEVERS[body] and j in LEVERS[body]:
            product = _product(LEVERS[body][i], LEVERS[body][j])
            terms.setdefault(product, []).append(f"m_{body.lower()}")
    own = [] if i != j or i == 1 else [f"-I_{BODIES[i - 2].lower()}"]
    for product, masses in terms.items():
        mass = masses[0] if len(masses) == 1 else f"({' + '.join(masses)})"
        own.append(f"-{mass}\\,{product}" if product else f"-{mass}\\,1")
    return " ".join(own)


def _product(left: tuple[str, str], right: tuple[str, str]) -> str:
    (R, L), (S, K) = left, right
    turns = "" if R == S else (f"{R}^T" if R else "") + S
    return (f"C({L})^T" if L else "") + turns + (f"C({K})" if K else "")


def values(q: np.ndarray) -> dict[str, np.ndarray]:
    """What the symbols are at a state."""
    bodies = [ROBOT.bodies[name] for name in BODIES]
    known = {"": np.eye(3), "L_a": np.array(bodies[1].at.position)}
    turn = np.eye(3)
    for k, letter in ((1, "b"), (2, "c"), (3, "d")):
        quaternion = q[7 + 4 * (k - 1) : 11 + 4 * (k - 1)]
        turn = turn @ Rotation.from_quat(quaternion, scalar_first=True).as_matrix()
        known[f"R_{{a{letter}}}"] = turn
        known[f"L_{letter}^-"] = np.array(bodies[k].com)
        if k < 3:
            known[f"L_{letter}"] = np.array(bodies[k + 1].at.position)
    return known


def matrix(q: np.ndarray) -> np.ndarray:
    """A of the formulas in numbers."""
    known, A = values(q), np.zeros((15, 15))
    for k, name in enumerate(BODIES):
        body, V = ROBOT.bodies[name], np.zeros((3, 15))
        for speed, (turn, lever) in LEVERS[name].items():
            curl = -np.cross(known[lever], np.eye(3)).T if lever else np.eye(3)
            V[:, 3 * speed - 3 : 3 * speed] = known[turn] @ curl
        A -= body.mass * V.T @ V
        A[3 * k + 3 : 3 * k + 6, 3 * k + 3 : 3 * k + 6] -= np.array(body.inertia)
    return A


def own_speeds(q: np.ndarray, u: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """U = T u, T and (dT/dt) u: each body's own angular velocity from those at the joints."""
    T, U, extra = np.eye(15), np.array(u, dtype=float), np.zeros(15)
    for k in (1, 2, 3):
        quaternion = q[7 + 4 * (k - 1) : 11 + 4 * (k - 1)]
        back = Rotation.from_quat(quaternion, scalar_first=True).as_matrix().T
        inner, own = slice(3 * k, 3 * k + 3), slice(3 * k + 3, 3 * k + 6)
        T[own] += back @ T[inner]
        U[own] += back @ U[inner]
        extra[own] = back @ extra[inner] - np.cross(u[own], back @ U[inner])
    return T, U, extra


def by_kane(q: np.ndarray, u: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A, B and U of the appendix from the general equations of `pl.kane`."""
    found = pl.kane(ROBOT, q, u)
    T, U, extra = own_speeds(q, u)
    back = np.linalg.inv(T)
    A = -back.T @ found.mass @ back
    return A, -back.T @ found.remainder - A @ extra, U


def formulas() -> str:
    upper = [(i, j) for i in range(1, 6) for j in range(i, 6)]
    lines = [f"| A({i},{j}) | \\({formula(i, j)}\\) |" for i, j in upper]
    return "\n".join(["| entry | corrected |", "| --- | --- |", *lines]) + "\n"


def numbers() -> str:
    q, u = ROBOT.initial_state()
    A, B, U = by_kane(q, u)
    assert np.abs(A - matrix(q)).max() < 1e-12 * np.abs(A).max()
    head = "speeds   " + "".join(
        f"{f'{s}{axis}':>9}" for s in ("o", "a", "b", "c", "d") for axis in "123"
    )
    rows = [head, "U        " + "".join(f"{x:9.3f}" for x in U), "", "-A"]
    rows += ["         " + "".join(f"{x + 0.0:9.3f}" for x in np.round(-row, 9)) for row in A]
    rows += ["", "-B       " + "".join(f"{x + 0.0:9.3f}" for x in np.round(-B, 9))]
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    FORMULAS.write_text(formulas(), encoding="utf-8")
    NUMBERS.write_text(numbers(), encoding="utf-8")
    print(formulas(), numbers(), sep="\n")

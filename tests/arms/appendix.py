"""Appendix A of Abdelaziz et al. 2004 with its errors corrected, entry by entry.

Speeds: U_o of A* and U_a in axes of A; U_b, U_c, U_d, angular velocities against the world, each in
its body's own axes. F*_r = A dU/dt + B.
"""

from __future__ import annotations

import numpy as np


def C(L):
    """The curl matrix: U x L = C(L) U."""
    x, y, z = L
    return np.array([[0, z, -y], [-z, 0, x], [y, -x, 0]])


def matrices(m, inertias, lengths, turns, U):
    """A (15 x 15) and B (15) from masses, inertias, vectors, R_ab, R_ac, R_ad and speeds."""
    _, mb, mc, md = m
    Ia, Ib, Ic, Id = inertias
    La, Lb_, Lb, Lc_, Lc, Ld_ = lengths
    Rab, Rac, Rad = turns
    Ua, Ub, Uc, Ud = U[1:]
    beyond = mb + mc + md
    B3, B4, B5 = mb * C(Lb_) + (mc + md) * C(Lb), mc * C(Lc_) + md * C(Lc), md * C(Ld_)
    A = {
        (1, 1): -sum(m) * np.eye(3),
        (1, 2): -beyond * C(La),
        (1, 3): -Rab @ B3,
        (1, 4): -Rac @ B4,
        (1, 5): -Rad @ B5,
        (2, 2): -Ia - beyond * C(La).T @ C(La),
        (2, 3): -C(La).T @ Rab @ B3,
        (2, 4): -C(La).T @ Rac @ B4,
        (2, 5): -C(La).T @ Rad @ B5,
        (3, 3): -Ib - mb * C(Lb_).T @ C(Lb_) - (mc + md) * C(Lb).T @ C(Lb),
        (3, 4): -C(Lb).T @ Rab.T @ Rac @ B4,
        (3, 5): -C(Lb).T @ Rab.T @ Rad @ B5,
        (4, 4): -Ic - mc * C(Lc_).T @ C(Lc_) - md * C(Lc).T @ C(Lc),
        (4, 5): -C(Lc).T @ Rac.T @ Rad @ B5,
        (5, 5): -Id - md * C(Ld_).T @ C(Ld_),
    }
    whole = np.block([[A[i, j] if i <= j else A[j, i].T for j in range(1, 6)] for i in range(1, 6)])
    Ta, Tb, Tc, Td = centripetal(m, lengths, turns, U)
    B = [
        -(Ta + Tb + Tc + Td),
        -np.cross(Ua, Ia @ Ua) - C(La).T @ (Tb + Tc + Td),
        -np.cross(Ub, Ib @ Ub) - C(Lb_).T @ Rab.T @ Tb - C(Lb).T @ Rab.T @ (Tc + Td),
        -np.cross(Uc, Ic @ Uc) - C(Lc_).T @ Rac.T @ Tc - C(Lc).T @ Rac.T @ Td,
        -np.cross(Ud, Id @ Ud) - C(Ld_).T @ Rad.T @ Td,
    ]
    return whole, np.concatenate(B)


def centripetal(m, lengths, turns, U):
    """T_a ... T_d: mass times acceleration of the mass centres at dU/dt = 0, in axes of A."""
    La, Lb_, Lb, Lc_, Lc, Ld_ = lengths
    Rab, Rac, Rad = turns
    Uo, Ua, Ub, Uc, Ud = U

    def twice(w, L):
        return np.cross(w, np.cross(w, L))

    first = np.cross(Ua, Uo)
    to_P1 = first + twice(Ua, La)
    to_P2 = to_P1 + Rab @ twice(Ub, Lb)
    to_P3 = to_P2 + Rac @ twice(Uc, Lc)
    return (
        m[0] * first,
        m[1] * (to_P1 + Rab @ twice(Ub, Lb_)),
        m[2] * (to_P2 + Rac @ twice(Uc, Lc_)),
        m[3] * (to_P3 + Rad @ twice(Ud, Ld_)),
    )

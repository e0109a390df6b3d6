"""REMUS 100 by Prestero's equations: steady speed, turning circle and steps of the fins."""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import brentq, root

from pelagos.analysis import acceleration
from pelagos.model import Robot
from pelagos.problems.contract import (
    Figure,
    PublishedProblem,
    SolvedProblem,
    finished_run,
    largest,
)
from pelagos.result.run import Run

WEIGHT, GRAVITY, Z_G = 299.0, 9.81, 0.0196
MASS, INERTIA = WEIGHT / GRAVITY, np.array([0.177, 3.45, 3.45])
THRUST, TORQUE, START = 3.86, -0.543, 1.54
# tables C.1 to C.3: forces by v|v|, and those by r|r| and q|q|
AXIAL, ROLLING = -1.62, -0.13
DRAG_Y, DRAG_Z = (-1310.0, 0.632), (-131.0, -0.632)
DRAG_M, DRAG_N = (3.18, -188.0), (-3.18, -94.0)
# table C.5
X_U, Y_V, Y_R, K_P, N_R = -0.93, -35.5, 1.93, -0.0704, -4.88
# tables C.4 and C.10: lift of the hull and its moment, of the fins, and where these are
HULL, HULL_MOMENT, FIN, X_FIN = 18.96, 4.47, 9.64, 0.638

# Products with the speed ahead, and of turning rates: Y_uv, Y_ur, N_uv, N_ur, M_rp, fin moment.
# Once from the parts above, once as sums of what tables C.4 to C.10 print with three digits.
FROM_PARTS = (
    -(HULL + FIN),
    FIN * X_FIN + X_U,
    FIN * X_FIN + HULL_MOMENT + Y_V - X_U,
    -FIN * X_FIN**2 + Y_R,
    K_P - N_R,
    -FIN * X_FIN,
)
AS_PRINTED = (-28.6, -0.93 + 6.15, -34.6 + 6.15 + 4.47, 1.93 - 3.93, 4.86, -6.15)

STEPS = {"rudder": (-4.0, 0.0), "stern planes": (0.0, 4.0), "both": (8.0, -3.0)}  # degrees


def force(state: np.ndarray, fins: np.ndarray, sums: tuple[float, ...]) -> np.ndarray:
    """X Y Z K M N of Prestero (2001), what does not multiply accelerations."""
    u, v, w, p, q, r = state[:6]
    y_uv, y_ur, n_uv, n_ur, m_rp, n_fin = sums
    rudder, stern = fins * u * u
    lever = MASS * Z_G
    roll, pitch, _ = state[9:]
    return np.array([
        AXIAL * u * abs(u) + (Y_V - MASS) * (w * q - v * r) - Y_R * (q * q + r * r)
        - lever * p * r + THRUST,
        DRAG_Y[0] * v * abs(v) + DRAG_Y[1] * r * abs(r) + y_uv * u * v + (MASS - Y_V) * w * p
        + (y_ur - MASS) * u * r + Y_R * p * q - lever * q * r + FIN * rudder,
        DRAG_Z[0] * w * abs(w) + DRAG_Z[1] * q * abs(q) + y_uv * u * w + (MASS - y_ur) * u * q
        + (Y_V - MASS) * v * p + Y_R * r * p + lever * (p * p + q * q) - FIN * stern,
        ROLLING * p * abs(p) + (INERTIA[1] - INERTIA[2]) * q * r + lever * (u * r - w * p) + TORQUE
        - Z_G * WEIGHT * np.cos(pitch) * np.sin(roll),
        DRAG_M[0] * w * abs(w) + DRAG_M[1] * q * abs(q) + (m_rp + INERTIA[2] - INERTIA[0]) * r * p
        + lever * (v * r - w * q) + n_ur * u * q - n_uv * u * w - Y_R * v * p + n_fin * stern
        - Z_G * WEIGHT * np.sin(pitch),
        DRAG_N[0] * v * abs(v) + DRAG_N[1] * r * abs(r) + n_uv * u * v + n_ur * u * r
        + (INERTIA[0] - INERTIA[1] - m_rp) * p * q - Y_R * w * p + n_fin * rudder,
    ])  # fmt: skip


def rates(_t: float, state: np.ndarray, fins: np.ndarray, sums: tuple[float, ...]) -> np.ndarray:
    """Of velocities u v w p q r, place, roll, pitch and yaw."""
    u, v, w, p, q, r = state[:6]
    lever = MASS * Z_G
    M = np.diag([MASS - X_U, MASS - Y_V, MASS - Y_V, *(INERTIA - (K_P, N_R, N_R))])
    M[0, 4] = M[4, 0] = lever
    M[1, 3] = M[3, 1] = -lever
    M[1, 5] = M[5, 1] = -Y_R
    M[2, 4] = M[4, 2] = Y_R
    (cr, cp, cy), (sr, sp, sy) = np.cos(state[9:]), np.sin(state[9:])
    move = np.array([
        cy * cp * u + (cy * sp * sr - sy * cr) * v + (sy * sr + cy * cr * sp) * w,
        sy * cp * u + (cy * cr + sr * sp * sy) * v + (cr * sp * sy - cy * sr) * w,
        -sp * u + cp * sr * v + cp * cr * w,
    ])  # fmt: skip
    spin = (sr * q + cr * r) / cp
    turn = np.array([p + sp * spin, cr * q - sr * r, spin])
    return np.concatenate([np.linalg.solve(M, force(state, fins, sums)), move, turn])


def followed(
    times: np.ndarray, degrees: tuple[float, float], sums: tuple[float, ...]
) -> np.ndarray:
    """The states after a step of rudder and stern planes at the start."""
    start = np.zeros(12)
    start[0], start[8] = START, 10.0
    fins = np.deg2rad(degrees)
    tight = {"rtol": 1e-12, "atol": 1e-13}
    return np.asarray(
        solve_ivp(rates, (0, times[-1]), start, "DOP853", times, args=(fins, sums), **tight).y.T
    )


def turning_circle(degrees: float, sums: tuple[float, ...]) -> tuple[float, float]:
    """Speed and radius of the steady turn at a rudder angle and depth, with the hull kept level."""
    fins = np.deg2rad([degrees, 0.0])

    def left(x: np.ndarray) -> np.ndarray:
        state = np.zeros(12)
        state[[0, 1, 5]] = x
        return force(state, fins, sums)[[0, 1, 5]]

    u, v, r = root(left, [1.4, 0.05, -np.sign(degrees) * 0.15], tol=1e-14).x
    return float(np.hypot(u, v)), float(np.hypot(u, v) / abs(r))


class RemusPrestero(PublishedProblem):
    """Its speed ahead; steps of rudder and stern planes; the circle it turns."""

    name = "remus-prestero"
    title = "REMUS 100 by Prestero's coefficients: speed, turning circle, steps of the fins"
    source = (
        "T. Prestero (2001), Verification of a six-degree of freedom simulation model for the "
        "REMUS autonomous underwater vehicle, MIT and WHOI, appendix C: coefficients, and 1.54 m/s "
        "at the thrust of table C.9. No table of a response was at hand, so motions are compared "
        "with his equations written down here and integrated by SciPy's DOP853, neutrally buoyant."
    )
    why = (
        "1e-7: two integrations with relative tolerances of 1e-12, of a motion that is not stable. "
        "Coefficients that are sums are printed with three digits (and M_rp as 4.86 where K_pdot - "
        "N_rdot is 4.81): a thousandth of a path."
    )
    strong = True

    def solve(self) -> SolvedProblem:
        robot = self.robot()
        steps = {"both": STEPS["both"]} if self.brief else STEPS
        runs = {name: self._step(robot, *degrees) for name, degrees in steps.items()}
        level = robot.with_values({"constraints.level.hold.active": True})
        turn = self._step(level, STEPS["rudder"][0], 0.0, duration=120.0)
        figures = [self._speed(robot)]
        for name, degrees in steps.items():
            figures += self._beside(name, runs[name], degrees)
        return SolvedProblem.of_runs([*figures, *self._circle(turn)], *runs.values(), turn)

    def _speed(self, robot: Robot) -> Figure:
        """Straight ahead: there thrust and drag balance."""
        q, _ = robot.initial_state()
        found = brentq(lambda u: acceleration(robot, q, [u, 0, 0, 0, 0, 0])[0], 1.0, 2.0)
        return Figure("speed ahead, printed", float(found), START, 5e-3, "m/s")

    def _step(self, robot: Robot, rudder: float, stern: float, duration: float = 20.0) -> Run:
        values = {"parameters.delta_r": f"{rudder} deg", "parameters.delta_s": f"{stern} deg"}
        return finished_run(robot.with_values(values), duration=duration)

    def _beside(self, name: str, run: Run, degrees: tuple[float, float]) -> list[Figure]:
        times, places = run.arrays["time"], run.arrays["position"][:, 0]
        known = followed(times, degrees, FROM_PARTS)
        printed = followed(times, degrees, AS_PRINTED)[-1, 6:9]
        path = float(np.linalg.norm(np.diff(places, axis=0), axis=1).sum())
        off = float(np.linalg.norm(places[-1] - printed)) / path
        return [
            largest(f"{name}: velocities, 20 s", run.arrays["u"], known[:, :6], 1e-7, "m/s, rad/s"),
            largest(f"{name}: place, 20 s", places, known[:, 6:9], 1e-7, "m"),
            Figure(f"{name}: end of the path, rounded coefficients", off, 0.0, 1e-3, "of the path"),
        ]

    def _circle(self, run: Run) -> list[Figure]:
        speed, radius = turning_circle(STEPS["rudder"][0], FROM_PARTS)
        u, v, _, _, _, r = run.arrays["u"][-1]
        found = float(np.hypot(u, v))
        return [
            Figure("speed in a level circle, rudder at 4 degrees", found, speed, 1e-8, "m/s"),
            Figure("its radius", found / abs(float(r)), radius, 1e-7, "m"),
        ]

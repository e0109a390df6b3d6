"""The plans of `examples/plans` written once more, by hand: direct collocation in CasADi.

Nothing of `pelagos.planning` or `pelagos.shooting` is used: equations of motion are the functions
of `pl.casadi`, differentiated by CasADi and collocated at three Radau points in each element (order
5). Positions, efforts and energies are written out here.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import casadi as ca
import numpy as np

import pelagos as pl

PLANS = Path(__file__).parent.parent / "examples" / "plans"
DEGREE = 3


class Collocated:
    """A motion over equal control intervals, each of some elements of Radau's points."""

    def __init__(
        self,
        flow: Callable[[Any, Any, Any], tuple[Any, Any]],  # t, x, u -> rates, integrand
        sizes: tuple[int, int],
        begin: float,
        duration: float,
        intervals: int,
        elements: int,
        opti: Any = None,  # that has further variables already
    ):
        self.opti, (nx, nu) = opti or ca.Opti(), sizes
        self.x = self.opti.variable(nx, intervals + 1)
        self.u = self.opti.variable(nu, intervals) if nu else ca.MX(0, intervals)
        self.cost, self._between = ca.MX(0), []
        h = duration / intervals / elements
        points = ca.collocation_points(DEGREE, "radau")
        slopes, ends, weights = (np.array(m) for m in ca.collocation_coeff(points))
        for k in range(intervals):
            x = self.x[:, k]
            for e in range(elements):
                inner = self.opti.variable(nx, DEGREE)
                self._between.append((k, e, inner))
                t = begin + (k * elements + e) * h
                states = ca.horzcat(x, inner)
                for j in range(DEGREE):
                    rates, integrand = flow(t + points[j] * h, inner[:, j], self.u[:, k])
                    self.opti.subject_to(states @ slopes[:, j] == h * rates)
                    self.cost += h * weights[j] * integrand
                x = states @ ends
            self.opti.subject_to(self.x[:, k + 1] == x)

    def guess(self, nodes: np.ndarray) -> None:
        """Nodes (nx, intervals + 1), and the same between them."""
        self.opti.set_initial(self.x, nodes)
        for k, _, inner in self._between:
            self.opti.set_initial(inner, np.tile(nodes[:, k : k + 1], (1, DEGREE)))

    def solve(self, exact: bool = True) -> float:
        """The cost that IPOPT reaches."""
        self.opti.minimize(self.cost)
        # beyond the limits of an actuator its slope is zero: variables stay within their bounds
        words = {"print_level": 0, "sb": "yes", "max_iter": 500, "tol": 1e-6}
        words |= {"bound_relax_factor": 0.0, "acceptable_tol": 1e-4}
        if not exact:
            words["hessian_approximation"] = "limited-memory"
        self.opti.solver("ipopt", {"print_time": False, "detect_simple_bounds": True}, words)
        self.opti.solve()
        return float(self.opti.value(self.cost))


def swing_up() -> float:
    model = pl.casadi("cart-pole", inputs=["drive"])

    def flow(t: Any, x: Any, u: Any) -> tuple[Any, Any]:
        return model.rates(t, x, u, model.p0), u[0] ** 2

    made = Collocated(flow, (4, 1), 0.0, 2.0, 50, 1)
    made.opti.subject_to(made.x[:, 0] == [0, np.pi, 0, 0])
    made.opti.subject_to(made.x[:, 50] == 0)
    made.opti.subject_to(made.opti.bounded(-2, made.x[0, :], 2))
    made.opti.subject_to(made.opti.bounded(-10, made.u, 10))
    lines = np.zeros((4, 51))
    lines[1] = np.linspace(np.pi, 0, 51)
    made.guess(lines)
    return made.solve()


def eel_gait() -> float:
    model = pl.casadi("eel", "serpenoid")
    joints, base = 20, 7
    gait = made_gait(joints)
    values = dict(zip(model.parameters, model.p0.tolist(), strict=True))
    free = ca.MX.sym("amplitude"), ca.MX.sym("phase")
    values |= {"parameters.amplitude": free[0], "parameters.phase": free[1]}
    t, x = ca.MX.sym("t"), ca.MX.sym("x", base + 6)
    p = ca.vertcat(*(values[name] for name in model.parameters))
    q, u, udot = gait(t, *free)
    whole = ca.vertcat(x[:base], q, x[base:], u)
    rates = model.rates(t, whole, [], p)
    speeds = rates[base + joints :]
    efforts = model.inverse_dynamics(t, whole, [], ca.vertcat(speeds[:6], udot), p)
    moving = ca.vertcat(rates[:base], speeds[:6])
    power = ca.dot(efforts[6:], u)
    point = ca.Function("point", [t, x, *free], [moving, power])
    opti = ca.Opti()
    parameters = opti.variable(), opti.variable()

    def flow(t: Any, x: Any, _u: Any) -> tuple[Any, Any]:
        return point(t, x, *parameters)

    made = Collocated(flow, (13, 0), 5.0, 1.0, 10, 2, opti)
    x_ = made.x
    opti.subject_to(opti.bounded(np.radians(8), parameters[0], np.radians(30)))
    opti.subject_to(opti.bounded(np.radians(10), parameters[1], np.radians(45)))
    run = pl.simulate("eel", "serpenoid", duration=6.0, every=0.1, rtol=1e-9)
    nodes = np.vstack([run.q.T[:7, 50:], run.u.T[:6, 50:]])
    nodes[:2] -= nodes[:2, :1]
    still = [0, 1, 2, 3, 4, 5, 6, 9, 10, 11]
    opti.subject_to(x_[still, 0] == nodes[still, 0])
    opti.subject_to(x_[[7, 8, 12], 10] == x_[[7, 8, 12], 0])
    opti.subject_to(ca.sumsqr(x_[:2, 10]) == 0.25)
    for row, most in ((7, 2), (8, 2), (12, 8)):
        opti.subject_to(opti.bounded(-most if row != 8 else -1, x_[row, :], most))
    made.guess(nodes)
    opti.set_initial(parameters[0], np.radians(15))
    opti.set_initial(parameters[1], np.radians(20))
    return made.solve(exact=False)


def made_gait(joints: int) -> Callable[[Any, Any, Any], tuple[Any, Any, Any]]:
    """Angles of the joints, their rates and accelerations: a wave of 1 Hz, once it has swollen."""

    def gait(t: Any, amplitude: Any, phase: Any) -> tuple[Any, Any, Any]:
        rate = 2 * np.pi
        at = [rate * t + k * phase for k in range(joints)]
        q = ca.vertcat(*(amplitude * ca.sin(a) for a in at))
        return q, ca.vertcat(*(amplitude * rate * ca.cos(a) for a in at)), -(rate**2) * q

    return gait


def reach() -> float:
    names = ["slew", "shoulder", "elbow"]
    model = pl.casadi("rov-arm", inputs=names)
    gains = np.array([[40, 4, 12], [40, 4, 12], [30, 3, 8]])

    def flow(t: Any, x: Any, u: Any) -> tuple[Any, Any]:
        wish = gains[:, 0] * (u - x[7:10]) - gains[:, 1] * x[17:20]
        effort = ca.fmin(ca.fmax(wish, -gains[:, 2]), gains[:, 2])
        off = ca.vertcat(x[0:3], x[4:7])
        return model.rates(t, x, u, model.p0), 100 * ca.sumsqr(off) + 0.02 * ca.sumsqr(effort)

    made = Collocated(flow, (21, 3), 0.0, 3.0, 30, 2)
    opti, end = made.opti, made.x[:, 30]
    opti.subject_to(made.x[:, 0] == model.x0)
    opti.subject_to(_hand(end) == [0.45, 0.15, 0.5])
    opti.subject_to(end[17:20] == 0)
    for row, most in enumerate((120, 100, 150)):
        opti.subject_to(opti.bounded(-np.radians(most), made.u[row, :], np.radians(most)))
    made.guess(np.tile(model.x0[:, None], (1, 31)))
    return made.solve(exact=False)


def _hand(x: Any) -> Any:
    """Where the wrist of rov-arm is."""

    def about_z(a: Any, v: Any) -> Any:
        c, s = ca.cos(a), ca.sin(a)
        return ca.vertcat(c * v[0] - s * v[1], s * v[0] + c * v[1], v[2])

    def about_y(a: Any, v: Any) -> Any:
        c, s = ca.cos(a), ca.sin(a)
        return ca.vertcat(c * v[0] + s * v[2], v[1], -s * v[0] + c * v[2])

    p = ca.vertcat(0.3, 0, 0) + about_y(x[9], ca.vertcat(0.25, 0, 0))
    p = ca.vertcat(0, 0, 0.03) + about_y(x[8], p)
    p = ca.vertcat(0.2, 0, 0.15) + about_z(x[7], p)
    w, v = x[3], x[4:7]
    return x[:3] + p + 2 * w * ca.cross(v, p) + 2 * ca.cross(v, ca.cross(v, p))


def docking() -> float:
    model = pl.casadi(PLANS / "pair.yaml")

    def flow(t: Any, x: Any, u: Any) -> tuple[Any, Any]:
        return model.rates(t, x, u, model.p0), ca.sumsqr(u)

    made = Collocated(flow, (26, 16), 0.0, 8.0, 40, 2)
    opti, x = made.opti, made.x
    opti.subject_to(x[:, 0] == model.x0)
    places = [(0, 3), (7, 10)]  # of positions and quaternions
    gap = x[7:10, :] - x[0:3, :]
    opti.subject_to(gap[:, 40] == [0, 0.6, 0])
    turned = [_turned(x[q : q + 4, 40]) for _, q in places]
    speeds = [R @ x[14 + 6 * k : 17 + 6 * k, 40] for k, R in enumerate(turned)]
    opti.subject_to(speeds[1] - speeds[0] == 0)
    for R in turned:
        opti.subject_to(ca.vertcat(R[0, 1], R[0, 2], R[1, 2]) == 0)
    opti.subject_to(ca.sum1(gap[:, :40] ** 2) >= 0.36)
    opti.subject_to(opti.bounded(-30.4, made.u, 30.4))
    made.guess(np.tile(model.x0[:, None], (1, 41)))
    return made.solve()


def _turned(q: Any) -> Any:
    """The rotation of a quaternion, body to world."""
    w, x, y, z = q[0], q[1], q[2], q[3]
    return ca.vertcat(
        ca.horzcat(1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
        ca.horzcat(2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
        ca.horzcat(2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
    )


EXAMPLES = {"swing_up": swing_up, "eel_gait": eel_gait, "reach": reach, "docking": docking}


def timed(name: str) -> tuple[float, float]:
    """Cost and seconds of an example."""
    begun = time.perf_counter()
    cost = EXAMPLES[name]()
    return cost, time.perf_counter() - begun

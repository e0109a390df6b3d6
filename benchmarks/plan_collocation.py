"""The plans of `examples/plans` written once more, by hand, and solved by collocation.

Nothing of `pelagos.planning` or `pelagos.shooting` computes here: equations of motion are the
functions of `pl.casadi`, differentiated by CasADi. Positions, efforts and energies are written out.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import casadi as ca
import numpy as np

import pelagos as pl
from benchmarks.collocation import Collocation

PLANS = Path(__file__).parent.parent / "examples" / "plans"


def swing_up() -> float:
    model = pl.casadi("cart-pole", inputs=["drive"])
    made = Collocation(
        lambda t, x, u, _: (model.rates(t, x, u, model.p0), u[0] ** 2),
        (4, 1, 0), (0.0, 2.0), 50, 1,
    )  # fmt: skip
    made.low[made.input], made.high[made.input] = -10, 10
    made.low[made.state[:, 0]], made.high[made.state[:, 0]] = -2, 2
    _pin(made, made.nodes[0], [0, np.pi, 0, 0])
    _pin(made, made.nodes[-1], [0, 0, 0, 0])
    lines = np.zeros((51, 4))
    lines[:, 1] = np.linspace(np.pi, 0, 51)
    return made.solve(made.guess(lines))[0]


def _pin(made: Collocation, places: np.ndarray, values: Any) -> None:
    made.low[places] = made.high[places] = values


def eel_gait() -> float:
    model, joints, base = pl.casadi("eel", "serpenoid"), 20, 7
    given = dict(zip(model.parameters, model.p0.tolist(), strict=True))

    def flow(t: Any, x: Any, _u: Any, p: Any) -> tuple[Any, Any]:
        values = given | {"parameters.amplitude": p[0], "parameters.phase": p[1]}
        numbers = ca.vertcat(*(values[name] for name in model.parameters))
        rate = 2 * np.pi  # once the gait has swollen
        at = [rate * t + k * p[1] for k in range(joints)]
        q = ca.vertcat(*(p[0] * ca.sin(a) for a in at))
        u = ca.vertcat(*(p[0] * rate * ca.cos(a) for a in at))
        whole = ca.vertcat(x[:base], q, x[base:], u)
        rates = model.rates(t, whole, ca.SX(0, 1), numbers)
        udot = ca.vertcat(rates[base + joints : base + joints + 6], -(rate**2) * q)
        efforts = model.inverse_dynamics(t, whole, ca.SX(0, 1), udot, numbers)
        return ca.vertcat(rates[:base], udot[:6]), ca.dot(efforts[6:], u)

    made = Collocation(flow, (13, 0, 2), (5.0, 6.0), 10, 2)
    run = pl.simulate("eel", "serpenoid", duration=6.0, every=0.1, rtol=1e-9)
    nodes = np.hstack([np.asarray(run.q)[50:, :7], np.asarray(run.u)[50:, :6]])
    nodes[:, :2] -= nodes[0, :2]
    first, last = made.nodes[0], made.nodes[-1]
    still, free = [0, 1, 2, 3, 4, 5, 6, 9, 10, 11], [7, 8, 12]
    _pin(made, first[still], nodes[0, still])
    for i, least, most in ((7, -2, 2), (8, -1, 2), (12, -8, 8)):
        made.low[made.state[:, i]], made.high[made.state[:, i]] = least, most
    both = np.concatenate([first[free], last[free]])[None]
    made.require(lambda y: y[3:] - y[:3], both, 0, 0)
    made.require(ca.sumsqr, last[None, :2], 0.25, 0.25)
    made.low[made.parameter], made.high[made.parameter] = np.radians([8, 10]), np.radians([30, 45])
    z = made.guess(nodes)
    z[made.parameter] = np.radians([15, 20])
    return made.solve(z)[0]


def reach() -> float:
    """Twice: with long elements first, and from there with short ones after the jumps of targets,
    which the servos answer within milliseconds."""
    model = pl.casadi("rov-arm", inputs=["slew", "shoulder", "elbow"])

    def flow(t: Any, x: Any, u: Any, _p: Any) -> tuple[Any, Any]:
        off, speeds = ca.vertcat(x[0:3], x[6]), x[17:20]
        return model.rates(t, x, u, model.p0), 100 * ca.sumsqr(off) + 2 * ca.sumsqr(speeds)

    def made(shares: list[int]) -> Collocation:
        own = Collocation(flow, (21, 3, 0), (0.0, 4.0), 20, shares)
        for row, limit in enumerate(np.radians([120, 100, 150])):
            own.low[own.input[:, row]], own.high[own.input[:, row]] = -limit, limit
        _pin(own, own.nodes[0], model.x0)
        _pin(own, own.nodes[-1][17:20], 0)
        own.require(_hand, own.nodes[-1:], [0.6, 0.15, 0.45], [0.6, 0.15, 0.45])
        return own

    long, short = made([1]), made([1, 2, 3, 4])
    angles = np.radians([[0, 0, 20, 20], [0, -4, -8, -12], [0, 21, 42, 63]]).T
    nodes = np.tile(model.x0, (4, 1))
    nodes[:, 7:10] = angles
    z = long.guess(nodes)
    at = np.linspace(0.0, 3.0, 20)
    z[long.input] = np.stack([np.interp(at, np.arange(4.0), line) for line in angles.T], axis=1)
    found = long.solve(z)[1]
    z = short.guess(found[long.state], long.times)
    z[short.input] = found[long.input]
    return short.solve(z, mu_init=1e-6, bound_push=1e-8, bound_frac=1e-8)[0]


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

    def meeting(x: Any) -> Any:
        turned = [_turned(x[q : q + 4]) for q in (3, 10)]
        speeds = [R @ x[14 + 6 * k : 17 + 6 * k] for k, R in enumerate(turned)]
        upright = [entry for R in turned for entry in (R[0, 1], R[0, 2], R[1, 2])]
        return ca.vertcat(x[7:10] - x[0:3], speeds[1] - speeds[0], *upright)

    made = Collocation(
        lambda t, x, u, _: (model.rates(t, x, u, model.p0), ca.sumsqr(u)),
        (26, 16, 0), (0.0, 8.0), 40, 1,
    )  # fmt: skip
    made.low[made.input], made.high[made.input] = -30.4, 30.4
    _pin(made, made.nodes[0], model.x0)
    _pin(made, made.nodes[-1][[17, 18, 19, 23, 24, 25]], 0)
    wanted = np.zeros(12)
    wanted[1] = 0.6
    made.require(meeting, made.nodes[-1:], wanted, wanted)
    made.require(lambda x: ca.sumsqr(x[7:10] - x[0:3]), made.nodes[1:-1], 0.36, np.inf)
    return made.solve(made.guess(np.tile(model.x0, (41, 1))))[0]


def _turned(q: Any) -> Any:
    """The rotation of a quaternion, body to world."""
    w, x, y, z = q[0], q[1], q[2], q[3]
    return ca.vertcat(
        ca.horzcat(1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
        ca.horzcat(2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
        ca.horzcat(2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
    )


EXAMPLES: dict[str, Callable[[], float]] = {
    "swing_up": swing_up,
    "eel_gait": eel_gait,
    "reach": reach,
    "docking": docking,
}


def timed(name: str) -> tuple[float, float]:
    """Cost and seconds of an example."""
    begun = time.perf_counter()
    return EXAMPLES[name](), time.perf_counter() - begun

"""Vehicles that are docked rigidly, as one rigid body: the sum of their shifted 6x6 matrices.

Numbers are those of Nielsen et al. 2018, Tables 2 and 3, and the assumptions of the built-in
robots, written down again; nothing comes from the model files. z is down.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from scipy.integrate import solve_ivp

ROV = np.array([7.31 + 2.6, 7.31 + 18.5, 7.31 + 13.3, 0.11 + 0.054, 0.18 + 0.0173, 0.21 + 0.28])
ROV_LINEAR = np.array([0, 0.26, 0.19, 0.895, 0.287, 4.64])
ROV_QUADRATIC = np.array([34.96, 103.25, 74.23, 0.084, 0.028, 0.43])
CONNECTOR = np.array([1.8 + 1.52, 1.8 + 0.52, 1.8 + 1.50, 0.121, 0.03, 0.135])
CONNECTOR_QUADRATIC = np.array([21.24, 11.19, 17.27, 0.152, 0.108, 0.065])
RHO, D, A0, A1 = 1000.0, 0.076, 0.43, -0.30
T_WW, T_WU = RHO * D**4 * A0 / (4 * np.pi**2), RHO * D**3 * A1 / (2 * np.pi)
START = 3.0  # of the thrusters, s
SURGE_THRUSTERS = ((-0.15, -0.11, 0.0), (-0.15, 0.11, 0.0))


def shaft_speed(pwm: float) -> float:
    """rad/s at a pulse width in microseconds."""
    x = pwm - 1500
    rpm = 0.0 if abs(x) <= 25 else np.sign(x) * (60 * abs(x) ** 0.65 - 25)
    return rpm * np.pi / 30


def skew(p):
    return np.array([[0, -p[2], p[1]], [p[2], 0, -p[0]], [-p[1], p[0], 0]])


def matrix(q):
    w, x, y, z = q
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def times(a, b):
    """Product of quaternions."""
    return np.array(
        [a[0] * b[0] - a[1:] @ b[1:], *(a[0] * b[1:] + b[0] * a[1:] + np.cross(a[1:], b[1:]))]
    )


@dataclass
class Part:
    """A vehicle or connector, mounted at `place` with the attitude `mount` in the composite."""

    inertia: np.ndarray
    linear: np.ndarray
    quadratic: np.ndarray
    place: np.ndarray
    mount: np.ndarray = field(default_factory=lambda: np.array([1.0, 0, 0, 0]))
    pwm: float = 1500.0
    hold: bool = False

    @property
    def motion(self):
        """Its velocity per velocity of the composite, both in own axes."""
        R = matrix(self.mount)
        return np.block([[R.T, -R.T @ skew(self.place)], [np.zeros((3, 3)), R.T]])

    def wrench(self, t, p, q, V):
        """Drag, thrust from 3 s on, and hold, in own axes at its origin."""
        force = -(self.linear + self.quadratic * np.abs(V)) * V
        w = shaft_speed(self.pwm)
        if t >= START and w:
            for at in SURGE_THRUSTERS:
                inflow = (V[:3] + np.cross(V[3:], at))[0]
                thrust = np.array([T_WW * abs(w) * w + T_WU * abs(w) * inflow, 0, 0])
                force += np.concatenate([thrust, np.cross(at, thrust)])
        if self.hold:
            position = p + matrix(q) @ self.place
            s, x, y, z = times(q, self.mount)
            roll = np.arctan2(2 * (s * x + y * z), 1 - 2 * (x * x + y * y))
            pitch = np.arcsin(2 * (s * y - z * x))
            force[2] -= 100 * position[2] + 40 * V[2]
            force[3] -= 20 * roll + 10 * V[3]
            force[4] -= 20 * pitch + 10 * V[4]
        return force


def rov(place, pwm=1500.0, hold=False, mount=(1.0, 0, 0, 0)):
    return Part(ROV, ROV_LINEAR, ROV_QUADRATIC, np.array(place), np.array(mount), pwm, hold)


def connector(mount=(1.0, 0, 0, 0)):
    return Part(CONNECTOR, np.zeros(6), CONNECTOR_QUADRATIC, np.zeros(3), np.array(mount))


class Composite:
    """Parts that move as one body whose frame is the connector's place."""

    def __init__(self, parts):
        self.parts = parts
        self.motions = [part.motion for part in parts]
        self.inertia = sum(
            X.T @ np.diag(p.inertia) @ X for p, X in zip(parts, self.motions, strict=True)
        )

    def rate(self, t, y):
        p, q, V = y[:3], y[3:7] / np.linalg.norm(y[3:7]), y[7:]
        v, w = V[:3], V[3:]
        momentum = self.inertia @ V
        total = -np.concatenate(
            [np.cross(w, momentum[:3]), np.cross(w, momentum[3:]) + np.cross(v, momentum[:3])]
        )
        for part, X in zip(self.parts, self.motions, strict=True):
            total += X.T @ part.wrench(t, p, q, X @ V)
        turn = 0.5 * times(y[3:7], np.array([0.0, *w]))
        return np.concatenate([matrix(q) @ v, turn, np.linalg.solve(self.inertia, total)])

    def simulate(self, times_, y0):
        """States at the times; the thrusters' start is a corner."""
        y, found = np.array(y0, dtype=float), []
        options = {"method": "DOP853", "rtol": 1e-13, "atol": 1e-15}
        corner = START - 1e-12  # the pieces lie on either side of the corner
        for lo, hi in ((0.0, corner), (START, times_[-1])):
            inside = times_[(times_ >= lo) & (times_ <= hi)]
            asked = np.unique([*inside, hi])
            solution = solve_ivp(self.rate, (lo, hi), y, t_eval=asked, **options)
            found.append(solution.y.T[: len(inside)])
            y = solution.y[:, -1]
        return np.concatenate(found)

    def states(self, y):
        """Position, attitude, velocity and angular velocity (own axes) of each part."""
        found = []
        for part, X in zip(self.parts, self.motions, strict=True):
            q = y[3:7] / np.linalg.norm(y[3:7])
            V = X @ y[7:]
            found.append((y[:3] + matrix(q) @ part.place, times(q, part.mount), V[:3], V[3:]))
        return found

"""An error-state Kalman filter for inertial navigation, with the aids of an underwater vehicle.

After J. Solà (2017), Quaternion kinematics for the error-state Kalman filter, arXiv:1711.02508:
"S 5.3" is section 5.3 there. Attitude is a rotation matrix here, which changes none of the
equations of the errors. Axes of the world are north, east, down, and the Earth does not turn.
"""

import math

import numpy as np

P, V, A, BG, BA = (slice(3 * k, 3 * k + 3) for k in range(5))  # places of the 15 errors
ONE, ALL = np.eye(3), np.eye(15)


def skew(a):
    """[a]x, with [a]x b = a x b (S 2.3)."""
    return np.array([[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]])


def turn(a):
    """Exp(a), the rotation by a vector: Rodrigues' formula (S 2.3)."""
    angle = math.sqrt(a @ a)
    if angle == 0.0:
        return ONE
    S, half = skew(a), math.sin(0.5 * angle) / (0.5 * angle)
    return ONE + math.sin(angle) / angle * S + 0.5 * half * half * (S @ S)


class ErrorStateFilter:
    """The nominal state of an inertial unit, and the covariance of its 15 errors.

    The truth is p + dp, v + dv, R Exp(dtheta), bg + dbg, ba + dba (S 5.3): attitude errors are in
    the axes of the unit. noise: what is added to the variances of the errors, per second.
    """

    def __init__(self, p, v, R, cov, noise, gravity):
        self.p, self.v, self.R = p, v, R  # R: from the axes of the unit to north, east, down
        self.bg, self.ba = np.zeros(3), np.zeros(3)  # of gyroscopes and accelerometers
        self.cov, self.noise, self.gravity = cov, noise, gravity

    def predict(self, gyro, accel, dt):
        """Go on by dt with mean readings: S 5.4.1, of second order by the attitude at half time."""
        w, f = gyro - self.bg, accel - self.ba
        F = self.transition(w, f, dt)
        v = self.v + dt * (self.R @ turn(0.5 * dt * w) @ f + self.gravity)
        self.p = self.p + 0.5 * dt * (self.v + v)
        self.v, self.R = v, self.R @ F[A, A].T
        self.cov = F @ self.cov @ F.T + dt * self.noise * ALL  # S 5.4.3

    def transition(self, w, f, dt):
        """How errors go on: F_x of S 5.4.3."""
        F = ALL.copy()
        F[P, V] = dt * ONE
        F[V, A] = -dt * self.R @ skew(f)
        F[V, BA] = -dt * self.R
        F[A, A] = turn(-dt * w)
        F[A, BG] = -dt * ONE
        return F

    def correct(self, innovation, H, R):
        """Take in a reading less what was expected; gives its normalised square, the NIS."""
        S = H @ self.cov @ H.T + R  # S 6.1
        gain = np.linalg.solve(S, H @ self.cov).T
        d, rest = gain @ innovation, ALL - gain @ H
        self.p, self.v, self.R = self.p + d[P], self.v + d[V], self.R @ turn(d[A])  # S 6.2
        self.bg, self.ba = self.bg + d[BG], self.ba + d[BA]
        cov = rest @ self.cov @ rest.T + gain @ R @ gain.T  # Joseph's form
        G = ALL.copy()  # from now on errors are about the corrected attitude: S 6.3
        G[A, A] -= skew(0.5 * d[A])
        self.cov = G @ cov @ G.T
        return innovation @ np.linalg.solve(S, innovation)


# What a sensor should read, and the derivatives H of that by the errors. It stands at `arm` from
# the inertial unit, in whose axes; `axes` are its own, as columns; w: the reading of the gyros.


def expected_velocity(at, w, arm, axes):
    """Of a Doppler log: velocity of its place in its own axes, R^T v + w x arm.

    Noise of w on the arm is left out: with the numbers here, 0.1 mm/s beside 1 cm/s.
    """
    H, own = np.zeros((3, 15)), at.R.T @ at.v
    H[:, V] = axes.T @ at.R.T
    H[:, A] = axes.T @ skew(own)
    H[:, BG] = axes.T @ skew(arm)
    return axes.T @ (own + skew(w - at.bg) @ arm), H


def expected_depth(at, w, arm, axes):
    """Of a pressure sensor: down to its place, the last row of p + R arm."""
    H = np.zeros((1, 15))
    H[0, P] = 0.0, 0.0, 1.0
    H[0, A] = -at.R[2] @ skew(arm)
    return (at.p + at.R @ arm)[2:], H


def expected_attitude(at, w, arm, axes):
    """Of a compass: heading, pitch, roll; their rates by turning as in Fossen (2011), 2.2."""
    C, H = at.R @ axes, np.zeros((3, 15))
    heading, pitch = np.arctan2(C[1, 0], C[0, 0]), -np.arcsin(C[2, 0])
    roll = np.arctan2(C[2, 1], C[2, 2])
    s, c, t, k = np.sin(roll), np.cos(roll), np.tan(pitch), 1.0 / np.cos(pitch)
    H[:, A] = np.array([[0, s * k, c * k], [0, c, -s], [1, s * t, c * t]]) @ axes.T
    return np.array([heading, pitch, roll]), H


def bias_of(part, density):
    """Variance of a bias at the start, and of its random walk per second.

    part: words of a triad of an `imu`; density: N^2 of its white noise. Bias instability B is the
    sum of many slow processes, of which the filter has none. In their place is a random walk K that
    meets them where they matter: at the averaging time at which white noise, of Allan variance
    N^2 / tau, comes down to their floor, the Allan variance K^2 tau / 3 of the walk is there, too.
    """
    floor = 2.0 * math.log(2.0) / math.pi * part.instability**2  # IEEE Std 952-2020, annex C
    slow = 6.8 * math.log(6.0) / math.pi * part.instability**2  # all processes: sensors/drift.py
    return part.bias**2 + slow, part.random_walk**2 + 3.0 * floor**2 / density

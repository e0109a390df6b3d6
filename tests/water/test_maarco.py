"""The rover of Donohue et al. 2023: closed forms, steady states and what its section 5 states."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest
from scipy.optimize import fsolve

import pelagos as pl

METHODS = ["kane", "moving-frame", "udwadia-kalaba"]
SCENARIOS = ["forward", "rise", "yaw", "roll-ballast", "roll-slider", "pitch-slider"]

# Section 4 of the document, in SI units, and nothing from the model file.
RHO, G, INCH = 998.2, 9.81, 0.0254
D_LINK, L_LINK, D_DRIVE, L_DRIVE = 0.5 * INCH, 10 * INCH, 2.5 * INCH, 12.5 * INCH
B = (D_LINK + L_DRIVE) / 2
A = B / 2
SLIDER = 0.5
CHASSIS = RHO * 4 / 3 * math.pi * A * A * B
LINK, DRIVE = (RHO * math.pi * d * d / 4 * l for d, l in ((D_LINK, L_LINK), (D_DRIVE, L_DRIVE)))
# half rho times area times coefficient
AXIAL, NORMAL = 0.5 * RHO * 0.25 * math.pi * A * A, 0.5 * RHO * 1.2 * math.pi * A * B
ROD = {
    "link": 0.5 * RHO * 1.1 * D_LINK / 2 * L_LINK,
    "drive": 0.5 * RHO * 1.1 * D_DRIVE / 2 * L_DRIVE,
}
X = np.eye(3)[0]
LEVEL = (math.pi / 2, math.pi / 2)


class Part:
    """A body of eq 51: mass centre, mass and inertia matrices, drag, all in the chassis frame."""

    def __init__(self, place, mass, added, turning, drag):
        self.place = np.array(place, dtype=float)
        self.M = mass * np.eye(3) + added
        self.J = turning
        self.drag = drag


def rod(kind, place, axis):
    mass, length = (LINK, L_LINK) if kind == "link" else (DRIVE, L_DRIVE)
    across = np.eye(3) - np.outer(axis, axis)
    k = ROD[kind]

    def drag(v):
        normal = across @ v
        if not v.any():
            return np.zeros(3)
        return -k * (normal @ normal) / (v @ v) * np.linalg.norm(normal) * normal

    return Part(place, mass, mass / 4 * across, 1.25 * mass * length**2 / 12 * across, drag)


def arms(angles):
    """Directions of the links on either side at their hinge angles, appendix B."""
    a, c = angles
    return np.array([[0, math.sin(a), -math.cos(a)], [0, -math.sin(c), -math.cos(c)]])


def parts(x_p, y_p, angles):
    l, sides = L_LINK, arms(angles)
    moments = CHASSIS / 5 * np.array([2 * A * A, A * A + B * B, A * A + B * B])
    added = CHASSIS * np.diag([0.225, 0.7, 0.7])
    turning = np.diag(moments * [1.0, 1.225, 1.225])

    def drag(v):
        return -np.linalg.norm(v) * np.array([AXIAL, NORMAL, NORMAL]) * v

    def none(v):
        return np.zeros(3)

    nothing = np.zeros((3, 3))
    return [
        Part((0, 0, 0), CHASSIS, added, turning, drag),
        *(rod("link", x * X + l / 2 * arm, arm) for x in (-B, B) for arm in sides),
        *(rod("drive", l * arm, X) for arm in sides),
        Part((x_p, 0, 0), SLIDER, nothing, nothing, none),
        Part((0, y_p, 0), SLIDER, nothing, nothing, none),
    ]


def by_hand(R, v, w, thrust=(0.0, 0.0), lift=(0.0, 0.0), x_p=0.0, y_p=0.0, angles=LEVEL):
    """Accelerations of the chassis from eq 51, body by body: F_r + F_r* = 0."""
    M, f = np.zeros((6, 6)), np.zeros(6)
    for part in parts(x_p, y_p, angles):
        r = part.place
        skew = np.array([[0, -r[2], r[1]], [r[2], 0, -r[0]], [-r[1], r[0], 0]])
        partial = np.hstack([np.eye(3), -skew])  # velocity of the centre from (v, w)
        known = np.cross(w, v + np.cross(w, r))
        M += partial.T @ part.M @ partial
        M[3:, 3:] += part.J
        f += partial.T @ (part.drag(v + np.cross(w, r)) - part.M @ known)
        f[3:] -= np.cross(w, part.J @ w)
    up = R.T @ [0, 0, 1]
    forces = [((x_p, 0, 0), -SLIDER * G * up), ((0, y_p, 0), -SLIDER * G * up)]
    for arm, push, extra in zip(arms(angles), thrust, lift, strict=True):
        forces.append((L_LINK * arm, push * X + (SLIDER * G + extra) * up))
    for place, force in forces:
        f += [*force, *np.cross(place, force)]
    return np.linalg.solve(M, f)


@cache
def run_of(scenario, method="newton-euler", robot="maarco"):
    return pl.simulate(robot, scenario, method=method, rtol=1e-11, atol=1e-13)


def closed_form(t, force, k, mass):
    speed = math.sqrt(force / k)
    tau = mass / (k * speed)
    return speed * tau * np.log(np.cosh(t / tau))


@pytest.mark.parametrize("method", ["newton-euler", *METHODS])
def test_forward(method):
    run = run_of("forward", method)
    mass = 1.225 * CHASSIS + 4 * 1.25 * LINK + 2 * DRIVE + 2 * SLIDER
    x = closed_form(run.arrays["time"], 20.0, AXIAL + 4 * ROD["link"], mass)
    place = run.arrays["position"][:, 0]
    assert np.abs(place[:, 0] - x).max() < 1e-8
    assert np.abs(place[:, 1:]).max() < 1e-8


@pytest.mark.parametrize("method", ["newton-euler", *METHODS])
def test_rise(method):
    run = run_of("rise", method)
    mass = 1.7 * CHASSIS + 4 * 1.25 * LINK + 2 * 1.25 * DRIVE + 2 * SLIDER
    z = closed_form(run.arrays["time"], 20.0, NORMAL + 4 * ROD["link"] + 2 * ROD["drive"], mass)
    place = run.arrays["position"][:, 0]
    assert np.abs(place[:, 2] - z).max() < 1e-8
    assert np.abs(place[:, :2]).max() < 1e-8


def test_yaw_tends_to_the_root_of_the_steady_equations():
    """A turn at constant rate: no acceleration in the axes of the chassis."""
    u = run_of("yaw").arrays["u"][-1, :6]

    def planar(x):
        v, w = np.array([x[0], x[1], 0.0]), np.array([0.0, 0.0, x[2]])
        return by_hand(np.eye(3), v, w, thrust=(10.0, 5.0))[[0, 1, 5]]

    root = fsolve(planar, u[[0, 1, 5]], xtol=1e-10)
    assert np.abs(planar(root)).max() < 1e-8
    # after 30 s the rate is still 1e-6 rad/s short of its limit
    np.testing.assert_allclose(u[[0, 1, 5]], root, rtol=1e-7, atol=1e-6)
    assert np.abs(u[[2, 3, 4]]).max() < 1e-8
    # congruent circles: the distance from the centre of the last turns is constant
    path = run_of("yaw").arrays["position"][-50:, 0, :2]
    centre = np.linalg.lstsq(
        np.column_stack([2 * path, np.ones(50)]), (path**2).sum(axis=1), rcond=None
    )[0][:2]
    radius = np.hypot(*(path - centre).T)
    assert np.ptp(radius) < 1e-5
    assert radius.mean() == pytest.approx(np.hypot(root[0], root[1]) / abs(root[2]), rel=1e-3)


def test_roll_by_ballast_overshoots_and_settles():
    run = run_of("roll-ballast")
    roll = np.asarray(run.euler("chassis"))[:, 0]
    assert roll.max() > math.pi / 2 + 0.1
    assert np.abs(roll[run.arrays["time"] > 19.0] - math.pi / 2).max() < 1e-3
    assert run.arrays["position"][-1, 0, 2] > 5.0


def test_roll_by_slider_oscillates():
    run = run_of("roll-slider")
    swing = np.asarray(run.euler("chassis"))[:, 0] + math.pi / 2
    assert swing.min() < -0.1
    crossings = np.flatnonzero(np.diff(np.sign(swing)))
    assert len(crossings) >= 8
    late = swing[crossings[-3] :]
    assert np.abs(late).max() < np.abs(swing[crossings[0] :]).max()
    place = run.arrays["position"][:, 0]
    assert 0.0 < np.abs(place[:, 1:]).max() < run_of("roll-ballast").arrays["position"][-1, 0, 2]


def test_pitch_by_slider_goes_through_the_vertical():
    run = run_of("pitch-slider")
    nose = rotations(run.arrays["orientation"][:, 0])[:, :, 0]
    pitch = np.unwrap(np.arctan2(-nose[:, 2], nose[:, 0]))
    assert pitch.min() < -math.pi / 2 - 0.01
    assert pitch[-1] == pytest.approx(-math.pi / 2, abs=1e-6)
    climb = run.arrays["velocity"][-1, 0]
    assert climb[2] > 1.0
    assert np.abs(climb[:2]).max() < 1e-4


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("scenario", ["yaw", "roll-ballast", "roll-slider", "pitch-slider"])
def test_whole_runs_by_all_methods(scenario, method):
    """To the end of each scenario, at the tolerance of the model: the same motion."""
    base = pl.simulate("maarco", scenario, rtol=1e-9, every=1.0)
    found = pl.simulate("maarco", scenario, method=method, rtol=1e-9, every=1.0)
    assert found.outcome.finished
    size = np.abs(base.arrays["q"]).max()
    assert np.abs(found.arrays["q"] - base.arrays["q"]).max() < 1e-5 * size


@pytest.mark.parametrize("robot", ["maarco", "maarco-corrected"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_methods_agree_along_the_runs(scenario, robot):
    """Accelerations, to 1e-9 of the largest."""
    run = pl.simulate(robot, scenario, duration=5.0)
    resolved = pl.load(robot).resolved(scenario)
    q, u = (run.arrays[name][::50] for name in ("q", "u"))
    base = pl.acceleration(resolved, q, u)
    for method in METHODS:
        found = pl.acceleration(resolved, q, u, method=method)
        assert np.abs(found - base).max() < 1e-9 * max(1.0, np.abs(base).max())


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("angles", [LEVEL, (0.9, 2.1)])
def test_equation_51_body_by_body(angles, scenario, seed):
    """Random motions in any attitude, and with unlike hinges, so that no symmetry hides a term."""
    rng = np.random.default_rng(seed)
    words = pl.load("maarco").resolved(scenario).to_dict()
    for hinge, angle in zip("ABCD", np.repeat(angles, 2), strict=True):
        words["actuators"][f"hinge_{hinge}"]["motion"]["input"] = angle
    for link, angle in zip((1, 3, 4, 6), np.repeat(angles, 2), strict=True):
        words["initial"][f"link{link}"] = {"angle": angle}
    robot = pl.Robot(**words)
    q, u = robot.initial_state()
    q[3:7] = rng.normal(size=4)
    q[3:7] /= np.linalg.norm(q[3:7])
    u[:6] = rng.normal(size=6)
    inputs = {
        "forward": {"thrust": (10, 10)},
        "rise": {"lift": (10, 10)},
        "yaw": {"thrust": (10, 5)},
        "roll-ballast": {"lift": (10, 0)},
        "roll-slider": {"y_p": 3 * INCH},
        "pitch-slider": {"thrust": (10, 10), "x_p": -3 * INCH},
    }
    R = rotations(q[3:7])
    expected = by_hand(R, u[:3], u[3:6], angles=angles, **inputs[scenario])
    found = pl.acceleration(robot, q, u)[:6]
    np.testing.assert_allclose(found, expected, atol=1e-10 * np.abs(expected).max())


def rotations(q):
    w, x, y, z = np.moveaxis(q, -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))

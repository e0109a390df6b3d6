"""Wheels, discs and balls that roll, and skates: closed forms, and what is refused."""

import numpy as np
import pytest
from scipy.linalg import expm

import pelagos as pl
from pelagos.mathematics.algebra import Mat3, Motion, Vec3
from pelagos.mathematics.inertia import Pose
from pelagos.relations.contract import Seen, Side
from pelagos.relations.table import RELATIONS

METHODS = ("newton-euler", "kane", "moving-frame", "udwadia-kalaba")
TIGHT = {"rtol": 1e-11, "atol": 1e-12}
NUMBERS = {"rolling": (0.3, 0.05), "skate": ()}


def helical(rng):
    """A body with a constant velocity in its own axes, as a function of time."""
    R = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    start = np.eye(4)
    start[:3, :3], start[:3, 3] = R * np.sign(np.linalg.det(R)), rng.normal(size=3)
    v, (x, y, z) = rng.normal(size=(2, 3))
    twist = np.zeros((4, 4))
    twist[:3] = [[0, -z, y, v[0]], [z, 0, -x, v[1]], [-y, x, 0, v[2]]]
    frame = Pose(Mat3.identity(), Vec3(*rng.normal(size=3)))

    def at(t):
        T = start @ expm(t * twist)
        pose = Pose(Mat3(*(Vec3(*T[:3, k]) for k in range(3))), Vec3(*T[:3, 3]))
        return Side(pose, Motion(Vec3(*v), Vec3(x, y, z)), Motion.zero(), frame)

    return at


@pytest.mark.parametrize("kind", NUMBERS)
def test_derivatives(kind):
    """Rows of two moving bodies, by differences: drift of all rates, rates of residuals."""
    rng, relation, h = np.random.default_rng(4), RELATIONS[kind], 1e-5
    one, other = helical(rng), helical(rng)
    before, now, after = (
        relation.rows(Seen((one(t), other(t)), (), (), NUMBERS[kind], ())) for t in (-h, 0.0, h)
    )
    for label, a, row, b in zip(relation.units, before, now, after, strict=True):
        assert row.drift == pytest.approx((b.rate - a.rate) / (2 * h), rel=1e-6)
        if label not in relation.rate_only:
            assert row.rate == pytest.approx((b.residual - a.residual) / (2 * h), rel=1e-6)


def wheel(crown=0.0, contact=None, **more):
    """A wheel of 2 kg, 0.5 m, that starts at the origin of its body, above a level plane."""
    words = {
        "name": "wheel",
        "bodies": {"wheel": {"joint": "free", "mass": 2, "inertia": [0.2, 0.3, 0.2]}},
        "constraints": {
            "contact": {
                "rolling": {
                    "between": ["world", "wheel"],
                    "normal": "z",
                    "axis": "y",
                    "radius": 0.5,
                    "crown": crown,
                    **(contact or {}),
                }
            }
        },
        "initial": {"wheel": {"position": [0, 0, 0.5]}},
    }
    return pl.Robot(**{**words, **more})


@pytest.mark.parametrize("method", METHODS)
def test_a_wheel_on_a_slope(method):
    """a = g sin(slope) / (1 + I / (m r^2)), and the friction that turns it."""
    slope = 0.3
    gravity = [9.81 * np.sin(slope), 0, -9.81 * np.cos(slope)]
    run = pl.simulate(wheel(gravity=gravity), duration=1, every=0.5, method=method, **TIGHT)
    a = gravity[0] / (1 + 0.3 / (2 * 0.5**2))
    assert run.arrays["q"][-1, 0] == pytest.approx(a / 2, rel=1e-10)
    friction, weight = 2 * (a - gravity[0]), -2 * gravity[2]
    rows = run.arrays["constraint_force"][-1]  # normal, along and across
    assert rows == pytest.approx([weight, friction, 0], abs=1e-9)
    # at the centre of the wheel, in axes that turn with it
    assert run.arrays["load_force"][0, 0] == pytest.approx([friction, 0, weight], abs=1e-9)
    assert run.arrays["load_moment"][-1, 0] == pytest.approx([0, 0.3 * a / 0.5, 0], abs=1e-9)


def test_a_round_rim_touches_beside_a_sharp_one():
    """Height of the centre over the plane at a lean: ring cos(lean) + crown."""
    leaning = {"wheel": {"position": [0, 0, 0.5], "rpy": [0.7, 0, 0]}}
    for crown in (0.0, 0.1):
        q, _ = wheel(crown, initial=leaning).initial_state()
        w, x, y, z = q[3:]
        sine = 2 * (y * z + w * x)  # of the axle over the plane
        assert abs(sine) > 0.3
        assert q[2] == pytest.approx((0.5 - crown) * np.sqrt(1 - sine**2) + crown, abs=1e-12)


def test_a_ball_on_a_turntable():
    """It goes round at 2/7 of the table's rate (Neimark and Fufaev 1972), wherever it starts."""
    rate, start, speed = 3.0, np.array([0.4, -0.2]), np.array([0.3, 0.5])
    # the ball turns so that it touches without slipping: v - r w x z = rate z x place
    slip = speed - rate * np.array([-start[1], start[0]])
    ball = {"position": [*start, 0.1], "velocity": [*speed, 0]}
    ball["angular_velocity"] = [-slip[1] / 0.1, slip[0] / 0.1, 0.7]
    robot = pl.Robot(
        name="turntable",
        bodies={
            "table": {"joint": {"revolute": "z"}, "mass": 5, "inertia": [1, 1, 1]},
            "ball": {"joint": "free", "mass": 1, "inertia": [0.4 * 0.1**2] * 3},
        },
        actuators={"turn": {"motion": {"joint": "table", "input": f"{rate}*t"}}},
        constraints={
            "contact": {
                "rolling": {
                    "between": ["table", "ball"],
                    "normal": "z",
                    "axis": "y",
                    "radius": 0.1,
                    "crown": 0.1,
                }
            }
        },
        initial={"ball": ball},
    )
    run = pl.simulate(robot, duration=3, every=0.1, **TIGHT)
    times = run.arrays["time"]
    angle = 2 / 7 * rate * times
    c, s = np.cos(angle), np.sin(angle)
    turned = np.column_stack([c * speed[0] - s * speed[1], s * speed[0] + c * speed[1]])
    found = run.arrays["velocity"][:, 1, :2]
    np.testing.assert_allclose(found, turned, atol=1e-9)


def sleigh(**more):
    """Chaplygin's: its mass centre 0.2 m ahead of the blade."""
    words = {
        "name": "sleigh",
        "bodies": {
            "sleigh": {
                "joint": {"planar": "z"},
                "mass": 3,
                "com": [0.2, 0, 0],
                "inertia": [1, 1, 0.5],
            }
        },
        "constraints": {
            "blade": {"skate": {"between": ["world", "sleigh"], "normal": "z", "axis": "x"}}
        },
        "initial": {"sleigh": {"rate": [0.4, 0, 2.0]}},
    }
    return pl.Robot(**{**words, **more})


@pytest.mark.parametrize("method", METHODS)
def test_chaplygins_sleigh(method):
    """v = V tanh, w = W / cosh of the phase: it ends up straight (Neimark and Fufaev 1972)."""
    run = pl.simulate(sleigh(), duration=4, every=0.1, method=method, **TIGHT)
    u, angle, times = run.arrays["u"], run.arrays["q"][:, 2], run.arrays["time"]
    along = u[:, 0] * np.cos(angle) + u[:, 1] * np.sin(angle)
    across = u[:, 1] * np.cos(angle) - u[:, 0] * np.sin(angle)
    inertia = 0.5 + 3 * 0.2**2  # about the blade
    V = np.sqrt(0.4**2 + inertia / 3 * 2.0**2)
    rate = 3 * 0.2 * V / inertia
    phase = rate * times + np.arctanh(0.4 / V)
    np.testing.assert_allclose(along, V * np.tanh(phase), atol=1e-9)
    np.testing.assert_allclose(u[:, 2], V * np.sqrt(3 / inertia) / np.cosh(phase), atol=1e-9)
    assert np.abs(across).max() < 1e-12
    assert run.audit().energy_error < 1e-9


def test_a_wheel_on_a_carrier_sways():
    """Upright rolling: C (C + m a^2) w^2 / A - m g a over A + m a^2 (Neimark and Fufaev 1972)."""
    A, C, a, m = 0.25, 0.4, 0.5, 3.0
    robot = pl.Robot(
        name="unicycle",
        bodies={
            "carrier": {"joint": "free", "mass": 1, "inertia": [0.05, 0.08, 0.05]},
            "wheel": {
                "parent": "carrier",
                "joint": {"revolute": "y"},
                "mass": 2,
                "inertia": [0.2, C, 0.2],
            },
        },
        constraints={
            "contact": {
                "rolling": {"between": ["world", "wheel"], "normal": "z", "axis": "y", "radius": a}
            }
        },
        initial={"carrier": {"position": [0, 0, a]}},
    )
    q, _ = robot.initial_state()
    for speed in (1.0, 3.0):  # falls, sways
        spin = speed / a
        values = np.linalg.eigvals(pl.linearize(robot, q, [speed, 0, 0, 0, 0, 0, spin]).A)
        square = (m * 9.81 * a - C * (C + m * a**2) * spin**2 / A) / (A + m * a**2)
        expected = np.emath.sqrt(square)
        assert np.abs(values - expected).min() < 1e-10 * abs(expected)
        assert np.sum(np.abs(values) > 1e-5) == 2


@pytest.mark.parametrize("method", METHODS)
def test_a_wheel_that_lands(method):
    """A spinning wheel is dropped: of its spin the blow leaves C / (C + m r^2)."""
    robot = wheel(
        contact={"active": False},
        initial={"wheel": {"position": [0, 0, 1.0], "angular_velocity": [0, 6, 0]}},
        events={"land": {"when": "pos[wheel.z] < 0.5", "dock": "contact"}},
    )
    run = pl.simulate(robot, duration=0.5, every=0.1, method=method, **TIGHT)
    spin = 0.3 * 6 / (0.3 + 2 * 0.5**2)
    assert run.arrays["u"][-1] == pytest.approx([*run.arrays["u"][-1, :4], spin, 0], abs=1e-9)
    assert np.hypot(*run.arrays["velocity"][-1, 0, :2]) == pytest.approx(0.5 * spin, abs=1e-9)


def test_the_bicycle_keeps_its_energy_and_its_wheels_on_the_ground():
    runs = [pl.simulate("bicycle", "fall", every=0.25, method=m, **TIGHT) for m in METHODS]
    for run in runs:
        assert run.audit().energy_error < 1e-9
        assert run.arrays["constraint_error"].max() < 1e-12
        np.testing.assert_allclose(run.arrays["q"], runs[0].arrays["q"], atol=1e-9)


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (lambda: wheel(0.6), "crown of 0.6 m exceeds the radius of 0.5 m"),
        (lambda: wheel(-0.1), "below 0"),
        (lambda: wheel(contact={"normal": "-z"}), "0.5 m behind the plane"),
        (lambda: wheel(contact={"axis": "z"}), "lies flat on the plane"),
        (
            lambda: sleigh(
                constraints={
                    "b": {"skate": {"between": ["world", "sleigh"], "normal": "z", "axis": "-z"}}
                }
            ),
            "no direction is across",
        ),
        (
            lambda: pl.linearize("bicycle", [0, 0, 0, 1, 0, 0, 0, 0, 0, 0], [1] + [0] * 8),
            "open at 1",
        ),
    ],
)
def test_refusals(made, message):
    with pytest.raises(pl.PelagosError, match=message):
        made()


def test_a_wheel_that_can_only_lie_flat_is_refused():
    """Below the plane and leaning, the way up leads through lying flat."""
    with pytest.raises(pl.PelagosError, match="the wheel lies flat on the plane in the nearest"):
        pl.Session(wheel()).set_state(q=[0, 0, -0.3, np.cos(0.6), np.sin(0.6), 0, 0])


def test_a_disc_at_rest_balances_or_falls_flat():
    """Upright it falls as a pendulum does, sqrt(m g a / (A + m a^2)); flat it has no rows."""
    found = pl.modes("rolling-disc", "straight", nearest=True)
    assert found.growth.max() == pytest.approx(np.sqrt(9.81 / (1.25 * 0.3)), rel=1e-9)
    with pytest.raises(pl.PelagosError, match="no stable position of rest"):
        pl.modes("rolling-disc")

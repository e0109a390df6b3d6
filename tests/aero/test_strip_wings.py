"""Strip theory in the engine: sections on bodies, against closed forms and the modal wing."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.aero import strip
from pelagos.analysis.linear import linearize
from pelagos.elements.body import wing_section as strips
from pelagos.equations import mechanism as mech
from pelagos.equations import newton_euler
from pelagos.errors import ModelError
from pelagos.march.engine import engine_of
from pelagos.mechanism.objects import mechanism_of

METHODS = ("newton-euler", "kane", "moving-frame", "udwadia-kalaba")
RHO, CHORD, SPAN, V = 1.3, 0.4, 2.0, 30.0


def plate(mass=1e9, elastic_axis=0.25, joint=None, current=(V, 0, 0), **words):
    """A section on one body, its span along y, the flow along x."""
    return pl.Robot(
        name="plate",
        gravity=[0, 0, 0],
        water={"density": RHO, "current": list(current)},
        bodies={
            "b": {"joint": joint or {"prismatic": "z"}, "mass": mass, "inertia": [mass] * 3},
        },
        wings={
            "w": {
                "bodies": "b", "span": SPAN, "chord": CHORD, "elastic_axis": elastic_axis,
                "along": "y", "aft": "x", "method": "strip",
            }
        },
        **words,
    )  # fmt: skip


def test_lift_after_a_sudden_start_is_wagners():
    """Too heavy to move, at a small incidence: Jones' form of Wagner's function, to rounding."""
    alpha, mass = 0.02, 1e9
    robot = plate(mass, current=(V * np.cos(alpha), 0, V * np.sin(alpha)))
    run = pl.simulate(robot, duration=0.2, every=0.01, rtol=1e-10, atol=1e-13)
    force = mass * run.arrays["udot"][:, 0]
    steady = 2 * np.pi * RHO / 2 * V**2 * CHORD * SPAN * np.sin(alpha) * np.cos(alpha)
    s = V * run.arrays["time"] / (CHORD / 2)
    np.testing.assert_allclose(force, steady * strip.wagner(s), rtol=1e-6)
    lift = run.arrays["wing_force"][:, 0, 2]  # without the added mass, which does not move here
    np.testing.assert_allclose(lift, steady * strip.wagner(s), rtol=1e-6)
    # the origin is at the quarter chord of the root
    rolling = run.arrays["wing_moment"][:, 0, 0]
    np.testing.assert_allclose(rolling, lift * SPAN / 2, rtol=1e-6)


@pytest.mark.parametrize("elastic_axis", [0.25, 0.5, 0.33])
def test_slow_and_fast_motions_have_the_loads_of_theodorsen(elastic_axis):
    """(2) to (4) of the theory, entry by entry, for a section that heaves and pitches."""
    robot = plate(1.0, elastic_axis, {"planar": "y"})  # z, x and the pitch about y
    b, a = CHORD / 2, 2 * elastic_axis - 1
    found = linearize(robot, np.zeros(3), np.zeros(3))
    labels = list(robot.speeds)
    z, pitch = labels.index("b.x"), labels.index("b.angle")
    air = np.pi * RHO * b**2 * SPAN
    # w up and theta nose up, which is the rotation about y: z towards x, and the nose lies at -x
    mass = np.linalg.inv(found.B_effort[3:6])[np.ix_([z, pitch], [z, pitch])]
    added = air * np.array([[1, a * b], [a * b, b**2 * (1 / 8 + a**2)]])
    np.testing.assert_allclose(mass, np.eye(2) + added, rtol=1e-12)
    now = 1 - sum(strip.LAG_SHARES)
    lift = 2 * np.pi * RHO * b * SPAN * np.array([1, (a + 0.5) * b])
    seen, seen_rate = np.array([0, V]), np.array([-1, b * (0.5 - a)])
    rates = -air * V * np.array([[0, -1], [0, b * (0.5 - a)]]) + V * now * np.outer(lift, seen_rate)
    A = found.A
    np.testing.assert_allclose(mass @ A[np.ix_([3 + z, 3 + pitch], [3 + z, 3 + pitch])], rates,
                               rtol=1e-10, atol=1e-10)  # fmt: skip
    np.testing.assert_allclose(mass @ A[np.ix_([3 + z, 3 + pitch], [z, pitch])],
                               V * now * np.outer(lift, seen), rtol=1e-10, atol=1e-10)  # fmt: skip
    lags = mass @ A[[3 + z, 3 + pitch], 6:]
    np.testing.assert_allclose(lags, V * np.outer(lift, strip.LAG_SHARES), rtol=1e-12, atol=1e-12)
    for i, rate in enumerate(strip.LAG_RATES):
        expected = rate * V / b * np.array([0, V, -1, b * (0.5 - a), -1])
        own = A[6 + i, [z, pitch, 3 + z, 3 + pitch, 6 + i]]
        np.testing.assert_allclose(own, expected, rtol=1e-10, atol=1e-10)


def test_goland_as_a_robot_converges_to_the_modal_wing():
    """Rigid segments are of second order: of ten segments a quarter of the error of five.

    A word of the built-in robot that holds for its own number of segments only would stop that.
    """
    modal = strip.StripWing(strip.goland(), 8, 8)
    wanted = modal.flutter(100, 160).speed, strip.divergence_speed(strip.goland())
    off = []
    for count in (5, 10):
        found = pl.flutter(goland(count), [100, 300])
        off.append(np.array([found.flutter.speed, found.divergence.speed]) / wanted - 1)
    assert abs(off[1][0]) < 2e-4
    assert abs(off[1][1]) < 1.1e-3
    np.testing.assert_allclose(off[0] / off[1], 4.0, rtol=0.25)


def goland(segments):
    return pl.load("goland").with_values({"beams.spar.segments": segments})


def test_the_plate_by_strips_converges_however_its_root_is_held():
    """Towards the divergence of a clamped plate; with the paper's root spring in first order."""
    words = {"wings.plate.method": "strip", "parameters.twist": "GJ"}
    plate = pl.load("wing").with_values(words)
    p = plate.parameters
    # closed form: lift of slope 2 pi acts a quarter of the chord ahead of the elastic axis
    slope = 2 * np.pi * 1.225 * p["chord"] * (p["chord"] / 4) / 2
    exact = np.pi / (2 * 4 * p["link"]) * np.sqrt(p["GJ"] / slope)
    for root, order in ((2, 2), (1, 1)):
        off = []
        for count in (4, 8):
            values = {"beams.link.segments": count, "parameters.root": root}
            found = pl.flutter(plate.with_values(values), [60, 160])
            off.append(found.divergence.speed / exact - 1)
        assert off[0] / off[1] == pytest.approx(2**order, rel=0.15)
        assert abs(off[1]) < (0.5 / 8) ** order  # half a segment more to twist at the root


@pytest.fixture(scope="module")
def moving():
    """Goland's wing somewhere on its way, bent, twisted, fast."""
    robot = pl.load("goland")
    rng = np.random.default_rng(5)
    q, u = 0.2 * rng.normal(size=20), 3 * rng.normal(size=20)
    return robot, q, u


def test_all_formulations_agree(moving):
    robot, q, u = moving
    first, *others = (pl.acceleration(robot, q, u, method=m) for m in METHODS)
    for other in others:
        np.testing.assert_allclose(other, first, rtol=1e-9, atol=1e-9 * np.abs(first).max())


def test_the_plain_twin_has_the_same_rates(moving):
    robot, q, u = moving
    m = mechanism_of(engine_of(robot).robot)
    plain = newton_euler.forward_dynamics(m, 0.0, q.tolist(), u.tolist())
    np.testing.assert_allclose(pl.acceleration(robot, q, u), plain, rtol=1e-9)
    state = np.concatenate([q, u, np.zeros(20), [0.0]])
    seen = engine_of(robot).observe(np.zeros(1), state[None], 0)
    rates = mech.state_rates(m, mech.given(m, 0.0, q.tolist(), u.tolist()))
    assert np.abs(rates).min() > 0
    np.testing.assert_allclose(seen.dx[0, 40:60], rates, rtol=1e-12)


def test_lanes_give_the_bits_of_single_runs():
    robot = pl.load("goland")
    speeds = [80.0, 120.0, 150.0]
    batch = pl.simulate_batch(
        robot, n=3, duration=0.05, every=0.01, vary={"parameters.speed": speeds}
    )
    for k, speed in enumerate(speeds):
        alone = pl.simulate(robot, set={"parameters.speed": speed}, duration=0.05, every=0.01)
        assert np.array_equal(np.asarray(batch.q)[k], alone.arrays["q"])


def test_an_oscillation_grows_as_its_root_says():
    """Well above flutter, after the other modes have died away."""
    robot = goland(4).with_values({
        "parameters.speed": 180, "initial.spar1.position": [1e-6, 0],
    })  # fmt: skip
    run = pl.simulate(robot, duration=1.0, every=0.002, rtol=1e-7, atol=1e-13)
    root = pl.flutter(robot, [170, 180]).leading(1)
    late = run.arrays["time"] > 0.6
    t, x = run.arrays["time"][late], run.arrays["q"][late][:, [0, 1]]
    turning = np.stack([np.cos(root.imag * t), np.sin(root.imag * t)], axis=1)
    basis = np.exp(root.real * t)[:, None] * turning
    fitted = basis @ np.linalg.lstsq(basis, x, rcond=None)[0]
    assert np.abs(fitted - x).max() < 1e-3 * np.abs(x).max()


def test_shape_at_rest_in_the_wind():
    """Twist of a uniform wing: theta'' + k^2 (theta + alpha) = 0 gives alpha (1/cos(k l) - 1)."""
    alpha, speed, wing = 1e-4, 150.0, strip.goland()
    flow = {"water.current": [speed * np.cos(alpha), 0, speed * np.sin(alpha)]}
    k = np.pi / 2 / wing.half_span * speed / strip.divergence_speed(wing)
    wanted = alpha * (1 / np.cos(k * wing.half_span) - 1)
    off = []
    for count in (5, 10):
        q = pl.equilibrium(goland(count).with_values(flow))
        off.append(q[0::2].sum() / wanted - 1)
    assert abs(off[1]) < 2e-3
    assert off[0] / off[1] == pytest.approx(4.0, rel=0.15)


def test_both_ways_rest_on_one_fit():
    assert strips.LAG_SHARES == strip.LAG_SHARES
    assert strips.LAG_RATES == strip.LAG_RATES


def test_what_a_wing_needs():
    with pytest.raises(ModelError, match="a wing needs a fluid"):
        pl.Robot(**{**plate().to_dict(), "water": None})
    words = plate().to_dict()
    words["bodies"]["b"]["added_mass_form"] = "acceleration"
    with pytest.raises(ModelError, match="Kirchhoff's form"):
        pl.Robot(**words)

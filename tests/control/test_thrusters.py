"""Thrusters: pulse to thrust, inflow, lag, all formulations, allocation."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.errors import ModelError
from pelagos.language.expressions import Const, evaluate
from pelagos.model import Robot

METHODS = ["newton-euler", "kane", "moving-frame", "udwadia-kalaba"]
PULSE = {"power": {"coefficient": 60, "exponent": 0.65, "offset": -25}}
PROPELLER = {"diameter": 0.076, "a0": 0.43, "a1": -0.30}
T_WW = 1000 * 0.076**4 * 0.43 / (4 * np.pi**2)
T_WU = 1000 * 0.076**3 * -0.30 / (2 * np.pi)


def thruster(**words):
    return {
        "thruster": {
            "body": "hull",
            "direction": "x",
            "command": "pwm",
            "pwm": PULSE,
            "propeller": PROPELLER,
            **words,
        }
    }


def vehicle(actuators, water=None, **words):
    """A neutral body with added mass and drag."""
    return Robot(
        name="vehicle",
        gravity=[0, 0, 9.81],
        water={"density": 1000, **(water or {})},
        bodies={
            "hull": {
                "joint": "free",
                "mass": 7.31,
                "inertia": [0.11, 0.18, 0.21],
                "buoyancy": {"volume": 0.00731, "at": [0, 0, 0]},
                "added_mass": {"surge": 2.6, "sway": 18.5, "heave": 13.3, "roll": 0.05},
                "drag": {"quadratic": [34, 103, 74, 0.08, 0.08, 0.4]},
            }
        },
        actuators=actuators,
        **words,
    )


def shaft(pulse):
    """The power law, written out."""
    x = pulse - 1500
    return 0.0 if abs(x) <= 25 else np.sign(x) * (60 * abs(x) ** 0.65 - 25) * np.pi / 30


def thrust_of(robot, u=(0,) * 6):
    start = {"hull": {"velocity": list(u[:3]), "angular_velocity": list(u[3:])}}
    session = pl.Session(Robot(**{**robot.to_dict(), "initial": start}))
    return session.observe()["actuation"]


@pytest.mark.parametrize("written", ["{} us", "{}e-6", "{}"])
def test_pulse_to_thrust(written):
    for pulse in (1500, 1525, 1475, 1510, 1526, 1474, 1600, 1400, 1900):
        robot = vehicle({"a": thruster(input=written.format(pulse))})
        expected = T_WW * abs(shaft(pulse)) * shaft(pulse)
        found = thrust_of(robot)[0]
        assert found == pytest.approx(expected, rel=1e-12)
        if abs(pulse - 1500) <= 25:
            assert found == 0.0  # exactly
    ahead, back = (thrust_of(vehicle({"a": thruster(input=p)}))[0] for p in (1700, 1300))
    assert ahead == -back


def test_inflow_and_reaction():
    """u_a is the thruster's own speed through the water, along its axis."""
    place, axis = np.array([-0.1, 0.2, 0.3]), np.array([0.6, 0.0, 0.8])
    words = {"at": [*place], "direction": [*axis], "input": 1700, "reaction": 0.02}
    u = np.array([0.5, -0.2, 0.3, 0.4, 0.1, -0.6])
    for current in ([0, 0, 0], [0.3, 0.1, -0.2]):
        robot = vehicle({"a": thruster(**words)}, {"current": current})
        along = (u[:3] + np.cross(u[3:], place) - current) @ axis
        w = shaft(1700)
        expected = T_WW * w**2 + T_WU * w * along
        assert thrust_of(robot, u)[0] == pytest.approx(expected, rel=1e-12)
        # the wrench by difference to the same vehicle without a thruster
        q = np.array([0, 0, 0, 1, 0, 0, 0.0])
        bare = vehicle({}, {"current": current})
        push = pl.inverse_dynamics(bare, q, u, np.zeros(6))
        push = push - pl.inverse_dynamics(robot, q, u, np.zeros(6))
        force = expected * axis
        moment = np.cross(place, force) - 0.02 * force
        np.testing.assert_allclose(push, [*force, *moment], atol=1e-12)


@pytest.mark.parametrize("water", [True, False])
def test_a_thruster_on_a_part_without_drag_feels_the_current(water):
    """A pod of no size moves through the water as well; one inside of a hull does not."""
    words = vehicle({}, {"current": [0.3, 0, 0]}).to_dict()
    words["actuators"] = {"a": thruster(body="pod", input=1700)}
    place = {"parent": "hull", "joint": "fixed", "at": [0, 0.2, 0]}
    words["bodies"]["pod"] = {**place, "water": water}
    w, along = shaft(1700), -0.3 if water else 0.0
    expected = T_WW * w**2 + T_WU * w * along
    assert thrust_of(Robot(**words))[0] == pytest.approx(expected, rel=1e-12)


def test_reverse_coefficients_health_and_angles():
    words = {"input": 1300, "reverse": {"T_ww": 2e-4, "T_wu": -0.01}, "health": 0.5}
    w = shaft(1300)
    expected = 0.5 * (-2e-4 * w**2 - 0.01 * abs(w) * 0.4)
    found = thrust_of(vehicle({"a": thruster(**words)}), [0.4, 0, 0, 0, 0, 0])[0]
    assert found == pytest.approx(expected, rel=1e-12)
    law = vehicle({"a": thruster(direction={"elevation": "20 deg", "azimuth": "30 deg"})})
    a, b = np.radians([20, 30])
    np.testing.assert_allclose(
        law.actuators["a"].law.direction,
        [np.cos(a) * np.cos(b), -np.cos(a) * np.sin(b), np.sin(a)],
        atol=1e-15,
    )


def test_all_methods_agree_and_lanes_equal_alone():
    actuators = {
        f"t{k}": thruster(at=[0.1 * k, -0.1, 0.05], direction=d, input=p, lag=lag, reaction=0.01)
        for k, (d, p, lag) in enumerate(
            [
                ([1, 1, 0], 1650, None),
                ([0, 0, 1], 1420, 0.2),
                ([1, -1, 0.2], "1500+200*sin(t)", 0.1),
            ]
        )
    }
    robot = vehicle(actuators, {"current": [0.2, 0, 0]})
    runs = [pl.simulate(robot, duration=2, method=m, rtol=1e-10, every=0.2) for m in METHODS]
    for run in runs[1:]:
        for name in ("q", "u", "state", "actuation"):
            np.testing.assert_allclose(run.arrays[name], runs[0].arrays[name], atol=2e-8)
    healths = [0.0, 0.2, 0.5, 0.9, 1.0]
    batch = pl.simulate_batch(
        robot, vary={"actuators.t0.thruster.health": healths}, duration=1, every=0.2
    )
    for k, health in enumerate(healths):
        alone = pl.simulate(
            robot, set={"actuators.t0.thruster.health": health}, duration=1, every=0.2
        )
        np.testing.assert_array_equal(batch.arrays["u"][k], alone.arrays["u"])


def test_surge_is_the_riccati_closed_form():
    """m u' = n T_ww w^2 + n T_wu w u - k u^2, from rest."""
    pair = {n: thruster(at=[-0.15, y, 0], input=1700) for n, y in (("1", -0.11), ("2", 0.11))}
    run = pl.simulate(vehicle(pair), duration=5, rtol=1e-10, atol=1e-12)
    w, m = shaft(1700), 7.31 + 2.6
    a, b, k = 2 * T_WW * w**2, 2 * T_WU * w, 34.0
    root = np.sqrt(b**2 + 4 * a * k)
    high, low = (b + root) / (2 * k), (b - root) / (2 * k)
    decay = np.exp(-root / m * run.arrays["time"])
    u = high * low * (1 - decay) / (low - high * decay)
    np.testing.assert_allclose(run.arrays["u"][:, 0], u, atol=1e-8)
    np.testing.assert_allclose(run.arrays["actuation"][:, 0], (a + b * u) / 2, atol=1e-7)


def test_lag_and_rate_limit():
    """Shaft speed after a step: an exponential; with a rate limit a ramp first."""
    step = {"step": {"at": 0.5, "before": 1500, "after": 1700}}
    run = pl.simulate(vehicle({"a": thruster(input=step, lag=0.2)}), duration=2, rtol=1e-10)
    late = np.maximum(run.arrays["time"] - 0.5, 0)
    w = shaft(1700) * (1 - np.exp(-late / 0.2))
    np.testing.assert_allclose(run.arrays["state"][:, 0], w, atol=1e-7)
    robot = vehicle({"a": thruster(input=step, lag=0.2, rate_limit=200)})
    run = pl.simulate(robot, duration=2, rtol=1e-10)
    # the ramp lasts until (target - w) / lag is below the limit
    bend = (shaft(1700) - 0.2 * 200) / 200
    w = np.where(
        late < bend, 200 * late, shaft(1700) - 40 * np.exp(-np.maximum(late - bend, 0) / 0.2)
    )
    np.testing.assert_allclose(run.arrays["state"][:, 0], w, atol=1e-5)


def test_measured_table(tmp_path):
    """Rows of one voltage, in kgf; the sign follows the pulse; thrust without inflow."""
    rows = [(12, 1100, -2.9), (12, 1500, 0), (12, 1900, 3.7), (16, 1100, -4.1), (16, 1500, 0)]
    rows += [(16, 1900, 5.2)]
    text = "\n".join(["voltage,pwm_us,kgf", *(",".join(map(str, row)) for row in rows)])
    (tmp_path / "curve.csv").write_text(text)
    model = tmp_path / "robot.yaml"
    model.write_text(
        """
pelagos: 1
name: table
bodies: {hull: {joint: free, mass: 1, inertia: [1, 1, 1]}}
actuators:
  a:
    thruster:
      body: hull
      direction: x
      command: pwm
      limits: [1300 us, 1700 us]
      pwm: {table: {file: curve.csv, pwm: pwm_us, thrust: kgf, unit: kgf, where: {voltage: 16}}}
"""
    )
    law = pl.load(model).actuators["a"].law
    for pulse, expected in ((1700, 2.6), (1900, 2.6), (1300, -2.05), (1520, 0.0), (1000, -2.05)):
        found = evaluate(law.drive(Const(pulse)))
        assert found == pytest.approx(expected * 9.80665, rel=1e-12, abs=1e-12)
    again = Robot(**pl.load(model).to_dict())
    assert again == pl.load(model)
    text = model.read_text()
    for old, new, message in (
        ("{voltage: 16}", "{voltage: 14}", "the file has 0 rows where voltage is 14"),
        ("{voltage: 16}", "16", "where names columns and values, this is a number"),
        ("unit: kgf", "unit: rpm", "a rate stands where a force belongs"),
    ):
        model.write_text(text.replace(old, new))
        with pytest.raises(ModelError, match=message):
            pl.load(model)


@pytest.mark.parametrize("band", [0.5, "0.5 us", 5e-7, 1, "1 us"])
def test_narrow_dead_bands(band):
    """Bare numbers are microseconds or seconds by their size; words that are written read alike."""
    robot = vehicle({"a": thruster(pwm={**PULSE, "dead_band": band})})
    width = 1.0 if band in (1, "1 us") else 0.5
    for found in (robot, Robot(**robot.to_dict())):
        law = found.actuators["a"].law
        assert law.pwm.dead_band == pytest.approx(width)
        assert evaluate(law.pwm.node(Const(1500 + width))) == 0.0
        assert evaluate(law.pwm.node(Const(1600.0))) > 10.0


def test_linearize_by_differences():
    robot = vehicle({"a": thruster(at=[0, 0.1, 0], input=1650, lag=0.3), "b": thruster(input=1600)})
    q, u = np.array([0, 0, 0, 1, 0, 0, 0.0]), np.array([0.4, 0.1, 0.15, 0.05, -0.1, 0.2])
    found = pl.linearize(robot, q, u)
    assert found.A.shape == (13, 13)
    assert found.inputs == ("a", "b")
    assert found.states[-1] == "a"
    for k, name in enumerate("ab"):
        h = 1e-3
        slope = [
            pl.acceleration(
                robot.with_values({f"actuators.{name}.thruster.input": 1650 + s - 50 * k}), q, u
            )
            for s in (h, -h)
        ]
        np.testing.assert_allclose(
            found.B[6:12, k], (slope[0] - slope[1]) / (2 * h), atol=1e-8, rtol=1e-6
        )
    assert found.A[12, 12] == pytest.approx(-1 / 0.3)
    # drag and inflow: by differences of the speed
    for k in range(6):
        h = np.eye(6)[k] * 1e-6
        slope = (pl.acceleration(robot, q, u + h) - pl.acceleration(robot, q, u - h)) / 2e-6
        np.testing.assert_allclose(found.A[6:12, 6 + k], slope, atol=1e-7)


def test_a_thrust_of_zero_is_as_steep_as_any_other():
    """Though the speed of the shaft, its root, is not. Inflow and limits act as they did."""
    words = {"command": "thrust", "pwm": None, "limits": [-20, 30]}
    robot = vehicle({"a": thruster(**words)})
    for thrust, slope in ((0.0, 1.0), (1.0, 1.0), (-3.0, 1.0), (40.0, 0.0), (-21.0, 0.0)):
        told = robot.with_values({"actuators.a.thruster.input": thrust})
        assert pl.linearize(told).B[6, 0] == pytest.approx(slope / (7.31 + 2.6), abs=1e-12)
        given = np.clip(thrust, -20, 30)
        w = np.sign(given) * np.sqrt(abs(given) / T_WW)
        expected = [given + T_WU * abs(w) * 0.4]
        np.testing.assert_allclose(thrust_of(told, (0.4, 0, 0, 0, 0, 0)), expected, rtol=1e-13)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"command": "speed"}, "no use for a curve"),
        ({"pwm": None}, "needs a curve"),
        ({"propeller": None}, "not known"),
        ({"health": 1.2}, "above 1"),
        ({"rate_limit": 5}, "without lag"),
        ({"limits": [5, 1]}, "leave nothing"),
        ({"direction": {}}, "a direction has no angles"),
        ({"reverse": {"T_ww": -1}}, r"1 problem in the model\n.*reverse\.T_ww: the value -1"),
        ({"reverse": {"diametre": 1}}, r"reverse\.diametre: unknown key .*\n.*diameter\?"),
        ({"direction": {"elevation": "3 m"}}, "a length stands where"),
        ({"pwm": {**PULSE, "dead_band": "25 deg m"}}, "dead_band"),
        ({"pwm": {**PULSE, "dead_band": "-1 us"}}, "a dead band of -1 us about"),
        ({"pwm": {**PULSE, "dead_band": 1600}}, "a dead band of 1600 us about a pulse of 1500 us"),
        ({"direction": {"elevaton": 1}}, "elevation and azimuth"),
        ({"body": "hul"}, "hull"),
        (
            {"pwm": {**PULSE, "table": {"pwm": [1400, 1600], "speed": [0, 1]}}},
            "either a power law or",
        ),
    ],
)
def test_refusals(words, message):
    with pytest.raises(ModelError, match=message):
        vehicle({"a": thruster(**words)})

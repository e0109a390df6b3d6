"""Sampled control: closed forms, saturation, wrapped angles, allocation, controllers in Python."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import expm

import pelagos as pl
from pelagos.errors import ModelError, PelagosError
from pelagos.model import Robot

MASS = 2.0


def cart(controller=None, signal=0, **words):
    """A mass on a rail."""
    pid = {"measure": "q[cart]", "actuator": "push", "rate": 20, **(controller or {})}
    return Robot(
        name="cart",
        gravity=[0, 0, 0],
        parameters={"goal": 1.0},
        bodies={"cart": {"mass": MASS, "inertia": [1, 1, 1], "joint": {"prismatic": "x"}}},
        actuators={"push": {"motor": {"joint": "cart", "input": signal}}},
        **({} if controller is None else {"controllers": {"pid": pid}}),
        **words,
    )


def sampled(kp, ki, kd, filter=0.0, limits=None, goal=1.0, samples=60, naive=False):
    """States (x, v) at the sample times and the outputs, by the exact discrete system."""
    step = 1 / 20
    whole = expm(np.array([[0, 1, 0], [0, 0, 1 / MASS], [0, 0, 0]]) * step)
    x, integral, slope, before = np.zeros(2), 0.0, 0.0, None
    states, outputs = [x], []
    for _ in range(samples):
        e = goal - x[0]
        change = 0.0 if before is None else e - before
        slope = 0.0 if before is None else (filter * slope + kd * change) / (filter + step)
        wished = integral + ki * step * e
        output = kp * e + slope + wished
        if (
            naive
            or limits is None
            or not ((output > limits[1] and ki * e > 0) or (output < limits[0] and ki * e < 0))
        ):
            integral = wished
        output = kp * e + slope + integral
        if limits is not None:
            output = min(max(output, limits[0]), limits[1])
        x = whole[:2, :2] @ x + whole[:2, 2] * output
        before = e
        states.append(x)
        outputs.append(output)
    return np.array(states), np.array(outputs)


@pytest.mark.parametrize(
    "gains",
    [
        {"kp": 6.0, "kd": 4.0},
        {"kp": 6.0, "ki": 2.0, "kd": 4.0, "filter": 0.07},
        {"kp": 6.0, "ki": 3.0, "kd": 3.0, "filter": 0.05, "limits": [-1.5, 1.2]},
    ],
)
@pytest.mark.parametrize("integrator", ["dopri5", "radau"])
def test_pid_on_a_mass(gains, integrator):
    """Between samples the force is constant, so the motion is known to the last digit."""
    run = pl.simulate(
        cart({**gains, "target": "goal"}),
        duration=3.0,
        every=0.05,
        integrator=integrator,
        rtol=1e-11,
        atol=1e-12,
    )
    states, outputs = sampled(
        gains.get("kp"),
        gains.get("ki", 0.0),
        gains.get("kd"),
        gains.get("filter", 0.0),
        gains.get("limits"),
    )
    np.testing.assert_allclose(run.arrays["q"][:, 0], states[:, 0], atol=1e-9)
    np.testing.assert_allclose(run.arrays["u"][:, 0], states[:, 1], atol=1e-9)
    # held: in the middle of an interval the force is that of its beginning
    fine = pl.simulate(cart({**gains, "target": "goal"}), duration=3.0, every=0.025)
    np.testing.assert_allclose(fine.arrays["actuation"][1::2, 0], outputs, atol=1e-5)
    assert fine.header.states[0] == "pid.output"


def test_batch_equals_alone_to_the_bit():
    robot = cart({"kp": 6.0, "ki": 1.0, "kd": 4.0, "target": "goal", "limits": [-2, 2]})
    goals = [0.5, 1.0, 2.0, -1.0, 0.1, 3.0, 0.0]
    batch = pl.simulate_batch(robot, vary={"parameters.goal": goals}, duration=2.0, every=0.1)
    for k, goal in enumerate(goals):
        alone = pl.simulate(robot, set={"parameters.goal": goal}, duration=2.0, every=0.1)
        for name in ("q", "u", "state", "actuation"):
            np.testing.assert_array_equal(batch.arrays[name][k], alone.arrays[name])
    masses = [1.0, 2.0, 5.0]
    batch = pl.simulate_batch(robot, vary={"bodies.cart.mass": masses}, duration=1.0)
    assert len({float(q) for q in batch.arrays["q"][:, -1, 0]}) == 3


def test_saturation_does_not_wind_up():
    """A goal far away, a weak actuator: less than half of the overshoot of a naive integral."""
    gains = {"kp": 4.0, "ki": 2.0, "kd": 6.0, "limits": [-1, 1]}
    run = pl.simulate(cart({**gains, "target": 10.0}), duration=60, every=0.05, rtol=1e-10)
    states, _ = sampled(**gains, goal=10.0, samples=1200)
    naive, _ = sampled(**gains, goal=10.0, samples=1200, naive=True)
    np.testing.assert_allclose(run.arrays["q"][:, 0], states[:, 0], atol=1e-7)
    assert run.arrays["q"][:, 0].max() - 10 < 0.5 * (naive[:, 0].max() - 10)
    assert run.arrays["q"][-1, 0] == pytest.approx(10.0, abs=0.01)


def vehicle(controllers, failed=(), **words):
    """Six thrusters, four of them vectored, that command thrust directly; z points down."""
    c = np.sqrt(0.5)
    places = {
        "t1": ([0.2, 0.1, 0], [c, -c, 0]),
        "t2": ([0.2, -0.1, 0], [c, c, 0]),
        "t3": ([-0.2, 0.1, 0], [c, c, 0]),
        "t4": ([-0.2, -0.1, 0], [c, -c, 0]),
        "t5": ([0, 0.15, 0], [0, 0, 1]),
        "t6": ([0, -0.15, 0], [0, 0, 1]),
    }
    return Robot(
        name="vehicle",
        gravity=[0, 0, 9.81],
        water={"density": 1000},
        bodies={
            "hull": {
                "joint": "free",
                "mass": 10,
                "inertia": [0.2, 0.3, 0.4],
                "buoyancy": {"volume": 0.01, "at": [0, 0, 0]},
                "drag": {"linear": [10, 10, 10, 1, 1, 1]},
            }
        },
        actuators={
            name: {
                "thruster": {
                    "body": "hull",
                    "at": at,
                    "direction": direction,
                    "command": "thrust",
                    "health": 0.0 if name in failed else 1.0,
                }
            }
            for name, (at, direction) in places.items()
        },
        controllers=controllers,
        **words,
    )


HEADING = {
    "measure": "heading",
    "body": "hull",
    "axis": "yaw",
    "kp": 4.0,
    "kd": 3.0,
    "rate": 50,
    "measured_rate": "u[hull.r]",
}
DEPTH = {
    "measure": "depth",
    "body": "hull",
    "axis": "heave",
    "kp": 40,
    "ki": 5,
    "kd": 30,
    "rate": 20,
    "filter": 0.05,
}


def test_depth_and_heading_through_allocation():
    robot = vehicle(
        {"depth": {**DEPTH, "target": 2.0}, "course": {**HEADING, "target": "170 deg"}},
        initial={"hull": {"rpy": [0, 0, "-170 deg"]}},
    )
    run = pl.simulate(robot, duration=30, every=0.1)
    position = run.arrays["position"][:, 0]
    assert position[-1, 2] == pytest.approx(2.0, abs=0.02)
    # the short way round: 20 degrees over the back, not 340 through zero
    q = run.arrays["q"][:, 3:]
    heading = np.unwrap(2 * np.arctan2(q[:, 3], q[:, 0]))
    assert np.degrees(heading[-1] - heading[0]) == pytest.approx(-20, abs=0.1)
    assert np.degrees(np.ptp(heading)) < 25
    # forces are shared so that nothing else is pushed
    np.testing.assert_allclose(run.arrays["u"][:, [0, 1, 3, 4]], 0, atol=1e-9)
    output = run.arrays["state"][:, run.header.states.index("depth.output")]
    np.testing.assert_allclose(run.arrays["actuation"][:, 4], output / 2, atol=1e-12)


def test_allocation():
    sound = pl.allocation(vehicle({}))
    assert sound.matrix.shape == (6, 6)
    assert sound.rank == 5
    assert sound.lost.shape == (0, 6)
    wrench = np.array([3.0, 1.0, -2.0, 0.1, 0.0, 0.5])
    np.testing.assert_allclose(sound.matrix @ sound.thrusts(wrench), wrench, atol=1e-12)
    np.testing.assert_allclose(sound.matrix[:3, 4], [0, 0, 1])
    np.testing.assert_allclose(sound.matrix[3:, 4], np.cross([0, 0.15, 0], [0, 0, 1]))
    # without t5 heave and roll are one: what is lost has a name, commands stay small
    failed = pl.allocation(vehicle({}, failed=("t5",)))
    assert failed.rank == 4
    assert failed.lost.shape == (1, 6)
    assert "heave" in failed.lost_words()[0] or "roll" in failed.lost_words()[0]
    assert not np.any(failed.thrusts(wrench)[4])
    assert np.max(np.abs(failed.thrusts(wrench))) < 10
    # one of four vectored thrusters can be spared
    assert pl.allocation(vehicle({}, failed=("t1",))).rank == 5
    with pytest.raises(PelagosError, match="no thrusters"):
        pl.allocation("cart-pole")
    with pytest.raises(PelagosError, match="t6"):
        pl.allocation(vehicle({}), thrusters=["t7"])


def test_a_failed_thruster_gets_no_huge_command():
    robot = vehicle({"depth": {**DEPTH, "target": 2.0, "limits": [-30, 30]}}, failed=("t5",))
    run = pl.simulate(robot, duration=5)
    assert run.outcome.finished
    assert np.all(run.arrays["actuation"][:, 4] == 0.0)
    assert np.max(np.abs(run.arrays["actuation"])) <= 30.0
    with pytest.raises(pl.PelagosError, match="give surge, sway, heave"):
        pl.allocation("bluerov").thrusts([1, 0])


def pd(t, seen):
    return {"push": 6.0 * (1.0 - seen["q", "cart"]) - 4.0 * seen["u", "cart"]}


def test_a_controller_in_python():
    """The same law in Python and in the model; and its closed form."""
    run = pl.simulate(cart(), controller=pd, rate=20, duration=3.0, every=0.05, rtol=1e-11)
    assert run.outcome.finished
    words = {"kp": 6, "kd": 4, "measured_rate": "u[cart]", "target": 1.0}
    inside = pl.simulate(cart(words), duration=3.0, every=0.05, rtol=1e-11)
    for name in ("q", "u"):
        np.testing.assert_allclose(run.arrays[name], inside.arrays[name], atol=1e-9)
    whole = expm(np.array([[0, 1, 0], [0, 0, 1 / MASS], [0, 0, 0]]) / 20)
    x = np.zeros(2)
    for row in run.arrays["q"][:, 0]:
        assert row == pytest.approx(x[0], abs=1e-9)
        x = whole[:2, :2] @ x + whole[:2, 2] * (6 * (1 - x[0]) - 4 * x[1])


def test_errors_of_a_controller_keep_the_samples():
    def broken(t, seen):
        if t > 0.5:
            raise ZeroDivisionError("oops")
        return {"push": 1.0}

    run = pl.simulate(cart(), controller=broken, rate=10, duration=2.0, every=0.1)
    assert run.outcome.code == "controller"
    assert "controller broken at t = 0.6 s raised ZeroDivisionError: oops" in run.outcome.message
    np.testing.assert_allclose(run.arrays["u"][:, 0], run.arrays["time"] / MASS, atol=1e-9)
    assert len(run.arrays["time"]) == 7
    for answer, words in [
        (None, "returned NoneType"),
        ({"psh": 1.0}, "push"),
        ({"push": float("nan")}, "finite"),
    ]:
        bad = pl.simulate(cart(), controller=lambda t, m, a=answer: a, rate=10, duration=1.0)
        assert bad.outcome.code == "controller"
        assert words in bad.outcome.message
    with pytest.raises(PelagosError, match="rate"):
        pl.simulate(cart(), controller=pd)
    with pytest.raises(PelagosError, match="a controller runs at a rate"):
        pl.simulate_batch(cart(), n=2, controller=pd)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"kp": 1, "actuator": "psh"}, "push"),
        ({"kp": 1, "axis": "surge"}, "an actuator or along an axis"),
        ({"kp": 1, "measure": "q[crt]"}, r"there is no q\[crt\]"),
        (
            {"kp": 1, "measure": "speed"},
            r"1 problem in the model\n.*pid\.measure: unknown name .speed.",
        ),
        ({"kp": 1, "measure": "heading"}, "which body"),
        ({"kp": 1, "measure": "heading", "body": "cart"}, "nothing says what is down"),
        ({"kp": 1, "rate": 0}, "not positive"),
        ({"kp": 1, "limits": [1, 0]}, "leave nothing"),
        ({"kp": 1, "measured_rate": "u[cart]", "filter": 0.1}, "remove filter"),
    ],
)
def test_refusals(words, message):
    with pytest.raises(ModelError, match=message):
        cart(words)


def test_axes_that_no_thruster_pushes_are_refused():
    with pytest.raises(ModelError, match="cannot push in pitch"):
        vehicle({"c": {**HEADING, "measure": "pitch", "axis": "pitch"}})


def test_a_connector_is_steered_by_the_thrusters_docked_to_it():
    """It has none of its own; those of both vehicles together push in all six directions."""
    pair = pl.load("bluerov-pair")
    whole = pl.allocation(pair, "connector")
    assert whole.rank == 6
    words = {"measure": "heading", "body": "connector", "axis": "yaw", "kp": 5, "rate": 20}
    robot = Robot(**{**pair.to_dict(), "controllers": {"course": words}})
    shares = {name: part.get("course.output", 0.0) for name, part in robot.shares.items()}
    found = whole.matrix @ [shares.get(name, 0.0) for name in whole.thrusters]
    np.testing.assert_allclose(found, [0, 0, 0, 0, 0, 1], atol=1e-12)
    # undocked at the start, the connector is on its own
    loose = pair.to_dict()
    for name in ("port-joint", "starboard-joint"):
        loose["constraints"][name]["weld"]["active"] = False
    with pytest.raises(ModelError, match="'connector' has no thrusters"):
        Robot(**{**loose, "controllers": {"course": words}})

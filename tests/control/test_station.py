"""Station keeping: twins in numpy, saturation, wrapped angles, switches, docked vehicles."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.linalg import expm
from scipy.spatial.transform import Rotation

import pelagos as pl
from pelagos.controllers.thrust import PRIORITY, Effector, served
from pelagos.errors import PelagosError
from tests.control.vehicles import GAINS, MASS, states, station

EXAMPLES = Path(__file__).parents[2] / "examples"
AXES = ("surge", "sway", "heave", "roll", "pitch", "yaw")


def twin(kp, ki, kd, most=np.inf, goal=1.0, reference=None, samples=80, naive=False):
    """A mass in one dimension under the law, by the exact discrete system: places and outputs."""
    step = 1 / 20
    whole = expm(np.array([[0, 1, 0], [0, 0, 1 / MASS], [0, 0, 0]]) * step)
    x, integral, place, rate = np.zeros(2), 0.0, 0.0, 0.0
    places, outputs = [x[0]], []
    for k in range(samples):
        if reference is None:
            place, rate = goal, 0.0
        elif k > 0:
            w, z, fastest = reference
            rate = rate + step * (w * w * (goal - place) - 2 * z * w * rate)
            rate = min(max(rate, -fastest), fastest)
            place = place + step * rate
        e = place - x[0]
        wanted = kp * e + kd * (rate - x[1]) + integral + ki * step * e
        output = min(max(wanted, -most), most)
        if naive or output == wanted or ki * e * wanted <= 0:
            integral += ki * step * e
        x = whole[:2, :2] @ x + whole[:2, 2] * output
        places.append(x[0])
        outputs.append(output)
    return np.array(places), np.array(outputs)


@pytest.mark.parametrize(
    ("ki", "most", "reference"),
    [(0.0, None, None), (6.0, None, (1.2, 0.8, 0.3)), (6.0, 4.0, None)],
)
def test_a_step_along_one_axis(ki, most, reference):
    """In water without drag the vehicle is a mass, which a twin knows to the last digit."""
    gains = {"surge": {"kp": 20, "ki": ki, "kd": 20}}
    own = {}
    if reference is not None:
        w, z, fastest = reference
        own["reference"] = {"frequency": w, "damping": z, "speed": fastest}
    # four thrusters at 45 degrees give 2.83 times the thrust of each
    limits = None if most is None else most / (4 * np.sqrt(0.5))
    robot = station(limits, gains=gains, north=1.0, east=0.0, **own)
    run = pl.simulate(robot, duration=4.0, every=0.025, rtol=1e-11, atol=1e-12)
    places, outputs = twin(20, ki, 20, np.inf if most is None else most, reference=reference)
    np.testing.assert_allclose(run.arrays["position"][::2, 0, 0], places, atol=1e-9)
    # held: in the middle of an interval they are those of its beginning
    found = {name: values[1::2] for name, values in states(run).items()}
    np.testing.assert_allclose(found["hold.surge.output"], outputs, atol=1e-9)
    np.testing.assert_allclose(found["hold.north.measure"], places[:-1], atol=1e-9)
    np.testing.assert_array_equal(found["hold.north.target"], 1.0)
    parts = [found[f"hold.surge.{part}"] for part in ("proportional", "derivative")]
    np.testing.assert_allclose(parts[0], 20 * found["hold.north.error"], atol=1e-12)
    parts += [found["hold.surge.integral"]] if ki else []
    if most is None:
        np.testing.assert_allclose(sum(parts), outputs, atol=1e-9)
    if most is not None:
        assert found["hold.share"][0] == pytest.approx(4 / 20.3)
        assert np.abs(run.arrays["actuation"]).max() <= limits * (1 + 1e-12)


def test_integrals_stop_where_thrusters_saturate():
    gains = {"surge": {"kp": 6.0, "ki": 3.0, "kd": 10.0}}
    robot = station(1.0 / (4 * np.sqrt(0.5)), gains=gains, north=8.0, east=0.0)
    run = pl.simulate(robot, duration=60, every=0.05, rtol=1e-10)
    stopped, _ = twin(6, 3, 10, 1.0, goal=8.0, samples=1200)
    naive, _ = twin(6, 3, 10, 1.0, goal=8.0, samples=1200, naive=True)
    north = run.arrays["position"][:, 0, 0]
    np.testing.assert_allclose(north, stopped, atol=1e-6)
    assert north.max() - 8 < 0.5 * (naive.max() - 8)


@pytest.mark.parametrize("up", [False, True])
def test_errors_in_body_axes(up):
    """One sample at a general attitude and velocity, against rotation matrices of scipy.

    With z up the same vehicle in the same water has y and z the other way round.
    """
    angles, place = np.array([0.3, -0.4, 2.5]), np.array([1.0, -2.0, 3.0])
    speed, turning = np.array([0.3, -0.2, 0.1]), np.array([0.2, -0.3, 0.4])
    goals = {"north": 2.0, "east": 0.5, "depth": 2.0, "roll": 0.1, "pitch": 0.2, "heading": -2.9}
    R = Rotation.from_euler("ZYX", angles[::-1]).as_matrix()
    turn = np.diag([1.0, -1.0, -1.0]) if up else np.eye(3)
    quaternion = Rotation.from_matrix(turn @ R @ turn).as_quat()[[3, 0, 1, 2]].tolist()
    initial = {
        "position": (turn @ place).tolist(),
        "quaternion": quaternion,
        "velocity": (turn @ speed).tolist(),
        "angular_velocity": (turn @ turning).tolist(),
    }
    run = pl.simulate(station(up=up, initial=initial, **goals), duration=0.01, every=0.01)
    found = {name: values[-1] for name, values in states(run).items()}
    away = [goals[k] for k in ("north", "east", "depth")] - place
    apart = np.array([goals[k] for k in ("roll", "pitch", "heading")]) - angles
    apart = (apart + np.pi) % (2 * np.pi) - np.pi
    # a small step of the angles, as a turn about axes of the body
    nearby = Rotation.from_euler("ZYX", (angles + 1e-6 * apart)[::-1]).as_matrix()
    about = 1e6 * Rotation.from_matrix(R.T @ nearby).as_rotvec()
    errors = np.concatenate([turn @ R.T @ away, turn @ about])
    rates = np.concatenate([turn @ speed, turn @ turning])
    for k, axis in enumerate(AXES):
        expected = GAINS[axis]["kp"] * errors[k] - GAINS[axis]["kd"] * rates[k]
        assert found[f"hold.{axis}.output"] == pytest.approx(expected, abs=1e-5), axis
    assert found["hold.heading.measure"] == pytest.approx(2.5)
    assert found["hold.heading.error"] == pytest.approx(2 * np.pi - 5.4)


def test_the_short_way_round():
    robot = station(drag=10.0, heading="170 deg", initial={"rpy": [0, 0, "-170 deg"]},
                    reference={"frequency": 1.0, "turn": 0.2})  # fmt: skip
    run = pl.simulate(robot, duration=20, every=0.1)
    heading = np.unwrap(states(run)["hold.heading.measure"][1:])
    assert np.degrees(heading[-1] - heading[0]) == pytest.approx(-20, abs=0.3)
    assert np.degrees(np.ptp(heading)) < 22


def test_switches_and_set_points_from_outside():
    robot = station(drag=20.0, on=0, initial={"velocity": [0.5, 0, 0]}, gains=GAINS | {
        "surge": {"kp": 20, "ki": 4, "kd": 20}})  # fmt: skip
    session = pl.Session(robot, inputs=["hold.on", "hold.north"])
    session.set_input("hold.on", 0)
    now = lambda: dict(zip(session.robot.state_labels, session.state, strict=True))  # noqa: E731
    session.advance(1.0)
    seen = now()
    outputs = [f"hold.{axis}.output" for axis in AXES]
    assert all(seen[name] == 0.0 for name in outputs)
    assert session.q[0] > 0.15
    # switched on, it keeps the place of that moment: nothing but the damping acts
    session.set_input("hold.on", 1)
    place, speed = session.q[0], session.u[0]
    session.advance(1.0 + 1e-6)
    seen = now()
    assert seen["hold.north.target"] == pytest.approx(place, abs=1e-9)
    assert seen["hold.surge.output"] == pytest.approx(-20 * speed, abs=1e-6)
    session.advance(12.0)
    assert session.q[0] == pytest.approx(place, abs=0.02)
    # a set point from outside, and back: it stays where it was told to go
    session.set_input("hold.north", 2.0)
    session.advance(30.0)
    assert session.q[0] == pytest.approx(2.0, abs=0.02)
    assert session.inputs == {"hold.on": 1.0, "hold.north": 2.0}
    engine = session._march.engine
    session.set_input("hold.north", None)
    assert session._march.engine is engine
    assert session.inputs == {"hold.on": 1.0}
    session.advance(31.0)
    assert now()["hold.north.target"] == 2.0
    session.set_input("hold.on", 0)
    session.advance(31.2)
    seen = now()
    assert all(seen[name] == 0.0 for name in (*outputs, "hold.surge.integral"))
    with pytest.raises(PelagosError, match=r"set point 'hold.nort'(.|\n)*hold.north"):
        session.set_input("hold.nort", 1.0)


def test_set_points_of_runs_that_advance_together():
    robot = station(drag=20.0)
    vec = pl.VecSession(robot, 3, inputs=["hold.north"])
    goals = np.array([[0.5], [1.0], [-0.5]])
    for _ in range(20):
        vec.step(goals, 0.5)
    np.testing.assert_allclose(vec.q[:, 0], goals[:, 0], atol=0.02)


def test_a_controller_in_python_drives_set_points():
    def tour(t, seen):
        return {"hold.north": 1.0 if t < 10 else None, "hold.east": 0.5}

    run = pl.simulate(station(drag=20.0), controller=tour, rate=1, duration=20, every=0.5)
    assert run.outcome.finished
    np.testing.assert_allclose(run.arrays["position"][-1, 0, :2], [1.0, 0.5], atol=0.01)
    assert run.header.inputs[-1] == "hold.on"


def test_what_is_wanted_is_scaled_by_priority():
    """Thrusts stay within limits, and what comes later in the order takes nothing away."""
    generator = np.random.default_rng(3)
    allocation = pl.allocation("bluerov-heavy")
    low, high = -30.0, 40.0
    effectors = [
        Effector(tuple(float(x) for x in row), (low, high), None) for row in allocation.inverse
    ]
    for _ in range(200):
        wanted = generator.normal(size=6) * [80, 80, 80, 15, 15, 15]
        found = served(effectors, AXES, wanted.tolist(), None)
        thrusts = allocation.inverse @ found.outputs
        assert thrusts.min() >= low - 1e-9
        assert thrusts.max() <= high + 1e-9
        factors = dict(zip(AXES, found.factors, strict=True))
        for step in PRIORITY:
            assert len({float(factors[axis]) for axis in step}) == 1
        # without the last step, what comes before it is served alike
        alone = served(effectors, AXES, [0.0, 0.0, *wanted[2:].tolist()], None)
        np.testing.assert_allclose(alone.outputs[2:], found.outputs[2:], atol=1e-12)
        if factors["surge"] < 1.0:  # of the last step nothing more would fit
            assert max(thrusts.max() / high, thrusts.min() / low) > 1 - 1e-9


def test_a_current_that_is_too_strong_leaves_it_upright():
    strong = {"scenarios.hold.water": {"current": [0.9, 0.5, 0]}}
    robot = pl.load("bluerov-heavy").with_values(strong)
    run = pl.simulate(robot, "hold", duration=20, every=0.1)
    found = states(run)
    assert np.abs(run.arrays["actuation"]).max() <= 30.4 * (1 + 1e-12)
    assert found["hold.share"][50:].max() < 0.6
    assert np.hypot(found["hold.north.error"], found["hold.east.error"])[-1] > 4
    assert np.degrees(np.abs(found["hold.roll.error"][1:])).max() < 10
    assert abs(found["hold.depth.error"][-1]) < 1


def test_a_moving_arm_with_a_payload_in_a_shear_current():
    """The requirement: below 5 cm and 2 degrees rms, thrusters within limits."""
    run = pl.simulate("bluerov-arm", "reach", every=0.05)
    found = states(run)
    robot = run.robot
    assert robot.bodies["load"].mass == pytest.approx(1.0)
    assert np.ptp(run.arrays["q"][:, 7:], axis=0).min() > np.radians(35)
    water = robot.water.current.shear
    assert np.linalg.norm(water.velocity) == pytest.approx(0.4, abs=0.01)
    # by the results themselves, from the start on
    away = run.arrays["position"][:, 0] - [0, 0, 5]
    assert np.sqrt(np.mean(np.sum(away**2, axis=1))) < 0.05
    turned = Rotation.from_quat(run.arrays["orientation"][:, 0][:, [1, 2, 3, 0]]).magnitude()
    assert np.degrees(np.sqrt(np.mean(turned**2))) < 2.0
    assert np.abs(run.arrays["actuation"][:, :8]).max() <= 30.4
    assert found["hold.share"][1:].min() == 1.0


def test_the_same_by_sensors():
    """Acoustic ranges, a Doppler log, pressure, compass and gyros in place of the true state."""
    run = pl.simulate(EXAMPLES / "hold_by_sensors.yaml", "reach", every=0.05)
    words = run.robot.controllers["hold"].words
    assert all(getattr(words.measure, key) is not None for key in type(words.measure).model_fields)
    assert all(getattr(words.rates, key) is not None for key in type(words.rates).model_fields)
    away = run.arrays["position"][:, 0] - [0, 0, 5]
    assert np.sqrt(np.mean(np.sum(away**2, axis=1))) < 0.05
    turned = Rotation.from_quat(run.arrays["orientation"][:, 0][:, [1, 2, 3, 0]]).magnitude()
    assert np.degrees(np.sqrt(np.mean(turned**2))) < 2.0
    assert np.abs(run.arrays["actuation"][:, :8]).max() <= 30.4


@pytest.mark.parametrize("name", ["bluerov-pair", "rov-arm", "bluerov"])
def test_ready_scenarios_hold(name):
    """One vehicle, one with forces along axes, two docked vehicles as one."""
    run = pl.simulate(name, "hold", every=0.2)
    found = states(run)
    late = run.arrays["time"] > 30
    for key in ("north", "east", "depth"):
        assert np.abs(found[f"hold.{key}.error"][late]).max() < 0.01, key
    assert np.degrees(np.abs(found["hold.heading.error"][late])).max() < 1.0


def test_all_docked_thrusters_share():
    robot = pl.load("bluerov-raft").resolved("hold")
    assert len(robot.shares) == 54
    own = robot.to_dict()
    own["controllers"]["hold"]["station"]["thrusters"] = "own"
    assert len(pl.Robot(**own).shares) == 6


def test_expressions_in_place_of_the_true_state():
    """Sampled states that read the bodies serve as ideal sensors; rates by differences are late."""
    sensed = {"north": "s[north]", "east": "s[east]", "depth": "pos[hull.z]"}
    more = {
        "states": {
            "north": {"next": "pos[hull.x]", "every": 0.05},
            "east": {"next": "pos[hull.y]", "every": 0.05},
        }
    }
    own = {"north": 1.0, "east": 0.5, "drag": 20.0}
    speeds = {"surge": "vel[hull.x]", "sway": "u[hull.v]", "heave": "u[hull.w]"}
    true = pl.simulate(station(**own), duration=15, every=0.5)
    told = pl.simulate(station(measure={**sensed, "north": "pos[hull.x]", "east": "pos[hull.y]"},
                               rates=speeds, **own), duration=15, every=0.5)  # fmt: skip
    np.testing.assert_allclose(told.arrays["q"], true.arrays["q"], atol=1e-9)
    late = pl.simulate(station(measure=sensed, more=more, **own), duration=15, every=0.5)
    assert "hold.north.rate" in late.header.states
    np.testing.assert_allclose(late.arrays["position"][-1], true.arrays["position"][-1], atol=0.02)
    # filtered over 0.2 s and looked at one sample late
    rate = states(late)["hold.north.rate"][2:]
    assert np.abs(rate - late.arrays["velocity"][2:, 0, 0]).max() < 0.1


def test_equal_bits_alone_in_a_batch_and_in_a_session():
    robot = pl.load("bluerov-heavy")
    volumes = [0.0134, 0.0136, 0.0131]
    path = "bodies.hull.buoyancy.volume"
    batch = pl.simulate_batch(robot, "hold", vary={path: volumes}, duration=3.0, every=0.25)
    for k, volume in enumerate(volumes):
        alone = pl.simulate(robot, "hold", set={path: volume}, duration=3.0, every=0.25)
        for name in ("q", "u", "state", "actuation"):
            np.testing.assert_array_equal(batch.arrays[name][k], alone.arrays[name])
    session = pl.Session(robot, "hold", set={path: volumes[-1]})
    session.advance(3.0)
    np.testing.assert_array_equal(session.q, alone.arrays["q"][-1])
    np.testing.assert_array_equal(session.state, alone.arrays["state"][-1])

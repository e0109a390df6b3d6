"""Parameters from motion: simulated records give back what made them."""

import numpy as np
import pytest
import yaml

import pelagos as pl
from pelagos import identify
from pelagos.data.frames import lever_arm
from pelagos.data.recording import Recording
from pelagos.errors import PelagosError
from pelagos.identify import experiment
from pelagos.identify.made_up import campaign
from pelagos.identify.names import model_path, place, value_at
from pelagos.identify.prediction import Prediction
from pelagos.result.euler import ANGLES
from tests.identify.arms import ARM


def recorded(robot, noise=0.0, seed=0, interval=0.02, between="hold"):
    """The angle, seen with noise, under torques that are commanded at an interval."""
    sent = np.arange(0.0, robot.duration + 1e-9, interval)
    torque = 0.8 * np.sin(2 * sent)
    table = {"time": sent.tolist(), "value": torque.tolist(), "interpolation": between}
    driven = robot.with_values({"actuators.motor.motor.input": {"table": table}})
    run = pl.simulate(driven, every=0.02, rtol=1e-10)
    t = np.asarray(run.arrays["time"])
    q = run.arrays["q"][:, 0] + np.random.default_rng(seed).normal(0, noise, len(t))
    return Recording(
        "record", {"q.arm": t, "input.motor": sent}, {"q.arm": q, "input.motor": torque}
    )


@pytest.fixture(scope="module")
def truth():
    return pl.loads(ARM).with_values({"actuators.motor.motor.input": "0.8*sin(2*t)"})


def test_truth_is_found_again(truth):
    record = recorded(truth, 2e-3)
    start = truth.with_values({"bodies.arm.joint.damping": 0.2, "bodies.arm.com.2": -0.35})
    found = identify.fit_trajectory(start, record, ["joint.damping", "com.2"], every=0.04)
    assert found["joint.damping"] == pytest.approx(0.1, rel=0.03)
    assert found["com.2"] == pytest.approx(-0.4, rel=0.01)
    for name, value in (("joint.damping", 0.1), ("com.2", -0.4)):
        low, high = found.interval(name, 0.999)
        assert low < value < high
    errors = found.errors
    assert errors["train, fitted"]["q.arm"] < 3e-3 < errors["train, before"]["q.arm"]
    assert found.robot.bodies["arm"].joint.damping[0] == found["joint.damping"]
    damping, lever = (pytest.approx(x, rel=1e-7) for x in found.values)
    words = {"joint": {"damping": damping}, "com": [0, 0, lever]}
    assert found.words() == {"bodies": {"arm": words}}


@pytest.mark.parametrize("between", ["hold", "linear"])
def test_commands_act_between_samples_as_is_said(truth, between):
    """Two a second: joined by lines they act a quarter of a second early, or late if held."""
    record = recorded(truth, 5e-4, interval=0.5, between=between)
    for word in ("hold", "linear"):
        found = identify.fit_trajectory(
            truth, record, ["joint.damping", "com.2"], every=0.1, inputs={"motor": word}
        )
        right = word == between
        away = np.abs(found.values - [0.1, -0.4]) / np.sqrt(np.diag(found.covariance))
        assert away.max() < 3.5 or not right
        assert (found.errors["train, fitted"]["q.arm"] < 6e-4) == right  # of 5e-4 rad of noise
        if word == "hold":  # which is what happens without a word
            same = identify.fit_trajectory(truth, record, found.names, every=0.1)
            np.testing.assert_array_equal(same.values, found.values)


def test_a_held_command_lasts_until_the_next_one(truth):
    t = np.arange(129) / 64
    times = {"q.arm": t, "input.motor": np.array([0.0, 0.1, 0.5, 0.6])}
    record = Recording("r", times, {"q.arm": np.sin(t), "input.motor": np.array([1, 1, 2.0, 3.0])})
    (first, second), notes = experiment.pieces(truth, record, length=1.0)
    shown = [
        dict(p.robot.to_dict()["actuators"]["motor"]["motor"]["input"]["table"])
        for p in (first, second)
    ]
    assert shown[0] == {"time": [0, 0.5, 0.6, 1], "value": [1, 2, 3, 3], "interpolation": "hold"}
    assert shown[1] == {"time": [0, 1], "value": [3, 3], "interpolation": "hold"}
    assert notes == ["r: input.motor: the last command at 0.6 s is held to the end at 2 s"]


def test_recorded_motions_are_splines():
    """A cart that is led to and fro, with a pendulum on it."""
    cart = pl.loads("""
name: cart
bodies:
  cart: {joint: {prismatic: x}, mass: 2, inertia: [1, 1, 1]}
  arm:
    parent: cart
    joint: {revolute: y, damping: 0.1}
    mass: 1.2
    com: [0, 0, -0.4]
    inertia: [0.02, 0.02, 0.002]
actuators: {drive: {motion: {joint: cart, input: "0.2*sin(2*t)"}}}
duration: 3
""")
    run = pl.simulate(cart, every=0.02, rtol=1e-10)
    t, q = run.arrays["time"], run.arrays["q"]
    seen = q[:, 1] + np.random.default_rng(0).normal(0, 1e-3, len(t))
    channels = {"q.arm": seen, "input.drive": 0.2 * np.sin(2 * t)}
    record = Recording("led", dict.fromkeys(channels, t), channels)
    found = identify.fit_trajectory(cart, record, ["arm.joint.damping"], every=0.1)
    assert found["arm.joint.damping"] == pytest.approx(
        0.1, abs=4 * found.sigma("arm.joint.damping")
    )
    with pytest.raises(PelagosError, match="motion would jump"):
        identify.fit_trajectory(cart, record, ["arm.mass"], inputs={"drive": "hold"})


def test_what_cannot_be_told_apart_is_said(truth):
    """Mass and lever only show as their product, and inertia adds to the square."""
    record = recorded(truth, 1e-4)
    free = ["arm.mass", "arm.com.2", "arm.inertia.1"]
    found = identify.fit_trajectory(
        truth, record, free, every=0.1, bounds={"arm.inertia.1": (1e-3, 0.022)}
    )
    assert found.identifiability.condition > 1e3
    values, directions = found.identifiability.singular_values, found.identifiability.directions
    assert values[0] > 1e3 * values[-1]
    assert np.abs(directions[-1]).max() < 0.999
    low, high = found.interval("arm.mass")
    assert high - low > 1.0  # of 1.2 kg: what is not seen is not known


def test_intervals_allow_for_the_measured_start(truth):
    """The start is known to some 1 mrad and 20 mrad/s, with which the whole motion would be off.

    24 squares of normal errors have a mean between 0.4 and 1.8 in 99.5 % of all cases.
    """
    moving = truth.with_values({"initial.arm": {"angle": 0.4, "rate": 1.0}})
    names, values = ("joint.damping", "com.2"), np.array([0.1, -0.4])
    errors = []
    for seed in range(12):
        found = identify.fit_trajectory(truth, recorded(moving, 5e-3, seed), names, every=0.04)
        errors.append((found.values - values) / [found.sigma(name) for name in names])
        assert found.notes == ("fitted with its start: 2 numbers",)
    assert 0.4 < np.mean(np.square(errors)) < 1.8


def test_parameter_on_its_bound(truth):
    """The parabola of the fit without the bound, cut at the bound."""
    record = recorded(truth, 2e-3)
    free = identify.fit_trajectory(truth, record, ["joint.damping"], every=0.04)
    limit = free["joint.damping"] + free.sigma("joint.damping")
    start = truth.with_values({"bodies.arm.joint.damping": 0.2})
    held = identify.fit_trajectory(
        start, record, ["joint.damping"], every=0.04, bounds={"joint.damping": (limit, 1.0)}
    )
    assert held["joint.damping"] == pytest.approx(limit, rel=1e-5)
    half = free.interval("joint.damping")[1] - free["joint.damping"]
    beyond = limit - free["joint.damping"]
    low, high = held.interval("joint.damping")
    assert low == held["joint.damping"]
    assert high == pytest.approx(limit - beyond + np.hypot(beyond, half), rel=0.01)
    assert held.notes[0] == f"joint.damping is at its bound {limit:g}"
    # from above the same, the other way round
    limit = free["joint.damping"] - beyond
    start = truth.with_values({"bodies.arm.joint.damping": 0.05})
    held = identify.fit_trajectory(
        start, record, ["joint.damping"], every=0.04, bounds={"joint.damping": (0.01, limit)}
    )
    low, high = held.interval("joint.damping")
    assert high == held["joint.damping"] == pytest.approx(limit, rel=1e-5)
    assert low == pytest.approx(limit + beyond - np.hypot(beyond, half), rel=0.01)


def test_every_parameter_on_its_bound(truth):
    start = truth.with_values({"bodies.arm.joint.damping": 0.3})
    found = identify.fit_trajectory(
        start,
        recorded(truth, 2e-3),
        ["joint.damping"],
        every=0.1,
        bounds={"joint.damping": (0.2, 1)},
    )
    assert found["joint.damping"] == 0.2
    assert found.identifiability.condition == 1.0
    assert "every parameter is at its bound" in found.notes[1]


def test_starts_move_along_degrees_of_freedom():
    rov = pl.load("bluerov")
    t = np.linspace(0, 1, 40)
    wave = np.sin(3 * t) + np.random.default_rng(0).normal(0, 1e-3, 40)
    names = [f"position.hull.{a}" for a in "xyz"]
    names += [f"euler.hull.{a}" for a in ("roll", "pitch", "yaw")]
    record = Recording("rov", dict.fromkeys(names, t), dict.fromkeys(names, wave))
    ((piece,), _) = experiment.pieces(rov, record)
    start = piece.start
    assert start.moving.tolist() == list(range(12))
    offsets = np.zeros((3, 12))
    offsets[1, 1], offsets[2, 5], offsets[2, 9] = 2.0, 1.0, -1.0
    q, u = start.moved(rov, offsets)
    np.testing.assert_array_equal(q[0], start.q)
    np.testing.assert_allclose(q[1] - start.q, 2 * start.doubts[1] * np.eye(7)[1], atol=1e-15)
    turned = lever_arm(np.zeros((1, 3)), q[2:, 3:], (0, 0, 0), start.q[3:])[1][0]
    # from the new attitude back to the old one, in the world; its length is the angle
    assert 2 * np.arccos(abs(turned[0])) == pytest.approx(start.doubts[5], rel=1e-6)
    np.testing.assert_allclose(u[2] - start.u, -start.doubts[9] * np.eye(6)[3], atol=1e-15)


def test_records_with_different_channels_are_refused(truth):
    record = recorded(truth)
    more = Recording("more", {**record.times, "u.arm": record.times["q.arm"]},
                     {**record.channels, "u.arm": record["q.arm"]})  # fmt: skip
    with pytest.raises(PelagosError, match=r"u\.arm: in some of the recordings only"):
        identify.fit_trajectory(truth, [record, more], ["joint.damping"])


def test_pieces_and_validation(truth):
    start = truth.with_values({"bodies.arm.joint.damping": 0.15})
    found = identify.fit_trajectory(
        start, recorded(truth, 5e-4), ["joint.damping"], length=1.0, every=0.05, validation=0.25
    )
    assert found["joint.damping"] == pytest.approx(0.1, rel=0.1)
    assert len(found.trained) == 3
    assert not any("left out" in note for note in found.notes)
    short = recorded(truth, 5e-4).between(0, 3.5)
    other = identify.fit_trajectory(start, short, ["joint.damping"], length=1.0, every=0.05)
    assert other.notes[0] == "record: the last 0.5 s make no whole piece and were left out"
    before, after = (found.errors[f"validation, {k}"]["q.arm"] for k in ("before", "fitted"))
    assert after < before


def test_names_of_parameters():
    rov = pl.load("bluerov")
    assert model_path(rov, "drag.X_|u|u") == "bodies.hull.drag.quadratic.0"
    assert model_path(rov, "drag.X_u|u|") == "bodies.hull.drag.quadratic.0"
    assert model_path(rov, "hull.drag.N_r") == "bodies.hull.drag.linear.5"
    assert model_path(rov, "added_mass.surge") == "bodies.hull.added_mass.0"
    assert model_path(rov, "D") == "parameters.D"
    remus = pl.load("remus100")
    assert model_path(remus, "added_mass.heave") == "bodies.hull.added_mass.Z_wdot"
    with pytest.raises(PelagosError, match="several bodies"):
        model_path(pl.load("double-pendulum"), "com.2")
    with pytest.raises(PelagosError, match="no such number"):
        model_path(rov, "drag.X_q_q")


@pytest.mark.parametrize(
    ("vehicle", "names"),
    [
        ("bluerov", ("drag.X_|u|u", "drag.N_r", "added_mass.surge", "D")),
        ("bluerov-heavy", ("drag.X_|u|u", "added_mass.yaw", "hull.inertia.2")),
        ("bluerov-pair", ("port.hull.drag.X_u", "connector.added_mass.sway", "port.a0")),
        ("bluerov-raft", ("r1c1.hull.drag.N_|r|r",)),
        ("remus100", ("drag.X_u|u|", "added_mass.heave")),
        ("rov-arm", ("hull.drag.X_u", "hull.added_mass.surge")),
        ("maarco", ("chassis.drag.ellipsoid.axial",)),
    ],
)
def test_fragments_bring_a_vehicle_to_its_fitted_values(tmp_path, vehicle, names):
    robot = pl.load(vehicle)
    paths = [model_path(robot, name) for name in names]
    values = [1.1 * value_at(robot, path) or 0.1 for path in paths]
    words = {}
    for path, value in zip(paths, values, strict=True):
        place(words, robot, path, value)
    (tmp_path / "fit.yaml").write_text(yaml.safe_dump(words))
    (tmp_path / "m.yaml").write_text(f"include: [{vehicle}, fit.yaml]\n")
    assert pl.load(tmp_path / "m.yaml") == robot.with_values(dict(zip(paths, values, strict=True)))


@pytest.mark.parametrize(
    ("free", "options", "said"),
    [
        ([], {}, "no parameter"),
        (["arm.mass", "mass"], {}, "named twice"),
        (["duration"], {}, "no number of the robot"),
        (["arm.mas"], {}, r"did you mean arm\.mass"),
        (["mass"], {"bounds": {"mass": (5, 6)}}, "outside 5 to 6"),
        (["mass"], {"bounds": {"com.2": (0, 6)}}, "not free"),
        (["mass"], {"outputs": ["q.leg"]}, "no channel 'q.leg'"),
        (["mass"], {"validation": 0.5}, "cannot be split"),
        (["mass"], {"inputs": "held"}, "there is no 'held'"),
        (["mass"], {"inputs": {"engine": "hold"}}, "no channel input.engine"),
    ],
)
def test_refusals(truth, free, options, said):
    with pytest.raises(PelagosError, match=said):
        identify.fit_trajectory(truth, recorded(truth), free, **options)


TURNER = """
name: turner
gravity: [0, 0, 9.81]
water: {density: 1000}
bodies:
  hull:
    joint: free
    mass: 12
    inertia: [0.2, 0.3, 0.35]
    buoyancy: {volume: 0.012, at: [0, 0, -0.02]}
    drag: {linear: [10, 12, 30, 0.4, 0.8, 0.5]}
actuators: {turn: {torque: {body: hull, direction: z, input: 1.2 + sin(2*t)}}}
duration: 6
"""


@pytest.mark.parametrize("wrapped", [False, True])
def test_headings_go_on_beyond_half_a_turn(wrapped):
    """In records that hold them within it and in those that do not, whole or in pieces."""
    robot = pl.loads(TURNER)
    run = pl.data.from_run(pl.simulate(robot, every=0.05, rtol=1e-9))
    t, rng = run.time("euler.hull.yaw"), np.random.default_rng(0)
    names = [f"position.hull.{a}" for a in "xyz"] + [f"euler.hull.{a}" for a in ANGLES]
    seen = {name: run[name] + rng.normal(0, 2e-3, len(t)) for name in names}
    assert np.ptp(seen["euler.hull.yaw"]) > 8.0
    if wrapped:
        seen["euler.hull.yaw"] = (seen["euler.hull.yaw"] + np.pi) % (2 * np.pi) - np.pi
    seen["input.turn"] = 1.2 + np.sin(2 * t)
    record = Recording("r", dict.fromkeys(seen, t), seen)
    for length in (None, 1.5):
        words = {"length": length, "inputs": "linear", "outputs": names}
        words["validation"] = 0.5 if length else record
        found = identify.fit_trajectory(robot, record, ["drag.N_r"], **words)
        assert found["drag.N_r"] == pytest.approx(0.5, abs=4 * found.sigma("drag.N_r"))
        assert found.sigma("drag.N_r") < 5e-3
        assert found.errors["train, fitted"]["euler.hull.yaw"] < 3e-3
        assert found.errors["train, before"]["euler.hull.yaw"] < 0.1
        assert found.errors["validation, fitted"]["euler.hull.yaw"] < 0.1


def test_campaign_is_as_planned_and_found_again():
    assert [len(campaign.plan(axis)) for axis in campaign.TRUTH] == [128, 61, 25]
    assert [len(set(campaign.plan(axis))) for axis in campaign.TRUTH] == [42, 20, 7]
    rng = np.random.default_rng(5)
    for axis, truth in campaign.TRUTH.items():
        fit = campaign.identify_axis(list(campaign.tow_runs(rng, axis)), axis)
        for name, value in zip(("c1", "c2"), truth, strict=True):
            low, high = fit.interval(name, 0.9999)
            assert low < value < high
    found = campaign.identify_thrusters(list(campaign.thruster_runs(rng)))
    assert found.thrust.alpha1 == pytest.approx(campaign.ALPHA[1], rel=0.1)
    pwm = np.linspace(1550, 1800, 6)
    truth = campaign.RATE[0] * (pwm - 1500) ** -campaign.RATE[1] + campaign.RATE[2]
    assert found.rate.predict(pwm) == pytest.approx(truth, rel=0.01)


def test_points_are_simulated_once(truth):
    pieces, _ = experiment.pieces(truth, recorded(truth), every=0.1)
    paths = ("bodies.arm.joint.damping", "bodies.arm.mass")
    points = np.array([[0.1, 1.2], [0.11, 1.2], [0.1, 1.3], [0.2, 1.2], [0.1, -1.0], [0.3, 1.0]])
    model = Prediction(pieces, paths, 1e-7)
    (first,) = model.run(points[:1])
    seen = model.run(points)
    assert model.evaluations == len(points)
    assert seen[0][0] is first[0]
    other = Prediction(pieces, paths, 1e-7)
    for point, motions in zip(points, seen, strict=True):
        (alone,) = other.run(point[None])
        np.testing.assert_array_equal(motions[0]["q.arm"], alone[0]["q.arm"])
    assert np.isnan(seen[4][0]["q.arm"]).all()  # no robot has such a mass
    assert all(np.isfinite(one[0]["q.arm"]).all() for k, one in enumerate(seen) if k != 4)

"""Noise signals: their statistics, who shares numbers with whom, and where they may stand."""

from __future__ import annotations

import math

import numpy as np
import pytest

import pelagos as pl

BODY = {"joint": {"prismatic": "x"}, "mass": 1, "inertia": [1, 1, 1]}
WHITE = {"noise": {"sigma": 2.0, "rate": 10, "offset": 1.0}}
FADING = {"noise": {"sigma": 3.0, "rate": 10, "tau": 2.0}}
LINES = {"noise": {"sigma": 3.0, "rate": 10, "tau": 2.0, "interpolation": "linear"}}
FAST = {"integrator": "rk4", "step": 0.05}


def motor(signal):
    return {"motor": {"joint": "cart", "input": signal}}


def robot(actuators, **more):
    words = {"name": "cart", "gravity": [0, 0, 0], "bodies": {"cart": BODY}}
    return pl.Robot(**words, actuators={n: motor(s) for n, s in actuators.items()}, **more)


def efforts(found, scenario=None, **more):
    """(time, actuator) in the middle between two drawings."""
    settings = {**FAST, "duration": 4.0, "every": 0.05, **more}
    run = pl.simulate(found, scenario, **settings)
    return run.arrays["actuation"][1::2]


def test_statistics_of_what_is_drawn():
    found = robot({"white": WHITE, "fading": FADING})
    x = efforts(found, duration=4000.0)
    white, fading = x[:, 0] - 1.0, x[:, 1]
    n = len(white)
    assert np.mean(white) == pytest.approx(0.0, abs=4 * 2.0 / math.sqrt(n))
    assert np.std(white) == pytest.approx(2.0, rel=0.02)
    for lag in (1, 2, 10):
        assert np.mean(white[lag:] * white[:-lag]) == pytest.approx(0.0, abs=4 * 4.0 / math.sqrt(n))
    few = 5.0 * 9.0 * math.sqrt(2.0 * 20.0 / n)  # 20 samples in a time constant
    for lag in (0, 1, 10, 40):
        stated = 9.0 * math.exp(-lag / 20.0)
        assert np.mean(fading[lag:] * fading[: n - lag]) == pytest.approx(stated, abs=few)
    # normally distributed: the share within one and two standard deviations
    for k, share in ((1, 0.6827), (2, 0.9545)):
        assert np.mean(np.abs(white) < 2.0 * k) == pytest.approx(share, abs=0.01)
    assert abs(np.corrcoef(white[:-1], np.diff(fading))[0, 1]) < 0.03


def test_it_is_old_from_the_start():
    found = robot({"fading": FADING, "lines": LINES})
    runs = pl.simulate_batch(
        found, n=1000, vary={"seed": range(1000)}, duration=0.15, every=0.05, **FAST
    )
    x = np.array([run.arrays["actuation"] for run in runs])
    assert np.std(x[:, 1, 0]) == pytest.approx(3.0, rel=0.08)
    # a line is half way between its ends at 0.05 s, and at the second one at 0.1 s
    end, half = x[:, 2, 1], x[:, 1, 1]
    begin = 2.0 * half - end
    assert [np.std(begin), np.std(end)] == pytest.approx([3.0, 3.0], rel=0.08)
    assert np.corrcoef(begin, end)[0, 1] == pytest.approx(math.exp(-0.05), abs=0.01)


def test_it_is_held_between_drawings_or_runs_along_lines():
    found = robot({"steps": {**FADING}, "lines": LINES})
    run = pl.simulate(found, duration=4.0, every=0.01, integrator="rk4", step=0.01)
    steps, lines = run.arrays["actuation"].T
    inner = steps[1:].reshape(-1, 10)
    np.testing.assert_array_equal(inner[:, :9], np.repeat(inner[:, :1], 9, axis=1))
    assert np.all(np.diff(inner[:, 0]) != 0.0)
    # straight, and without a jump where they meet
    bends = np.diff(lines[1:], 2)
    corner = np.arange(len(bends)) % 10 == 8
    assert np.abs(bends[~corner]).max() < 1e-12
    assert np.abs(bends[corner]).min() > 1e-4
    assert np.abs(np.diff(lines[1:])).max() < 0.3


def test_one_noise_changes_no_other():
    alone = efforts(robot({"a": WHITE}))
    beside = efforts(robot({"first": FADING, "a": WHITE, "b": WHITE}))
    np.testing.assert_array_equal(alone[:, 0], beside[:, 1])
    assert abs(np.corrcoef(beside[:, 1], beside[:, 2])[0, 1]) < 0.5
    assert np.all(beside[:, 1] != beside[:, 2])
    # nor does a sensor that draws
    unit = {"imu": {"body": "cart", "rate": 20, "gyro": {"noise": 1, "instability": 1}}}
    seen = efforts(robot({"a": WHITE}, sensors={"imu": unit}))
    np.testing.assert_array_equal(alone[:, 0], seen[:, 0])


def test_streams_and_seeds():
    shared = {"noise": {**WHITE["noise"], "stream": "gust"}}
    fixed = {"noise": {**WHITE["noise"], "seed": 7}}
    small = {"noise": {"sigma": 1.0, "rate": 10, "stream": "gust"}}
    words = {"a": shared, "b": small, "c": fixed, "d": WHITE}
    first, second = (efforts(robot(words, seed=seed)) for seed in (0, 1))
    np.testing.assert_allclose(first[:, 0] - 1.0, 2.0 * first[:, 1], rtol=1e-12)
    np.testing.assert_array_equal(first[:, 2], second[:, 2])
    assert np.all(first[:, 0] != second[:, 0])
    assert np.all(first[:, 3] != second[:, 3])
    other = {"noise": {"sigma": 1.0, "rate": 20, "stream": "gust"}}
    with pytest.raises(pl.PelagosError, match="another noise draws from the stream 'gust'"):
        robot({"a": shared, "b": other})


def test_inputs_of_scenarios_draw_what_the_actuator_drew():
    twice = {"noise": {**WHITE["noise"], "sigma": 4.0}}
    found = robot({"a": WHITE, "b": FADING}, scenarios={"loud": {"inputs": {"a": twice}}})
    own, loud = efforts(found), efforts(found, "loud")
    np.testing.assert_allclose(loud[:, 0] - 1.0, 2.0 * (own[:, 0] - 1.0), rtol=1e-12)
    np.testing.assert_array_equal(loud[:, 1], own[:, 1])
    other = robot(
        {"b": FADING},
        scenarios={"loud": {"actuators": {"a": motor(twice)}}},
    )
    np.testing.assert_array_equal(efforts(other, "loud")[:, ::-1], loud)


def test_batches_and_sessions_have_the_bits_of_a_run():
    found = robot({"a": WHITE, "b": FADING, "c": LINES})
    settings = {"duration": 2.0, "every": 0.1, **FAST}
    seeds = [3, 0, 5, 8, 2]
    runs = pl.simulate_batch(found, n=5, vary={"seed": seeds}, **settings)
    for seed, run in zip(seeds, runs, strict=True):
        alone = pl.simulate(found, set={"seed": seed}, **settings)
        for key in ("q", "u", "actuation"):
            np.testing.assert_array_equal(run.arrays[key], alone.arrays[key])
    sigmas = pl.simulate_batch(
        found, n=3, vary={"actuators.a.motor.input.noise.sigma": [1, 2, 0]}, **settings
    )
    own = pl.simulate(found, **settings)
    np.testing.assert_array_equal(sigmas[1].arrays["q"], own.arrays["q"])
    session = pl.Session(found, integrator="rk4", step=0.05)
    for k in range(1, 21):
        session.advance(float(own.arrays["time"][k]))
        np.testing.assert_array_equal(session.q, own.arrays["q"][k])


def test_an_event_may_look_at_what_noise_does():
    state = {"walk": {"rate": {"noise": {"sigma": 1.0, "rate": 10}}}}
    found = robot({}, states=state, events={"far": {"when": "abs(s[walk]) > 1", "stop": True}})
    run = pl.simulate(found, duration=100.0, integrator="dopri5")
    assert run.outcome.code == "stopped"
    walk = run.arrays["state"][:, 0]
    assert abs(walk[-1]) == pytest.approx(1.0, abs=1e-6)
    assert np.all(np.abs(walk[:-1]) < 1.0)


def test_a_current_has_the_acceleration_of_its_lines():
    """(m + A) du = (rho V + A) dc: a body of 1 kg in 1 kg of water is carried along with it."""
    gust = {"noise": {**LINES["noise"], "stream": "gust"}}
    water = {"density": 1000, "current": [gust, 0, 0]}
    wet = {"added_mass": [5.0, 0, 0, 0, 0, 0], "buoyancy": {"volume": 1e-3, "at": [0, 0, 0]}}
    words = {
        "name": "drifter",
        "gravity": [0, 0, 0],
        "water": water,
        "bodies": {"float": {**BODY, **wet}},
        "states": {"way": {"rate": gust}},  # of the water
    }
    run = pl.simulate(pl.Robot(**words), duration=3.0, every=0.02, integrator="rk4", step=0.02)
    t, q, way = run.arrays["time"], run.arrays["q"][:, 0], run.arrays["state"][:, 0]
    first = (way[1] - q[1]) / t[1]  # the current at the start, when the body was at rest
    np.testing.assert_allclose(q, way - first * t, atol=1e-12)
    assert np.ptp(run.arrays["u"]) > 1.0
    with pytest.raises(pl.PelagosError, match="add interpolation: linear"):
        pl.Robot(**{**words, "water": {**water, "current": [WHITE, 0, 0]}})


def test_modules_draw_their_own(tmp_path):
    (tmp_path / "cart.yaml").write_text(
        "name: cart\ngravity: [0, 0, 0]\n"
        "bodies: {cart: {joint: {prismatic: x}, mass: 1, inertia: [1, 1, 1]}}\n"
        "actuators: {a: {motor: {joint: cart, input: {noise: {sigma: 1, rate: 10}}}}}\n"
    )
    (tmp_path / "pair.yaml").write_text(
        "name: pair\nmodules: {one: {file: cart.yaml}, two: {file: cart.yaml}}\n"
    )
    x = efforts(pl.load(tmp_path / "pair.yaml"))
    assert x.shape[1] == 2
    assert np.all(x[:, 0] != x[:, 1])


def test_what_asks_about_a_state_takes_noise_as_zero():
    found = robot({"a": WHITE})
    np.testing.assert_allclose(pl.acceleration(found, [0.0], [0.0]), [1.0])
    linear = pl.linearize(found, [0.0], [0.0])
    np.testing.assert_allclose(linear.udot, [1.0])
    column = linear.states.index("noise:actuators.a")
    assert linear.A[1, column] == 2.0
    with pytest.raises(pl.PelagosError, match="a prescribed motion cannot be noise"):
        pl.Robot(
            name="x",
            bodies={"cart": BODY},
            actuators={"a": {"motion": {"joint": "cart", "input": LINES}}},
        )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"sigma": -1, "rate": 1}, "noise.sigma: the value -1 is below 0"),
        ({"sigma": 1}, "noise.rate: this key is required"),
        ({"sigma": 1, "rate": 0}, "noise.rate: the value 0 is not positive"),
        ({"sigma": 1, "rate": 1e6}, "1e+06 Hz is more than 20000 Hz"),
        ({"sigma": 1, "rate": 1, "tau": 0}, "noise.tau: the value 0 is not positive"),
        ({"sigma": 1, "rate": 1, "seed": 1.5}, "1.5 is no seed"),
        ({"sigma": 1, "rate": 1, "interpolation": "cubic"}, "noise.interpolation"),
    ],
)
def test_what_makes_no_sense_is_refused(words, said):
    with pytest.raises(pl.PelagosError) as refused:
        robot({"a": {"noise": words}})
    assert said in str(refused.value)
    assert "actuators.a.motor.input" in str(refused.value)

"""The navigation filter of `examples/`: its derivatives, its integration, and whether it is honest.

Nothing of the filter is part of the package; that its squares lie in their bands says that sensors
have the noise that their readings state.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import pelagos as pl

EXAMPLES = Path(__file__).parents[2] / "examples"
TURNED = Rotation.from_euler("zyx", [0.7, -0.3, 0.2]).as_matrix()
ARM, AXES = np.array([0.3, -0.2, 0.5]), Rotation.from_euler("zyx", [0.8, 0.1, -0.4]).as_matrix()
GYRO, ACCEL = np.array([0.3, -0.5, 0.4]), np.array([1.0, -2.0, -9.0])


@pytest.fixture(scope="module")
def example():
    """The script, as a module."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(EXAMPLES)
        yield importlib.import_module("navigate_remus")
    for name in [n for n in sys.modules if n.split(".")[0] in ("navigate_remus", "navigation")]:
        del sys.modules[name]


@pytest.fixture(scope="module")
def survey(example):
    """Its runs of the first 40 s, by seed, for all tests."""
    robot, runs = pl.loads(example.MODEL), {}

    def run(seed: int) -> pl.Result:
        if seed not in runs:
            runs[seed] = pl.simulate(robot, duration=40, every=1, set={"seed": seed})
        return runs[seed]

    return run


@pytest.fixture(scope="module")
def navigated(example, survey):
    """These runs, as the filter sees them."""
    return {seed: example.navigate(survey(seed), seed) for seed in (1, 2, 3)}


def begun(example: Any, error: np.ndarray) -> Any:
    """A filter at a state that is off a fixed one by an error."""
    R = TURNED @ Rotation.from_rotvec(error[6:9]).as_matrix()
    p, v = np.array([3.0, -2.0, 8.0]) + error[:3], np.array([1.0, 0.5, -0.2]) + error[3:6]
    found = example.ErrorStateFilter(p, v, R, np.eye(15), np.zeros(15), np.array([0.0, 0.0, 9.81]))
    found.bg, found.ba = 0.01 + error[9:12], 0.05 + error[12:]
    return found


def difference(a: Any, b: Any) -> np.ndarray:
    """The errors of b as seen from a."""
    turned = Rotation.from_matrix(a.R.T @ b.R).as_rotvec()
    return np.r_[b.p - a.p, b.v - a.v, turned, b.bg - a.bg, b.ba - a.ba]


def central(function: Any) -> np.ndarray:
    """Derivatives of a function of the 15 errors, by columns."""
    step = 1e-5
    columns = [(function(step * row) - function(-step * row)) / (2 * step) for row in np.eye(15)]
    return np.stack(columns, axis=1)


def test_errors_go_on_as_the_transition_says(example):
    """It is of first order in dt: what is left shrinks with dt^2."""

    def left(dt):
        def moved(error):
            found = begun(example, error)
            found.predict(GYRO, ACCEL, dt)
            return found

        still = begun(example, np.zeros(15))
        F = still.transition(GYRO - still.bg, ACCEL - still.ba, dt)
        exact = central(lambda error: difference(moved(np.zeros(15)), moved(error)))
        assert np.abs(F - np.eye(15)).max() > 5 * dt  # there is something to compare
        return np.abs(F - exact).max()

    assert left(0.01) < 1e-3
    assert left(0.02) / left(0.01) == pytest.approx(4.0, rel=0.05)


@pytest.mark.parametrize("aid", ["log", "press", "ahrs"])
def test_readings_change_with_errors_as_their_derivatives_say(example, aid):
    expected = example.AIDS[aid][1]

    def read(error):
        return expected(begun(example, error), GYRO, ARM, AXES)[0]

    _, H = expected(begun(example, np.zeros(15)), GYRO, ARM, AXES)
    np.testing.assert_allclose(H, central(read), atol=1e-8)


def test_expected_readings_are_those_of_sensors(example, survey):
    """At the true state: within six standard deviations each, unbiased in the mean."""
    run = survey(1)
    time, p, v, R = example.truth(run)
    imu, home = run.readings("imu"), run.robot.sensors["imu"].law.at
    queue = example.arrivals(run, tuple(example.AIDS), 1.0)
    offs: dict[str, list] = {name: [] for name in example.AIDS}
    for k, t in enumerate(time[:-1]):
        at = example.ErrorStateFilter(p[k], v[k], R[k], None, None, None)
        w = imu["gyro"][np.argmin(np.abs(imu.time - t))]
        for name, read, variances in queue[round(t, 9)]:
            place = run.robot.sensors[name].law.at
            arm, axes = home.R.T @ (place.p - home.p), home.R.T @ place.R
            off = read - example.AIDS[name][1](at, w, arm, axes)[0]
            off = (off + np.pi) % (2 * np.pi) - np.pi
            offs[name].append(off / np.sqrt(variances))
    for found in offs.values():
        assert np.abs(found).max() < 6
        assert np.abs(np.mean(found, axis=0)).max() < 4 / np.sqrt(len(found))


def quiet(robot: pl.Robot, less: float, rate: float) -> pl.Robot:
    """The same with all errors of sensors so much smaller: gains of the filter stay as they are."""
    values = {"sensors.imu.imu.rate": rate}
    for place, words in {
        "imu.imu.gyro": ("noise", "instability", "bias"),
        "imu.imu.accelerometer": ("noise", "instability", "bias"),
        "log.dvl": ("noise",),
        "press.depth": ("noise", "resolution"),
        "ahrs.compass.heading": ("noise",),
        "ahrs.compass.level": ("noise",),
    }.items():
        name, _, *rest = place.split(".")
        law: Any = robot.sensors[name].law
        for key in rest:
            law = getattr(law, key)
        for word in words:
            values[f"sensors.{place}.{word}"] = less * getattr(law, word)
    return robot.with_values(values)


def test_without_noise_it_follows_the_truth(example):
    """To the error of the integration, which is of second order in the step of the unit."""
    robot, off = pl.loads(example.MODEL), []
    for rate in (50.0, 100.0):
        silent = quiet(robot, 1e-7, rate)
        run = pl.simulate(silent, duration=20, every=1, rtol=1e-10, atol=1e-12)
        errors, _ = example.navigate(run, 1, start=1e-7 * example.START)
        off.append(np.abs(errors["error"]).max(axis=0))
    assert off[1].max() < 1e-4
    ratio = np.linalg.norm(off[0][:6]) / np.linalg.norm(off[1][:6])
    assert ratio == pytest.approx(4.0, rel=0.15)


def test_biases_begin_with_the_variance_that_it_is_told(example):
    """Those of 300 units: first readings without white noise, about their mean, which is true."""
    robot = pl.loads(example.MODEL)
    parts = ("gyro", "accelerometer")
    silent = robot.with_values({f"sensors.imu.imu.{part}.noise": 1e-12 for part in parts})
    seeds = {"seed": list(range(300))}
    batch = pl.simulate_batch(silent, vary=seeds, duration=0.02, keep=["imu"])
    found = batch.readings("imu").values[:, 0, :6].var(axis=0).reshape(2, 3).mean(axis=1)
    law = robot.sensors["imu"].law
    told = [example.bias_of(getattr(law, part), 1.0)[0] for part in parts]
    np.testing.assert_allclose(found, told, rtol=4 * np.sqrt(2 / 900))


def test_it_is_honest(example, navigated):
    runs = list(navigated.values())
    judged = {name: (mean, band) for name, mean, band in example.judged(runs)}
    assert len(judged) == 5
    for name, (mean, (low, high)) in judged.items():
        assert low < mean < high, name
    for errors, _ in runs:
        assert np.abs(errors["error"]).max() < 0.5
        assert (np.abs(errors["error"]) < 4.5 * errors["sigma"]).all()


def test_it_is_found_out_when_its_gyroscopes_are_not_as_told(example, survey, monkeypatch):
    """By its errors: readings of the compass have so much noise that innovations hide it."""
    true = example.begin

    def begin(*words):
        found = true(*words)
        found.noise[6:9] *= 1e-4
        return found

    monkeypatch.setattr(example, "begin", begin)
    runs = [example.navigate(survey(seed), seed) for seed in (1, 2, 3)]
    *_, (_, mean, (_, high)) = example.judged(runs)
    assert mean > 1.5 * high


@pytest.mark.parametrize("claim", [1 / 3, 3.0])
def test_it_is_found_out_when_told_wrong_noise(example, survey, claim):
    """The mean NIS of the log goes with the inverse square of what it is told, about."""
    _, nis = example.navigate(survey(1), 1, claim=claim)
    low, high = example.band(3, len(nis["log"]))
    mean = nis["log"][:, 1].mean()
    assert mean > 5 * high if claim < 1 else mean < 0.2 * low
    low, high = example.band(3, len(nis["ahrs"]))
    assert low < nis["ahrs"][:, 1].mean() < high  # the one that is told the truth is not blamed


def test_the_picture(example, survey, navigated, tmp_path):
    without, _ = example.navigate(survey(1), 1, aids=("press", "ahrs"))
    found = navigated[1]
    assert np.abs(without["error"][-1, :2]).max() > 10 * np.abs(found[0]["error"][-1, :2]).max()
    example.draw(tmp_path / "survey.png", survey(1), *found, without)
    assert (tmp_path / "survey.png").stat().st_size > 10_000

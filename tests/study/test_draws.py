"""What studies draw that is more than one number: fits with their covariance, currents."""

from __future__ import annotations

import json

import numpy as np
import pytest
from scipy import stats

import pelagos as pl
from pelagos import identify
from pelagos.data.recording import Recording
from pelagos.study.design import design
from pelagos.study.reading import Study
from tests.study.conftest import WEIGHT

PATHS = ["bodies.weight.mass", "parameters.resistance", "gravity.2"]
MEAN = [5.0, 40.0, -9.81]
COVARIANCE = [[0.04, 0.3, 0.0], [0.3, 4.0, 0.0], [0.0, 0.0, 0.0]]


def fit(**more):
    """As `pelagos identify run --json` prints it: mass and resistance together, gravity held."""
    found = identify.Estimate(
        "a fit", ("mass", "k", "g"), ("", "", ""), np.array(MEAN), np.array(COVARIANCE), 10,
        np.zeros(3),
    )  # fmt: skip
    return found.to_dict() | {"paths": PATHS} | more


def words(**more):
    return {"robot": "weight.yaml", "runs": 4000, "metrics": {"v": {"final": "u.weight"}}} | more


def test_covariance_of_a_fit(folder):
    """Sample mean and covariance within five standard errors; what is held has one value."""
    (folder / "fit.json").write_text(json.dumps(fit()))
    study = Study.of(words(correlated=[{"file": "fit.json"}]))
    assert study.words.paths == PATHS
    drawn = np.array(list(design(study.words).values()))
    assert set(drawn[2]) == {-9.81}
    deviation, n = np.sqrt(np.diag(COVARIANCE)), drawn.shape[1]
    assert np.all(np.abs(drawn.mean(axis=1) - MEAN) <= 5 * deviation / np.sqrt(n))
    scale = np.outer(deviation, deviation) * np.sqrt(2 / n)
    assert np.all(np.abs(np.cov(drawn) - COVARIANCE) <= 5 * scale)
    # the folder needs the file no more
    pl.sweep(words(runs=2, correlated=[{"file": "fit.json"}]), "out")
    (folder / "fit.json").unlink()
    assert pl.open_study("out").study.words.correlated[0].mean == tuple(MEAN)


@pytest.mark.parametrize(
    ("paths", "found"),
    [
        (["k", "mass"], ["parameters.resistance", "bodies.weight.mass"]),
        (["bodies.weight.mass"], ["bodies.weight.mass"]),
        ({"mass": "water.density"}, ["water.density"]),
    ],
)
def test_some_of_a_fit(folder, paths, found):
    (folder / "fit.json").write_text(json.dumps(fit()))
    [group] = Study.of(words(correlated=[{"file": "fit.json", "paths": paths}])).words.correlated
    assert list(group.paths) == found
    assert group.covariance[0][0] == (4.0 if "k" in paths else 0.04)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"file": "none.json"}, "no such file"),
        ({"file": "list.json"}, "no identification"),
        ({"file": "bare.json"}, "does not say where mass stands"),
        ({"file": "fit.json", "paths": ["mas"]}, "no 'mas'"),
        ({"file": "fit.json", "mean": [1]}, "comes from the file"),
        ({"file": "fit.json", "paths": 3.5}, "paths of a fit cannot be a number"),
        ({"file": "odd.json"}, "no identification"),
        ({"file": "lost.json"}, "no identification"),
        ({"file": "."}, "is a folder"),
    ],
)
def test_refused_fits(folder, given, said):
    (folder / "odd.json").write_text(json.dumps({**fit(), "paths": 7}))
    (folder / "lost.json").write_text(json.dumps({**fit(), "covariance": [[{}, 1], [1, 1]]}))
    (folder / "list.json").write_text("[1]")
    (folder / "fit.json").write_text(json.dumps(fit()))
    (folder / "bare.json").write_text(json.dumps(fit(paths=[])))
    with pytest.raises(pl.ModelError, match=said):
        Study.of(words(correlated=[given]))


def test_fit_of_motion_says_where_its_parameters_are(folder):
    """The whole way: a record, a fit, its JSON, draws around what was fitted."""
    run = pl.simulate("weight.yaml", duration=1, every=0.05)
    speed = run.arrays["u"][:, 0] + np.random.default_rng(0).normal(0, 1e-3, len(run))
    record = Recording("fall", {"u.weight": run.arrays["time"]}, {"u.weight": speed})
    found = identify.fit_trajectory("weight.yaml", [record], ["parameters.resistance"])
    (folder / "fit.json").write_text(json.dumps(found.to_dict()))
    [group] = Study.of(words(correlated=[{"file": "fit.json"}])).words.correlated
    assert group.paths == ("parameters.resistance",)
    assert group.mean[0] == found["parameters.resistance"] == pytest.approx(40, rel=0.05)
    assert group.covariance[0][0] == found.covariance[0, 0] > 0


def test_random_current():
    """The speed as asked for, from all sides alike."""
    current = {"speed": {"triangular": [0.1, 0.2, 0.5]}}
    study = Study.of(
        {"robot": "remus100", "runs": 2000, "current": current, "metrics": {"t": {"final": "time"}}}
    )
    drawn = design(study.words)
    x, y = drawn["water.current.0"], drawn["water.current.1"]
    assert stats.kstest(np.hypot(x, y), stats.triang(0.25, 0.1, 0.4).cdf).pvalue > 0.01
    heading = np.arctan2(y, x) % (2 * np.pi)
    assert stats.kstest(heading, stats.uniform(0, 2 * np.pi).cdf).pvalue > 0.01
    assert study.words.inputs == {"current": ["current.speed", "current.heading"]}


def test_drifting_with_a_random_current(folder):
    """Free in the plane without gravity, a body takes on the velocity of the water."""
    text = WEIGHT.replace(
        "joint: {prismatic: -z}", "joint: free\n    added_mass: [1, 1, 1, 1, 1, 1]"
    )
    text = text.replace("[0, 0, resistance, 0, 0, 0]", "[40, 40, 40, 1, 1, 1]")
    text = text.replace("actuators:\n  pull: {motor: {joint: weight}}\n", "gravity: [0, 0, 0]\n")
    (folder / "drift.yaml").write_text(
        text.replace("drag: {", "drag: {linear: [50, 50, 50, 1, 1, 1], ")
    )
    given = {
        "robot": "drift.yaml",
        "runs": 4,
        "duration": 10,
        "current": {"speed": {"uniform": [0.2, 0.4]}, "heading": {"normal": ["90 deg", 0.1]}},
        "metrics": {"x": {"final": "velocity.weight.x"}, "y": {"final": "velocity.weight.y"}},
    }
    data = pl.sweep(given, "out").dataset
    np.testing.assert_allclose(data.x, data["water.current.0"], atol=1e-6)
    np.testing.assert_allclose(data.y, data["water.current.1"], atol=1e-6)
    assert np.all(data.y > 0.15)


def test_refused_currents(folder):
    (folder / "own.yaml").write_text(
        WEIGHT + "scenarios:\n  storm: {water: {current: [1, 0, 0]}, parameters: {resistance: 9}}\n"
    )
    (folder / "bad.yaml").write_text(
        """\
robot: own.yaml
scenario: storm
runs: 3
current: {speed: {uniform: [0, 1]}, heading: {grid: [1, 2]}}
metrics: {v: {final: u.weight}}
"""
    )
    with pytest.raises(pl.ModelError, match="a random current has no grid") as caught:
        Study.read("bad.yaml")
    assert [p.line for p in caught.value.problems] == [4]
    speed = {"speed": {"uniform": [0, 1]}}
    with pytest.raises(pl.ModelError, match=r"vary scenarios\.storm\.water\.current\.0"):
        Study.of(words(robot="own.yaml", scenario="storm", current=speed))
    grid = {"parameters.resistance": {"grid": [1, 2]}}
    with pytest.raises(pl.ModelError, match=r"vary scenarios\.storm\.parameters"):
        Study.of(words(robot="own.yaml", scenario="storm", factors=grid))

"""Stop conditions of studies: when they act, what is kept, what is refused."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.study.reading import Study
from pelagos.study.summary import Summary

FALL = {
    "robot": "weight.yaml",
    "set": {"parameters.resistance": 0},
    "duration": 2,
    "every": 0.01,
    "rtol": 1e-9,
    "factors": {"gravity.2": {"grid": [-2, -5, -9.81]}},
    "metrics": {
        "depth": {"max": "-position.weight.z"},
        "deep": {"stopped": "deep"},
        "fast": {"stopped": "fast"},
        "ended": {"stopped": "any"},
    },
    "histories": {"quantities": {"speed": "u.weight"}},
}


def test_runs_end_where_a_condition_holds(folder):
    """Free fall: depth g t^2 / 2 and speed g t, so the first of two conditions is known."""
    stop = {"deep": "pos[weight.z] < -8.5", "fast": "u[weight] >= 9.3"}
    study = pl.sweep(FALL | {"stop": stop}, "out")
    data = study.dataset
    g = -data["gravity.2"].values
    ends = np.stack([np.sqrt(17 / g), 9.3 / g, np.full(3, 2.0)])
    names = np.array(["deep", "fast", ""])[ends.argmin(axis=0)]
    assert set(names) == {"deep", "fast", ""}
    np.testing.assert_array_equal(data.stopped_by, names)
    np.testing.assert_array_equal(data.outcome, np.where(names == "", "finished", "stopped"))
    # located to the tolerance of the march
    np.testing.assert_allclose(data.outcome_time, ends.min(axis=0), rtol=1e-7)
    np.testing.assert_array_equal(data.deep, names == "deep")
    np.testing.assert_array_equal(data.fast, names == "fast")
    np.testing.assert_array_equal(data.ended, names != "")
    # samples up to the end, and none after it
    last = np.floor(ends.min(axis=0) / 0.01 + 1e-9) * 0.01
    np.testing.assert_allclose(data.depth, g * last**2 / 2, rtol=1e-7)
    known = np.isfinite(data.speed.values)
    np.testing.assert_array_equal(known, data.time.values[None] <= last[:, None] + 1e-9)
    assert study.failures() == {}
    for run in range(3):
        np.testing.assert_array_equal(
            study.study.metrics.of(study.rerun(run)),
            [float(data[name][run]) for name in study.metric_names],
        )


def test_report_of_stop_conditions(folder):
    stop = {"deep": "pos[weight.z] < -8.5", "fast": "u[weight] >= 9.3"}
    study = pl.sweep(FALL | {"stop": stop}, "out")
    said = {output.name: output.said for output in Summary(study).outputs}
    assert said["deep"] == "1 if the condition deep ended the run, else 0"
    assert said["ended"] == "1 if any condition ended the run, else 0"
    assert "the condition fast" in study.report("stops.html", worst=0).read_text()


def test_beside_the_stop_of_the_model(folder):
    words = FALL | {"set": FALL["set"] | {"stop.when": "t > 1"}, "stop": "u[weight] > 9"}
    metrics = {"own": {"stopped": "stop condition"}, "here": {"stopped": "stop"}}
    data = pl.sweep(words | {"metrics": metrics}, "out").dataset
    np.testing.assert_array_equal(data.own, [1, 1, 0])
    np.testing.assert_array_equal(data.here, [0, 0, 1])


@pytest.mark.parametrize("stop", [{"when": "t > 0.5"}, "t > 0.5", {"late": "t > 0.5"}])
def test_forms(folder, stop):
    study = Study.of({k: v for k, v in FALL.items() if k != "metrics"} | {"stop": stop})
    assert list(study.robot.events) == (["late"] if "late" in stop else ["stop"])


BAD = """\
robot: weight.yaml
runs: 3
metrics:
  a: {stopped: depe}
stop:
  deep: pos[hull.z] < -9
  slow: u[weight < 0
  near: {distance: [weight, world]}
"""


def test_all_problems_at_once(folder):
    (folder / "bad.yaml").write_text(BAD)
    with pytest.raises(pl.ModelError) as caught:
        Study.read("bad.yaml")
    assert sorted(p.line for p in caught.value.problems) == [4, 6, 7, 8]
    with pytest.raises(pl.ModelError, match="nothing stops a run"):
        Study.of({"robot": "weight.yaml", "runs": 1, "metrics": {"a": {"stopped": "any"}}})

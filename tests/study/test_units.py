"""Units of metrics, histories and factors: where they are known, and that they are not guessed."""

from __future__ import annotations

import pytest

import pelagos as pl
from pelagos.model.paths.units import unit_of_path
from pelagos.result.quantities.units import parsed, written
from pelagos.study.reading import Study
from pelagos.study.summary import Summary

UNITS = {
    "way": ({"max": "q.weight"}, "m"),
    "speed": ({"final": "u[weight]"}, "m/s"),
    "push": ({"mean": "udot.weight"}, "m/s2"),
    "drift": ({"final": "sqrt(position.weight.x^2 + (position.weight.y - 0.76)^2)"}, "m"),
    "depth": ({"max": "abs(-position.weight.z)"}, "m"),
    "steps": ({"integral": "position.weight.x"}, "m s"),
    "swept": ({"integral": "angular_velocity.weight.x"}, "rad"),
    "power": ({"max": "actuation.pull * u.weight"}, "N m/s"),
    "heading": ({"final": "atan2(position.weight.y, position.weight.x)"}, "rad"),
    "late": ({"when": "t > 1"}, "s"),
    "spent": ({"energy": "pull"}, "J"),
    "ratio": ("spent / way", "J/m"),
    "share": ("way / (way + depth)", ""),
    "degrees": ({"max": "57.3 * euler.weight.roll"}, ""),  # a factor may have any unit
    "odd": ({"max": "position.weight.x + u.weight"}, ""),
    "root": ({"max": "sqrt(position.weight.x)"}, ""),
}


@pytest.fixture
def words():
    return {
        "robot": "weight.yaml",
        "runs": 4,
        "duration": 0.5,
        "factors": {
            "bodies.weight.mass": {"uniform": [1, 2]},
            "water.density": {"uniform": [990, 1030]},
            "gravity.2": {"uniform": [-10, -9]},
            "parameters.resistance": {"uniform": [30, 40]},
        },
        "current": {"speed": {"uniform": [0, 0.1]}},
        "initial": {"u[weight]": {"uniform": [0, 0.1]}},
        "metrics": {name: metric for name, (metric, _) in UNITS.items()},
        "histories": {"variables": ["q"], "quantities": {"sink": "-position.weight.z"}},
    }


def test_metrics(folder, words):
    assert Study.of(words).metrics.units == {name: unit for name, (_, unit) in UNITS.items()}


def test_where_they_are_shown(folder, words):
    few = {name: UNITS[name][0] for name in ("speed", "spent")}
    study = pl.sweep(words | {"metrics": few}, "out")
    assert study.dataset["speed"].attrs == {"units": "m/s"}
    assert study.dataset["sink"].attrs == {"units": "m"}
    summary = Summary(study)
    assert list(summary.labels.values()) == [
        "bodies.weight.mass (kg)",
        "water.density (kg/m3)",
        "gravity.2 (m/s2)",
        "parameters.resistance",
        "water.current.0 (m/s)",
        "water.current.1 (m/s)",
        "u[weight] (m/s)",
    ]
    assert summary.to_dict()["outputs"]["spent"]["unit"] == "J"
    text = study.report("page.html", worst=0).read_text()
    assert "water.density (kg/m3)" in text
    assert "see coordinate_unit" not in text


def test_of_a_model(folder):
    robot = pl.load("weight.yaml")
    assert unit_of_path(robot, "bodies.weight.at.position.0", 0.1) == "m"
    assert unit_of_path(robot, "bodies.nothing.mass", 0.1) == ""
    assert unit_of_path(robot, "parameters.resistance", 40.0) == ""


@pytest.mark.parametrize("text", ["m", "m/s2", "kg m2/s", "N m", "1/s", "J/kg"])
def test_written_as_read(text):
    assert written(parsed(text)) == text
    assert parsed("see speed_unit") is None
    assert parsed("m or rad") == parsed("") is None

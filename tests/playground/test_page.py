"""Pages that simulate: what sliders change, and what is refused. The browser has its own tests."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

import pelagos as pl
from pelagos.playground import Knob, write_playground
from pelagos.playground.rows import rows_of


def facts_of(page):
    text = page.read_text(encoding="utf-8")
    return json.loads(re.search(r'id="facts">(.*?)</script>', text, re.S)[1])


def numbers_at(facts, positions):
    """As the page puts them together."""
    found = np.array(facts["base"])
    for table in facts["tables"]:
        sizes = [len(facts["sliders"][s]["values"]) for s in table["sliders"]]
        row = np.ravel_multi_index([positions[s] for s in table["sliders"]], sizes)
        found[table["places"]] = table["rows"][row]
    return found


def test_numbers_of_every_combination_are_those_of_the_robot(tmp_path):
    """Mass and length both change inertias, the angle only the start: two tables."""
    sliders = [
        Knob("parameters.length", 0.5, 1.5, 3),
        Knob("initial.upper.angle", 0.5, 2.5, 5),
        Knob("parameters.mass", 1.0, 2.0, 2),
    ]
    page = write_playground("double-pendulum", tmp_path / "a.html", sliders, duration=1)
    facts = facts_of(page)
    assert sorted(t["sliders"] for t in facts["tables"]) == [[0, 2], [1]]
    robot, layout = pl.load("double-pendulum"), facts["layout"]
    for positions in ([0, 0, 0], [2, 4, 1], [1, 2, 0], [2, 0, 1]):
        values = {s.path: [s.values[k]] * 2 for s, k in zip(sliders, positions, strict=True)}
        found = numbers_at(facts, positions)
        start = found[layout["start"] : layout["stops"]]
        varied = robot.with_values({path: v[0] for path, v in values.items()})
        np.testing.assert_allclose(start[:2], varied.initial_state()[0], rtol=0, atol=1e-15)
        # corners are far ends of rods as long as the robot's
        corners = found[layout["corners"] :].reshape(-1, 3)
        assert np.abs(corners).max() == pytest.approx(sliders[0].values[positions[0]], rel=0.1)
    rows = rows_of(robot, None, {s.path: s.values for s in sliders}, [1, 2, 0], 1.0, None)
    assert len(rows.base) == layout["end"]


def test_sliders_begin_at_the_robots_own_values(tmp_path):
    page = write_playground(
        "double-pendulum", tmp_path / "a.html", [Knob("bodies.lower.mass", 0.2, 1.4, 13)]
    )
    (slider,) = facts_of(page)["sliders"]
    assert slider["values"][slider["at"]] == pytest.approx(1.0)
    assert slider["unit"] == "kg"


def test_names_cannot_break_out_of_the_page(tmp_path):
    robot = pl.Robot(
        name="</script><script>alert(1)</script>",
        bodies={"rod": {"joint": {"revolute": "y"}, "mass": 1, "inertia": [1, 1, 1]}},
    )
    page = write_playground(robot, tmp_path / "a.html", [], duration=1)
    assert "<script>alert" not in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("robot", "scenario", "sliders", "words"),
    [
        ("remus100", "waypoints", [], "controllers"),
        ("double-pendulum", None, [Knob("parameters.length", 0.5, 1, 3)] * 2, "given twice"),
        ("double-pendulum", None, [Knob("parameters.lenght", 0.5, 1, 3)], "lenght"),
        ("maarco", "yaw", [Knob("parameters.rho", 0, 1000, 3)], "which parts"),
    ],
)
def test_refusals(tmp_path, robot, scenario, sliders, words):
    with pytest.raises(pl.PelagosError, match=words):
        write_playground(robot, tmp_path / "a.html", sliders, scenario)
    assert not (tmp_path / "a.html").exists()


def test_bad_sliders():
    with pytest.raises(pl.PelagosError, match="no range"):
        Knob("a", 1, 1)
    with pytest.raises(pl.PelagosError, match="give 2 to"):
        Knob("a", 0, 1, 1)


def test_too_many_combinations(tmp_path):
    many = [Knob(path, 0.5, 1.5, 101) for path in ("parameters.length", "parameters.mass")]
    with pytest.raises(pl.PelagosError, match="10201 positions together"):
        write_playground("double-pendulum", tmp_path / "a.html", many, duration=1)

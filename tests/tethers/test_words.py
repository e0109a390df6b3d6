"""What is refused, with numbers and a remedy."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import pelagos as pl
from pelagos.errors import ModelError, PelagosError
from pelagos.model.checks.start_notes import start_notes
from pelagos.run.sensitivities import with_smooth_steps
from tests.tethers.lines import line, robot

REFUSED = {
    "short": ({"length": 4}, "5 m apart at the start, the line is 4 m"),
    "EA": ({"EA": -5}, "-5 is not positive"),
    "stiff": ({"EA": 1e15}, "1e+15 N is more than 1e+10 N"),
    "zero": ({"segments": 0}, "0 segments; a tether has 2 to 200"),
    "many": ({"segments": 100000}, "100000 segments"),
    "half": ({"segments": 2.5}, "2.5 is no whole number"),
    "diameter": ({"diameter": 0}, "0 is not positive"),
    "nobody": ({"between": ["world", "c"]}, "there is no such body"),
    "world": ({"between": ["world", "world"]}, "both ends are in the world"),
    "damping": ({"damping": -1}, "-1 is below 0"),
    "shortest": ({"shortest": 2}, "for a line on a winch"),
    "long": ({"shortest": 20, "winch": 0.1}, "no less than the length"),
    "density": ({"line_density": 0}, "0 is not positive"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(case):
    words, message = REFUSED[case]
    with pytest.raises(ModelError) as caught:
        robot(line(**words))
    assert message in str(caught.value)
    assert "tethers" in str(caught.value)


def test_a_line_may_begin_stretched():
    assert robot(line(length=4, stretched=True))


def test_weight_needs_gravity():
    with pytest.raises(ModelError, match="a weight needs gravity"):
        robot(line(weight=1), gravity=[0, 0, 0])


def test_info_tells_it():
    (told,) = robot(line()).elements["line"].told()
    assert told == "tether between world and b, 10 m in 10 segments, EA 100000 N"


def test_scenarios_are_checked_too():
    made = robot(line(), scenarios={"far": {"initial": {"b": {"position": [0, 0, -12]}}}})
    with pytest.raises(ModelError, match="12 m apart"):
        made.resolved("far")
    assert isinstance(made, pl.Robot)


def test_steps_of_the_linearly_implicit_method_are_not_differentiated():
    asked = SimpleNamespace(settings=SimpleNamespace(integrator="ros34pw2"))
    with pytest.raises(PelagosError, match="steps of ros34pw2 are not differentiated"):
        with_smooth_steps(asked)


@pytest.mark.parametrize(("water", "high"), [({"density": 1000}, True), ({"density": 1.2}, False)])
def test_ends_above_the_surface_are_told(water, high):
    """The first end is on the surface, the second 2 m above; in air there is no surface."""
    notes = start_notes(robot(line(), (3, 0, 2), water=water))
    assert len(notes) == high
    assert all("`to` starts 2 m above the water" in note for note in notes)
    assert start_notes(robot(line(), (3, 0, -2), water=water)) == []


def test_a_seabed_that_is_nowhere_is_refused():
    words = line(seabed={"friction": 0.3})
    assert robot(words, water={"depth": 30}, gravity=[0, 0, -9.81]).elements
    deep = {"description": "d", "water": {"depth": 30}}
    assert robot(words, water={"density": 1000}, scenarios={"deep": deep}, gravity=[0, 0, -9.81])
    with pytest.raises(ModelError, match="there is no seabed"):
        robot(words, water={"density": 1000})

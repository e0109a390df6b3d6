"""Words of lines that are paid out, and what is refused."""

from __future__ import annotations

import copy

import pytest
from click.testing import CliRunner

from pelagos.cli.show.info import command
from pelagos.errors import ModelError
from pelagos.model import Robot

WORDS = {
    "name": "winch",
    "bodies": {
        "boat": {"joint": "free", "mass": 50, "inertia": [4, 5, 6], "water": True},
        "load": {
            "parent": "boat",
            "joint": {
                "prismatic": "-z",
                "limits": [-1, 20],
                "payout": {"line_density": "500 g/m", "length": "150 cm", "supply": "12 kg"},
            },
            "mass": 2,
            "inertia": [0.1, 0.1, 0.1],
        },
    },
}


def changed(**joint):
    words = copy.deepcopy(WORDS)
    words["bodies"]["load"]["joint"].update(joint)
    return words


def refused(words):
    with pytest.raises(ModelError) as error:
        Robot(**words)
    return str(error.value)


def test_units_defaults_and_the_way_back():
    robot = Robot(**WORDS)
    payout = robot.bodies["load"].joint.payout
    assert (payout.line_density, payout.length, payout.supply) == (0.5, 1.5, 12.0)
    assert payout.feed == "driven"
    assert Robot(**robot.to_dict()) == robot
    other = robot.with_values({"bodies.load.joint.payout.feed": "pulled"})
    assert other.bodies["load"].joint.payout.feed == "pulled"
    assert other != robot


def test_only_prismatic_joints_pay_out():
    words = copy.deepcopy(WORDS)
    words["bodies"]["load"]["joint"] = {"revolute": "y", "payout": {"line_density": 1}}
    said = refused(words)
    assert "a revolute joint pays nothing out" in said
    assert "bodies.load.joint.payout" in said
    assert "prismatic" in said


@pytest.mark.parametrize(
    ("payout", "message"),
    [
        ({"line_density": 0}, "the value 0 is not positive"),
        ({"line_density": "3 kg"}, "a mass per length"),
        ({"line_density": 1, "length": -1}, "below 0"),
        ({"line_density": 1, "feed": "pushed"}, "feed"),
        ({"line_density": 1, "lenght": 1}, "lenght"),
        ({}, "line_density"),
    ],
)
def test_numbers(payout, message):
    assert message in refused(changed(payout=payout))


def test_a_store_must_last():
    said = refused(changed(limits=[-1, 30]))
    assert "the upper limit 30 m takes 15 kg (found 12" in said
    said = refused(changed(limits=[None]))
    assert "high below 24" in said


def test_the_mass_of_the_world_is_not_noticed():
    words = copy.deepcopy(WORDS)
    words["bodies"]["load"]["parent"] = "world"
    assert "the world holds the store" in refused(words)


def test_lines_are_dry():
    said = refused({**WORDS, "water": {"density": 1000}})
    assert "no buoyancy, added mass or drag" in said
    words = copy.deepcopy(WORDS)
    words["bodies"]["load"]["water"] = False
    words["bodies"]["boat"]["buoyancy"] = {"volume": 0.05, "at": [0, 0, 0]}
    Robot(**{**words, "water": {"density": 1000}})


def test_lines_start_with_some_length():
    said = refused({**WORDS, "initial": {"load": {"position": -2}}})
    assert "initial.load.position" in said
    assert "start with a length of -0.5 m" in said
    scenario = {"in": {"initial": {"load": {"position": -1.7}}}}
    assert "scenarios.in.initial.load" in refused({**WORDS, "scenarios": scenario})


def test_info_shows_the_line():
    text = CliRunner().invoke(command, ["winch-pendulum"]).output
    words = text[text.index("Lines that are paid out") :].splitlines()
    assert words[2].split() == ["load", "0.8", "3", "driven", "not", "noticed"]
    assert "prismatic -z" in text
    assert "Lines" not in CliRunner().invoke(command, ["arm"]).output

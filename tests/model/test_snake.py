"""Snakes from a few words: what is written out, what is refused."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl

LINK = {"mass": 0.2, "half_length": 0.04, "radius": 0.03}


def test_links_are_cylinders_one_behind_the_other():
    robot = pl.snake(3, **LINK)
    assert robot.order == ("tail", "link1", "link2", "link3")
    m, L, r = 0.2, 0.04, 0.03
    across, along = m * (3 * r * r + 4 * L * L) / 12, m * r * r / 2
    for name in robot.order:
        np.testing.assert_allclose(robot.bodies[name].inertia, np.diag([across, along, across]))
    assert robot.bodies["link1"].at.p.tolist() == [0, L, 0]
    assert robot.bodies["link2"].at.p.tolist() == [0, 2 * L, 0]
    assert robot.bodies["link3"].com == (0, L, 0)


def test_axes_alternate_or_are_given():
    def axes(**words):
        robot = pl.snake(4, **LINK, **words)
        return ["xyz"[int(np.argmax(robot.bodies[n].joint.axes[0]))] for n in robot.order[1:]]

    assert axes() == ["x", "z", "x", "z"]
    assert axes(axes="z") == ["z"] * 4
    assert axes(axes=["x", "y", "z", "x"]) == ["x", "y", "z", "x"]


def test_axes_as_vectors():
    """Three numbers are one axis for all joints, also of three joints; rolling knows vectors."""
    for links in (3, 4):
        along = pl.snake(links, **LINK, axes=[0, 0, 2])
        assert [along.bodies[f"link{a}"].joint.axes for a in range(1, links + 1)] == (
            [((0.0, 0.0, 1.0),)] * links
        )
    roll = {"roll": {"kind": "roll", "amplitude": 0.1}}
    named, vectors = (
        pl.snake(2, **LINK, axes=axes, gaits=roll) for axes in (["x", "z"], [[1, 0, 0], [0, 0, 1]])
    )
    assert named.scenarios == vectors.scenarios


def test_unequal_links():
    robot = pl.snake(
        2,
        mass=[1, 2, 3],
        half_length=[0.1, [0.01, 0.2, 0], 0.3],
        radius=0.05,
        inertia=[[1, 2, 2.5], [3, 4, 5], [5, 6, 7]],
        base="free",
    )
    assert [robot.bodies[n].mass for n in robot.order] == [1, 2, 3]
    assert robot.bodies["link1"].com == (0.01, 0.2, 0)
    assert robot.bodies["link2"].at.p.tolist() == [0.02, 0.4, 0]
    assert np.diag(robot.bodies["link2"].inertia).tolist() == [5, 6, 7]
    assert robot.bodies["tail"].joint.kind == "free"


def test_inertias_as_matrices():
    matrices = [np.diag([k, 2.0, 2.5]).tolist() for k in (1.0, 1.5, 2.0)]
    each = pl.snake(2, mass=1, half_length=0.1, radius=0.05, inertia=matrices)
    assert [each.bodies[n].inertia[0][0] for n in each.order] == [1.0, 1.5, 2.0]
    same = pl.snake(4, mass=1, half_length=0.1, radius=0.05, inertia=matrices[0])
    assert {same.bodies[n].inertia[0][0] for n in same.order} == {1.0}


def test_gaits_become_scenarios():
    robot = pl.load("snake20")
    assert set(robot.scenarios) == {
        *("accordion", "cobra", "spiral", "helix", "serpenoid", "rolling")
    }
    accordion = robot.scenario("accordion").inputs
    assert [accordion[f"link{a}"].ramp.to for a in (2, 4, 6)] == pytest.approx(
        [np.radians(-40), np.radians(40), np.radians(-40)]
    )
    assert set(robot.scenario("cobra").inputs) == {f"link{a}" for a in (11, 13, 15, 17, 19)}


def test_numbers_keep_their_parameters():
    robot = pl.load("snake20").with_values({"parameters.mass": 0.5, "bodies.link3.mass": 1})
    assert robot.bodies["link2"].mass == 0.5
    assert robot.bodies["link3"].mass == 1
    assert robot.with_values({"snake.links": 3}).order[-1] == "link3"


def test_written_out_words_give_the_same_robot():
    robot = pl.load("snake8-free")
    assert "snake" not in robot.to_dict()
    assert pl.Robot(**robot.to_dict()) == robot


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"links": 0}, "snake.links"),
        ({"mass": [1, 2]}, "4 entries are needed, there are 2"),
        ({"half_length": [1, 2]}, "4 entries are needed, there are 2"),
        ({"axes": ["x"]}, "3 entries are needed, there are 1"),
        ({"inertia": [[1, 1, 1], [1, 1, 1]]}, "4 entries are needed, there are 2"),
        ({"drive": "magnet"}, "must be motion, motor"),
        ({"servo": {"stiffness": 3}}, "add drive: servo"),
        ({"gaits": {"go": {"amplitudes": [1]}}}, "in go.amplitudes: 3 entries"),
        ({"mass": True}, "a number is needed"),
        ({"mas": 1}, "did you mean mass"),
        ({"mass": "1 m"}, "bodies.tail.mass"),
        ({"mass": float("nan")}, "snake.mass: the number is not finite"),
        ({"inertia": []}, "4 entries are needed, there are 0"),
        ({"inertia": [[]]}, "4 entries are needed, there are 1"),
        ({"half_length": [[0, 1]] * 4}, "a half-length is a number or three"),
        # words that would be passed over
        ({"link": {"joint": "free"}}, "joint of a link follows from the snake"),
        ({"link": {"mass": 2}}, "mass of a link follows from the snake"),
        ({"joint": {"revolute": "y"}}, "revolute of a joint follows from the snake"),
        ({"gaits": {"go": {"kind": "wave", "amplitudes": [1, 1, 1]}}}, "beside kind: wave"),
        (
            {"gaits": {"go": {"amplitude": 1, "phase": 1}}},
            "phase has no meaning beside kind: shape",
        ),
        ({"gaits": {"go": {"amplitudes": [1, 1, 1], "first": 2}}}, "beside amplitudes"),
        ({"gaits": {"go": {"kind": "roll", "amplitude": 1, "phase": 1}}}, "beside kind: roll"),
        ({"gaits": {"go": {"amplitude": [1, 2, 3]}}}, "amplitudes takes one per joint"),
        # gaits that move nothing, or not as they are called
        ({"gaits": {"go": {}}}, "how far do the joints bend"),
        ({"gaits": {"go": {"kind": "wave", "amplitude": 1, "time": 0}}}, "use a time above 0"),
        ({"axes": "z", "gaits": {"go": {"kind": "roll", "amplitude": 1}}}, "about x and about z"),
    ],
)
def test_refusals(words, message):
    given = {"links": 3, **LINK, **words}
    with pytest.raises(pl.ModelError, match=message):
        pl.Robot(name="snake", snake=given)


def test_problems_carry_the_line_of_the_shorthand():
    text = "name: s\nsnake:\n  links: 2\n  mass: 1\n  half_length: 1 kg\n  radius: 1\n"
    with pytest.raises(pl.ModelError) as refused:
        pl.loads(text)
    assert {p.line for p in refused.value.problems} == {2}  # where its key stands


@pytest.mark.parametrize(
    ("gait", "axes", "message"),
    [
        ({"amplitude": 0.1}, "alternating", "how far does the bend turn about the body"),
        ({"amplitude": 0.1, "phase": 0.1, "frequency": 2}, "alternating", "frequency has no mean"),
        ({"amplitude": 0.1, "phase": 0.1}, "z", "a helix takes joints about x and about z"),
    ],
)
def test_refused_helices(gait, axes, message):
    words = {"half_length": 0.1, "radius": 0.01, "mass": 1, "axes": axes}
    with pytest.raises(pl.ModelError, match=message):
        pl.snake(4, **words, gaits={"screw": {"kind": "helix", **gait}})

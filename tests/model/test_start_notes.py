"""Starts that surprise: joints that closing loops moves, joints beyond their stops."""

from __future__ import annotations

import json

import numpy as np
import pytest

import pelagos as pl
from pelagos.analysis.mobility import singular_notes
from pelagos.cli.main import main
from pelagos.model.checks.start_notes import start_notes
from pelagos.model.moves import in_words, moves

ARM = """
pelagos: 1
name: arm
bodies:
  arm:
    joint: {revolute: y, limits: [-90 deg, 30 deg]}
    mass: 1
    com: [0.5, 0, 0]
    inertia: [0.1, 0.1, 0.1]
  rod:
    parent: arm
    joint: {prismatic: x, limits: [0, 0.2]}
    mass: 1
    inertia: [0.1, 0.1, 0.1]
initial:
  arm: {angle: 45 deg}
  rod: {position: 0.2}
scenarios:
  out:
    initial: {rod: {position: 0.5}}
"""


def run(capsys, *words):
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    return ended.value.code or 0, capsys.readouterr()


def test_a_start_beyond_a_stop_is_warned_of(tmp_path, capsys):
    file = tmp_path / "arm.yaml"
    file.write_text(ARM)
    code, said = run(capsys, "validate", str(file))
    assert code == 0
    assert "warning: arm starts at 45 deg, beyond its stop at 30 deg" in said.err
    assert "warning: scenario out: rod starts at 0.5 m, beyond its stop at 0.2 m" in said.err
    code, said = run(capsys, "run", str(file), "--no-out", "--duration", "1e-3")
    assert code == 0
    assert "warning: arm starts at 45 deg" in said.err
    assert "rod starts" not in said.err  # on its stop is not beyond it
    code, said = run(capsys, "validate", str(file), "--json")
    assert len(json.loads(said.out)[0]["warnings"]) == 2


def test_joints_that_assembly_moves_are_named(capsys):
    """The rocker is put 41 degrees off; the least change that closes the loop is told."""
    start = pl.load("four-bar").initial_state()[0]
    off = f"initial.rocker.angle={start[2] - np.radians(41):.17g}"
    code, said = run(capsys, "run", "four-bar", "--set", off, "--no-out", "--duration", "1e-3")
    assert code == 0
    robot = pl.load("four-bar", set=[off])
    found = {move.name: move for move in moves(robot, *(f()[0] for f in _states(robot)))}
    assert abs(found["rocker"].amount) > np.radians(20)
    assert "warning: closing the loops moves joints from where initial: puts them: " in said.err
    assert f"rocker by {np.degrees(found['rocker'].amount):.3g} deg" in said.err
    _, said = run(capsys, "info", "four-bar")
    assert "closing the loops" not in said.out  # 0.002 degrees are little
    assert start_notes(pl.load("stewart")) == []


def _states(robot):
    return robot.written_state, robot.initial_state


def test_moves_of_attitudes_are_angles():
    robot = pl.Robot(name="ball", bodies={"ball": {"shape": {"sphere": 1}, "density": 1}})
    q, half = robot.initial_state()[0], np.radians(41) / 2
    other = np.array([0.25, 0, 0, np.cos(half), np.sin(half), 0, 0])
    for sign in (1, -1):  # both quaternions are the same attitude
        there = other * [1, 1, 1, *[sign] * 4]
        words = in_words(moves(robot, q, there))
        assert words == "attitude of ball by 41 deg, ball.x by 0.25 m"


def test_one_row_is_one_row(tmp_path, capsys):
    file = tmp_path / "wire.yaml"
    file.write_text(
        "pelagos: 1\nname: wire\nbodies: {bob: {joint: free, mass: 1, inertia: [1, 1, 1]}}\n"
        "initial: {bob: {position: [0, 0, -1]}}\n"
        "constraints: {wire: {distance: {between: [world, bob]}}}\n"
    )
    _, said = run(capsys, "run", str(file), "--no-out", "--duration", "1e-3")
    assert "1 row of rank 1, kept" in said.out


STRETCHED = """
pelagos: 1
name: stretched
bodies:
  a: {joint: {revolute: y}, mass: 1, com: [0.5, 0, 0], inertia: [0.1, 0.1, 0.1]}
  b: {parent: a, at: [1, 0, 0], joint: {revolute: y}, mass: 1, inertia: [0.1, 0.1, 0.1]}
  c: {parent: b, at: [1, 0, 0], joint: {revolute: y}, mass: 1, inertia: [0.1, 0.1, 0.1]}
constraints:
  end: {ball: {between: [world, c], at: [3, 0, 0], to: [1, 0, 0]}}
"""


def test_a_singular_pose_is_called_so_by_all_commands(tmp_path, capsys):
    """A taut chain: no motion keeps it closed. A flat parallelogram: it can go on two ways."""
    file = tmp_path / "taut.yaml"
    file.write_text(STRETCHED)
    words = "the loops start in a singular pose: their rows have rank 1 there, and what they leave"
    _, said = run(capsys, "run", str(file), "--no-out", "--duration", "1e-3")
    assert words in said.err
    _, said = run(capsys, "check", str(file), "--states", "1", "--duration", "1e-3")
    assert words in said.err
    assert words in run(capsys, "validate", str(file))[1].err
    assert words in run(capsys, "info", str(file))[1].out
    flat = pl.load("parallelogram").with_values({"parameters.start": np.pi / 2})
    assert "rank 1 there, and rank 2 beside it" in singular_notes(flat)[0]


@pytest.mark.parametrize(
    "name", ["four-bar", "five-bar", "closed-chain6", "stewart", "slider-crank", "bluerov-pair"]
)
def test_usual_loops_are_not_called_singular(name):
    assert singular_notes(pl.load(name)) == []

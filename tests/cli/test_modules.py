"""Models with modules on the command line, in results and in pictures."""

from __future__ import annotations

import pytest

import pelagos as pl
from pelagos import model

PAIR = """\
name: two
modules:
  left: {file: parts/swing.yaml}
  right: {file: parts/swing.yaml, at: [0, 1, 0]}
"""
SWING = """\
name: swing
parameters: {k: 2}
bodies: {arm: {joint: {revolute: y}, mass: 1, com: [0, 0, -1], inertia: [0, 0, 0]}}
actuators: {motor: {motor: {joint: arm, input: "-k*q[arm]"}}}
initial: {arm: {angle: 0.5}}
"""


@pytest.fixture
def pair(tmp_path):
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "swing.yaml").write_text(SWING)
    (tmp_path / "two.yaml").write_text(PAIR)
    return tmp_path / "two.yaml"


@pytest.mark.parametrize("name", ["bluerov-pair", "rov-arm", "maarco", "snake20"])
def test_flat_models_are_written_and_read_again(pelagos, tmp_path, name):
    flat = tmp_path / "flat.yaml"
    flat.write_text(pelagos("info", name, "--flat").out)
    assert "modules:" not in flat.read_text()
    assert model.load(flat) == model.load(name)
    assert pelagos("validate", flat).code == 0


def test_problems_are_those_of_the_module_s_file(pelagos, pair):
    (pair.parent / "parts" / "swing.yaml").write_text(SWING.replace("mass: 1", "mass: -1"))
    done = pelagos("validate", pair)
    assert done.code == 2
    assert "parts/swing.yaml:3: bodies.arm.mass: " in done.err


def test_runs_values_plots_and_pages(pelagos, pair):
    out = pair.parent / "run.nc"
    change = "modules.left.parameters.k=5"
    done = pelagos("run", pair, "--set", change, "--duration", 1, "--out", out, "--view", "p.html")
    assert done.code == 0, done.err
    run = pl.open(out)
    assert run.robot.parameters["left.k"] == 5
    assert run.q.sel(coordinate="right.arm").values[0] == 0.5
    assert run.position.sel(body="left.arm").shape[1] == 3
    assert "left.arm" in (pair.parent / "p.html").read_text()
    assert pelagos("plot", out, "q.left.arm", "--out", "plot.png").code == 0


def test_equations_with_names_that_have_dots(pelagos, pair):
    done = pelagos("equations", pair)
    assert done.code == 0, done.err

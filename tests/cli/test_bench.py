"""`pelagos bench` measures what it says; how fast that is, is nothing to test."""

from __future__ import annotations

import pelagos as pl
from pelagos.programs.robot import FORMULATIONS


def test_measures_every_formulation(pelagos):
    found = pelagos("bench", "double-pendulum", "--threads", "1", "--json").json
    assert [e["method"] for e in found["evaluations"]] == list(FORMULATIONS)
    assert all(e[how] > 0 for e in found["evaluations"] for how in ("alone", "batch"))
    run = pl.simulate("double-pendulum", every=10.0)
    assert (found["steps"], found["duration"]) == (run.outcome.steps, run.outcome.time)
    assert found["run"] > 0
    assert found["batch"] > 0


def test_prints_tables(pelagos):
    said = pelagos("bench", "double-pendulum", "--threads", "1").out
    assert "moving-frame" in said
    assert "times real time" in said


def test_takes_no_batch_where_the_integrator_does_not(pelagos, tmp_path):
    text = "pelagos: 1\nname: stiff\nintegrator: {method: radau}\nduration: 1\n"
    text += "bodies: {arm: {joint: {revolute: y}, mass: 1, com: [1, 0, 0], inertia: [1, 1, 1]}}\n"
    (tmp_path / "stiff.yaml").write_text(text)
    assert pelagos("bench", "stiff.yaml", "--json").json["batch"] is None


def test_refuses_what_is_not_there(pelagos):
    done = pelagos("bench", "chain20", "nosuch")
    assert done.code == 2
    assert "nosuch" in done.err

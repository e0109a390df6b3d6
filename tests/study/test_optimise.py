"""Searches with known optima: where they end, that they repeat, and what they leave behind."""

from __future__ import annotations

import csv
import json
import math
import re

import numpy as np
import pytest

import pelagos as pl
from pelagos.cli.main import main
from pelagos.language.yaml_text import write
from pelagos.study.report import write_report
from tests.study.conftest import WEIGHT

pytest.importorskip("cma")

MASS, RESISTANCE = "bodies.weight.mass", "parameters.resistance"


@pytest.fixture
def words():
    """At the end v = sqrt(m g / k): both are 0.7 for one mass and one resistance."""
    return {
        "robot": "weight.yaml",
        "runs": 480,
        "every": 5,
        "seed": 1,
        "factors": {MASS: {"uniform": [-4, 5]}, RESISTANCE: {"triangular": [20, 60, 100]}},
        "metrics": {
            "speed": {"final": "u.weight"},
            "energy": {"final": "kinetic_energy"},
            "miss": "(speed - 0.7)^2 + (energy - 0.7)^2",
        },
    }


def contents(folder):
    return {place.name: place.read_bytes() for place in folder.path.glob("runs-*.npz")}


def test_known_optimum(folder, words):
    """To the tolerance of the search, though masses below zero are refused on the way."""
    found = pl.optimise(words, "best", minimise="miss")
    mass = 2 * 0.7 / 0.7**2
    assert found.values[MASS] == pytest.approx(mass, abs=9e-3)  # 1e-3 of the range
    assert found.values[RESISTANCE] == pytest.approx(mass * 9.81 / 0.7**2, abs=0.08)
    assert found.value < 1e-6
    assert found.ended == "the search has converged (tolx)"
    assert found.done < 480
    # as is: mass 5, resistance 40
    speed = math.sqrt(5 * 9.81 / 40)
    as_is = (speed - 0.7) ** 2 + (2.5 * speed**2 - 0.7) ** 2
    assert found.as_is == pytest.approx(as_is, rel=1e-5)
    study = found.folder
    refused = study.failures()
    assert set(refused) == set(np.flatnonzero(study.dataset[MASS] <= 0))
    assert refused
    # any run is repeated to the bit, the best one from its file as well
    again = study.study.metrics.of(study.rerun(found.run))
    assert again[2] == found.value
    robot = pl.load("weight.yaml", set=["@best/best.yaml"])
    run = pl.simulate_batch(robot, n=1, every=5)[0]
    np.testing.assert_array_equal(study.study.metrics.of(run), again)


def test_goes_on_and_repeats(folder, words):
    """The same way on one thread, interrupted, with more runs asked for later, and maximised."""
    whole = pl.optimise(words, "whole", minimise="miss", runs=64)
    calls = []

    def interrupt(fraction, message=""):
        calls.append(fraction)
        if fraction == 0.5:
            raise KeyboardInterrupt

    some = pl.optimise(words, "parts", minimise="miss", runs=64, threads=1, progress=interrupt)
    assert some.ended == "interrupted"
    assert some.done == 32
    assert (folder / "parts/best.yaml").exists()
    assert pl.optimise(words, "parts", minimise="miss", runs=48, resume=True).done == 48
    parts = pl.optimise(words, "parts", minimise="miss", runs=64, resume=True)
    assert contents(parts.folder) == contents(whole.folder)
    assert (parts.run, parts.value, parts.as_is) == (whole.run, whole.value, whole.as_is)
    with (folder / "parts/history.csv").open() as file:
        assert [int(row["run"]) for row in csv.DictReader(file)] == list(range(64))
    words["metrics"]["loss"] = "-miss"
    turned = pl.optimise(words, "turned", maximise="loss", runs=64)
    assert turned.value == -whole.value
    assert turned.run == whole.run
    for change in ({"seed": 2}, {"rtol": 1e-7}):
        with pytest.raises(pl.PelagosError, match="holds another study"):
            pl.optimise(words | change, "parts", minimise="miss", resume=True)
    with pytest.raises(pl.PelagosError, match="holds another study"):
        pl.sweep(words | {"runs": 64}, "parts", resume=True)
    with pytest.raises(pl.PelagosError, match="--resume"):
        pl.optimise(words, "parts", minimise="miss")


def test_one_factor_at_its_end(folder, words):
    words["factors"] = {RESISTANCE: {"uniform": [20, 60]}}
    found = pl.optimise(words, "best", maximise="speed", runs=160)
    assert found.values[RESISTANCE] == pytest.approx(20, abs=0.1)
    assert found.value == pytest.approx(math.sqrt(5 * 9.81 / 20), rel=3e-3)


def test_failed_runs_lead_to_good_ones(folder, words):
    """A push k v^3 beside drag r v^2: the weight runs away unless k^2 < 4 r^3 / (27 m g).

    Most of the range fails, the later the smaller k is, and the fastest run is at the edge of what
    does not; five seconds are too short to run away just beyond it.
    """
    pushed = WEIGHT.replace("{joint: weight}", "{joint: weight, input: 'k*u[weight]^3'}")
    (folder / "pushed.yaml").write_text(pushed.replace("{resistance: 40}", "{resistance: 4, k: 0}"))
    words |= {"robot": "pushed.yaml", "factors": {"parameters.k": {"uniform": [0, 30]}}}
    found = pl.optimise(words, "best", maximise="speed", runs=96)
    assert len(found.folder.failures()) > 48
    edge = math.sqrt(4 * 4**3 / (27 * 5 * 9.81))
    assert found.values["parameters.k"] == pytest.approx(edge, rel=0.05)


def test_refused(folder, words):
    words["factors"][MASS] = {"grid": [1, 2]}
    words |= {"initial": {"u[weight]": {"uniform": [0, 1]}}}
    words |= {"current": {"speed": {"uniform": [0, 1]}}}
    with pytest.raises(pl.ModelError) as caught:
        pl.optimise(words, "best", minimise="mis")
    said = str(caught.value)
    assert all(text in said for text in ("'mis'", "miss", "grid", "initial", "current"))
    with pytest.raises(pl.PelagosError, match="minimise, maximise: exactly one is needed"):
        pl.optimise(words, "best")


def test_change_of_a_negative_metric_has_the_sign_of_the_change(folder, words, capsys):
    """From -1.1 as is to that of a lighter, slower weight: up, not down."""
    words["factors"] = {MASS: {"uniform": [1, 5]}}
    words["metrics"] = {"speed": {"final": "u.weight"}, "loss": "-speed"}
    (folder / "sink.yaml").write_text(write(words))
    with pytest.raises(SystemExit):
        main(["optimise", "sink.yaml", "--maximise", "loss", "--runs", "16", "--quiet"])
    with pytest.raises(SystemExit):
        main(["optimise", "sink.yaml", "--maximise", "loss", "--runs", "16", "--resume"])
    change = float(re.search(r"as is, ([-+.\d]+) %", capsys.readouterr().out)[1])
    assert 10 < change < 100


def test_no_value_at_all(folder, words):
    words["metrics"]["fast"] = {"when": "u.weight > 100"}
    with pytest.raises(pl.PelagosError, match="no run has a value of fast"):
        pl.optimise(words, "best", minimise="fast", runs=16)


def test_commands(folder, words, capsys):
    (folder / "sink.yaml").write_text(write(words))

    def call(*args):
        with pytest.raises(SystemExit) as end:
            main(args)
        return end.value.code, capsys.readouterr().out

    assert call("optimise", "sink.yaml")[0] == 2
    assert call("optimise", "sink.yaml", "--minimise", "mis")[0] == 2
    code, out = call("optimise", "sink.yaml", "--minimise", "miss", "--runs", "32")
    assert code == 0
    assert "as is" in out
    assert (folder / "sink-best/convergence.png").stat().st_size > 10_000
    code, out = call("optimise", "sink.yaml", "--minimise", "miss", "--resume", "--json")
    found = json.loads(out)
    assert found["value"] < 1e-6
    write_report(pl.open_study("sink-best"), "search.html", worst=0)
    text = (folder / "search.html").read_text()
    assert 'id="search"' in text
    assert "What it depends on" not in text
    with pytest.raises(pl.ModelError, match=r"@nowhere\.yaml"):
        pl.load("weight.yaml", set=["@nowhere.yaml"])
    (folder / "list.yaml").write_text("- 1")
    with pytest.raises(pl.ModelError, match="no paths and values"):
        pl.load("weight.yaml", set=["@list.yaml"])

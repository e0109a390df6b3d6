"""Studies from file to folder: closed forms, interruption, repetition, refusals."""

from __future__ import annotations

import csv
import gc
import math
import re
import signal
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

import pelagos as pl
from pelagos.cli.main import main
from pelagos.language import yaml_text
from pelagos.language.yaml_text import write
from pelagos.study import sweeping
from pelagos.study.reading import Study
from tests.study.conftest import WEIGHT


def contents(folder):
    return {place.name: place.read_bytes() for place in folder.glob("runs-*.npz")}


def test_terminal_speed_over_drag_and_mass(folder):
    """m g = k v^2 at the end: v = sqrt(m g / k), approached as tanh(t g / v)."""
    (folder / "sink.yaml").write_text(
        write(
            {
                "robot": "weight.yaml",
                "rtol": 1e-9,
                "factors": {
                    "bodies.weight.mass": {"grid": [1, 2, 5, "10000 g"]},
                    "parameters.resistance": {"grid": {"from": 30, "to": 50, "count": 3}},
                },
                "metrics": {
                    "speed": {"final": "u.weight"},
                    "near": {"when": "u.weight >= 0.5"},
                    "settled": {"settling": {"quantity": "u[weight]", "band": 0.01}},
                    "used": {"energy": "pull"},
                    "twice": "2 * speed",
                },
            }
        )
    )
    data = pl.sweep("sink.yaml", folder / "out").dataset
    assert dict(data.sizes) == {"run": 12}
    m, k = data["bodies.weight.mass"].values, data["parameters.resistance"].values
    assert set(m) == {1, 2, 5, 10}
    terminal = np.sqrt(9.81 * m / k)
    at = lambda t: terminal * np.tanh(9.81 * t / terminal)  # noqa: E731
    np.testing.assert_allclose(data["speed"], at(5.0), rtol=1e-8)  # rtol 1e-9 over some 50 steps
    np.testing.assert_array_equal(data["twice"], 2 * data["speed"])
    np.testing.assert_array_equal(data["used"], 0)  # nothing pulls
    near, settled = data["near"].values, data["settled"].values
    known = np.isfinite(near)
    np.testing.assert_array_equal(known, terminal > 0.5)
    assert np.all(at(near)[known] >= 0.5)
    assert np.all(at(near - 0.1)[known] < 0.5)
    assert np.all(np.abs(at(settled) - at(5.0)) <= 0.01)
    assert np.all(np.abs(at(settled - 0.1) - at(5.0)) > 0.01)


def test_resumed_equals_uninterrupted(folder, drawn_words, monkeypatch):
    whole = pl.sweep(drawn_words, "whole", chunk=4)
    kept, calls = sweeping.StudyFolder.write, []

    def die(self, chunk):
        calls.append(chunk)
        if len(calls) == 3:
            raise MemoryError
        kept(self, chunk)

    monkeypatch.setattr(sweeping.StudyFolder, "write", die)
    with pytest.raises(MemoryError):
        pl.sweep(drawn_words, "parts", chunk=4)
    assert pl.open_study("parts").done() == 8
    monkeypatch.undo()
    monkeypatch.chdir(folder)
    parts = pl.sweep(drawn_words, "parts", resume=True, threads=1)
    assert contents(parts.path) == contents(whole.path)
    other = pl.sweep(drawn_words, "other", chunk=21)
    assert other.dataset.equals(whole.dataset)


def test_every_run_is_repeated_to_the_bit(folder, drawn_words):
    study = pl.sweep(drawn_words, "out")
    failures = study.failures()
    negative = np.flatnonzero(study.dataset["bodies.weight.mass"] < 0)
    assert set(failures) == set(negative.tolist())
    assert len(failures) > 0
    for run in range(study.runs):
        if run in failures:
            assert "mass" in failures[run]
            assert np.isnan(study.dataset["speed"][run])
            continue
        again = study.study.metrics.of(study.rerun(run))
        stored = [float(study.dataset[name][run]) for name in study.metric_names]
        np.testing.assert_array_equal(again, stored)


def test_repeated_after_the_model_file_changed(folder, drawn_words):
    study = pl.sweep(drawn_words, "out")
    good = next(run for run in range(study.runs) if run not in study.failures())
    (folder / "weight.yaml").write_text(WEIGHT.replace("resistance, 0", "2*resistance, 0"))
    again = pl.open_study("out")
    stored = again.dataset.isel(run=good)
    found = again.study.metrics.of(again.rerun(good))
    np.testing.assert_array_equal(found, [stored[name] for name in again.metric_names])
    with pytest.raises(pl.PelagosError, match="robot has changed"):
        pl.sweep(drawn_words, "out", resume=True)


def test_interrupted_chunk_is_not_kept(folder):
    words = {
        "robot": "weight.yaml",
        "runs": 4,
        "duration": 2e4,
        "every": 1000,
        "factors": {"bodies.weight.mass": {"uniform": [1, 2]}},
        "metrics": {"speed": {"final": "u.weight"}},
    }

    def interrupt(fraction, message=""):
        if fraction is not None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pl.sweep(words, "out", progress=interrupt)
    assert pl.open_study("out").done() == 0
    (folder / "out/.runs-000000000.npz.1.tmp").write_text("half")
    assert pl.sweep(words | {"name": "same"}, "out", resume=True).done() == 4
    assert not list((folder / "out").glob(".*.tmp"))


def test_ctrl_c_says_what_is_stored(folder, drawn_words, monkeypatch, capsys):
    """Pressed while the third chunk is simulated."""

    (folder / "study.yaml").write_text(write(drawn_words | {"runs": 2000, "duration": 0.1}))
    real, calls = sweeping.simulate_chunk, []

    def pressing(*arguments):
        calls.append(arguments)
        if len(calls) == 3:
            signal.raise_signal(signal.SIGINT)
        return real(*arguments)

    monkeypatch.setattr(sweeping, "simulate_chunk", pressing)
    with pytest.raises(SystemExit) as end:
        main(["sweep", "study.yaml", "--out", "out"])
    assert end.value.code == 130
    stored = pl.open_study("out").done()
    assert f"interrupted: {stored:,} of 2000 runs are stored in out" in capsys.readouterr().err
    assert stored == 1024


def test_random_current(folder):
    """A drifting weight approaches the speed of the water along its rail."""
    (folder / "drift.yaml").write_text(
        WEIGHT.replace("density: 1000", "density: 1000, current: [0, 0, 0]")
        + "gravity: [0, 0, 0]\n"
    )
    words = {
        "robot": "drift.yaml",
        "runs": 3,
        "duration": 10,
        "rtol": 1e-9,
        "factors": {"water.current.2": {"uniform": [-1, -0.5]}},
        "metrics": {"speed": {"final": "u.weight"}},
    }
    data = pl.sweep(words, "out").dataset
    # the speed that is missing obeys m w' = -k w^2, with m = 5, k = 40
    current = -data["water.current.2"].values
    expected = current - current / (1 + 40 / 5 * current * 10)
    np.testing.assert_allclose(data["speed"], expected, rtol=1e-8)


def test_random_initial_states(folder):
    hull = pl.load("remus100").order[0]
    words = {
        "robot": "remus100",
        "runs": 5,
        "duration": 0.1,
        "attitude": [hull],
        "initial": {f"q[{hull}.z]": {"normal": [-5, 1]}},
        "metrics": {"depth": {"min": f"q[{hull}.z]"}, "roll": {"final": f"euler.{hull}.roll"}},
    }
    study = pl.sweep(words, "out")
    run = study.rerun(3)
    data = study.dataset.isel(run=3)
    assert run.arrays["position"][0, 0, 2] == data[f"q[{hull}.z]"]
    assert abs(run.arrays["orientation"][0, 0, 1]) == pytest.approx(abs(data[f"q[{hull}.qx]"]))
    np.testing.assert_array_equal(study.study.metrics.of(run), [data["depth"], data["roll"]])


def test_another_study_is_not_mixed_in(folder, drawn_words):
    pl.sweep(drawn_words, "out")
    with pytest.raises(pl.PelagosError, match="--resume"):
        pl.sweep(drawn_words, "out")
    with pytest.raises(pl.PelagosError, match="another study"):
        pl.sweep(drawn_words | {"seed": 4}, "out", resume=True)


BAD = """\
robot: weight.yaml
scenario: storm
runs: 10
sampling: sobl
factors:
  bodies.weigth.mass: {normal: [1, 0.1]}
  parameters.resistance: {uniform: [5, 1]}
  duration: {grid: [1, 2, 3]}
  gravity.2: {}
correlated:
  - {paths: [water.density, bodies.weight.mass], mean: [1, 2], covariance: [[1, 2], [2, 1]]}
initial:
  "q[hull]": {uniform: [0, 1]}
attitude: [weight]
metrics:
  speed: {final: u.wieght}
  ratio: "speed / depth"
  pull: {energy: motor}
  both: {max: u.weight, min: u.weight}
every: fast
stpe: 1
"""
LINES = {2, 3, 4, 6, 7, 8, 9, 11, 13, 14, 16, 17, 18, 19, 20, 21}


def test_all_problems_at_once(folder):
    (folder / "bad.yaml").write_text(BAD)
    with pytest.raises(pl.ModelError) as caught:
        Study.read("bad.yaml")
    assert {p.line for p in caught.value.problems} == LINES
    assert all(p.file == "bad.yaml" for p in caught.value.problems)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- 1", "a study is a mapping"),
        ("robot: nobody\nmetrics: {a: {final: time}}\nruns: 3", "no such robot"),
        (f"robot: {'a' * 300}\nmetrics: {{a: {{final: time}}}}\nruns: 3", "no such robot"),
        ("robot: weight.yaml\nmetrics: {a: {final: time}}", "nothing differs"),
        ("robot: weight.yaml\nruns: 3", "nothing is kept"),
        (
            "robot: weight.yaml\nmetrics: {a: {final: time}}\nattitude: [weight]",
            "number of runs",
        ),
    ],
)
def test_refused(folder, text, said):
    (folder / "bad.yaml").write_text(text)
    with pytest.raises(pl.ModelError, match=said):
        Study.read("bad.yaml")


def test_study_of_the_documentation():
    page = Path(__file__).parents[2] / "docs/how-to/studies.md"
    text = re.search(r"```yml\n(.*?)```", page.read_text(), re.DOTALL)[1]
    study = Study.of(yaml_text.read(text).data)
    assert study.words.count == 200
    assert len(study.words.metrics) == 5


def call(capsys, *args):
    with pytest.raises(SystemExit) as end:
        main(args)
    return end.value.code, capsys.readouterr().out


def test_commands(folder, drawn_words, capsys):
    (folder / "sink.yaml").write_text(write(drawn_words))
    code, out = call(capsys, "sweep", "sink.yaml")
    assert code == 0
    assert "21 runs" in out
    assert call(capsys, "sweep", "sink.yaml")[0] == 2
    assert call(capsys, "sweep", "sink.yaml", "--resume", "--quiet") == (0, "")
    code, out = call(capsys, "study", "info", "sink-runs")
    assert code == 0
    assert "21 done" in out
    assert "mean_speed (m/s)" in out
    study = pl.open_study("sink-runs")
    good = next(run for run in range(21) if run not in study.failures())
    code, out = call(capsys, "study", "rerun", "sink-runs", str(good), "--view", "run.html")
    assert code == 0
    assert "to the bit" in out
    assert (folder / "run.html").stat().st_size > 10_000
    assert call(capsys, "study", "rerun", "sink-runs", "99")[0] == 2
    assert call(capsys, "study", "export", "sink-runs", "sink.csv")[0] == 0
    with (folder / "sink.csv").open() as file:
        rows = list(csv.DictReader(file))
    speeds = [float(row["speed"]) for row in rows]
    np.testing.assert_array_equal(speeds, study.dataset["speed"])
    assert math.isnan(speeds[next(iter(study.failures()))])


def test_no_array_is_kept_from_chunk_to_chunk(folder, drawn_words):
    """Not one number per run; all memory is measured by `benchmarks.endurance`."""
    words = drawn_words | {"runs": 128, "histories": {"quantities": {"pace": "u.weight"}}}
    words |= {"factors": {}, "correlated": []}  # one robot for all, which is quick
    arrays = tracemalloc.DomainFilter(inclusive=True, domain=np.lib.tracemalloc_domain)
    held = {}

    def look(fraction, message=""):
        stored = message.partition(" of ")[0]
        if stored in ("64", "128") and stored not in held:
            gc.collect()
            held[stored] = tracemalloc.take_snapshot().filter_traces([arrays])

    tracemalloc.start()
    pl.sweep(words, "out", chunk=32, threads=1, progress=look)
    tracemalloc.stop()
    early, late = (sum(trace.size for trace in held[runs].traces) for runs in ("64", "128"))
    assert early > 0
    assert late - early < 64 * 8


def test_docks_of_every_run(folder):
    """Two bodies meet and go on as one: u = m1 u1 / (m1 + m2), earlier the faster."""
    ball = {"mass": 1.0, "inertia": [0.1, 0.1, 0.1]}
    frames = {"between": ["a", "b"], "at": [0.1, 0, 0], "to": [-0.1, 0, 0]}
    near = {"when": {"distance": "nose", "below": "10 cm"}, "dock": "nose", "capture": "here"}
    robot = pl.Robot(
        name="pair",
        gravity=[0, 0, 0],
        parameters={"speed": 1.0},
        bodies={"a": ball, "b": {**ball, "mass": 3.0}},
        initial={"a": {"velocity": ["speed", 0, 0]}, "b": {"position": [1, 0, 0]}},
        constraints={"nose": {"weld": {**frames, "active": False}}},
        events={"contact": near},
        duration=2,
    )
    (folder / "pair.yaml").write_text(write(robot.to_dict()))
    (folder / "meet.yaml").write_text(
        write(
            {
                "robot": "pair.yaml",
                "every": 0.1,
                "factors": {"parameters.speed": {"grid": [0.5, 1.0, 2.0, 0.1]}},
                "metrics": {"speed": {"final": "u.b.u"}},
            }
        )
    )
    data = pl.sweep("meet.yaml", folder / "met").dataset
    speeds = data["parameters.speed"].values
    np.testing.assert_allclose(data["speed"], np.where(2 * speeds > 0.7, speeds / 4, 0), atol=1e-9)

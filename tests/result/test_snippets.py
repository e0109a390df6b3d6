"""The snippets for pandas and MATLAB in docs/results.md, on files that `pelagos export` writes."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from scipy.io import loadmat

import pelagos as pl
from pelagos.cli.formats import writer_of

PAGE = Path(__file__).parents[2] / "docs/results.md"


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    imu = {"imu": {"imu": {"body": "lower", "rate": 20}}}
    robot = pl.Robot(**pl.load("double-pendulum").to_dict(), sensors=imu)
    found = pl.simulate(robot, "small", duration=0.5, every=0.1)
    for name in ("run.parquet", "run.mat"):
        writer_of(Path(name))(found, Path(name), None)
    return found


def block(language: str, word: str) -> str:
    text = PAGE.read_text(encoding="utf-8")
    found = re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
    return next(one for one in found if word in one)


def test_pandas(run):
    text = block("python", "import pandas")
    names = {"run": run}
    exec(compile(text, "results.md", "exec"), names)
    assert names["frame"].attrs["units"]["q.upper"] == "rad"
    assert "q.upper (rad)" in names["named"]
    np.testing.assert_array_equal(names["stored"]["q.upper"], run.arrays["q"][:, 0])
    np.testing.assert_array_equal(names["stored"].index, run.arrays["time"])


def test_matlab(run):
    """Every field that the snippet names, and its lines in the words of numpy."""
    text = block("matlab", "load(")
    s = loadmat("run.mat", simplify_cells=True)
    for path in re.findall(r"\bs((?:\.\w+)+)", re.sub(r"%.*", "", text)):
        found = s
        for key in path[1:].split("."):
            found = found[key]
    k = s["labels"]["coordinate"] == "upper"
    np.testing.assert_array_equal(s["q"][:, k][:, 0], run.arrays["q"][:, 0])
    assert s["units"]["q"][k] == ["rad"]
    x = s["position"][:, s["labels"]["body"] == "lower", 0]
    np.testing.assert_array_equal(x[:, 0], run.arrays["position"][:, 1, 0])
    imu = s["sensors"]["imu"]
    gyro = imu["readings"][:, imu["channels"] == "gyro.z"]
    np.testing.assert_array_equal(gyro[:, 0], run.readings("imu")["gyro.z"])

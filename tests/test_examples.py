"""The scripts of `examples/` run as a user runs them, and the page about them names them all."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import pelagos as pl

ROOT = Path(__file__).parents[1]
SCRIPTS = sorted((ROOT / "examples").glob("*.py"))
# What is saved when it is asked for.
SAVING = {
    "bluerov_added_mass": ("--view", "parts.html"),
    "comparison": ("--report", "report.html"),
    "custom_plot": ("path.png",),
    "docking": ("--view", "rendezvous.html"),
    "mpc_arm": ("--duration", "0.5", "--page", "mpc.html"),
    "vehicle_with_arm": ("--view", "reach.html"),
}

# What would take minutes otherwise.
SHORT = {
    "learn_station": ("--actions", "70000", "--episodes", "16"),
    "mpc_arm": ("--duration", "0.5"),
}


def run(script: Path, folder: Path, *words: str) -> str:
    """What a script prints, started in an empty folder."""
    found = subprocess.run(
        [sys.executable, "-W", "error", script, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "TMPDIR": str(folder)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    return found.stdout


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_examples_run_and_say_something(script, tmp_path):
    said = run(script, tmp_path, *SHORT.get(script.stem, ()))
    assert len(said.splitlines()) >= 2
    assert re.search(r"\d\.\d", said)
    # Nothing is left in the user's folder unasked; a study keeps its runs in a temporary one.
    assert [path.suffix for path in tmp_path.iterdir() if path.is_file()] == []


@pytest.mark.parametrize("name", SAVING)
def test_examples_save_when_asked(name, tmp_path):
    run(ROOT / f"examples/{name}.py", tmp_path, *SAVING[name])
    assert (tmp_path / SAVING[name][-1]).stat().st_size > 1000


def test_there_are_ten_and_the_page_shows_each():
    assert len(SCRIPTS) >= 10
    page = (ROOT / "docs/examples.md").read_text(encoding="utf-8")
    assert re.findall(r'--8<-- "examples/(\w+)\.py"', page) == list(
        dict.fromkeys(re.findall(r"\| \[`(\w+)\.py`\]", page))
    )
    assert {path.stem for path in SCRIPTS} == set(re.findall(r'"examples/(\w+)\.py"', page))


def test_the_model_file_of_the_demonstration_loads():
    robot = pl.load(ROOT / "examples/reef.yaml")
    assert robot.resolved("visit").duration == 7

"""Sweeps that are killed: nothing that was reported is lost, nothing is done twice."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import pelagos as pl
from pelagos.language.yaml_text import write

KILLS = 20
ROOT = Path(__file__).parents[2]


def contents(folder):
    """Every byte of the results."""
    places = [*folder.glob("runs-*.npz"), *folder.glob("histories/*.npy")]
    return {place.name: place.read_bytes() for place in places}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the sweeps are forks")
def test_killed_twenty_times(folder, drawn_words):
    kept = {"variables": ["q"], "quantities": {"pace": "u.weight"}}
    words = drawn_words | {"runs": 260, "duration": 5, "every": 0.1, "histories": kept}
    (folder / "study.yaml").write_text(write(words))
    command = [sys.executable, "-m", "tests.study.killing", "study.yaml", "killed", str(KILLS)]
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    facts = json.loads(ended.stdout)
    assert all(facts["alive"])  # each sweep was at work when it was killed
    assert facts["lost"] == facts["rewritten"] == [0] * KILLS
    assert facts["done"] == sorted(facts["done"])
    assert len(set(facts["done"])) > KILLS / 2  # and had got further
    killed, whole = pl.open_study("killed"), pl.open_study("whole")
    assert killed.done() == 260
    assert contents(killed.path) == contents(whole.path)
    assert not list(killed.path.glob(".*.tmp"))

"""A few cases of every kind; many more by `python -m tests.fuzz`."""

from __future__ import annotations

import random

import pytest

from tests.fuzz import damage, harness
from tests.fuzz.kinds import KINDS

CASES = {
    "models": 80,
    "settings": 80,
    "urdfs": 60,
    "sdfs": 30,
    "mjcfs": 30,
    "xacros": 30,
    "studies": 40,
    "tasks": 40,
    "plans": 40,
    "maps": 80,
    "tables": 80,
    "grids": 60,
    "logs": 60,
    "sweeps": 40,
    "trials": 60,
    "results": 40,
}


@pytest.mark.parametrize("kind", KINDS)
def test_damaged_files_are_read_or_refused(kind):
    tally = harness.run(kind, CASES[kind], seed=0)
    assert not tally.failures, f"{tally}\n{tally.failures[0].details}"
    assert tally.read + tally.refused == CASES[kind]
    assert tally.read  # what is refused at the door tests only the door
    assert tally.refused


def test_what_goes_wrong_is_counted():
    """A traceback, a crash, endless work and too much memory each fail their case, and no other."""
    tally = harness.run("faults", 6, seed=0, cpu=0.5)
    found = {failure.case: failure.where for failure in tally.failures}
    assert (tally.read, tally.refused) == (1, 1)
    assert found[2].startswith("ZeroDivisionError at")
    assert found[3] == "the process ended: SIGSEGV"
    assert found[4].startswith("took over 0.5 s")
    assert found[5].startswith("MemoryError at")
    assert "--case 3" in str(tally)


def test_cases_are_the_same_everywhere():
    sound = {"a": [1, 2.5, {"b": "text"}], "c": True}
    first, again = (damage.words(random.Random("models 1 7"), sound, [sound]) for _ in range(2))
    assert repr(first) == repr(again)
    assert sound == {"a": [1, 2.5, {"b": "text"}], "c": True}  # as it was

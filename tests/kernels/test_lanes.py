"""The number of lanes: that of the processor or as asked for; no bit depends on it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pelagos.errors import PelagosError
from pelagos.kernels import cache, lanes
from tests.digests import digests

OTHER = sum(lanes.WIDTHS) - lanes.WIDTH


def with_lanes(number, *arguments):
    """Python with another number of lanes, in a process of its own."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PELAGOS_LANES": str(number)},
        capture_output=True,
        text=True,
    )


def test_as_asked_for():
    assert [lanes.width(asked) for asked in ("4", "8", " 8 ")] == [4, 8, 8]
    assert lanes.width("") == lanes.width(" ") in lanes.WIDTHS


@pytest.mark.parametrize("asked", ["0", "5", "16", "-4", "4.0", "eight", "4 8"])
def test_other_numbers_are_refused(asked):
    with pytest.raises(PelagosError, match="set it to 4 or 8"):
        lanes.width(asked)


def test_the_command_says_so():
    done = with_lanes(5, "-m", "pelagos", "run", "cart-pole")
    assert done.returncode == 2
    assert done.stderr.startswith("pelagos: PELAGOS_LANES: '5' is no number of lanes")
    assert "Traceback" not in done.stderr


def test_code_for_other_lanes_is_kept_apart(monkeypatch):
    here = cache.key()
    monkeypatch.setattr(cache, "WIDTH", OTHER)
    assert cache.key() != here


@pytest.mark.slow  # where the engine for the other width is not compiled yet
def test_all_robots_move_the_same_to_the_bit():
    code = "import json; from tests.digests import digests; print(json.dumps(digests()))"
    done = with_lanes(OTHER, "-c", code)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == digests()

"""The number of lanes: that of the processor or as asked for; motions do not depend on it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from pelagos.errors import PelagosError
from pelagos.tape.machine import lanes
from tests.motions import motions


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
    assert [lanes.width(asked) for asked in ("1", "4", " 8 ")] == [1, 4, 8]
    assert lanes.width("") == lanes.width(" ") in lanes.WIDTHS


@pytest.mark.parametrize("asked", ["0", "5", "16", "-4", "4.0", "eight", "4 8"])
def test_other_numbers_are_refused(asked):
    with pytest.raises(PelagosError, match="set it to 1, 4 or 8"):
        lanes.width(asked)


def test_the_command_says_so():
    done = with_lanes(5, "-m", "pelagos", "run", "cart-pole")
    assert done.returncode == 2
    assert done.stderr.startswith("pelagos: PELAGOS_LANES: '5' is no number of lanes")
    assert "Traceback" not in done.stderr


@pytest.mark.slow  # where the programs for the other widths are not compiled yet
def test_all_robots_move_the_same(tmp_path):
    """To the bit, whatever the processor has."""
    here = motions()
    for number in (n for n in lanes.WIDTHS if n != lanes.WIDTH):
        file = tmp_path / f"motions-{number}.npz"
        code = (
            "import numpy; from tests.motions import motions; "
            f"numpy.savez({str(file)!r}, **motions())"
        )
        done = with_lanes(number, "-c", code)
        assert done.returncode == 0, done.stderr
        with np.load(file) as there:
            assert set(there.files) == set(here)
            for name, values in here.items():
                np.testing.assert_array_equal(there[name], values, err_msg=f"{number}: {name}")

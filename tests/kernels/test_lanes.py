"""The number of lanes: that of the processor or as asked for; motions do not depend on it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import llvmlite.binding as llvm
import numpy as np
import pytest

from pelagos.errors import PelagosError
from pelagos.kernels import cache, lanes
from tests.motions import motions

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
def test_all_robots_move_the_same(tmp_path):
    """To the bit where vectors of eight are whole; where LLVM splits them it may choose another of
    two products to round together with a sum, so last bits differ.
    """
    file = tmp_path / "motions.npz"
    code = (
        f"import numpy; from tests.motions import motions; numpy.savez({str(file)!r}, **motions())"
    )
    done = with_lanes(OTHER, "-c", code)
    assert done.returncode == 0, done.stderr
    whole = llvm.get_host_cpu_features().get("avx512f", False)
    here = motions()
    with np.load(file) as there:
        assert set(there.files) == set(here)
        for name, values in here.items():
            if whole:
                np.testing.assert_array_equal(there[name], values, err_msg=name)
            else:
                size = 1e-9 * max(1.0, np.abs(values).max(initial=0.0))
                np.testing.assert_allclose(there[name], values, rtol=0, atol=size, err_msg=name)

"""The march gives the same bits whatever vectors a processor has."""

from __future__ import annotations

import hashlib
import os
import platform
import subprocess
import sys
from pathlib import Path

import llvmlite.binding as llvm
import numpy as np
import pytest

from pelagos.integrators.table import TABLEAUX
from tests.march.closed import rods
from tests.march.systems import SYSTEMS, march

FEATURES = {"haswell": "+avx2,+fma", "x86-64": ""}  # with vectors of four, and of two without fma


def digest() -> str:
    """Of runs by every method, with and without constraints, in one and in many lanes."""
    found, samples = hashlib.sha256(), np.linspace(0.0, 0.3, 7)
    adaptive = [name for name in TABLEAUX if name != "semi-implicit"]
    for name in ("chaos", "spinning", "wide"):
        for integrator in adaptive:
            for lanes in (1, 8):
                runs = march(SYSTEMS[name], lanes, integrator=integrator, samples=samples)
                found.update(runs.out.tobytes() + runs.steps.tobytes())
    found.update(march(rods(2, 2), 4, samples=samples).out.tobytes())
    return found.hexdigest()


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="other processors")
@pytest.mark.parametrize("processor", FEATURES)
def test_other_processors(processor, tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "tests.march.test_processors", processor],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PELAGOS_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
    assert done.stdout.strip() == digest()


if __name__ == "__main__":

    class Features(dict):
        def flatten(self) -> str:
            return FEATURES[sys.argv[1]]

    llvm.get_host_cpu_name = lambda: sys.argv[1]
    llvm.get_host_cpu_features = Features
    sys.stdout.write(digest())

"""What a worker of a Dask cluster does: one chunk of a study, from what it is given."""

from __future__ import annotations

import functools
import pickle
import signal
from collections.abc import Mapping
from typing import Any

import numpy as np

from pelagos.kernels import cache
from pelagos.result.header import versions
from pelagos.study.reading import Study
from pelagos.study.running import simulate_chunk
from pelagos.study.storage.folder import Chunk


def simulate(
    study: bytes, first: int, drawn: Mapping[str, np.ndarray], count: int, threads: int
) -> tuple[Chunk, dict[str, str]]:
    """A chunk, and what it was made with; the study is pickled."""
    return simulate_chunk(_unpacked(study), first, drawn, count, threads), made_with()


def made_with() -> dict[str, str]:
    """What decides the last bits: versions, and the machine code for this processor."""
    return versions() | {"machine code": cache.KEY[:12]}


@functools.lru_cache(maxsize=2)
def _unpacked(study: bytes) -> Study:
    """Once per worker, not per chunk."""
    found: Study = pickle.loads(study)
    return found


def dask_setup(worker: Any) -> None:  # noqa: ARG001
    """Dask calls this in workers started here: Ctrl-C is for the sweep, which ends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

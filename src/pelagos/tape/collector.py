"""Python's collector of cycles, which finds none on a tape, but looks for them a thousand times."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused() -> Iterator[None]:
    """Let the collector wait: a fifth of the time that a long tape takes."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()

"""Ctrl-C as a wish that is heeded between two blocks of samples, so that none is lost.

An exception that comes from anywhere would drop what was computed and not yet kept. A second Ctrl-C
is not put off.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType


class Wish:
    """Whether Ctrl-C was pressed."""

    def __init__(self) -> None:
        self.made = False

    def note(self, number: int, frame: FrameType | None) -> None:
        if self.made:
            signal.default_int_handler(number, frame)
        self.made = True


@contextlib.contextmanager
def put_off() -> Iterator[Wish]:
    """Within, Ctrl-C is only noted; where somebody else handles it, or in a thread, nothing is."""
    wish = Wish()
    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not (usual and threading.current_thread() is threading.main_thread()):
        yield wish
        return
    signal.signal(signal.SIGINT, wish.note)
    try:
        yield wish
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)

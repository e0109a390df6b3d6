"""Commands that go on until Ctrl-C."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator


@contextlib.contextmanager
def ended_by_signals() -> Iterator[threading.Event]:
    """An event that Ctrl-C sets, and being asked to end.

    Python handles signals between two instructions of the main thread, which may hold the lock of
    the event just then, because it waits for it; so another thread sets it.
    """
    ended = threading.Event()

    def note(*_: object) -> None:
        threading.Thread(target=ended.set, daemon=True).start()

    numbers = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, note) for number in numbers]
    try:
        yield ended
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)

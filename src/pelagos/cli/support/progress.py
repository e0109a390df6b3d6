"""A line on the terminal that shows how far a run has come."""

from __future__ import annotations

import sys
import time
from typing import TextIO

_PATIENCE = 1.0  # s without any line
_INTERVAL = 0.1  # s between two updates
_WIDTH = 30


class Progress:
    """Called by the engine as `progress(fraction, message)`.

    Without a fraction the message announces what is about to take long, and is printed at once
    wherever the output goes. With one it moves the line, which appears only on a terminal and only
    when the run takes longer than a second.
    """

    def __init__(self, stream: TextIO | None = None, *, quiet: bool = False) -> None:
        self._stream = stream or sys.stderr
        self._quiet = quiet
        self._line = not quiet and self._stream.isatty()
        self._start = self._shown = time.monotonic()
        self._drawn = False

    def __call__(self, fraction: float | None, message: str = "") -> None:
        if fraction is None:
            if not self._quiet:
                self.done()
                print(message, file=self._stream, flush=True)
            return
        now = time.monotonic()
        if not self._line or now - self._start < _PATIENCE or now - self._shown < _INTERVAL:
            return
        self._shown, self._drawn = now, True
        bar = "=" * round(_WIDTH * fraction)
        text = f"\r[{bar:<{_WIDTH}}] {100 * fraction:3.0f} %"
        if fraction > 0:
            text += f"  {_left((now - self._start) * (1 / fraction - 1))} left"
        print(f"{text}  {message}"[:79].ljust(79), end="", file=self._stream, flush=True)

    def done(self) -> None:
        """Take the line away."""
        if self._drawn:
            print("\r" + " " * 79 + "\r", end="", file=self._stream, flush=True)
            self._drawn = False


def _left(seconds: float) -> str:
    """A rough time, in the unit people would use."""
    for size, unit in ((3600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"

"""The progress line."""

from __future__ import annotations

import io

import pytest

from pelagos.cli.support import progress as module
from pelagos.cli.support.progress import Progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def clock(monkeypatch):
    """A clock that the test moves."""
    now = [0.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    return now


def test_a_line_only_after_a_second_and_gone_in_the_end(clock):
    stream = Terminal()
    progress = Progress(stream)
    clock[0] = 0.9
    progress(0.3)
    assert stream.getvalue() == ""
    clock[0] = 2.0
    progress(0.5, "t = 5 s")
    assert stream.getvalue().startswith(
        "\r[===============               ]  50 %  2 s left  t = 5 s"
    )
    shown = stream.getvalue()
    clock[0] = 2.01
    progress(0.51)
    assert stream.getvalue() == shown
    progress.done()
    assert stream.getvalue().endswith("\r" + " " * 79 + "\r")


@pytest.mark.parametrize(
    ("fraction", "left"), [(0.5, "10 s left"), (0.05, "3 min left"), (1e-4, "28 h left")]
)
def test_the_time_left_is_told_in_fitting_units(clock, fraction, left):
    stream = Terminal()
    progress = Progress(stream)
    clock[0] = 10.0
    progress(fraction)
    assert left in stream.getvalue()


def test_no_line_without_a_terminal_but_announcements(clock):
    stream = io.StringIO()
    progress = Progress(stream)
    progress(None, "compiling, once for this machine")
    clock[0] = 5.0
    progress(0.5, "t = 5 s")
    progress.done()
    assert stream.getvalue() == "compiling, once for this machine\n"


def test_quiet_is_quiet(clock):
    stream = Terminal()
    progress = Progress(stream, quiet=True)
    progress(None, "compiling")
    clock[0] = 5.0
    progress(0.5)
    assert stream.getvalue() == ""

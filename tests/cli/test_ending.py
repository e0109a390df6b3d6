"""Commands that go on until Ctrl-C."""

from __future__ import annotations

import signal

from pelagos.cli.support.ending import ended_by_signals


def test_ctrl_c_in_the_middle_of_waiting_does_not_lock_up():
    before = signal.getsignal(signal.SIGINT)
    with ended_by_signals() as ended:
        with ended._cond:  # what `wait` holds for a moment at its beginning and at its end
            signal.raise_signal(signal.SIGINT)
        assert ended.wait(60.0)
    assert signal.getsignal(signal.SIGINT) is before

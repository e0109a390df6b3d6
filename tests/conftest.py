"""For all tests alike."""

import signal
from collections.abc import Iterator

import pytest

from pelagos.tape.machine import native


def pytest_configure() -> None:
    """Tests press Ctrl-C: shells that start something in the background have it ignored."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="module")
def asked_once() -> Iterator[None]:
    """For tests that run each program some times: to compile it well takes longer than that.

    Code that is made quickly gives the same bits, which tests/tape holds for every operation.
    """
    made = native.code_of
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native, "code_of", lambda p, lanes, sizes, _rare: made(p, lanes, sizes, True))
        yield

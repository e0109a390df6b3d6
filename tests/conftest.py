"""For all tests alike."""

import signal


def pytest_configure() -> None:
    """Tests press Ctrl-C: shells that start something in the background have it ignored."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)

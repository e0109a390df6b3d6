"""Processes forked while other threads are at work: what these held does not stop the child."""

from __future__ import annotations

import os
import signal
import threading
import time

import pytest

import pelagos as pl
from pelagos.kernels.locks import OwnLock
from pelagos.lazy import cached_property

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs forks"),
    pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning"),
]


def ends(work, seconds=60.0):
    """Whether a forked process comes to the end of some work."""
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(0)
    due = time.monotonic() + seconds
    while time.monotonic() < due:
        if os.waitpid(child, os.WNOHANG)[0]:
            return True
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


class Slow:
    begun, go_on = threading.Event(), threading.Event()

    @cached_property
    def value(self):
        if threading.current_thread() is not threading.main_thread():
            self.begun.set()
            self.go_on.wait()
        return 1


def test_an_attribute_that_another_thread_computes():
    thread = threading.Thread(target=lambda: Slow().value)
    thread.start()
    Slow.begun.wait()
    ended = ends(lambda: Slow().value, 5.0)
    Slow.go_on.set()
    thread.join()
    assert ended


def test_a_lock_that_another_thread_holds():
    lock, begun, go_on = OwnLock(), threading.Event(), threading.Event()

    def hold():
        with lock:
            begun.set()
            go_on.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    begun.wait()

    def take():
        with lock:
            pass

    ended = ends(take, 5.0)
    go_on.set()
    thread.join()
    assert ended


def test_forks_beside_threads_that_simulate():
    pl.simulate("pendulum", duration=0.1)
    stop = threading.Event()

    def work():
        weight = 9.0
        while not stop.is_set():
            weight += 1e-3
            pl.simulate("pendulum", duration=0.1, set={"gravity.2": -weight})

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        assert all(ends(lambda: pl.simulate("pendulum", duration=0.1)) for _ in range(8))
    finally:
        stop.set()
        for thread in threads:
            thread.join()

"""Others on the same machine, and threads in the same process."""

from __future__ import annotations

import contextlib
import signal
import socket
import subprocess
import sys
import textwrap
import time
import urllib.request

from benchmarks.harm.tools import COMMAND, Found, environment

IDLE, DRIPPING = 200, 40  # connections of strangers
FORKS = 50


def strangers() -> Found:
    """The owner's page, while strangers hold connections and others drip a byte at a time."""
    process = subprocess.Popen(
        [*COMMAND, "live", "pendulum", "--no-open"],
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    process.stdout.readline()
    address = process.stdout.readline().strip()
    port = int(address.split(":")[2].partition("/")[0])
    crowd = [socket.create_connection(("127.0.0.1", port)) for _ in range(IDLE + DRIPPING)]
    times, failed = [], []
    for byte in b"GET / HTTP":
        for one in crowd[IDLE:]:
            with contextlib.suppress(OSError):
                one.send(bytes([byte]))
        begun = time.monotonic()
        try:
            with urllib.request.urlopen(address, timeout=30) as answer:
                answer.read()
        except OSError as error:
            failed.append(str(error))
        times.append(time.monotonic() - begun)
        time.sleep(0.5)
    for one in crowd:
        one.close()
    process.send_signal(signal.SIGINT)
    process.communicate()
    return (
        len(times),
        failed,
        f"page after {max(times):.2f} s at most, {IDLE} idle, {DRIPPING} drip",
    )


FORKING = textwrap.dedent(
    """
    import os, random, signal, sys, threading, time, warnings
    import pelagos as pl
    warnings.simplefilter("ignore")

    def work():
        weight = 9.0
        while True:
            weight += 1e-3
            pl.simulate("double-pendulum", duration=0.5, set={"gravity.2": -weight})

    pl.simulate("double-pendulum", duration=0.5)
    for _ in range(2):
        threading.Thread(target=work, daemon=True).start()
    rng, hung = random.Random(1), 0
    for _ in range(int(sys.argv[1])):
        time.sleep(rng.uniform(0, 0.05))
        child = os.fork()
        if child == 0:
            signal.alarm(30)
            pl.simulate("double-pendulum", duration=0.5)
            os._exit(0)
        hung += os.waitpid(child, 0)[1] != 0
    print(hung, flush=True)
    os._exit(0)
    """
)


def forks(count: int = FORKS) -> Found:
    """Processes forked while two threads simulate."""
    ended = subprocess.run(
        [sys.executable, "-c", FORKING, str(count)],
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    hung = int(ended.stdout)
    return count, ["a child hung"] * hung, "the child simulates, too"

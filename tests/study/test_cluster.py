"""The same study on Dask workers: equal bits, whatever happens to the workers."""

from __future__ import annotations

import gc
import os
import random
import re
import signal
import sys
import threading
import time
from concurrent.futures import CancelledError

import numpy as np
import pytest

import pelagos as pl
from pelagos.study import cluster
from tests.study.test_kills import contents

pytest.importorskip("distributed")
pytestmark = [
    # sockets that a killed process leaves to the garbage collector
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
KILLS = 3  # benchmarks.endurance has more


@pytest.fixture(scope="module")
def crew():
    """Two real worker processes."""
    with cluster.workers("local:2") as workers:
        yield workers
    gc.collect()  # sockets of killed workers complain here, not in the tests of another file


@pytest.fixture
def kept_words(drawn_words):
    kept = {"quantities": {"pace": "u.weight"}}
    return drawn_words | {"runs": 60, "duration": 0.5, "every": 0.1, "histories": kept}


def processes(crew):
    return [nanny.pid for nanny in crew.client.cluster.workers.values() if nanny.pid]


def test_equal_to_one_machine(folder, kept_words, crew):
    one = pl.sweep(kept_words, "one", chunk=8)
    many = pl.sweep(kept_words, "many", chunk=8, cluster=crew)
    assert contents(many.path) == contents(one.path)
    assert many.failures() == one.failures()
    assert len(many.failures()) > 0
    # other chunks, and more threads in each worker
    other = pl.sweep(kept_words, "other", threads=2, cluster=crew)
    assert other.facts["chunk"] == 16
    assert other.dataset.identical(one.dataset)
    good = [run for run in range(60) if run not in many.failures()]
    for run in good[::15]:
        again = many.study.metrics.of(many.rerun(run))
        stored = [float(many.dataset[name][run]) for name in many.metric_names]
        np.testing.assert_array_equal(again, stored)


def test_workers_killed_at_random_moments(folder, kept_words, crew):
    """One is killed a random while after every so many chunks; Dask starts another."""
    one = pl.sweep(kept_words, "one", chunk=2)
    rng, killed, timers = random.Random(2), [], []
    marks = np.linspace(2, 40, KILLS).tolist()

    def kill():
        while True:
            try:
                pid = rng.choice(processes(crew))
                os.kill(pid, signal.SIGKILL)
            except (IndexError, ProcessLookupError):  # it has just died
                time.sleep(0.01)
            else:
                killed.append(pid)
                return

    def watch(fraction, message=""):
        done = re.match(r"[\d,]+", message)
        if fraction is not None and marks and int(done[0]) >= marks[0]:
            marks.pop(0)
            timers.append(threading.Timer(rng.uniform(0, 0.05), kill))
            timers[-1].start()

    many = pl.sweep(kept_words, "many", chunk=2, cluster=crew, progress=watch)
    for timer in timers:
        timer.join()
    assert len(killed) == KILLS
    assert contents(many.path) == contents(one.path)


def test_interrupted_here_goes_on_there(folder, kept_words, crew, monkeypatch):
    one = pl.sweep(kept_words, "one", chunk=8)
    for place in sorted(one.path.glob("runs-*.npz"))[1::2]:
        place.unlink()
    part = contents(one.path)
    again = pl.sweep(kept_words, "one", resume=True, cluster=crew)
    assert contents(again.path) == contents(pl.sweep(kept_words, "two", chunk=8).path)
    assert all(contents(again.path)[name] == data for name, data in part.items())


def test_chunks_that_fail_do_not_stop_the_rest(folder, kept_words, crew, monkeypatch):
    submit = cluster.Crew._submit

    def broken(self, first, last, drawn):
        return submit(self, first, last, {} if first == 8 else drawn)

    monkeypatch.setattr(cluster.Crew, "_submit", broken)
    with pytest.raises(pl.PelagosError, match=r"1 of 8 chunks.*runs 8 to 15: KeyError") as caught:
        pl.sweep(kept_words, "out", chunk=8, cluster=crew)
    assert "--resume" in str(caught.value)
    assert pl.open_study("out").done() == 52
    monkeypatch.undo()
    monkeypatch.chdir(folder)
    whole = pl.sweep(kept_words, "out", resume=True, cluster=crew)
    assert contents(whole.path) == contents(pl.sweep(kept_words, "two", chunk=8).path)


def test_worker_of_another_version(folder, kept_words, crew, monkeypatch):
    told = []
    monkeypatch.setattr(cluster.worker, "made_with", lambda: made | {"machine code": "another"})
    made = crew.client.submit(real_made_with, pure=False).result()
    pl.sweep(kept_words, "out", cluster=crew, progress=lambda f, m="": told.append((f, m)))
    assert [m for f, m in told if f is None] == [
        f"a worker has machine code {made['machine code']}: the last bits may differ"
    ]
    monkeypatch.setattr(cluster.worker, "made_with", lambda: made | {"pelagos": "0"})
    with pytest.raises(pl.PelagosError, match="install the same version"):
        pl.sweep(kept_words, "other", cluster=crew)
    assert pl.open_study("other").done() == 0


def test_scheduler_that_goes_away(folder, kept_words, crew, monkeypatch):
    finished, seen = cluster.Workers.finished, []

    def gone(self, futures):
        if len(seen) >= 2:
            raise CancelledError
        done = finished(self, futures)
        seen.extend(done)
        return done

    monkeypatch.setattr(cluster.Workers, "finished", gone)
    with pytest.raises(
        pl.PelagosError, match=r"scheduler of the cluster cannot be reached\n.*--resume"
    ):
        pl.sweep(kept_words, "out", chunk=8, cluster=crew)
    assert 0 < pl.open_study("out").done() < 60


def real_made_with():
    from pelagos.study import worker

    return worker.made_with()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("local", "is not a cluster"),
        ("local:0", "is not a cluster"),
        ("nowhere.json", "no such scheduler file"),
        ("tcp://127.0.0.1:1", "no scheduler answers"),
    ],
)
def test_refused(folder, kept_words, name, said, monkeypatch):
    monkeypatch.setattr(cluster, "PATIENCE", 0.2)
    with pytest.raises(pl.PelagosError, match=said):
        pl.sweep(kept_words, "out", cluster=name)


def test_without_dask(folder, kept_words, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(pl.PelagosError, match=r"pip install \"pelagos\[cluster\]\""):
        pl.sweep(kept_words, "out", cluster="local:2")

"""Chunks of a study on the workers of a Dask cluster.

Scheduling is Dask's: a task is one chunk, given with everything it needs, so it can run on any
worker and again on another one when its worker dies. Results come back to the process that sweeps,
which alone writes them; each chunk is taken once.
"""

from __future__ import annotations

import contextlib
import itertools
import logging
import multiprocessing
import pickle
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.progress import Progress
from pelagos.study import worker
from pelagos.study.design import Design
from pelagos.study.reading import Study
from pelagos.study.storage.folder import Chunk

AHEAD = 2  # chunks under way or waiting, per thread of the workers
RETRIES = 2  # of a chunk that raised an error
DEATHS = 20  # of local workers with the same chunk, before it is given up
PATIENCE = 10  # s to reach a scheduler
CLOSING = 15  # s for local workers to end by themselves
PAUSE = 3  # s between looks at the workers while none finishes
_FORMS = "write local:4 (workers on this machine), tcp://HOST:PORT, or a scheduler file (.json)"


class Workers:
    """The workers that a Dask client reaches."""

    def __init__(self, client: Any) -> None:
        self.client = client

    def threads(self) -> int:
        """Chunks that the workers there are now can simulate at a time."""
        return sum(self.client.nthreads().values())

    def finished(self, futures: Iterable[Any]) -> list[Any]:
        """Those that are, as soon as one is; none after a while, to see to the workers."""
        from distributed import wait

        try:
            found = wait(list(futures), timeout=PAUSE, return_when="FIRST_COMPLETED")
        except TimeoutError:
            return []
        return list(found.done)


@contextlib.contextmanager
def workers(cluster: Any) -> Iterator[Workers]:
    """Workers started here, those of a running scheduler, or those of a given client."""
    try:
        import distributed
    except ImportError:
        raise PelagosError(
            'a cluster needs dask.distributed: pip install "pelagos[cluster]"'
        ) from None
    if isinstance(cluster, Workers):
        yield cluster
        return
    if isinstance(cluster, distributed.Client):
        yield Workers(cluster)
        return
    name = str(cluster)
    kind, _, rest = name.partition(":")
    if kind == "local" and rest.isascii() and rest.isdigit() and 1 <= int(rest) <= 1024:
        with _local(distributed, int(rest)) as client:
            yield Workers(client)
        return
    if "://" in name:
        given: dict[str, Any] = {"address": name}
    elif name.endswith(".json"):
        if not Path(name).is_file():
            raise PelagosError(f"cluster: {name}: there is no such scheduler file\n    {_FORMS}")
        given = {"scheduler_file": name}
    else:
        raise PelagosError(f"cluster: {name!r} is not a cluster\n    {_FORMS}")
    try:
        client = distributed.Client(**given, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise PelagosError(
            f"cluster: no scheduler answers at {name}: {reason}\n"
            "    start one with `dask scheduler`, and workers with `dask worker ADDRESS`"
        ) from None
    with _quiet("distributed.client"), client:
        yield Workers(client)


@contextlib.contextmanager
def _quiet(name: str) -> Iterator[None]:
    """Without the log of what is said in words here."""
    log = logging.getLogger(name)
    level = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(level)


@contextlib.contextmanager
def _local(distributed: Any, count: int) -> Iterator[Any]:
    """Worker processes of this machine, reachable from it alone; ones that die are replaced."""
    import dask

    settings = {"distributed.scheduler.allowed-failures": DEATHS}
    others = multiprocessing.active_children()
    with contextlib.ExitStack() as stack:
        stack.enter_context(dask.config.set(settings))
        scratch = stack.enter_context(
            tempfile.TemporaryDirectory(prefix="pelagos-workers-", ignore_cleanup_errors=True)
        )
        cluster = distributed.LocalCluster(
            n_workers=count,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            scheduler_kwargs={"dashboard": False},
            local_directory=scratch,
            silence_logs=logging.CRITICAL,
            preload=[worker.__name__],
        )
        stack.callback(_close, cluster, others)
        client = stack.enter_context(distributed.Client(cluster))
        stack.enter_context(_kept_up(cluster, count))
        yield client


def _close(cluster: Any, others: Sequence[Any]) -> None:
    """End the workers; Dask would wait for ever for one that hangs as it begins."""
    with contextlib.suppress(TimeoutError):
        cluster.close(timeout=CLOSING)
        return
    started = [p for p in multiprocessing.active_children() if p not in others]
    for process in started:
        if process.name.startswith("Dask Worker"):
            process.kill()
    with contextlib.suppress(TimeoutError):
        cluster.close(timeout=CLOSING)


@contextlib.contextmanager
def _kept_up(cluster: Any, count: int) -> Iterator[None]:
    """Ask for all workers now and then: Dask does not replace one that died as it began."""
    from tornado.ioloop import PeriodicCallback

    asking = PeriodicCallback(lambda: cluster.scale(count), 1000 * PAUSE)
    cluster.loop.add_callback(asking.start)
    try:
        yield
    finally:
        cluster.loop.add_callback(asking.stop)


class Crew:
    """Simulates the chunks of a study on workers."""

    def __init__(
        self, workers: Workers, study: Study, threads: int | None, progress: Progress
    ) -> None:
        self._workers, self._progress = workers, progress
        self._study = pickle.dumps(study)
        self._threads = threads or 1
        self._here = worker.made_with()
        self._told: set[str] = set()

    def chunks(self, design: Design, left: Sequence[tuple[int, int]]) -> Iterator[Chunk]:
        """The chunks as they come in, each once; those that failed are named in the end."""
        waiting, lost = iter(left), []
        ranges: dict[Any, tuple[int, int]] = {}  # of tasks under way
        try:
            while True:
                room = AHEAD * max(self._workers.threads(), 1) - len(ranges)
                for first, last in itertools.islice(waiting, max(room, 0)):
                    ranges[self._submit(first, last, design.rows(first, last))] = first, last
                if not ranges:
                    break
                done = self._workers.finished(ranges)
                if not done and not self._workers.threads():
                    self._tell("the cluster has no workers: waiting for them")
                for future in done:
                    first, last = ranges.pop(future)
                    try:
                        chunk, made_with = future.result()
                    except CancelledError:
                        raise
                    except Exception as error:
                        lost.append(f"runs {first} to {last - 1}: {_reason(error)}")
                        continue
                    self._check(made_with)
                    yield chunk
        except (CancelledError, OSError):
            raise PelagosError(
                "the scheduler of the cluster cannot be reached\n"
                "    what is stored is kept; continue with --resume, on any cluster or without one"
            ) from None
        finally:
            with contextlib.suppress(CancelledError, OSError, RuntimeError):
                self._workers.client.cancel(list(ranges))
        if lost:
            raise PelagosError(
                f"{len(lost)} of {len(left)} chunks could not be simulated; {lost[0]}\n"
                "    all others are stored; --resume tries these again"
            )

    def _tell(self, text: str) -> None:
        """Once."""
        if text not in self._told:
            self._told.add(text)
            self._progress(None, text)

    def _submit(self, first: int, last: int, drawn: Mapping[str, np.ndarray]) -> Any:
        work = (self._study, first, drawn, last - first, self._threads)
        return self._workers.client.submit(worker.simulate, *work, pure=False, retries=RETRIES)

    def _check(self, made_with: Mapping[str, str]) -> None:
        """A worker of another version is refused; another processor is mentioned, once."""
        here = self._here
        if made_with["pelagos"] != here["pelagos"]:
            raise PelagosError(
                f"cluster: a worker has Pelagos {made_with['pelagos']}, not {here['pelagos']}\n"
                "    install the same version on all machines"
            )
        other = [f"{name} {value}" for name, value in made_with.items() if here.get(name) != value]
        if other:
            self._tell(f"a worker has {', '.join(other)}: the last bits may differ")


def _reason(error: Exception) -> str:
    """Why a task gave no result, in one line."""
    if isinstance(error, ModuleNotFoundError):
        return f"{error}; install Pelagos where the workers run"
    if type(error).__name__ == "KilledWorker":
        return "the workers that had it died, perhaps for lack of memory"
    return f"{type(error).__name__}: {error}".splitlines()[0]

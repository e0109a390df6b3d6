"""The folder of a study: what it is (study.json), and its results in chunks of runs.

A chunk is written beside its place, flushed to the disk and renamed, so it is there as a whole or
not at all. It holds what was drawn for its runs, their metrics, and how they ended. Histories, if
they are kept, are in files of their own (`histories`), which are written before.
"""

from __future__ import annotations

import contextlib
import csv
import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.errors import ModelError, PelagosError
from pelagos.lazy import cached_property
from pelagos.mechanism.conditions import conditions_of
from pelagos.model import Robot, load
from pelagos.result.header import now, versions
from pelagos.result.labelled import load_xarray
from pelagos.result.storage import LOCKS, temporary, try_lock
from pelagos.shown import Shown
from pelagos.study.reading import Study, changes
from pelagos.study.storage.chunks import Chunk, chunk_bytes, read_chunk
from pelagos.study.storage.histories import HistoryFiles
from pelagos.study.storage.manifest import MANIFEST, SCHEMA, read_manifest
from pelagos.study.words import StudyWords

if TYPE_CHECKING:
    import xarray

    from pelagos.result import Run


class StudyFolder(Shown):
    """A study on disk, complete or not."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.facts = read_manifest(self.path)

    def __repr__(self) -> str:
        return f"<StudyFolder {self.path}: {self.done()} of {self.runs} runs done>"

    @classmethod
    def create(
        cls,
        path: Path,
        study: Study,
        columns: list[str],
        chunk: int,
        time: np.ndarray,
        more: Mapping[str, Any] | None = None,
    ) -> StudyFolder:
        """A folder without results; `time` are the samples of the histories, `more` other facts."""
        words = study.words.model_dump(mode="json", by_alias=True, exclude_none=True)
        facts = {
            "schema": SCHEMA,
            "identity": identity(study),
            "study": words,
            "source": study.source,
            "robot": study.robot.to_dict(),
            "robot_hash": study.robot.hash,
            "runs": study.words.count,
            "columns": columns,
            "metrics": list(study.words.metrics),
            "stops": list(conditions_of(study.resolved)),
            "chunk": chunk,
            "versions": versions(),
            "created": now(),
            **(more or {}),
        }
        try:
            path.mkdir(parents=True, exist_ok=True)
            if study.histories is not None:
                facts["histories"] = HistoryFiles.facts(study.histories)
                HistoryFiles.create(path, study.histories, time, study.words.count)
        except OSError as error:
            raise PelagosError(f"{path}: cannot be made: {error.strerror}") from None
        _put(path / MANIFEST, json.dumps(facts, indent=1).encode())
        return cls(path)

    @classmethod
    def present(cls, path: Path, identity: str, resume: bool) -> StudyFolder | None:
        """The folder of the same study, if there is one; refuses all others."""
        if not (path / MANIFEST).exists():
            if path.is_dir() and any(map(_foreign, path.iterdir())):
                raise PelagosError(f"{path}: holds other files\n    name a new folder with --out")
            return None
        if not resume:
            raise PelagosError(
                f"{path}: a study is already here\n"
                "    continue with --resume, or name another --out"
            )
        folder = cls(path)
        if folder.facts["identity"] != identity:
            raise PelagosError(
                f"{path}: holds another study, or the study or its robot has changed since\n"
                "    name another --out, or restore what was changed"
            )
        return folder

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """For one writer at a time, who finds no remains of others."""
        with (self.path / ".lock").open("wb") as lock:
            if LOCKS and not try_lock(lock, exclusive=True):
                raise PelagosError(f"{self.path}: another sweep is writing here")
            self.tidy()
            yield

    # --- what it is

    @property
    def runs(self) -> int:
        return int(self.facts["runs"])

    @property
    def columns(self) -> list[str]:
        """What was drawn: paths of the model, and q[label] and u[label] of the start."""
        return list(self.facts["columns"])

    @property
    def metric_names(self) -> list[str]:
        return list(self.facts["metrics"])

    @property
    def ends(self) -> list[str]:
        """The last columns of a table of the runs: how each of them ended."""
        stops = ["stopped_by"] if self.facts["stops"] else []
        return ["outcome", "time", *stops, "message"]

    @cached_property
    def study(self) -> Study:
        """The study; its robot from the same file if that is unchanged, else from the folder."""
        words = StudyWords.model_validate(self.facts["study"])
        robot = self._loaded(words) or Robot(**self.facts["robot"])
        study = Study(words, robot, self.facts["source"])
        for name, error in study.metrics.problems.items():
            raise PelagosError(
                f"{self.path / MANIFEST}: study.metrics.{name}: {error.message}\n"
                "    restore the file, or sweep again into another folder"
            )
        return study

    def _loaded(self, words: StudyWords) -> Robot | None:
        """Paths may use shorthands of the file, which the flat robot of the folder has not."""
        try:
            robot = load(self.facts["source"])
            for _, _, change in changes(words):
                robot = change(robot)
        except (PelagosError, OSError):
            return None
        return robot if robot.hash == self.facts["robot_hash"] else None

    @cached_property
    def histories(self) -> HistoryFiles | None:
        """What is kept over time, if anything is."""
        facts = self.facts.get("histories")
        return None if facts is None else HistoryFiles(self.path, facts, self.runs)

    # --- chunks

    def ranges(self) -> list[tuple[int, int]]:
        """First run of every chunk, and the one after its last."""
        step = int(self.facts["chunk"])
        return [(first, min(first + step, self.runs)) for first in range(0, self.runs, step)]

    def _place(self, first: int) -> Path:
        return self.path / f"runs-{first:09d}.npz"

    def has(self, first: int) -> bool:
        return self._place(first).exists()

    def tidy(self) -> None:
        """Remove what a killed sweep left half written; for the one that holds the lock."""
        for left in self.path.glob(".runs-*.tmp"):
            left.unlink(missing_ok=True)

    def write(self, chunk: Chunk) -> None:
        """Put a chunk in its place, for good."""
        if self.histories is not None:
            self.histories.write(chunk.first, chunk.histories)
        _put(self._place(chunk.first), chunk_bytes(chunk))

    def read(self, first: int) -> Chunk:
        last = min(first + int(self.facts["chunk"]), self.runs)
        sizes = len(self.columns), len(self.metric_names)
        return read_chunk(self._place(first), first, last - first, *sizes)

    def firsts(self) -> list[int]:
        """First runs of the chunks that are there, in the order of runs."""
        step = int(self.facts["chunk"])
        names = (place.stem.removeprefix("runs-") for place in self.path.glob("runs-*.npz"))
        found = (int(name) for name in names if name.isascii() and name.isdigit())
        return sorted(first for first in found if first < self.runs and first % step == 0)

    def chunks(self) -> Iterator[Chunk]:
        """Those that are there, in the order of runs."""
        return map(self.read, self.firsts())

    def done(self) -> int:
        """Runs whose results are kept."""
        step = int(self.facts["chunk"])
        return sum(min(step, self.runs - first) for first in self.firsts())

    # --- reading

    @cached_property
    def dataset(self) -> xarray.Dataset:
        """Drawn values as coordinates of `run`; metrics, outcome and time reached as variables.

        Histories are variables over `run` and `time`, NaN after the end of a run, and are read from
        their files as they are used.
        """
        chunks = list(self.chunks())
        if not chunks:
            raise PelagosError(f"{self.path}: no run is done yet\n    sweep with --resume")
        run = np.concatenate([np.arange(c.first, c.first + len(c)) for c in chunks])
        drawn, metrics = (
            np.concatenate([getattr(c, name) for c in chunks]) for name in ("drawn", "metrics")
        )
        units = self.study.metrics.units
        variables: dict[str, Any] = {
            name: ("run", metrics[:, k], {"units": units[name]} if units[name] else {})
            for k, name in enumerate(self.metric_names)
        }
        variables["outcome"] = ("run", np.concatenate([c.outcomes for c in chunks]))
        variables["outcome_time"] = ("run", np.concatenate([c.times for c in chunks]))
        if self.facts["stops"]:
            variables["stopped_by"] = ("run", np.concatenate([c.stops for c in chunks]))
        coords: dict[str, Any] = {n: ("run", drawn[:, k]) for k, n in enumerate(self.columns)}
        if self.histories is not None:
            variables |= self.histories.variables(run)
            coords |= self.histories.coordinates()
        facts = {
            "study": json.dumps(self.facts["study"]),
            "robot_hash": self.facts["robot_hash"],
            "versions": json.dumps(self.facts["versions"]),
        }
        return load_xarray().Dataset(variables, {"run": run, **coords}, facts)

    def failures(self) -> dict[int, str]:
        """Runs that did not come to their end, and why."""
        return {run: text for chunk in self.chunks() for run, text in chunk.messages.items()}

    def failed(self) -> int:
        """How many did not."""
        return sum(len(chunk.messages) for chunk in self.chunks())

    def to_csv(self, path: str | Path) -> Path:
        """One line per run; numbers with all their digits."""
        place = Path(path)
        with temporary(place) as beside:
            with beside.open("w", newline="", encoding="utf-8") as file:
                writer = csv.writer(file)
                writer.writerow(["run", *self.columns, *self.metric_names, *self.ends])
                for chunk in self.chunks():
                    for k in range(len(chunk)):
                        run = chunk.first + k
                        numbers = [repr(float(x)) for x in (*chunk.drawn[k], *chunk.metrics[k])]
                        end = [chunk.outcomes[k], float(chunk.times[k])]
                        end += [chunk.stops[k]] if self.facts["stops"] else []
                        writer.writerow([run, *numbers, *end, chunk.messages.get(run, "")])
            beside.replace(place)
        return place

    def to_parquet(self, path: str | Path) -> Path:
        """The same table for Arrow, pandas and the like."""
        from pelagos.study.storage.parquet import write_parquet

        return write_parquet(self, path)

    def report(self, path: str | Path, *, worst: int = 1) -> Path:
        """Write a page of distributions, sensitivities and `worst` cases with 3D pages."""
        from pelagos.study.report import write_report

        return write_report(self, path, worst=worst)

    def of_run(self, index: int) -> tuple[dict[str, float], dict[str, float], str]:
        """What was drawn for a run, its metrics, and how it ended."""
        if not 0 <= index < self.runs:
            raise PelagosError(f"run {index}: there are runs 0 to {self.runs - 1}")
        first = index - index % int(self.facts["chunk"])
        if not self.has(first):
            raise PelagosError(f"run {index} is not done yet\n    sweep with --resume")
        chunk, k = self.read(first), index - first
        return (
            dict(zip(self.columns, chunk.drawn[k].tolist(), strict=True)),
            dict(zip(self.metric_names, chunk.metrics[k].tolist(), strict=True)),
            chunk.messages.get(index, str(chunk.outcomes[k])),
        )

    def rerun(self, index: int) -> Run:
        """The run by itself, with its whole history; the same to the bit."""
        from pelagos.study.running import run_alone

        drawn, _, _ = self.of_run(index)
        try:
            return run_alone(self.study, drawn)
        except ModelError as error:
            raise PelagosError(f"run {index}: {error}") from None


def _foreign(place: Path) -> bool:
    """Not what a sweep leaves that was killed before it had said what it is."""
    return not (place.name.startswith(".") or place.name == "histories")


def identity(study: Study) -> str:
    """What decides the results of a study, as a hash."""
    words = study.words.model_dump(mode="json", exclude={"name", "description"})
    text = json.dumps([words, study.robot.hash], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _put(place: Path, data: bytes) -> None:
    """Write a file as a whole."""
    with temporary(place) as beside:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(place)


def open_study(path: str | Path) -> StudyFolder:
    """A study that `pelagos sweep` wrote; `.dataset` is all of it.

    Examples:
        >>> words = {
        ...     "name": "swing", "robot": "pendulum", "duration": 1, "runs": 8, "seed": 1,
        ...     "factors": {"bodies.rod.mass": {"uniform": [0.9, 1.1]}},
        ...     "metrics": {"angle": {"final": "q.rod"}},
        ... }
        >>> folder = pl.sweep(words, "swing-opened")
        >>> pl.open_study("swing-opened").dataset.sizes["run"]
        8
    """
    return StudyFolder(path)

"""What is kept of runs over time, and the files it is kept in.

Every history is one .npy file for the whole study, (run, time, ...), laid out before the first run.
Chunks of runs are put in their places by plain writes; which of them are there is known from the
chunks' own files, which are written after. A reader maps the files, so that only what is looked at
is read, and a study may be larger than the memory.
"""

from __future__ import annotations

import math
import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.files import check
from pelagos.language.expressions import Node
from pelagos.language.parser import ExpressionError
from pelagos.language.suggest import did_you_mean
from pelagos.result.quantities.expressions import Quantities
from pelagos.result.quantities.units import written
from pelagos.result.schema import UNIT_COORDINATES, VARIABLES
from pelagos.result.unfailing import put
from pelagos.study.words import Histories as HistoryWords

if TYPE_CHECKING:
    from pelagos.result import Run
    from pelagos.result.header import Header

FOLDER = "histories"
MOST_SAMPLES = 10**9  # of a run, between two that are kept
_KEPT = [name for name in VARIABLES if name != "time"]


@dataclass(frozen=True)
class History:
    """One history: what it is along its axes after run and time, and in which unit."""

    dims: tuple[str, ...]
    shape: tuple[int, ...]
    attributes: Mapping[str, str]


class HistoryPlan:
    """The histories of a study, ready to be taken from runs; `problems` by key below histories."""

    def __init__(self, words: HistoryWords, every: float | None, header: Header) -> None:
        self._quantities = Quantities(header)
        self._header = header
        self._nodes: dict[str, Node] = {}
        self._stride = 1
        self.problems: dict[tuple[str | int, ...], ExpressionError] = {}
        there = [name for name in _KEPT if math.prod(header.row_shape(name))]
        self.variables = tuple(there) if words.variables == "all" else words.variables
        if words.every is not None and every is not None:
            self._stride = max(1, round(min(words.every / every, MOST_SAMPLES)))
            if not math.isclose(self._stride * every, words.every, rel_tol=1e-9):
                message = f"the samples of the runs are {every:g} s apart"
                self.problems["every",] = ExpressionError(message, "give a multiple of it")
        for k, name in enumerate(self.variables):
            if name not in there:
                message = "the results have no such variable"
                self.problems["variables", k] = ExpressionError(message, did_you_mean(name, there))
        for name, text in words.quantities.items():
            try:
                self._nodes[name] = self._quantities.parsed(text)
            except ExpressionError as error:
                self.problems["quantities", name] = error

    def names(self) -> dict[str, History]:
        """Everything that is kept."""
        found = {
            name: History(
                VARIABLES[name].dims[1:],
                self._header.row_shape(name),
                VARIABLES[name].attributes(),
            )
            for name in self.variables
        }
        for name, node in self._nodes.items():
            unit = written(self._quantities.unit(node))
            found[name] = History((), (), {"units": unit} if unit else {})
        return found

    def looked_at(self) -> set[str]:
        """Variables of a result that they are made of."""
        return set(self.variables).union(*map(self._quantities.variables, self._nodes.values()))

    def labels(self) -> dict[str, dict[str, Any]]:
        """What stands along the dimensions, with units where these differ by element."""
        known = [VARIABLES[name] for name in self.variables if name in VARIABLES]
        dims = dict.fromkeys(dim for variable in known for dim in variable.dims[1:])
        return {
            dim: {
                "labels": list(self._header.labels(dim)),
                "units": list(self._header.units(dim)) if dim in UNIT_COORDINATES else None,
            }
            for dim in dims
        }

    def samples(self, time: np.ndarray) -> np.ndarray:
        """Which of the samples of a run are kept: every so many, and the last."""
        picked = np.arange(0, len(time), self._stride)
        return picked if picked[-1] == len(time) - 1 else np.append(picked, len(time) - 1)

    def of(self, run: Run, time: np.ndarray) -> dict[str, np.ndarray]:
        """What is kept of a run, NaN after its end; `time` has all samples of a whole run."""
        found = {name: run.arrays[name] for name in self.variables}
        found |= {name: self._quantities.values(run, n) for name, n in self._nodes.items()}
        picked = self.samples(time)
        reached = picked[picked < len(run)]
        kept = {n: np.full((len(picked), *v.shape[1:]), np.nan) for n, v in found.items()}
        for name, values in found.items():
            kept[name][: len(reached)] = values[reached]
        return kept


class HistoryFiles:
    """The .npy files of a study's histories."""

    def __init__(self, folder: Path, facts: Mapping[str, Any], runs: int) -> None:
        self._folder, self._facts, self._runs = folder / FOLDER, facts, runs

    @staticmethod
    def facts(histories: HistoryPlan) -> dict[str, Any]:
        """What the manifest says about them."""
        kept = histories.names().items()
        return {
            "names": {n: {"dims": k.dims, "attributes": dict(k.attributes)} for n, k in kept},
            "labels": histories.labels(),
        }

    @classmethod
    def create(cls, folder: Path, histories: HistoryPlan, time: np.ndarray, runs: int) -> None:
        """Files with room for all runs; space on the disk is taken as they are filled."""
        place = folder / FOLDER
        place.mkdir(exist_ok=True)
        kept = {name: (runs, len(time), *k.shape) for name, k in histories.names().items()}
        size, free = 8 * sum(math.prod(s) for s in kept.values()), shutil.disk_usage(place).free
        if size > free:
            raise PelagosError(
                f"{place}: the histories need {size / 1e9:.3g} GB, the disk has {free / 1e9:.3g}\n"
                "    keep fewer quantities, a longer every below histories, or name another --out"
            )
        for name, shape in kept.items():
            np.lib.format.open_memmap(place / f"{name}.npy", "w+", dtype="<f8", shape=shape)
        np.save(place / "time.npy", time)

    @property
    def names(self) -> list[str]:
        return list(self._facts["names"])

    @property
    def time(self) -> np.ndarray:
        found = _mapped(self._folder / "time.npy")
        if found.ndim != 1:
            raise _damaged(self._folder / "time.npy", f"{found.ndim} dimensions, not one")
        return np.array(found)

    def array(self, name: str) -> np.memmap:
        """(run, time, ...) of all runs, read as it is looked at; runs not done have zeros."""
        place = self._folder / f"{name}.npy"
        found, labels = _mapped(place), self._facts["labels"]
        sizes = [len(labels[dim]["labels"]) for dim in self._facts["names"][name]["dims"]]
        expected = (self._runs, len(self.time), *sizes)
        if found.shape != expected:
            raise _damaged(place, f"its shape is {list(found.shape)}, not {list(expected)}")
        return found

    def write(self, first: int, values: Mapping[str, np.ndarray]) -> None:
        """Put the histories of consecutive runs in their places, down to the disk."""
        for name, rows in values.items():
            place = self._folder / f"{name}.npy"
            whole = self.array(name)
            try:
                with place.open("r+b", buffering=0) as file:
                    file.seek(whole.offset + first * whole.strides[0])
                    put(file, np.ascontiguousarray(rows, "<f8").reshape(-1).view(np.uint8).data)
                    os.fsync(file.fileno())
            except OSError as error:
                raise PelagosError(
                    f"{place}: cannot write: {error.strerror}\n"
                    "    what is stored is kept; make room and sweep with --resume"
                ) from error

    def variables(self, runs: np.ndarray) -> dict[str, Any]:
        """For a dataset of these runs; consecutive ones are not read before they are used."""
        whole = slice(int(runs[0]), int(runs[-1]) + 1)
        picked: Any = whole if whole.stop - whole.start == len(runs) else runs
        return {
            name: (("run", "time", *kept["dims"]), self.array(name)[picked], kept["attributes"])
            for name, kept in self._facts["names"].items()
        }

    def coordinates(self) -> dict[str, Any]:
        """Time, and the labels of the other dimensions."""
        found: dict[str, Any] = {"time": ("time", self.time, VARIABLES["time"].attributes())}
        for dim, facts in self._facts["labels"].items():
            found[dim] = np.array(facts["labels"], dtype=str)
            if facts["units"] is not None:
                found[UNIT_COORDINATES[dim]] = (dim, np.array(facts["units"], dtype=str))
        return found


def _mapped(place: Path) -> np.memmap:
    """The numbers of a file, read as they are looked at."""
    check(place, sys.maxsize)
    try:
        found = np.load(place, mmap_mode="r")
    except Exception as error:  # numpy raises whatever damaged bytes lead it to
        raise _damaged(place, str(error) or type(error).__name__) from None
    if not isinstance(found, np.memmap) or found.dtype != np.dtype("<f8"):
        raise _damaged(place, "it does not hold float64")
    return found


def _damaged(place: Path, said: str) -> PelagosError:
    return PelagosError(f"{place}: cannot be read: {said}\n    sweep again into another folder")

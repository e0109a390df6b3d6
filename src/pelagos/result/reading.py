"""Reading result files: closed ones, ones still being written, and ones whose writer was killed."""

from __future__ import annotations

import contextlib
import json
import math
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.files import check
from pelagos.result import storage
from pelagos.result.checking import check_header, check_outcome
from pelagos.result.header import Header, Outcome
from pelagos.result.schema import SCHEMA
from pelagos.result.sensitivities import GROUP, Sensitivities

if TYPE_CHECKING:
    import h5py

_SIGNATURE = b"\x89HDF\r\n\x1a\n"

# A file cannot hold more than its size times what compression can gain; more is damage or malice.
_MAX_EXPANSION = 1000

# What h5py raises when the bytes make no sense.
_DAMAGE = (
    *(OSError, KeyError, IndexError, ValueError, TypeError, RuntimeError, AttributeError),
    *(OverflowError, MemoryError, RecursionError),
)


@dataclass(frozen=True)
class Stored:
    """A result file as found: what it says about itself and how many rows can be trusted."""

    path: Path
    header: Header
    outcome: Outcome
    counts: storage.Counts

    @property
    def count(self) -> int:
        """Samples."""
        return self.counts[""]

    @property
    def closed(self) -> bool:
        """False while the run lasts, and for ever if its process was killed."""
        return self.outcome.code != "running"


class StoredArrays(Mapping[str, np.ndarray]):
    """Samples and readings of a file, each variable read when first asked for. The file is not kept
    open."""

    def __init__(self, stored: Stored) -> None:
        self._stored = stored
        self._loaded: dict[str, np.ndarray] = {}
        series = stored.header.series
        self._places = {name: key for key, own in series.items() for name in own.variables}

    def __getitem__(self, name: str) -> np.ndarray:
        if name not in self._loaded:
            if name not in self._places:
                raise KeyError(name)
            count = self._stored.counts[self._places[name]]
            values = read_rows(self._stored, (name,), 0, count)[name]
            values.flags.writeable = False
            self._loaded[name] = values
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def read(path: str | os.PathLike[str]) -> Stored:
    """Read everything but the samples, and check that these are what the header promises."""
    place = Path(path)
    with _opened(place) as file:
        header = Header.from_dict(_json(file, "header"))
        ended = _json(file, "outcome")
        outcome = Outcome(**{**ended, "events": tuple(ended.get("events", ()))})
        check_header(header)
        check_outcome(outcome)
        _check_size(file, header, place)
        counts = {name: _checked_count(file, header, name) for name in header.series}
        return Stored(place, header, outcome, counts)


def read_rows(
    stored: Stored, names: tuple[str, ...], start: int, stop: int
) -> dict[str, np.ndarray]:
    """Rows of some variables of one series."""
    with _opened(stored.path) as file:
        if _created(file) != stored.header.created:
            raise PelagosError(f"{stored.path}: replaced by another run since it was opened")
        return {name: _rows(file, stored.header, name, start, stop) for name in names}


def _rows(file: h5py.File, header: Header, name: str, start: int, stop: int) -> np.ndarray:
    """Rows of a variable; files of earlier versions lack those that are empty in them."""
    if name not in file:
        return np.zeros((stop - start, *header.row_shape(name)))
    found: np.ndarray = _dataset(file, name)[start:stop]
    return found


def read_sensitivities(path: Path, header: Header) -> Sensitivities | None:
    """Derivatives of the variables that a file has beside them, if any."""
    with _opened(path) as file:
        if f"pelagos/{GROUP}" not in file or _created(file) != header.created:
            return None
        words = _json(file, GROUP)
        paths, names = (_texts(words, key) for key in ("paths", "variables"))
        if not set(names) <= header.variables.keys() - {"time"}:
            raise ValueError(f"{GROUP} of unknown variables")
        found = {name: _dataset(file, f"{GROUP}/{name}") for name in ("time", *names)}
        count = found["time"].shape[0]
        shapes = {n: (len(paths), count, *header.row_shape(n)) for n in names} | {"time": (count,)}
        for name, dataset in found.items():
            if dataset.shape != shapes[name] or dataset.dtype != np.dtype("<f8"):
                raise ValueError(f"{GROUP} of {name} do not have the shape {list(shapes[name])}")
        if sum(8 * math.prod(s) for s in shapes.values()) > _MAX_EXPANSION * path.stat().st_size:
            raise ValueError(f"{GROUP} declare more than the file can hold")
        return Sensitivities(header, paths, {name: own[()] for name, own in found.items()})


def _texts(words: Mapping[str, Any], key: str) -> tuple[str, ...]:
    found = words.get(key)
    if not (isinstance(found, list) and all(isinstance(text, str) for text in found)):
        raise ValueError(f"{GROUP} have no {key}")
    return tuple(found)


def recover(path: str | os.PathLike[str]) -> int:
    """Trim and close, in place and in one step, a file whose writer was killed.

    Returns the number of samples in the file. A closed file is left as it is; one that another
    process still writes is refused.
    """
    stored = read(path)
    if stored.closed:
        return stored.count
    with open(stored.path, "rb") as file:
        # The lock lasts until the repaired file has taken the name.
        free = storage.try_lock(file, exclusive=True) or not storage.LOCKS
        if not free or not os.path.samestat(os.fstat(file.fileno()), stored.path.stat()):
            raise PelagosError(f"{path}: still being written, or open in another program")
        # Only now does nobody else change it; the run may have been closed in the meantime.
        stored = read(path)
        if stored.closed:
            return stored.count
        storage.create(
            stored.path,
            stored.header,
            killed(stored),
            stored.counts,
            partial(_series_rows, stored),
            stored.counts,
        ).close()
    return stored.count


def _series_rows(stored: Stored, name: str, start: int, stop: int) -> storage.Block:
    return read_rows(stored, tuple(stored.header.series[name].variables), start, stop)


def killed(stored: Stored) -> Outcome:
    """The outcome of a run whose process did not live to write one."""
    total = f" of {stored.header.samples}" if stored.header.samples else ""
    message = (
        f"the process ended before the run did; {stored.count}{total} samples were written. "
        "Run it again to have the rest."
    )
    return Outcome("interrupted", last_time(stored), message)


def last_time(stored: Stored) -> float:
    """Time of the last sample."""
    rows = read_rows(stored, ("time",), max(0, stored.count - 1), stored.count)["time"]
    return float(rows[0]) if len(rows) else 0.0


def being_written(path: Path) -> bool:
    """Whether somebody holds the file; where there are no locks, nobody is known to."""
    with open(path, "rb") as file:
        return storage.LOCKS and not storage.try_lock(file, exclusive=True)


def check_target(path: Path) -> None:
    """Refuse to write where a result cannot go or must not replace what is there."""
    storage.check_folder(path)
    if path.is_dir():
        raise PelagosError(f"{path}: is a folder; name a file in it")
    if not path.exists():
        return
    try:
        stored = read(path)
    except PelagosError:
        raise PelagosError(
            f"{path}: exists and is not a result of Pelagos, so it is not overwritten; "
            "choose another name or remove it"
        ) from None
    if not stored.closed and being_written(path):
        raise PelagosError(f"{path}: another run is writing it; choose another name")


# Checks ------------------------------------------------------------------------------------------


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[h5py.File]:
    """An HDF5 file open for reading; whatever is wrong with its bytes becomes one PelagosError."""
    check(path, sys.maxsize)
    try:
        with open(path, "rb") as raw:
            if raw.read(len(_SIGNATURE)) != _SIGNATURE:
                raise PelagosError(f"{path}: not a NetCDF-4 (HDF5) file")
        with _unlocked(path) as file:
            schema = file.attrs.get("pelagos_schema")
            if schema is None:
                raise PelagosError(f"{path}: NetCDF-4, but not written by Pelagos")
            if schema != SCHEMA:
                raise PelagosError(
                    f"{path}: layout {schema}; this Pelagos reads layout {SCHEMA}. Use the version "
                    "that wrote it, or a newer one"
                )
            yield file
    except _DAMAGE as error:
        raise PelagosError(f"{path}: damaged or truncated: {error}") from None


def _unlocked(path: Path) -> h5py.File:
    """Open without HDF5's own lock, which would collide with the one `recover` holds."""
    import h5py

    try:
        return h5py.File(path, "r", locking=False)
    except OSError:
        # This process has the file open already, with the lock (xarray does): join it.
        return h5py.File(path, "r")


def _dataset(file: h5py.File, name: str) -> h5py.Dataset:
    """A dataset stored in this very file."""
    import h5py

    link = file.get(name, getlink=True)
    dataset = file[name] if isinstance(link, h5py.HardLink) else None
    if not isinstance(dataset, h5py.Dataset):
        raise ValueError(f"{name} is missing")
    if dataset.external or dataset.is_virtual:
        raise ValueError(f"{name} refers to another file")
    return dataset


def _json(file: h5py.File, name: str) -> dict[str, Any]:
    dataset = _dataset(file, f"pelagos/{name}")
    if dataset.shape != ():
        raise ValueError(f"pelagos/{name} is not a text")
    words = json.loads(dataset[()])
    if not isinstance(words, dict):
        raise ValueError(f"pelagos/{name} is not a record")
    return words


def _created(file: h5py.File) -> str:
    """When the run was begun, which tells runs apart."""
    if "pelagos/created" in file:
        return bytes(_dataset(file, "pelagos/created")[()]).decode()
    return str(file.attrs["created"])  # of files that earlier versions wrote


def _checked_count(file: h5py.File, header: Header, name: str) -> int:
    """Check type and shape of every variable of a series, and its times; how many rows it has."""
    series = header.series[name]
    capacity = int(_dataset(file, series.time).shape[0])
    for variable in series.variables:
        if not _is_left_out(file, header, variable):
            expected, dataset = (capacity, *header.row_shape(variable)), _dataset(file, variable)
            if dataset.shape != expected or dataset.dtype != np.dtype("<f8"):
                found = f"{dataset.dtype}{list(dataset.shape)}"
                raise ValueError(f"{variable} is {found}, not float64{list(expected)}")
    count = int(_dataset(file, series.count)[()])
    if not 0 <= count <= capacity:
        rows = f"readings of {name}" if name else "samples"
        raise ValueError(f"it claims {count} {rows} and has room for {capacity}")
    times = _dataset(file, series.time)[:count]
    if not np.isfinite(times).all() or (np.diff(times) < 0).any():
        raise ValueError(f"its times do not increase: {series.time}")
    return count


def _is_left_out(file: h5py.File, header: Header, variable: str) -> bool:
    """Files that earlier versions wrote have no outputs and commands where they would be empty."""
    later = {"outputs": header.outputs, "commands": header.commands}
    return variable in later and variable not in file and not later[variable]


def _check_size(file: h5py.File, header: Header, path: Path) -> None:
    """Refuse a file that declares more than its bytes can hold."""
    there = (n for n in header.variables if not _is_left_out(file, header, n))
    declared = sum(8 * math.prod(_dataset(file, name).shape) for name in there)
    if declared > _MAX_EXPANSION * path.stat().st_size:
        raise ValueError(f"it declares {declared:.3g} bytes in {path.stat().st_size}")

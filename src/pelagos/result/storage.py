"""The result file: NetCDF-4 that is whole at every moment, also while it is being written.

Idea. HDF5 keeps its metadata in memory and sorts them out when a file is closed, so a process that
is killed leaves a file which h5py and xarray refuse (also in HDF5's single-writer mode, whose mark
"open for write" stays behind). Here the library only lays the file out: every dataset in one piece
for all samples the run will have. It then closes the file, and the samples, and NaN in place of
those to come, are put in place by plain writes at the offsets the library gave out. No metadata
change while a run lasts, so any reader may open the file at any time: during the run, after it, or
after a kill. Nor does a full disk meet the library, which would take the process with it (see
`unfailing`).

The order of writes makes the samples trustworthy: variables first, then time, then `n_valid`.
A file that was not closed has NaN after its last sample; closing writes a trimmed copy beside it
and renames that over it, which is atomic. All of this holds for every series of a result: for its
samples, and for the readings of each sensor, which have times and `n_valid` of their own.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import math
import os
import sys
import weakref
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from pelagos.beside import beside
from pelagos.errors import PelagosError
from pelagos.result.header import Header, Outcome
from pelagos.result.schema import SCHEMA, Series, Variable
from pelagos.result.unfailing import Unfailing, put, unfailing

if TYPE_CHECKING:
    import h5py

if sys.platform != "win32":
    import fcntl

LOCKS = sys.platform != "win32"
"""Whether files can be locked; where not, no file is known to be free (see `try_lock`)."""

Block = Mapping[str, np.ndarray]
"""Consecutive rows of every variable of a series."""

Counts = Mapping[str, int]
"""How many rows, by series: samples, and readings of each sensor (`Header.series`)."""

Source = Callable[[str, int, int], Block]
"""Gives the rows of a series from one index up to another."""

More = Callable[["h5py.File"], None]
"""Writes further groups into a file that is laid out."""

_SLAB = 1 << 24
"""Bytes moved at a time when samples are copied from file to file."""

_NOTE = "samples written so far; what follows them is NaN until the run is closed"


@dataclass(frozen=True)
class SeriesLayout:
    """Where the library put the datasets of a series: offset of the first row, bytes of one."""

    capacity: int
    count_at: int
    offset: dict[str, int]
    row_bytes: dict[str, int]


class RawFile:
    """A laid-out file and the plain writes that fill it. Holds a shared lock while open."""

    def __init__(
        self, path: Path, header: Header, outcome: Outcome, capacities: Counts, more: More | None
    ) -> None:
        self.path = path
        self._header = header
        self._file: IO[bytes] = open(path, "w+b", buffering=0)  # noqa: SIM115
        # A recorder that an exception leaves behind is no longer writing.
        weakref.finalize(self, self._file.close)
        # Readers share the lock; its presence tells `recover` that somebody still writes.
        try_lock(self._file, exclusive=False)
        with unfailing(self._file) as careful:
            self.layout = _lay_out(careful, header, outcome, capacities, more)

    @property
    def capacities(self) -> dict[str, int]:
        """Rows that there is room for."""
        return {name: layout.capacity for name, layout in self.layout.items()}

    def write(self, name: str, start: int, block: Block) -> None:
        """Put rows of a series in place, time last, then say how many there are."""
        series, layout = self._header.series[name], self.layout[name]
        for variable in (*(v for v in series.variables if v != series.time), series.time):
            if row := layout.row_bytes[variable]:
                self._put(layout.offset[variable] + start * row, block[variable], "<f8")
        self._put(layout.count_at, np.array(start + len(block[series.time])), "<i8")

    def clear(self, name: str, start: int) -> None:
        """Take the room of the rows of a series from `start` on, and fill it with NaN."""
        layout = self.layout[name]
        for variable, row in layout.row_bytes.items():
            self._file.seek(layout.offset[variable] + start * row)
            left = (layout.capacity - start) * row
            nothing = np.full(min(left, _SLAB) // 8, np.nan, dtype="<f8").tobytes()
            while left > 0:
                put(self._file, nothing[:left])
                left -= len(nothing)

    def read(self, name: str, start: int, stop: int) -> Block:
        """Rows of a series that were written before."""
        block = {}
        for variable, row in self.layout[name].row_bytes.items():
            self._file.seek(self.layout[name].offset[variable] + start * row)
            values = np.frombuffer(self._file.read((stop - start) * row), dtype="<f8")
            block[variable] = values.reshape(stop - start, *self._header.row_shape(variable))
        return block

    def move(self, path: Path) -> None:
        """Rename onto `path`, replacing what is there in one step."""
        os.fsync(self._file.fileno())
        os.replace(self.path, path)
        self.path = path

    def close(self) -> None:
        self._file.close()

    def _put(self, offset: int, values: np.ndarray, dtype: str) -> None:
        self._file.seek(offset)
        put(self._file, np.ascontiguousarray(values, dtype=dtype).reshape(-1).view(np.uint8).data)


def create(
    path: Path,
    header: Header,
    outcome: Outcome,
    capacities: Counts,
    source: Source | None = None,
    counts: Counts | None = None,
    more: More | None = None,
) -> RawFile:
    """A file at `path` with room for so many rows of each series, the first ones copied.

    source, counts: where those come from, and how many they are; more: writes what else belongs to
    the run. The file is made beside and then renamed, so that `path` is at no moment half a result.
    """
    with temporary(path) as hidden:
        file = RawFile(hidden, header, outcome, capacities, more)
        try:
            for name in header.series:
                count = (counts or {}).get(name, 0)
                row = sum(file.layout[name].row_bytes.values())
                slab = max(1, _SLAB // max(1, row))
                for start in range(0, count if source else 0, slab):
                    assert source is not None
                    file.write(name, start, source(name, start, min(start + slab, count)))
                file.clear(name, count)
            file.move(path)
        except BaseException:
            file.close()
            raise
        return file


def check_folder(path: Path) -> None:
    """Refuse a file in a folder that is not there, before anything is computed for it."""
    if not path.parent.is_dir():
        raise PelagosError(f"{path}: the folder {path.parent} does not exist; create it first")


@contextlib.contextmanager
def temporary(path: Path) -> Iterator[Path]:
    """A name beside `path` that is gone afterwards; failures to write name the file."""
    with beside(path) as hidden:
        try:
            yield hidden
        except OSError as error:
            reason = error.strerror or str(error).splitlines()[0]
            raise PelagosError(f"{path}: cannot write the result: {reason}") from error


def try_lock(file: IO[bytes], *, exclusive: bool) -> bool:
    """Lock an open file until it is closed or its process ends; False if another one holds it."""
    if sys.platform == "win32":
        return False
    kind = fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


# Laying out --------------------------------------------------------------------------------------


def _lay_out(
    place: Unfailing, header: Header, outcome: Outcome, capacities: Counts, more: More | None
) -> dict[str, SeriesLayout]:
    """Let the library make a file with room for so many rows of each series, and close it."""
    import h5py

    with h5py.File(place, "w", track_order=True) as file:
        found = {
            name: _lay_out_series(file, header, series, capacities[name])
            for name, series in header.series.items()
        }
        # Provenance: short facts as attributes, everything as JSON in a group of its own.
        file.attrs.update(attributes(header, outcome))
        group = file.create_group("pelagos")
        # Texts of fixed length: in damaged files, the library looks for others without an end.
        group["header"] = np.bytes_(json.dumps(header.to_dict()))
        group["outcome"] = np.bytes_(json.dumps(dataclasses.asdict(outcome)))
        group["created"] = np.bytes_(header.created)
        if more is not None:
            more(file)
        return found


def _lay_out_series(file: h5py.File, header: Header, series: Series, capacity: int) -> SeriesLayout:
    # Dimension scales first: they are what NetCDF calls dimensions and coordinates.
    dims = {series.time: _reserve(file, series.time, (capacity,))}
    for dim in series.dimensions:
        dims[dim] = _write_labels(file, dim, header.labels(dim))
    for dim, scale in dims.items():
        scale.make_scale(dim)
    named = {d: name for d, name in header.unit_coordinates.items() if d in dims}
    for dim, name in named.items():
        _write_labels(file, name, header.units(dim)).dims[0].attach_scale(dims[dim])

    # Variables, their dimensions and what they mean.
    offset, row_bytes = {}, {}
    for name, variable in series.variables.items():
        row = header.row_shape(name)
        is_time = name == series.time
        dataset = dims[name] if is_time else _reserve(file, name, (capacity, *row))
        _describe(dataset, variable, {} if is_time else dims, named)
        offset[name] = dataset.id.get_offset() or 0
        row_bytes[name] = 8 * math.prod(row) if capacity else 0
    for name, (variable, values) in series.fixed.items():
        dataset = file.create_dataset(name, data=np.array(values, dtype="<f8"))
        _describe(dataset, variable, dims, named)
    count = _reserve(file, series.count, (), np.int64(0))
    count[()] = 0
    count.attrs["long_name"] = _NOTE if not series.sensor else _NOTE.replace("samples", "readings")
    return SeriesLayout(capacity, count.id.get_offset(), offset, row_bytes)


def _describe(
    dataset: h5py.Dataset, variable: Variable, dims: Mapping[str, Any], named: Mapping[str, str]
) -> None:
    """Say what a dataset is, along which dimensions it goes, and where the units of its elements
    stand."""
    for axis, dim in zip(dataset.dims, variable.dims, strict=True):
        if dim in dims:
            axis.attach_scale(dims[dim])
    dataset.attrs.update(variable.attributes())
    units = [named[dim] for dim in variable.dims if dim in named]
    if units:
        dataset.attrs["coordinates"] = " ".join(units)


def attributes(header: Header, outcome: Outcome) -> dict[str, Any]:
    """The attributes of a dataset, in memory as in a file."""
    scenario = header.scenario or ""
    return {
        "title": f"{header.name}, {scenario}" if scenario else header.name,
        "source": f"Pelagos {header.versions.get('pelagos', '')}",
        "history": f"{header.created} {header.command}"[:10_000],
        "pelagos_schema": SCHEMA,
        "robot": header.name,
        "robot_hash": header.robot_hash,
        "scenario": scenario,
        "method": header.method,
        "integrator": json.dumps(header.integrator),
        "versions": json.dumps(header.versions),
        "created": header.created,
        "outcome": outcome.code,
        "outcome_time": outcome.time,
        "outcome_message": outcome.message[:10_000],
        "steps": outcome.steps,
        "rejected_steps": outcome.rejected,
        "evaluations": outcome.evaluations,
        "wall_seconds": outcome.wall,
    }


def _reserve(
    file: h5py.File, name: str, shape: tuple[int, ...], fill: float | np.int64 = np.nan
) -> h5py.Dataset:
    """A dataset in one piece, its place settled at once and left to be filled by plain writes."""
    from h5py import h5d, h5p, h5s, h5t

    value = np.array(fill)
    plan = h5p.create(h5p.DATASET_CREATE)
    plan.set_alloc_time(h5d.ALLOC_TIME_EARLY)
    plan.set_fill_value(value)
    plan.set_fill_time(h5d.FILL_TIME_NEVER)
    space = h5s.create_simple(shape) if shape else h5s.create(h5s.SCALAR)
    kind = h5t.STD_I64LE if value.dtype.kind == "i" else h5t.IEEE_F64LE
    h5d.create(file.id, name.encode(), kind, space, plan)
    return file[name]


def _write_labels(file: h5py.File, name: str, labels: tuple[str, ...]) -> h5py.Dataset:
    import h5py

    return file.create_dataset(
        name, data=np.array(labels, dtype=object), dtype=h5py.string_dtype(), shape=(len(labels),)
    )

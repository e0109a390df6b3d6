"""Batch: many runs of one robot on one time grid, with a dimension `run` before all others."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.lazy import cached_property
from pelagos.result.header import Header, Outcome
from pelagos.result.labelled import check_name, data_array, load_xarray, sensor_variables
from pelagos.result.readings import Readings, readings_of
from pelagos.result.run import Run
from pelagos.result.schema import VARIABLES
from pelagos.result.storage import attributes, temporary
from pelagos.result.unfailing import Unfailing, unfailing
from pelagos.shown import Shown

if TYPE_CHECKING:
    import xarray


class Batch(Shown):
    """The results of `simulate_batch`.

    `batch.u.sel(run=3, speed="arm")`, `batch.dataset`, `batch.arrays["u"]` are as for a single run
    with a dimension more; `batch[3]` is that run by itself. A run that stopped early has NaN after
    its last sample.
    """

    def __init__(
        self,
        header: Header,
        outcomes: Sequence[Outcome],
        arrays: Mapping[str, np.ndarray],
        varied: Mapping[str, np.ndarray] | None = None,
        *,
        reached: Sequence[int] | np.ndarray,
    ) -> None:
        """`arrays`: time (time,), all others (run, time, ...); the same of the sensors in the
        header, with how many readings each run has, and their variances; `varied`: one value per
        run; `reached`: how many samples each run has."""
        self.header = header
        self.outcomes = tuple(outcomes)
        self.arrays = arrays
        self.reached = reached
        self.varied = dict(varied or {})

    def __len__(self) -> int:
        return len(self.outcomes)

    def __getitem__(self, index: int) -> Run:
        """One run, without the samples it did not reach."""
        arrays = {}
        for series in self.header.series.values():
            counts = self.arrays[series.count] if series.sensor else self.reached
            for name in series.variables.keys() & self.arrays.keys():
                values = self.arrays[name]
                own = values if name == series.time else values[index]
                arrays[name] = own[: int(counts[index])]
        return Run(self._header_of(index), self.outcomes[index], arrays)

    def _header_of(self, index: int) -> Header:
        """With the variances of sensors that this run has."""
        sensors = {
            name: sensor
            if sensor.variances is None
            else replace(sensor, variances=tuple(self.arrays[f"{name}.variance"][index].tolist()))
            for name, sensor in self.header.sensors.items()
        }
        return replace(self.header, sensors=sensors) if sensors else self.header

    def readings(self, sensor: str) -> Readings:
        """What a sensor read in all runs: values (run, reading, channel), NaN after the end of a
        run; `arrays["SENSOR.n_valid"]` says how many each has."""
        return readings_of(self.header, self.arrays, sensor, "this batch, by its keep,")

    def __repr__(self) -> str:
        done = sum(outcome.finished for outcome in self.outcomes)
        return f"<Batch of {len(self)} runs of {self.header.name}: {done} finished>"

    def __getattr__(self, name: str) -> xarray.DataArray:
        check_name(name, "a batch")
        if name not in self.arrays:
            raise AttributeError(f"{name} was not kept; name it in keep")
        return data_array(self.header, name, self.arrays[name], self.arrays["time"], ("run",))

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *VARIABLES})

    @cached_property
    def dataset(self) -> xarray.Dataset:
        """All variables, the varied values as coordinates of `run`, and how each run ended."""
        kept = [name for name in VARIABLES if name in self.arrays and name != "time"]
        variables: dict[str, Any] = {name: getattr(self, name) for name in kept}
        for sensor in self.header.sensors:
            variables |= sensor_variables(self.header, sensor, self.arrays, ("run",))
            count = self.header.series[sensor].count
            variables[count] = ("run", self.arrays[count])
        variables["outcome"] = ("run", [outcome.code for outcome in self.outcomes])
        for name in ("time", "steps", "rejected", "evaluations"):
            values = [getattr(outcome, name) for outcome in self.outcomes]
            variables[f"outcome_{name}"] = ("run", values)
        coords: dict[str, Any] = {path: ("run", values) for path, values in self.varied.items()}
        coords["constraint"] = list(self.header.constraints)
        facts = attributes(self.header, self._summary())
        return load_xarray().Dataset(variables, {"run": np.arange(len(self)), **coords}, facts)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the dataset to a NetCDF-4 file, in one step; `xarray.open_dataset` reads it."""
        place = Path(path)
        with temporary(place) as beside:
            with beside.open("w+b", buffering=0) as file:
                with unfailing(file) as careful, _netcdf(careful) as store:
                    self.dataset.dump_to_store(store)
                os.fsync(file.fileno())
            beside.replace(place)
        return place

    def _summary(self) -> Outcome:
        """One outcome for all: the first that is not good, with sums of the work."""
        bad = [outcome for outcome in self.outcomes if not outcome.finished]
        first = (bad or self.outcomes)[0]
        message = f"{len(bad)} of {len(self)} runs did not finish; {first}" if bad else ""
        return replace(
            first,
            message=message,
            steps=sum(outcome.steps for outcome in self.outcomes),
            rejected=sum(outcome.rejected for outcome in self.outcomes),
            evaluations=sum(outcome.evaluations for outcome in self.outcomes),
        )


@contextlib.contextmanager
def _netcdf(place: Unfailing) -> Iterator[Any]:
    """What xarray writes a dataset to."""
    import h5netcdf
    from xarray.backends import H5NetCDFStore

    with h5netcdf.File(place, "w") as file:
        yield H5NetCDFStore(file)

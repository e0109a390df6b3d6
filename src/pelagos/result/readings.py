"""Readings of one sensor: its own times, values by channel, and the variances of their noise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pelagos.errors import PelagosError
from pelagos.result.labelled import load_xarray, sensor_variables

if TYPE_CHECKING:
    import pandas
    import xarray

    from pelagos.result.header import Header

SECTION = "sensors."  # before a name that a variable of results has, too


@dataclass(frozen=True, eq=False)
class Readings:
    """What a sensor read, when it arrived; `run.readings("imu")["gyro.z"]` is one channel.

    In a batch values and variances have a dimension more, run, before the others.
    """

    sensor: str
    kind: str
    rate: float
    """Readings per second."""
    delay: float
    """From what is measured to when it arrives [s]."""
    channels: tuple[str, ...]
    units: tuple[str, ...]
    meanings: tuple[str, ...]
    time: np.ndarray
    """When readings arrived (reading,)."""
    values: np.ndarray
    """(reading, channel); NaN where a reading was lost."""
    variances: np.ndarray
    """Of the white noise in each value, in the same shape; NaN where a reading was lost."""
    _header: Header
    _arrays: Mapping[str, np.ndarray]

    def __len__(self) -> int:
        return len(self.time)

    def __getitem__(self, channel: str) -> np.ndarray:
        """One channel over time, or several that share the begin of their names, as "gyro"."""
        if channel in self.channels:
            return np.asarray(self.values[..., self.channels.index(channel)])
        places = self.places(channel)
        if not places:
            from pelagos.language.suggest import did_you_mean

            hint = did_you_mean(channel, self.channels)
            raise PelagosError(f"{self.sensor} has no channel {channel!r}; {hint}")
        return np.asarray(self.values[..., places])

    def places(self, begin: str) -> list[int]:
        """Channels with a name, or below it: those of "gyro" are gyro.x and so on."""
        return [i for i, name in enumerate(self.channels) if f"{name}.".startswith(f"{begin}.")]

    @property
    def lost(self) -> int:
        """How many readings did not arrive."""
        return int(np.count_nonzero(np.isnan(self.values).all(axis=-1)))

    def to_xarray(self) -> xarray.Dataset:
        """The same with labels: time, readings, variance and unit by channel."""
        leading = ("run",) if self.values.ndim > 2 else ()
        found: xarray.Dataset = load_xarray().Dataset(
            sensor_variables(self._header, self.sensor, self._arrays, leading)
        )
        return found

    def to_dataframe(self, *, units: bool = False) -> pandas.DataFrame:
        """A data frame of pandas: a row per reading, as `Run.to_dataframe` of the sensor."""
        from pelagos.result.columns import table_columns
        from pelagos.result.tables.frame import frame_of

        if self.values.ndim > 2:
            raise PelagosError(
                f"{self.sensor}: these are the readings of many runs\n"
                f"    take one run: batch[0].readings({self.sensor!r})"
            )
        return frame_of(table_columns(self), units)

    def __repr__(self) -> str:
        count = self.values.shape[:-1]
        said = " x ".join(map(str, count))
        return f"<Readings of {self.sensor}: {said} of {', '.join(self.channels)}>"


def readings_of(
    header: Header, arrays: Mapping[str, np.ndarray], sensor: str, owner: str
) -> Readings:
    """The readings of a sensor among the arrays of a run or a batch."""
    if sensor not in header.sensors:
        raise PelagosError(f"{owner} has no readings of {sensor!r}; {_known(sensor, header)}")
    record = header.sensors[sensor]
    values = np.asarray(arrays[f"{sensor}.readings"])
    variances = np.asarray(arrays.get(f"{sensor}.variance", record.variances))
    if record.variances is not None:  # the same for all readings
        variances = np.where(np.isnan(values), np.nan, variances[..., None, :])
        variances.flags.writeable = False
    return Readings(
        sensor,
        record.kind,
        record.rate,
        record.delay,
        record.channels,
        record.units,
        record.meanings,
        np.asarray(arrays[f"{sensor}.time"]),
        values,
        variances,
        header,
        arrays,
    )


def _known(sensor: str, header: Header) -> str:
    from pelagos.language.suggest import did_you_mean

    return did_you_mean(sensor, header.sensors) if header.sensors else "it has none of any sensor"


def sensor_meant(name: str, sensors: Iterable[str], others: Iterable[str]) -> str | None:
    """The sensor that a name stands for, or None.

    Where something else has that name (a variable, a figure), that is meant; the sensor is then
    called `sensors.NAME`, as its place in a model.
    """
    known = set(sensors)
    if name in known and name not in set(others):
        return name
    bare = name.removeprefix(SECTION)
    return bare if bare != name and bare in known else None

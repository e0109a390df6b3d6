"""Sensors in a result: what a header says of each, and the series of its readings.

Readings have times of their own. Variables of a sensor are called SENSOR.WORD, as `imu.readings`:
variables of the run have no dots in their names, and names of two sensors differ, so no two
variables are ever called the same.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.result.schema import Series, Variable

if TYPE_CHECKING:
    from pelagos.sensors.contract import SensorWords


@dataclass(frozen=True)
class SensorRecord:
    """A sensor as the header of a result describes it."""

    kind: str
    rate: float
    """Readings per second."""
    delay: float
    """From what is measured to when it arrives [s]; times of readings are those of arrival."""
    channels: tuple[str, ...]
    units: tuple[str, ...]
    meanings: tuple[str, ...]
    variances: tuple[float, ...] | None
    """Of the white noise of each channel; None where they are recorded with each reading."""

    @classmethod
    def of(cls, words: SensorWords) -> SensorRecord:
        outputs = words.outputs
        return cls(
            kind=words.key,
            rate=words.rate,
            delay=words.delay,
            channels=tuple(output.name for output in outputs),
            units=tuple(output.unit for output in outputs),
            meanings=tuple(output.meaning for output in outputs),
            variances=words.variances,
        )

    @classmethod
    def from_dict(cls, words: dict[str, Any]) -> SensorRecord:
        """Rebuild from what JSON kept of it."""
        known = {f.name for f in fields(cls)}
        values = ((k, tuple(v) if isinstance(v, list) else v) for k, v in words.items())
        return cls(**{key: value for key, value in values if key in known})

    def series(self, name: str) -> Series:
        """The time axis of a sensor of that name, and its variables."""
        time, channel = f"{name}.time", f"{name}.channel"
        unit = f"see {name}.unit"
        spread = f"{unit}, squared", f"variance of the white noise of {name}"
        varying, fixed = {}, {}
        if self.variances is None:
            varying[f"{name}.variance"] = Variable((time, channel), *spread)
        else:
            fixed[f"{name}.variance"] = Variable((channel,), *spread), self.variances
        variables = {
            time: Variable((time,), "s", f"times at which readings of {name} arrived"),
            f"{name}.readings": Variable(
                (time, channel), unit, f"what {name} read; NaN where a reading was lost"
            ),
            **varying,
        }
        return Series(name, time, f"{name}.n_valid", variables, fixed)

    def block(self, name: str, times: np.ndarray, rows: np.ndarray) -> dict[str, np.ndarray]:
        """The variables of some readings.

        rows: channels, 1 if the reading is good, variances if these vary.
        """
        count = len(self.channels)
        lost = ~(rows[:, count : count + 1] > 0.5)
        found = {f"{name}.time": times, f"{name}.readings": np.where(lost, np.nan, rows[:, :count])}
        if self.variances is None:
            found[f"{name}.variance"] = np.where(lost, np.nan, rows[:, count + 1 :])
        return found

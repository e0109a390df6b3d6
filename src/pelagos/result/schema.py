"""The variables of a result: name, dimensions, unit and meaning, stated here and nowhere else.

Samples share one time axis; readings of a sensor have times of their own. Variables of a sensor are
called SENSOR.WORD, as `imu.readings`: variables of the samples have no dots in their names, and
names of two sensors differ, so no two variables are ever called the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from pelagos.sensors.contract import SensorWords

SCHEMA = 1
"""Version of the file layout. Raised when an older Pelagos could no longer read a new file."""

AXES = ("x", "y", "z")
QUATERNION = ("w", "x", "y", "z")


@dataclass(frozen=True)
class Variable:
    """One variable of the dataset; `dims` begin with time, unless it never changes."""

    dims: tuple[str, ...]
    units: str
    meaning: str
    frame: str = ""

    def attributes(self) -> dict[str, str]:
        """Attributes as they stand in a file and in an xarray dataset."""
        frame = {"frame": self.frame} if self.frame else {}
        return {"units": self.units, "long_name": self.meaning, **frame}


# Units of q, u, actuation and others differ by element: a second coordinate names each.
VARIABLES: dict[str, Variable] = {
    "time": Variable(("time",), "s", "time"),
    "q": Variable(("time", "coordinate"), "see coordinate_unit", "coordinates"),
    "u": Variable(("time", "speed"), "see speed_unit", "speeds"),
    "udot": Variable(("time", "speed"), "see speed_unit, per second", "time derivatives of u"),
    "position": Variable(("time", "body", "axis"), "m", "position of the body frame", "world"),
    "orientation": Variable(
        ("time", "body", "quat"), "1", "quaternion, body to world, scalar first", "world"
    ),
    "velocity": Variable(("time", "body", "axis"), "m/s", "velocity of the body frame", "world"),
    "angular_velocity": Variable(("time", "body", "axis"), "rad/s", "angular velocity", "body"),
    "kinetic_energy": Variable(("time",), "J", "kinetic energy"),
    "potential_energy": Variable(("time",), "J", "potential energy"),
    "state": Variable(("time", "auxiliary"), "see auxiliary_unit", "auxiliary states"),
    "work": Variable(("time",), "J", "work done on the robot since the start"),
    "linear_momentum": Variable(("time", "axis"), "kg m/s", "linear momentum", "world"),
    "angular_momentum": Variable(
        ("time", "axis"), "kg m2/s", "angular momentum about the world origin", "world"
    ),
    "constraint_error": Variable(("time",), "m or rad", "largest error of a constraint"),
    "constraint_force": Variable(
        ("time", "constraint"), "N or N m", "force of each constraint row, on its second body"
    ),
    "load_force": Variable(
        ("time", "dock", "axis"), "N", "force of a constraint on its second body", "that body"
    ),
    "load_moment": Variable(
        ("time", "dock", "axis"), "N m", "its moment there, about its point", "that body"
    ),
    "wing_force": Variable(("time", "wing", "axis"), "N", "force of the flow on a wing", "world"),
    "wing_moment": Variable(
        ("time", "wing", "axis"), "N m", "its moment about the origin of the first body", "world"
    ),
    "circulation": Variable(("time", "panel"), "m2/s", "circulation of the panels of wings"),
    "actuation": Variable(
        ("time", "actuator"), "see actuator_unit", "forces and efforts of the actuators"
    ),
    "outputs": Variable(("time", "output"), "see output_unit", "what elements show of themselves"),
    "commands": Variable(("time", "command"), "see command_unit", "what the actuators are told"),
}

# The coordinate that carries the unit of each element along a dimension.
UNIT_COORDINATES = {
    "coordinate": "coordinate_unit",
    "speed": "speed_unit",
    "actuator": "actuator_unit",
    "output": "output_unit",
    "command": "command_unit",
    "auxiliary": "auxiliary_unit",
}


@dataclass(frozen=True)
class Series:
    """One time axis of a result and the variables along it: the samples of a run, or the readings
    of a sensor."""

    sensor: str
    """Empty: the samples."""
    time: str
    """The variable that has its times."""
    count: str
    """Where a file says how many of its rows were written."""
    variables: Mapping[str, Variable]
    """Times first."""
    fixed: Mapping[str, tuple[Variable, tuple[float, ...]]] = field(default_factory=dict)
    """Variables that are the same at all times, with their values."""

    @property
    def dimensions(self) -> tuple[str, ...]:
        """All but time, in the order in which the variables bring them."""
        return tuple(dict.fromkeys(d for v in self.variables.values() for d in v.dims[1:]))


SAMPLES = Series("", "time", "n_valid", VARIABLES)


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
        outputs = words.reads
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
        values: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value
            for key, value in words.items()
            if key in known
        }
        return cls(**values)

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
        good = rows[:, count] > 0.5
        if not good.all():
            rows = np.where(good[:, None], rows, np.nan)
        found = {f"{name}.time": times, f"{name}.readings": rows[:, :count]}
        if self.variances is None:
            found[f"{name}.variance"] = rows[:, count + 1 :]
        return found

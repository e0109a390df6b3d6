"""How a run was made (Header) and how it ended (Outcome)."""

from __future__ import annotations

import datetime
import importlib.metadata
import math
import platform
import shlex
import sys
from dataclasses import asdict, dataclass, field, fields
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from pelagos.lazy import cached_property
from pelagos.result import meaning
from pelagos.result.schema import (
    AXES,
    QUATERNION,
    SAMPLES,
    UNIT_COORDINATES,
    SensorRecord,
    Series,
    Variable,
)
from pelagos.version import __version__

if TYPE_CHECKING:
    from pelagos.model import Robot

Code = Literal[
    "finished",
    "stopped",
    "non-finite",
    "step-too-small",
    "step-limit",
    "left-water",
    "dock-missed",
    "controller",
    "uncoupled",
    "interrupted",
    "refused",
    "running",
]


@dataclass(frozen=True)
class Outcome:
    """How a run ended. Failure is a value: the samples before it are kept.

    `message` says what happened, where, the likely cause and the remedy. The code "running" occurs
    only when a file is read while another process still writes it, "refused" only in batches.
    """

    code: Code
    time: float
    """Time reached [s]."""
    message: str = ""
    steps: int = 0
    """Accepted steps."""
    rejected: int = 0
    """Steps tried again with a smaller one."""
    evaluations: int = 0
    """Evaluations of the accelerations."""
    wall: float = 0.0
    """Wall time of the march [s]."""
    events: tuple[dict[str, Any], ...] = ()
    """What happened on the way: name, action, dock, time [s]; for docks also impulse [N s] and
    angular_impulse [N m s] on the second body, in its axes, energy_loss [J], and how many rows are
    in force from then on, of which rank."""

    @property
    def finished(self) -> bool:
        """Whether it came to its end, or to the condition that was to stop it."""
        return self.code in ("finished", "stopped")

    def __str__(self) -> str:
        text = f"{self.code} at t = {self.time:.6g} s"
        return f"{text}: {self.message}" if self.message else text


@dataclass(frozen=True, kw_only=True)
class Header:
    """Provenance of a run: the robot, the method, its settings, and the labels of every array."""

    robot: dict[str, Any]
    """The robot as `Robot.to_dict()` gives it; `Robot(**robot)` rebuilds it."""
    robot_hash: str
    bodies: tuple[str, ...]
    coordinates: tuple[str, ...]
    speeds: tuple[str, ...]
    actuators: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ()
    """What could be set while it went on: actuators, and set points of controllers."""
    states: tuple[str, ...] = ()
    constraints: tuple[str, ...] = ()
    docks: tuple[str, ...] = ()
    """Constraints between two bodies, by name."""
    wings: tuple[str, ...] = ()
    panels: tuple[str, ...] = ()
    """Panels of wings whose circulation is kept."""
    rank: int | None = None
    """Independent ones among the rows of the constraints, at the start."""
    coordinate_units: tuple[str, ...] = ()
    speed_units: tuple[str, ...] = ()
    actuator_units: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    """Outputs of elements, ELEMENT.OUTPUT."""
    output_units: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    """Actuators, unless an earlier version wrote the result, which kept no commands."""
    command_units: tuple[str, ...] = ()
    auxiliary_units: tuple[str, ...] = ()
    scenario: str | None = None
    method: str = "newton-euler"
    integrator: dict[str, Any] = field(default_factory=dict)
    surfaces: dict[str, Any] = field(default_factory=dict)
    """Vertices and triangles of the bodies whose shapes came from mesh files, for pictures."""
    laws: dict[str, Any] = field(default_factory=dict)
    """Name and source of functions attached to the robot, by what they are for."""
    sensors: dict[str, SensorRecord] = field(default_factory=dict)
    """Sensors whose readings the result has, by name."""
    samples: int | None = None
    """Samples the run will have; reserves the space of the file. A wrong guess costs a copy."""
    versions: dict[str, str] = field(default_factory=lambda: versions())
    created: str = field(default_factory=lambda: now())
    command: str = field(default_factory=lambda: command())

    @classmethod
    def of(
        cls,
        robot: Robot,
        *,
        scenario: str | None,
        method: str,
        integrator: dict[str, Any],
        samples: int | None = None,
        constraints: tuple[str, ...] = (),
        rank: int | None = None,
    ) -> Header:
        """The header of a run of `robot` with labels and units taken from it."""
        from pelagos.elements.own import record as record_elements
        from pelagos.model.laws import record
        from pelagos.model.surfaces import surfaces
        from pelagos.model.wings import kept_panels

        return cls(
            robot=robot.to_dict(),
            robot_hash=robot.hash,
            bodies=tuple(robot.order),
            coordinates=tuple(robot.coordinates),
            speeds=tuple(robot.speeds),
            actuators=tuple(robot.actuators),
            inputs=tuple(robot.inputs),
            states=tuple(robot.state_labels),
            constraints=constraints,
            rank=rank,
            wings=tuple(robot.wings),
            panels=kept_panels(robot.wings),
            docks=tuple(name for name, c in robot.constraints.items() if c.bodies),
            coordinate_units=tuple(e.unit for e in meaning.coordinates(robot)),
            speed_units=tuple(e.unit for e in meaning.speeds(robot)),
            actuator_units=tuple(e.unit for e in meaning.efforts(robot)),
            outputs=tuple(robot.outputs),
            output_units=tuple(output.unit for output in robot.outputs.values()),
            commands=tuple(robot.actuators),
            command_units=tuple(e.unit for e in meaning.commands(robot)),
            auxiliary_units=meaning.state_units(robot),
            scenario=scenario,
            method=method,
            integrator=integrator,
            surfaces=surfaces(robot),
            laws={**record(robot.laws), **record_elements(robot.element_kinds)},
            sensors={name: SensorRecord.of(s.law) for name, s in robot.sensors.items()},
            samples=samples,
        )

    @property
    def name(self) -> str:
        """Name of the robot."""
        return str(self.robot.get("name", ""))

    @cached_property
    def series(self) -> dict[str, Series]:
        """The time axes: of the samples, whose name is empty, and of each sensor by its name."""
        return {"": SAMPLES, **{name: s.series(name) for name, s in self.sensors.items()}}

    @cached_property
    def variables(self) -> dict[str, Variable]:
        """All variables that change over time, by name."""
        return {n: v for series in self.series.values() for n, v in series.variables.items()}

    @cached_property
    def _labels(self) -> dict[str, tuple[str, ...]]:
        """By dimension."""
        return {
            "body": self.bodies,
            "coordinate": self.coordinates,
            "speed": self.speeds,
            "actuator": self.actuators,
            "output": self.outputs,
            "command": self.commands,
            "auxiliary": self.states,
            "constraint": self.constraints,
            "dock": self.docks,
            "wing": self.wings,
            "panel": self.panels,
            "axis": AXES,
            "quat": QUATERNION,
            **{f"{name}.channel": sensor.channels for name, sensor in self.sensors.items()},
        }

    def labels(self, dim: str) -> tuple[str, ...]:
        """The labels along a dimension other than time."""
        return self._labels[dim]

    @cached_property
    def unit_coordinates(self) -> dict[str, str]:
        """The coordinate that carries the unit of each element, by dimension."""
        return {**UNIT_COORDINATES, **{f"{n}.channel": f"{n}.unit" for n in self.sensors}}

    def units(self, dim: str) -> tuple[str, ...]:
        """The unit of each element along a dimension; empty strings when unknown."""
        sensor, dot, _ = dim.rpartition(".")
        own = self.sensors[sensor].units if dot else getattr(self, f"{dim}_units")
        return own or ("",) * len(self.labels(dim))

    def row_shape(self, variable: str) -> tuple[int, ...]:
        """Shape of one row of a variable."""
        return tuple(len(self.labels(dim)) for dim in self.variables[variable].dims[1:])

    def expected(self, sensor: str = "") -> int | None:
        """Rows that a series will have; None where nobody knows."""
        duration = self.integrator.get("duration")
        if not sensor or self.samples is None or duration is None:
            return None if sensor else self.samples
        return math.floor(duration * self.sensors[sensor].rate) + 1

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, words: dict[str, Any]) -> Header:
        """Rebuild from `to_dict`, whose tuples JSON has turned into lists."""
        known = {f.name for f in fields(cls)}
        values: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value
            for key, value in words.items()
            if key in known
        }
        try:
            sensors = {n: SensorRecord.from_dict(w) for n, w in values.pop("sensors", {}).items()}
            return cls(**values, sensors=sensors)
        except (TypeError, AttributeError) as error:
            raise ValueError(f"the header is incomplete: {error}") from None


def versions() -> dict[str, str]:
    """Versions of what computes a run."""
    return dict(_installed())


@cache
def _installed() -> dict[str, str]:
    """Read once, without importing any of it."""
    found = {"pelagos": __version__, "python": platform.python_version()}
    for package in ("numpy", "llvmlite", "scipy"):
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


def now() -> str:
    """The time of day, ISO 8601, UTC."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")


def command() -> str:
    """The command line this process was started with."""
    return shlex.join(sys.argv)[:10_000]

"""What the figures of a run show: panels of lines over time, and paths in space.

Every panel is plain numbers with a title and a unit; matplotlib (`plot`) and the 3D page draw them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from pelagos.errors import PelagosError
from pelagos.result.audit import audit
from pelagos.result.columns import Column, columns, sensor_columns
from pelagos.result.euler import angles, rotate
from pelagos.result.readings import sensor_meant
from pelagos.result.schema import VARIABLES

if TYPE_CHECKING:
    from pelagos.result.run import Run

# Angles are drawn in degrees, which people read; files and arrays keep radians.
_SHOWN = {"rad": "deg", "rad/s": "deg/s", "rad/s2": "deg/s2"}

# What people call coordinates and speeds of a unit.
_TITLES = {
    ("coordinates", "m"): "positions",
    ("coordinates", "deg"): "angles",
    ("speeds", "m/s"): "linear speeds",
    ("speeds", "deg/s"): "angular speeds",
    ("efforts", "N"): "forces of actuators",
    ("efforts", "N m"): "torques of actuators",
    ("momentum", "kg m/s"): "linear momentum",
    ("momentum", "kg m2/s"): "angular momentum about the origin",
}
_PATHS = 6  # bodies whose paths are drawn


@dataclass(frozen=True)
class Panel:
    """One set of axes over time: lines that share a unit."""

    title: str
    unit: str
    lines: list[Column] = field(default_factory=list)
    logarithmic: bool = False
    time: np.ndarray | None = None
    """Where the lines have times of their own: readings of a sensor, which hold until the next."""

    def values_at(self, times: np.ndarray, line: Column) -> np.ndarray:
        """The last readings of a line at some times; those that were lost are passed over."""
        assert self.time is not None
        good = np.isfinite(line.values)
        if not good.any():
            return np.full(len(times), np.nan)
        last = np.searchsorted(self.time[good], times, side="right") - 1
        return np.where(last >= 0, line.values[good][last.clip(0)], np.nan)


@dataclass(frozen=True)
class Space:
    """One set of axes in space: paths (time, 3), seen in three dimensions or along one axis."""

    title: str
    paths: dict[str, np.ndarray]
    axes: tuple[int, ...]  # shown: two or three of x, y, z
    down: bool  # whether z points down, as in NED


def default_panels(run: Run) -> list[Panel]:
    """Coordinates and speeds by unit, energies, and how well these balance."""
    names = ("coordinates", "speeds", "energy", "balance")
    return [panel for name in names for panel in NAMED[name](run)]


def figure_panels(run: Run, quantity: str) -> list[Panel | Space]:
    """The panels of one quantity of a figure, which may also be `path` or `all`."""
    if quantity == "path":
        return list(_path(run))
    if quantity == "all":
        found: list[Panel | Space] = list(_path(run))
        return found + [panel for make in NAMED.values() for panel in make(run) if panel.lines]
    return list(quantity_panels(run, quantity))


def quantity_panels(run: Run, quantity: str) -> list[Panel]:
    """The panels of one quantity: a variable, an element of it, or a derived one."""
    if quantity in NAMED:
        found = [panel for panel in NAMED[quantity](run) if panel.lines]
        if not found:
            raise PelagosError(f"this run has no {quantity} to plot")
        return found
    sensor = _of_sensor(run, quantity)
    if sensor is not None:
        return sensor
    variable, _, element = quantity.partition(".")
    if variable == "euler":
        return _by_unit(quantity, _euler(run, element))
    if variable not in VARIABLES:
        from pelagos.language.suggest import did_you_mean

        hint = did_you_mean(quantity, [*NAMED, "path", "all", *VARIABLES, *run.sensors])
        raise PelagosError(f"nothing to plot for {quantity!r}; {hint}")
    every = columns(run, variable)
    chosen = [c for c in every if not element or f"{c.name}.".startswith(f"{quantity}.")]
    if not chosen:
        from pelagos.language.suggest import did_you_mean

        hint = did_you_mean(quantity, [column.name for column in every])
        raise PelagosError(f"nothing to plot for {quantity!r}; {hint}")
    return _by_unit(quantity, chosen)


def _of_sensor(run: Run, quantity: str) -> list[Panel] | None:
    """Panels of a sensor or of some of its channels, `imu`, `imu.gyro`; None if it names none."""
    pieces = quantity.split(".")
    others = {*NAMED, *VARIABLES, "path", "all", "euler"}
    for count in range(len(pieces), 0, -1):  # names of sensors in modules have dots, too
        sensor = sensor_meant(".".join(pieces[:count]), run.sensors, others)
        if sensor is None:
            continue
        readings, channel = run.readings(sensor), ".".join(pieces[count:])
        if channel:
            readings[channel]  # refuses one that is not there
        places = readings.places(channel) if channel else range(len(readings.channels))
        found = sensor_columns(readings, spread=False)
        chosen = [found[place] for place in places]
        title = f"{sensor}.{channel}" if channel else sensor
        panels = _by_unit(title, chosen, sensor)
        return [replace(panel, time=readings.time) for panel in panels]
    return None


def _readable_coordinates(run: Run) -> list[Column]:
    """Coordinates with each quaternion replaced by the angles it stands for."""
    found = []
    for i, column in enumerate(columns(run, "q")):
        if column.name.endswith(".qw"):
            found += _angle_columns(column.name[:-3], run.arrays["q"][:, i : i + 4])
        elif column.unit != "1":
            found.append(column)
    return found


def _euler(run: Run, body: str) -> list[Column]:
    quaternions = run.arrays["orientation"][:, run.body_index(body)]
    return _angle_columns(f"euler.{body}", quaternions)


def _angle_columns(name: str, quaternions: np.ndarray) -> list[Column]:
    values = angles(quaternions)
    return [
        Column(f"{name}.{word}", "rad", values[:, i])
        for i, word in enumerate(("roll", "pitch", "yaw"))
    ]


def _energies(run: Run) -> list[Column]:
    """Energies; the potential one counts from the start, since its zero means nothing."""
    kinetic, potential, work = (
        run.arrays[name] for name in ("kinetic_energy", "potential_energy", "work")
    )
    potential = potential - potential[:1]
    return [
        Column("kinetic T", "J", kinetic),
        Column("potential V", "J", potential),
        Column("work W", "J", work),
        Column("T + V - W", "J", kinetic + potential - work),
    ]


def _balance(run: Run) -> Panel:
    total = _energies(run)[-1].values
    error = np.abs(total - total[:1]) / (audit(run.header, run.arrays).energy_scale or 1.0)
    # Zero has no logarithm: leave gaps there, unless there is nothing else.
    logarithmic = bool(np.any(error > 0))
    line = Column("", "1", np.where(error > 0, error, np.nan if logarithmic else 0.0))
    return Panel("energy balance, |change of T + V - W| / energy scale", "1", [line], logarithmic)


def _by_unit(title: str, found: list[Column], variable: str = "") -> list[Panel]:
    """One panel per unit, in order of appearance, in the units people read.

    variable: begin of the names, which the title says already; else it ends at the first dot.
    """
    panels: dict[str, Panel] = {}
    for column in found:
        unit = _SHOWN.get(column.unit, column.unit)
        values = np.rad2deg(column.values) if unit != column.unit else column.values
        shown = column.name.removeprefix(f"{variable}.") if variable else ""
        name = shown or column.name.partition(".")[2] or column.name
        panels.setdefault(unit, Panel(_TITLES.get((title, unit), title), unit)).lines.append(
            Column(name, unit, values)
        )
    return list(panels.values())


def _attitude(run: Run) -> list[Panel]:
    """Roll, pitch and yaw of every body that turns freely."""
    free = [label[:-3] for label in run.header.coordinates if label.endswith(".qw")]
    return [panel for body in free for panel in _by_unit(f"attitude of {body}", _euler(run, body))]


def _momentum(run: Run) -> list[Panel]:
    found = [*columns(run, "linear_momentum"), *columns(run, "angular_momentum")]
    return _by_unit("momentum", found)


def _constraints(run: Run) -> list[Panel]:
    if not run.header.constraints:
        return []
    line = Column("", "m or rad", run.arrays["constraint_error"])
    return [Panel("largest error of a constraint", "m or rad", [line])]


def _loads(run: Run) -> list[Panel]:
    """Sizes of forces and moments at every dock."""
    found = []
    for name, word, unit in (("load_force", "force", "N"), ("load_moment", "moment", "N m")):
        sizes = np.linalg.norm(run.arrays[name], axis=2)
        lines = [Column(dock, unit, sizes[:, i]) for i, dock in enumerate(run.header.docks)]
        found.append(Panel(f"{word} at each dock", unit, lines))
    return found


def _wings(run: Run) -> list[Panel]:
    """Forces and moments of the flow on every wing."""
    found = [*columns(run, "wing_force"), *columns(run, "wing_moment")]
    return _by_unit("wings", found)


def _control(run: Run) -> list[Panel]:
    """Of every controller what was wanted beside what was measured, then what it asked for."""
    places = {label: k for k, label in enumerate(run.header.states)}
    found = []
    for name, form in run.robot.controllers.items():
        known = {record.name: record for record in form.words.records}
        column = {
            key: Column(f"state.{name}.{key}", record.unit, _once_set(run, k))
            for key, record in known.items()
            if (k := places.get(f"{name}.{key}")) is not None
        }
        for key in [key for key in column if key.endswith("target")]:
            stem = key.removesuffix("target")
            lines = [column[stem + word] for word in _COMPARED if stem + word in column]
            found += _by_unit(f"{name}.{stem}".strip("."), lines)
        outputs = [column[key] for key in column if key.endswith("output")]
        found += _by_unit(f"output of {name}", outputs)
    return found


def _once_set(run: Run, k: int) -> np.ndarray:
    """A state of a controller, but for a sample at the start, before any controller has acted."""
    values = run.arrays["state"][:, k].copy()
    if len(values) > 1 and run.arrays["time"][0] == 0.0:
        values[0] = np.nan
    return values


_COMPARED = ("target", "reference", "measure")

# The standard figures: a name and the panels it stands for, in the order of a full report.
NAMED: dict[str, Callable[[Run], list[Panel]]] = {
    "coordinates": lambda run: _by_unit("coordinates", _readable_coordinates(run)),
    "speeds": lambda run: _by_unit("speeds", columns(run, "u")),
    "attitude": _attitude,
    "efforts": lambda run: _by_unit("efforts", columns(run, "actuation")),
    "energy": lambda run: [Panel("energy", "J", _energies(run))],
    "balance": lambda run: [_balance(run)],
    "momentum": _momentum,
    "constraints": _constraints,
    "loads": _loads,
    "wings": _wings,
    "control": _control,
    "outputs": lambda run: _by_unit("outputs", columns(run, "outputs")),
}


def _path(run: Run) -> list[Space]:
    """Paths of the coms of free bodies and of each chain's last body, from three sides."""
    bodies = run.robot.bodies
    parents = {body.parent for body in bodies.values()}
    ends = [name for name in run.header.bodies if name not in parents]
    free = [name for name in run.header.bodies if bodies[name].joint.mechanics.in_world]
    chosen = list(dict.fromkeys([*free, *ends]))[:_PATHS]
    paths = {}
    for name in chosen:
        i = run.body_index(name)
        com = rotate(run.arrays["orientation"][:, i], np.array(bodies[name].com))
        paths[name] = run.arrays["position"][:, i] + com
    down = run.robot.gravity[2] > 0
    return [
        Space("path", paths, (0, 1, 2), down),
        Space("path from above", paths, (0, 1), down),
        Space("path from the side", paths, (0, 2), down),
    ]

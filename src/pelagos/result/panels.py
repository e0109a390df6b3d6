"""What the figures of a run show: panels of lines over time, and paths in space.

Every panel is plain numbers with a title and a unit; matplotlib (`plot`) and the 3D page draw them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from pelagos.errors import ModelError, PelagosError
from pelagos.language.parser import ExpressionError
from pelagos.language.suggest import did_you_mean
from pelagos.result.audit import audit
from pelagos.result.columns import Column, columns, sensor_columns
from pelagos.result.euler import ANGLES, angles, unfolded
from pelagos.result.figures.control import control, deviations, set_points
from pelagos.result.figures.levels import level_of
from pelagos.result.figures.panel import Panel, by_unit, readable
from pelagos.result.figures.paths import Space, paths
from pelagos.result.figures.sensitivities import sensitivities
from pelagos.result.quantities.expressions import Quantities
from pelagos.result.quantities.units import written
from pelagos.result.readings import sensor_meant
from pelagos.result.schema import VARIABLES

if TYPE_CHECKING:
    from pelagos.result.run import Run

__all__ = ["NAMED", "Panel", "Space", "default_panels", "figure_panels", "quantity_panels"]

# Words of quantities that are neither figures nor variables.
_TURNS = {"euler": angles, "attitude": unfolded}
_OTHERS = ("path", "all", "euler")

# How a run comes to have what it may be without.
_REMEDIES = {"sensitivities": "\n    make it with `pelagos run ... --sensitivity PATH`"}


def default_panels(run: Run) -> list[Panel]:
    """Coordinates and speeds by unit, set points, efforts, energies, how well these balance, and
    sensitivities, if there are any."""
    motion = [panel for name in ("coordinates", "speeds") for panel in NAMED[name](run)]
    rest = [panel for name in ("efforts", "energy", "balance") for panel in NAMED[name](run)]
    try:
        wanted = set_points(run)
    except ModelError:  # written by another version, whose robot is not known here
        wanted = []
    return [*motion, *wanted, *rest, *sensitivities(run)]


def figure_panels(run: Run, quantity: str) -> list[Panel | Space]:
    """The panels of one quantity of a figure, which may also be `path`, `path.BODY` or `all`."""
    word, _, body = quantity.partition(".")
    if word == "path" and (body in run.header.bodies or not _is_expression(quantity)):
        return list(paths(run, body))
    if quantity == "all":
        found: list[Panel | Space] = list(paths(run))
        names = (name for name in NAMED if name != "residuals")  # which are parts of others
        return found + [p for name in names for p in NAMED[name](run) if p.lines]
    return list(quantity_panels(run, quantity))


def quantity_panels(run: Run, quantity: str) -> list[Panel]:
    """The panels of one quantity: a variable, an element of it, a derived one, an expression.

    Several with commas between them share a panel.
    """
    if quantity in NAMED:
        found = [panel for panel in NAMED[quantity](run) if panel.lines]
        if not found:
            remedy = _REMEDIES.get(quantity, "")
            raise PelagosError(f"this run has no {quantity} to plot{remedy}")
        return found
    sensor = _of_sensor(run, quantity)
    if sensor is not None:
        return sensor
    several = _several(quantity)
    if len(several) > 1:
        return _together(run, quantity, several)
    variable, _, element = quantity.partition(".")
    if variable in _TURNS:
        every = [c for body in run.header.bodies for c in _turn(run, variable, body)]
    elif variable in VARIABLES:
        every = columns(run, variable)
    else:
        every = []
    chosen = [c for c in every if not element or f"{c.name}.".startswith(f"{quantity}.")]
    if chosen:
        return by_unit(quantity, chosen)
    if _is_expression(quantity):
        return [_expression(run, quantity)]
    known = [column.name for column in every]
    hint = did_you_mean(quantity, known or [*NAMED, *_OTHERS, *VARIABLES, *run.sensors])
    raise PelagosError(f"nothing to plot for {quantity!r}; {hint}")


def _is_expression(quantity: str) -> bool:
    """Whether it is more than a name."""
    return any(sign in quantity for sign in "+-*/^<>()[] ")


def _expression(run: Run, text: str) -> Panel:
    """A quantity as in the metrics of studies: `position.hull.z - 5`."""
    quantities = Quantities(run.header)
    try:
        node = quantities.parsed(text)
    except ExpressionError as error:
        remedy = f"\n    {error.remedy}" if error.remedy else ""
        raise PelagosError(f"nothing to plot for {text!r}: {error.message}{remedy}") from None
    unit = written(quantities.unit(node))
    line = readable(Column(text, unit, quantities.values(run, node)))
    return Panel(text, line.unit, [line])


def _several(quantity: str) -> list[str]:
    """What stands between commas, but for those inside of brackets."""
    parts, depth = [""], 0
    for sign in quantity:
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(sign, 0)
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts]


def _together(run: Run, title: str, several: list[str]) -> list[Panel]:
    """Several quantities in one panel per unit, each under the name it was given.

    A number is a level, dashed, in the first panel whose unit it fits: `position.hull.z, 5 m`.
    """
    found: dict[str, Panel] = {}
    levels = {part: level for part in several if (level := level_of(part)) is not None}
    for part in several:
        if not part:
            raise PelagosError(f"nothing to plot for {title!r}; write a quantity between commas")
        panels = [] if part in levels else quantity_panels(run, part)
        if any(panel.time is not None or panel.logarithmic for panel in panels):
            said = f"{part} cannot share a panel with others"
            raise PelagosError(f"nothing to plot for {title!r}; {said}: give it on its own")
        for panel in panels:
            for line in panel.lines:
                name = part if len(panels) == len(panel.lines) == 1 else line.name
                own = found.setdefault(panel.unit, Panel(title, panel.unit, dashed={}))
                own.lines.append(Column(name, line.unit, line.values))
    for part, level in levels.items():
        unit = next((unit for unit in found if level.fits(unit)), None)
        if unit is None:
            said = f"{part} does not fit the unit of any other quantity"
            raise PelagosError(f"nothing to plot for {title!r}; {said}")
        values = np.full(len(run), level.within(unit))
        found[unit].lines.append(Column(part, unit, values))
        found[unit] = replace(found[unit], dashed={**found[unit].dashed, part: ""})
    return list(found.values())


def _of_sensor(run: Run, quantity: str) -> list[Panel] | None:
    """Panels of a sensor or of some of its channels, `imu`, `imu.gyro`; None if it names none."""
    pieces = quantity.split(".")
    others = {*NAMED, *VARIABLES, *_OTHERS}
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
        panels = by_unit(title, chosen, sensor)
        return [replace(panel, time=readings.time) for panel in panels]
    return None


def _readable_coordinates(run: Run) -> list[Column]:
    """Coordinates with each quaternion replaced by the angles it stands for."""
    found = []
    for i, column in enumerate(columns(run, "q")):
        if column.name.endswith(".qw"):
            turned = unfolded(run.arrays["q"][:, i : i + 4])
            found += _angle_columns(column.name[:-3], turned)
        elif column.unit != "1":
            found.append(column)
    return found


def _turn(run: Run, kind: str, body: str) -> list[Column]:
    """Roll, pitch and yaw of a body; `attitude` without a fold at the vertical."""
    quaternions = run.arrays["orientation"][:, run.body_index(body)]
    return _angle_columns(f"{kind}.{body}", _TURNS[kind](quaternions))


def _angle_columns(name: str, values: np.ndarray) -> list[Column]:
    return [Column(f"{name}.{word}", "rad", values[:, i]) for i, word in enumerate(ANGLES)]


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


def _residuals(run: Run) -> list[Panel]:
    """What would be zero if all were kept: set point less actual, constraints, energies."""
    return [*deviations(run), *_constraints(run), _balance(run)]


def _attitude(run: Run) -> list[Panel]:
    """Roll, pitch and yaw of every body that turns freely."""
    free = [label[:-3] for label in run.header.coordinates if label.endswith(".qw")]
    found = ((body, _turn(run, "attitude", body)) for body in free)
    return [p for body, turn in found for p in by_unit(f"attitude of {body}", turn)]


def _momentum(run: Run) -> list[Panel]:
    found = [*columns(run, "linear_momentum"), *columns(run, "angular_momentum")]
    return by_unit("momentum", found)


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
    return by_unit("wings", found)


# The standard figures: a name and the panels it stands for, in the order of a full report.
NAMED: dict[str, Callable[[Run], list[Panel]]] = {
    "coordinates": lambda run: by_unit("coordinates", _readable_coordinates(run)),
    "speeds": lambda run: by_unit("speeds", columns(run, "u")),
    "attitude": _attitude,
    "efforts": lambda run: by_unit("efforts", columns(run, "actuation")),
    "energy": lambda run: [Panel("energy", "J", _energies(run), dashed={"T + V - W": ""})],
    "balance": lambda run: [_balance(run)],
    "momentum": _momentum,
    "constraints": _constraints,
    "loads": _loads,
    "wings": _wings,
    "control": control,
    "residuals": _residuals,
    "outputs": lambda run: by_unit("outputs", columns(run, "outputs")),
    "sensitivities": sensitivities,
}

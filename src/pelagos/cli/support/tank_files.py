"""Files of towing-tank runs and thruster tests, as `pelagos identify` reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.errors import PelagosError

if TYPE_CHECKING:
    from pelagos.identify import DragFit, Estimate, Segment

_KGF = 9.80665
_SAME, _NEAR = 1e-6, 5e-3  # m/s: speeds that are one, of a table and of a carriage
_APART = 1e-4  # probability below which runs at one speed do not agree


def range_of(text: str, where: str) -> tuple[float, float]:
    """LOW..HIGH."""
    low, dots, high = text.partition("..")
    try:
        ends = float(low), float(high)
    except ValueError:
        dots = ""
    if not dots or not ends[0] < ends[1]:
        raise PelagosError(f"{where}: {text!r} is not a range\n    write LOW..HIGH, as 0..0.2")
    return ends


def _between(low: float, high: float) -> Callable[[Any], Any]:
    return lambda u: (u >= low) & (u <= high)


def _exclusions(texts: Sequence[str]) -> dict[str, Callable[[Any], Any]] | None:
    found: dict[str, Callable[[Any], Any]] = {}
    for text in texts:
        span, _, reason = text.partition("=")
        low, high = range_of(span, f"--exclude {text}")
        found[reason.strip() or span] = _between(low, high)
    return found or None


def _renamed(file: Path, table: dict[str, Any], columns: Sequence[str]) -> dict[str, Any]:
    """The table with columns under the names that are wanted."""
    named = dict(table)
    for text in columns:
        name, equals, column = (part.strip() for part in text.partition("="))
        if not equals or not name:
            raise PelagosError(f"--column {text}: the name is missing\n    write NAME=COLUMN")
        if column not in table:
            said = f"--column {text}: {file} has no such column"
            raise PelagosError(f"{said}\n    there are {', '.join(table)}")
        named[name] = table[column]
    return named


def _needed(file: Path, table: dict[str, Any], names: Sequence[str]) -> list[Any]:
    missing = [name for name in names if name not in table]
    if missing:
        raise PelagosError(
            f"{file}: no column {' and no '.join(missing)}\n    it has {', '.join(table)}"
        )
    return [table[name] for name in names]


# --- runs of a carriage -----------------------------------------------------------------------


@dataclass(frozen=True)
class _Run:
    """The steady part of a run: force on the bracket, and means of other columns over it."""

    force: Segment
    mean: dict[str, float]


def _reduced(file: Path, table: dict[str, Any], angle: float) -> _Run:
    """Reduce a record with time, speed, and force or the three cells of the bracket."""
    from pelagos import identify

    t, speed = _needed(file, table, ("time", "speed"))
    cells = ("force",) if "force" in table else ("m1", "m2", "m3")
    columns = _needed(file, table, cells)
    if "force" in table:
        force = columns[0]
    else:
        m1, m2, m3 = columns
        force = identify.bracket_force(m1, m2, m3, np.deg2rad(angle))
    if np.ptp(force) == 0:
        changing(file, dict(zip(cells, columns, strict=True)))
    try:
        moved = float(np.abs(speed).max()) > 0.01
        segment = identify.steady_segment(t, force, speed=speed if moved else None)
    except PelagosError as error:
        raise PelagosError(f"{file}: {error}") from None
    near = (t >= segment.begin) & (t <= segment.end)
    return _Run(segment, {name: float(np.mean(v[near])) for name, v in table.items()})


def changing(file: Path, columns: dict[str, Any]) -> None:
    """Refuse columns of measurements that never change."""
    from pelagos.identify.steady import UNPLUGGED, is_constant

    still = [f"{name} is {v[0]:g}" for name, v in columns.items() if is_constant(np.asarray(v))]
    if still:
        raise PelagosError(f"{file}: the column {' and '.join(still)} throughout\n    {UNPLUGGED}")


def drag_of(
    files: Sequence[Path],
    axis: str,
    angle: float,
    exclude: Sequence[str],
    columns: Sequence[str] = (),
) -> DragFit:
    """A fit of points, or of runs that are reduced first; those at one speed are fused."""
    from pelagos import data, identify

    tables = [_renamed(file, data.table(file), columns) for file in files]
    left_out = _exclusions(exclude)
    if len(files) == 1 and "time" not in tables[0]:
        speed, force = _needed(files[0], tables[0], ("speed", "force"))
        changing(files[0], {"force": force})
        sigma = tables[0].get("sigma")
        if sigma is None:
            return identify.fit_drag(speed, force, None, left_out, axis=axis)
        return _fused(speed, force, sigma**2, _SAME, left_out, axis)
    runs = [_reduced(file, table, angle) for file, table in zip(files, tables, strict=True)]
    variances = [run.force.variance_of_mean for run in runs]
    speeds, means = [run.mean["speed"] for run in runs], [run.force.mean for run in runs]
    return _fused(speeds, means, variances, _NEAR, left_out, axis)


def _fused(
    speed: Any, force: Any, variance: Any, tolerance: float, left_out: Any, axis: str
) -> DragFit:
    """The fit of points that were measured several times, these fused."""
    from pelagos import identify
    from pelagos.identify.fusion import as_columns

    fused = identify.fuse_by(speed, force, variance, tolerance)
    fit = identify.fit_drag(*as_columns(fused), left_out, axis=axis)
    notes = []
    if len(fused) < len(speed):
        notes.append(f"{len(speed)} runs at {len(fused)} speeds: those at one speed were fused")
    apart = [p.setting for p in fused if p.agreement is not None and p.agreement < _APART]
    if apart:
        at = ", ".join(f"{x:.4g}" for x in apart[:5]) + (", ..." if len(apart) > 5 else "")
        notes.append(f"runs at {at} differ by more than their sigmas explain")
    return replace(fit, notes=(*notes, *fit.notes))


# --- thrusters --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tank:
    """How runs of a carriage with thrusters turning are read."""

    angle: float  # of the wire to cell 3, degrees
    drag: tuple[float, float] | None  # c1 and c2 of the vehicle
    thrusters: int  # that push together


def thruster_of(
    files: Sequence[Path],
    diameter: float | None,
    density: float,
    voltage: float | None,
    columns: Sequence[str],
    tank: Tank,
    actuators: Sequence[str] = (),
) -> list[Estimate]:
    """Fits per direction, and per voltage where the table has several."""
    from pelagos import data

    tables = []
    for file in files:
        raw = data.table(file)
        short = {name.removesuffix("_us").removesuffix("_V"): v for name, v in raw.items()}
        tables.append(_renamed(file, {**raw, **short}, columns))
    if "time" in tables[0]:
        table = _thrusts(files, tables, tank)
    elif len(files) > 1:
        said = f"{files[0]}: a table of points, and {len(files) - 1} more files"
        raise PelagosError(f"{said}\n    give one table, or runs with a column time")
    else:
        if tank.drag is not None or tank.thrusters > 1:
            said = f"{files[0]}: a table of points"
            raise PelagosError(f"{said}\n    --drag and --thrusters belong to runs of the tank")
        table = tables[0]
    return _thruster_fits(files[0], table, diameter, density, voltage, actuators)


def _thrusts(files: Sequence[Path], tables: Sequence[dict[str, Any]], tank: Tank) -> dict[str, Any]:
    """Points from runs: what the bracket lacks to the drag, shared by the thrusters."""
    rows: dict[str, list[float]] = {}
    for file, table in zip(files, tables, strict=True):
        _needed(file, table, ("rpm",))
        changing(file, {"rpm": table["rpm"]})
        run = _reduced(file, table, tank.angle)
        turning = steady(file, table["time"], table["rpm"])
        speed = run.mean["speed"]
        if tank.drag is None and abs(speed) > 0.01:
            said = f"{file}: was towed at {speed:.3g} m/s, and the drag is not known"
            raise PelagosError(f"{said}\n    give --drag C1,C2, as `identify tow` finds them")
        c1, c2 = tank.drag or (0.0, 0.0)
        row = {
            "pwm": _pulse(file, run),
            "rpm": turning.mean,
            "rpm_sigma": turning.sigma,
            "speed": speed,
            "thrust": (c1 * abs(speed) * speed + c2 * speed - run.force.mean) / tank.thrusters,
            "thrust_sigma": run.force.sigma / tank.thrusters,
        }
        if "voltage" in table:
            row["voltage"] = round(run.mean["voltage"], 1)
        for name, value in row.items():
            rows.setdefault(name, []).append(value)
    return {name: np.array(values) for name, values in rows.items()}


def steady(file: Path, t: Any, x: Any) -> Segment:
    """The steady part of a column."""
    from pelagos import identify

    try:
        return identify.steady_segment(t, x)
    except PelagosError as error:
        raise PelagosError(f"{file}: {error}") from None


def _pulse(file: Path, run: _Run) -> float:
    """Pulse width of a run: its column, or what its file is called."""
    if "pwm" in run.mean:
        return run.mean["pwm"]
    found = re.search(r"(\d{3,4})us", file.stem)
    if found is None:
        said = f"{file}: no column pwm, and no pulse width in its name"
        raise PelagosError(f"{said}\n    add the column, or call it NAME-1700us.csv")
    return float(found[1])


def _thruster_fits(
    file: Path,
    table: dict[str, Any],
    diameter: float | None,
    density: float,
    voltage: float | None,
    actuators: Sequence[str],
) -> list[Estimate]:
    from pelagos import identify

    pwm, rpm = _needed(file, table, ("pwm", "rpm"))
    thrust = table.get("thrust")
    if thrust is None and "thrust_kgf" in table:
        thrust = _KGF * table["thrust_kgf"]
    volts = table.get("voltage", np.zeros(len(pwm)))
    chosen = np.unique(volts) if voltage is None else [voltage]
    fits: list[Estimate] = []
    for volt in chosen:
        for sign, word in ((1.0, "forward"), (-1.0, "reverse")):
            rows = (volts == volt) & (np.sign(pwm - 1500.0) == sign)
            if not rows.any():
                continue
            where = word + (f", {volt:g} V" if "voltage" in table else "")
            rate = identify.fit_pwm_rpm(pwm[rows], rpm[rows], _part(table, "rpm_sigma", rows))
            side: dict[str, Any] = {"actuators": tuple(actuators), "reverse": sign < 0}
            fits.append(replace(rate, title=f"{rate.title}, {where}", **side))
            if thrust is None or diameter is None:
                continue
            rows &= np.abs(rpm) > 0
            found = identify.fit_thrust_coefficient(
                sign * np.abs(rpm[rows]) * 2 * np.pi / 60,
                thrust[rows],
                _part(table, "speed", rows),
                _part(table, "thrust_sigma", rows),
                diameter=diameter,
                density=density,
            )
            fits.append(replace(found, title=f"{found.title}, {where}", **side))
    if not fits:
        raise PelagosError(f"{file}: no rows at {voltage:g} V\n    it has {np.unique(volts)}")
    return fits


def _part(table: dict[str, Any], name: str, rows: Any) -> Any:
    return table[name][rows] if name in table else None

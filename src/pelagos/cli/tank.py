"""Files of towing-tank runs and thruster tests, as `pelagos identify` reads them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.errors import PelagosError

if TYPE_CHECKING:
    from pelagos.identify import DragFit, Estimate

_KGF = 9.80665


def range_of(text: str, where: str) -> tuple[float, float]:
    """LOW..HIGH."""
    low, dots, high = text.partition("..")
    try:
        ends = float(low), float(high)
    except ValueError:
        dots = ""
    if not dots or not ends[0] < ends[1]:
        raise PelagosError(f"{where}: {text!r} is no range\n    write LOW..HIGH, as 0..0.2")
    return ends


def _between(low: float, high: float) -> Callable[[Any], Any]:
    return lambda u: (np.abs(u) >= low) & (np.abs(u) <= high)


def _exclusions(texts: Sequence[str]) -> dict[str, Callable[[Any], Any]] | None:
    found: dict[str, Callable[[Any], Any]] = {}
    for text in texts:
        span, _, reason = text.partition("=")
        low, high = range_of(span, f"--exclude {text}")
        found[reason.strip() or span] = _between(low, high)
    return found or None


def _renamed(table: dict[str, Any], columns: Sequence[str]) -> dict[str, Any]:
    """The table with columns under the names that are wanted."""
    named = dict(table)
    for text in columns:
        name, _, column = text.partition("=")
        if column not in table:
            raise PelagosError(f"--column {text}: no such column\n    there are {', '.join(table)}")
        named[name.strip()] = table[column]
    return named


def drag_of(
    files: Sequence[Path],
    axis: str,
    angle: float,
    exclude: Sequence[str],
    columns: Sequence[str] = (),
) -> DragFit:
    """A fit of points, or of runs that are reduced and fused first."""
    from pelagos import data, identify

    tables = [_renamed(data.table(file), columns) for file in files]
    left_out = _exclusions(exclude)
    if len(files) == 1 and "time" not in tables[0]:
        speed, force = _needed(files[0], tables[0], ("speed", "force"))
        return identify.fit_drag(speed, force, tables[0].get("sigma"), left_out, axis=axis)
    speeds, segments = [], []
    for file, table in zip(files, tables, strict=True):
        t, speed = _needed(file, table, ("time", "speed"))
        force = table.get("force")
        if force is None:
            m1, m2, m3 = _needed(file, table, ("m1", "m2", "m3"))
            force = identify.bracket_force(m1, m2, m3, np.deg2rad(angle))
        try:
            moved = float(np.abs(speed).max()) > 0.01
            segment = identify.steady_segment(t, force, speed=speed if moved else None)
        except PelagosError as error:
            raise PelagosError(f"{file}: {error}") from None
        segments.append(segment)
        near = (t >= segment.begin) & (t <= segment.end)
        speeds.append(float(np.mean(speed[near])))
    fused = identify.fuse_by(
        speeds, [s.mean for s in segments], [s.variance_of_mean for s in segments], 5e-3
    )
    return identify.fit_drag(
        [p.setting for p in fused],
        [p.value for p in fused],
        np.sqrt([p.variance for p in fused]),
        left_out,
        axis=axis,
    )


def _needed(file: Path, table: dict[str, Any], names: Sequence[str]) -> list[Any]:
    missing = [name for name in names if name not in table]
    if missing:
        raise PelagosError(
            f"{file}: no column {' and no '.join(missing)}\n    it has {', '.join(table)}"
        )
    return [table[name] for name in names]


def thruster_of(
    file: Path, diameter: float | None, density: float, voltage: float | None
) -> list[Estimate]:
    """Fits per direction, and per voltage where the table has several."""
    import dataclasses

    from pelagos import data, identify

    table = data.table(file)
    table = {name.removesuffix("_us").removesuffix("_V"): v for name, v in table.items()}
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
            rate = identify.fit_pwm_rpm(pwm[rows], rpm[rows])
            fits.append(dataclasses.replace(rate, title=f"{rate.title}, {where}"))
            if thrust is None or diameter is None:
                continue
            rows &= np.abs(rpm) > 0
            turning = sign * np.abs(rpm[rows]) * 2 * np.pi / 60
            speed = table["speed"][rows] if "speed" in table else None
            found = identify.fit_thrust_coefficient(
                turning, thrust[rows], speed, diameter=diameter, density=density
            )
            fits.append(dataclasses.replace(found, title=f"{found.title}, {where}"))
    if not fits:
        raise PelagosError(f"{file}: no rows at {voltage:g} V\n    it has {np.unique(volts)}")
    return fits

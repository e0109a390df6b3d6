"""Refusals at the door: numbers that no fit or comparison can use, all problems at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pelagos.errors import PelagosError

Array = NDArray[np.float64]

# What a measured quantity can be at all; beyond it the unit is wrong, not the experiment.
_PLAUSIBLE = {
    "speed": (30.0, "m/s", "towing tanks and vehicles stay below 30 m/s"),
    "force": (1e6, "N", "forces are in newtons"),
    "rpm": (1e5, "1/min", "propellers turn below 100000 1/min"),
    "thrust": (1e6, "N", "thrust is in newtons"),
}
PWM = (500.0, 2500.0)  # microseconds; what servos and speed controllers understand


def refuse(*problems: tuple[str, str]) -> PelagosError:
    """One error from pairs of what is wrong and what to do."""
    return PelagosError("\n".join(f"{wrong}\n    {remedy}" for wrong, remedy in problems))


def columns(least: int, **named: Any) -> tuple[Array, ...]:
    """Equally long columns of finite numbers, at least `least` of them; None stays out."""
    problems: list[tuple[str, str]] = []
    found: dict[str, Array] = {}
    for name, values in named.items():
        try:
            found[name] = np.atleast_1d(np.asarray(values, dtype=float))
        except (TypeError, ValueError):
            problems.append((f"{name}: holds what is no number", "give numbers only"))
            continue
        if found[name].ndim != 1:
            problems.append(
                (f"{name}: has the shape {found[name].shape}", "give one number per sample")
            )
            continue
        problems += _not_finite(name, found[name])
        problems += _absurd(name, found[name])
    lengths = {name: len(values) for name, values in found.items() if values.ndim == 1}
    if len(set(lengths.values())) > 1:
        said = ", ".join(f"{name}: {length}" for name, length in lengths.items())
        problems.append((f"the columns differ in length ({said})", "give equally many of each"))
    elif lengths and min(lengths.values()) < least:
        name, count = next(iter(lengths.items()))
        problems.append((f"{name}: {count} points", f"at least {least} are needed"))
    if problems:
        raise refuse(*problems)
    return tuple(found.values())


def _not_finite(name: str, values: Array) -> list[tuple[str, str]]:
    bad = np.flatnonzero(~np.isfinite(values))
    if not len(bad):
        return []
    first = int(bad[0])
    count = f"{len(bad)} of {len(values)} values are" if len(bad) > 1 else "one value is"
    return [
        (
            f"{name}: {count} not finite, the first {values[first]} at index {first}",
            "leave these samples out, knowing why they are there",
        )
    ]


def _absurd(name: str, values: Array) -> list[tuple[str, str]]:
    finite = values[np.isfinite(values)]
    largest = float(np.abs(finite).max()) if len(finite) else 0.0
    if name == "pwm":
        low, high = PWM
        if len(finite) and (finite.min() < low or finite.max() > high):
            wrong = f"pwm: from {finite.min():g} to {finite.max():g}, outside {low:g} to {high:g}"
            return [(wrong, "give pulse widths in microseconds, as 1500 for neutral")]
        return []
    if name in _PLAUSIBLE and largest > _PLAUSIBLE[name][0]:
        limit, unit, reason = _PLAUSIBLE[name]
        return [(f"{name}: {largest:g} is beyond {limit:g} {unit}", f"check the unit; {reason}")]
    return []


def spread(name: str, values: Array, remedy: str) -> None:
    """Refuse a column that never changes."""
    if np.ptp(values) <= 1e-12 * max(1.0, float(np.abs(values).max())):
        raise refuse((f"{name}: is {values[0]:g} throughout", remedy))


def increasing(name: str, values: Array) -> None:
    """Refuse times that stand still or run backwards."""
    bad = np.flatnonzero(np.diff(values) <= 0)
    if len(bad):
        i = int(bad[0])
        wrong = f"{name}: {values[i + 1]:g} follows {values[i]:g} at index {i + 1}"
        raise refuse((wrong, "times must increase; sort, or remove repeated samples"))


def deviations(sigma: Any, shape: tuple[int, ...]) -> Array | None:
    """Standard deviations of each point, if there are any: one for all, or one each."""
    if sigma is None:
        return None
    (found,) = columns(1, sigma=np.broadcast_to(np.asarray(sigma, dtype=float), shape))
    positive("sigma", found)
    return found


def positive(name: str, values: Array | float) -> None:
    """Refuse what must be above zero and is not."""
    smallest = float(np.min(values))
    if not smallest > 0:
        raise refuse((f"{name}: {smallest:g} is not positive", "give values above 0"))


def samples(name: str, values: Any, length: int | None = None) -> Array:
    """Finite numbers, one row per sample and any number of columns; as (sample, column)."""
    array = np.asarray(values, dtype=float)
    if array.ndim not in (1, 2):
        raise refuse((f"{name}: has the shape {array.shape}", "give (sample,) or (sample, column)"))
    if length is not None and len(array) != length:
        wrong = f"{name}: {len(array)} samples for {length} times"
        raise refuse((wrong, "give one per time"))
    table = array[:, None] if array.ndim == 1 else array
    problems = _not_finite(name, table.ravel())
    if problems:
        raise refuse(*problems)
    return table


def listed(names: Sequence[str]) -> str:
    """Names in one line."""
    return ", ".join(names) if names else "none"

"""Arrays at the door of the planar 3-RPR: checked, broadcast, and handed to the program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.mechanisms.planar_3rpr.answers import Array
from pelagos.mechanisms.planar_3rpr.equations import Platform
from pelagos.mechanisms.planar_3rpr.parts import Limb

Vector = Any  # whatever numpy takes for an array
SAMPLES = 500  # intervals of a simulation that does not say
TIGHTEST = 1e-13  # tolerance; below it rounding decides
NO_LENGTH = "{} a limb has the length 0, and no direction\n    move the platform away"


def array_of(name: str, values: Vector) -> Array:
    """An array, if the values are numbers."""
    try:
        return np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        raise PelagosError(f"{name}: {values!r} is not made of numbers") from None


def points(name: str, values: Vector) -> Array:
    """Three points of the plane."""
    array = array_of(name, values).copy()
    if array.shape != (3, 2) or not np.all(np.isfinite(array)):
        raise PelagosError(
            f"{name}: shape {array.shape}, where three points of the plane are needed\n"
            "    give [[x, y], [x, y], [x, y]], finite numbers in m"
        )
    array.setflags(write=False)
    return array


def check_numbers(mass: float, inertia: float, limbs: Sequence[Any]) -> None:
    """Refuse what cannot be, all of it at once."""
    problems = [
        f"{name}: {value:g} is not positive"
        for name, value in (("mass", mass), ("inertia", inertia))
        if not 0.0 < value < np.inf
    ]
    if len(limbs) != 3:
        problems.append(f"limbs: {len(limbs)} of them; give one `Limb` for all, or three")
    for i, limb in enumerate(limbs, 1):
        if not isinstance(limb, Limb):
            problems.append(f"limb {i}: {limb!r} is no limb; give Limb(rho=...)")
            continue
        if limb.rho is None and limb.telescope is None:
            problems.append(f"limb {i}: give its line density rho, its telescope, or both")
        if limb.rho is not None and not 0.0 <= limb.rho < np.inf:
            problems.append(f"limb {i}: rho = {limb.rho:g} is negative or no number")
        for name, value in vars(limb.telescope).items() if limb.telescope else ():
            if not np.isfinite(value) or (value < 0.0 and name[0] in "mI"):
                problems.append(f"limb {i}: {name} = {value:g} is negative or no number")
    if problems:
        raise PelagosError("the robot cannot be:\n    " + "\n    ".join(problems))


def one(name: str, values: Vector) -> Array:
    """Three numbers."""
    array = array_of(name, values).copy()
    if array.shape != (3,) or not np.all(np.isfinite(array)):
        raise PelagosError(f"{name}: shape {array.shape}; give three finite numbers")
    return array


def columns(name: str, values: Vector) -> list[Any]:
    """The three components: floats of one state, arrays of many."""
    array = array_of(name, values)
    if array.ndim == 0 or array.shape[-1] != 3:
        raise PelagosError(
            f"{name}: shape {array.shape}; give three numbers, or an array of such rows"
        )
    _check_finite(name, array)
    return array.tolist() if array.ndim == 1 else list(np.moveaxis(array, -1, 0))


def states(**vectors: Vector) -> tuple[Array, bool]:
    """Rows of all vectors side by side, and whether there was more than one row."""
    arrays = {name: array_of(name, values) for name, values in vectors.items()}
    for name, array in arrays.items():
        if array.ndim not in (1, 2) or array.shape[-1] != 3:
            raise PelagosError(
                f"{name}: shape {array.shape}; give three numbers, or a row of three per state"
            )
    counts = {len(a) for a in arrays.values() if a.ndim == 2} - {1}
    if len(counts) > 1:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in arrays.items())
        raise PelagosError(f"different numbers of states: {shapes}\n    give as many rows of each")
    many = any(a.ndim == 2 for a in arrays.values())
    result = np.empty((counts.pop() if counts else 1, 3 * len(arrays)))
    for k, array in enumerate(arrays.values()):
        result[:, 3 * k : 3 * k + 3] = array
    if not np.isfinite(result.sum()):  # not so if a single number is not
        for name, array in arrays.items():
            _check_finite(name, array)
    return result, many


def _check_finite(name: str, array: Array) -> None:
    """Refuse what is no number, with the first of them."""
    bad = np.flatnonzero(~np.isfinite(array.reshape(-1, 3)).all(axis=1))
    if len(bad):
        place = f" of state {bad[0]}" if array.ndim > 1 else ""
        raise PelagosError(f"{name}{place}: a number is not finite\n    give ordinary numbers")


def compiled(question: str, robot: Platform, limb: str, length: float, rows: Array) -> Array:
    """Answers by the program for many states; it is compiled on first use."""
    from pelagos.mechanisms.planar_3rpr import programs

    return programs.program(question, limb)(0.0, programs.numbers_of(robot, length), rows)


def split(found: Array, many: bool) -> list[Array]:
    """f or A, F_is, F_in, g, base and the condition number."""
    rows = found if many else found[0]
    parts = [rows[..., 3 * k : 3 * k + 3] for k in range(4)]
    base = rows[..., 12:18].reshape(*rows.shape[:-1], 3, 2)
    return [*parts, base, rows[..., 18]]


def check_condition(conditions: Array, X: Array, limit: float) -> None:
    """Refuse singular poses, with the first of them."""
    bad = np.flatnonzero(~(conditions <= limit))
    if len(bad) == 0:
        return
    first = int(bad[0])
    pose = ", ".join(f"{x:.6g}" for x in X[first])
    more = f" and {len(bad) - 1} more" if len(bad) > 1 else ""
    place = f"state {first}{more} of {len(X)}" if len(X) > 1 else "the pose"
    raise PelagosError(
        f"{place} (x, y, phi) = ({pose}): singular, the condition number {conditions[first]:.3g} "
        f"exceeds {limit:g}; forces in the limbs grow without bound there\n    keep away from it "
        "(`condition(X)` tells how near a pose is), or raise condition_limit"
    )


def check_lengths(found: Array, X: Array) -> None:
    """Refuse poses in which a limb has no length, and with that no direction."""
    bad = np.flatnonzero(np.isnan(found[:, -1]))  # the condition number
    if len(bad):
        pose = ", ".join(f"{x:.6g}" for x in X[bad[0]])
        raise PelagosError(NO_LENGTH.format(f"X: in the pose ({pose})"))


def check_tolerances(**tolerances: float) -> None:
    """Refuse tolerances that no step can keep."""
    for name, value in tolerances.items():
        if not TIGHTEST <= value < np.inf:
            raise PelagosError(f"{name}: {value:g}\n    use {TIGHTEST:g} or more")


def times(duration: float, every: float | None) -> Array:
    """When a simulation is sampled."""
    problems = [
        f"{name}: {value:g} s is not positive"
        for name, value in (("duration", duration), ("every", every))
        if value is not None and not 0.0 < value < np.inf
    ]
    if problems:
        raise PelagosError("\n".join(problems))
    count = SAMPLES if every is None else max(1, round(duration / every))
    return np.linspace(0.0, duration, count + 1)

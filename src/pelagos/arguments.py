"""Arguments from Python, checked at the door: what is wrong is named with its value and a remedy.

Names are those of the arguments as users write them, such as `rate` or `MPC: rate`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from numbers import Real
from typing import Any

import numpy as np

from pelagos.errors import PelagosError


def is_number(value: Any) -> bool:
    """Whether it is one real number; true and false, arrays and text are none."""
    return isinstance(value, Real) and not isinstance(value, bool)


def finite(name: str, value: Any, remedy: str = "give an ordinary number, in SI") -> float:
    """A number that is neither infinite nor none."""
    if not is_number(value):
        raise PelagosError(f"{name}: {_told(value)} is not a number\n    {remedy}")
    if not math.isfinite(value):
        raise PelagosError(f"{name}: {value:g} is not finite\n    {remedy}")
    return float(value)


def positive(name: str, value: Any, remedy: str = "give a number above 0, in SI") -> float:
    """A finite number above zero."""
    number = finite(name, value, remedy)
    if not number > 0.0:
        raise PelagosError(f"{name}: {number:g} is not a positive number\n    {remedy}")
    return number


def whole(name: str, value: Any, least: int, most: int) -> int:
    """A whole number between two others."""
    if not is_number(value) or value != math.floor(finite(name, value)):
        remedy = f"give one from {least:,} to {most:,}"
        raise PelagosError(f"{name}: {_told(value)} is no whole number\n    {remedy}")
    if not least <= value <= most:
        raise PelagosError(f"{name}: {value}\n    give a whole number from {least:,} to {most:,}")
    return int(value)


def vector(name: str, value: Any, size: int, remedy: str) -> np.ndarray:
    """So many finite numbers."""
    try:
        found = np.array(value, dtype=float)
    except (TypeError, ValueError):
        raise PelagosError(f"{name}: {_told(value)} is no vector\n    {remedy}") from None
    if found.shape != (size,):
        raise PelagosError(f"{name}: the shape is {found.shape}, not ({size},)\n    {remedy}")
    if not np.isfinite(found).all():
        raise PelagosError(f"{name}: {_told(value)} is not finite\n    {remedy}")
    return found


def texts(name: str, value: Any, remedy: str) -> list[str]:
    """Several texts; one alone, or what else can be walked through, is not."""
    walked = isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping)
    found = list(value) if walked else []
    if not walked or not all(isinstance(one, str) for one in found):
        raise PelagosError(f"{name}: {_told(value)} is no list of names\n    {remedy}")
    return found


def mapping(name: str, value: Any, remedy: str) -> Mapping[Any, Any]:
    """Keys and values."""
    if not isinstance(value, Mapping):
        raise PelagosError(f"{name}: {_told(value)} is no mapping\n    {remedy}")
    return value


def check_progress(progress: Any) -> None:
    """Refuse what cannot be told how far a computation is."""
    if progress is not None and not callable(progress):
        raise PelagosError(
            f"progress: {_told(progress)} is no function\n"
            "    give one that takes a fraction, which may be None, and a message"
        )


def _told(value: Any) -> str:
    """A value as Python writes it, in one line and cut when long."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 70 else text[:67] + "..."

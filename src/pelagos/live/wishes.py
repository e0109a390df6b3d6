"""What viewers ask for, read with care: names that are known, numbers within bounds."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from pelagos.errors import PelagosError

UNKNOWN_COMMAND = "unknown command"
UNKNOWN_NAME = "unknown name"
NO_NUMBER = "no number within bounds"
NO_SWITCH = "neither on nor off"
NOT_NOW = "not at this time"


class RefusedWishError(PelagosError):
    """A wish that is not granted; wishes are counted by `reason`."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


def number(words: Mapping[str, Any], low: float, high: float) -> float:
    """The number of a command, within bounds."""
    value = words.get("value")
    if isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high:
        return float(value)
    raise RefusedWishError(NO_NUMBER, f"{value!r} is no number from {low:g} to {high:g}")


def switch(words: Mapping[str, Any]) -> bool:
    """Whether something is to be on or off."""
    value = words.get("value")
    if not isinstance(value, bool):
        raise RefusedWishError(NO_SWITCH, f"{value!r} is neither true nor false")
    return value


def name(words: Mapping[str, Any], known: Collection[str], what: str) -> str:
    """The name of something that there is."""
    found = words.get("name")
    if not isinstance(found, str) or found not in known:
        raise RefusedWishError(UNKNOWN_NAME, f"there is no {what} {found!r}")
    return found


def deflections(words: Mapping[str, Any], key: str, known: set[str]) -> dict[str, float]:
    """How far axes or channels are deflected, from -1 to 1."""
    given = words.get(key, {})
    if not isinstance(given, dict) or not given.keys() <= known:
        among = ", ".join(sorted(known))
        raise RefusedWishError(UNKNOWN_NAME, f"drive: {key} must be among {among}")
    return {one: number({"value": value}, -1.0, 1.0) for one, value in given.items()}

"""Where joints that follow others begin: where these put them, so that nothing has to move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_KEYS = {"revolute": "angle", "prismatic": "position"}


def followed(
    constraints: Mapping[str, Any], bodies: Mapping[str, Mapping[str, Any]]
) -> dict[str, dict[str, float]]:
    """Words of `initial` for gears of a follower and its leader, all other joints at zero."""
    gears = (words["gear"] for words in constraints.values() if "gear" in words)
    rules = {}
    for gear in (gear for gear in gears if len(gear["joints"]) == 2):
        (follower, _), (leader, factor) = gear["joints"].items()
        rules[follower] = leader, -factor, gear.get("value", 0.0)

    def value(body: str, seen: tuple[str, ...] = ()) -> float:
        if body not in rules or body in seen:
            return 0.0
        leader, ratio, offset = rules[body]
        return float(ratio * value(leader, (*seen, body)) + offset)

    found = {}
    for body in rules:
        joint = bodies[body]["joint"]
        key = next(
            (k for word, k in _KEYS.items() if isinstance(joint, dict) and word in joint), ""
        )
        if key and (place := value(body)):
            found[body] = {key: place}
    return found

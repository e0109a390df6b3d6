"""What hangs on a module's world, moved to where the module stands in another one."""

from __future__ import annotations

from typing import Any

from pelagos.joints.table import KINDS
from pelagos.model.bodies import WORLD


def mapping(words: Any) -> dict[str, Any]:
    """Words that should be a mapping; an empty one if they are not."""
    return words if isinstance(words, dict) else {}


def put_in_place(parts: dict[str, dict[str, Any]], at: list[Any], on: str | None) -> None:
    """Move what hangs on the module's world to where the module stands."""
    if on is not None:
        for body in parts.get("bodies", {}).values():
            if isinstance(body, dict) and body.get("parent", WORLD) == WORLD:
                body["parent"] = on
    if not at:
        return
    initial = parts.setdefault("initial", {})
    for name, body in parts.get("bodies", {}).items():
        if not isinstance(body, dict) or body.get("parent", WORLD) not in (WORLD, on):
            continue
        if _is_free(body):
            initial[name] = _within(mapping(initial.get(name)), at)
            for scenario in parts.get("scenarios", {}).values():
                states = mapping(mapping(scenario).get("initial"))
                if name in states:
                    scenario["initial"] = {**states, name: _within(states[name], at)}
        else:
            body["at"] = _within(_placement(body.get("at")), at)
    for constraint in parts.get("constraints", {}).values():
        for law in constraint.values() if isinstance(constraint, dict) else ():
            between = law.get("between") if isinstance(law, dict) else None
            for key, body in zip(("at", "to"), between or (), strict=False):
                if body == WORLD and (key == "at" or law.get("to") is not None):
                    law[key] = _within(_placement(law.get(key)), at)


def _is_free(body: dict[str, Any]) -> bool:
    joint = body.get("joint", "free")
    words = [kind.word for kind in KINDS if kind.in_world]
    return joint in words or (isinstance(joint, dict) and any(joint.get(w) is True for w in words))


def _placement(words: Any) -> dict[str, Any]:
    if isinstance(words, list):
        return {"position": words}
    return mapping(words)


def _within(words: Any, at: list[Any]) -> Any:
    if not isinstance(words, dict):
        return words
    inner = words.get("within")
    inner = inner if isinstance(inner, list) else [] if inner is None else [inner]
    return {**words, "within": [*inner, *at]}

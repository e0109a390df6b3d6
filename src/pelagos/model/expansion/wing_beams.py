"""Wings on beams: `beam: spar` in the words of a wing stands for the segments of that beam."""

from __future__ import annotations

from typing import Any

from pelagos.errors import Problem
from pelagos.language.problems import problem
from pelagos.language.scope import Scope
from pelagos.language.suggest import did_you_mean


def wings_on_bodies(words: dict[str, Any], scope: Scope) -> tuple[dict[str, Any], list[Problem]]:
    """The words with bodies and spans in the place of beams, and what is wrong with these."""
    wings, beams = words.get("wings"), words.get("beams")
    if not isinstance(wings, dict):
        return words, []
    beams = beams if isinstance(beams, dict) else {}
    changed: dict[str, Any] = {}
    problems: list[Problem] = []
    for name, wing in wings.items():
        changed[name] = wing
        if not isinstance(wing, dict) or "beam" not in wing:
            continue
        doubled = [key for key in ("bodies", "span", "along") if key in wing]
        beam = wing["beam"]
        if doubled:
            message, remedy = f"beam already says what {doubled[0]} says", "give one of them"
        elif not isinstance(beam, str) or beam not in beams:
            message, remedy = "there is no such beam", did_you_mean(str(beam), beams)
        else:
            rest = {key: value for key, value in wing.items() if key != "beam"}
            changed[name] = {**rest, **_segments(beam, beams[beam])}
            continue
        problems.append(problem(scope, ("wings", name, "beam"), message, remedy, beam))
        del changed[name]
    return {**words, "wings": changed}, problems


def _segments(name: str, beam: Any) -> dict[str, Any]:
    """Bodies and spans, as far as the words of a beam that may be refused later say them."""
    count = beam.get("segments") if isinstance(beam, dict) else None
    count = count if isinstance(count, int) and 1 <= count <= 10_000 else 1
    length = beam.get("length", 1.0) if isinstance(beam, dict) else 1.0
    return {"bodies": [f"{name}{k}" for k in range(1, count + 1)], "span": f"({length})/{count}"}

"""What words that changed in a few places take over from the robot that they were changed from.

Words that stand as they stood, and whose parameters have the values they had, give the same parts:
the same objects, so that what was made of these serves again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError
from pydantic_core import PydanticCustomError

from pelagos.language.parser import NAME
from pelagos.language.scope import Before, alike
from pelagos.language.words import read_field
from pelagos.model.bodies import Body
from pelagos.model.hydrodynamics.water import Water

# parts that follow from their own words, parameters and density; constraints need the initial state
# too, controllers where the surface is
PARTS = ("bodies", "actuators", "states", "initial", "scenarios", "events")
_WHOLE = ("controllers", "wings", "autopilots")
SECTIONS = (*PARTS, *_WHOLE)  # that follow from their words, parameters and water
IDENTIFIER = re.compile(NAME)


@dataclass(frozen=True)
class Earlier:
    """An earlier robot, and the parameters that have other values now."""

    before: Before
    changed: frozenset[str]

    @classmethod
    def of(cls, before: Before, parameters: Mapping[str, float]) -> Earlier:
        """Seen from the parameters of now."""
        old = before.parameters
        names = {*old, *parameters}
        return cls(before, frozenset(n for n in names if old.get(n) != parameters.get(n)))

    def in_same(self, words: Mapping[str, Any]) -> bool:
        """Whether gravity and water are the same in the words of a robot."""
        there = self.before.words
        return all(self._same(words.get(k), there.get(k)) for k in ("gravity", "water"))

    def water(self, words: Mapping[str, Any]) -> Water | None:
        """The water of the words of a robot, if it is the same or has another density alone."""
        known: Water | None = self.before.water
        if self.in_same(words) or known is None:
            return known
        there = self.before.words
        now, then = words["water"], there["water"]
        if not isinstance(now, dict) or not isinstance(then, dict):
            return None
        if not self._same(words.get("gravity"), there.get("gravity")):
            return None
        if self._different(now, then) != {"density"}:
            return None
        with suppress(ValidationError):  # is told by reading all of it
            return known.model_copy(update={"density": read_field(Water, "density", now)})
        return None

    def section(self, key: str, words: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """All parts of a section of the words of a robot, if none can be another."""
        if key not in SECTIONS or self.changed or self.before.words.get(key) is not words[key]:
            return None
        found: Mapping[str, Any] = self.before.parts[key]
        return found if self.in_same(words) else None

    def part(
        self, key: str, name: str, words: Mapping[str, Any], density: float | None
    ) -> Any | None:
        """A part of the words of a robot in water of a density, if it is the same."""
        own, part = words[key][name], self.before.parts.get(key, {}).get(name)
        if key in _WHOLE or part is None:
            return None
        if not self._same(own, self.before.words[key][name]):
            return None
        if key not in PARTS:  # elements of a kind that may look at anything around them
            return part if self.in_same(words) else None
        if isinstance(part, Body):
            return part if part.is_same_in(density) else None
        if key == "actuators" and "thruster" in own:
            return part if self.before.density == density else None
        if key == "scenarios" and "water" in own:  # which is laid over the robot's own
            return part if self.in_same(words) else None
        return part

    def body(self, name: str, words: Any) -> Body | None:
        """A body of its words in the water in force, of which only the keys are read that changed;
        None if it has to be read as a whole."""
        if name not in self.before.parts["bodies"] or not isinstance(words, dict):
            return None
        keys = self._different(words, self.before.words["bodies"][name])
        if keys <= Body.model_fields.keys():
            with suppress(ValidationError, PydanticCustomError):  # is told by reading all of it
                body: Body = self.before.parts["bodies"][name]
                return body.changed(words, keys)
        return None

    def _same(self, words: Any, there: Any) -> bool:
        return alike(words, there) and not mentions(words, self.changed)

    def _different(self, words: Mapping[str, Any], there: Mapping[str, Any]) -> set[str]:
        """Keys of two mappings whose words, or their meaning, are not the same."""
        both = words.keys() & there.keys()
        other = {key for key in both if not self._same(words[key], there[key])}
        return other | (words.keys() ^ there.keys())


def mentions(words: Any, names: Set[str]) -> bool:
    """Whether any text in the words uses one of the names."""
    if not names:
        return False
    if isinstance(words, str):
        return not names.isdisjoint(IDENTIFIER.findall(words))
    if isinstance(words, dict):
        words = list(words.values())
    return isinstance(words, list) and any(mentions(item, names) for item in words)

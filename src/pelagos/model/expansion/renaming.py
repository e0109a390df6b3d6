"""Names inside a module made unique: `hull` of the module `port` becomes `port.hull`.

Bodies, actuators, constraints, parameters and the labels in expressions get the module's name in
front. Which texts are names, which are expressions and which are neither follows from their keys.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from pelagos.controllers import section as controllers
from pelagos.joints.table import KINDS
from pelagos.language.files import below
from pelagos.language.parser import NAME, NUMBER, READINGS, STATES
from pelagos.language.units import UNITS
from pelagos.model.bodies import WORLD
from pelagos.model.control.autopilots import SENSORS
from pelagos.relations.contract import Relation
from pelagos.relations.table import RELATIONS

# sections of a model whose entries have names of their own
NAMED = (
    *("parameters", "bodies", "actuators", "constraints", "states", "controllers"),
    *("wings", "autopilots", "events", "initial", "scenarios"),
)

# keys whose text is neither a name nor an expression
_LITERAL = frozenset(
    {
        *("source", "description", "color", "file", "sha256", "columns", "frame", "form", "kind"),
        *("interpolation", "shape", "method", "joint", "dof", "added_mass_form", "command"),
        *("added_mass", "drag", "buoyancy", "sign", "ends", "feed"),
    }
)
_AXES = ("along", "axis", "normal", "direction", *(k.word for k in KINDS if k.words.count))
_SEVERAL_AXES = [kind.word for kind in KINDS if kind.words.count > 1]
_AXIS = re.compile(r"[+-]?[xyz]")
_HEADINGS = ("time", "value", "pwm", "speed", "thrust", "unit")  # of columns in a file
_NAMES = ("joint", "body", "parent", "actuator")  # keys whose text names bodies
_WORDS = re.compile(
    rf"(?P<number>{NUMBER})"
    rf"|(?P<state>(?:[{STATES}]|{'|'.join(READINGS)})\s*\[)(?P<label>[^\[\]]*)\]"
    rf"|(?P<name>{NAME})(?P<called>\s*\()?"
)
_KNOWN = ("t", "pi")


@dataclass(frozen=True)
class Outer:
    """A value that the including model gives: its names are those of that model."""

    value: Any


@dataclass(frozen=True)
class Renaming:
    """Puts `prefix` before the names of a module that has the given parameters."""

    prefix: str
    parameters: Collection[str]
    folder: str = ""  # of the module's file, relative to the including model's folder
    kinds: Mapping[str, Any] = field(default_factory=dict)  # words of elements by section

    def name(self, name: Any) -> Any:
        """A name of a body, an actuator or the like; the world is everybody's."""
        if isinstance(name, list):
            return [self.name(item) for item in name]
        return self.prefix + name if isinstance(name, str) and name != WORLD else _given(name)

    def sections(self, words: dict[str, Any]) -> dict[str, dict[str, Any]]:
        """The named sections of a module's words, renamed."""
        how: dict[str, Callable[[Any], Any]] = {
            "bodies": self._body,
            "actuators": self._law,
            "constraints": self._constraint,
            "controllers": self._controller,
            "wings": self._wing,
            "autopilots": self._autopilot,
            "events": self._event,
            "scenarios": self._scenario,
        }
        found: dict[str, dict[str, Any]] = {}
        for section in (*NAMED, *self.kinds):
            given = words.get(section)
            if not isinstance(given, dict):
                continue
            if section in self.kinds:
                change: Callable[[Any], Any] = partial(self._element, self.kinds[section])
            else:
                change = how.get(section, self.expressions)
            rename = str if section == "scenarios" else self.name
            found[section] = {
                rename(n): w.value if isinstance(w, Outer) else change(w) for n, w in given.items()
            }
        return found

    def _body(self, words: Any) -> Any:
        if not isinstance(words, dict):
            return words
        changed = self._with_names(words)
        joint = words.get("joint")
        if isinstance(joint, dict) and "name" in joint:
            changed["joint"] = {**changed["joint"], "name": self.name(joint["name"])}
        if "visual" in words:
            changed["visual"] = self._visual(words["visual"])
        return changed

    def _visual(self, words: Any) -> Any:
        """Parts to be seen: names of looks and of parts are their own, those of the robot not."""
        if isinstance(words, list):
            return [self._visual(part) for part in words]
        if not isinstance(words, dict):
            return words
        changed = self.expressions(words)
        own = {key: words[key] for key in ("look", "name", "paint") if key in words}
        named = {key: self.name(words[key]) for key in ("turned_by",) if key in words}
        skin = words.get("skin")
        if isinstance(skin, dict) and "to" in skin:
            rest = {key: value for key, value in skin.items() if key != "to"}
            own["skin"] = {
                **{k: self._axis(k, v) for k, v in rest.items()},
                "to": self.name(skin["to"]),
            }
        return {**changed, **own, **named}

    def _axis(self, key: str, value: Any) -> Any:
        return value if key == "up" and isinstance(value, str) else self.expressions(value, key)

    def _law(self, words: Any) -> Any:
        """An actuator: names stand below the key that says the kind."""
        if not isinstance(words, dict):
            return words
        return {k: self._with_names(v, law=True) for k, v in words.items()}

    def _constraint(self, words: Any) -> Any:
        """Which keys have names, and which have words of their own, the relation says."""
        if not isinstance(words, dict):
            return words
        return {kind: self._relation(RELATIONS.get(kind), law) for kind, law in words.items()}

    def _relation(self, relation: type[Relation] | None, words: Any) -> Any:
        if relation is None or not isinstance(words, dict):
            return self.expressions(words)
        names = relation.named_keys()
        changed = {}
        for key, value in words.items():
            if key in names and isinstance(value, dict):
                changed[key] = {self.name(k): self.expressions(v) for k, v in value.items()}
            elif key in names:
                changed[key] = self.name(value)
            else:
                own = relation.is_literal(key, value)
                changed[key] = value if own else self.expressions(value, key)
        return changed

    def _with_names(self, words: Any, *, law: bool = False) -> Any:
        if not isinstance(words, dict):
            return self.expressions(words)
        changed = {}
        for key, value in words.items():
            if key in _NAMES and (law or key != "joint"):
                changed[key] = self.name(value)
            else:
                changed[key] = self.expressions(value, key)
        return changed

    def _controller(self, words: Any) -> Any:
        """A controller, whose kind knows what its words are."""
        if not isinstance(words, dict):
            return words
        return controllers.renamed(words, self.name, self.expressions)

    def _wing(self, words: Any) -> Any:
        """Its bodies have names; axes, planes and methods are words of their own."""
        if not isinstance(words, dict):
            return words
        own = {k: words[k] for k in ("along", "aft", "mirror", "method") if k in words}
        bodies = {k: self.name(words[k]) for k in ("bodies",) if k in words}
        rest = {k: v for k, v in words.items() if k not in own}
        return {**self.expressions(rest), **own, **bodies}

    def _autopilot(self, words: Any) -> Any:
        """What channels move has a name, except lights and grippers, which are shown only; sensors
        have names, too."""
        if not isinstance(words, dict):
            return words
        sensors = {key: self.name(words[key]) for key in SENSORS if key in words}
        changed = {**self._with_names(words), **sensors}
        channels = words.get("channels")
        if isinstance(channels, dict):
            changed["channels"] = {k: self._channel(channel) for k, channel in channels.items()}
        return changed

    def _channel(self, words: Any) -> Any:
        if not isinstance(words, dict):
            return self.expressions(words)
        own = {k: _given(words[k]) for k in ("light", "gripper") if k in words}
        return {**self._with_names(words), **own}

    def _element(self, kind: Any, words: Any) -> Any:
        """An element of a section of its own, which knows what its words are."""
        if not isinstance(words, dict):
            return words
        return kind.renamed(words, self.name, self.expressions)

    def _event(self, words: Any) -> Any:
        if not isinstance(words, dict):
            return words
        changed = {}
        for key, value in words.items():
            if key in ("dock", "undock"):
                changed[key] = self.name(value)
            elif key == "when" and isinstance(value, dict):
                changed[key] = {
                    k: self.name(v) if k == "distance" else self.expressions(v)
                    for k, v in value.items()
                }
            else:
                changed[key] = value if key == "capture" else self.expressions(value)
        return changed

    def _scenario(self, words: Any) -> Any:
        if not isinstance(words, dict):
            return words
        changed = {}
        for key, value in words.items():
            if key in ("inputs", "initial", "parameters") and isinstance(value, dict):
                changed[key] = {self.name(k): self.expressions(v) for k, v in value.items()}
            elif key == "actuators" and isinstance(value, dict):
                changed[key] = {self.name(k): self._law(v) for k, v in value.items()}
            elif key == "controllers" and isinstance(value, dict):
                changed[key] = {self.name(k): self._controller(v) for k, v in value.items()}
            elif key == "events" and isinstance(value, dict):
                changed[key] = {self.name(k): self._event(v) for k, v in value.items()}
            else:
                changed[key] = self.expressions(value, key)
        return changed

    def expressions(self, words: Any, key: str = "") -> Any:
        """Words with the names in their expressions changed."""
        if isinstance(words, Outer):
            return words.value
        if isinstance(words, str):
            literal = key in _LITERAL or (key in _AXES and _AXIS.fullmatch(words))
            return words if literal else self.text(words)
        if isinstance(words, list):
            inner = key if key in (*_SEVERAL_AXES, "columns") else ""
            return [self.expressions(item, inner) for item in words]
        if not isinstance(words, dict):
            return words
        if isinstance(words.get("file"), str):
            return self._with_file(words)
        if key == "added_mass" and isinstance(words.get("from"), str):
            named = ("from", "unit", "source")
            rest = {k: self.expressions(v, k) for k, v in words.items() if k not in named}
            kept = {k: words[k] for k in named if k in words}
            return {**rest, **kept, "from": below(self.folder, words["from"])}
        return {k: self.expressions(v, k) for k, v in words.items()}

    def _with_file(self, words: dict[str, Any]) -> dict[str, Any]:
        """A mesh or table, whose columns go by their headings."""
        headings = [k for k in _HEADINGS if isinstance(words.get(k), str)]
        kept = {k: words[k] for k in headings}
        rest = {k: self.expressions(v, k) for k, v in words.items() if k not in headings}
        return {**rest, **kept, "file": below(self.folder, words["file"])}

    def text(self, text: str) -> str:
        """An expression with the names in it changed."""
        return _WORDS.sub(self._word, text)

    def _word(self, match: re.Match[str]) -> str:
        whole, name = match.group(), match["name"]
        if match["state"]:
            labels = [part.strip().strip("'\"") for part in match["label"].split(",")]
            return f"{match['state']}{', '.join(map(self.name, labels))}]"
        known = name not in self.parameters and (name in UNITS or name in _KNOWN)
        return whole if match["number"] or match["called"] or known else self.prefix + whole


def _given(value: Any) -> Any:
    return value.value if isinstance(value, Outer) else value

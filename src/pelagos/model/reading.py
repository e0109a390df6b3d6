"""Words to parts: every part is read by itself, so that one mistake hides no other."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import PydanticCustomError

from pelagos.errors import Problem
from pelagos.model import scope as scopes
from pelagos.model.actuators import Actuator
from pelagos.model.bodies import WORLD, Body
from pelagos.model.checks import Parts, check, check_names
from pelagos.model.problems import from_pydantic, problem
from pelagos.model.scenarios import Initial, Scenario
from pelagos.model.scope import Path_, Scope
from pelagos.model.suggest import did_you_mean
from pelagos.model.words import Words, kind_of, to_number

MAX_BODIES = 100_000
_RESERVED = ("t", "q", "u", "pi")
_IDENTIFIER = re.compile(r"[^\W\d]\w*")

Part = TypeVar("Part", bound=Words)


class Reading:
    """One pass over the words of a robot, which collects parts and problems."""

    def __init__(self, words: Mapping[str, Any], scope: Scope) -> None:
        self.words = words
        self.problems: list[Problem] = []
        self.scope = scope
        self.parameters = self._parameters(("parameters",), {})
        self.scope = replace(scope, parameters=self.parameters)

    def parts(self) -> dict[str, Any]:
        """The parts that could be read, in the robot's own fields."""
        with scopes.within(self.scope):
            bodies = self._each("bodies", Body)
            actuators = self._each("actuators", Actuator)
            initial = self._each("initial", Initial)
            scenarios = self._scenarios()
        names = self._mapping(("bodies",))
        if not names:
            self._refuse(("bodies",), "a robot needs at least one body", "add a body below bodies:")
        parents = {n: w.get("parent", WORLD) for n, w in names.items() if isinstance(w, dict)}
        self.problems += check(
            Parts(
                scope=self.scope,
                bodies=bodies,
                body_names=tuple(names),
                parents={n: p for n, p in parents.items() if isinstance(p, str)},
                actuators=actuators,
                actuator_names=tuple(self._mapping(("actuators",))),
                initial=initial,
                scenarios=scenarios,
            )
        )
        return {
            "parameters": self.parameters,
            "bodies": bodies,
            "actuators": actuators,
            "initial": initial,
            "scenarios": scenarios,
        }

    def _refuse(self, path: Path_, message: str, remedy: str = "", found: Any = ...) -> None:
        self.problems.append(problem(self.scope, path, message, remedy, found))

    def _mapping(self, path: Path_) -> dict[str, Any]:
        """The mapping at a path; empty when there is none. Other things are refused once."""
        found: Any = self.words
        for key in path:
            found = found.get(key) if isinstance(found, dict) else None
        return found if isinstance(found, dict) else {}

    def _each(self, key: str, model: type[Part]) -> dict[str, Part]:
        """All readable entries of a mapping of named parts."""
        given = self.words.get(key, {})
        if not isinstance(given, dict):
            remedy = "write names and their descriptions below it"
            message = f"a mapping is needed, this is {kind_of(given)}"
            self._refuse((key,), message, remedy, given)
            return {}
        if len(given) > MAX_BODIES:
            remedy = f"at most {MAX_BODIES} are allowed"
            self._refuse((key,), f"there are {len(given)} {key}", remedy)
            return {}
        self.problems += check_names(self.scope, (key,), given)
        read = {name: self._part((key, name), words, model) for name, words in given.items()}
        return {name: part for name, part in read.items() if part is not None}

    def _part(self, path: Path_, words: Any, model: type[Part]) -> Part | None:
        try:
            return model.model_validate(words)
        except ValidationError as error:
            self.problems += from_pydantic(error, model, self.scope, path)
            return None

    def _scenarios(self) -> dict[str, Scenario]:
        """Scenarios, each read with its own parameters in force."""
        given = self.words.get("scenarios", {})
        if not isinstance(given, dict):
            return self._each("scenarios", Scenario)
        self.problems += check_names(self.scope, ("scenarios",), given)
        read: dict[str, Scenario] = {}
        for name, words in given.items():
            path = ("scenarios", name)
            own = self._parameters((*path, "parameters"), self.parameters)
            for unknown in sorted(set(own) - set(self.parameters)):
                remedy = did_you_mean(unknown, self.parameters)
                self._refuse((*path, "parameters", unknown), "there is no such parameter", remedy)
            with scopes.with_parameters(own):
                if isinstance(words, dict) and isinstance(words.get("parameters"), dict):
                    words = {**words, "parameters": {k: own[k] for k in words["parameters"]}}
                part = self._part(path, words, Scenario)
            if part is not None:
                read[name] = part
        return read

    def _parameters(self, path: Path_, outer: Mapping[str, float]) -> dict[str, float]:
        """Values of parameters; later ones may use earlier ones."""
        given = self._mapping(path)
        if path == ("parameters",) and not isinstance(self.words.get("parameters", {}), dict):
            remedy = "write names and numbers below it"
            self._refuse(path, "a mapping is needed", remedy, self.words["parameters"])
        values: dict[str, float] = dict(outer)
        for name, words in given.items():
            here = (*path, name)
            if not _IDENTIFIER.fullmatch(name) or name in _RESERVED:
                remedy = "use letters, digits and _, other than t, q, u, pi"
                self._refuse(here, "this cannot be the name of a parameter", remedy)
            try:
                with scopes.with_parameters(values):
                    values[name] = to_number(words)
            except PydanticCustomError as error:
                facts = error.context or {}
                self._refuse(here, facts["message"], facts["remedy"], words)
                values[name] = 1.0  # stands in, so that its users are not refused as well
        return values

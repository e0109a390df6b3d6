"""Models inside a model: files read, renamed and put together into one flat set of words.

`modules:` names other model files and says where they stand; `docks:` says what holds them
together. Both are written out as bodies, actuators, constraints and so on, under names such as
`port.hull`. What the including model says itself about such a part is laid over it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import ValidationError
from pydantic_core import PydanticCustomError

from pelagos.elements.world_places import NewPlace
from pelagos.errors import ModelError, Problem
from pelagos.language import scope as scopes
from pelagos.language import yaml_text
from pelagos.language.problems import from_pydantic, problem
from pelagos.language.scope import Keys, Origin, Scope
from pelagos.language.suggest import did_you_mean
from pelagos.language.units import UNITS
from pelagos.language.words import kind_of
from pelagos.model.expansion.arrangement import (
    Dock,
    Instance,
    Module,
    constraint_of,
    instances,
    neighbours,
)
from pelagos.model.expansion.module_files import named_path, open_module
from pelagos.model.expansion.placing import mapping, put_in_place
from pelagos.model.expansion.renaming import NAMED, Outer, Renaming
from pelagos.model.paths.edits import EditError, laid_over, overridden, set_value
from pelagos.model.sources import document_of

MOST_VALUES = 600_000  # of all instances together: two thousand vehicles, read in a few seconds
_NAME = re.compile(r"[^\W\d]\w*")
# of the including model, or where it says nothing, of its modules
_WORLDS = ("gravity", "water", "ground")

WriteOut = Callable[[dict[str, Any], Scope], tuple[dict[str, Any], Scope, list[Problem]]]


@dataclass
class IncludedModule:
    """The flat words of a module's file, as it stands, and where they come from."""

    words: dict[str, Any]
    origins: dict[Keys, Origin]
    folder: str  # of the file, relative to the outermost model's folder, with a slash
    size: int


@dataclass
class Expansion:
    """One pass over `modules:` and `docks:` of a model."""

    words: dict[str, Any]
    scope: Scope
    write_out: WriteOut
    known: Iterable[str]  # keys of a model
    problems: list[Problem] = field(default_factory=list)
    origins: dict[Keys, Origin] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)  # modules whose parts are not known
    notes: list[str] = field(default_factory=list)  # about their files
    groups: dict[str, list[str]] = field(default_factory=dict)  # instances by their entry
    scenarios: dict[str, dict[str, Any]] = field(default_factory=dict)  # by instance
    worlds: dict[str, Any] = field(default_factory=dict)  # gravity and water of modules
    size: int = 0

    @property
    def _named(self) -> tuple[str, ...]:
        """Sections whose entries have names of their own."""
        return (*NAMED, *self.scope.kinds)

    def flat(self) -> dict[str, Any]:
        """The words without modules and docks."""
        flat = {k: v for k, v in self.words.items() if k not in ("modules", "docks")}
        own = {section: mapping(flat.get(section)) for section in self._named}
        joined: dict[str, dict[str, Any]] = {section: {} for section in self._named}
        joined["parameters"] = dict(own["parameters"])
        for name in own["parameters"].keys() & UNITS.keys() if self.words.get("modules") else ():
            message = f"{name!r} is a unit, which texts of modules may use"
            self._refuse(("parameters", name), message, "choose another name")
        for key, words in self._entries("modules"):
            self._module(key, words, joined, flat)
        for name, words in self._entries("docks"):
            self._dock(name, words, {**joined["bodies"], **own["bodies"]}, joined["constraints"])
        for section in self._named:
            if section == "scenarios" or not isinstance(flat.get(section, {}), dict):
                continue  # what is no mapping is refused later
            if joined[section]:
                flat[section] = self._over(joined[section], own[section], (section,))
        if own["scenarios"]:
            flat["scenarios"] = {n: self._scenario(n, w) for n, w in own["scenarios"].items()}
        return flat

    # --- entries

    def _entries(self, key: str) -> list[tuple[str, Any]]:
        given = self.words.get(key) or {}
        if not isinstance(given, dict):
            message = f"a mapping is needed, this is {kind_of(given)}"
            self._refuse((key,), message, "write names and their descriptions below it", given)
            return []
        return list(given.items())

    def _refuse(self, path: Keys, message: str, remedy: str = "", found: Any = ...) -> None:
        self.problems.append(problem(self.scope, path, message, remedy, found))

    def _module(
        self, key: str, words: Any, joined: dict[str, dict[str, Any]], flat: dict[str, Any]
    ) -> None:
        """Read an entry of `modules:` and add the parts of all its instances."""
        path = ("modules", key)
        words = {"file": words} if isinstance(words, str) else words
        try:
            with scopes.within(self._with_parameters()):
                module = Module.model_validate(words)
        except ValidationError as error:
            self.problems += from_pydantic(error, Module, self.scope, path)
            self.unread.append(key)
            return
        included = self._included(path, module)
        self.size += (included.size if included else 1) * module.count + module.placements
        if self.size > MOST_VALUES:
            message = f"the modules have more than {MOST_VALUES} values"
            self._refuse(path, message, "use fewer or smaller modules")
            self.unread.append(key)
            return
        made = instances(key, module, words)
        self.groups[key] = [instance.name for instance in made]
        if included is None:
            self.unread += self.groups[key]
            return
        self._take_world(path, included, flat, made[0].name)
        cited = [flat.get("references", []), included.words.get("references", [])]
        if all(isinstance(texts, list) for texts in cited) and any(cited):
            flat["references"] = list(dict.fromkeys(str(t) for texts in cited for t in texts))
        for instance in made:
            if not _NAME.fullmatch(instance.name):
                remedy = "use letters, digits and _, beginning with a letter"
                self._refuse(path, f"{instance.name!r} cannot name a module", remedy)
            elif instance.name in self.scenarios:
                remedy = "give the entries of a grid or chain other names: names: a{index}"
                self._refuse(path, f"there are two modules {instance.name!r}", remedy)
            else:
                self._instance(path, instance, included, module, joined)
        self._neighbours(path, module, words, joined)

    def _with_parameters(self) -> Scope:
        """The scope in which modules and docks are read: any parameter may stand there."""
        names = mapping(self.words.get("parameters"))
        return replace(self.scope, parameters=dict.fromkeys(names, 1.0))

    # --- files

    def _included(self, path: Keys, module: Module) -> IncludedModule | None:
        """The file of a module, read and made flat; None if it cannot be."""
        try:
            text, scope, folder = open_module(module.file, self.scope)
        except PydanticCustomError as error:
            facts = error.context or {}
            self._refuse((*path, "file"), facts["message"], facts["remedy"], module.file)
            return None
        except ModelError as error:
            self.problems += error.problems
            return None
        try:
            with scopes.within(scope):
                document = document_of(text, scope.file)
        except ModelError as error:
            self.problems += error.problems
            return None
        self.problems += document.problems
        self.notes += document.notes
        if not isinstance(document.data, dict):
            remedy = "begin with name: ... and bodies: ..."
            self.problems.append(Problem(scope.file, 1, "", "", "a model is a mapping", remedy))
            return None
        scope = replace(scope, lines=document.lines)
        flat, scope, problems = self.write_out(document.data, scope)
        self.problems += problems
        self.unread += scope.unread
        self.notes += scope.notes
        for key in flat.keys() - set(self.known):
            remedy = did_you_mean(str(key), self.known)
            self.problems.append(problem(scope, (key,), "unknown key", remedy, flat[key]))
        for section in self._named:
            if not isinstance(flat.get(section, {}), dict):
                message = f"a mapping is needed, this is {kind_of(flat[section])}"
                self.problems.append(problem(scope, (section,), message, ""))
        origins: dict[Keys, Origin] = {
            (section, name): Origin(scope.file, scope.lines, (section, name))
            for section in self._named
            for name in mapping(flat.get(section))
        }
        included = IncludedModule(flat, {**origins, **scope.origins}, folder, yaml_text.size(flat))
        self._set(path, module, included)
        return included

    def _set(self, path: Keys, module: Module, included: IncludedModule) -> None:
        """Change the values that the including model sets."""
        for key, value in module.set.items():
            try:
                included.words = set_value(included.words, key, Outer(value), None)
            except EditError as error:
                self._refuse((*path, "set", key), error.message, error.remedy, value)
                continue
            named = named_path(included.words, key)
            origin = Origin(self.scope.file, self.scope.lines, (*path, "set", key), whole=True)
            included.origins[named] = origin

    def _take_world(
        self, path: Keys, included: IncludedModule, flat: dict[str, Any], name: str
    ) -> None:
        """Gravity, water and ground of a module hold where the including model says nothing."""
        for key in _WORLDS:
            given = included.words.get(key)
            if key in self.words or given is None:
                continue
            renaming = Renaming(f"{name}.", mapping(included.words.get("parameters")))
            seen = self.worlds.setdefault(key, given)
            if seen is given:
                flat[key] = renaming.expressions(given)
            elif seen != given:
                remedy = f"say in this model which {key} holds"
                self._refuse(path, f"the modules differ in {key}", remedy)

    # --- instances

    def _instance(
        self,
        path: Keys,
        instance: Instance,
        included: IncludedModule,
        module: Module,
        joined: dict[str, dict[str, Any]],
    ) -> None:
        """Add the renamed parts of one module."""
        words = included.words
        prefix = f"{instance.name}."
        renaming = Renaming(
            prefix, mapping(words.get("parameters")), included.folder, self.scope.kinds
        )
        parts = renaming.sections(words)
        new = NewPlace(instance.at, module.on)
        for (section, name), stays in put_in_place(parts, new, self.scope.kinds):
            message = f"{section}.{name}: {stays.key}: {stays.why}"
            self._refuse(path, message, stays.remedy)
        self.scenarios[instance.name] = parts.pop("scenarios", {})
        for section, named in parts.items():
            joined[section].update(named)
        for keys, origin in included.origins.items():
            if keys[0] != "scenarios" and len(keys) > 1:
                self.origins[(keys[0], f"{prefix}{keys[1]}", *keys[2:])] = origin

    # --- docks

    def _dock(
        self, name: str, words: Any, bodies: dict[str, Any], constraints: dict[str, Any]
    ) -> None:
        path = ("docks", name)
        try:
            with scopes.within(self._with_parameters()):
                dock = Dock.model_validate(words)
        except ValidationError as error:
            self.problems += from_pydantic(error, Dock, self.scope, path)
            return
        first, second = (self._body(side, bodies) for side in (dock.first, dock.second))
        constraints[name] = constraint_of(words, first, second)
        origin = Origin(self.scope.file, self.scope.lines, path, whole=True)
        self.origins[("constraints", name)] = origin

    def _body(self, name: str, bodies: dict[str, Any]) -> str:
        """A body, also by the name of its module if that has no other."""
        if name in self.scenarios and name not in bodies:
            inside = [body for body in bodies if body.startswith(f"{name}.")]
            return inside[0] if len(inside) == 1 else name
        return name

    def _neighbours(
        self, path: Keys, module: Module, words: dict[str, Any], joined: dict[str, dict[str, Any]]
    ) -> None:
        """Dock the neighbours of a grid or chain."""
        pairs = neighbours(module, self.groups[str(path[1])])
        given = words.get("dock")
        dock = given if isinstance(given, dict) else {}
        for one, other in pairs:
            first, second = (
                f"{name}.{dock['body']}" if "body" in dock else self._body(name, joined["bodies"])
                for name in (one, other)
            )
            joined["constraints"][f"{one}-{other}"] = constraint_of(dock, first, second)
            origin = Origin(self.scope.file, self.scope.lines, (*path, "dock"), whole=True)
            self.origins[("constraints", f"{one}-{other}")] = origin

    # --- scenarios

    def _scenario(self, name: str, words: Any) -> Any:
        """A scenario with those of the modules that it names."""
        if not isinstance(words, dict) or words.get("modules") is None:
            return words
        used: dict[str, Any] = {}
        for instance, scenario in self._uses(name, words["modules"]):
            found = self.scenarios[instance].get(scenario)
            if not isinstance(found, dict):
                path = ("scenarios", name, "modules")
                remedy = did_you_mean(str(scenario), self.scenarios[instance])
                self._refuse(path, f"{instance!r} has no such scenario", remedy, scenario)
                continue
            for key in ("inputs", "initial", "parameters", "actuators", "controllers", "events"):
                if isinstance(found.get(key), dict):
                    used.setdefault(key, {}).update(found[key])
            if "duration" in found and words.get("duration") is None:
                used.setdefault("duration", found["duration"])
        own = {k: v for k, v in words.items() if k != "modules"}
        for key in used.keys() - {"duration"}:
            path = ("scenarios", name, key)
            used[key] = self._over(used[key], mapping(own.get(key)), path)
        return {**own, **used}

    def _over(self, below: dict[str, Any], above: dict[str, Any], path: Keys) -> dict[str, Any]:
        """Parts of modules with what the including model says about them laid over."""
        result = dict(below)
        for name, words in above.items():
            under = below.get(name)
            result[name] = words
            both = isinstance(under, dict) and isinstance(words, dict)
            if isinstance(under, dict) and both and path[-1] != "inputs":
                result[name] = (overridden if path[-1] == "initial" else laid_over)(under, words)
            for key in ((key,) for key in words) if both else ((),):
                here = (*path, name, *key)
                if under is not None:
                    self.origins[here] = Origin(self.scope.file, self.scope.lines, here)
        return result

    def _uses(self, name: str, given: Any) -> list[tuple[str, str]]:
        """Instances and the scenarios that they contribute."""
        path = ("scenarios", name, "modules")
        if isinstance(given, str):
            having = [i for i, scenarios in self.scenarios.items() if given in scenarios]
            if not having and not self.unread:
                known = [n for scenarios in self.scenarios.values() for n in scenarios]
                self._refuse(path, "no module has this scenario", did_you_mean(given, known), given)
            return [(instance, given) for instance in having]
        if not isinstance(given, dict):
            remedy = "write a scenario's name, or {module: scenario}"
            self._refuse(path, f"this is {kind_of(given)}", remedy, given)
            return []
        found = []
        for key, scenario in given.items():
            members = [key] if key in self.scenarios else self.groups.get(key, [])
            if not members:
                remedy = did_you_mean(key, [*self.scenarios, *self.groups])
                self._refuse((*path, key), "there is no such module", remedy)
            if isinstance(scenario, str):
                found += [(m, scenario) for m in members if m in self.scenarios]
            else:
                said = f"the name of a scenario is needed, this is {kind_of(scenario)}"
                self._refuse((*path, key), said, "write {module: scenario}", scenario)
        return found


def modules_written_out(
    words: dict[str, Any], scope: Scope, write_out: WriteOut, known: Iterable[str]
) -> tuple[dict[str, Any], Scope, list[Problem]]:
    """The words with modules and docks written out, their scope, and what is wrong with these."""
    expansion = Expansion(words, scope, write_out, tuple(known))
    flat = expansion.flat()
    scope = replace(
        scope,
        origins={**scope.origins, **expansion.origins},
        unread=(*scope.unread, *expansion.unread),
        notes=tuple(dict.fromkeys((*scope.notes, *expansion.notes))),
    )
    return flat, scope, list(dict.fromkeys(expansion.problems))

"""Words to parts: every part is read by itself, so that one mistake hides no other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain, islice
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import PydanticCustomError

from pelagos.controllers.section import form_of
from pelagos.elements.body.ground import Ground
from pelagos.elements.contract import ElementWords
from pelagos.elements.targets import OnJoint
from pelagos.errors import Problem
from pelagos.language import scope as scopes
from pelagos.language.problems import from_pydantic, problem
from pelagos.language.scope import Before, Keys, Scope
from pelagos.language.suggest import did_you_mean
from pelagos.language.words import Words, as_list, kind_of, to_number
from pelagos.model.actuators import Actuator
from pelagos.model.bodies import WORLD, Body
from pelagos.model.checks.autopilots import check_autopilots
from pelagos.model.checks.constraints import check_constraints, check_start
from pelagos.model.checks.controllers import check_axes
from pelagos.model.checks.events import check_events
from pelagos.model.checks.masses import check_masses
from pelagos.model.checks.parts import Parts, check, check_names, in_scenario
from pelagos.model.checks.payouts import check_payouts
from pelagos.model.checks.symbols import check_symbols
from pelagos.model.checks.units import check_units
from pelagos.model.checks.visuals import check_visuals
from pelagos.model.checks.water import check_currents, check_water
from pelagos.model.checks.wings import check_wings
from pelagos.model.constraints import Constraint
from pelagos.model.control.autopilots import Autopilot
from pelagos.model.control.noises import check_noises, with_streams
from pelagos.model.control.states import AuxiliaryState
from pelagos.model.earlier import IDENTIFIER, PARTS, Earlier, mentions
from pelagos.model.events import Event, Stop
from pelagos.model.hydrodynamics.water import Water
from pelagos.model.own_elements import check_own, check_own_start, check_sensors
from pelagos.model.scenarios import Initial, Scenario
from pelagos.model.start import Start
from pelagos.model.tree import dof_index
from pelagos.model.wings import Wing
from pelagos.sensors.section import NamedSensor

MAX_BODIES = 100_000
MAX_PARAMETERS = 10_000  # each scenario that overrides some has all of them
MAX_PROBLEMS = 1000  # across parts; near names are looked up for each
DURATION = 10.0  # seconds, of robots that do not say
_RESERVED = ("t", "q", "u", "pi")

# sections whose entries have names, and the words of an entry
_NAMED: dict[str, type[Words]] = {
    "bodies": Body,
    "actuators": Actuator,
    "constraints": Constraint,
    "states": AuxiliaryState,
    "controllers": Words,  # which, each of them says
    "wings": Wing,
    "autopilots": Autopilot,
    "initial": Initial,
    "scenarios": Scenario,
    "events": Event,
}

Part = TypeVar("Part", bound=Words)
OwnElements = dict[str, Mapping[str, ElementWords]]


def _structure(parts: Parts, events: Mapping[str, Event]) -> Iterator[Problem]:
    """Names that refer to each other, and what fits what."""
    yield from check(parts)
    yield from check_events(parts, events, None)
    for name, scenario in parts.scenarios.items():
        within = in_scenario(parts, scenario)
        yield from check_events(within, scenario.events, scenario.stop, ("scenarios", name))


def _without_refused(words: Any, error: ValidationError) -> Any:
    """A copy of the words without the keys that were refused; None if too little is left."""
    if not isinstance(words, dict):
        return None
    rest = {k: dict(v) if isinstance(v, dict) else v for k, v in words.items()}
    for details in error.errors(include_url=False):
        keys = details["loc"][:2]
        if keys in ((), ("joint",)):  # a body without its joint would be another body
            return None
        inner = rest.get(str(keys[0]))
        if len(keys) == 2 and isinstance(inner, dict):
            inner.pop(str(keys[1]), None)
        else:
            rest.pop(str(keys[0]), None)
    return rest


class Reading:
    """One pass over the words of a robot, which collects parts and problems."""

    def __init__(self, words: Mapping[str, Any], scope: Scope) -> None:
        self.words = words
        self.problems: list[Problem] = []
        self.scope = scope
        self.parameters = self._parameters(("parameters",), {})
        self.scope = replace(scope, parameters=self.parameters)
        self._earlier = [Earlier.of(before, self.parameters) for before in scope.before]
        self.water: Water | None = None
        self._surroundings()

    def parts(self) -> tuple[dict[str, Any], OwnElements]:
        """The parts that could be read, in the robot's own fields; elements by their sections."""
        with scopes.within(self.scope):
            read: dict[str, Any] = {k: self._each(k, words) for k, words in _NAMED.items()}
            own = {key: self._each(key, words) for key, words in self.scope.kinds.items()}
            stop = self._stop()
        if not self._mapping(("bodies",)) and isinstance(self.words.get("bodies", {}), dict):
            self._refuse(("bodies",), "a robot needs at least one body", "add a body below bodies:")
        parts = self._parts(read, own.get(NamedSensor.key, {}))
        self.problems += islice(self._found(parts, read, own, stop), MAX_PROBLEMS)
        if not self.problems:  # what was refused may be the missing mass
            self.problems += islice(check_masses(parts), MAX_PROBLEMS)
            sections = {**self.words, **self.scope.kinds}
            self.problems += check_symbols(
                parts, self.words.get("symbols"), self.parameters, sections
            )
        if not self.problems:
            bodies, actuators = read["bodies"], read["actuators"]
            actuators = {n: self._with_named_dof(a, bodies) for n, a in actuators.items()}
            start = Start(bodies, read["initial"], actuators, self.parameters)
            self.problems += chain(
                check_start(parts, start),
                check_axes(parts, start),
                check_sensors(parts, start),
                check_own_start(parts, own, start),
            )
            constraints = start.expanded(read["constraints"])
            read = {**read, "actuators": actuators, "constraints": constraints}
        fields = {"parameters": self.parameters, "water": self.water, **read, "stop": stop}
        return fields, {key: named for key, named in own.items() if named}

    def _parts(self, read: Mapping[str, Any], sensors: Mapping[str, Any]) -> Parts:
        """What could be read, and the names of all there is, for checks across parts."""
        names = self._mapping(("bodies",))
        parents = {n: w.get("parent", WORLD) for n, w in names.items() if isinstance(w, dict)}
        return Parts(
            scope=self.scope,
            bodies=read["bodies"],
            body_names=dict.fromkeys(names),
            parents={n: p for n, p in parents.items() if isinstance(p, str)},
            actuators=read["actuators"],
            actuator_names=dict.fromkeys(self._mapping(("actuators",))),
            constraints=read["constraints"],
            constraint_names=dict.fromkeys(self._mapping(("constraints",))),
            states=read["states"],
            controllers=read["controllers"],
            state_names=dict.fromkeys(self._mapping(("states",))),
            initial=read["initial"],
            scenarios=read["scenarios"],
            duration=self._duration(),
            water=self.water,
            ground=self._ground(),
            sensors=sensors,
            sensor_names=dict.fromkeys(self._mapping((NamedSensor.key,))),
        )

    def _found(
        self, parts: Parts, read: Mapping[str, Any], own: OwnElements, stop: Stop | None
    ) -> Iterator[Problem]:
        """Problems across parts; what an earlier robot had alike is not checked again."""
        events = read["events"]
        checked = self._checked(parts, events)
        if checked is None:
            yield from _structure(parts, events)
            yield from check_units(parts, self.words)
        yield from check_water(parts)
        if checked is None or checked.water is not self.water:
            yield from check_currents(parts)
        yield from check_noises(parts)
        yield from check_constraints(parts)
        yield from check_payouts(parts)
        yield from check_visuals(parts)
        yield from check_wings(parts, read["wings"])
        yield from check_autopilots(parts, read["autopilots"])
        yield from check_own(parts, own)
        yield from self._contacts(parts.bodies)
        yield from check_events(parts, {}, stop)

    def _checked(self, parts: Parts, events: Mapping[str, Event]) -> Before | None:
        """An earlier robot in which the names, kinds and signals fitted together that this one has.

        Numbers of bodies have no part in that.
        """

        def same(key: str, old: Any, new: Any) -> bool:
            if old is new or key != "bodies":
                return old is new
            return bool((old.parent, old.joint.kind) == (new.parent, new.joint.kind))

        def checked(before: Before) -> bool:
            found = {key: events if key == "events" else getattr(parts, key) for key in PARTS}
            return parts.duration == before.duration and all(
                named is before.parts[key]
                or (
                    list(named) == list(before.parts[key])
                    and all(same(key, before.parts[key][n], part) for n, part in named.items())
                )
                for key, named in found.items()
            )

        def wired(before: Before) -> bool:
            constraints, controllers = (self._mapping((k,)) for k in ("constraints", "controllers"))
            return list(constraints) == list(before.words.get("constraints", ())) and all(
                before.has("controllers", name, words) for name, words in controllers.items()
            )

        return next((b for b in self.scope.before if checked(b) and wired(b)), None)

    def _stop(self) -> Stop | None:
        words = self.words.get("stop")
        return None if words is None else self._part(("stop",), words, Stop)

    def _contacts(self, bodies: Mapping[str, Body]) -> Iterator[Problem]:
        """A body that touches the ground needs one."""
        for name, body in bodies.items():
            if body.contact is not None and self.words.get("ground") is None:
                yield problem(
                    self.scope,
                    ("bodies", name, "contact"),
                    "the robot has no ground, and this body touches it",
                    "add ground: {friction: 0.5} to the robot, or remove contact",
                )

    def _surroundings(self) -> None:
        """Read gravity and water: what bodies and waves are depends on them."""
        words = self.words.get("water")
        try:
            with scopes.within(self.scope):
                x, y, z = (to_number(item) for item in as_list(self.words["gravity"], 3))
            self.scope = replace(self.scope, gravity=(x, y, z))
        except (KeyError, PydanticCustomError):
            pass  # the default, or a problem of the robot's own field
        with scopes.within(self.scope):
            if words is not None:
                # what stands in for words that were refused keeps bodies from being refused too
                known = filter(None, (earlier.water(self.words) for earlier in self._earlier))
                self.water = next(known, None) or self._part(("water",), words, Water) or Water()
                self.scope = replace(
                    self.scope,
                    water=words if isinstance(words, dict) else {},
                    density=self.water.density,
                )

    def _duration(self) -> float:
        """The robot's own duration, as far as it can be read."""
        try:
            with scopes.within(self.scope):
                return to_number(self.words.get("duration", DURATION))
        except PydanticCustomError:
            return DURATION

    def _ground(self) -> float | None:
        """The height of the ground, as far as it can be read."""
        words = self.words.get("ground")
        try:
            with scopes.within(self.scope):
                return None if words is None else Ground.model_validate(words).height
        except ValidationError:
            return None  # a problem of the robot's own field

    def _with_named_dof(self, actuator: Actuator, bodies: Mapping[str, Body]) -> Actuator:
        """The actuator with its degree of freedom by name, where the words gave its number."""
        law = actuator.law
        if not isinstance(law, OnJoint) or not isinstance(law.dof, int):
            return actuator
        joint = bodies[law.joint].joint
        index = dof_index(joint, law.dof)
        assert index is not None  # checked before
        named = law.model_copy(update={"dof": joint.mechanics.speeds[index].suffix})
        return actuator.model_copy(update={actuator.kind: named})

    def _refuse(self, path: Keys, message: str, remedy: str = "", found: Any = ...) -> None:
        self.problems.append(problem(self.scope, path, message, remedy, found))

    def _mapping(self, path: Keys) -> dict[str, Any]:
        """The mapping at a path; empty when there is none. Other things are refused once."""
        found: Any = self.words
        for key in path:
            found = found.get(key) if isinstance(found, dict) else None
        return found if isinstance(found, dict) else {}

    def _each(self, key: str, model: type[Part]) -> Mapping[str, Part]:
        """All readable entries of a mapping of named parts."""
        given = self.words.get(key)
        if given is None and key not in self.words:
            return {}
        if not isinstance(given, dict):
            remedy = "write names and their descriptions below it"
            message = f"a mapping is needed, this is {kind_of(given)}"
            self._refuse((key,), message, remedy, given)
            return {}
        if len(given) > MAX_BODIES:
            remedy = f"at most {MAX_BODIES} are allowed"
            self._refuse((key,), f"there are {len(given)} {key}", remedy)
            return {}
        for earlier in self._earlier:
            if (section := earlier.section(key, self.words)) is not None:
                return section
        if not any(given.keys() == b.words.get(key, {}).keys() for b in self.scope.before):
            self.problems += check_names(self.scope, (key,), given)
        read = {name: self._named_part(key, name, words, model) for name, words in given.items()}
        return {name: part for name, part in read.items() if part is not None}

    def _named_part(self, key: str, name: str, words: Any, model: type[Part]) -> Part | None:
        """A part, taken over from before where neither its words nor their meaning changed."""
        part: Part | None
        for earlier in self._earlier:
            if (part := earlier.part(key, name, self.words, self.scope.density)) is not None:
                return part
        for earlier in self._earlier if key == "bodies" else ():
            if (body := earlier.body(name, words)) is not None:
                return body  # type: ignore[return-value]
        own = isinstance(words, dict) and isinstance(words.get("parameters"), dict)
        if own and key == "scenarios":
            return self._with_own_parameters((key, name), words, model)
        if key == "controllers":
            return self._part((key, name), words, form_of(words))  # type: ignore[return-value]
        return self._part((key, name), words, model)

    def _part(self, path: Keys, words: Any, model: type[Part]) -> Part | None:
        words = with_streams(path, words)
        try:
            return model.model_validate(words)
        except ValidationError as error:
            self.problems += from_pydantic(error, model, self.scope, path, words)
            rest = _without_refused(words, error)
        # what is left without the refused keys can still be checked against the other parts
        try:
            return None if rest is None else model.model_validate(rest)
        except ValidationError:
            return None

    def _with_own_parameters(
        self, path: Keys, words: dict[str, Any], model: type[Part]
    ) -> Part | None:
        """A scenario that overrides parameters, read with these in force."""
        own = self._parameters((*path, "parameters"), self.parameters)
        for unknown in sorted(set(own) - set(self.parameters)):
            remedy = did_you_mean(unknown, self.parameters)
            self._refuse((*path, "parameters", unknown), "there is no such parameter", remedy)
        numbers = {name: own[name] for name in words["parameters"]}
        with scopes.with_parameters(own):
            return self._part(path, {**words, "parameters": numbers}, model)

    def _parameters(self, path: Keys, outer: Mapping[str, float]) -> dict[str, float]:
        """Values of parameters; later ones may use earlier ones."""
        given = self._mapping(path)
        if path == ("parameters",) and not isinstance(self.words.get("parameters", {}), dict):
            remedy = "write names and numbers below it"
            self._refuse(path, "a mapping is needed", remedy, self.words["parameters"])
        values: dict[str, float] = dict(outer)
        for earlier in self.scope.before if path == ("parameters",) else ():
            if earlier.words.get("parameters") is given:
                return dict(earlier.parameters)
        before = self.scope.before[-1] if path == ("parameters",) and self.scope.before else None
        changed = set() if before is None else set(before.parameters) - set(given)
        if len(given) > MAX_PARAMETERS:
            remedy = f"at most {MAX_PARAMETERS} are allowed"
            self._refuse(path, f"there are {len(given)} parameters", remedy)
            return values
        with scopes.with_parameters(values) as scope:
            known = dict(scope.parameters)  # grows with each of them
            with scopes.within(replace(scope, parameters=known)):
                for name, words in given.items():
                    if before is not None and before.has("parameters", name, words):
                        if not mentions(words, changed):
                            values[name] = known[name] = before.parameters[name]
                            continue
                    changed.add(name)
                    values[name] = known[name] = self._parameter((*path, name), words)
        return values

    def _parameter(self, path: Keys, words: Any) -> float:
        """The value of one parameter."""
        name = str(path[-1])
        if not IDENTIFIER.fullmatch(name) or name in _RESERVED:
            remedy = "use letters, digits and _, other than t, q, u, pi"
            self._refuse(path, "this cannot be the name of a parameter", remedy)
        try:
            return to_number(words)
        except PydanticCustomError as error:
            facts = error.context or {}
            self._refuse(path, facts["message"], facts["remedy"], words)
            return 1.0  # stands in, so that its users are not refused as well

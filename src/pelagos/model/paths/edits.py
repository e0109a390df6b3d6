"""Words changed in place of a file: values at paths, scenarios merged in."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from pelagos.controllers.section import with_set_point
from pelagos.language.plain import MAX_DEPTH, TooDeepError, plain
from pelagos.language.scope import Origin, Scope
from pelagos.language.suggest import did_you_mean
from pelagos.model.actuators import KINDS
from pelagos.model.expansion import joint_names
from pelagos.model.hydrodynamics.drag_entries import written_alike
from pelagos.sensors.section import sections

_NAMED = (
    *("bodies", "actuators", "constraints", "states", "controllers", "wings", "events"),
    *("autopilots", "scenarios", "parameters"),
)
_OF_HULL = {"corners", "hull_volume"}
# what is read from the file of a mesh
MEASURED = {"volume", "centroid", "inertia", "sha256", *_OF_HULL}
# one key of a pair takes the place of the other
_EXCLUSIVE = (("rpy", "quaternion"), ("angle", "position"))
_WORLDS = ("gravity", "water", "ground", "duration", "integrator")
_POSE = ("position", "rpy", "quaternion", "within")


class EditError(ValueError):
    """A path that leads nowhere."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy


_BESIDE_MATRIX = ("at", "per_density", "source")  # below added_mass: no option of the computation


def set_value(words: dict[str, Any], path: str, value: Any, robot: Any) -> dict[str, Any]:
    """A copy of the words with another value at a path; what is not on the path is shared.

    One entry of a list that the words leave out, as in gravity.2, changes the robot's own list;
    so does one inside of a module or a snake, whose words are written out.
    """
    keys = _by_body(split(path, words if robot is None else robot), words, robot)
    if not all(keys) or len(keys) > MAX_DEPTH:
        raise EditError("this is no path", "write keys with dots between, as in bodies.hull.mass")
    try:
        value = plain(value)
    except TooDeepError as error:
        raise EditError(str(error), "flatten the value") from None
    _check_name(words, keys, robot)
    result = dict(words)
    here: Any = result
    for depth, key in enumerate(keys[:-1]):
        place = _place(here, key, keys[: depth + 1])
        if isinstance(here, dict) and place not in here:
            here[place] = _default(robot, keys[: depth + 1])
        inner = here[place]
        if not isinstance(inner, dict | list):
            raise EditError(
                f"{'.'.join(keys[: depth + 1])} has nothing below it",
                "set it as a whole, or write it as a mapping in the file",
            )
        here[place] = copy.copy(inner)
        here = here[place]
    last = _place(here, keys[-1], keys)
    here[last] = value
    if keys[-1] == "file" and len(keys) > 1:
        _forget_file(here, keys[-2])
    if keys[-2:] == ["mesh", "hull"]:
        for key in _OF_HULL:
            here.pop(key, None)
    if len(keys) > 1 and keys[-2] == "added_mass" and keys[-1] not in _BESIDE_MATRIX:
        _forget_matrix(here)
    return result


def _forget_matrix(words: Any) -> None:
    """Drop what a mesh of added mass gave for other words: it is computed anew."""
    if isinstance(words, dict) and "from" in words:
        for fact in ("per_density", "source"):
            words.pop(fact, None)


def _named(robot: Any) -> tuple[str, ...]:
    """Sections whose entries have names; of words alone, the built-in ones."""
    alone = robot is None or isinstance(robot, dict)
    return (*_NAMED, *(sections() if alone else robot.scope.kinds))


def _check_name(words: dict[str, Any], keys: list[str], robot: Any) -> None:
    """Refuse a path to a body, an actuator or the like that does not exist."""
    if keys[0] not in _named(robot) or len(keys) < 2:
        return
    # words may stand for several parts of the robot, or the other way round
    names = {**_section(words, keys[0]), **_section(words if robot is None else robot, keys[0])}
    if keys[1] not in names:
        raise EditError(f"there is no {keys[1]!r} in {keys[0]}", did_you_mean(keys[1], names))


def split(path: str, robot: Any) -> list[str]:
    """The keys of a path; names with dots, as those in modules, stay in one piece.

    modules.port.bodies.hull.mass is bodies.port.hull.mass. What a module is made of, as
    modules.port.at, stays as it is.
    """
    keys = path.split(".")
    prefix: list[str] = []
    while keys[0] == "modules" and len(keys) > 2:
        if keys[2] == "set" and len(keys) > 3:  # whose keys are paths
            return [*keys[:3], ".".join(keys[3:])]
        prefix, keys = [*prefix, keys[1]], keys[2:]
    named = _named(robot)
    if prefix and (len(keys) < 2 or keys[0] not in (*named, "initial")):
        return _of_module(path, keys)
    if prefix:
        names = _section(robot, "bodies" if keys[0] == "initial" else keys[0])
        if not any(name.startswith(".".join(prefix) + ".") for name in names):
            module, known = ".".join(prefix), {n.rpartition(".")[0] for n in names if "." in n}
            raise EditError(
                f"there is no module {module!r} with {keys[0]}", did_you_mean(module, known)
            )
        keys = [keys[0], *_whole([*prefix, *keys[1:]], names, len(prefix) + 1)]
    dotted = {name for section in named for name in _section(robot, section) if "." in name}
    dotted |= {name for name in _joints(robot) if "." in name}
    if keys[0] == "scenarios" and keys[2:3] == ["inputs"]:
        dotted |= _set_points(robot)
    found = []
    while keys:
        lengths = range(len(keys), 1, -1) if dotted else ()
        whole = [n for n in lengths if ".".join(keys[:n]) in dotted]
        count = whole[0] if whole else 1
        found.append(".".join(keys[:count]))
        keys = keys[count:]
    return found


def _whole(keys: list[str], names: Mapping[str, Any], least: int) -> list[str]:
    """The keys with the longest name that they begin with in one piece, or what should be one."""
    lengths = [n for n in range(len(keys), 1, -1) if ".".join(keys[:n]) in names]
    count = lengths[0] if lengths else least
    return [".".join(keys[:count]), *keys[count:]]


def _of_module(path: str, keys: list[str]) -> list[str]:
    """A path to what a module is made of; refused where that is the whole model's."""
    if keys[0] in _WORLDS:
        message = f"{keys[0]} is that of the whole model, modules have none of their own"
        raise EditError(message, f"set {'.'.join(keys)}")
    if keys[0] in _NAMED:
        raise EditError(
            "this is a whole section of a module", f"set one value below, as {path}.x.y"
        )
    return path.split(".")


def _by_body(keys: list[str], words: dict[str, Any], robot: Any) -> list[str]:
    """The keys with a body in place of the name of its joint, as the words call it."""
    place = 3 if keys[0] == "scenarios" and keys[2:3] == ["initial"] else 1
    if len(keys) <= place or keys[place - 1] not in ("bodies", "initial"):
        return keys
    joints = _joints(words if robot is None else robot)
    body = joints.get(keys[place], keys[place])
    if keys[place - 1] == "initial":
        given: Any = words
        for key in keys[:place]:
            given = given.get(key) if isinstance(given, dict) else None
        called = [name for name, of in joints.items() if of == body and name in (given or ())]
        body = called[0] if called else body
    return [*keys[:place], body, *keys[place + 1 :]]


def _joints(robot: Any) -> dict[str, str]:
    """Bodies by the names of their joints."""
    if isinstance(robot, dict):
        return joint_names.of_words(robot)
    return {body.joint.name: name for name, body in robot.bodies.items() if body.joint.name}


def _set_points(robot: Any) -> set[str]:
    """Set points of controllers of a robot and of its scenarios; of words alone none are known."""
    if isinstance(robot, dict):
        return set()
    named = [robot.controllers, *(s.controllers for s in robot.scenarios.values())]
    forms = [item for controllers in named for item in controllers.items()]
    return {f"{name}.{point.name}" for name, form in forms for point in form.words.set_points}


def _section(robot: Any, key: str) -> Mapping[str, Any]:
    """A named section of a robot, or of its words."""
    if isinstance(robot, dict):
        found = robot.get(key)
    elif key in _NAMED:
        found = getattr(robot, key)
    else:
        found = robot.flat.get(key)  # of elements
    return found if isinstance(found, Mapping) else {}


def _forget_file(here: dict[str, Any], kind: str) -> None:
    """Take away what was read from a file that another one replaces."""
    if kind == "mesh" and here.get("sha256"):
        for key in MEASURED:
            here.pop(key, None)
    if kind == "table" and here.get("columns"):
        here["time"], here["value"] = here.pop("columns")


def _default(robot: Any, keys: list[str]) -> Any:
    """What the words leave out: a list that is written out or read, else an empty mapping.

    Mappings are laid over what a module or another shorthand says at this place.
    """
    if robot is None:
        return {}
    written = found_at(robot.flat, keys)
    if isinstance(written, list):
        return copy.deepcopy(written)
    if written is not None and not isinstance(written, dict):
        return written
    value = robot
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else getattr(value, key, None)
    return list(value) if isinstance(value, tuple) and written is None else {}


def found_at(words: Any, keys: Iterable[str]) -> Any:
    """What stands at a path of nested mappings and lists; None if nothing does."""
    for key in keys:
        if isinstance(words, dict):
            words = words.get(key)
        elif (
            isinstance(words, list)
            and key.isascii()
            and key.isdigit()
            and int(key[:9]) < len(words)
        ):
            words = words[int(key)]
        else:
            return None
    return words


def _place(here: Any, key: str, keys: list[str]) -> Any:
    """The key of a mapping, or the index of a list."""
    if not isinstance(here, list):
        return key
    if key.isascii() and key.isdigit() and int(key[:9]) < len(here):
        return int(key)
    raise EditError(
        f"{'.'.join(keys[:-1])} is a list of {len(here)}, it has no {key!r}",
        f"use a number from 0 to {len(here) - 1}",
    )


def laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Nested mappings merged; where both have a value, the one above holds.

    Coefficients of drag are merged by the entries that they stand for.
    """
    result = dict(below)
    for key, value in above.items():
        under = result.get(key)
        if isinstance(under, Mapping) and isinstance(value, Mapping):
            result[key] = laid_over(under, written_alike(under, value) if key == "drag" else value)
        else:
            result[key] = value
    return result


def merged(words: dict[str, Any], scenario: str, parameters: Mapping[str, float]) -> dict[str, Any]:
    """The words with a scenario's settings in place of the robot's own.

    `parameters` are the values of those that the scenario overrides: their words may use the
    value that is overridden.
    """
    own = {**words["scenarios"][scenario], "parameters": dict(parameters)}
    # inputs of other scenarios are meant for the robot's own actuators and controllers
    others = {} if own.get("actuators") or own.get("controllers") else words["scenarios"]
    result = {**words, "scenarios": {**others, scenario: own}}
    for key in ("duration", "gravity"):
        if own.get(key) is not None:
            result[key] = own[key]
    for key in ("parameters", "integrator", "water", "actuators", "controllers"):
        if own.get(key):
            result[key] = {**(result.get(key) or {}), **own[key]}
    if own.get("events"):
        result["events"] = {**result.get("events", {}), **own["events"]}
    if own.get("stop"):
        result["stop"] = own["stop"]
    if own.get("initial"):
        result["initial"] = dict(result.get("initial", {}))
        for body, state in own["initial"].items():
            result["initial"][body] = overridden(result["initial"].get(body, {}), state)
    for name, signal in (own.get("inputs") or {}).items():
        if name in result.get("actuators", {}):
            changed = _with_input(result["actuators"][name], signal)
            result["actuators"] = {**result["actuators"], name: changed}
        else:
            controller, _, point = name.rpartition(".")
            changed = with_set_point(result["controllers"][controller], point, signal)
            result["controllers"] = {**result["controllers"], controller: changed}
    return result


def merged_scope(scope: Scope, words: Mapping[str, Any], scenario: str) -> Scope:
    """The scope in which parts of a scenario, given its words, stand in that scenario."""
    found = dict(scope.origins)
    for key in ("actuators", "controllers"):
        for name in words.get(key) or ():
            path = ("scenarios", scenario, key, name)
            file, _, there = scope.place(path)
            if (file, there) == (scope.file, path):
                found[key, name] = Origin(scope.file, scope.lines, path)
    return replace(scope, origins=found)


def overridden(state: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """An initial state with another one laid over.

    Position and attitude stand in the world, or those of a module within its placement; either
    replaces the other as a whole.
    """
    kept = dict(state)
    if ("within" in state) != ("within" in other) and any(key in other for key in _POSE):
        for key in _POSE:
            kept.pop(key, None)
    for pair in _EXCLUSIVE:
        if any(key in other for key in pair):
            for key in pair:
                kept.pop(key, None)
    return {**kept, **other}


def _with_input(actuator: Mapping[str, Any], signal: Any) -> dict[str, Any]:
    kind = next(kind for kind in KINDS if actuator.get(kind) is not None)
    return {**actuator, kind: {**actuator[kind], "input": signal}}

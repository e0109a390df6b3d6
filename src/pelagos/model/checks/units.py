"""Units of inputs: what an actuator is told has the unit of its kind, and so have set points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pelagos.elements.targets import OnBody
from pelagos.errors import Problem
from pelagos.language.scope import Keys
from pelagos.language.signals import misfits
from pelagos.model.actuators import Actuator
from pelagos.model.tree import dof_index

if TYPE_CHECKING:
    from pelagos.model.checks.parts import Parts


def check_units(parts: Parts, words: Mapping[str, Any]) -> Iterator[Problem]:
    """All inputs in the model and its scenarios whose texts say a unit."""
    given = _mapping(words.get("actuators"))
    yield from _actuators(parts, ("actuators",), parts.actuators, given)
    yield from _controllers(parts, (), parts.controllers, words)
    for name, scenario in parts.scenarios.items():
        path = ("scenarios", name)
        own = _mapping(_mapping(words.get("scenarios")).get(name))
        given = _mapping(own.get("actuators"))
        yield from _actuators(parts, (*path, "actuators"), scenario.actuators, given)
        yield from _controllers(parts, path, scenario.controllers, own)
        actuators = {**parts.actuators, **scenario.actuators}
        controllers = {**parts.controllers, **scenario.controllers}
        points = _points(controllers)
        for target, signal in _mapping(own.get("inputs")).items():
            here = (*path, "inputs", target)
            if target in points:
                yield from _fits(parts, here, signal, points[target])
            elif target in actuators:
                yield from _input(parts, here, signal, actuators[target])


def _points(controllers: Mapping[str, Any]) -> dict[str, str]:
    """Units of all set points that have one."""
    items = controllers.items()
    return {f"{n}.{p.name}": p.unit for n, c in items for p in c.words.set_points if p.unit}


def _controllers(
    parts: Parts, path: Keys, controllers: Mapping[str, Any], words: Mapping[str, Any]
) -> Iterator[Problem]:
    """Set points have the names of their keys, below that of the kind if that is said."""
    given = _mapping(words.get("controllers"))
    for label, unit in _points(controllers).items():
        name, _, point = label.rpartition(".")
        kind = controllers[name].words.key
        below = (kind,) if kind in _mapping(given.get(name)) else ()
        own = _mapping(given.get(name))
        own = _mapping(own.get(kind)) if below else own
        here = (*path, "controllers", name, *below, point)
        yield from _fits(parts, here, own.get(point), unit)


def _actuators(
    parts: Parts, path: Keys, actuators: Mapping[str, Actuator], words: Mapping[str, Any]
) -> Iterator[Problem]:
    for name, actuator in actuators.items():
        law = _mapping(_mapping(words.get(name)).get(actuator.kind))
        here = (*path, name, actuator.kind)
        yield from _input(parts, (*here, "input"), law.get("input"), actuator)
        if actuator.law.input_limits is not None:
            yield from _input(parts, (*here, "limits"), law.get("limits"), actuator)


def _input(parts: Parts, path: Keys, words: Any, actuator: Actuator) -> Iterator[Problem]:
    """What the input, or a limit of it, is given in."""
    effort = _effort_unit(parts, actuator)
    if effort is not None:
        unit = actuator.law.input_unit(effort)
        yield from _fits(parts, path, words, unit)


def _fits(parts: Parts, path: Keys, words: Any, unit: str) -> Iterator[Problem]:
    for keys, *said in misfits(words, unit, parts.scope.parameters):
        yield parts.problem((*path, *keys), *said)


def _effort_unit(parts: Parts, actuator: Actuator) -> str | None:
    """N or N m; None where the joint is not known."""
    law = actuator.law
    if isinstance(law, OnBody):
        return law.effort_unit
    body = parts.bodies.get(law.joint)
    index = None if body is None else dof_index(body.joint, law.dof)
    if body is None or index is None:
        return None
    return "N" if body.joint.mechanics.speeds[index].unit == "m/s" else "N m"


def _mapping(words: Any) -> Mapping[str, Any]:
    return words if isinstance(words, Mapping) else {}

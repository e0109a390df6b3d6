"""Checks of wings against the rest of a model: their bodies, and the flow they stand in."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping

from pelagos.errors import Problem
from pelagos.language.expressions import depends_on_state, evaluate
from pelagos.language.suggest import did_you_mean
from pelagos.model.checks.parts import Parts
from pelagos.model.hydrodynamics.water import Water
from pelagos.model.wings import Wing, lattices_of, panel_labels

# that a flow can have in reasonable time and memory
MOST_PANELS = 1000
MOST_RINGS = 100_000
_ABSURD = 10**12  # rows, beyond any count


def check_wings(parts: Parts, wings: Mapping[str, Wing]) -> Iterator[Problem]:
    """Bodies exist and carry one wing each; lattices have a flow that they can follow."""
    carriers: dict[str, str] = {}
    for name, wing in wings.items():
        for index, body in enumerate(wing.bodies):
            path = ("wings", name, "bodies", index)
            if body not in parts.body_names:
                remedy = did_you_mean(body, parts.body_names)
                yield parts.problem(path, "there is no such body", remedy, body)
            elif carriers.setdefault(body, name) != name:
                message = f"this body carries {carriers[body]!r} already"
                yield parts.problem(path, message, "give each body to one wing", body)
            elif not wing.is_lattice and _has_other_form(parts, body):
                message = (
                    "strips rest on Kirchhoff's form of the added mass, and this body has another"
                )
                yield parts.problem(path, message, "remove its added_mass_form", body)
        if parts.water is None:
            yield parts.problem(
                ("wings", name),
                "a wing needs a fluid that flows around it",
                "add water: {density: 1.225, current: [60, 0, 0]} to the robot (1.225: air)",
            )
        elif parts.water.crossing:
            message = "a wing has no part that is wet: bodies that carry one stay in their fluid"
            yield parts.problem(("wings", name), message, "remove it, or water.crossing")
        elif wing.is_lattice:
            yield from _flow(parts, name, wing, parts.water)
    yield from _mirrors(parts, wings)
    yield from _sizes(parts, lattices_of(wings))


def _has_other_form(parts: Parts, body: str) -> bool:
    return body in parts.bodies and parts.bodies[body].added_mass_form != "kirchhoff"


def _flow(parts: Parts, name: str, wing: Wing, water: Water) -> Iterator[Problem]:
    """A lattice's wake drifts with a current that is the same everywhere."""
    what = water.uneven
    if what:
        yield parts.problem(
            ("wings", name, "method"),
            f"the water has {what}, and the wake of a vortex lattice drifts in a uniform current",
            f"remove {what}, or use method: strip",
            wing.method,
        )
    if passing_speed(wing, water, parts.scope.parameters) == 0.0:
        yield parts.problem(
            ("wings", name),
            "the current is at rest at the start, so the lattice's time step is not known",
            "add speed: that at which the fluid passes the wing, m/s, or a current",
        )


def passing_speed(wing: Wing, water: Water, parameters: Mapping[str, float]) -> float:
    """At which the fluid passes a wing: as given, or that of a uniform current at the start."""
    if wing.speed is not None:
        return wing.speed
    nodes = [signal.node for signal in water.current_signals or ()]
    if any(depends_on_state(node, noise=False) for node in nodes):  # refused elsewhere
        return 1.0
    return float(sum(evaluate(n, 0.0, {}, {}, parameters) ** 2 for n in nodes) ** 0.5)


def air_step(
    lattices: Iterable[Wing], water: Water | None, parameters: Mapping[str, float]
) -> float:
    """The time between solutions of the flow: the shortest that a wing asks for."""
    steps = [math.inf]
    for wing in lattices:
        assert water is not None  # refused elsewhere
        panel = wing.chord / wing.panels.chord
        steps.append(wing.step or panel / passing_speed(wing, water, parameters))
    return min(steps)


def wake_rows(wing: Wing, water: Water, parameters: Mapping[str, float], step: float) -> int:
    """Rows of rings in a wing's wake."""
    shed = passing_speed(wing, water, parameters) * step  # between two of them
    rows = wing.wake * wing.chord / shed * (1 - 1e-12) if shed > 0 else math.inf
    return math.ceil(rows) if rows < _ABSURD else _ABSURD


def _sizes(parts: Parts, lattices: Mapping[str, Wing]) -> Iterator[Problem]:
    """Neither panels nor rings of the wake are too many."""
    water, parameters = parts.water, parts.scope.parameters
    if water is None or any(not passing_speed(w, water, parameters) for w in lattices.values()):
        return  # refused elsewhere
    step = air_step(lattices.values(), water, parameters)
    panels = rings = 0
    for name, wing in lattices.items():
        own = len(panel_labels(name, wing))
        panels += own
        rings += wake_rows(wing, water, parameters, step) * own // wing.panels.chord
        if panels > MOST_PANELS:
            message = f"the lattices of this robot have {panels} panels up to this one"
            remedy = f"use fewer: at most {MOST_PANELS}"
            yield parts.problem(("wings", name, "panels"), message, remedy)
        if rings > MOST_RINGS:
            message = f"the wakes of this robot have {rings} rings up to this one"
            remedy = f"shorten the wake or lengthen the step: at most {MOST_RINGS} are allowed"
            yield parts.problem(("wings", name, "wake"), message, remedy, wing.wake)


def _mirrors(parts: Parts, wings: Mapping[str, Wing]) -> Iterator[Problem]:
    """All lattices share one flow, and so one wall."""
    lattices = lattices_of(wings)
    first = next(iter(lattices.values()), None)
    for name, wing in lattices.items():
        if first is not None and wing.mirror != first.mirror:
            yield parts.problem(
                ("wings", name, "mirror"),
                f"another wing of this robot has the mirror {first.mirror}",
                "lattices of a robot share one flow: give all of them the same",
                wing.mirror,
            )

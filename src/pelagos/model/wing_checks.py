"""Checks of wings against the rest of a model: their bodies, and the flow they stand in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pelagos.errors import Problem
from pelagos.model.checks import Parts
from pelagos.model.expressions import depends_on_state, evaluate
from pelagos.model.suggest import did_you_mean
from pelagos.model.water import Water
from pelagos.model.wings import Wing


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
        elif wing.is_lattice:
            yield from _flow(parts, name, wing, parts.water)
    yield from _mirrors(parts, wings)


def _has_other_form(parts: Parts, body: str) -> bool:
    return body in parts.bodies and parts.bodies[body].added_mass_form != "kirchhoff"


def _flow(parts: Parts, name: str, wing: Wing, water: Water) -> Iterator[Problem]:
    """A lattice's wake drifts with a current that is the same everywhere."""
    if water.waves or water.shear:
        what = "waves" if water.waves else "a shear current"
        yield parts.problem(
            ("wings", name, "method"),
            f"the water has {what}, and the wake of a vortex lattice drifts in a uniform current",
            f"remove {what}, or use method: strip",
            wing.method,
        )
    if wing.speed is None and start_speed(water, parts.scope.parameters) == 0.0:
        yield parts.problem(
            ("wings", name),
            "the current is at rest at the start, so the lattice's time step is not known",
            "add speed: that at which the fluid passes the wing, m/s, or a current",
        )


def start_speed(water: Water, parameters: Mapping[str, float]) -> float:
    """Speed of a uniform current at the start."""
    nodes = [signal.node for signal in water.current_signals or ()]
    if any(depends_on_state(node) for node in nodes):  # refused elsewhere
        return 1.0
    return float(sum(evaluate(n, 0.0, {}, {}, parameters) ** 2 for n in nodes) ** 0.5)


def _mirrors(parts: Parts, wings: Mapping[str, Wing]) -> Iterator[Problem]:
    """All lattices share one flow, and so one wall."""
    lattices = {name: wing for name, wing in wings.items() if wing.is_lattice}
    first = next(iter(lattices.values()), None)
    for name, wing in lattices.items():
        if first is not None and wing.mirror != first.mirror:
            yield parts.problem(
                ("wings", name, "mirror"),
                f"another wing of this robot has the mirror {first.mirror}",
                "lattices of a robot share one flow: give all of them the same",
                wing.mirror,
            )

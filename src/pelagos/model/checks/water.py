"""Checks of the water against the rest of a model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pydantic_core import PydanticCustomError

from pelagos.errors import Problem
from pelagos.language import scope
from pelagos.language.expressions import Const, depends_on_state
from pelagos.language.rates import first_jump
from pelagos.language.scope import Keys
from pelagos.language.shapes import Mesh, check_cut
from pelagos.language.suggest import listing
from pelagos.model.checks.parts import Parts
from pelagos.model.hydrodynamics.water import Water


def check_water(parts: Parts) -> Iterator[Problem]:
    """Bodies have no water without water:, and what floats has a level surface."""
    if parts.water is None:
        for name, actuator in parts.actuators.items():
            if actuator.kind == "fin":
                message = "the robot is not in water, so a fin would have no effect"
                remedy = "add water: {density: 1025} to the robot, or remove it"
                yield parts.problem(("actuators", name, "fin"), message, remedy)
        for name, body in parts.bodies.items():
            if body.water_keys:
                yield parts.problem(
                    ("bodies", name, body.water_keys[0]),
                    f"the robot is not in water, and this body has {listing(body.water_keys)}",
                    "add water: {density: 1025} to the robot, or remove it",
                )
    else:
        yield from (_crossing if parts.water.crossing else _floating)(parts, parts.water)


def check_currents(parts: Parts) -> Iterator[Problem]:
    """Currents are smooth functions of time."""
    if parts.water is not None:
        settings = (parts.duration, parts.scope.parameters)
        yield from _current(parts, ("water",), parts.water, settings)
    for name, scenario in parts.scenarios.items():
        if scenario.water is not None and "current" in scenario.water.model_fields_set:
            parameters = {**parts.scope.parameters, **scenario.parameters}
            settings = (scenario.duration or parts.duration, parameters)
            yield from _current(parts, ("scenarios", name, "water"), scenario.water, settings)


def _floating(parts: Parts, water: Water) -> Iterator[Problem]:
    """Floating bodies are those of still water, or of a steady current that is uniform."""
    signals = water.current_signals or ()
    unsteady = any(not isinstance(signal.node, Const) for signal in signals)
    weightless = not any(parts.scope.gravity)
    what = water.uneven or ("a changing current" if unsteady else "")
    for name, body in parts.bodies.items():
        if body.buoyancy.floating and weightless:
            yield parts.problem(
                ("bodies", name, "buoyancy"),
                "this body floats, and without gravity there is no surface to float on",
                "remove floating, or give the robot a gravity",
            )
        elif body.buoyancy.floating and what:
            yield parts.problem(
                ("bodies", name, "buoyancy"),
                f"this body floats, and the water has {what}: its surface would not be level",
                f"remove floating, or {what}",
            )


def _crossing(parts: Parts, _water: Water) -> Iterator[Problem]:
    """Bodies that may leave the water have a volume of which a part is wet."""
    for name, body in parts.bodies.items():
        felt = body.volume or body.added_mass or body.drag or body.lift
        if body.shape is None and felt and not body.volume:
            yield parts.problem(
                ("bodies", name),
                "this body may leave the water (water.crossing), but without a shape or a volume "
                "nothing says how much of it is wet",
                "give it a shape or buoyancy: {volume, at}, or water: false",
            )
        if body.added_mass_form == "acceleration":
            yield parts.problem(
                ("bodies", name, "added_mass_form"),
                "the form of the added mass by its acceleration does not say what momentum the "
                "water has, and so not what crossing the surface takes",
                "remove added_mass_form, or water.crossing",
            )
        if body.shape is not None and body.shape.mesh is not None and felt:
            yield from _cut_mesh(parts, name, body.shape.mesh)


def _cut_mesh(parts: Parts, name: str, mesh: Mesh) -> Iterator[Problem]:
    """A mesh that the surface cuts is closed and not too fine."""
    try:
        with scope.within(parts.scope):
            check_cut(mesh)
    except PydanticCustomError as error:
        told = error.context or {}
        path = ("bodies", name, "shape", "mesh")
        yield parts.problem(path, str(told.get("message", error)), str(told.get("remedy", "")))


def _current(
    parts: Parts, path: Keys, water: Water, settings: tuple[float, Mapping[str, float]]
) -> Iterator[Problem]:
    """Its acceleration presses on bodies, so it must have one; it knows nothing of the robot."""
    for i, signal in enumerate(water.current_signals or ()):
        here = (*path, "current", i)
        if signal.noise is not None and signal.noise.interpolation == "hold":
            yield parts.problem(
                (*here, "noise"),
                "this current jumps at each number that is drawn, which takes an infinite "
                "acceleration",
                "add interpolation: linear",
            )
        elif depends_on_state(signal.node, noise=False):
            yield parts.problem(
                here,
                "a current cannot depend on coordinates or speeds",
                "use t and parameters only",
                signal.expression,
            )
        else:
            jump = first_jump(signal.node, *settings)
            if jump is not None and jump.what == "position":
                yield parts.problem(
                    here,
                    f"this current jumps by {jump.size:.3g} m/s at t = {jump.time:g} s, "
                    "which takes an infinite acceleration",
                    "use a ramp or a table",
                )

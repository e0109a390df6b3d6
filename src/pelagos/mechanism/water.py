"""Bodies in water as elements, and what moves the water."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

import numpy as np

from pelagos.elements.body.crossing import CrossingLink, CrossingMass
from pelagos.elements.body.floating import (
    Floating,
    FloatingMesh,
    FloatingPrism,
    FloatingSphere,
)
from pelagos.elements.body.immersion import ImmersedLink
from pelagos.elements.contract import Element
from pelagos.elements.drag.user import Call, UserDrag, UserFlow
from pelagos.elements.flow.field import UniformCurrent, WaterFlow
from pelagos.elements.flow.profile import Layer, ProfileCurrent
from pelagos.elements.flow.sea import IrregularSea
from pelagos.elements.flow.shear import ShearCurrent
from pelagos.elements.flow.tide import TidalCurrent, TideOverBed
from pelagos.elements.flow.wave import AiryWave
from pelagos.elements.site import Axes
from pelagos.errors import PelagosError
from pelagos.language.matrix6 import Rows
from pelagos.language.rates import differentiate
from pelagos.language.scope import Scope
from pelagos.language.shapes import Shape
from pelagos.language.words import Vector
from pelagos.mathematics.algebra import Vec3
from pelagos.mathematics.inertia import Inertia
from pelagos.mechanism.part_cache import PartCache, bits
from pelagos.mechanism.programs import Programmer
from pelagos.mechanism.user_laws import user_drag, user_flow
from pelagos.model.bodies import Body
from pelagos.model.hydrodynamics.currents import Profile
from pelagos.model.hydrodynamics.hulls import floating_mesh, hull_of
from pelagos.model.hydrodynamics.immersion import Buoyancy
from pelagos.model.hydrodynamics.spectrum import is_deep, waves_of
from pelagos.model.hydrodynamics.water import Water
from pelagos.model.hydrodynamics.waves import SeaState
from pelagos.model.laws import Law
from pelagos.model.robot import Robot


def elements_in_water(
    robot: Robot, plated: Robot, axes: Mapping[str, Axes], kept: PartCache
) -> tuple[Element, ...]:
    """Added mass, drag, lift and floating bodies; `plated` has the added mass of sections."""
    if robot.water is None:
        return ()
    density, crossing = robot.water.density, robot.water.crossing
    pushed = {a.thruster.body for a in robot.actuators.values() if a.thruster is not None}

    def made() -> tuple[Element, ...]:
        drags = [law for law in robot.laws if law.kind == "drag"]
        laws = {law: user_drag(law, robot, density) for law in drags}
        found: list[Element] = []
        for name, own in axes.items():
            body = plated.bodies[name]
            forces = [*kept(_water_forces, body.drag, body.lift, bool(density), own)]
            forces += [
                UserDrag(own.link, own.rotation(), _call(law, names, robot))
                for law, names in laws.items()
                if law.body == name
            ]
            # a thruster feels the water's motion, whatever else its body does
            if forces or is_wet(body, density) or (name in pushed and body.water):
                immersed = immersion_of(body, density, own, kept)
                found += crossing_of(robot, name, immersed, own) if crossing else [immersed]
            found += forces
            if body.buoyancy.floating and density and not crossing:
                check_level(robot, name)
                found.append(kept(floating_of, name, body.shape, body.buoyancy, own, robot.scope))
        return tuple(found)

    bodies = plated.bodies
    parts = [part for n, own in axes.items() for part in (n, own, *_wet_parts(bodies[n]))]
    if robot.laws:
        parts += (*robot.laws, *robot.parameters, bits(robot.parameters.values()))
    parts += [crossing, bits(robot.gravity)] if crossing else []
    return kept.of((elements_in_water, density, *sorted(pushed), *parts), made)


def _wet_parts(body: Body) -> tuple[Any, ...]:
    """All of a body that its elements follow from: other masses have the same water."""
    words = (body.water, body.added_mass_form, bits(body.com), body.shape)
    return (*words, body.buoyancy, body.added_mass, body.drag, body.lift)


def _water_forces(
    drag: tuple[Any, ...], lift: tuple[Any, ...], is_dense: bool, axes: Axes
) -> tuple[Element, ...]:
    """Drag and lift of a body, as far as they have an effect."""
    laws = (law for law in (*drag, *lift) if is_dense or not law.per_density)
    return tuple(law.element(axes) for law in laws)


def _call(law: Law, names: tuple[str, ...] | None, robot: Robot) -> Call:
    """A law of the user's with the parameters that it reads."""
    return Call(law.function, names, tuple(robot.parameters[name] for name in names or ()))


def is_wet(body: Body, density: float) -> bool:
    """Whether the body displaces water or takes some along."""
    return density * body.volume > 0.0 or bool(np.any(body.added_mass or 0.0))


def immersion_of(body: Body, density: float, axes: Axes, kept: PartCache) -> ImmersedLink:
    """What the water does to the inertia of a body."""

    def made() -> ImmersedLink:
        mass, moment = displaced_water(body, density, axes, kept)
        return ImmersedLink(
            link=axes.link,
            as_printed=body.added_mass_form == "acceleration",
            added=kept(added_inertia, body.added_mass, axes.turn),
            displaced=mass,
            moment=moment,
            centre=kept(Axes.vector, axes, body.cob),
            mass_centre=kept(Axes.vector, axes, body.com),
        )

    return kept.of((ImmersedLink, density, axes, *_wet_parts(body)), made)


def crosses(robot: Robot, body: Body) -> bool:
    """Whether a body may leave the water."""
    return robot.water is not None and robot.water.crossing and body.water


def crossing_of(robot: Robot, name: str, under: ImmersedLink, axes: Axes) -> tuple[Element, ...]:
    """A body that may leave the water, given what it is under water."""
    assert robot.water is not None
    body = robot.bodies[name]
    hull, whole = hull_of(name, body, axes, robot.scope)
    g = np.array(robot.gravity)
    up = Vec3(*(-g / np.linalg.norm(g) + 0.0).tolist())
    mass = robot.water.density * body.volume
    own = {field.name: getattr(under, field.name) for field in fields(under)}
    own |= {"displaced": mass, "moment": mass * under.centre}
    return (
        CrossingMass(under.link, hull, whole, under.centre, up, under.added),
        CrossingLink(**own, whole=whole, up=up),
    )


def floating_of(
    name: str, shape: Shape | None, buoyancy: Buoyancy, axes: Axes, own: Scope
) -> Floating:
    """A floating shape; the model has checked that it is one of these four."""
    assert shape is not None
    centre = axes.vector(shape.centroid)
    if shape.mesh is not None:
        hull = floating_mesh(name, shape, axes, own, np.zeros(3))
        return FloatingMesh(axes.link, centre, hull)
    if shape.sphere is not None:
        return FloatingSphere(axes.link, centre, shape.sphere)
    across = axes.turn.T @ shape.at.R @ np.asarray(buoyancy.prism_axes(shape)).T
    axis, a = (Vec3(*across[:, k].tolist()) for k in (0, 1))
    if shape.cylinder is not None:
        r = shape.cylinder.radius
        section = (shape.cylinder.length, np.pi * r * r, r / 2, r / 2)
    else:
        length, width, depth = buoyancy.prism_edges(shape)
        section = (length, width * depth, width / np.sqrt(12.0), depth / np.sqrt(12.0))
    return FloatingPrism(axes.link, centre, axis, a, *map(float, section))


def check_level(robot: Robot, name: str) -> None:
    """A flow of the user's may do anything to the surface; the model has checked its own."""
    flow = next((law for law in robot.laws if law.kind == "flow"), None)
    if flow is not None:
        raise PelagosError(
            f"flow: {flow.name} moves the water, and the body {name} floats on a surface that "
            "must be level\n    remove the flow, or floating"
        )


def displaced_water(body: Body, density: float, axes: Axes, kept: PartCache) -> tuple[float, Vec3]:
    """Mass of the water that a body displaces, and that mass times its centre.

    Formed as mass and moment of the body are, so that a body in equilibrium has no weight to the
    bit, however it is turned. What floats displaces as much as it is immersed: `floating`.
    """
    mass = 0.0 if body.buoyancy.floating else density * body.volume
    return mass, mass * kept(Axes.vector, axes, body.cob)


def added_inertia(matrix: Rows | None, turn: np.ndarray) -> Inertia:
    """A 6x6 added mass of the user's body axes, in joint-aligned axes."""
    if matrix is None:
        return Inertia.zero()
    both = both_ways(turn)
    return Inertia.of_matrix((both.T @ np.asarray(matrix, dtype=float) @ both).tolist())


def both_ways(turn: np.ndarray) -> np.ndarray:
    """6x6 that turns linear and angular parts alike."""
    both = np.zeros((6, 6))
    both[:3, :3] = both[3:, 3:] = turn
    return both


def flows_of(
    robot: Robot, programmer: Programmer, up: np.ndarray, kept: PartCache
) -> tuple[WaterFlow, ...]:
    """Currents and waves of a robot's water, and flows of the user's."""
    water = robot.water
    found: list[WaterFlow] = []
    if water is None:
        return ()
    upward = Vec3(*up.tolist())
    nodes = water.current_nodes
    if nodes:
        # velocity and acceleration, in channels one after the other
        rates = [kept(differentiate, node) for node in nodes]
        first, *_ = [programmer.channel(node) for node in (*nodes, *rates)]
        found.append(UniformCurrent(first))
    found += _currents(water, upward)
    for number, wave in enumerate(water.waves):
        if isinstance(wave, SeaState):
            found.append(kept(_sea, wave, number, water, robot.gravity, upward))
        else:
            numbers = (wave.amplitude, wave.wavenumber, wave.frequency, wave.phase)
            frame = Vec3(*wave.direction), upward
            found.append(AiryWave(*numbers, *frame, water.level, water.depth))
    laws = (law for law in robot.laws if law.kind == "flow")
    found += [UserFlow(_call(law, user_flow(law, robot), robot)) for law in laws]
    return tuple(found)


def _currents(water: Water, up: Vec3) -> Iterator[WaterFlow]:
    """Those that change with the height, and tides."""
    bed = water.level - water.depth
    if water.shear is not None:
        velocity, reference, exponent = water.shear
        yield ShearCurrent(Vec3(*velocity), up, bed, reference, exponent)
    if water.current is None:
        return
    if water.current.profile is not None:
        yield _profile(water.current.profile, up, water.level)
    for tide in water.current.tide:
        turning = (2.0 * np.pi / tide.period, tide.phase)
        ellipse = (Vec3(*tide.velocity), Vec3(*tide.across), *turning)
        if tide.exponent:
            yield TideOverBed(*ellipse, up, bed, water.depth, tide.exponent)
        else:
            yield TidalCurrent(*ellipse)


def _profile(profile: Profile, up: Vec3, surface: float) -> ProfileCurrent:
    """Monotone cubics through the rows (Fritsch and Butland 1984, as scipy has them)."""
    from scipy.interpolate import PchipInterpolator

    depth = np.asarray(profile.depth)
    cubic, square, linear, _ = PchipInterpolator(depth, np.asarray(profile.velocity)).c
    rows = zip(profile.depth, np.diff(depth).tolist(), linear, square, cubic, strict=False)
    layers = (Layer(top, size, *(Vec3(*c.tolist()) for c in more)) for top, size, *more in rows)
    return ProfileCurrent(Vec3(*profile.velocity[0]), tuple(layers), up, surface)


def _sea(sea: SeaState, number: int, water: Water, gravity: Vector, up: Vec3) -> IrregularSea:
    """The waves of a sea state, and the axes that their directions are in."""
    ahead = Vec3(*sea.direction)
    waves = waves_of(sea, number, gravity, water.depth)
    depth = None if is_deep(sea, gravity, water.depth) else water.depth
    return IrregularSea(waves, ahead, up.cross(ahead), up, water.level, depth)

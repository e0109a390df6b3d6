"""Bodies in water as elements, and what moves the water."""

from __future__ import annotations

import numpy as np

from pelagos.compiled.kept import Kept
from pelagos.compiled.programs import Programmer
from pelagos.compiled.user_laws import user_flow
from pelagos.elements.body.floating import Floating, FloatingPrism, FloatingSphere
from pelagos.elements.body.immersion import ImmersedLink
from pelagos.elements.drag.user import Call, UserFlow
from pelagos.elements.flow.field import Flow, UniformCurrent
from pelagos.elements.flow.shear import ShearCurrent
from pelagos.elements.flow.wave import AiryWave
from pelagos.elements.site import Axes
from pelagos.errors import PelagosError
from pelagos.language.expressions import differentiate
from pelagos.mathematics.algebra import Vec3
from pelagos.mathematics.inertia import Inertia
from pelagos.model.bodies import Body
from pelagos.model.robot import Robot


def is_wet(body: Body, density: float) -> bool:
    """Whether the body displaces water or takes some along."""
    return density * body.volume > 0.0 or bool(np.any(body.added_mass or 0.0))


def immersion_of(body: Body, density: float, axes: Axes) -> ImmersedLink:
    """What the water does to the inertia of a body."""
    mass, *moment = displaced_water(body, density, axes.turn).tolist()
    return ImmersedLink(
        link=axes.link,
        as_printed=body.added_mass_form == "acceleration",
        added=added_inertia(body.added_mass, axes.turn),
        displaced=mass,
        moment=Vec3(*moment),
        centre=axes.vector(body.cob),
        mass_centre=axes.vector(body.com),
    )


def floating_of(body: Body, axes: Axes) -> Floating:
    """A floating shape; the model has checked that it is one of these three."""
    shape = body.shape
    assert shape is not None
    centre = axes.vector(shape.centroid)
    if shape.sphere is not None:
        return FloatingSphere(axes.link, centre, shape.sphere)
    across = axes.turn.T @ shape.at.R @ np.asarray(body.buoyancy.prism_axes(shape)).T
    frame = (Vec3(*across[:, k].tolist()) for k in (0, 1))
    if shape.cylinder is not None:
        r = shape.cylinder.radius
        section = (shape.cylinder.length, np.pi * r * r, r / 2, r / 2)
    else:
        length, width, depth = body.buoyancy.prism_edges(shape)
        section = (length, width * depth, width / np.sqrt(12.0), depth / np.sqrt(12.0))
    return FloatingPrism(axes.link, centre, *frame, *map(float, section))


def check_level(robot: Robot, name: str) -> None:
    """A flow of the user's may do anything to the surface; the model has checked its own."""
    flow = next((law for law in robot.laws if law.kind == "flow"), None)
    if flow is not None:
        raise PelagosError(
            f"flow: {flow.name} moves the water, and the body {name} floats on a surface that "
            "must be level\n    remove the flow, or floating"
        )


def displaced_water(body: Body, density: float, turn: np.ndarray) -> np.ndarray:
    """Mass of the water that a body displaces, and that mass times its centre.

    Formed as mass and moment of the body are, so that a body in equilibrium has no weight to the
    bit, however it is turned. What floats displaces as much as it is immersed: `floating`.
    """
    mass = 0.0 if body.buoyancy.floating else density * body.volume
    return np.array([mass, *(mass * (turn.T @ np.array(body.cob)))])


def added_inertia(matrix: np.ndarray | None, turn: np.ndarray) -> Inertia:
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


def flows_of(robot: Robot, programmer: Programmer, up: np.ndarray, kept: Kept) -> tuple[Flow, ...]:
    """Currents and waves of a robot's water, and flows of the user's."""
    water, found = robot.water, []
    if water is None:
        return ()
    upward = Vec3(*up.tolist())
    if water.current_signals is not None:
        nodes = [signal.node for signal in water.current_signals]
        # velocity and acceleration, in channels one after the other
        rates = [kept(differentiate, node) for node in nodes]
        first, *_ = [programmer.channel(node) for node in (*nodes, *rates)]
        found.append(UniformCurrent(first))
    elif water.shear is not None:
        velocity, reference, exponent = water.shear
        bed = water.level - water.depth
        found.append(ShearCurrent(Vec3(*velocity), upward, bed, reference, exponent))
    for wave in water.waves:
        numbers = (wave.amplitude, wave.wavenumber, wave.frequency, wave.phase)
        frame = Vec3(*wave.direction), upward
        found.append(AiryWave(*numbers, *frame, water.level, water.depth))
    for law in robot.laws:
        if law.kind == "flow":
            names = user_flow(law, robot)
            values = tuple(robot.parameters[name] for name in names or ())
            found.append(UserFlow(Call(law.function, names, values)))
    return tuple(found)

"""Water as tables: per body the added mass and displaced water, flow fields, drag laws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from pelagos.compiled.kept import Kept, bits
from pelagos.compiled.programs import Programmer
from pelagos.compiled.user_laws import user_drag, user_flow
from pelagos.equations import drag, flows
from pelagos.equations.floating import FloatingPrism, FloatingSphere, float_code
from pelagos.equations.inertia import Inertia
from pelagos.errors import PelagosError
from pelagos.model.bodies import Body
from pelagos.model.expressions import differentiate
from pelagos.model.robot import Robot

# Columns of the table of bodies in the water.
BODY, FORM = range(2)  # row of the body in the state arrays; 1 for the form M . a of eq 51
# Numbers of a wet body: added mass (21), displaced mass, the same times its centre (3), that centre
# (3), and the mass centre (3).
ADDED, DISPLACED, MOMENT, CENTRE, MASS_CENTRE = 0, 21, 22, 25, 28
WET_NUMBERS = 31

# Columns of the table of drag laws; of floating bodies, the first two; of flows.
CODE, DRAG_BODY, LAW = range(3)  # LAW: which of the user's laws, if it is one
FLOW_CODE, CHANNEL, FLOW_LAW = range(3)
USER_DRAG, USER_FLOW = len(drag.DRAGS), len(flows.FLOWS)  # codes beyond the built-in laws


@dataclass(frozen=True)
class FluidTables:
    """The water around a robot; all tables are empty in air."""

    density: float
    surface: float  # level of the free surface, along up
    wet: np.ndarray  # int (n, 2): body row, form
    wet_numbers: np.ndarray  # (n, WET_NUMBERS), joint-aligned axes
    drag: np.ndarray  # int (m, 3): code, body row, law; bodies of the table above, in their order
    drag_numbers: np.ndarray  # (m, the largest any law takes)
    flows: np.ndarray  # int (k, 3): code, first channel, law
    flow_numbers: np.ndarray  # (k, the largest any flow takes)
    floats: np.ndarray  # int (f, 2): code, body row
    float_numbers: np.ndarray  # (f, the largest any law takes)
    laws: tuple[Any, ...] = field(default=())  # equations.user: what LAW and FLOW_LAW count

    def drag_law(self, code: int, index: int) -> Any:
        return self.laws[index] if code == USER_DRAG else drag.DRAGS[code]

    def flow_law(self, code: int, index: int) -> Any:
        return self.laws[index] if code == USER_FLOW else flows.FLOWS[code]


class Wet(NamedTuple):
    """Bodies in the water: the first tables of `FluidTables`, and the last."""

    wet: np.ndarray
    wet_numbers: np.ndarray
    drag: np.ndarray
    drag_numbers: np.ndarray
    floats: np.ndarray
    float_numbers: np.ndarray


def user_laws(robot: Robot) -> tuple[Any, ...]:
    """Laws that were attached as functions."""
    if robot.water is None:
        return ()
    density = robot.water.density
    return tuple(
        user_drag(law, robot, density) if law.kind == "drag" else user_flow(law, robot)
        for law in robot.laws
    )


def collect_wet(
    robot: Robot,
    names: Sequence[str],
    align: Mapping[str, np.ndarray],
    laws: Sequence[Any],
    kept: Kept,
) -> Wet:
    """Flatten what the water does to the bodies; nothing in air."""
    bodies = robot.bodies
    thrusters = {a.thruster.body for a in robot.actuators.values() if a.thruster is not None}

    def made() -> Wet:
        return _collected(robot, names, align, laws, thrusters, kept)

    if laws or robot.water is None:
        return made()
    parts = [part for n in names for part in (n, align[n], *_wet_parts(bodies[n]))]
    return kept.of((Wet, robot.water.density, *sorted(thrusters), *parts), made)


def _collected(
    robot: Robot,
    names: Sequence[str],
    align: Mapping[str, np.ndarray],
    laws: Sequence[Any],
    thrusters: Set[str],
    kept: Kept,
) -> Wet:
    wet: list[tuple] = []
    resisted: list[tuple] = []
    floats: list[tuple] = []
    density = 0.0 if robot.water is None else robot.water.density
    for row, name in enumerate(names if robot.water is not None else (), 1):
        body, turn = robot.bodies[name], align[name]
        own = _in_water(body, density > 0.0, turn, kept)
        drags = [((code, row, 0), numbers) for code, numbers in own.drags]
        for index, (words, law) in enumerate(zip(robot.laws, laws, strict=True)):
            if words.body == name:
                numbers = [*turn.T.ravel(), *_values(robot, law)]
                drags.append(((USER_DRAG, row, index), numbers))
        # a thruster feels the water's motion, whatever else its body does
        is_wet = density * body.volume > 0.0 or own.takes_along
        if drags or is_wet or (name in thrusters and body.water):
            form = int(body.added_mass_form == "acceleration")
            displaced = displaced_water(body, density, turn)
            wet.append(((row, form), [*own.added, *displaced, *own.centres]))
        resisted += drags
        if own.floating is not None:
            _check_level(robot, name)
            code, numbers = own.floating
            floats.append(((code, row), numbers))
    return Wet(*_table(wet), *_table(resisted), *_table(floats))


def collect_flows(
    robot: Robot, laws: Sequence[Any], is_wet: bool, programmer: Programmer, kept: Kept
) -> tuple[np.ndarray, np.ndarray]:
    """Codes and numbers of how the water moves, if it does anything to a body."""
    if not is_wet:
        return _table([])
    streams = _flows(robot, programmer, kept)
    for index, (words, law) in enumerate(zip(robot.laws, laws, strict=True)):
        if words.kind == "flow":
            streams.append(((USER_FLOW, 0, index), _values(robot, law)))
    return _table(streams)


class _Immersed(NamedTuple):
    """What the water does to a body, whatever its density: codes of its laws and their numbers."""

    takes_along: bool  # any water
    added: list[float]
    centres: list[float]  # of buoyancy, and of mass
    drags: list[tuple[int, list[float]]]
    floating: tuple[int, list[float]] | None


def _wet_parts(body: Body) -> tuple[Any, ...]:
    """All of a body that its tables follow from: other masses have the same water."""
    words = (body.water, body.added_mass_form, bits(body.com), body.shape)
    return (*words, body.buoyancy, body.added_mass, body.drag, body.lift)


def _in_water(body: Body, is_dense: bool, turn: np.ndarray, kept: Kept) -> _Immersed:
    def made() -> _Immersed:
        centres = [turn.T @ np.array(centre) for centre in (body.cob, body.com)]
        return _Immersed(
            takes_along=bool(np.any(body.added_mass or 0.0)),
            added=[*added_inertia(body.added_mass, turn)],
            centres=np.concatenate(centres).tolist(),
            drags=[(_code(law), _numbers(law, turn)) for law in _acting(body, is_dense)],
            floating=_floating(body, turn) if body.buoyancy.floating and is_dense else None,
        )

    return kept.of((_Immersed, is_dense, turn, *_wet_parts(body)), made)


def _values(robot: Robot, law: Any) -> list[float]:
    return [robot.parameters[name] for name in law.names or ()]


def _acting(body: Body, is_dense: bool) -> list[Any]:
    """The laws of a body that have an effect: all but the matrices are per density."""
    return [law for law in (*body.drag, *body.lift) if is_dense or law.kind == "matrix"]


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


_FORMS = {
    "cross-flow": drag.CrossFlowDrag,
    "speed": drag.SpeedDrag,
    "inclined": drag.InclinedDrag,
}


def _code(law) -> int:
    if law.kind == "matrix":
        kind: type = drag.DiagonalDrag if _is_diagonal(law) else drag.MatrixDrag
    else:
        kinds = {"strip": drag.StripDrag, "hull": drag.BodyLift, "fin": drag.FinLift}
        kind = kinds.get(law.kind) or _FORMS[law.form]
    return drag.drag_code(kind)


def _numbers(law, turn: np.ndarray) -> list[float]:
    """The numbers of a drag or lift law, in joint-aligned axes."""
    if law.kind == "matrix":
        rotation = (turn.T @ law.at.R).ravel().tolist()  # columns of that to the matrices' axes
        matrices = (np.asarray(law.linear), np.asarray(law.quadratic))
        if _is_diagonal(law):
            return [*rotation, *(float(x) for m in matrices for x in np.diag(m))]
        point = (turn.T @ np.asarray(law.at.p)).tolist()
        return [*rotation, *point, *np.concatenate(matrices, axis=None).tolist()]
    at = (turn.T @ np.asarray(law.at)).tolist()
    if law.kind == "fin":
        chord, normal = (turn.T @ np.asarray(v) for v in (law.turned_chord, law.turned_normal))
        return [*chord.tolist(), *normal.tolist(), *at, law.area * law.slope]
    axis = (turn.T @ np.asarray(law.axis)).tolist()
    if law.kind == "hull":
        return [*axis, *at, *(turn.T @ np.asarray(law.velocity_at)), law.area * law.slope]
    if law.kind == "strip":
        per_length = [2.0 * law.radius * law.normal, 2.0 * np.pi * law.radius * law.axial]
        return [*axis, *at, law.length, *per_length]
    return [*axis, *at, law.axial_area * law.axial, law.normal_area * law.normal]


def _is_diagonal(law) -> bool:
    """Whether the short form holds."""
    if np.any(law.at.p):
        return False
    matrices = (np.asarray(law.linear), np.asarray(law.quadratic))
    return all(np.array_equal(m, np.diag(np.diag(m))) for m in matrices)


def _check_level(robot: Robot, name: str) -> None:
    """A flow of the user's may do anything to the surface; the model has checked its own."""
    flow = next((law for law in robot.laws if law.kind == "flow"), None)
    if flow is not None:
        raise PelagosError(
            f"flow: {flow.name} moves the water, and the body {name} floats on a surface that "
            "must be level\n    remove the flow, or floating"
        )


def _floating(body: Body, turn: np.ndarray) -> tuple[int, list[float]]:
    """A floating shape; the model has checked that it is one of these three."""
    shape = body.shape
    assert shape is not None
    centre = (turn.T @ np.asarray(shape.centroid)).tolist()
    if shape.sphere is not None:
        return float_code(FloatingSphere), [*centre, shape.sphere]
    axes = turn.T @ shape.at.R @ np.asarray(body.buoyancy.prism_axes(shape)).T
    axis, a = axes[:, 0].tolist(), axes[:, 1].tolist()
    if shape.cylinder is not None:
        r = shape.cylinder.radius
        section = [shape.cylinder.length, np.pi * r * r, r / 2, r / 2]
    else:
        length, width, depth = body.buoyancy.prism_edges(shape)
        section = [length, width * depth, width / np.sqrt(12.0), depth / np.sqrt(12.0)]
    return float_code(FloatingPrism), [*centre, *axis, *a, *section]


def _flows(robot: Robot, programmer: Programmer, kept: Kept) -> list[tuple]:
    water = robot.water
    gravity = np.asarray(robot.gravity, dtype=float)
    size = np.linalg.norm(gravity)
    up = (-gravity / size if size else np.array([0.0, 0.0, 1.0])).tolist()
    found: list[tuple] = []
    if water.current_kind == "uniform":
        nodes = [signal.node for signal in water.current_signals]
        # velocity and acceleration, in channels one after the other
        rates = [kept(differentiate, node) for node in nodes]
        channels = [programmer.channel(node) for node in (*nodes, *rates)]
        found.append(((0, channels[0], 0), []))
    elif water.current_kind == "shear":
        velocity, reference, exponent = water.shear
        bed = water.level - water.depth
        found.append(((1, 0, 0), [*velocity, *up, bed, reference, exponent]))
    for wave in water.waves:
        numbers = [wave.amplitude, wave.wavenumber, wave.frequency, wave.phase]
        level = [water.level, water.depth]
        found.append(((2, 0, 0), [*numbers, *wave.direction, *up, *level]))
    return found


def _table(rows: Sequence[tuple]) -> tuple[np.ndarray, np.ndarray]:
    """Codes and numbers; the numbers of a row that needs fewer end in zeros."""
    columns = len(rows[0][0]) if rows else 3
    codes = np.array([code for code, _ in rows], dtype=np.int64).reshape(-1, columns)
    numbers = np.zeros((len(rows), max((len(values) for _, values in rows), default=0)))
    for target, (_, values) in zip(numbers, rows, strict=True):
        target[: len(values)] = values
    return codes, numbers

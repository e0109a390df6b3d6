"""Water as tables: per body the added mass and displaced water, flow fields, drag laws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pelagos.compiled.programs import Programmer
from pelagos.equations import fluid
from pelagos.equations.inertia import Inertia
from pelagos.model.bodies import Body
from pelagos.model.expressions import differentiate
from pelagos.model.robot import Robot

# Columns of the table of wet bodies.
BODY, FORM = range(2)  # row of the body in the state arrays; 1 for the form M . a of eq 51
# Numbers of a wet body: added mass (21), displaced mass, the same times its centre (3), and the
# mass centre (3).
ADDED, DISPLACED, MOMENT, MASS_CENTRE = 0, 21, 22, 25
WET_NUMBERS = 28

# Columns of the table of drag laws, and their numbers.
CODE, DRAG_BODY = range(2)
DRAG_NUMBERS = 81

# Columns of the table of flows, and their numbers.
FLOW_CODE, CHANNEL = range(2)
FLOW_NUMBERS = 12


@dataclass(frozen=True)
class FluidTables:
    """The water around a robot; all tables are empty in air."""

    density: float
    wet: np.ndarray  # int (n, 2): body row, form
    wet_numbers: np.ndarray  # (n, WET_NUMBERS), joint-aligned axes
    drag: np.ndarray  # int (m, 2): code, body row
    drag_numbers: np.ndarray  # (m, DRAG_NUMBERS)
    flows: np.ndarray  # int (k, 2): code, first channel
    flow_numbers: np.ndarray  # (k, FLOW_NUMBERS)


def collect_fluid(
    robot: Robot, names: Sequence[str], align: Mapping[str, np.ndarray], programmer: Programmer
) -> FluidTables:
    """Flatten the water of a robot; nothing in air."""
    wet: list[tuple] = []
    drag: list[tuple] = []
    water = getattr(robot, "water", None)
    density = 0.0 if water is None else water.density
    for row, name in enumerate(names if water is not None else (), 1):
        body, turn = robot.bodies[name], align[name]
        if body.volume or body.added_mass is not None:
            form = int(body.added_mass_form == "acceleration")
            added = added_inertia(body.added_mass, turn)
            displaced = displaced_water(body, density, turn)
            mass_centre = turn.T @ np.array(body.com)
            wet.append(((row, form), [*added, *displaced, *mass_centre]))
        for law in body.drag:
            code, numbers = _drag_law(law, turn)
            drag.append(((code, row), numbers))
    flows = [] if water is None else _flows(robot, programmer)
    return FluidTables(
        density,
        *_table(wet, WET_NUMBERS),
        *_table(drag, DRAG_NUMBERS),
        *_table(flows, FLOW_NUMBERS),
    )


def displaced_water(body: Body, density: float, turn: np.ndarray) -> np.ndarray:
    """Mass of the water that a body displaces, and that mass times its centre.

    Formed as mass and moment of the body are, so that a body in equilibrium has no weight to the
    bit, however it is turned.
    """
    mass = density * body.volume
    return np.array([mass, *(mass * (turn.T @ np.array(body.cob)))])


def added_inertia(matrix: np.ndarray | None, turn: np.ndarray) -> Inertia:
    """A 6x6 added mass of the user's body axes, in joint-aligned axes."""
    if matrix is None:
        return Inertia.zero()
    both = np.kron(np.eye(2), turn)
    return Inertia.of_matrix((both.T @ np.asarray(matrix, dtype=float) @ both).tolist())


def _drag_law(law, turn: np.ndarray) -> tuple[int, list[float]]:
    if law.kind == "matrix":
        linear, quadratic = np.asarray(law.linear), np.asarray(law.quadratic)
        rotation = turn.T.ravel().tolist()  # columns of the rotation to the body's own axes
        matrices = (linear, quadratic)
        if all(np.array_equal(m, np.diag(np.diag(m))) for m in matrices):
            diagonals = [x for m in matrices for x in np.diag(m).tolist()]
            return fluid.drag_code(fluid.DiagonalDrag), [*rotation, *diagonals]
        entries = [x for m in matrices for x in m.ravel().tolist()]
        return fluid.drag_code(fluid.MatrixDrag), [*rotation, *entries]
    axis, centre = turn.T @ np.asarray(law.axis), turn.T @ np.asarray(law.at)
    places = [*axis.tolist(), *centre.tolist()]
    if law.kind == "strip":
        per_length = [2.0 * law.radius * law.normal, 2.0 * np.pi * law.radius * law.axial]
        return fluid.drag_code(fluid.StripDrag), [*places, law.length, *per_length]
    areas = [law.axial_area * law.axial, law.normal_area * law.normal]
    kinds = {
        "cross-flow": fluid.CrossFlowDrag,
        "speed": fluid.SpeedDrag,
        "inclined": fluid.InclinedDrag,
    }
    return fluid.drag_code(kinds[law.form]), [*places, *areas]


def _flows(robot: Robot, programmer: Programmer) -> list[tuple]:
    water = robot.water
    gravity = np.asarray(robot.gravity, dtype=float)
    size = np.linalg.norm(gravity)
    up = (-gravity / size if size else np.array([0.0, 0.0, 1.0])).tolist()
    found: list[tuple] = []
    if water.current_kind == "uniform":
        nodes = [signal.node for signal in water.current_signals]
        # velocity and acceleration, in channels one after the other
        channels = [programmer.channel(n) for n in (*nodes, *map(differentiate, nodes))]
        found.append(((0, channels[0]), []))
    elif water.current_kind == "shear":
        velocity, reference, exponent = water.shear
        bed = water.surface - water.depth
        found.append(((1, 0), [*velocity, *up, bed, reference, exponent]))
    for wave in water.waves:
        numbers = [wave.amplitude, wave.wavenumber, wave.frequency, wave.phase]
        found.append(((2, 0), [*numbers, *wave.direction, *up, water.surface, water.depth]))
    return found


def _table(rows: Sequence[tuple], width: int) -> tuple[np.ndarray, np.ndarray]:
    codes = np.array([code for code, _ in rows], dtype=np.int64).reshape(-1, 2)
    numbers = np.zeros((len(rows), width))
    for target, (_, values) in zip(numbers, rows, strict=True):
        target[: len(values)] = values
    return codes, numbers

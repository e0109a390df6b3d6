"""What makes two robots the same program: everything of a compiled robot but its numbers."""

from __future__ import annotations

import numpy as np

from pelagos.elements.flow.field import WaterFlow
from pelagos.equations.affine import Closure
from pelagos.mathematics.leaves import structure_of
from pelagos.mechanism.elements import Elements
from pelagos.mechanism.robot import Compiled

StructuralParts = tuple[
    Elements, tuple[WaterFlow, ...], tuple[Closure, ...], *tuple[np.ndarray, ...]
]


def structure(robot: Compiled) -> tuple:
    """Equal for robots that differ in numbers alone."""
    elements, flows, closures, *tables = structural_parts(robot)
    own = elements.structure, structure_of(flows), structure_of(closures)
    return own, tuple((table.shape, table.tobytes()) for table in tables)


def structural_parts(robot: Compiled) -> StructuralParts:
    """All that is looked at: robots that have the same objects have the same structure."""
    return (
        robot.elements,
        robot.flows,
        robot.constraints.shapes,
        robot.tree,
        robot.program,
        robot.channels,
        robot.watched,
        robot.tables,
        robot.table_starts,
        robot.quaternions,
        robot.elements.driven,
        robot.welds.attaching,
        robot.states.program,
        robot.states.samplers,
        robot.states.frequencies,
        robot.states.assignments,
        robot.lattice.table,
        robot.lattice.carriers,
        robot.lattice.panel_loads,
        robot.lattice.loaded,
        robot.lattice.stream,
    )

"""What makes two robots the same program: everything of a compiled robot but its numbers."""

from __future__ import annotations

import numpy as np

from pelagos.elements.flow.field import WaterFlow
from pelagos.equations.affine import Closure
from pelagos.mathematics.leaves import structure_of
from pelagos.mechanism.elements import Elements
from pelagos.mechanism.robot import Compiled
from pelagos.mechanism.states import StateTables

StructuralParts = tuple[
    Elements, tuple[WaterFlow, ...], tuple[Closure, ...], StateTables, *tuple[np.ndarray, ...]
]


def structure(robot: Compiled) -> tuple:
    """Equal for robots that differ in numbers alone."""
    elements, flows, closures, states, *tables = structural_parts(robot)
    sampled = states.clocks, states.channels, structure_of(states.laws), states.readings
    own = elements.structure, structure_of(flows), structure_of(closures), sampled
    return own, tuple((table.shape, table.tobytes()) for table in tables)


def structural_parts(robot: Compiled) -> StructuralParts:
    """All that is looked at: robots that have the same objects have the same structure."""
    return (
        robot.elements,
        robot.flows,
        robot.constraints.shapes,
        robot.states,
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
        robot.states.assignments,
        robot.lattice.table,
        robot.lattice.carriers,
        robot.lattice.panel_loads,
        robot.lattice.loaded,
        robot.lattice.stream,
    )

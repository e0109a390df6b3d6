"""What makes two robots the same program: everything of a compiled robot but its numbers."""

from __future__ import annotations

from pelagos.compiled.robot import Compiled
from pelagos.mathematics.leaves import structure_of


def structure(robot: Compiled) -> tuple:
    """Equal for robots that differ in numbers alone."""
    tables = (
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
    elements = tuple(element.structure for element in robot.elements.all)
    closures, flows = structure_of(robot.constraints.shapes), structure_of(robot.flows)
    own = elements, closures, flows, robot.elements.actuation, robot.elements.outputs
    return own, tuple((table.shape, table.tobytes()) for table in tables)

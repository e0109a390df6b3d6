"""What makes two robots the same program: everything of a compiled robot but its numbers."""

from __future__ import annotations

import numpy as np

from pelagos.compiled.robot import Compiled


def structure(robot: Compiled) -> tuple:
    """Equal for robots that differ in numbers alone."""
    laws = tuple(id(law) for law in robot.fluid.laws)
    return laws, tuple((table.shape, table.tobytes()) for table in structural_tables(robot))


def structural_tables(robot: Compiled) -> tuple[np.ndarray, ...]:
    """What is no number of the robot."""
    return (
        robot.tree,
        robot.program,
        robot.channels,
        robot.watched,
        robot.tables,
        robot.table_starts,
        robot.quaternions,
        robot.elements.joint,
        robot.elements.body,
        robot.elements.thrusters,
        robot.elements.driven,
        robot.elements.outputs,
        robot.constraints.table,
        robot.welds.attaching,
        robot.fluid.wet,
        robot.fluid.drag,
        robot.fluid.flows,
        robot.fluid.floats,
        robot.ground.bodies,
        robot.payouts.bodies,
        robot.states.program,
        robot.states.samplers,
        robot.states.frequencies,
        robot.states.assignments,
        robot.strips.table,
        robot.lattice.table,
        robot.lattice.carriers,
        robot.lattice.panel_loads,
        robot.lattice.loaded,
        robot.lattice.stream,
    )

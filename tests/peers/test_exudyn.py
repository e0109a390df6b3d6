"""The four-bar against Exudyn, which solves for all coordinates of every rod at once."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl

pytestmark = pytest.mark.peers

DURATION = 1.0
LENGTHS = {"crank": 1.0, "coupler": 1.5, "rocker": 1.044}


def exudyn_end(feet, angles, step):
    """Angles and rates of the rods at the end, by the trapezoidal rule."""
    exu = pytest.importorskip("exudyn")
    item = pytest.importorskip("exudyn.itemInterface")
    container = exu.SystemContainer()
    system = container.AddSystem()
    ground = system.AddObject(item.ObjectGround())
    nodes, ends = [], {}
    for (name, length), foot, angle in zip(LENGTHS.items(), feet, angles, strict=True):
        centre = foot + length / 2 * np.array([np.cos(angle), np.sin(angle)])
        nodes.append(system.AddNode(item.NodeRigidBody2D(referenceCoordinates=[*centre, angle])))
        rod = item.ObjectRigidBody2D(mass=length, inertia=length**3 / 12, nodeNumber=nodes[-1])
        body = system.AddObject(rod)
        weight = system.AddMarker(item.MarkerBodyMass(bodyNumber=body))
        load = item.LoadMassProportional(markerNumber=weight, loadVector=[0, -9.81, 0])
        system.AddLoad(load)
        ends[name] = [_point(item, system, body, s * length / 2) for s in (-1, 1)]
    (a0, a1), (b0, b1), (c0, c1) = ends.values()
    left, right = (_point(item, system, ground, x) for x in (0.0, 1.2))
    for pair in [(left, a0), (a1, b0), (right, c0), (b1, c1)]:
        system.AddObject(item.ObjectJointRevolute2D(markerNumbers=list(pair)))
    system.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = round(DURATION / step)
    settings.timeIntegration.endTime = DURATION
    settings.timeIntegration.newton.relativeTolerance = 1e-12
    settings.timeIntegration.newton.absoluteTolerance = 1e-13
    settings.solution.file.write = False
    assert system.SolveDynamic(settings, solverType=exu.DynamicSolverType.TrapezoidalIndex2)
    kinds = exu.OutputVariableType
    turned = [system.GetNodeOutput(node, kinds.Coordinates)[2] for node in nodes]
    rates = [system.GetNodeOutput(node, kinds.Coordinates_t)[2] for node in nodes]
    return np.concatenate([np.add(angles, turned), rates])


def _point(item, system, body, x):
    """A marker on the axis of a rod, or on the ground."""
    return system.AddMarker(item.MarkerBodyPosition(bodyNumber=body, localPosition=[x, 0, 0]))


def test_four_bar():
    run = pl.simulate("four-bar", "release", duration=DURATION, every=1, rtol=1e-12, atol=1e-13)
    turn = np.array([[1, 0, 0], [1, 1, 0], [0, 0, 1]])  # from joint angles to those from x
    start = turn @ run.arrays["q"][0]
    feet = run.arrays["position"][0][:, [0, 2]]
    ours = np.concatenate([turn @ run.arrays[name][-1] for name in ("q", "u")])
    coarse, fine, finest = (exudyn_end(feet, start, step) for step in (1e-3, 5e-4, 2.5e-4))
    # of second order: halving the step quarters the error, and what is left can be taken off
    np.testing.assert_allclose((coarse - ours) / (fine - ours), 4.0, rtol=1e-3)
    np.testing.assert_allclose(ours, finest + (finest - fine) / 3, atol=1e-8)

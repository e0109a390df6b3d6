"""A swinging flexible pendulum against Exudyn's cable by absolute nodal coordinates (ANCF).

A rope-like beam, hinged without a spring at one end, falls from the horizontal: its own weight
bends it far (mu g L^3 / EI = 49). The cable is a continuum interpolated by cubics; it stretches, by
mu g L / EA = 5e-6 of its length at rest, where segments do not. What is left is the error of
the segments, of second order, and it is stated.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import pelagos as pl

pytestmark = pytest.mark.peers

L, EI, MU, G = 1.0, 0.1, 0.5, 9.81
EA = 1e6
TIMES = np.array([0.25, 0.5])


def segments_tip(count):
    """Position of the tip (x, z) at TIMES, of a beam of rigid segments."""
    beam = {"length": L, "segments": count, "EI": EI, "mass_per_length": MU, "bending": "y"}
    hinge = {"beam1": {"joint": {"revolute": "y", "stiffness": 0}}}
    robot = pl.Robot(name="rope", beams={"beam": beam}, bodies=hinge)
    run = pl.simulate(robot, duration=TIMES[-1], every=TIMES[0], rtol=1e-9)
    w, _, y, _ = run.arrays["orientation"][1:, -1].T
    along = np.stack([1 - 2 * y * y, -2 * w * y], axis=1)
    return run.arrays["position"][1:, -1][:, [0, 2]] + L / count * along


def cable_tip(elements, step, end):
    """The same by Exudyn, generalised-alpha."""
    exu = pytest.importorskip("exudyn")
    item = pytest.importorskip("exudyn.itemInterface")
    system = exu.SystemContainer().AddSystem()
    nodes = [
        system.AddNode(item.NodePoint2DSlope1(referenceCoordinates=[x, 0, 1, 0]))
        for x in np.linspace(0, L, elements + 1)
    ]
    for ends in pairwise(nodes):
        cable = item.ObjectANCFCable2D(
            length=L / elements,
            massPerLength=MU,
            bendingStiffness=EI,
            axialStiffness=EA,
            nodeNumbers=list(ends),
        )
        weight = item.MarkerBodyMass(bodyNumber=system.AddObject(cable))
        load = item.LoadMassProportional(
            markerNumber=system.AddMarker(weight), loadVector=[0, -G, 0]
        )
        system.AddLoad(load)
    ground = item.MarkerNodeCoordinate(
        nodeNumber=system.AddNode(item.NodePointGround()), coordinate=0
    )
    ground = system.AddMarker(ground)
    for coordinate in (0, 1):
        held = item.MarkerNodeCoordinate(nodeNumber=nodes[0], coordinate=coordinate)
        pair = [ground, system.AddMarker(held)]
        system.AddObject(item.ObjectConnectorCoordinate(markerNumbers=pair))
    system.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = round(end / step)
    settings.timeIntegration.endTime = end
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.9
    settings.timeIntegration.newton.useModifiedNewton = True
    settings.solution.file.write = False
    assert system.SolveDynamic(settings)
    return np.array(system.GetNodeOutput(nodes[-1], exu.OutputVariableType.Position)[:2])


def test_a_flexible_pendulum_swings_as_a_cable():
    coarse, fine, finer = (segments_tip(count) for count in (10, 20, 40))
    # of second order at both times: what is left can be taken off
    np.testing.assert_allclose(np.linalg.norm(coarse - fine) / np.linalg.norm(fine - finer), 4, 0.1)
    limit = finer + (finer - fine) / 3
    cables = [
        np.array([cable_tip(elements, 5e-4, float(end)) for end in TIMES]) for elements in (8, 16)
    ]
    # the cable is of fourth order, so of its last change a fifteenth is left: 3e-5 of its length
    own = np.abs(cables[1] - cables[0]).max() / 15
    assert own < 4e-5 * L
    np.testing.assert_allclose(limit, cables[1], rtol=0, atol=1.5 * own)
    # the error of 20 segments: 1.3e-4 of the length, of 40 a quarter
    assert np.abs(fine - cables[1]).max() < 1.5e-4 * L
    assert np.abs(finer - cables[1]).max() < 4e-5 * L + 1.5 * own

"""The lattice in the march against the one in plain numpy, panel by panel."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.aero.vortex_lattice import VortexLattice
from tests.wings.surfaces import corners

CHORD, SPAN, SPEED = 0.4, 0.5, 8.0


def flapping(mirror="y", **wing):
    """Two bodies of a wing that follow a path: they twist, bend and drift."""
    sine = {"sine": {"amplitude": 0.1, "frequency": 3.0}}
    twist = {"sine": {"amplitude": 0.15, "frequency": 2.0, "phase": 1.0}}
    joint = {"universal": ["x", "y"]}
    body = {"mass": 1.0, "inertia": [0.1, 0.1, 0.1]}
    return pl.Robot(
        name="flapping",
        water={"density": 1.3, "current": [SPEED, 0, "0.5*sin(4*t) + 0.7"]},
        bodies={
            "inner": {"joint": joint, "at": {"rpy": [0, 0, "90 deg"]}, **body},
            "outer": {"parent": "inner", "joint": joint, "at": [SPAN, 0, 0], **body},
        },
        actuators={
            "a": {"motion": {"joint": "inner", "dof": "1", "input": twist}},
            "b": {"motion": {"joint": "inner", "dof": "2", "input": sine}},
            "c": {"motion": {"joint": "outer", "dof": "1", "input": sine}},
            "d": {"motion": {"joint": "outer", "dof": "2", "input": twist}},
        },
        wings={
            "w": {
                "bodies": ["inner", "outer"],
                "span": [SPAN, 0.7 * SPAN],
                "chord": CHORD,
                "elastic_axis": 0.3,
                "panels": {"chord": 3, "span": 2},
                "wake": 2,
                "mirror": mirror,
                "circulation": True,
                **wing,
            }
        },
    )


@pytest.mark.parametrize("mirror", ["none", "y"])
def test_every_panel_is_that_of_the_plain_lattice(mirror):
    """Circulation, force and moment of a bending wing whose wake is cut, to rounding."""
    robot = flapping(mirror)
    wing, dt, steps = robot.wings["w"], CHORD / 3 / np.hypot(SPEED, 0.7), 12
    run = pl.simulate(robot, duration=(steps + 0.5) * dt, every=dt / 2)
    assert run.outcome.finished
    lattice = None
    for n in range(steps):
        t = n * dt
        flow = (SPEED, 0, 0.5 * np.sin(4 * t) + 0.7)
        if lattice is None:
            axis = None if mirror == "none" else mirror
            # rows of rings: 6, whatever the speed
            lattice = VortexLattice(flow, 1.0, density=1.3, mirror=axis)
        lattice.flow, lattice.wake_length = np.array(flow), 5.5 * dt * np.hypot(*flow[::2])
        lattice._drifted = dt * np.hypot(*flow[::2]) * np.arange(1, len(lattice._drifted) + 1)
        places, motion = corners(run, wing, 2 * n, mirror == "y")
        loads = lattice.step(places, dt if n else 1e300, motion)
        kept = run.arrays["circulation"][2 * n + 1]
        np.testing.assert_allclose(kept, loads.circulation.ravel(), rtol=0, atol=1e-11)
        force, moment = (run.arrays[f"wing_{name}"][2 * n, 0] for name in ("force", "moment"))
        np.testing.assert_allclose(force, loads.force, rtol=0, atol=1e-9)
        np.testing.assert_allclose(moment, loads.moment(), rtol=0, atol=1e-9)
    assert len(lattice.shed) == 6

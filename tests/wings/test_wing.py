"""The built-in wing: what dies away, what grows, and how."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from tests.wings.coupled_matrix import eigenvalues

SMALL = 0.01  # degrees of incidence, so that all stays linear


def twist(scenario, duration=0.5, incidence=SMALL, set=None, **words):
    """Of the tip, over the incidence, 1 ms apart."""
    small = {"parameters.alpha": f"{incidence} deg", **(set or {})}
    run = pl.simulate("wing", scenario, duration=duration, set=small, **words)
    assert run.outcome.finished
    return run.arrays["q"][:, 0::2].sum(axis=1) / np.radians(incidence)


def swing(values):
    return float(np.ptp(values))


@pytest.mark.parametrize("scenario", ["60", "60-physical", "100-physical"])
def test_it_comes_to_rest(scenario):
    found = twist(scenario)
    assert swing(found[-100:]) < 0.1 * swing(found[:100])


def test_with_the_springs_of_the_paper_it_flutters_at_100_m_s():
    """A growing oscillation; it swings through zero, so it is not divergence."""
    found = twist("100")
    assert swing(found[-100:]) > 20 * swing(found[:100])
    late = found[-120:]
    turns = np.flatnonzero(np.diff(np.sign(np.diff(late))))
    assert len(turns) >= 3
    assert late.max() > 0 > late.min()
    # twice in a period of 59 ms
    assert np.diff(turns).mean() == pytest.approx(29.6, abs=1.0)


def test_it_grows_as_the_linearised_system_does():
    """Differences of the late twist follow the two leading eigenvalues of an air step's matrix."""
    short = {"wings.plate.wake": 4}  # fewer circulations to remember
    robot = pl.load("wing").resolved("100").with_values({**short, "parameters.alpha": 0})
    first, second, *rest = eigenvalues(robot)
    assert first == pytest.approx(np.conj(second))
    assert first.real > 5
    assert max(root.real for root in rest) < 0
    late = np.diff(twist("100", 0.4, incidence=1e-4, rtol=1e-8, set=short)[250:])
    a, b = np.linalg.lstsq(np.stack([late[1:-1], late[:-2]], axis=1), late[2:], rcond=None)[0]
    march = np.log(np.roots([1, -a, -b]).astype(complex)[0]) / 1e-3
    assert abs(march.imag) == pytest.approx(abs(first.imag), rel=0.002)
    assert march.real == pytest.approx(first.real, rel=0.01)


def test_the_shape_at_rest_is_that_of_a_steady_lattice():
    """Springs and steady loads of the shape found agree: the wake has filled, nothing moves."""
    from pelagos.aero.vortex_lattice import steady
    from tests.wings.surfaces import corners

    damped = {f"bodies.link{k}.joint.damping": [1.0, 1.0] for k in range(1, 5)}
    run = pl.simulate("wing", "60", duration=0.6, set=damped)
    robot, wing = run.robot, run.robot.wings["plate"]
    places, motion = corners(run, wing, -1)
    assert np.abs(motion).max() < 1e-4
    a = robot.parameters["alpha"]
    flow = 60 * np.array([np.cos(a), 0, np.sin(a)])
    wanted = steady(places, flow, 1.225, "y", wake_length=10 * wing.chord)
    np.testing.assert_allclose(run.arrays["wing_force"][-1, 0, 2], wanted.force[2], rtol=2e-4)
    # about the root: what the springs there hold
    torsion, bending = run.arrays["q"][-1, :2]
    stiffness = robot.bodies["link1"].joint.stiffness
    moment = wanted.moment()
    assert stiffness[0] * torsion == pytest.approx(moment[1], rel=2e-3)
    assert stiffness[1] * -bending == pytest.approx(moment[0], rel=2e-3)

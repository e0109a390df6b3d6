"""The rover on its own drives and tanks: under water, at the surface, and up a beach."""

from __future__ import annotations

import math

import numpy as np
import pytest

import pelagos as pl

G = 9.81


@pytest.fixture(scope="module")
def run():
    return pl.simulate("maarco-amphibious", "ashore")


def outputs(run, name, other=1.0):
    """Of both drives; those along the axis have the other sign on drive 5, which points aft."""
    one, two = (run.header.outputs.index(f"helix{drive}.{name}") for drive in (2, 5))
    return run.arrays["outputs"][:, one] + other * run.arrays["outputs"][:, two]


def at(run, time):
    return int(np.searchsorted(run.arrays["time"], time))


def dry_mass(robot):
    return sum(body.mass for name, body in robot.bodies.items() if name != "sand")


def test_it_dives_comes_up_and_goes_ashore(run):
    place, load = run.arrays["position"][:, 0], outputs(run, "load")
    still = place[0, 2]
    assert place[at(run, 3), 2] == pytest.approx(still, abs=2e-3)  # afloat where it starts
    assert place[: at(run, 24), 2].min() < -0.5
    assert load[: at(run, 34)].max() == 0.0  # it comes up in free water
    assert place[at(run, 32), 2] == pytest.approx(still, abs=0.03)
    assert place[-1, 0] == pytest.approx(2.0, abs=0.02)
    assert run.arrays["state"][-1, run.header.states.index("tank2.fill")] < 1e-8
    # it stays on its heading, by two drives that turn against each other
    assert np.abs(place[:, 1]).max() < 1e-6


def test_ashore_the_beach_carries_it(run):
    """Weight by load and traction, and the slip that this traction takes, while it climbs."""
    robot, now = run.robot, at(run, 37.5)
    slope, weight = robot.parameters["beach"], G * dry_mass(robot)
    load, pull = outputs(run, "load")[now], outputs(run, "traction", -1.0)[now]
    assert load == pytest.approx(weight * math.cos(slope), rel=2e-3)
    assert pull == pytest.approx(weight * (math.sin(slope) + 0.05 * math.cos(slope)), rel=1e-2)
    slip = -0.2 * math.log(1.0 - pull / load / 0.6)
    turn = robot.parameters["pitch"] / (2 * math.pi)
    advance = turn * run.arrays["u"][now, robot.speeds.index("drive2")]
    speed = np.linalg.norm(run.arrays["velocity"][now, 0])
    assert speed == pytest.approx(advance * (1.0 - slip), rel=1e-2)
    assert outputs(run, "thrust", -1.0)[now] == 0.0


def test_energy_is_balanced_through_it_all(run):
    energy = run.arrays["kinetic_energy"] + run.arrays["potential_energy"]
    assert np.abs(energy - energy[0] - run.arrays["work"]).max() < 1e-5


def test_half_full_it_weighs_what_it_displaces(run):
    robot = run.robot
    displaced = robot.water.density * sum(body.volume for body in robot.bodies.values())
    water = robot.water.density * robot.parameters["V_tank"]  # two tanks, half of each
    assert dry_mass(robot) + water == pytest.approx(displaced, rel=1e-12)

"""The robots that come with the package: complete, sourced, and physically what they claim."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from importlib import resources

import numpy as np
import pytest

from pelagos import model

NAMES = model.builtin_names()


def test_all_are_there():
    assert set(NAMES) >= {"pendulum", "double-pendulum", "chain20", "free-body", "cart-pole"}


@pytest.mark.parametrize("name", NAMES)
def test_every_robot_is_complete(name):
    robot = model.load(name)
    assert robot.scenarios
    assert robot.description
    assert all(scenario.description for scenario in robot.scenarios.values())
    for scenario in (None, *robot.scenarios):
        q, u = robot.initial_state(scenario)
        assert np.isfinite([*q, *u]).all()
    assert model.Robot(**robot.to_dict()) == robot


@pytest.mark.parametrize("name", NAMES)
def test_numbers_have_sources(name):
    """Bodies say where their numbers come from, parameters do so in a remark."""
    text = (resources.files("pelagos") / "robots" / f"{name}.yaml").read_text()
    assert re.search(r"^ +source: ", text, re.MULTILINE)
    block = re.search(r"^parameters:\n((?:  .*\n)+)", text, re.MULTILINE)
    for line in block[1].splitlines() if block else []:
        if not line.lstrip().startswith("#"):
            assert re.search(r"assumption|follows|\(\d{4}\)", line), line


def test_chain20_hangs_by_alternating_axes_without_losses():
    robot = model.load("chain20")
    assert len(robot.bodies) == 20
    axes = [robot.bodies[name].joint.axes[0] for name in robot.order]
    assert axes == [(1, 0, 0), (0, 1, 0)] * 10
    assert not robot.actuators
    for body in robot.bodies.values():
        assert body.com == pytest.approx((0, 0, -0.05))
        assert not any((*body.joint.damping, *body.joint.coulomb))
    assert (robot.initial_state()[0] != 0).all()
    assert robot.initial_state("whip")[0][0] == pytest.approx(math.radians(18))


def test_free_body_spins_about_its_middle_axis():
    robot = model.load("free-body")
    assert robot.gravity == (0, 0, 0)
    x, y, z = np.diag(robot.bodies["box"].inertia)
    assert x < y < z
    spin = robot.initial_state()[1][3:]
    assert abs(spin[1]) > 100 * max(abs(spin[0]), abs(spin[2])) > 0


def test_cart_pole_feedback_is_stable():
    """Linearised about upright, the closed loop of the scenario `balance` decays."""
    robot = model.load("cart-pole")
    pole, cart = robot.bodies["pole"], robot.bodies["cart"]
    m, h, g = pole.mass, pole.com[2], -robot.gravity[2]
    mass = np.array([[cart.mass + m, m * h], [m * h, m * h * h + pole.inertia[1][1]]])
    gravity = np.array([[0, 0], [0, m * g * h]])
    text = robot.scenarios["balance"].inputs["drive"].expression
    terms = {label: float(k) for k, label in re.findall(r"([\d.]+)\*([qu]\[\w+\])", text)}
    position = np.array([[terms["q[cart]"], terms["q[pole]"]], [0, 0]])
    rate = np.array([[terms["u[cart]"], terms["u[pole]"]], [0, 0]])
    A = np.block(
        [
            [np.zeros((2, 2)), np.eye(2)],
            [np.linalg.solve(mass, gravity + position), np.linalg.solve(mass, rate)],
        ]
    )
    assert np.linalg.eigvals(A).real.max() < -0.5


def test_importing_the_model_is_light():
    code = (
        "import sys, pelagos.model as m; m.load('chain20').initial_state();"
        "heavy = {'scipy', 'trimesh', 'numba', 'h5py', 'xarray', 'matplotlib'} & set(sys.modules);"
        "sys.exit(repr(heavy) if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr

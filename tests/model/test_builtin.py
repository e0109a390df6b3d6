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
from pelagos.model import Initial
from pelagos.model.start import Start

NAMES = model.builtin_names()


def test_all_are_there():
    assert set(NAMES) >= {"pendulum", "double-pendulum", "chain20", "free-body", "cart-pole"}
    assert set(NAMES) >= {"four-bar", "parallelogram", "slider-crank", "closed-chain6"}
    assert set(NAMES) >= {"maarco", "maarco-corrected", "remus100", "rov-arm", "ellipsoid"}
    assert set(NAMES) >= {"sphere-in-water", "wet-double-pendulum"}


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


# --- closed loops


def errors(robot, moved=None):
    """Position, then turn, of each constraint's second frame in its first one, at the start."""
    initial = {**robot.initial, **(moved or {})}
    start = Start(robot.bodies, initial, robot.actuators, robot.parameters)
    found = []
    for constraint in robot.constraints.values():
        (a, b), ((R_a, p_a), (R_b, p_b)) = constraint.bodies, constraint.frames
        axes = start.pose(a)[0] @ R_a
        arm = axes.T @ (start.point(b, p_b) - start.point(a, p_a))
        R = axes.T @ start.pose(b)[0] @ R_b
        turn = [R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]
        free = {"hinge": 5, "slider": 2}[constraint.kind]
        found += np.delete([*arm, *(0.5 * np.array(turn))], free).tolist()
    return np.array(found)


def slopes(robot):
    """Derivatives of the errors by the angles of the revolute joints, by differences."""
    names = [n for n in robot.order if robot.bodies[n].joint.kind == "revolute"]
    step, columns = 1e-6, []
    for name in names:
        angle = robot.initial[name].angle
        both = [errors(robot, {name: Initial(angle=angle + s)}) for s in (step, -step)]
        columns.append((both[0] - both[1]) / (2 * step))
    return names, np.array(columns).T


@pytest.mark.parametrize("name", ["four-bar", "parallelogram", "slider-crank", "closed-chain6"])
def test_loops_close_and_leave_one_way_to_move(name):
    robot = model.load(name)
    for scenario in (None, *robot.scenarios):
        resolved = robot.resolved(scenario)
        assert np.abs(errors(resolved)).max() < 1e-15
        names, jacobian = slopes(resolved)
        sizes = np.linalg.svd(jacobian, compute_uv=False)
        assert (sizes > 1e-6).sum() == len(names) - 1  # redundant rows, one degree of freedom
        rates = np.array([(resolved.initial[n].rate or (0.0,))[0] for n in names])
        assert np.abs(jacobian @ rates).max() < 1e-8


def test_loops_close_for_other_sizes():
    for lengths in [{"start": 0.5}, {"rocker": 2}, {"crank": 0.3, "start": -2}]:
        values = {f"parameters.{name}": value for name, value in lengths.items()}
        assert np.abs(errors(model.load("four-bar").with_values(values))).max() < 2e-15
    for fold in (0.1, 1, 2):
        ring = model.load("closed-chain6").with_values({"parameters.a": fold})
        assert np.abs(errors(ring)).max() < 2e-15


def test_four_bar_is_drawn_with_an_upright_crank_and_a_level_coupler():
    q = dict(
        zip(("crank", "coupler", "rocker"), model.load("four-bar").initial_state()[0], strict=True)
    )
    assert q["crank"] == math.pi / 2
    assert abs(math.degrees(q["crank"] + q["coupler"])) < 0.002
    assert math.degrees(q["rocker"]) == pytest.approx(73.3, abs=0.01)


# --- in water


def start_of(robot):
    return Start(robot.bodies, robot.initial, robot.actuators, robot.parameters)


@pytest.mark.parametrize("name", ["maarco", "maarco-corrected"])
def test_maarco_stands_as_in_appendix_b(name):
    robot = model.load(name)
    b, l = 0.1651, 0.254
    wanted = {"chassis": (0, 0, 0), "link1": (-b, l / 2, 0), "drive2": (0, l, 0)}
    wanted |= {"link3": (b, l / 2, 0), "link6": (b, -l / 2, 0), "drive5": (0, -l, 0)}
    wanted |= {"link4": (-b, -l / 2, 0), "slider_x": (0, 0, 0), "slider_y": (0, 0, 0)}
    assert set(robot.bodies) == set(wanted)
    start = start_of(robot)
    for body, place in wanted.items():
        assert start.point(body, np.array(robot.bodies[body].com)) == pytest.approx(
            place, abs=1e-12
        )
    # hinges at another angle: l (sin j - cos k) and l (-sin j - cos k)
    lower = start_of(robot.with_values({"parameters.theta": 0.5}))
    for body, side in (("drive2", 1), ("drive5", -1)):
        place = (0, side * l * math.sin(0.5), -l * math.cos(0.5))
        assert lower.pose(body)[1] == pytest.approx(place, abs=1e-12)
    # thrust points ahead on both sides
    for actuator in ("thrust2", "thrust5"):
        law = robot.actuators[actuator].law
        assert start.pose(law.body)[0] @ law.direction == pytest.approx((1, 0, 0), abs=1e-12)
    assert start_of(robot.resolved("pitch-slider")).pose("slider_x")[1][0] == pytest.approx(-0.0762)


@pytest.mark.parametrize("name", ["maarco", "maarco-corrected"])
def test_maarco_has_the_masses_of_the_document(name):
    robot = model.load(name)
    masses = {body: robot.bodies[body].mass for body in ("chassis", "link1", "drive2", "slider_x")}
    assert masses == pytest.approx(
        {"chassis": 4.70422, "link1": 0.032118, "drive2": 1.00369, "slider_x": 0.5}, rel=1e-5
    )
    for body, part in robot.bodies.items():
        if not body.startswith("slider"):
            assert part.mass == pytest.approx(998.2 * part.volume, rel=1e-14)
            assert part.cob == part.com


def test_maarco_reads_r_as_printed_and_corrected():
    printed, corrected = model.load("maarco").bodies, model.load("maarco-corrected").bodies
    for body in ("link1", "drive5"):
        one, other = printed[body], corrected[body]
        assert 4 * np.array(one.added_mass) == pytest.approx(np.array(other.added_mass))
        assert 2 * one.drag[0].normal_area == pytest.approx(other.drag[0].normal_area)
        assert (one.drag[0].form, other.drag[0].form) == ("inclined", "cross-flow")
        assert (one.added_mass_form, other.added_mass_form) == ("acceleration", "kirchhoff")
        assert np.diag(other.added_mass)[2] == pytest.approx(other.mass)
    assert printed["chassis"].added_mass == corrected["chassis"].added_mass


def test_cross_terms_of_prestero_follow_from_the_added_mass():
    """His tables C.6 and C.8 list them: what Kirchhoff's equations make of table C.5."""
    added = np.array(model.load("remus100").bodies["hull"].added_mass)

    def force(**speeds):
        motion = np.array([speeds.get(name, 0.0) for name in "uvwpqr"])
        v, w = motion[:3], motion[3:]
        p, h = (added @ motion)[:3], (added @ motion)[3:]
        return -np.concatenate([np.cross(w, p), np.cross(w, h) + np.cross(v, p)])

    def product(row, one, other):
        parts = force(**{one: 1.0, other: 1.0}) - force(**{one: 1.0}) - force(**{other: 1.0})
        return parts["XYZKMN".index(row)]

    for row, one, other, value in [
        ("X", "w", "q", -35.5), ("X", "v", "r", 35.5), ("Y", "u", "r", -0.93),
        ("Y", "w", "p", 35.5), ("Y", "p", "q", 1.93), ("Z", "u", "q", 0.93),
        ("Z", "v", "p", -35.5), ("Z", "r", "p", 1.93),
        ("M", "u", "q", 1.93), ("M", "u", "w", 34.57), ("M", "v", "p", -1.93),
        ("N", "u", "v", -34.57), ("N", "u", "r", 1.93), ("N", "w", "p", -1.93),
    ]:  # fmt: skip
        assert product(row, one, other) == pytest.approx(value), (row, one, other)


def test_the_ellipsoid_moves_as_potential_flow_says():
    hull = model.load("ellipsoid").bodies["hull"]
    assert 1 / (hull.mass + hull.added_mass[1][1]) == pytest.approx(0.02521, abs=5e-6)
    assert -9.81 * hull.mass / (hull.mass + hull.added_mass[2][2]) == pytest.approx(
        -5.179, abs=5e-4
    )


def test_importing_the_model_is_light():
    code = (
        "import sys, pelagos.model as m; m.load('chain20').initial_state();"
        "heavy = {'scipy', 'trimesh', 'numba', 'h5py', 'xarray', 'matplotlib'} & set(sys.modules);"
        "sys.exit(repr(heavy) if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr

"""The free surface: what floats on it, and what must stay below."""

from __future__ import annotations

import math

import numpy as np
import pytest

import pelagos as pl
from tests.twins import rates

RHO, G = 1000.0, 9.81
TIGHT = {"rtol": 1e-11, "atol": 1e-13}


def floater(shape, mass, water=None, **words):
    body = {
        "joint": "free", "shape": shape, "mass": mass, "drag": False, "added_mass": False,
        "buoyancy": "floating",
    } | words  # fmt: skip
    return pl.Robot(
        name="floater", bodies={"buoy": body}, water={"density": RHO} | (water or {}), duration=5.0
    )


def heave(robot, z):
    """Vertical acceleration at rest with the origin at height z."""
    q, u = robot.initial_state()
    q[2] = z
    return pl.acceleration(robot, q, u)[2]


SPHERE, RADIUS = {"sphere": 0.5}, 0.5
CYLINDER = {"cylinder": {"radius": 0.3, "length": 1.2, "along": "z"}}
BOX = {"box": [1.0, 0.6, 0.4]}
AREAS = {"cylinder": math.pi * 0.09, "box": 0.6}
LENGTHS = {"cylinder": 1.2, "box": 0.4}


def test_a_half_immersed_sphere_weighs_half_its_water():
    robot = floater(SPHERE, 0.5 * RHO * 4 / 3 * math.pi * RADIUS**3)
    assert abs(heave(robot, 0.0)) < 1e-13
    assert heave(robot, -2.0) == pytest.approx(G, rel=1e-13)  # all of it immersed


@pytest.mark.parametrize("h", [0.1, 0.4, 0.7, 0.95])
def test_the_cap_of_a_sphere(h):
    """Against the integral of its sections."""
    robot = floater(SPHERE, 100.0)
    z = np.linspace(0.0, h, 20001)
    volume = np.trapezoid(math.pi * (2 * RADIUS * z - z * z), z)
    assert heave(robot, RADIUS - h) == pytest.approx(RHO * G * volume / 100.0 - G, rel=1e-7)


@pytest.mark.parametrize("shape", [CYLINDER, BOX])
def test_draught_and_period_of_heave(shape):
    kind = next(iter(shape))
    area, length = AREAS[kind], LENGTHS[kind]
    added = 30.0
    mass = 0.6 * RHO * area * length
    words = {"added_mass": [0, 0, added, 0, 0, 0], "water": {"surface": 2.0}}
    robot = floater(shape, mass, **words)
    level = 2.0 + 0.5 * length - 0.6 * length  # of the centre, at rest
    assert abs(heave(robot, level)) < 1e-12
    omega = math.sqrt(RHO * G * area / (mass + added))
    start = robot.to_dict() | {"initial": {"buoy": {"position": [0, 0, level + 0.01]}}}
    period = 2 * math.pi / omega
    run = pl.simulate(pl.Robot(**start), duration=period, every=period / 4, **TIGHT)
    expected = level + 0.01 * np.array([1.0, 0.0, -1.0, 0.0, 1.0])
    np.testing.assert_allclose(run.arrays["position"][:, 0, 2], expected, atol=1e-9)


@pytest.mark.parametrize("shape", [CYLINDER, BOX])
def test_metacentric_height(shape):
    """The moment of a small heel is rho g V (BM - BG), with BM = I / V."""
    kind = next(iter(shape))
    area, length = AREAS[kind], LENGTHS[kind]
    second = math.pi * 0.3**4 / 4 if kind == "cylinder" else 1.0 * 0.6**3 / 12
    draught = 0.5 * length
    mass = RHO * area * draught
    robot = floater(shape, mass)
    q, u = robot.initial_state()
    heel = 1e-5
    q[3:7] = [math.cos(heel / 2), math.sin(heel / 2), 0.0, 0.0]
    moment = pl.acceleration(robot, q, u)[3] * robot.bodies["buoy"].inertia[0][0]
    rise = second / (area * draught) - (0.0 - (-draught / 2))
    assert moment == pytest.approx(-mass * G * rise * heel, rel=1e-7)


@pytest.mark.parametrize("shape", [SPHERE, CYLINDER, BOX])
@pytest.mark.parametrize("upside_down", [False, True])
def test_the_wrench_against_the_columns_of_water(shape, upside_down):
    """Volume and first moments of what is immersed, cut into 160^3 cells."""
    kind = next(iter(shape))
    robot = floater(shape, 100.0, inertia=[10.0, 10.0, 10.0])
    q, u = robot.initial_state()
    turn = [0.0, 1.0, 0.35, 0.05] if upside_down else [1.0, 0.08, -0.06, 0.35]
    q[:3], q[3:7] = [0.2, -0.1, 0.03], turn / np.linalg.norm(turn)
    half = np.array(
        {"sphere": [0.5] * 3, "cylinder": [0.3, 0.3, 0.6], "box": [0.5, 0.3, 0.2]}[kind]
    )
    steps = [np.linspace(-h, h, 161)[:-1] + h / 160 for h in half]
    cells = np.stack(np.meshgrid(*steps, indexing="ij"), axis=-1).reshape(-1, 3)
    inside = {
        "sphere": np.linalg.norm(cells, axis=1) < RADIUS,
        "cylinder": np.hypot(cells[:, 0], cells[:, 1]) < 0.3,
        "box": np.ones(len(cells), dtype=bool),
    }[kind]
    w, x, y, z = q[3:7]
    up = np.array([2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)])
    wet = inside & (cells @ up + q[2] < 0.0)
    cell = np.prod(half / 80)
    volume, first = wet.sum() * cell, cells[wet].sum(axis=0) * cell
    udot = pl.acceleration(robot, q, u)
    force = 100.0 * udot[:3] + 100.0 * G * up
    np.testing.assert_allclose(force, RHO * G * volume * up, atol=2e-3 * RHO * G * volume)
    moment = RHO * G * np.cross(first, up)
    np.testing.assert_allclose(10.0 * udot[3:], moment, atol=5e-4 * RHO * G * volume)


def test_power_of_flotation_is_booked():
    """Energy and work balance in a run that heaves and rolls."""
    words = floater(BOX, 120.0).to_dict() | {
        "initial": {"buoy": {"rpy": [0.1, 0.05, 0.0], "position": [0, 0, 0.02]}}
    }
    run = pl.simulate(pl.Robot(**words), duration=3.0, rtol=1e-10)
    assert run.outcome.finished
    assert run.audit().energy_error < 1e-6 * run.arrays["kinetic_energy"].max()
    assert np.ptp(run.arrays["position"][:, 0, 2]) > 0.03


@pytest.mark.parametrize("method", ["kane", "moving-frame", "udwadia-kalaba"])
def test_all_methods_float(method):
    robot = floater(BOX, 120.0)
    q, u = robot.initial_state()
    q[3:7] = np.array([1.0, 0.1, 0.05, 0.3]) / np.linalg.norm([1.0, 0.1, 0.05, 0.3])
    base = pl.acceleration(robot, q, u)
    found = pl.acceleration(robot, q, u, method=method)
    np.testing.assert_allclose(found, base, atol=1e-12 * np.abs(base).max())
    assert np.isfinite(rates(robot, q, u)[2])


def rising(surface=True):
    """A light ball 1 m below the surface."""
    ball = {"joint": "free", "shape": {"sphere": 0.1}, "density": 500.0}
    water = {"density": RHO} | ({"surface": 0.0} if surface else {})
    initial = {"ball": {"position": [0, 0, -1.0]}}
    return pl.Robot(name="light", bodies={"ball": ball}, water=water, initial=initial, duration=3.0)


def test_a_run_ends_when_a_body_leaves_the_water():
    run = pl.simulate(rising(), every=0.01)
    assert run.outcome.code == "left-water"
    assert "ball" in run.outcome.message
    assert "floating" in run.outcome.message
    assert run.outcome.time == run.arrays["time"][-1] < 3.0
    heights = run.arrays["position"][:, 0, 2]
    assert heights[-2] <= -0.1 < heights[-1]


def test_waves_hold_below_their_surface_only():
    """Above it the velocities of linear waves grow without bound."""
    words = rising(surface=False).to_dict()
    words["water"]["waves"] = [{"amplitude": 0.1, "period": 4.0}]
    run = pl.simulate(pl.Robot(**words))
    assert run.outcome.code == "left-water"
    assert "mean level" in run.outcome.message
    words["initial"]["ball"]["position"] = [0, 0, 2.0]
    with pytest.raises(pl.PelagosError, match=r"2\.1 m above the surface"):
        pl.simulate(pl.Robot(**words))


def test_without_a_surface_the_water_has_no_end():
    run = pl.simulate(rising(surface=False))
    assert run.outcome.finished
    assert run.arrays["position"][-1, 0, 2] > 1.0


def test_runs_of_a_batch_end_by_themselves():
    depths = [-1.0, -50.0]
    q, u = rising().initial_state()
    starts = np.tile(q, (2, 1))
    starts[:, 2] = depths
    batch = pl.simulate_batch(rising(), initial=(starts, np.tile(u, (2, 1))), every=0.01)
    assert [outcome.code for outcome in batch.outcomes] == ["left-water", "finished"]
    single = pl.simulate(rising(), every=0.01)
    done = len(single.arrays["time"])
    assert np.array_equal(batch.arrays["q"][0, :done], single.arrays["q"])
    assert np.isnan(batch.arrays["q"][0, done:]).all()


def test_a_controlled_run_ends_there_too():
    plain = pl.simulate(rising(), every=0.01)
    run = pl.simulate(rising(), every=0.01, controller=lambda t, seen: {}, rate=20)
    assert run.outcome.code == "left-water"
    assert run.outcome.time == plain.outcome.time == run.arrays["time"][-1]
    assert run.outcome.message == plain.outcome.message


def test_a_session_stands_where_the_body_left_the_water():
    session = pl.Session(rising())
    with pytest.raises(pl.PelagosError, match=r"left-water.*ball"):
        session.advance(3.0)
    assert session.observe()["position"][0, 2] > -0.1
    q, u = rising().initial_state()
    session.set_state(q, u)
    session.advance(session.time + 0.1)
    assert session.observe()["position"][0, 2] < -0.1


@pytest.mark.parametrize("begin", [pl.simulate, pl.Session])
def test_a_start_above_the_surface_is_refused(begin):
    words = rising().to_dict() | {"initial": {"ball": {"position": [0, 0, 0.05]}}}
    with pytest.raises(pl.PelagosError, match=r"ball reaches 0\.15 m above the surface"):
        begin(pl.Robot(**words))


def test_a_floating_body_that_leaves_its_waterline_ends_the_run():
    words = floater(BOX, 120.0).to_dict() | {
        "initial": {"buoy": {"position": [0, 0, 0.1], "velocity": [0, 0, 3.0]}}
    }
    run = pl.simulate(pl.Robot(**words), every=0.01)
    assert run.outcome.code == "left-water"
    assert "waterline" in run.outcome.message


def test_what_cannot_float_is_refused():
    with pytest.raises(pl.ModelError, match="cannot float"):
        floater({"ellipsoid": [0.3, 0.2, 0.1]}, 1.0)
    with pytest.raises(pl.ModelError, match="not be level"):
        floater(BOX, 120.0, water={"waves": [{"amplitude": 0.1, "period": 4.0}]})
    with pytest.raises(pl.ModelError, match="draught"):
        floater(BOX, 120.0, buoyancy={"floating": True, "volume": 1.0})

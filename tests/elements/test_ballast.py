"""Ballast tanks and bladders: closed forms of variable mass, books, all formulations, refusals."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
import yaml
from scipy.integrate import solve_ivp

import pelagos as pl
from pelagos.elements.actuator.ballast import Piston, Store
from pelagos.errors import ModelError
from pelagos.mathematics.algebra import Vec3
from pelagos.view import build

METHODS = ("newton-euler", "kane", "moving-frame", "udwadia-kalaba")
RHO, G = 1000.0, 9.81
TANK = {
    "body": "hull",
    "at": [0, 0, 0],
    "capacity": "8 litre",
    "fill_rate": 0.5e-3,
    "drain_rate": 0.5e-3,
}
SPACE = {  # neither water nor weight
    "name": "hull in space",
    "gravity": [0, 0, 0],
    "bodies": {"hull": {"mass": 12.0, "inertia": [0.3, 0.5, 0.6]}},
}
PISTON = {"axis": "x", "length": 0.4, "at": [0.1, 0.2, -0.3], "density": RHO}
FLOAT = {
    "name": "float",
    "water": {"density": RHO},
    "bodies": {
        "hull": {
            "shape": {"sphere": 0.2},
            "mass": 30.0,
            "inertia": [0.5, 0.5, 0.5],
            "drag": {"quadratic": [40, 40, 40, 1, 1, 1]},
        }
    },
}


def vehicle(words, **tank):
    return pl.Robot(**words, actuators={"tank": {"ballast": {**TANK, **tank}}})


def state(run, label):
    return run.arrays["state"][:, run.header.states.index(label)]


def energy_gap(run):
    """Of the balance of energy, relative to what was moved."""
    energy = run.arrays["kinetic_energy"] + run.arrays["potential_energy"]
    return np.abs(energy - energy[0] - run.arrays["work"]).max() / np.abs(energy).max()


def test_rocket_has_the_speed_of_tsiolkovsky():
    port = {"at": [0, 0, 0], "direction": "-x", "area": 1e-4}
    robot = vehicle(SPACE, density=RHO, initial=6e-3, command="flow", input=-4e-4, port=port)
    run = pl.simulate(robot, duration=10.0, rtol=1e-10)
    mass = 12.0 + RHO * state(run, "tank.fill")
    np.testing.assert_allclose(mass, 18.0 - 0.4 * run.arrays["time"], rtol=1e-12)
    expected = 4e-4 / 1e-4 * np.log(18.0 / mass)
    np.testing.assert_allclose(run.arrays["u"][:, 0], expected, atol=1e-8)
    assert energy_gap(run) < 1e-8


def test_water_that_is_taken_in_slows_down_as_a_drop_does():
    words = {**SPACE, "initial": {"hull": {"velocity": [3.0, 0, 0]}}}
    robot = vehicle(words, density=RHO, command="flow", input=4e-4)
    run = pl.simulate(robot, duration=10.0, rtol=1e-10)
    mass = 12.0 + 0.4 * run.arrays["time"]
    np.testing.assert_allclose(run.arrays["u"][:, 0], 36.0 / mass, rtol=1e-9)
    assert energy_gap(run) < 1e-8


def test_in_a_current_the_velocity_through_the_water_decays():
    dry = {"mass": 12.0, "inertia": [1, 1, 1]}
    words = {**SPACE, "water": {"density": RHO, "current": [0.5, 0, 0]}, "bodies": {"hull": dry}}
    run = pl.simulate(vehicle(words, command="flow", input=4e-4), duration=10.0, rtol=1e-10)
    mass = 12.0 + 0.4 * run.arrays["time"]
    np.testing.assert_allclose(run.arrays["u"][:, 0], 0.5 - 0.5 * 12.0 / mass, atol=1e-9)


def test_filling_in_still_surroundings_keeps_both_momenta():
    turning = {"velocity": [0.4, -0.3, 0.2], "angular_velocity": [0.8, -1.1, 0.5]}
    words = {**SPACE, "initial": {"hull": turning}}
    run = pl.simulate(vehicle(words, **PISTON, input=7e-3), duration=20.0, rtol=1e-11, atol=1e-13)
    assert state(run, "tank.fill")[-1] == pytest.approx(7e-3, rel=1e-3)
    for name in ("linear_momentum", "angular_momentum"):
        assert np.ptp(run.arrays[name], axis=0).max() < 1e-8, name
    assert energy_gap(run) < 1e-8


def test_what_goes_out_without_a_port_leaves_the_rest_as_it_was():
    """The velocity of the emptying hull is that of a rigid body of constant mass at its centre."""
    turning = {"velocity": [0.4, -0.3, 0.2], "angular_velocity": [0, 0, 1.5]}
    words = {**SPACE, "initial": {"hull": turning}}
    robot = vehicle(words, density=RHO, initial=6e-3, input=0.0)  # at the mass centre
    run = pl.simulate(robot, duration=8.0, rtol=1e-10)
    np.testing.assert_allclose(run.arrays["velocity"][:, 0], [[0.4, -0.3, 0.2]] * 501, atol=1e-8)
    np.testing.assert_allclose(run.arrays["angular_velocity"][:, 0, 2], 1.5, rtol=1e-9)
    assert energy_gap(run) < 1e-8


def test_float_against_an_equation_of_its_own():
    """Mass, added mass, drag and momentum of the water that comes in, integrated by scipy."""
    robot = vehicle(FLOAT, initial=1e-3, input=7e-3)
    run = pl.simulate(robot, duration=15.0, rtol=1e-10)
    displaced = RHO * 4.0 / 3.0 * math.pi * 0.2**3

    def rates(t, x):
        _, w, fill = x
        flow = min(7e-3 - fill, 0.5e-3)
        push = (displaced - 30.0 - RHO * fill) * G - 40.0 * abs(w) * w - RHO * flow * w
        return w, push / (30.0 + RHO * fill + displaced / 2.0), flow

    times = run.arrays["time"]
    own = solve_ivp(rates, (0, 15.0), [0, 0, 1e-3], t_eval=times, rtol=1e-10, atol=1e-13)
    np.testing.assert_allclose(run.arrays["position"][:, 0, 2], own.y[0], atol=1e-6)
    np.testing.assert_allclose(state(run, "tank.fill"), own.y[2], atol=1e-9)
    assert energy_gap(run) < 1e-7


@pytest.mark.parametrize("kind", ["tank", "bladder"])
def test_heave_settles_where_drag_carries_the_lift(kind):
    robot = vehicle(FLOAT, kind=kind, initial=1e-3, input=5e-3)
    run = pl.simulate(robot, duration=40.0, rtol=1e-9)
    displaced = RHO * 4.0 / 3.0 * math.pi * 0.2**3
    net = (displaced - 30.0 + (5.0 if kind == "bladder" else -5.0)) * G
    speed = math.copysign(math.sqrt(abs(net) / 40.0), net)
    assert run.arrays["u"][-1, 2] == pytest.approx(speed, rel=1e-6)
    lift, flow = run.arrays["outputs"][-1]
    assert lift == pytest.approx((5.0 if kind == "bladder" else -5.0) * G, rel=1e-6)
    assert flow == pytest.approx(0.0, abs=1e-12)
    assert run.header.outputs == ("tank.lift", "tank.flow")


def test_water_forward_pitches_a_glider_by_its_lever():
    """Weight 2 cm below the centre of buoyancy, and 2 kg of water 0.1 m ahead of it."""
    displaced = RHO * 4.0 / 3.0 * math.pi * 0.2**3
    hull = {**FLOAT["bodies"]["hull"], "mass": displaced - 2.0, "com": [0, 0, -0.02]}
    hull["drag"] = {"quadratic": [40, 40, 40, 1, 1, 1], "linear": [5, 5, 5, 1, 2, 1]}
    words = {**FLOAT, "bodies": {"hull": hull}}
    run = pl.simulate(vehicle(words, at=[0.1, 0, 0], input=2e-3), duration=120.0)
    nose_down = math.atan2(2.0 * 0.1, (displaced - 2.0) * 0.02)
    assert run.euler("hull")[-1, 1] == pytest.approx(nose_down, rel=1e-4)


def test_a_layer_on_the_face_is_the_slope_of_the_inertia():
    rod = Piston(Vec3(0.6, 0.0, -0.8), 0.02, 0.02 / math.pi)
    store = Store(Vec3(0.1, 0.2, -0.3), rod, 8e-3, RHO)
    volume, step = 4e-3, 1e-6
    ends = [np.array([*store.inertia(volume + sign * step)]) for sign in (-1, 1)]
    slope = (ends[1] - ends[0]) / (2 * step)
    np.testing.assert_allclose([*store.layer(volume)], slope, rtol=1e-7, atol=1e-6)
    full = store.inertia(volume)  # across: m (r^2 / 4 + h^2 / 12), and a parallel shift
    mass, centre, h = 4.0, np.array([0.1, 0.2, -0.3]) + 0.1 * np.array([0.6, 0, -0.8]), 0.2
    r2 = 0.02 / math.pi
    across = mass * (r2 / 4 + h * h / 12 + centre[0] ** 2 + centre[2] ** 2)
    assert full.J.yy == pytest.approx(across, rel=1e-12)


def test_all_formulations_agree():
    robot = vehicle(FLOAT, **{**PISTON, "initial": 3e-3, "input": 6e-3})
    rng = np.random.default_rng(5)
    q, u = np.array([0.1, 0.2, -3.0, 0.8, 0.2, -0.4, 0.4]), rng.normal(size=6)
    found = [pl.acceleration(robot, q, u, method=method) for method in METHODS]
    for other in found[1:]:
        np.testing.assert_allclose(other, found[0], rtol=1e-11, atol=1e-12)


def test_a_tank_above_the_surface_takes_in_no_water():
    hull = {**FLOAT["bodies"]["hull"], "mass": 20.0, "buoyancy": "floating"}
    words = {**FLOAT, "bodies": {"hull": hull}, "water": {"density": RHO, "surface": 0.0}}
    port = {"at": [0, 0, 0.19], "direction": "z", "area": 1e-4}
    high = pl.simulate(vehicle(words, port=port, initial=2e-3, input=6e-3), duration=3.0)
    np.testing.assert_allclose(state(high, "tank.fill"), 2e-3, rtol=1e-12)
    low = pl.simulate(vehicle(words, initial=2e-3, input=6e-3, at=[0, 0, -0.1]), duration=3.0)
    assert state(low, "tank.fill")[-1] > 3.4e-3


def test_contents_stay_within_the_tank():
    for told, end in ((1.0, 8e-3), (-1.0, 0.0)):
        robot = vehicle(FLOAT, command="flow", input=told, initial=4e-3)
        fill = state(pl.simulate(robot, duration=30.0), "tank.fill")
        assert fill.min() >= -1e-8
        assert fill.max() <= 8e-3 + 1e-8
        assert fill[-1] == pytest.approx(end, abs=1e-6)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"capacity": -1e-3}, "capacity"),
        ({"initial": 9e-3}, "more than the capacity"),
        ({"initial": -1e-3}, "below 0"),
        ({"axis": "x"}, "axis and length"),
        ({"fill_rate": 0.0}, "fill_rate"),
        ({"kind": "bladder", "port": {"at": [0, 0, 0], "direction": "x", "area": 1}}, "no port"),
        ({"body": "keel"}, "no such body"),
        ({"capacity": "3 kg"}, "capacity"),
        ({"density": 0.0}, "contents without mass do nothing"),
    ],
)
def test_bad_words_are_refused(words, said):
    with pytest.raises(ModelError, match=said):
        vehicle(FLOAT, **words)


def test_a_tank_needs_a_density_and_one_mass_centre():
    with pytest.raises(ModelError, match="density"):
        vehicle(SPACE)
    with pytest.raises(ModelError, match="a bladder displaces water, and there is none"):
        vehicle(SPACE, kind="bladder", density=1000.0)
    hull = {**FLOAT["bodies"]["hull"], "added_mass_form": "acceleration"}
    with pytest.raises(ModelError, match="mass centre"):
        vehicle({**FLOAT, "bodies": {"hull": hull}})


def test_the_profiling_float_parks_and_comes_back():
    robot = pl.load(Path(__file__).parents[2] / "examples/profiling_float.yaml")
    run = pl.simulate(robot, "profile")
    height, fill = run.arrays["position"][:, 0, 2], state(run, "engine.fill")
    time = run.arrays["time"]
    assert height[time <= 1500.0][-1] == pytest.approx(-60.0, abs=0.05)
    assert height[-1] == pytest.approx(-2.0, abs=0.05)
    assert fill[-1] == pytest.approx(0.2e-3, rel=1e-3)  # where it weighs what it displaces


def test_pictures_show_its_lift_along_up():
    run = pl.simulate(vehicle(FLOAT, input=3e-3), duration=1.0)
    (arrow,) = build([run]).actors[0].arrows
    assert (arrow.direction, arrow.in_world) == ([0.0, 0.0, 1.0], True)


def test_signals_may_read_the_contents(tmp_path):
    """A flow that is told by the contents: dV/dt = 0.05 (6e-3 - V), also inside of a module."""
    robot = vehicle(FLOAT, command="flow", input="0.05*(6e-3 - s[tank.fill])")
    run = pl.simulate(robot, duration=10.0, rtol=1e-9)
    expected = 6e-3 * (1.0 - np.exp(-0.05 * run.arrays["time"]))
    np.testing.assert_allclose(state(run, "tank.fill"), expected, rtol=1e-6, atol=1e-9)
    (tmp_path / "one.yaml").write_text(yaml.safe_dump({"pelagos": 1, **robot.to_dict()}))
    modules = {"a": {"file": "one.yaml"}, "b": {"file": "one.yaml", "at": [1, 0, 0]}}
    fleet = {"pelagos": 1, "name": "fleet", "water": FLOAT["water"], "modules": modules}
    (tmp_path / "fleet.yaml").write_text(yaml.safe_dump(fleet))
    both = pl.simulate(pl.load(tmp_path / "fleet.yaml"), duration=1.0)
    np.testing.assert_allclose(state(both, "b.tank.fill")[-1], 6e-3 * (1 - math.exp(-0.05)))

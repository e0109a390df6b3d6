"""Jets of thrusters: momentum by quadrature, closed forms on the axis, drag of an arm, refusals."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import quad

import pelagos as pl
from pelagos.elements.drag.strip import StripForce
from pelagos.elements.flow.jet import PropellerJet
from pelagos.elements.wake import _pieces
from pelagos.errors import ModelError, PelagosError
from pelagos.mathematics.algebra import Force, Motion, Vec3

METHODS = ("newton-euler", "kane", "moving-frame", "udwadia-kalaba")
DENSITY, THRUST, RADIUS = 1000.0, 30.0, 0.05
HULL = {"shape": {"sphere": 0.2}, "density": 1000.0, "drag": False}
ARM = {
    "parent": "hull",
    "joint": {"revolute": "y"},
    "at": [-0.6, 0, 0],
    "shape": {"cylinder": {"radius": 0.02, "length": 0.8, "along": "z"}},
    "density": 1000.0,
    "drag": {"strip": {"normal": 1.1}},
}
EXAMPLE = Path(__file__).parents[2] / "examples" / "wash_and_walls.yaml"
WAKE = {"thruster": "push", "reaches": ["arm"], "diameter": 2 * RADIUS}


def jet(speed=0.0, thrust=THRUST):
    return PropellerJet.of(
        Vec3(0.0, 0.0, 0.0), Vec3(-1.0, 0.0, 0.0), thrust, speed, RADIUS, DENSITY
    )


def robot(wake=WAKE, thrust=THRUST, **words):
    push = {"body": "hull", "direction": "x", "at": [-0.2, 0, 0.05], "command": "thrust"}
    base = {
        "name": "wash",
        "gravity": [0, 0, 0],
        "bodies": {"hull": HULL, "arm": ARM},
        "water": {"density": DENSITY},
        "actuators": {"push": {"thruster": {**push, "input": thrust}}},
        "wakes": {} if wake is None else {"wash": wake},
    }
    return pl.Robot(**(base | words))


@pytest.mark.parametrize("speed", [0.0, 0.7, 3.0])
def test_the_momentum_through_every_section_is_the_thrust(speed):
    behind = jet(speed)
    for x in (RADIUS, 0.2, 0.4, 0.6, 1.0, 5.0):

        def flux(r, x=x):
            u = behind.speed(x, r)
            return 2 * math.pi * r * DENSITY * (speed + u) * u

        ends = [0.0, *(RADIUS * k / 4 for k in range(1, 6)), 1.0, 8.0]
        pieces = zip(ends, ends[1:], strict=False)
        total = sum(quad(flux, a, b, limit=200)[0] for a, b in pieces)
        assert total == pytest.approx(THRUST, rel=1e-7)


def test_the_slipstream_is_that_of_an_actuator_disc():
    """T = rho A (V + w/2) w, half of w at the disc, and the area by continuity."""
    area = math.pi * RADIUS**2
    for speed in (0.0, 0.5, 2.0):
        behind = jet(speed)
        w = behind.slip
        assert DENSITY * area * (speed + w / 2) * w == pytest.approx(THRUST, rel=1e-13)
        assert math.pi * behind.square * (speed + w) == pytest.approx(area * (speed + w / 2))
    assert jet(-5.0).slip == jet(0.0).slip  # pushed back into its own jet
    assert jet(thrust=0.0).speed(1.0, 0.0) == 0.0


def test_the_axis_decays_as_measured():
    """Constant along the core of 6.2 diameters of the slipstream, then 6.2 w D / x."""
    behind = jet()
    diameter = 2 * math.sqrt(behind.square)
    assert diameter == pytest.approx(math.sqrt(2) * RADIUS, rel=1e-13)
    for x in (1.0, 3.0, 6.1):
        assert behind.speed(x * diameter, 0.0) == pytest.approx(behind.slip, rel=1e-12)
    for x in (6.3, 10.0, 60.0):
        found = behind.speed(x * diameter, 0.0) / behind.slip
        assert found == pytest.approx(1 / (2 * 0.081) / x, rel=1e-12)
        assert found == pytest.approx(6.2 / x, rel=0.005)
    # half of it where exp(-r^2 / 2 s^2) is
    half = 0.081 * 2.0 * math.sqrt(2 * math.log(2))
    assert behind.speed(2.0, half) == pytest.approx(behind.speed(2.0, 0.0) / 2, rel=1e-12)


def test_there_is_nothing_ahead_and_reverse_turns_it_round():
    ahead, behind = Vec3(-1.0, 0.02, 0.0), Vec3(1.0, 0.02, 0.0)
    assert [*jet().velocity(ahead)] == [0.0, 0.0, 0.0]
    forward, back = jet().velocity(behind), jet(thrust=-THRUST).velocity(ahead)
    np.testing.assert_allclose([*back], [-forward.x, 0.0, 0.0], rtol=1e-15)
    assert forward.x > 0.5


@pytest.mark.parametrize(("pieces", "near"), [(20, 0.02), (80, 0.002)])
def test_an_arm_in_the_jet_feels_its_drag(pieces, near):
    """The force and its moment about the joint, by quadrature over the length of the arm."""
    wet = robot({**WAKE, "pieces": pieces})
    run = pl.simulate(wet, duration=1e-6)
    slip, force = run.arrays["outputs"][0]
    behind = jet()

    def load(z):
        return 0.5 * DENSITY * 2 * 0.02 * 1.1 * behind.speed(0.4, abs(z - 0.05)) ** 2

    parts = [(-0.4, -0.05), (-0.05, 0.05), (0.05, 0.15), (0.15, 0.4)]
    expected = sum(quad(load, *part)[0] for part in parts)
    turning = sum(quad(lambda z: -z * load(z), *part)[0] for part in parts)
    assert slip == pytest.approx(behind.slip)
    assert force == pytest.approx(expected, rel=near)
    # what the generalised forces are without and with it: on the hull, and about the joint
    q, u = wet.initial_state()
    change = pl.bias_forces(robot(None), q, u) - pl.bias_forces(wet, q, u)
    assert change[0] == pytest.approx(-expected, rel=near)
    assert change[6] == pytest.approx(turning, rel=near)


def test_the_work_is_what_the_energy_gains():
    run = pl.simulate(robot(), duration=1.0, rtol=1e-9, atol=1e-11)
    energy = run.arrays["kinetic_energy"]
    np.testing.assert_allclose(energy - energy[0], run.arrays["work"], atol=1e-7)
    assert run.header.outputs == ("wash.speed", "wash.force")


@pytest.mark.parametrize("current", [[0, 0, 0], [0.3, 0.1, -0.2]])
def test_all_formulations_agree(current):
    system = robot(water={"density": DENSITY, "current": current})
    q, u = system.initial_state()
    q[7] = 0.3
    u = u + 0.3 * np.random.default_rng(1).normal(size=len(u))
    found = [pl.acceleration(system, q, u, method=method) for method in METHODS]
    for other in found[1:]:
        np.testing.assert_allclose(other, found[0], rtol=1e-10, atol=1e-10)


def test_without_thrust_no_bit_changes():
    still, none = robot(thrust=0.0), robot(None, thrust=0.0)
    q, u = still.initial_state()
    u = u + 0.3 * np.random.default_rng(1).normal(size=len(u))
    np.testing.assert_array_equal(pl.acceleration(still, q, u), pl.acceleration(none, q, u))


def test_a_ball_in_the_wash_is_pushed_by_its_drag():
    """A law at one point, of a body that is not part of the vehicle."""
    ball = {"shape": {"sphere": 0.03}, "density": 1000.0}
    push = {"body": "hull", "direction": "x", "command": "thrust", "input": 9.0}
    system = robot(
        {**WAKE, "reaches": ["ball"]},
        bodies={"hull": HULL, "ball": ball},
        initial={"ball": {"position": [-1.2, 0, 0]}},
        actuators={"push": {"thruster": push}},
    )
    q, u = system.initial_state()
    a = pl.acceleration(system, q, u)
    speed = jet(thrust=9.0).speed(1.2, 0.0)
    uniform = pl.Robot(
        name="tow",
        gravity=[0, 0, 0],
        bodies={"ball": ball},
        water={"density": DENSITY, "current": [-speed, 0, 0]},
    )
    alone = pl.acceleration(uniform, *uniform.initial_state())
    assert a[6] == pytest.approx(alone[0], rel=1e-12)
    assert a[6] < -0.1


def test_the_dry_part_of_a_body_feels_no_wash():
    """Of a ball that is half out of the water, half of the force on all of it is left."""
    found = []
    push = {"body": "hull", "direction": "x", "command": "thrust", "input": 20.0}
    for level in (0.05, 10.0):
        system = robot(
            {**WAKE, "reaches": ["ball"]},
            gravity=[0, 0, -9.81],
            water={"density": DENSITY, "surface": level, "crossing": True},
            bodies={"hull": HULL, "ball": {"shape": {"sphere": 0.1}, "density": 500.0}},
            actuators={"push": {"thruster": push}},
            initial={"ball": {"position": [-1.5, 0, 0.05]}},
        )
        found.append(pl.simulate(system, duration=1e-6).arrays["outputs"][0])
    (slip, half), (same, whole) = found
    assert same >= slip > 0.0
    assert half / slip**2 == pytest.approx(0.5 * whole / same**2, rel=1e-6)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"thruster": "pull"}, "there is no such actuator"),
        ({"diameter": None}, "the diameter of 'push' is not known"),
        ({"diameter": -0.1}, "not positive"),
        ({"reaches": ["arm", "leg"]}, "there is no such body"),
        ({"reaches": ["hull"]}, "neither drag nor lift"),
        ({"reaches": ["arm", "arm"]}, "named twice"),
        ({"reaches": []}, "the list is empty, at least 1 are needed"),
        ({"pieces": 0}, "the value 0 is below 1"),
    ],
)
def test_wakes_that_are_refused(words, said):
    with pytest.raises(ModelError, match=said):
        robot({**WAKE, **words})


def test_pieces_need_a_cylinder_that_is_cut():
    ball = {"shape": {"sphere": 0.1}, "density": 500.0}
    words = {**WAKE, "reaches": ["ball"]}
    assert robot(words, bodies={"hull": HULL, "ball": ball}).elements
    with pytest.raises(ModelError, match="none of these bodies has strip drag"):
        robot({**words, "pieces": 5}, bodies={"hull": HULL, "ball": ball})


def test_actuators_that_are_no_thrusters_are_refused():
    push = {"force": {"body": "hull", "direction": "x"}}
    with pytest.raises(ModelError, match="this actuator is no thruster, it is a force"):
        robot(actuators={"push": push})


def test_scenarios_may_not_take_the_thruster_away():
    push = {"force": {"body": "hull", "direction": "x"}}
    system = robot(scenarios={"other": {"actuators": {"push": push}}})
    with pytest.raises(ModelError, match="this actuator is no thruster, it is a force"):
        pl.simulate(system, "other", duration=0.1)


def test_water_with_a_density_is_needed():
    with pytest.raises(ModelError, match="there is no wake"):
        robot(water={"density": 0.0})


def test_laws_in_python_are_refused():
    def law(velocity, density):
        return Force(-(density * velocity.v), -velocity.w)

    with pytest.raises(PelagosError, match="'arm' has a drag law in Python, which sees no wakes"):
        pl.simulate(robot().with_laws(drag={"arm": law}), duration=0.1)


def test_the_example_shows_both():
    """The wash carries the float off; floor and wall draw the ball alike."""
    run = pl.simulate(EXAMPLE, "ahead", duration=2.0)
    where = {name: run.arrays["position"][:, k] for k, name in enumerate(run.header.bodies)}
    assert where["float"][-1, 0] < where["float"][0, 0] - 0.1
    drawn = where["glider"][-1] - where["glider"][0]
    assert drawn[1] == pytest.approx(-drawn[2], rel=1e-6)
    assert drawn[1] > 1e-3
    astern = pl.simulate(EXAMPLE, "astern", duration=0.5)
    np.testing.assert_array_equal(astern.arrays["position"][-1, 2], [-2.5, 0.1, -2.0])


def test_pieces_make_up_the_cylinder():
    whole = StripForce(0, Vec3(0.0, 0.6, 0.8), Vec3(0.1, 0.2, 0.3), 2.0, 1.0, 0.5)
    parts = [*_pieces(whole, Vec3.zero(), 8)]
    np.testing.assert_allclose(np.mean([[*p.point] for p in parts], axis=0), [*whole.centre])
    v = Motion(Vec3(1.0, -2.0, 0.5), Vec3(0.3, 0.2, -0.4))
    total = np.sum([[*p.law.wrench(DENSITY, v)] for p in parts], axis=0)
    np.testing.assert_allclose(total, [*whole.wrench(DENSITY, v)], rtol=1e-3)

"""Helical drives: closed forms in water and on ground, balances by scipy, books, refusals."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq

import pelagos as pl
from pelagos.errors import ModelError

METHODS = ("newton-euler", "kane", "moving-frame", "udwadia-kalaba")
RHO, G = 1000.0, 9.81
DRUM, BLADE, LENGTH, PITCH, STARTS = 0.03, 0.02, 0.3, 0.12, 2
TIP, TURN = DRUM + BLADE, PITCH / (2 * math.pi)
HELIX = {"radius": DRUM, "blade": BLADE, "length": LENGTH, "pitch": PITCH, "starts": STARTS}
STILL = {"normal": 1.4, "wake": False}
ANGLE = 0.2  # of the beach
BEACH = {
    "point": [0, 0, 0],
    "normal": [-math.sin(ANGLE), 0, math.cos(ANGLE)],
    "traction": 0.6,
    "slip": 0.15,
    "stiffness": 2e4,
}


def on_rail(turning, water=STILL, drag=20.0, **more):
    """A hull that slides along x, with a drum that is turned at a given rate."""
    dry = {"buoyancy": False, "added_mass": False}
    hull = {"joint": {"prismatic": "x"}, "mass": 5.0, "inertia": [0.1, 0.1, 0.1], **dry}
    drum = {
        "parent": "hull",
        "joint": {"revolute": "x"},
        "mass": 1.0,
        "inertia": [1e-3, 0.01, 0.01],
    }
    return pl.Robot(
        name="torpedo",
        gravity=[0, 0, 0],
        water={"density": RHO},
        bodies={"hull": {**hull, "drag": {"quadratic": [drag, 0, 0, 0, 0, 0]}}, "drum": drum},
        actuators={"motor": {"motor": {"joint": "drum", "input": f"2*({turning} - u[drum])"}}},
        screws={"screw": {"body": "drum", "water": water, **HELIX, **more}},
    )


def outputs(robot, u, q=(0.0, 0.0)):
    """Thrust, torque, load and traction at a state: what a run begins with."""
    labels = dict(zip(robot.speeds, u, strict=True))
    start = {"hull": {"rate": labels["hull"]}, "drum": {"rate": labels["drum"]}}
    words = {**robot.to_dict(), "initial": start}
    return pl.simulate(pl.Robot(**words), duration=1e-6).arrays["outputs"][0]


def thrust_of(speed, turning, normal=1.4, friction=0.0):
    """The blade elements integrated over the radius by quadrature."""

    def per_radius(r):
        b = math.atan2(TURN, r)
        across = math.cos(b) * speed - math.sin(b) * turning * r
        along = math.sin(b) * speed + math.cos(b) * turning * r
        area = STARTS * LENGTH / math.sin(b)
        pressed = -RHO / 2 * normal * abs(across) * across * math.cos(b)
        return area * (pressed - RHO * friction * abs(along) * along * math.sin(b))

    return quad(per_radius, DRUM, TIP)[0]


def test_zero_advance_is_a_closed_form():
    """T = rho/2 n L C |l| w^2 [r^2 - l^2 ln(r^2 + l^2)] / 2 with l = lambda; the torque is -l T."""
    thrust, torque, load, pull = outputs(on_rail(0.0), [0.0, 25.0])

    def part(r):
        return 0.5 * (r * r - TURN**2 * math.log(r * r + TURN**2))

    expected = RHO / 2 * STARTS * LENGTH * 1.4 * TURN * 25.0**2 * (part(TIP) - part(DRUM))
    assert thrust == pytest.approx(expected, rel=1e-3)  # two points of the radius
    assert torque == pytest.approx(-TURN * thrust, rel=1e-12)
    assert (load, pull) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("speed", "turning"), [(0.3, 25.0), (0.9, 25.0), (-0.4, 10.0), (0.5, -5.0)]
)
def test_thrust_is_the_integral_over_the_blade(speed, turning):
    words = {**STILL, "friction": 0.02}
    thrust, *_ = outputs(on_rail(0.0, words), [speed, turning])
    assert thrust == pytest.approx(thrust_of(speed, turning, friction=0.02), rel=2e-3)


def test_zero_slip_takes_nothing_and_hands_mirror():
    thrust, torque, *_ = outputs(on_rail(0.0), [25.0 * TURN, 25.0])
    assert (thrust, torque) == pytest.approx((0.0, 0.0), abs=1e-12)
    right = outputs(on_rail(0.0), [0.2, 25.0])
    left = outputs(on_rail(0.0, hand="left"), [0.2, -25.0])
    assert left[0] == pytest.approx(right[0], rel=1e-12)
    assert left[1] == pytest.approx(-right[1], rel=1e-12)


def test_at_rest_the_wake_carries_the_thrust():
    """2 rho A w^2 = T(w) where the hull is held by its drag."""
    run = pl.simulate(on_rail(30.0, {"normal": 1.4}, drag=1e9), duration=3.0)
    turning, wake = run.arrays["u"][-1, 1], run.arrays["state"][-1, 0]
    area = math.pi * (TIP**2 - DRUM**2)
    own = brentq(lambda w: thrust_of(w, turning) - 2 * RHO * area * w * w, 0.0, TURN * turning)
    assert -wake == pytest.approx(own, rel=2e-3)
    assert run.arrays["outputs"][-1, 0] == pytest.approx(2 * RHO * area * own**2, rel=5e-3)


def test_steady_speed_and_torque_are_those_of_the_balance():
    robot = on_rail(30.0, {"normal": 1.4, "friction": 0.01}, drag=8.0)
    run = pl.simulate(robot, duration=40.0, rtol=1e-9)
    speed, turning = run.arrays["u"][-1]
    area = math.pi * (TIP**2 - DRUM**2)

    def missing(v):
        T = 8.0 * v * v
        w = 0.5 * (-v + math.sqrt(v * v + 2 * T / (RHO * area)))  # 2 rho A (v + w) w = T
        return thrust_of(v + w, turning, friction=0.01) - T

    assert speed == pytest.approx(brentq(missing, 1e-3, TURN * turning), rel=2e-3)
    # the motor turns against the water, and the hull takes its reaction
    assert run.arrays["actuation"][-1, 0] == pytest.approx(-run.arrays["outputs"][-1, 1], rel=1e-6)
    energy = run.arrays["kinetic_energy"] + run.arrays["potential_energy"]
    np.testing.assert_allclose(energy - energy[0], run.arrays["work"], atol=1e-7)


def climber(turning, angle=ANGLE, **soil):
    """A sledge without any drag that a drum pulls up a beach: along its axis, and across it."""
    slope = {**BEACH, "normal": [-math.sin(angle), 0, math.cos(angle)], **soil}
    drum = {
        "parent": "hull",
        "joint": {"revolute": "x"},
        "mass": 4.0,
        "inertia": [5e-3, 0.03, 0.03],
    }
    return pl.Robot(
        name="climber",
        bodies={
            "rail": {"joint": {"prismatic": "z"}, "mass": 1e-3, "inertia": [1e-6, 1e-6, 1e-6]},
            "hull": {
                "parent": "rail",
                "at": {"rpy": [0, -angle, 0]},
                "joint": {"prismatic": "x"},
                "mass": 6.0,
                "inertia": [0.1, 0.1, 0.1],
            },
            "drum": drum,
        },
        actuators={"motor": {"motor": {"joint": "drum", "input": f"5*({turning} - u[drum])"}}},
        screws={"screw": {"body": "drum", "ground": slope, **HELIX}},
        initial={"rail": {"position": DRUM / math.cos(angle)}},
    )


def test_a_drum_climbs_with_the_slip_that_its_load_asks_for():
    """mu (1 - exp(-s / K)) = tan(angle), so v = lambda w (1 - s)."""
    run = pl.simulate(climber(20.0), duration=6.0)
    _, speed, turning = run.arrays["u"][-1]
    slip = -0.15 * math.log(1.0 - math.tan(ANGLE) / 0.6)
    advance = TURN * turning
    assert slip * math.hypot(advance, 0.01) == pytest.approx(advance - speed, rel=1e-3)
    thrust, torque, load, pull = run.arrays["outputs"][-1]
    weight = 10.001 * G
    assert load == pytest.approx(weight * math.cos(ANGLE), rel=1e-3)
    assert pull == pytest.approx(weight * math.sin(ANGLE), rel=1e-3)
    assert torque == pytest.approx(-TURN * pull, rel=1e-6)
    assert thrust == 0.0
    energy = run.arrays["kinetic_energy"] + run.arrays["potential_energy"]
    assert np.abs(energy - energy[0] - run.arrays["work"]).max() < 1e-5 * np.abs(energy).max()


def test_a_slope_on_a_height_map_is_the_plane():
    slope = math.tan(ANGLE)
    heights = [[slope * (x - 2.0) for x in range(6)]] * 4
    grid = {"origin": [-2, -1], "spacing": [1, 1], "heights": heights}
    mapped = climber(20.0, point=None, normal=None, height_map=grid)
    runs = [pl.simulate(robot, duration=1.0, rtol=1e-9) for robot in (climber(20.0), mapped)]
    one, other = (run.arrays for run in runs)
    np.testing.assert_allclose(other["u"][-1], one["u"][-1], rtol=1e-6)
    np.testing.assert_allclose(other["outputs"][-1], one["outputs"][-1], rtol=1e-6)
    sideways = {**mapped.to_dict(), "gravity": [1, 0, -9.81]}
    with pytest.raises(ModelError, match="across z"):
        pl.Robot(**sideways)


def test_traction_has_a_limit():
    """A slope steeper than mu is too much, whichever way and however fast the drum turns."""
    steep = math.atan(0.6) + 0.1
    run = pl.simulate(climber(40.0, steep), duration=2.0)
    assert run.arrays["u"][-1, 1] < -0.5
    pull, load = run.arrays["outputs"][-1, 3], run.arrays["outputs"][-1, 2]
    assert 0.99 * 0.6 * load < pull <= 0.6 * load * (1 + 1e-12)


def test_resistance_and_a_drum_that_does_not_turn_brake():
    held = pl.simulate(climber(0.0), duration=4.0)
    assert abs(held.arrays["u"][-1, 1]) < 0.01  # below the speed over which friction is smoothed
    rolling = pl.simulate(climber(20.0, resistance=0.1), duration=6.0).arrays["u"][-1]
    free = pl.simulate(climber(20.0), duration=6.0).arrays["u"][-1]
    assert rolling[1] < free[1]


def rover(left, right, hands=("left", "right"), **soil):
    """Two drums below a plate on level ground."""
    ground = {**BEACH, "normal": "z", "skin": 0.3, **soil}
    bodies = {"hull": {"mass": 6.0, "inertia": [0.1, 0.1, 0.15]}}
    actuators, screws = {}, {}
    for name, y, hand, rate in (("port", 0.2, hands[0], left), ("star", -0.2, hands[1], right)):
        bodies[name] = {
            "parent": "hull",
            "at": [0, y, -0.1],
            "joint": {"revolute": "x"},
            "mass": 1.0,
            "inertia": [1e-3, 0.01, 0.01],
        }
        actuators[f"{name}_motor"] = {"motor": {"joint": name, "input": f"2*({rate} - u[{name}])"}}
        screws[f"{name}_screw"] = {"body": name, "hand": hand, "ground": ground, **HELIX}
    return pl.Robot(
        name="rover",
        bodies=bodies,
        actuators=actuators,
        screws=screws,
        initial={"hull": {"position": [0, 0, 0.1 + DRUM - 0.001]}},
    )


def test_counter_rotating_drums_drive_and_steer():
    ahead = pl.simulate(rover(-20.0, 20.0), duration=4.0).arrays
    assert ahead["position"][-1, 0, 0] > 0.8 * 4.0 * TURN * 20.0 * 0.8
    assert abs(ahead["position"][-1, 0, 1]) < 1e-3
    turning = pl.simulate(rover(-10.0, 20.0), duration=2.0)
    assert turning.euler("hull")[-1, 2] > 0.3  # the faster drum is on the right
    spinning = pl.simulate(rover(20.0, 20.0), duration=1.0)  # one thread ahead, one back
    assert spinning.euler("hull")[-1, 2] > 1.0


def test_skins_that_turn_alike_walk_sideways():
    """Until the lowest lines of the drums rest: r w, away from where these lines move."""
    run = pl.simulate(rover(20.0, 20.0, traction=0.0), duration=3.0)
    assert run.arrays["velocity"][-1, 0] == pytest.approx([0.0, -DRUM * 20.0, 0.0], abs=0.02)


def swimmer(surface=None):
    drum = {"parent": "hull", "at": [0.1, 0.05, -0.2], "joint": {"revolute": "x"}, "mass": 1.0}
    water = {"density": RHO, "current": [0.2, -0.1, 0]}
    return pl.Robot(
        name="swimmer",
        water=water if surface is None else {"density": RHO, "surface": surface},
        bodies={
            "hull": {"shape": {"sphere": 0.1}, "mass": 6.0, "inertia": [0.1, 0.1, 0.1]},
            "drum": {**drum, "inertia": [1e-3, 0.01, 0.01]},
        },
        screws={
            "screw": {
                "body": "drum",
                "water": {"normal": 1.4, "friction": 0.02, "lift": 0.5},
                "ground": {**BEACH, "skin": 0.4, "resistance": 0.1},
                **HELIX,
            }
        },
    )


def test_all_formulations_agree():
    rng = np.random.default_rng(3)
    q = np.array([0.1, 0.2, 0.15, 0.9, 0.1, -0.2, 0.3, 0.4])
    q[3:7] /= np.linalg.norm(q[3:7])
    u = rng.normal(size=7)
    found = [pl.acceleration(swimmer(), q, u, method=method) for method in METHODS]
    for other in found[1:]:
        np.testing.assert_allclose(other, found[0], rtol=1e-10, atol=1e-10)


def test_out_of_the_water_there_is_no_thrust():
    found = {}
    for level in (-1.0, 0.0, 1.0):
        words = swimmer(level).to_dict()
        words["initial"] = {"hull": {"position": [0, 0, 0.2]}, "drum": {"rate": 20}}
        words["bodies"]["hull"] = {"mass": 6.0, "inertia": [0.1, 0.1, 0.1]}
        found[level] = pl.simulate(pl.Robot(**words), duration=1e-6).arrays["outputs"][0, 0]
    assert found[-1.0] == 0.0
    assert found[0.0] == pytest.approx(found[1.0] / 2, rel=1e-9)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"water": None}, "works in nothing"),
        ({"radius": -1.0}, "radius"),
        ({"pitch": 0.0}, "pitch"),
        ({"starts": 0}, "starts"),
        ({"body": "drumm"}, "did you mean"),
        ({"ground": {"point": [0, 0, 0], "traction": 0.5}}, "normal"),
        ({"ground": {**BEACH, "normal": [0, 0, 0]}}, "normal"),
        ({"ground": {**BEACH, "slip": 0.0}}, "slip"),
        ({"ground": {"traction": 0.5}}, "where the ground is"),
        ({"hand": "up"}, "hand"),
        ({"axis": "y"}, r"the drum turns about \[1.0, 0.0, 0.0\], and not about"),
    ],
)
def test_bad_words_are_refused(words, said):
    with pytest.raises(ModelError, match=said):
        on_rail(0.0, **words)


@pytest.mark.parametrize("joint", ["fixed", {"prismatic": "x"}])
def test_a_drum_that_cannot_turn_is_refused(joint):
    words = on_rail(30.0).to_dict()
    words["bodies"]["drum"]["joint"] = joint
    del words["actuators"]
    with pytest.raises(ModelError, match="the drum does not turn"):
        pl.Robot(**words)


def test_blades_need_water_and_water_without_weight_does_nothing():
    words = on_rail(30.0, {"normal": 1.4}).to_dict()
    with pytest.raises(ModelError, match="no water"):
        pl.Robot(**{key: value for key, value in words.items() if key != "water"})
    run = pl.simulate(pl.Robot(**{**words, "water": {"density": 0}}), duration=1.0)
    np.testing.assert_array_equal(run.arrays["outputs"], 0.0)
    np.testing.assert_array_equal(run.arrays["u"][:, 0], 0.0)

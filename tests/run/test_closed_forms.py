"""Motions known in closed form. Each tolerance is a small multiple of the integrator's rtol."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy import special

import pelagos as pl
from pelagos.elements.actuator.pulse_curve import EDGE
from pelagos.model import Robot

RTOL = 1e-11
FINE = {"rtol": RTOL, "atol": 1e-13}


def simulate(robot, scenario=None, **words):
    run = pl.simulate(robot, scenario, **{**FINE, **words})
    assert run.outcome.finished, run.outcome
    return run.arrays


def slider(joint=None, **words):
    """A body of 2 kg on a rail along x, without gravity."""
    body = {"joint": {"prismatic": "x", **(joint or {})}, "mass": 2.0, "inertia": [1, 1, 1]}
    return Robot(name="slider", gravity=[0, 0, 0], bodies={"b": body}, **words)


@pytest.mark.parametrize("degrees", [5.0, 30.0, 120.0, 179.0])
def test_pendulum(degrees):
    """theta = 2 asin(k sn(K - w t)), w^2 = 3 g / 2 l, k = sin(theta0 / 2); period 4 K / w."""
    start = math.radians(degrees)
    robot = pl.load("pendulum").with_values({"initial.rod.angle": start})
    w, k = math.sqrt(1.5 * 9.81), math.sin(start / 2)
    K = special.ellipk(k * k)
    period = 4 * K / w
    got = simulate(robot, duration=2 * period, every=period / 50)
    sn = special.ellipj(K - w * got["time"], k * k)[0]
    # near upright an error grows by the factor e^(w t) on each passage
    growth = 1e3 if degrees > 170 else 1.0
    np.testing.assert_allclose(got["q"][:, 0], 2 * np.arcsin(k * sn), atol=1e3 * RTOL * growth)
    assert got["q"][-1, 0] == pytest.approx(start, abs=1e3 * RTOL * growth)


@pytest.mark.parametrize(("k", "c"), [(8.0, 1.0), (8.0, 8.0), (8.0, 20.0), (0.0, 3.0), (5.0, 0.0)])
def test_mass_spring_damper(k, c):
    """Under-, critically and overdamped, without spring, without damper: exp(A t) x0."""
    from scipy.linalg import expm

    robot = slider(
        {"stiffness": k, "rest": 0.3, "damping": c}, initial={"b": {"position": 1.0, "rate": -2.0}}
    )
    got = simulate(robot, duration=3.0, every=0.1)
    A = np.array([[0.0, 1.0], [-k / 2.0, -c / 2.0]])
    start = np.array([1.0 - (0.3 if k else 0.0), -2.0])
    exact = np.array([expm(A * t) @ start for t in got["time"]])
    offset = 0.3 if k else 0.0
    np.testing.assert_allclose(got["q"][:, 0] - offset, exact[:, 0], atol=100 * RTOL)
    np.testing.assert_allclose(got["u"][:, 0], exact[:, 1], atol=100 * RTOL)
    energy = got["kinetic_energy"] + got["potential_energy"]
    np.testing.assert_allclose(energy - energy[0], got["work"], atol=100 * RTOL)


def test_driven_oscillator_at_resonance():
    """x'' + w^2 x = (F/m) sin(w t) from rest: x = F/(2 m w^2) (sin(w t) - w t cos(w t))."""
    w = 3.0
    motor = {"motor": {"joint": "b", "input": {"sine": {"amplitude": 4.0, "rate": w}}}}
    robot = slider({"stiffness": 2.0 * w * w}, actuators={"m": motor})
    got = simulate(robot, duration=6.0, every=0.05)
    t = got["time"]
    exact = 4.0 / (4.0 * w * w) * (np.sin(w * t) - w * t * np.cos(w * t))
    np.testing.assert_allclose(got["q"][:, 0], exact, atol=100 * RTOL)


def test_coulomb_friction_stops_a_block():
    """u' = -(F/m) tanh(u/s) has sinh(u/s) = sinh(u0/s) exp(-F t/(m s)): it slides, then rests."""
    F, s, u0 = 3.0, 0.01, 0.5
    robot = slider({"coulomb": F, "friction_speed": s}, initial={"b": {"rate": u0}})
    got = simulate(robot, duration=0.6, every=0.01)
    t = got["time"]
    exponent = u0 / s - F * t / (2.0 * s)  # sinh(x) = e^x / 2 for large x
    log_sinh = exponent + np.log1p(-np.exp(-2 * u0 / s)) - math.log(2.0)
    exact = s * np.arcsinh(np.exp(log_sinh))
    np.testing.assert_allclose(got["u"][:, 0], exact, atol=1e3 * RTOL)
    # the stop of the unregularised law: u0 m / F seconds
    stop = u0 * 2.0 / F
    assert got["u"][np.searchsorted(t, stop - 0.05), 0] > 0.05
    assert abs(got["u"][np.searchsorted(t, stop + 0.05), 0]) < 1e-4


def test_friction_holds_a_block_that_is_pushed_too_weakly():
    """It creeps with s atanh(push/F): the price of the smooth law."""
    motor = {"motor": {"joint": "b", "input": 2.0}}
    robot = slider({"coulomb": 3.0, "friction_speed": 1e-3}, actuators={"m": motor})
    got = simulate(robot, duration=1.0, rtol=1e-8)
    assert got["u"][-1, 0] == pytest.approx(1e-3 * math.atanh(2 / 3), rel=1e-6)


def test_a_stop_turns_a_block_back_without_loss():
    """Without damping the stop gives all the energy back, and the bounce is symmetric in time."""
    limits = {"limits": [-1.0, 0.5], "limit_stiffness": 1e4, "limit_damping": 0.0}
    robot = slider(limits, initial={"b": {"rate": 2.0}})
    got = simulate(robot, duration=0.6, every=0.001)
    assert got["q"][:, 0].max() < 0.5 + 2.0 * math.sqrt(2.0 / 1e4) + 1e-3
    assert got["u"][-1, 0] == pytest.approx(-2.0, abs=1e-8)
    energy = got["kinetic_energy"] + got["potential_energy"]
    # a step across the edge of the stop meets a kink in the stiffness
    np.testing.assert_allclose(energy, 4.0, rtol=1e-8)


def test_free_fall_of_every_kind_of_root():
    """Planar, prismatic and free bodies fall alike: a parabola, to rounding."""
    body = {"mass": 3.0, "com": [0, 0, 0], "inertia": [1, 2, 2.5]}
    robot = Robot(
        name="falling",
        bodies={
            "free": {**body, "joint": "free"},
            "slide": {**body, "joint": {"prismatic": "z"}},
            "plane": {**body, "joint": {"planar": "y"}},
        },
        initial={
            "free": {"position": [1, 2, 3], "velocity": [1, 0, 2], "angular_velocity": [0, 0, 2]},
            "slide": {"rate": 2.0},
            "plane": {"rate": [2.0, 0.5, 1.5]},
        },
    )
    got = simulate(robot, duration=2.0, every=0.1)
    t = got["time"]
    fall = 2.0 * t - 9.81 * t * t / 2
    np.testing.assert_allclose(
        got["position"][:, 0], np.stack([1 + t, 2 + 0 * t, 3 + fall], 1), atol=1e-10
    )
    np.testing.assert_allclose(got["position"][:, 1, 2], fall, atol=1e-12)
    # normal y: displacements along z and x
    np.testing.assert_allclose(
        got["position"][:, 2, [2, 0]], np.stack([fall, 0.5 * t], 1), atol=1e-12
    )
    np.testing.assert_allclose(got["q"][:, -1], 1.5 * t, atol=1e-12)


def test_torque_free_top():
    """Body rates are Jacobi's elliptic functions (Landau and Lifshitz, Mechanics, section 37)."""
    I1, I2, I3 = 1.0, 2.0, 3.0
    w1, w3 = 0.8, 1.4  # w2 = 0 at the start
    robot = Robot(
        name="top",
        gravity=[0, 0, 0],
        bodies={"top": {"joint": "free", "mass": 1.0, "inertia": [I1, I2, I3]}},
        initial={"top": {"angular_velocity": [w1, 0.0, w3], "velocity": [0.1, 0.2, 0.3]}},
    )
    got = simulate(robot, duration=20.0, every=0.1)
    E2, L2 = I1 * w1**2 + I3 * w3**2, (I1 * w1) ** 2 + (I3 * w3) ** 2
    assert L2 > E2 * I2
    rate = math.sqrt((I3 - I2) * (L2 - E2 * I1) / (I1 * I2 * I3))
    m = (I2 - I1) * (E2 * I3 - L2) / ((I3 - I2) * (L2 - E2 * I1))
    sn, cn, dn, _ = special.ellipj(rate * got["time"], m)
    exact = np.stack(
        [
            math.sqrt((E2 * I3 - L2) / (I1 * (I3 - I1))) * cn,
            math.sqrt((E2 * I3 - L2) / (I2 * (I3 - I2))) * sn,
            math.sqrt((L2 - E2 * I1) / (I3 * (I3 - I1))) * dn,
        ],
        axis=1,
    )
    np.testing.assert_allclose(got["angular_velocity"][:, 0], exact, atol=1e3 * RTOL)
    # its origin, the centre of mass, moves straight on
    line = np.outer(got["time"], [0.1, 0.2, 0.3])
    np.testing.assert_allclose(got["position"][:, 0], line, atol=1e3 * RTOL)


def test_heavy_top_precesses_steadily():
    """I1 cos(th) p^2 - I3 s p + m g l = 0 for the precession p at spin s; nutation stays away.

    Goldstein 1980, section 5-7. Slow of the two roots.
    """
    m, l, I1, I3, spin, tilt, g = 1.5, 0.3, 0.3, 0.2, 40.0, 0.6, 9.81
    a, b, c = I1 * math.cos(tilt), -I3 * spin, m * g * l
    p = (-b - math.sqrt(b * b - 4 * a * c)) / (2 * a)
    # about the fixed point: I1 is I_com + m l^2
    robot = Robot(
        name="heavy top",
        bodies={
            "top": {
                "joint": {"spherical": True},
                "mass": m,
                "com": [0, 0, l],
                "inertia": [I1 - m * l * l, I1 - m * l * l, I3],
            }
        },
        initial={
            "top": {
                "quaternion": [math.cos(tilt / 2), math.sin(tilt / 2), 0, 0],
                # precession about the world's z, in body axes, and the rest of the spin
                "angular_velocity": [0.0, p * math.sin(tilt), spin],
            }
        },
    )
    got = simulate(robot, duration=3.0, every=0.05)
    w, x, y, z = got["orientation"][:, 0].T
    axis = np.stack([2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)], axis=1)
    np.testing.assert_allclose(axis[:, 2], math.cos(tilt), atol=1e-8)
    turned = np.unwrap(np.arctan2(axis[:, 1], axis[:, 0]))
    np.testing.assert_allclose(turned - turned[0], p * got["time"], atol=1e-7)


def test_physical_universal_pendulum_swings_about_both_axes():
    """Small swings of a ball hung by a universal joint: independent, of the same period."""
    m, l, J = 1.0, 0.5, 0.02
    robot = Robot(
        name="gimbal",
        bodies={
            "bob": {
                "joint": {"universal": ["x", "y"]},
                "mass": m,
                "com": [0, 0, -l],
                "inertia": [J, J, J],
            }
        },
        initial={"bob": {"position": [1e-5, 2e-5]}},
    )
    got = simulate(robot, duration=5.0, every=0.05, rtol=1e-10, atol=1e-17)
    w = math.sqrt(m * 9.81 * l / (J + m * l * l))
    exact = np.outer(np.cos(w * got["time"]), [1e-5, 2e-5])
    np.testing.assert_allclose(got["q"], exact, atol=1e-12)


def test_cart_pole_push_obeys_the_momentum_balance():
    """The horizontal momentum equals the impulse: 10 N for half a second, then nothing."""
    got = simulate("cart-pole", "push", every=0.01)
    t = got["time"]
    np.testing.assert_allclose(got["linear_momentum"][:, 0], 10 * np.minimum(t, 0.5), atol=1e-9)
    energy = got["kinetic_energy"] + got["potential_energy"]
    np.testing.assert_allclose(energy - energy[0], got["work"], atol=1e-9)


def test_a_force_in_the_world_and_a_force_in_the_body():
    """A disc pushed off its centre: spin N t^2 / 2 J; the body's push turns with it (Fresnel)."""
    J, m, arm, F = 0.5, 2.0, 0.1, 1.0

    def disc(frame):
        push = {"body": "d", "direction": "x", "frame": frame, "input": F}
        turn = {"body": "d", "direction": "z", "input": F * arm}
        return Robot(
            name="disc",
            gravity=[0, 0, 0],
            bodies={"d": {"joint": "free", "mass": m, "inertia": [J, J, J]}},
            actuators={"push": {"force": push}, "turn": {"torque": turn}},
        )

    world, body = (simulate(disc(frame), duration=4.0, every=0.1) for frame in ("world", "body"))
    t, alpha = world["time"], F * arm / J
    for got in (world, body):
        np.testing.assert_allclose(got["angular_velocity"][:, 0, 2], alpha * t, atol=100 * RTOL)
    np.testing.assert_allclose(world["velocity"][:, 0, 0], F / m * t, atol=100 * RTOL)
    # velocity = (F/m) integral of (cos, sin)(alpha s^2 / 2): Fresnel's integrals
    scale = math.sqrt(math.pi / alpha)
    S, C = special.fresnel(t / scale)
    np.testing.assert_allclose(body["velocity"][:, 0, 0], F / m * scale * C, atol=1e3 * RTOL)
    np.testing.assert_allclose(body["velocity"][:, 0, 1], F / m * scale * S, atol=1e3 * RTOL)


def test_a_force_off_the_centre_is_a_force_and_a_torque():
    """At a point of the body, direction in the body: the same motion as force plus torque."""

    def rod(actuators):
        bodies = {"d": {"joint": "free", "mass": 2.0, "inertia": [1, 2, 2.5]}}
        return Robot(name="rod", gravity=[0, 0, 0], bodies=bodies, actuators=actuators)

    at = {"force": {"body": "d", "at": [0.1, -0.3, 0.2], "direction": [0, 0, 1], "input": 2.0}}
    centre = {"force": {"body": "d", "direction": [0, 0, 1], "input": 2.0}}
    # r x F = (0.1, -0.3, 0.2) x (0, 0, 2) = (-0.6, -0.2, 0)
    size = math.hypot(0.6, 0.2)
    turn = {"torque": {"body": "d", "direction": [-0.6, -0.2, 0.0], "input": size}}
    one = simulate(rod({"a": at}), duration=1.0)
    two = simulate(rod({"a": centre, "b": turn}), duration=1.0)
    np.testing.assert_allclose(one["q"], two["q"], atol=1e-13)


def test_servo_is_a_spring_to_its_target():
    """Second-order lag: with unit damping ratio x = r (1 - (1 + w t) e^(-w t))."""
    w, m = 4.0, 2.0
    gains = {"joint": "b", "stiffness": m * w * w, "damping": 2 * m * w, "input": 0.7}
    got = simulate(slider(actuators={"s": {"servo": gains}}), duration=2.0, every=0.05)
    t = got["time"]
    exact = 0.7 * (1 - (1 + w * t) * np.exp(-w * t))
    np.testing.assert_allclose(got["q"][:, 0], exact, atol=100 * RTOL)


def test_servo_tracks_a_moving_target_by_its_rate():
    """The target's rate is fed forward: on a ramp from the ramp's own state there is no lag."""
    gains = {"joint": "b", "stiffness": 30.0, "damping": 9.0, "input": "0.5*t + 0.2"}
    robot = slider(actuators={"s": {"servo": gains}}, initial={"b": {"position": 0.2, "rate": 0.5}})
    got = simulate(robot, duration=2.0)
    np.testing.assert_allclose(got["q"][:, 0], 0.2 + 0.5 * got["time"], atol=1e-13)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("integrator", ["rk4", "dopri5"])
def test_a_force_that_a_measured_input_switches(integrator, seed):
    """A thruster with a dead band and a pulse width that wanders in and out of it.

    The thrust is constant outside the band, so that every step is exact as long as the ends of
    steps at a switch see the right side of it. The arithmetic that leads to a switch is rounded:
    about half of the computed times are a few ulps off.
    """
    times = np.arange(0.0, 20.5, 0.5)
    pulses = np.random.default_rng(seed).uniform(1430.0, 1570.0, len(times))
    table = {"time": times.tolist(), "value": pulses.tolist(), "interpolation": "linear"}
    thruster = {
        "body": "b",
        "direction": "x",
        "command": "pwm",
        "input": {"table": table},
        "pwm": {"table": {"pwm": [1000, 2000], "thrust": [3, 3]}, "dead_band": 25},
    }
    robot = slider(actuators={"thruster": {"thruster": thruster}})
    got = simulate(robot, duration=20, integrator=integrator, step=0.04)
    pushed = 0.0
    for low, high in zip(pulses - 1500, pulses[1:] - 1500, strict=False):
        band = 25.0 * EDGE
        crossings = [(edge - low) / (high - low) for edge in (-band, band)]
        inside = sorted(x for x in crossings if 0 < x < 1)
        parts = itertools.pairwise([0.0, *inside, 1.0])
        for begin, end in parts:
            middle = low + (begin + end) / 2 * (high - low)
            pushed += 0.5 * (end - begin) * np.sign(middle) * (abs(middle) > band)
    # times of switches are known to ulps; 1.5 m/s2 on the wrong side of one for a step is 1e-2 m/s
    assert got["u"][-1, 0] == pytest.approx(3 * pushed / 2, abs=1e-11)

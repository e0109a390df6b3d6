"""Linear-quadratic regulators: known gains, costs that are paid, motions that are kept."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import pelagos as pl
from pelagos.errors import PelagosError

WEIGHTS = {"s[cart]": 1.0, "s[pole]": 10.0}


def test_the_gains_that_the_built_in_cart_pole_states():
    """They stand in its model file with four digits, from elsewhere."""
    found = pl.lqr("cart-pole", q=[0, 0], Q=WEIGHTS, R=0.1, inputs=["drive"])
    assert found.K[0] == pytest.approx([-3.162, -41.50, -4.453, -10.31], rel=5e-4)


def test_an_oscillator_in_closed_form():
    """x'' = v with weights a^4 of x and 1 of v: poles a (-1 +- i) / sqrt 2."""
    body = "{joint: {prismatic: x}, mass: 1, inertia: [0, 0, 0]}"
    text = f"pelagos: 1\nname: m\ngravity: [0, 0, 0]\nbodies: {{m: {body}}}\n"
    robot = pl.loads(text + "actuators: {f: {motor: {joint: m}}}\n")
    found = pl.lqr(robot, Q={"s[m]": 16.0})
    assert pytest.approx(np.array([[4.0, 2.0 * np.sqrt(2.0)]]), rel=1e-12) == found.K
    assert sorted(found.poles.imag) == pytest.approx([-np.sqrt(2.0), np.sqrt(2.0)], rel=1e-10)


def test_the_cost_that_is_paid_is_the_one_foretold():
    found = pl.lqr("cart-pole", q=[0, 0], Q=WEIGHTS, R=0.1, inputs=["drive"])
    Q, A = np.diag([1.0, 10.0, 0.0, 0.0]), found.system.A - found.system.B[:, [1]] @ found.K

    def rates(_, y):
        x, v = y[:4], found.K @ y[:4]
        return [*(A @ x), x @ Q @ x + 0.1 * v @ v]

    start = np.array([0.3, -0.1, 0.2, 0.5])
    paid = solve_ivp(rates, (0, 60), [*start, 0.0], rtol=1e-11, atol=1e-13).y[-1, -1]
    assert start @ found.P @ start == pytest.approx(paid, rel=1e-8)


def test_the_sampled_cost_is_that_of_held_inputs():
    """Simulated by itself, sample by sample; a slow rate, so that the two differ much."""
    rate = 8.0
    found = pl.lqr("cart-pole", q=[0, 0], Q=WEIGHTS, R=0.1, inputs=["drive"], rate=rate)
    Q, system = np.diag([1.0, 10.0, 0.0, 0.0]), found.system
    x, paid = np.array([0.1, 0.05, 0.0, 0.0]), 0.0
    foretold = x @ found.P @ x
    for _ in range(160):
        v = -found.K @ x

        def rates(_, y, v=v):
            return [*(system.A @ y[:4] + system.B[:, 1] * v[0]), y[:4] @ Q @ y[:4] + 0.1 * v @ v]

        end = solve_ivp(rates, (0, 1 / rate), [*x, 0.0], rtol=1e-10, atol=1e-12).y[:, -1]
        x, paid = end[:4], paid + end[4]
    assert paid == pytest.approx(foretold, rel=1e-7)
    slow = pl.lqr("cart-pole", q=[0, 0], Q=WEIGHTS, R=0.1, inputs=["drive"])
    assert foretold > 1.01 * np.array([0.1, 0.05, 0, 0]) @ slow.P @ np.array([0.1, 0.05, 0, 0])


def test_it_balances_the_pole_as_a_controller():
    found = pl.lqr("cart-pole", q=[0, 0], Q=WEIGHTS, R=0.1, inputs=["drive"], rate=50)
    run = pl.simulate("cart-pole", "fall", duration=8, controller=found, rate=50)
    assert np.abs(run.arrays["q"][-1]).max() < 1e-3
    fallen = pl.simulate("cart-pole", "fall", duration=8).arrays["q"]
    assert np.abs(fallen[:, 1]).max() > 1.0


def test_a_vehicle_is_trimmed_and_comes_back_from_a_turn():
    """`bluerov-heavy` is lighter than water: thrust has to hold it down."""
    robot = pl.load("bluerov-heavy")
    found = pl.lqr(robot, q=[0, 0, 2, 1, 0, 0, 0], Q=20.0, rate=20)
    assert np.abs(found.trim).max() > 0.1
    half = np.sin(0.3), np.cos(0.3)
    moved = robot.with_values({"initial.hull.position": [0.2, -0.1, 2.1]})
    moved = moved.with_values({"initial.hull.quaternion": [half[1], 0, 0, half[0]]})
    run = pl.simulate(moved, duration=20, controller=found, rate=20)
    assert run.arrays["q"][-1][:3] == pytest.approx([0, 0, 2], abs=2e-3)
    assert np.abs(run.arrays["q"][-1][4:]).max() < 2e-3


def test_deviations_are_displacements_like_the_speeds():
    """To first order they move as ds/dt = u, wherever the vehicle looks."""
    q = np.array([1.0, 2.0, 3.0, 0.5, 0.5, 0.5, 0.5])
    found = pl.lqr("bluerov-heavy", q=q, Q=1.0)
    u = np.array([0.3, -0.2, 0.1, 0.2, 0.4, -0.1])
    R = np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0]])  # of this quaternion
    a, b, c, d = q[3:]
    spin = np.array([[-b, -c, -d], [a, -d, c], [d, a, -b], [-c, b, a]])
    dq = np.concatenate([R @ u[:3], 0.5 * spin @ u[3:]])
    step = 1e-6
    assert found.deviation(q + step * dq, u)[:6] / step == pytest.approx(u, abs=1e-5)
    turned = np.concatenate([q[:3], -q[3:]])  # the same attitude
    assert found.deviation(turned, u)[:6] == pytest.approx(0.0, abs=1e-12)


def test_refusals():
    with pytest.raises(PelagosError, match="no input reaches"):
        pl.lqr("cart-pole", q=[0, 0], inputs=[])
    with pytest.raises(PelagosError, match="accelerates by"):
        pl.lqr("cart-pole", q=[0, 0.5])
    with pytest.raises(PelagosError, match="there is no state 's\\[mast\\]'"):
        pl.lqr("cart-pole", q=[0, 0], Q={"s[mast]": 1.0})
    with pytest.raises(PelagosError, match="R has the eigenvalue -1"):
        pl.lqr("cart-pole", q=[0, 0], R=-1.0)
    with pytest.raises(PelagosError, match="shape"):
        pl.lqr("cart-pole", q=[0, 0], Q=np.eye(3))
    for rate in (0.0, "50", True, np.nan):
        with pytest.raises(PelagosError, match="rate"):
            pl.lqr("cart-pole", q=[0, 0], rate=rate)
    with pytest.raises(PelagosError, match="give a larger rate"):
        pl.lqr("cart-pole", q=[0, 0], rate=1e-3)
    with pytest.raises(PelagosError, match="give weights"):
        pl.lqr("cart-pole", q=[0, 0], Q=0.0)
    with pytest.raises(PelagosError, match=r"Q of s\[cart\] is \[1, 2\]"):
        pl.lqr("cart-pole", q=[0, 0], Q={"s[cart]": [1, 2]})
    with pytest.raises(PelagosError, match="'drive' is given twice"):
        pl.lqr("cart-pole", q=[0, 0], inputs=["drive", "drive"])
    with pytest.raises(PelagosError, match=r"give a list: \['drive'\]"):
        pl.lqr("cart-pole", q=[0, 0], inputs="drive")
    with pytest.raises(PelagosError, match=r"thruster1, .*does nothing here, as in a dead band"):
        pl.lqr("bluerov")


@pytest.mark.parametrize("length", [0.3, 0.5, 0.7, 0.9, 1.1, 1.3])
def test_what_swings_for_ever_out_of_reach_is_refused(length):
    """Rounding makes its eigenvalues decay or grow; neither counts."""
    body = "mass: 1, inertia: [0.1, 0.1, 0.1]"
    robot = pl.loads(f"""
name: three
bodies:
  a: {{joint: {{revolute: y}}, com: [0, 0, -1], {body}}}
  b: {{joint: {{revolute: y}}, com: [0, 0, -{length}], {body}}}
  c: {{parent: b, joint: {{revolute: y}}, at: [0, 0, -{length}], com: [0, 0, -0.7], {body}}}
actuators:
  m: {{motor: {{joint: a}}}}
""")
    with pytest.raises(PelagosError, match=r"no input reaches 4 mode.*u\[c\]"):
        pl.lqr(robot, q=[0, 0, 0])
    slowly = {"bodies.b.joint.damping": 1e-3, "bodies.c.joint.damping": 1e-3}
    poles = pl.lqr(robot.with_values(slowly), q=[0, 0, 0]).poles
    assert -1e-2 < poles.real.max() < -1e-5  # those two, left alone

"""Linearisation: exact where a closed form exists, else equal to difference quotients."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.linalg import expm

import pelagos as pl
from pelagos.analysis.linear import differentiated, linear_at
from pelagos.analysis.tangent import Manifold
from pelagos.errors import PelagosError
from pelagos.march.engine import engine_of
from pelagos.model import Robot
from tests.dressed import dressed_robot
from tests.rafts import raft
from tests.trees import random_robot, random_state
from tests.twins import moved, relative, twin

pytestmark = pytest.mark.usefixtures("asked_once")

CASES = [(seed, bodies) for seed in range(8) for bodies in (1, 3, 7)]
T = 0.3


def case(seed, bodies, **words):
    robot = dressed_robot(seed, bodies, spatial=seed % 3 == 0, **words)
    return robot, *random_state(robot, seed)


@pytest.mark.parametrize(("seed", "bodies"), CASES)
def test_equal_to_central_differences(seed, bodies):
    """d udot / d (displacement, speed, effort), every force element and attitude included."""
    robot, q, u = case(seed, bodies, motions=False)
    nv, h = len(u), 1e-5
    linear = pl.linearize(robot, q, u, T)

    def slopes(f):
        return np.column_stack([(f(h * e) - f(-h * e)) / (2 * h) for e in np.eye(nv)])

    if nv == 0:
        assert linear.A.shape == (0, 0)
        return
    by_place = slopes(lambda s: pl.acceleration(robot, moved(robot, q, s), u, None, T))
    by_speed = slopes(lambda s: pl.acceleration(robot, q, u + s, None, T))
    by_effort = slopes(lambda s: pl.acceleration(robot, q, u, s, T))
    # truncation h^2 u''' and rounding eps / h are both near 1e-10 of the largest slope
    assert relative(linear.A[nv:, :nv], by_place) < 1e-6
    assert relative(linear.A[nv:, nv:], by_speed) < 1e-6
    assert relative(linear.B_effort[nv:], by_effort) < 1e-6
    assert relative(linear.udot, pl.acceleration(robot, q, u, None, T)) < 1e-11


@pytest.mark.parametrize(("seed", "bodies"), CASES)
def test_efforts_act_through_the_inverse_mass_matrix(seed, bodies):
    """Exact: B = M^-1, from another algorithm."""
    robot, q, u = case(seed, bodies, motions=False)
    nv = len(u)
    B = pl.linearize(robot, q, u, T).B_effort
    np.testing.assert_array_equal(B[:nv], 0.0)
    assert relative(pl.mass_matrix(robot, q) @ B[nv:], np.eye(nv)) < 1e-10


@pytest.mark.parametrize(("seed", "bodies"), CASES)
def test_speeds_act_quadratically(seed, bodies):
    """Exact, by Euler's theorem: without forces udot is quadratic in u: (d udot/du) u = 2 udot."""
    robot = random_robot(seed, bodies, gravity=False, spatial=seed % 2 == 1)
    q, u = random_state(robot, seed)
    nv = len(u)
    linear = pl.linearize(robot, q, u)
    assert relative(linear.A[nv:, nv:] @ u, 2.0 * linear.udot) < 1e-12


@pytest.mark.parametrize(("seed", "bodies"), CASES)
def test_inputs(seed, bodies):
    """A small constant added to each input, motors within and beyond their limits."""
    robot, q, u = case(seed, bodies)
    if robot.prescribed and len(robot.prescribed) == len(robot.speeds):
        pytest.skip("nothing is free to move")
    linear = pl.linearize(robot, q, u, T)
    free = [v for v, label in enumerate(robot.speeds) if label not in robot.prescribed]
    n = len(free)
    assert linear.inputs == tuple(n for n, a in robot.actuators.items() if a.kind != "motion")
    h, words = 1e-3, with_offsets(robot, linear.inputs)
    for k in range(len(linear.inputs)):
        plus, minus = (
            pl.acceleration(Robot(**offset(words, k, s * h)), q, u, None, T) for s in (1, -1)
        )
        # linear in the input: no truncation
        assert relative(linear.B[n:, k], (plus - minus)[free] / (2 * h)) < 1e-9
    np.testing.assert_array_equal(linear.B[:n], 0.0)


def with_offsets(robot, inputs):
    """The robot with a parameter, zero, beside every input: its program is compiled once."""
    words = robot.to_dict()
    for k, name in enumerate(inputs):
        kind = robot.actuators[name].kind
        words["parameters"][f"offset{k}"] = 0.0
        if kind in ("force", "torque"):
            # a second wrench beside the first adds to it
            other = {**words["actuators"][name][kind], "input": f"offset{k}"}
            words["actuators"][f"beside{k}"] = {kind: other}
        else:
            own = robot.actuators[name].law.input.expression
            if own is None:  # a sine
                own = "0.5*sin(2*t + 0.3)"
            words["actuators"][name][kind]["input"] = f"{own} + offset{k}"
    return words


def offset(words, k, value):
    return {**words, "parameters": {**words["parameters"], f"offset{k}": value}}


@pytest.mark.parametrize("seed", range(6))
def test_perturbed_runs_follow_the_linear_system(seed):
    """exp(A t) from a free and a spherical joint's state, against runs from states nearby.

    At an instant dt the difference of two runs is (I + A dt + ...) times the one at the start; the
    second-order term is taken out by two instants (Richardson).
    """
    robot = random_robot(60 + seed, 3, kinds=("free", "spherical", "revolute"))
    q, u = random_state(robot, seed)
    nv, eps, dt = len(u), 1e-5, 2e-3
    A = pl.linearize(robot, q, u).A
    states = []
    for k in range(2 * nv):
        for sign in (1, -1):
            s = sign * eps * np.eye(2 * nv)[k]
            states.append((moved(robot, q, s[:nv]), u + s[nv:]))
    start = tuple(np.array(part) for part in zip(*states, strict=True))
    batch = pl.simulate_batch(
        robot, initial=start, duration=dt, every=dt / 2, rtol=1e-13, atol=1e-15
    )
    here = pl.simulate_batch(
        robot, initial=(q[None], u[None]), duration=dt, every=dt / 2, rtol=1e-13, atol=1e-15
    )
    q0, u0 = here.arrays["q"][0], here.arrays["u"][0]
    after = {}
    for sample in (1, 2):
        columns = []
        for k in range(2 * nv):
            plus, minus = (
                np.concatenate(
                    [
                        displacement(robot, q0[sample], batch.arrays["q"][run, sample]),
                        batch.arrays["u"][run, sample] - u0[sample],
                    ]
                )
                for run in (2 * k, 2 * k + 1)
            )
            columns.append((plus - minus) / (2 * eps))
        after[sample] = np.column_stack(columns)
    once = (4 * after[1] - after[2] - 3 * np.eye(2 * nv)) / dt
    # third-order rest: |A|^3 dt^2 and changes of A along the way
    assert relative(once, A) < 1e-4
    # ds/dt = du - u x s, which is smaller
    assert relative(once[:nv], A[:nv]) < 1e-4


def displacement(robot, q, there):
    """The small displacement, expressed like the speeds, that leads from q to there."""
    m = twin(robot)
    found = np.zeros(len(robot.speeds))
    for link in m.links:
        a, b = q[link.q], there[link.q]
        start = link.u.start
        if link.joint.nq == link.joint.nv:
            found[link.u] = b - a
            continue
        w, x, y, z = a[-4:] * [1, -1, -1, -1]
        ow, ox, oy, oz = b[-4:]
        vector = np.array(
            [
                w * ox + x * ow + y * oz - z * oy,
                w * oy - x * oz + y * ow + z * ox,
                w * oz + x * oy - y * ox + z * ow,
            ]
        )
        turn = 2.0 * vector * np.sign(w * ow - x * ox - y * oy - z * oz)
        if link.joint.nv == 6:
            R = np.array([*link.joint.pose(None, a.tolist()).R]).reshape(3, 3).T
            found[start : start + 3] = R.T @ (b[:3] - a[:3])
        found[start + link.joint.nv - 3 : start + link.joint.nv] = turn
    return found


@pytest.mark.parametrize("angle", [0.0, 0.5, 2.0, math.pi])
def test_pendulum_in_closed_form(angle):
    """d/dt (s, u) = [[0, 1], [-3 g cos(q) / 2 l, 0]]; a torque acts through 3 / m l^2."""
    linear = pl.linearize("pendulum", [angle], [0.7])
    expected = [[0.0, 1.0], [-1.5 * 9.81 * math.cos(angle), 0.0]]
    np.testing.assert_allclose(linear.A, expected, rtol=0, atol=1e-14)
    np.testing.assert_allclose(linear.B, [[0.0], [3.0]], rtol=1e-15)
    assert linear.states == ("s[rod]", "u[rod]")
    assert linear.inputs == ("motor",)


def test_cart_pole_feedback_is_stable():
    """The gains of the scenario `balance` put all poles of the upright robot to the left."""
    robot = pl.load("cart-pole").resolved("balance")
    open_loop = pl.linearize(pl.load("cart-pole"), [0, 0], [0, 0]).A
    closed = pl.linearize(robot, [0, 0], [0, 0]).A
    assert max(np.linalg.eigvals(open_loop).real) > 1.0
    assert max(np.linalg.eigvals(closed).real) < -0.5
    # a small tilt decays as the matrix exponential says
    run = pl.simulate(
        robot, duration=3.0, every=0.5, rtol=1e-10, atol=1e-16,
        set={"initial.pole.angle": 1e-6},
    )  # fmt: skip
    start = np.array([0.0, 1e-6, 0.0, 0.0])
    linear = np.array([expm(closed * t) @ start for t in run.arrays["time"]])
    states = np.hstack([run.arrays["q"], run.arrays["u"]])
    np.testing.assert_allclose(states, linear, rtol=0, atol=1e-12)


def test_parallelogram():
    """A pendulum in closed form: see the model file."""
    robot = pl.load("parallelogram").resolved("driven")
    linear = pl.linearize(robot, *robot.initial_state())
    p = robot.parameters
    inertia = (2 * p["arm"] / 3 + p["bar"]) * p["length"] ** 2
    weight = (p["arm"] + p["bar"]) * 9.81 * p["length"]
    assert linear.states == ("s[left]", "u[left]")
    assert pytest.approx(np.array([[0, 1], [-weight / inertia, 0]]), abs=1e-12) == linear.A
    assert pytest.approx(np.array([[0], [1 / inertia]]), abs=1e-12) == linear.B
    assert linear.basis == pytest.approx(np.array([[1], [-1], [1]]), abs=1e-12)


def test_four_bar_equal_to_central_differences():
    """The file computes closed poses from the crank's angle; redundant rows, nonzero forces."""
    robot = pl.load("four-bar").with_values({"bodies.rocker.joint.damping": 0.7})
    q, u = robot.initial_state()
    linear, h = pl.linearize(robot, q, u), 1e-5
    assert linear.states == ("s[crank]", "u[crank]")
    places, rates = [], []
    for sign in (1, -1):
        other = robot.with_values({"parameters.start": np.pi / 2 + sign * h})
        places.append(other.initial_state()[0])
        rates.append(pl.acceleration(robot, places[-1], u)[0])
    # difference quotients: h^2 and rounding over h, both about 1e-10
    assert linear.A[1, 0] == pytest.approx((rates[0] - rates[1]) / (2 * h), rel=1e-8)
    assert linear.basis[:, 0] == pytest.approx((places[0] - places[1]) / (2 * h), rel=1e-8)
    moved = [pl.acceleration(robot, q, sign * h * linear.basis[:, 0])[0] for sign in (1, -1)]
    assert linear.A[1, 1] == pytest.approx((moved[0] - moved[1]) / (2 * h), rel=1e-8)
    for v in range(3):
        pushed = [pl.acceleration(robot, q, u, sign * np.eye(3)[v])[0] for sign in (1, -1)]
        assert linear.B_effort[1, v] == pytest.approx((pushed[0] - pushed[1]) / 2, rel=1e-9)
    assert linear.udot == pytest.approx(pl.acceleration(robot, q, u), rel=1e-10)


def test_stewart_platform_decays_as_linearised():
    """Six freedoms of 24 speeds; a small release runs as the linear system says."""
    robot = pl.load("stewart")
    rest = pl.simulate(robot, "hold", duration=8.0, every=1.0, rtol=1e-10, atol=1e-12)
    linear = pl.linearize(robot, rest.arrays["q"][-1], np.zeros(24))
    assert len(linear.states) == 12
    assert linear.states[0] == "s[rod1]"
    assert np.linalg.eigvals(linear.A).real.max() < -1.0
    moved = np.zeros(12)
    moved[6:] = 1e-4 * np.arange(1, 7)  # speeds of the slides
    q, u = rest.arrays["q"][-1], linear.basis @ moved[6:]
    batch = pl.simulate_batch(
        robot, "hold", initial=(q[None], u[None]), duration=0.1, every=0.1, rtol=1e-10, atol=1e-13
    )
    rods = [robot.coordinates.index(f"rod{k}") for k in range(1, 7)]
    gone = batch.arrays["q"][0, -1, rods] - q[rods]
    # what is quadratic in 1e-4 is left out
    assert gone == pytest.approx((expm(0.1 * linear.A) @ moved)[:6], abs=1e-8)


@pytest.mark.parametrize(
    "name", ["four-bar", "five-bar", "bluerov-pair", "raft", "stewart", "bicycle"]
)
def test_closed_loops_in_motion(name):
    """Loops, docks and wheels, by differences of accelerations along the manifold of states.

    Four vehicles that are welded in a ring have six rows more than they need.
    """
    robot = raft(2, 2) if name == "raft" else pl.load(name)
    rng, nv = np.random.default_rng(5), len(robot.speeds)
    session = pl.Session(robot)
    session.set_state(u=rng.normal(size=nv))  # the nearest speeds that keep the loops closed
    q, u = session.q, session.u
    assert np.abs(u).max() > 0.1
    linear, h = pl.linearize(robot, q, u), 1e-5
    assert linear.udot == pytest.approx(pl.acceleration(robot, q, u), rel=1e-9, abs=1e-9)
    g, f = linear.shifts.shape[1], linear.basis.shape[1]  # those that roll have g > f
    chosen = [robot.speeds.index(label[2:-1]) for label in linear.states[g:]]
    places = Manifold(engine_of(robot))
    start = places.at(q, np.zeros(0))
    for k in range(g + f):
        y, z = np.split(np.eye(g + f)[k] * h, [g])
        found = []
        for sign in (1, -1):
            there = places.moved(start, sign * (linear.shifts @ y)[None])[0, : len(q)]
            speeds = u + sign * (linear.basis @ z + linear.carried @ y)
            # such a state keeps the constraints, but for what is quadratic in h
            session.set_state(q=there, u=speeds)
            assert np.abs(session.q - there).max() < 1e2 * h**2
            assert np.abs(session.u - speeds).max() < 1e3 * h**2
            found.append(pl.acceleration(robot, session.q, session.u)[chosen])
        slope = (found[0] - found[1]) / (2 * h)
        scale = 1.0 + np.abs(linear.A).max()
        np.testing.assert_allclose(linear.A[g:, k], slope, atol=1e-6 * scale)


def test_a_four_bar_in_motion_by_its_closed_form():
    """The file gives q(angle of the crank); its derivatives give speeds and what they do."""
    robot, w, h = pl.load("four-bar"), 1.3, 1e-4

    def place(angle):
        return robot.with_values({"parameters.start": angle}).written_state()[0]

    def acceleration(angle, rate):
        steps = [place(angle + k * h) for k in (-2, -1, 1, 2)]  # of fourth order
        slope = (steps[0] - 8 * steps[1] + 8 * steps[2] - steps[3]) / (12 * h)
        return pl.acceleration(robot, place(angle), rate * slope)[0], rate * slope

    start, g = np.pi / 2, 1e-3
    linear = pl.linearize(robot, place(start), acceleration(start, w)[1])
    by_angle = [acceleration(start + k * g, w)[0] for k in (-2, -1, 1, 2)]
    by_rate = [acceleration(start, w + k * g)[0] for k in (-2, -1, 1, 2)]
    slopes = [(a - 8 * b + 8 * c - d) / (12 * g) for a, b, c, d in (by_angle, by_rate)]
    assert linear.A[1] == pytest.approx(slopes, rel=1e-7)


def test_closed_loops_that_gape_or_open_are_refused():
    """Leaving the loop out would be wrong."""
    body = {"mass": 1.0, "inertia": [1, 1, 1], "joint": {"revolute": "y"}}
    robot = Robot(
        name="loop",
        bodies={"a": body, "b": {**body, "at": {"position": [1, 0, 0]}}},
        constraints={
            "rod": {"distance": {"between": ["a", "b"], "at": [0, 0, 1], "to": [0, 0, 1]}}
        },
    )
    with pytest.raises(PelagosError, match=r"open at 0\.5 .*\n.*take u from"):
        pl.linearize(robot, [0.0, 0.0], [0.5, 0.0])
    with pytest.raises(PelagosError, match=r"off by 0\.\d+ .*\n.*take q from"):
        pl.linearize(robot, [0.3, 0.0], [0.0, 0.0])
    assert pl.linearize(robot, [0.0, 0.0], [0.5, 0.5]).A.shape == (2, 2)


def test_robots_that_differ_in_numbers_share_programs():
    """A sweep compiles once; the numbers that are read give what folded ones would."""
    robots = [dressed_robot(2, 4).with_values({"gravity": [0.3, 0.1, g]}) for g in (-9.0, -3.7)]
    programs = [differentiated(robot).programs for robot in robots]
    assert programs[0] is programs[1]
    q, u = random_state(robots[0], 2)
    shared = pl.linearize(robots[1], q, u, T)
    own = linear_at(engine_of(robots[1]), T, np.concatenate([q, u, [0.0]]))
    assert relative(shared.A, own.A) < 1e-12
    assert relative(shared.B, own.B) < 1e-12
    assert not np.array_equal(shared.A, pl.linearize(robots[0], q, u, T).A)


def test_the_initial_state_is_assembled():
    """The file leaves the loop open by a tenth of a radian; a run would close it first."""
    robot = pl.load("four-bar").with_values({"initial.rocker.angle": 1.9})
    written, _ = robot.written_state()
    q, u = robot.initial_state()
    run = pl.simulate(robot, duration=1e-3)
    np.testing.assert_array_equal(q, run.arrays["q"][0])
    assert np.abs(q - written).max() > 0.01
    assert pl.linearize(robot, q, u).A.shape == (2, 2)


def test_what_is_not_finite_is_refused():
    nan = float("nan")
    for q, u in (([nan, 0.0], [0.0, 0.0]), ([0.0, 0.0], [0.0, np.inf])):
        with pytest.raises(PelagosError, match="not finite"):
            pl.linearize("cart-pole", q, u)
    with pytest.raises(PelagosError, match="is no time"):
        pl.linearize("cart-pole", t=nan)
    for states in ([1.0], "x"):
        with pytest.raises(PelagosError, match="this robot has no auxiliary states"):
            pl.linearize("cart-pole", states=states)

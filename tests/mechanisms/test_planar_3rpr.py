"""The planar 3-RPR in closed form: kinematics, forces, energies, and what is refused."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
import sympy

from pelagos.errors import PelagosError
from pelagos.mechanisms.planar_3rpr import Limb, Planar3RPR, Telescope
from pelagos.mechanisms.planar_3rpr import equations as closed_form

SETS = ("small", "irregular", "large")
MODELS = [
    (name, limb)
    for name in SETS
    for limb in ("telescope", "payout", "notes")
    if (name, limb) != ("large", "telescope")
]
PULL = {"gravity": (0.7, -9.0), "disturbance": (3.0, -2.0, 0.5)}
FORCES = ("F_is", "F_in", "g", "base", "condition")


def along_path(name, count=40):
    """States on the path of a set; the large one is slow."""
    robot = Planar3RPR.builtin(name)
    return robot, *robot.path(np.linspace(0.0, 60.0 if name == "large" else 6.0, count))


def slope(function, h):
    """The derivative at 0 by differences of order six."""
    weights = {1: 3 / 4, 2: -3 / 20, 3: 1 / 60}
    return sum(w * (function(k * h) - function(-k * h)) for k, w in weights.items()) / h


def curvature(function, h):
    """The second derivative at 0 by differences of order six."""
    weights = {1: 3 / 2, 2: -3 / 20, 3: 1 / 90}
    around = sum(w * (function(k * h) + function(-k * h)) for k, w in weights.items())
    return (around - 49 / 18 * function(0.0)) / h**2


# --- kinematics


@pytest.mark.parametrize("name", SETS)
def test_limbs_close_the_loop(name):
    robot, X, _, _ = along_path(name)
    found = robot.inverse_kinematics(X)
    turn = np.stack([np.cos(X[:, 2]), -np.sin(X[:, 2]), np.sin(X[:, 2]), np.cos(X[:, 2])], -1)
    ends = X[:, None, :2] + np.einsum("tij,kj->tki", turn.reshape(-1, 2, 2), robot.platform)
    reached = robot.base + found.L[..., None] * found.s
    np.testing.assert_allclose(reached, ends, atol=1e-12 * found.L.max())
    direction = np.stack([np.cos(found.alpha), np.sin(found.alpha)], axis=-1)
    np.testing.assert_allclose(found.s, direction, atol=1e-14)
    np.testing.assert_allclose(np.sum(found.s * found.n, axis=-1), 0.0, atol=1e-15)
    one = robot.inverse_kinematics(X[3])
    for field in ("L", "alpha", "s", "n"):
        np.testing.assert_allclose(getattr(one, field), getattr(found, field)[3], rtol=1e-14)


@pytest.mark.parametrize("name", SETS)
def test_rates_are_the_derivatives_of_lengths_and_angles(name):
    """Equations (I) to (IV), and the middles of the limbs, against differences along the path."""
    robot = Planar3RPR.builtin(name)
    slow = 10.0 if name == "large" else 1.0
    for t in np.array([0.3, 1.1, 2.9]) * slow:
        X, V, A = robot.path(t)
        found, here = robot.accelerations(X, V, A), robot.inverse_kinematics(X)
        size = here.L.max()

        def later(h, t=t):
            return robot.inverse_kinematics(robot.path(t + h)[0])

        def middle(h, later=later):
            k = later(h)
            return 0.5 * k.L[:, None] * k.s

        h = 0.02 * slow
        for field, rate, second in (("L", "Ld", "Ldd"), ("alpha", "ad", "add")):
            scale = size if field == "L" else 1.0

            def value(h, field=field, later=later):
                return getattr(later(h), field)

            np.testing.assert_allclose(getattr(found, rate), slope(value, h), atol=1e-9 * scale)
            np.testing.assert_allclose(
                getattr(found, second), curvature(value, h), atol=1e-8 * scale
            )
        np.testing.assert_allclose(found.v_c, slope(middle, h), atol=1e-9 * size)
        np.testing.assert_allclose(found.a_c, curvature(middle, h), atol=1e-8 * size)
        jacobians = robot.jacobians(X)
        np.testing.assert_allclose(jacobians.Jx @ V, found.Ld, rtol=1e-12)
        np.testing.assert_allclose(jacobians.Ja @ V, found.ad, rtol=1e-12)


@pytest.mark.parametrize("name", SETS)
def test_poses_are_found_from_lengths(name):
    robot, X, _, _ = along_path(name, 7)
    for pose in X:
        found = robot.forward_kinematics(robot.inverse_kinematics(pose).L, guess=X.mean(axis=0))
        np.testing.assert_allclose(found.X, pose, atol=1e-11 * max(1.0, np.abs(pose).max()))
        assert found.iterations < 10


def test_condition_number():
    """Between the bounds that Frobenius' norm has for the quotient of the singular values."""
    robot, X, _, _ = along_path("irregular")
    found = robot.jacobians(X)
    J = found.Jx / [1.0, 1.0, found.length]
    exact = np.linalg.cond(J, "fro") / 3.0
    np.testing.assert_allclose(found.condition, exact, rtol=1e-12)
    assert np.all(found.condition <= np.linalg.cond(J))
    assert np.all(found.condition >= np.linalg.cond(J) / 3.0)
    assert found.length == pytest.approx(np.sqrt(np.mean(np.sum(robot.platform**2, axis=1))))
    np.testing.assert_allclose(robot.determinant(X), np.linalg.det(J), rtol=1e-11)


def test_singular_poses_of_one_turn_lie_on_a_conic():
    """Sefrioui and Gosselin 1995: det Jx times all lengths is of degree two in x and y."""
    robot = Planar3RPR.builtin("irregular")
    rng = np.random.default_rng(3)
    X = np.column_stack([rng.uniform(-2.0, 3.0, (40, 2)), np.full(40, 0.4)])
    cubic = robot.determinant(X) * np.prod(robot.inverse_kinematics(X).L, axis=1)
    x, y = X[:, 0], X[:, 1]
    terms = np.column_stack([np.ones_like(x), x, y, x * x, x * y, y * y])
    coefficients, *_ = np.linalg.lstsq(terms, cubic, rcond=None)
    np.testing.assert_allclose(terms @ coefficients, cubic, atol=1e-12 * np.abs(cubic).max())


# --- forces


@pytest.mark.parametrize(("name", "limb"), MODELS)
def test_inverse_then_forward(name, limb):
    """Back to the acceleration to 1e-11 of it; one state in plain Python, many compiled."""
    robot, X, V, A = along_path(name)
    forces = robot.inverse_dynamics(X, V, A, limb, **PULL)
    back = robot.forward_dynamics(X, V, forces.f, limb, **PULL)
    np.testing.assert_allclose(back.A, A, atol=1e-11 * np.abs(A).max())
    for field in FORCES:
        scale = np.abs(forces.f).max()
        np.testing.assert_allclose(getattr(back, field), getattr(forces, field), atol=1e-11 * scale)
    for k in (0, 17):
        one = robot.inverse_dynamics(X[k], V[k], A[k], limb, **PULL)
        again = robot.forward_dynamics(X[k], V[k], one.f, limb, **PULL)
        np.testing.assert_allclose(again.A, A[k], atol=1e-11 * np.abs(A).max())
        for field in ("f", *FORCES):
            expected = getattr(forces, field)[k]
            size = max(1.0, np.abs(expected).max())
            np.testing.assert_allclose(getattr(one, field), expected, atol=1e-12 * size)


@pytest.mark.parametrize(("name", "limb"), MODELS)
def test_platform_equations_hold(name, limb):
    """(VI) and (VII) written with vectors: forces of the limbs, weight and disturbance."""
    robot, X, V, A = along_path(name, 5)
    found, k = robot.inverse_dynamics(X, V, A, limb, **PULL), robot.inverse_kinematics(X)
    on_platform = found.F_is[..., None] * k.s - found.F_in[..., None] * k.n
    arms = robot.base + k.L[..., None] * k.s - X[:, None, :2]
    moment = np.sum(arms[..., 0] * on_platform[..., 1] - arms[..., 1] * on_platform[..., 0], axis=1)
    force = on_platform.sum(axis=1) + PULL["disturbance"][:2]
    force += robot.mass * np.array(PULL["gravity"])
    scale = np.abs(found.f).max()
    np.testing.assert_allclose(force, robot.mass * A[:, :2], atol=1e-12 * scale)
    turning = robot.inertia * A[:, 2] - PULL["disturbance"][2]
    np.testing.assert_allclose(moment, turning, atol=1e-11 * scale * robot.length)


@pytest.mark.parametrize(("name", "limb"), MODELS)
def test_mass_matrix_is_the_hessian_of_the_kinetic_energy(name, limb):
    """By SymPy; `notes` has no energy whose Hessian its matrix is."""
    robot, X, _, _ = along_path(name, 4)
    V = sympy.symbols("vx vy w")
    for pose, matrix in zip(X, robot.mass_matrix(X, limb), strict=True):
        energy, _, _ = closed_form.energies(*robot.numbers(limb, (0, 0)), pose.tolist(), V)
        hessian = np.array(sympy.hessian(sympy.expand(energy), V), dtype=float)
        error = np.abs(matrix - hessian).max() / np.abs(hessian).max()
        assert error < 1e-13 if limb != "notes" else error > 1e-3
        np.testing.assert_allclose(robot.mass_matrix(pose, limb), matrix, rtol=1e-13, atol=1e-13)
        assert np.all(np.linalg.eigvalsh(matrix) > 0.0)


@pytest.mark.parametrize(("name", "limb"), MODELS)
def test_balance_of_power(name, limb):
    """PartCache to 1e-9 of the power, but by `notes`, whose violation is known in closed form."""
    robot, X, V, A = along_path(name)
    balance = robot.power_balance(X, V, A, limb, **PULL)
    power = np.abs(balance.actuators).max()
    expected = np.zeros(len(X))
    if limb == "notes":
        m, L = robot.accelerations(X, V, A), robot.inverse_kinematics(X).L
        rho = robot.limbs[0].rho
        expected = np.sum(0.5 * rho * m.Ld * (L * m.Ldd - m.Ld**2), axis=1)
    np.testing.assert_allclose(balance.violation, expected, atol=1e-9 * power)


def test_measured_violation_of_the_notes():
    """Without weight and disturbance, as a share of the actuators' largest power."""
    measured = {}
    for name in SETS:
        robot, X, V, A = along_path(name, 601)
        balance = robot.power_balance(X, V, A, "notes")
        measured[name] = np.abs(balance.violation).max() / np.abs(balance.actuators).max()
    expected = pytest.approx(VIOLATIONS, rel=0.01)
    assert measured == expected


VIOLATIONS = {"small": 0.1678, "irregular": 0.3333, "large": 0.0641}


def test_one_state_needs_no_compiler():
    """Kinematics and forces without numba, llvmlite or scipy."""
    text = (
        "import sys\n"
        "from pelagos.mechanisms.planar_3rpr import Planar3RPR\n"
        "robot = Planar3RPR.builtin('small')\n"
        "robot.inverse_dynamics(*robot.path(0.1))\n"
        "robot.condition(robot.path([0.1, 0.2])[0])\n"
        "assert not {'numba', 'llvmlite', 'scipy'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", text], check=True)


# --- the line as particles


def test_payout_is_a_sum_over_particles():
    """20 000 particles that move with the line, accelerations by differences of their positions.

    The sum over particles is the midpoint rule for the line: 1/(4 n^2) = 6e-10 of the result.
    """
    robot, count = Planar3RPR.builtin("small"), 20_000
    t, gravity = 0.83, np.array([0.7, -9.0])
    X, V, A = robot.path(t)
    found = robot.inverse_dynamics(X, V, A, "payout", gravity)
    here, kinetic = robot.inverse_kinematics(X), 0.0
    for i in range(3):
        L, rho = here.L[i], robot.limbs[i].rho
        behind = (np.arange(count) + 0.5) * L / count  # of each particle from B, which it keeps

        def places(h, i=i, behind=behind):
            k = robot.inverse_kinematics(robot.path(t + h)[0])
            return (k.L[i] - behind)[:, None] * k.s[i]

        mass = rho * L / count
        needed = mass * (curvature(places, 0.02) - gravity)
        total, at = needed.sum(axis=0), places(0.0)
        moment = np.sum(at[:, 0] * needed[:, 1] - at[:, 1] * needed[:, 0])
        s, n, scale = here.s[i], here.n[i], np.abs(found.f).max()
        assert found.F_in[i] * L == pytest.approx(moment, abs=1e-8 * scale)
        assert found.f[i] - found.F_is[i] == pytest.approx(total @ s, abs=1e-8 * scale)
        assert found.F_in[i] - found.g[i] == pytest.approx(total @ n, abs=1e-8 * scale)
        # and so is the energy
        speeds = slope(places, 0.02)
        kinetic += 0.5 * mass * np.sum(speeds**2)
    platform = 0.5 * (robot.mass * (V[0] ** 2 + V[1] ** 2) + robot.inertia * V[2] ** 2)
    assert platform + kinetic == pytest.approx(robot.energy(X, V, "payout").kinetic, rel=1e-8)


def test_momentum_of_a_fed_line_through_its_base():
    """The line within its length as an open system: change of momentum less what enters."""
    robot, t, h = Planar3RPR.builtin("small"), 0.83, 0.02
    X, V, A = robot.path(t)
    found = robot.inverse_dynamics(X, V, A, "payout")
    here, m = robot.inverse_kinematics(X), robot.accelerations(X, V, A)
    for i in range(3):
        rho = robot.limbs[i].rho

        def first_moment(h, i=i, rho=rho):
            k = robot.inverse_kinematics(robot.path(t + h)[0])
            return 0.5 * rho * k.L[i] ** 2 * k.s[i]  # mass times centre

        rate = curvature(first_moment, h) - rho * m.Ld[i] ** 2 * here.s[i]
        assert found.f[i] - found.F_is[i] == pytest.approx(rate @ here.s[i], abs=1e-7)
        assert found.F_in[i] - found.g[i] == pytest.approx(rate @ here.n[i], abs=1e-7)


# --- what is refused


def test_singular_poses_are_refused():
    robot = Planar3RPR.builtin("small")
    pose = [0.0, 0.0, 2 * np.pi / 3]  # the limbs meet in G
    assert robot.condition(pose) > 1e12
    still = np.zeros(3)
    with pytest.raises(PelagosError, match=r"condition number .* exceeds 10000"):
        robot.inverse_dynamics(pose, still, still)
    many = np.array([[0.0, 0.0, 0.0], pose, pose])
    with pytest.raises(PelagosError, match="state 1 and 1 more of 3"):
        robot.inverse_dynamics(many, still, still)
    loose = robot.inverse_dynamics(many, still, [0, 0, 1], condition_limit=np.inf)
    assert np.abs(loose.f[1]).max() > 1e10
    assert np.abs(loose.f[0]).max() < 10
    with pytest.raises(PelagosError, match="start nearer to the pose"):
        robot.forward_kinematics([9.0, 1.0, 1.0], [0, 0, 0])


def test_the_path_of_the_irregular_set_would_be_singular_about_zero():
    robot = Planar3RPR.builtin("irregular")
    X, _, _ = robot.path(np.linspace(0.0, 6.0, 601))
    assert robot.condition(X).max() < 2.0
    determinant = robot.determinant(X - [0.0, 0.0, 0.3])
    assert determinant.min() < 0.0 < determinant.max()


def test_refusals_name_the_remedy():
    robot = Planar3RPR.builtin("large")
    X = [0.0, 0.0, 0.0]
    for call, words in (
        (lambda: Planar3RPR.builtin("smal"), "did you mean small?"),
        (lambda: robot.mass_matrix(X, "telescop"), "did you mean telescope?"),
        (lambda: robot.mass_matrix(X, "telescope"), "or choose payout"),
        (lambda: robot.inverse_kinematics([1, 2]), "give three numbers"),
        (lambda: robot.energy(X, X, gravity=9.81), "give (gx, gy)"),
        (lambda: robot.inverse_dynamics(np.zeros((4, 3)), np.zeros((3, 3)), X), "as many rows"),
        (lambda: robot.simulate(X, X, [1, 2], 1.0), "give three finite numbers"),
        (lambda: robot.simulate(X, X, X, -1.0), "duration: -1 s is not positive"),
        (lambda: robot.simulate(X, X, lambda t, X, V: 1.0, 1.0), "return three finite numbers"),
        (lambda: robot.simulate(X, X, lambda t, X, V: X + np.nan, 1.0), "nan] at t = 0 s"),
        (lambda: robot.simulate(X, X, X, 1.0, rtol=0.0), "use 1e-13 or more"),
        (lambda: robot.forward_kinematics([1, 2, -3], X), "lengths are positive"),
        (lambda: robot.condition("abc"), "not made of numbers"),
        (lambda: robot.condition([0, np.nan, 0]), "X: a number is not finite"),
        (lambda: robot.inverse_dynamics(X, [X, [0, 0, np.inf]], X), "V of state 1"),
        (lambda: robot.energy(X, X, gravity=(0, np.nan)), "two finite numbers"),
    ):
        with pytest.raises(PelagosError) as caught:
            call()
        assert words in str(caught.value)


def test_a_limb_without_length_is_refused():
    """By plain Python and by compiled code, whose divisions do not complain."""
    robot, still = Planar3RPR.builtin("irregular"), np.zeros(3)
    pose = np.array([*(robot.base[0] - robot.platform[0]), 0.0])
    for ask in (robot.inverse_dynamics, robot.forward_dynamics):
        for X in (pose, [[1.0, 0.6, 0.3], pose]):
            with pytest.raises(PelagosError, match=r"length 0|singular"):
                ask(X, still, still)
    with pytest.raises(PelagosError, match="length 0"):
        robot.inverse_kinematics(pose)


def test_a_robot_shows_what_it_is_made_of():
    robot = Planar3RPR.builtin("irregular")
    again = eval(repr(robot), {"Planar3RPR": Planar3RPR, "Limb": Limb, "Telescope": Telescope})
    X = [1.0, 0.6, 0.3]
    np.testing.assert_array_equal(again.mass_matrix(X), robot.mass_matrix(X))


def test_all_problems_of_a_robot_at_once():
    parts = Telescope(-1.0, 0.1, 0.1, 1.0, 0.1, 0.1)
    with pytest.raises(PelagosError) as caught:
        Planar3RPR(np.eye(3, 2), np.eye(3, 2), 0.0, 1.0, [Limb(), Limb(-2.0), Limb(1.0, parts)])
    for words in ("mass: 0", "limb 1: give its line", "limb 2: rho = -2", "limb 3: m1 = -1"):
        assert words in str(caught.value)
    with pytest.raises(PelagosError, match="three points"):
        Planar3RPR([[0, 0]], np.eye(3, 2), 1.0, 1.0, Limb(1.0))
    with pytest.raises(PelagosError, match=r"limb 3: 1\.8 is no limb"):
        Planar3RPR(np.eye(3, 2), np.eye(3, 2), 1.0, 1.0, 1.8)

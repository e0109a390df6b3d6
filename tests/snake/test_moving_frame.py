"""The matrices of a snake against the document's appendix and against derivatives."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from tests.snake.appendix import Chain

METHODS = ("newton-euler", "kane", "moving-frame", "udwadia-kalaba")


def unequal(seed, n, **words):
    """A snake of unequal links with full inertias and offset half-lengths, and its chain."""
    rng = np.random.default_rng(seed)
    chain = Chain(
        axes=np.array([[1.0, 0, 0] if a % 2 else [0, 0, 1.0] for a in range(1, n + 1)]),
        halves=np.column_stack(
            [
                rng.uniform(-0.01, 0.01, n + 1),
                rng.uniform(0.03, 0.1, n + 1),
                rng.uniform(-0.01, 0.01, n + 1),
            ]
        ),
        masses=rng.uniform(0.1, 0.5, n + 1),
        inertias=np.array([_inertia(rng) for _ in range(n + 1)]),
    )
    robot = pl.snake(
        n,
        mass=chain.masses,
        half_length=chain.halves,
        radius=0.02,
        inertia=chain.inertias,
        drive="motor",
        **words,
    )
    return robot, chain, rng.uniform(-1, 1, n), rng.uniform(-2, 2, n), rng


def _inertia(rng):
    points = rng.normal(size=(4, 3)) * 0.03
    return sum(np.dot(p, p) * np.eye(3) - np.outer(p, p) for p in points)


@pytest.mark.parametrize(("seed", "n"), [(0, 1), (1, 4), (2, 7)])
def test_matrices_of_the_appendix(seed, n):
    robot, chain, q, qdot, _ = unequal(seed, n)
    found = pl.moving_frame(robot, q, qdot, at="mass-centres")
    own = slice(6, None)  # without the tail, which does not move
    np.testing.assert_allclose(found.B[own], chain.B(q), atol=1e-15)
    np.testing.assert_allclose(found.M[own, own], chain.M(), atol=1e-15)
    np.testing.assert_allclose(found.D[own, own], chain.D(q, qdot), atol=1e-14)
    M_star = chain.B(q).T @ chain.M() @ chain.B(q)
    np.testing.assert_allclose(found.M_star, M_star, rtol=1e-12, atol=1e-16)


@pytest.mark.parametrize(("seed", "n"), [(3, 3), (4, 6)])
def test_rates_are_derivatives(seed, n):
    """Central differences with the step that leaves about 1e-10."""
    robot, chain, q, qdot, _ = unequal(seed, n)
    found, h = pl.moving_frame(robot, q, qdot, at="mass-centres"), 1e-5
    ahead, behind = q + h * qdot, q - h * qdot
    own = slice(6, None)
    rate = (chain.B(ahead) - chain.B(behind)) / (2 * h)
    np.testing.assert_allclose(found.Bdot[own], rate, atol=1e-9)
    B, M, D = chain.B(q), chain.M(), chain.D(q, qdot)
    np.testing.assert_allclose(found.N_star, B.T @ (M @ rate + D @ M @ B), atol=1e-9)
    for a, name in enumerate(robot.order):
        E, frames = found.E[name], [pl.moving_frame(robot, at, qdot) for at in (ahead, behind)]
        np.testing.assert_allclose(E[:3, :3], chain.rotations(q)[a], atol=1e-15)
        np.testing.assert_allclose(E[:3, 3], chain.positions(q)[a], atol=1e-15)
        plain = pl.moving_frame(robot, q, qdot)
        rate = (frames[0].E[name] - frames[1].E[name]) / (2 * h)
        omega = np.linalg.inv(plain.E[name]) @ rate
        np.testing.assert_allclose(plain.Omega[name], omega, atol=1e-9)


def test_velocity_forces_are_those_of_the_lagrangian():
    """N* qdot = Mdot* qdot - grad(kinetic energy), and equals the recursion's bias."""
    robot, chain, q, qdot, _ = unequal(5, 5)

    def mass(at):
        return chain.B(at).T @ chain.M() @ chain.B(at)

    h = 1e-5
    rate = (mass(q + h * qdot) - mass(q - h * qdot)) / (2 * h)
    steps = h * np.eye(len(q))
    gradient = [qdot @ (mass(q + s) - mass(q - s)) @ qdot / (4 * h) for s in steps]
    for at in ("frames", "mass-centres"):
        found = pl.moving_frame(robot, q, qdot, at=at)
        np.testing.assert_allclose(found.N_star @ qdot, rate @ qdot - gradient, atol=1e-9)
        np.testing.assert_allclose(found.N_star @ qdot, pl.bias_forces(robot, q, qdot), atol=1e-13)


def test_power_but_not_skewness():
    """qdot (Mdot* - 2 N*) qdot vanishes: no power. The matrix itself is not skew for this N*."""
    robot, _, q, qdot, _ = unequal(6, 4)
    found = pl.moving_frame(robot, q, qdot, at="mass-centres")
    rate = found.Bdot.T @ found.M @ found.B
    difference = rate + rate.T - 2 * found.N_star
    assert abs(qdot @ difference @ qdot) < 1e-14
    assert np.abs(difference + difference.T).max() > 1e-4


@pytest.mark.parametrize("base", ["fixed", "free"])
def test_four_methods_agree(base):
    robot, _, q, qdot, rng = unequal(7, 8, base=base)
    if base == "free":
        turn = rng.normal(size=4)
        q = np.concatenate([rng.normal(size=3), turn / np.linalg.norm(turn), q])
        qdot = np.concatenate([rng.normal(size=6), qdot])
    tau = rng.normal(size=len(qdot)) * 0.1
    found = [pl.acceleration(robot, q, qdot, tau, method=m) for m in METHODS]
    for other in found[1:]:
        np.testing.assert_allclose(other, found[0], rtol=1e-9, atol=1e-9 * np.abs(found[0]).max())
    back = pl.inverse_dynamics(robot, q, qdot, found[0])
    np.testing.assert_allclose(back, tau, atol=1e-11)


def test_other_masses_have_no_mass_centre():
    robot = pl.load("ellipsoid")
    q, u = robot.initial_state()
    with pytest.raises(pl.PelagosError, match="has no mass centre"):
        pl.moving_frame(robot, q, u, at="mass-centres")
    with pytest.raises(pl.PelagosError, match="is no choice"):
        pl.moving_frame(robot, q, u, at="centres")

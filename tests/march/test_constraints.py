"""Robots with loops: forces of rows, redundant rows, components, the way back to the manifold."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from pelagos.loops import data, library, queries
from tests.march.closed import MASSES, G, rods
from tests.march.systems import march

WIDTHS = (1, 4, 8)
SAMPLES = np.linspace(0.0, 1.0, 11)


def swing(times, angle=1.0):
    """Angle of the same pendulum in its own coordinate."""
    found = solve_ivp(
        lambda t, y: [y[1], -G * np.sin(y[0])], (0, times[-1]), [angle, 0.0], t_eval=times,
        rtol=1e-11, atol=1e-12,
    )  # fmt: skip
    return found.y[0]


def scratch(system, lanes):
    model, variants = system.model(lanes), data.variants_of(np.zeros((1, 0)))
    return model, data.lanes_like(variants, lanes), data.work_for(model, lanes)


@pytest.mark.parametrize("copies", [1, 2, 3])
@pytest.mark.parametrize("count", [1, 2])
def test_a_particle_on_a_rod_is_a_pendulum(copies, count):
    system = rods(copies, count)
    runs = march(system, 8, samples=SAMPLES, rtol=1e-9, atol=1e-10)
    assert runs.outcome[0] == data.FINISHED
    x = runs.out[0]
    for i in range(count):
        angle = np.arctan2(x[:, 2 * i], -x[:, 2 * i + 1])
        np.testing.assert_allclose(angle, swing(SAMPLES), atol=1e-7)
    last = runs.last[0]
    for i in range(count):
        q, u = last[2 * i : 2 * i + 2], last[2 * count + 2 * i : 2 * count + 2 * i + 2]
        assert abs(q @ q - 1.0) < 1e-12
        assert abs(q @ u) < 1e-12


@pytest.mark.parametrize("copies", [1, 2])
def test_any_number_of_lanes(copies):
    system = rods(copies, 2)
    rng = np.random.default_rng(3)
    angles = rng.uniform(-1.5, 1.5, size=(9, 2))
    starts = [
        [np.sin(a), -np.cos(a), np.sin(b), -np.cos(b), 0.0, 0.0, 0.0, 0.0, 0.0] for a, b in angles
    ]
    one, four, eight = (march(system, w, starts=starts, samples=SAMPLES) for w in WIDTHS)
    alone = [march(system, 8, starts=start, samples=SAMPLES) for start in starts]
    for other in (four, eight):
        np.testing.assert_array_equal(one.out, other.out)
        np.testing.assert_array_equal(one.steps, other.steps)
    np.testing.assert_array_equal(one.out, [run.out[0] for run in alone])
    assert len(np.unique(one.steps[:, 1])) > 1  # rejected steps, in some


@pytest.mark.parametrize("lanes", WIDTHS)
@pytest.mark.parametrize("copies", [1, 3])
def test_restore(lanes, copies):
    """The least change in the metric of the masses: along the rod, here."""
    system = rods(copies, 2)
    start = np.array([1.2, 0.1, 0.0, -0.7, 0.5, 0.3, 0.2, 0.4, 0.0])
    model, numbers, work = scratch(system, lanes)
    found = queries.room_to_restore(model, lanes, 60)
    asked = queries.States(times=np.array([0.0]), x=start[None])
    library.restore(model, numbers, work, asked, found)
    for lane in range(lanes):
        x = found.x[:, lane]
        for i in range(2):
            before, q = start[2 * i : 2 * i + 2], x[2 * i : 2 * i + 2]
            np.testing.assert_allclose(q, before / np.linalg.norm(before), atol=1e-12)
            u, given = x[4 + 2 * i : 6 + 2 * i], start[4 + 2 * i : 6 + 2 * i]
            np.testing.assert_allclose(u, given - (given @ q) * q, atol=1e-12)
    assert np.abs(found.residuals).max() < 1e-12
    assert np.abs(found.rates).max() < 1e-12
    assert found.rank[0] == 2
    # impulses along the rods: of least norm, shared among rows that say the same
    weights = 1.0 + np.arange(copies)
    for i in range(2):
        q, given = found.x[2 * i : 2 * i + 2, 0], start[4 + 2 * i : 6 + 2 * i]
        whole = -MASSES[i] * (given @ q)
        expected = whole * weights / (weights @ weights)
        np.testing.assert_allclose(found.impulses[copies * i : copies * (i + 1)], expected)


def test_a_start_far_from_the_manifold_goes_there_in_short_moves():
    system = rods(1, 1)
    model, numbers, work = scratch(system, 4)
    for iterations, distance in ((1, 2.7), (2, 2.4), (60, 1.0)):
        found = queries.room_to_restore(model, 4, iterations)
        asked = queries.States(times=np.array([0.0]), x=np.array([[3.0, 0.0, 0.0, 0.0, 0.0]]))
        library.restore(model, numbers, work, asked, found)
        assert found.x[0, 0] == pytest.approx(distance, abs=1e-12)


@pytest.mark.parametrize("lanes", WIDTHS)
@pytest.mark.parametrize("samples", [1, 3, 8, 11])
def test_observe(lanes, samples):
    """States are projected and seen together with the forces of their rows."""
    system = rods(2, 1)
    model, numbers, work = scratch(system, lanes)
    angles = np.linspace(0.1, 1.5, samples)
    speed = 0.7
    states = [
        [1.001 * np.sin(a), -np.cos(a), speed * np.cos(a), speed * np.sin(a), 0.0] for a in angles
    ]
    times = np.arange(samples, dtype=float)
    seen = queries.room_to_observe(model, samples)
    library.observe(model, numbers, work, queries.States(times=times, x=np.array(states)), seen)
    x, forces, when = np.split(seen.seen, [5, 7], axis=1)
    np.testing.assert_array_equal(when[:, 0], times)
    np.testing.assert_allclose(np.hypot(x[:, 0], x[:, 1]), 1.0, atol=1e-13)
    v2 = x[:, 2] ** 2 + x[:, 3] ** 2
    pull = MASSES[0] * (-v2 + G * x[:, 1])  # along +q
    np.testing.assert_allclose(forces @ [1.0, 2.0], pull, rtol=1e-12)
    np.testing.assert_allclose(forces[:, 1], 2.0 * forces[:, 0], rtol=1e-9)


@pytest.mark.parametrize("lanes", WIDTHS)
def test_rates(lanes):
    system = rods(1, 2)
    model, numbers, work = scratch(system, lanes)
    x = np.array(
        [[np.sin(a), -np.cos(a), 0.6, -0.8] + [0.0] * 5 for a in np.linspace(0.0, 1.0, 10)]
    )
    found = queries.Rates(dx=np.zeros(x.shape))
    library.rates(model, numbers, work, queries.States(times=np.zeros(10), x=x), found)
    for row, a in zip(found.dx, np.linspace(0.0, 1.0, 10), strict=True):
        expected = -G * np.sin(a) * np.array([np.cos(a), np.sin(a)])
        np.testing.assert_allclose(row[4:6], expected, atol=1e-13)
        np.testing.assert_allclose(row[6:8], -G * 0.6 * np.array([0.8, 0.6]), atol=1e-13)

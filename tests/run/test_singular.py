"""Loops that pass singular positions, by explicit and by implicit steps."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.integrators.dopri5 import METHOD as DOPRI5
from pelagos.march.implicit.singular_passage import Hop, lengths
from pelagos.march.outcomes import describe
from pelagos.model import Robot


def rods(loops: int) -> Robot:
    """Cranks of 1 m and 1 kg side by side, joined by couplers of the same kind.

    A parallelogram per loop, with all rods in one line twice in a turn: the rows of all loops are
    dependent there.
    """
    rod = {
        "mass": 1,
        "com": [0.5, 0, 0],
        "inertia": [1e-4, 1 / 12, 1 / 12],
        "joint": {"revolute": "z"},
    }
    bodies, loop, initial = {}, {}, {}
    for i in range(loops + 1):
        bodies[f"crank{i}"] = {**rod, "at": [i, 0, 0]}
        initial[f"crank{i}"] = {"angle": "90 deg", "rate": -1}
    for i in range(loops):
        bodies[f"bar{i}"] = {**rod, "parent": f"crank{i}", "at": [1, 0, 0]}
        initial[f"bar{i}"] = {"angle": "-90 deg", "rate": 1}
        ends = {"between": [f"bar{i}", f"crank{i + 1}"], "at": [1, 0, 0], "to": [1, 0, 0]}
        loop[f"loop{i}"] = {"hinge": {**ends, "axis": "z"}}
    return Robot(
        name="rods", gravity=[0, -9.81, 0], bodies=bodies, constraints=loop, initial=initial
    )


def compound_pendulum(loops: int, times: np.ndarray) -> np.ndarray:
    """The angle of the cranks, as long as all stay parallel: I a'' = -m g r cos a, by scipy."""
    from scipy.integrate import solve_ivp

    inertia = (loops + 1) / 3 + loops  # of cranks about their ends, and of couplers in translation
    pull = 9.81 * ((loops + 1) / 2 + loops)
    found = solve_ivp(
        lambda _, y: [y[1], -pull / inertia * np.cos(y[0])],
        (0.0, times[-1]),
        [np.pi / 2, -1.0],
        t_eval=times,
        method="DOP853",
        rtol=1e-12,
        atol=1e-13,
    )
    return found.y[0]


@pytest.mark.parametrize(
    ("loops", "rtol", "off"), [(1, 1e-6, 1e-4), (2, 1e-6, 1e-4), (2, 1e-9, 1e-7)]
)
@pytest.mark.parametrize("integrator", ["dopri5", "radau"])
def test_stretched_parallelograms_go_on(loops, rtol, off, integrator):
    """Four singular positions in 4 s. Radau stuck at one of them, after 9000 steps."""
    words = {"duration": 4.0, "rtol": rtol, "integrator": integrator, "max_steps": 2000}
    run = pl.simulate(rods(loops), **words)
    assert run.outcome.finished, run.outcome.message
    angle = compound_pendulum(loops, run.arrays["time"])
    assert np.count_nonzero(np.diff(np.sign(np.sin(angle)))) == 4
    np.testing.assert_allclose(run.arrays["q"][:, 0], angle, atol=off)
    assert run.audit().constraint_error < 1e-12


def test_a_hop_is_a_step_of_dopri5():
    """Without constraints: y' = f(t, y) with a known solution, to its order, inside as well."""

    def rates(t, y):
        return np.array([y[1], -y[0], np.cos(t)])

    ends, insides = [], []
    for length in (0.4, 0.2):
        hop = Hop.taken(rates, lambda _, y: y, 0.3, np.array([0.0, 1.0, np.sin(0.3)]), length)
        exact = np.array([np.sin(length), np.cos(length), np.sin(0.3 + length)])
        ends.append(np.abs(hop.new - exact).max())
        half = np.array([np.sin(length / 2), np.cos(length / 2), np.sin(0.3 + length / 2)])
        insides.append(np.abs(hop.at(np.array([0.3 + length / 2]))[0] - half).max())
        assert hop.error(1e-3, 1e-3) < 1.0 < hop.error(1e-12, 1e-12)
    assert np.log2(ends[0] / ends[1]) > DOPRI5.order + 0.5
    assert np.log2(insides[0] / insides[1]) > DOPRI5.order - 0.5
    hop = Hop.taken(lambda t, y: y * np.inf, lambda _, y: y, 0.0, np.ones(2), 1.0)
    assert hop.error(1e-3, 1e-3) == np.inf


def test_lengths_to_try():
    tried = list(lengths(0.1, 0.15))
    assert tried == sorted(tried, reverse=True)
    assert tried[0] == 0.15
    assert tried[-1] < 1e-3
    assert len(set(tried)) == len(tried)


@pytest.mark.parametrize("code", ["step-too-small", "step-limit"])
def test_no_message_advises_what_is_in_use(code):
    from pelagos.march.engine import engine_of

    for robot in (rods(1), pl.load("pendulum")):
        compiled = engine_of(robot).robot
        assert "radau" not in describe(compiled, code, 1.0, -1, 9, "radau")
        assert "radau" in describe(compiled, code, 1.0, -1, 9)
    loops = describe(engine_of(rods(1)).robot, "step-too-small", 1.0, -1, 9, "radau")
    assert "singular position" in loops
    assert "`integrator: dopri5`" in loops

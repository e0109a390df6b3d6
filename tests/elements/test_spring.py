"""Springs between bodies: closed forms, energy, momentum, all formulations, modules."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.errors import ModelError

METHODS = ("newton-euler", "kane", "moving-frame", "udwadia-kalaba")
BALL = {"mass": 2.0, "inertia": [0.1, 0.2, 0.3]}
WORDS = {
    "name": "two balls",
    "gravity": [0, 0, 0],
    "bodies": {"a": BALL, "b": {**BALL, "mass": 6.0}},
    "initial": {"b": {"position": [1.5, 0, 0]}},
    "springs": {"s": {"between": ["a", "b"], "stiffness": 30, "rest": 1.0}},
}


def changed(**words):
    return pl.Robot(**{**WORDS, "springs": {"s": {**WORDS["springs"]["s"], **words}}})


def test_two_balls_swing_with_the_frequency_of_their_reduced_mass():
    run = pl.simulate(pl.Robot(**WORDS), duration=3.0, rtol=1e-10)
    time, outputs = run.arrays["time"], run.arrays["outputs"]
    frequency = np.sqrt(30.0 / (2.0 * 6.0 / 8.0))
    length = 1.0 + 0.5 * np.cos(frequency * time)
    assert run.header.outputs == ("s.tension", "s.length")
    assert run.header.output_units == ("N", "m")
    np.testing.assert_allclose(outputs[:, 1], length, atol=1e-8)
    np.testing.assert_allclose(outputs[:, 0], 30.0 * (length - 1.0), atol=3e-7)
    assert float(np.ptp(run.arrays["linear_momentum"], axis=0).max()) < 1e-12
    energy = run.arrays["kinetic_energy"] + run.arrays["potential_energy"]
    np.testing.assert_allclose(energy, 0.5 * 30.0 * 0.25, rtol=1e-8)
    np.testing.assert_array_equal(run.arrays["work"], 0.0)


def test_damping_takes_what_the_energy_lacks():
    run = pl.simulate(changed(damping=2.0), duration=2.0, rtol=1e-10)
    energy = run.arrays["kinetic_energy"] + run.arrays["potential_energy"]
    np.testing.assert_allclose(energy - energy[0], run.arrays["work"], atol=1e-9)
    assert np.all(np.diff(run.arrays["work"]) <= 1e-12)
    assert run.arrays["work"][-1] < -1.0


def test_a_cord_never_pushes():
    robot = changed(tension_only=True, damping=3.0)
    run = pl.simulate(robot, duration=3.0, rtol=1e-9)
    tension, length = run.arrays["outputs"].T
    assert tension.min() >= 0.0
    slack = length < 1.0
    assert slack.any()
    np.testing.assert_array_equal(tension[slack], 0.0)


@pytest.mark.parametrize("points", [{}, {"at": [0.1, 0.2, -0.1], "to": [0.0, -0.3, 0.2]}])
def test_all_formulations_agree(points):
    robot = changed(damping=1.5, **points)
    rng = np.random.default_rng(3)
    q, u = robot.initial_state()
    u = u + rng.normal(size=len(u))
    found = [pl.acceleration(robot, q, u, method=method) for method in METHODS]
    for other in found[1:]:
        np.testing.assert_allclose(other, found[0], rtol=1e-12, atol=1e-12)


def test_ends_that_meet_have_no_direction():
    robot = pl.Robot(**{**WORDS, "initial": {}})
    q, u = robot.initial_state()
    np.testing.assert_array_equal(pl.acceleration(robot, q, u), 0.0)


def test_the_world_may_hold_an_end():
    """A mass on a spring, with its exact derivatives."""
    words = {**WORDS, "bodies": {"a": BALL}, "initial": {"a": {"position": [0, 0, -2.0]}}}
    words["springs"] = {"s": {"between": ["world", "a"], "stiffness": 50, "rest": 1.0}}
    robot = pl.Robot(**words)
    assert not robot.is_left_alone
    q, u = robot.initial_state()
    np.testing.assert_allclose(pl.acceleration(robot, q, u)[:3], [0, 0, 25.0], rtol=1e-14)
    A = pl.linearize(robot, q, u).A
    nq = A.shape[0] // 2
    # along the spring k/m, across k (1 - rest/length)/m
    np.testing.assert_allclose(np.diag(A[nq:, :nq])[:3], [-12.5, -12.5, -25.0], rtol=1e-12)


def test_a_batch_varies_a_stiffness_and_equals_the_run_alone():
    robot = pl.Robot(**WORDS)
    path = "springs.s.stiffness"
    batch = pl.simulate_batch(robot, duration=0.5, vary={path: [20.0, 40.0]}, integrator="dopri5")
    for k, value in enumerate((20.0, 40.0)):
        alone = pl.simulate(robot, duration=0.5, set={path: value}, integrator="dopri5")
        np.testing.assert_array_equal(batch.q[k].values, alone.q.values)


def test_springs_inside_of_modules_are_renamed(tmp_path):
    from pelagos.language.yaml_text import write

    (tmp_path / "pair.yaml").write_text(
        write({**WORDS, "parameters": {"k": 30.0}, "springs": {
            "s": {"between": ["a", "b"], "stiffness": "2*k", "tension_only": True}}})
    )  # fmt: skip
    (tmp_path / "two.yaml").write_text(
        "name: two\nmodules: {one: pair.yaml, two: {file: pair.yaml, at: [0, 3, 0]}}\n"
    )
    robot = pl.load(tmp_path / "two.yaml")
    assert set(robot.elements) == {"one.s", "two.s"}
    assert robot.elements["two.s"].between == ("two.a", "two.b")
    other = robot.with_values({"springs.two.s.rest": 0.4, "parameters.one.k": 5.0})
    assert other.elements["two.s"].rest == 0.4
    assert other.elements["one.s"].stiffness == 10.0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"between": ["a", "c"]}, "there is no such body"),
        ({"between": "a"}, "two bodies are needed"),
        ({"stiffness": -3}, "is not positive"),
        ({"stiffness": "3 kg"}, "a mass stands where a stiffness"),
        ({"stifness": 3}, "did you mean stiffness"),
        ({"damping": -1}, "below 0"),
    ],
)
def test_bad_words_are_refused(words, said):
    with pytest.raises(ModelError, match=said):
        changed(**words)

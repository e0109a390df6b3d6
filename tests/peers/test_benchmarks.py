"""The benchmarks time what they say they time."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from benchmarks import formulations, throughput, timing


def test_the_chain_of_any_length_is_the_built_in_one():
    built_in, made = pl.load("chain20"), throughput.chain(20)
    q, u, tau = throughput.random_states(built_in, 3)
    np.testing.assert_allclose(
        pl.acceleration(made, q, u, tau), pl.acceleration(built_in, q, u, tau), rtol=1e-12
    )


def test_the_best_turn_counts(monkeypatch):
    warm_up = [0.0, 9.0, 0.0, 9.0]  # long enough that a turn is one repetition
    ticks = iter([*warm_up, 0.0, 8.0, 10.0, 12.0, 20.0, 24.0, 30.0, 36.0])
    monkeypatch.setattr(timing, "process_time", lambda: next(ticks))
    calls = []
    candidates = {
        "a": timing.Candidate(lambda: calls.append("a"), 2),
        "b": timing.Candidate(lambda: calls.append("b"), 1),
    }
    assert timing.best_of(candidates, 2) == {"a": 2.0, "b": 2.0}
    assert calls == [*"aabb", *"ab" * 2]  # two to warm up, then turns


def test_short_work_is_repeated_within_a_turn(monkeypatch):
    ticks = iter([0.0, timing.TURN / 4, 0.0, 10.0])
    monkeypatch.setattr(timing, "process_time", lambda: next(ticks))
    calls = []
    best = timing.best_of({"a": timing.Candidate(lambda: calls.append("a"), 1)}, 1)
    assert len(calls) == 2 + 5
    assert best == {"a": 2.0}


@pytest.mark.parametrize(
    ("seconds", "text"), [(3.2e-8, "32 ns"), (1.5e-6, "1.5 us"), (0.25, "250 ms"), (12.0, "12 s")]
)
def test_times_are_readable(seconds, text):
    assert timing.span(seconds) == text


def test_powers_are_fitted_to_long_chains_alone():
    times = {n: 1e-9 * n**2 if n >= formulations.FITTED_FROM else 1.0 for n in formulations.SIZES}
    assert formulations.exponent(times) == pytest.approx(2.0)


def test_docked_bodies_move_as_one():
    assert len(formulations.docked(5).speeds) == 6


@pytest.mark.parametrize("name", ["free-top", "bricard"])
def test_mujoco_is_given_the_published_problem(name):
    """With loops, too; a coarse step suffices to tell a wrong model."""
    pytest.importorskip("mujoco")
    from dataclasses import replace

    from benchmarks.published_peers import QUESTIONS, by_mujoco

    question = QUESTIONS[name]()
    first = question.times <= 1.0
    short = replace(question, times=question.times[first], answer=question.answer[first], step=1e-3)
    assert by_mujoco(short).error < 1e-6


def test_exudyn_is_given_the_published_problem():
    pytest.importorskip("exudyn")
    from dataclasses import replace

    from benchmarks.published_exudyn import by_exudyn
    from benchmarks.published_peers import QUESTIONS

    question = QUESTIONS["n-four-bar"]()
    first = question.times <= 1.0
    short = replace(question, times=question.times[first], answer=question.answer[first])
    assert by_exudyn(short).error < 1e-4


def test_exudyn_hangs_and_bends_its_cables():
    """Their own errors, of cubics and of what little they stretch and resist bending."""
    pytest.importorskip("exudyn")
    from benchmarks import published_cables as cables

    assert cables.elastica_by_exudyn().error < 4e-4
    assert cables.catenary_by_exudyn().error < 3e-5
    assert cables.elastic_catenary_by_exudyn().error < 3e-6

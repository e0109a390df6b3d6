"""Constraints beyond the tree on tape numbers: the same numbers, and nothing that is known."""

from __future__ import annotations

import numpy as np
import pytest

from pelagos.equations import newton_euler
from pelagos.equations.affine import NO_LOOPS
from pelagos.equations.mechanism import given
from pelagos.equations.observation import joint_wrenches, observed_rows
from pelagos.equations.restoration import restoration, weld_impulses
from pelagos.model import Robot
from pelagos.tape.numbers import Number, Tape, run
from tests.loop_cases import LOOPS, RAFTS, TIME, WELDED, Case, built_in, case_of


def flat(x):
    """All numbers of nested lists, tuples and dictionaries."""
    if isinstance(x, dict):
        return flat(list(x.values()))
    if isinstance(x, list | tuple):
        return [number for part in x for number in flat(part)]
    return [x]


def everything(case: Case, t, q, u, f):
    """All that the equations say about the constraints at a state with forces f."""
    m, loops = case.mechanism, case.loops
    known = given(m, t, q, u)
    seen = observed_rows(m, known, loops, f)
    wrenches = joint_wrenches(m, known, loops, seen.udot, seen.forces)
    return flat(
        [
            newton_euler.affine(m, known, loops),
            restoration(m, known, loops),
            weld_impulses(m, known, loops, f),
            seen,
            [list(wrench) for wrench in wrenches],
        ]
    )


@pytest.mark.parametrize("name", [*LOOPS, *WELDED, *RAFTS])
def test_tape_and_floats_give_the_same_numbers(name, monkeypatch):
    case = case_of({**LOOPS, **WELDED, **RAFTS}[name](), monkeypatch)
    count = len(newton_euler.affine(case.mechanism, case.known(), case.loops).wanted)
    f = np.random.default_rng(2).standard_normal(count).tolist()
    tape = Tape()
    rows = [tape.row(map(str, range(len(numbers)))) for numbers in ([TIME], case.q, case.u, f)]
    (t,), q, u, forces = rows
    found = everything(case, t, q, u, forces)
    expected = everything(case, TIME, case.q, case.u, f)
    np.testing.assert_allclose(
        run(tape, found, [TIME, *case.q, *case.u, *f]), expected, rtol=1e-13, atol=1e-13
    )


def traced(case: Case, what):
    """How many operations the outputs of a function of the state need."""
    tape = Tape()
    t, q, u = (tape.row(map(str, range(n))) for n in (1, len(case.q), len(case.u)))
    return len(tape.needed(flat(what(t[0], q, u))))


@pytest.mark.parametrize("name", ["chain20", "rov-arm", "eel"])
def test_a_tree_costs_no_more_for_being_ready_for_loops(name):
    case = case_of(built_in(name)())
    m = case.mechanism
    alone = traced(case, lambda *x: newton_euler.forward_dynamics(m, *x))
    ready = traced(case, lambda *x: newton_euler.affine(m, given(m, *x), NO_LOOPS).udot)
    assert ready == alone


def test_rows_of_legs_that_share_nothing_are_known_to_be_independent():
    """Entries of the Gram matrix that vanish by structure are plain zeros, which folds them."""
    case, tape = case_of(two_loops()), Tape()
    t, q, u = (tape.row(map(str, range(n))) for n in (1, len(case.q), len(case.u)))
    G = newton_euler.affine(case.mechanism, given(case.mechanism, t[0], q, u), case.loops).gram
    half = len(G) // 2
    between = [G[i][j] for i in range(half) for j in range(half, len(G))]
    assert not any(isinstance(x, Number) for x in between)
    assert between == [0.0] * len(between)
    assert any(isinstance(x, Number) for row in G for x in row)


def two_loops():
    """Two four-bars side by side that have only the world in common."""
    words = LOOPS["four-bar"]().to_dict()
    bodies, constraints = dict(words["bodies"]), dict(words["constraints"])
    for name, body in words["bodies"].items():
        parent = body.get("parent", "world")
        bodies[f"{name}-2"] = {**body, "parent": parent if parent == "world" else f"{parent}-2"}
    for name, constraint in words["constraints"].items():
        (kind, law), *_ = [(k, v) for k, v in constraint.items() if isinstance(v, dict)]
        ends = [end if end == "world" else f"{end}-2" for end in law["between"]]
        constraints[f"{name}-2"] = {**constraint, kind: {**law, "between": ends}}
    initial = {**words["initial"], **{f"{n}-2": v for n, v in words["initial"].items()}}
    words |= {"bodies": bodies, "constraints": constraints, "initial": initial}
    words |= {"scenarios": {}, "actuators": {}}
    return Robot(**words)

"""Signals: every kind against its definition, and what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from pelagos import model
from pelagos.language import scope
from pelagos.language.expressions import Const, evaluate
from pelagos.language.rates import differentiate
from pelagos.language.scope import Scope
from pelagos.language.signals import Signal
from pelagos.language.tables import pieces

# time limits per example say more about the machine's other work than about the code
quick = settings(deadline=None, derandomize=True, max_examples=40)

TIMES = np.linspace(0, 5, 101)


def values(words, parameters=None):
    parameters = parameters or {}
    with scope.with_parameters(parameters):
        node = Signal.model_validate(words).node
    return np.array([evaluate(node, t, parameters=parameters) for t in TIMES])


def check(words, expected):
    np.testing.assert_allclose(values(words), expected, rtol=1e-13, atol=1e-13)


def test_constant():
    assert Signal.model_validate(2).node == Const(2.0)
    assert Signal.model_validate("30 deg").node == Const(math.pi / 6)


def test_step():
    check({"step": {"at": 2, "before": 1, "after": 3}}, np.where(TIMES < 2, 1, 3))


def test_ramps():
    x = np.clip((TIMES - 1) / 2, 0, 1)
    words = {"from": 2, "to": -1, "start": 1, "end": 3}
    check({"ramp": words}, 2 - 3 * x)
    check({"ramp": {**words, "shape": "smooth"}}, 2 - 3 * (10 * x**3 - 15 * x**4 + 6 * x**5))


def test_polynomial():
    x = np.clip(TIMES, 1, 3) - 1
    check(
        {"polynomial": {"coefficients": [1, 2, 3, 4], "start": 1, "end": 3}},
        1 + 2 * x + 3 * x**2 + 4 * x**3,
    )
    check({"polynomial": {"coefficients": [1, 2]}}, 1 + 2 * TIMES)


def test_sine():
    tail = {"amplitude": 2, "phase": "90 deg", "offset": 1}
    check({"sine": {**tail, "frequency": 0.5}}, 1 + 2 * np.cos(np.pi * TIMES))
    check({"sine": {**tail, "rate": 3}}, 1 + 2 * np.cos(3 * TIMES))
    late = np.maximum(TIMES, 1) - 1
    check({"sine": {**tail, "period": 4, "start": 1}}, 1 + 2 * np.cos(np.pi / 2 * late))


def test_expressions_use_parameters_as_parameters():
    with scope.with_parameters({"a": 2.0}):
        signal = Signal.model_validate("a*t")
    assert evaluate(signal.node, 3.0, parameters={"a": 5.0}) == 15.0
    check({"expression": "where(t < 1, t, 1)"}, np.minimum(TIMES, 1))


@given(st.lists(st.tuples(st.floats(0.1, 2), st.floats(-5, 5)), min_size=2, max_size=9))
@quick
def test_cubic_table_is_the_natural_spline(knots):
    from scipy.interpolate import CubicSpline

    time = np.cumsum([dt for dt, _ in knots]).tolist()
    value = [v for _, v in knots]
    node = Signal.model_validate({"table": {"time": time, "value": value}}).node
    spline = CubicSpline(time, value, bc_type="natural")
    for order in range(3):
        for t in np.linspace(time[0], time[-1], 23)[1:-1]:
            assert evaluate(node, t) == pytest.approx(float(spline(t, order)), rel=1e-8, abs=1e-8)
        if order < 2:
            node = differentiate(node)


def test_linear_and_held_tables():
    table = {"time": [1, 2, 4], "value": [3, 5, 1]}
    check({"table": {**table, "interpolation": "linear"}}, np.interp(TIMES, [1, 2, 4], [3, 5, 1]))
    held = np.select([TIMES < 2, TIMES < 4], [3, 5], 1)
    check({"table": {**table, "interpolation": "hold"}}, held)
    assert pieces([0, 2], [1, 5], "cubic") == ((1, 2, 0, 0),)


def test_table_from_a_file(tmp_path):
    (tmp_path / "pull.csv").write_text("t, force ,x\n0,1,9\n1,2,9\n\n3,0,9\n")
    for columns in ({"time": "t", "value": "force"}, {"time": 0, "value": 1}, {}):
        words = {"table": {"file": "pull.csv", **columns}}
        with scope.within(Scope(folder=tmp_path)):
            signal = Signal.model_validate(words)
        assert signal.table.time == (0, 1, 3)
        assert signal.table.value == (1, 2, 0)
        # written out, it needs the file no more
        assert Signal.model_validate(signal.model_dump(exclude_none=True)).node == signal.node


@pytest.mark.parametrize(
    ("content", "columns", "message", "remedy"),
    [
        ("t,f\n0,1\n1,x\n", {}, "line 3 of the file holds 'x'", "ordinary numbers"),
        ("t,f\n0,1\n1\n", {}, "line 3 of the file holds 'nothing'", "ordinary numbers"),
        ("t,f\n0,1\n1,nan\n", {}, "holds 'nan' in column 2", "ordinary numbers"),
        ("t,f\n0,1\n", {}, "the table has 1 rows", "at least two"),
        ("t,f\n0,1\n0,2\n", {}, "times must increase, row 2 has 0 after 0", "sort"),
        ("t,force\n0,1\n", {"value": "forc"}, "no column 'forc'", "did you mean force?"),
        ("t,f\n0,1\n", {"value": 5}, "no column 5", "0 to 1"),
        ("", {}, "no column 0", "columns"),
        (b"\xff\xfe\x00", {}, "cannot be read", "UTF-8"),
    ],
)
def test_bad_table_files(tmp_path, content, columns, message, remedy):
    path = tmp_path / "a.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with scope.within(Scope(folder=tmp_path)), pytest.raises(ValidationError) as caught:
        Signal.model_validate({"table": {"file": "a.csv", **columns}})
    facts = caught.value.errors()[0]["ctx"]
    assert message in facts["message"]
    assert remedy in facts["remedy"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({}, "the signal has no kind"),
        ({"step": {"at": 1, "after": 1}, "constant": 3}, "constant and step"),
        ({"sine": {"amplitude": 1}}, "no frequency"),
        ({"sine": {"amplitude": 1, "rate": 1, "period": 1}}, "rate and period"),
        ({"ramp": {"to": 1, "start": 2, "end": 2}}, "ends at 2 s"),
        ({"polynomial": {"coefficients": [1], "start": 2, "end": 1}}, "ends at 1 s"),
        ({"table": {"time": [0, 1], "value": [1]}}, "2 times for 1 values"),
        ([1, 2], "a signal cannot be a list"),
        (None, "a signal cannot be empty"),
        ("q[arm", "has no meaning"),
        ("1e16", "exceeds"),
    ],
)
def test_bad_signals(words, message):
    with pytest.raises(ValidationError) as caught:
        Signal.model_validate(words)
    assert message in str(caught.value)


def robot_with_motion(signal, duration=5.0):
    return model.Robot(
        name="m",
        duration=duration,
        bodies={"a": {"joint": {"revolute": "y"}, "mass": 1, "inertia": [1, 1, 1]}},
        actuators={"m": {"motion": {"joint": "a", "input": signal}}},
    )


@pytest.mark.parametrize(
    ("signal", "what", "time"),
    [
        ({"step": {"at": 2, "after": 1}}, "position", "t = 2 s"),
        ({"ramp": {"to": 1, "start": 1, "end": 3}}, "rate", "t = 1 s"),
        ({"sine": {"amplitude": 1, "rate": 1, "start": 1}}, "rate", "t = 1 s"),
        ({"polynomial": {"coefficients": [0, 0, 1], "end": 4}}, "rate", "t = 4 s"),
        (
            {"table": {"time": [0, 1, 2], "value": [0, 1, 0], "interpolation": "linear"}},
            "rate",
            "t = 1 s",
        ),
        (
            {"table": {"time": [0, 1, 2], "value": [0, 1, 0], "interpolation": "hold"}},
            "position",
            "t = 1 s",
        ),
        ("where(t < 1, 0, t)", "position", "t = 1 s"),
    ],
)
def test_motions_may_not_jump(signal, what, time):
    with pytest.raises(model.loading.ModelError) as caught:
        robot_with_motion(signal)
    (problem,) = caught.value.problems
    assert problem.key == "actuators.m.motion.input"
    assert f"the {what} of this prescribed motion jumps" in problem.message
    assert time in problem.message
    assert "smooth" in problem.remedy


@pytest.mark.parametrize(
    "signal",
    [
        {"ramp": {"to": 1, "start": 1, "end": 3, "shape": "smooth"}},
        {"sine": {"amplitude": 1, "rate": 1}},
        {"sine": {"amplitude": 1, "rate": 1, "start": 1, "phase": "90 deg"}},
        {"polynomial": {"coefficients": [0, 1], "end": 5}},
        {"table": {"time": [0, 1, 5], "value": [0, 1, 0]}},
        {"step": {"at": 7, "after": 1}},
        "sin(t)^2",
    ],
)
def test_smooth_motions_are_accepted(signal):
    assert robot_with_motion(signal).actuators["m"].kind == "motion"

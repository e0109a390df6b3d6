"""Expression trees: values, rates and simplification agree with independent arithmetic."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pelagos.language.expressions import (
    Const,
    Coordinate,
    Op,
    Parameter,
    Speed,
    Table,
    Time,
    depends_on_state,
    depends_on_time,
    evaluate,
    simplify,
)
from pelagos.language.parser import parse
from pelagos.language.rates import differentiate

# time limits per example say more about the machine's other work than about the code
quick = settings(deadline=None, derandomize=True, max_examples=200)

PARAMETERS = {"a": 1.3, "b": -0.7}

smooth = st.recursive(
    st.just(Time())
    | st.sampled_from([Parameter("a"), Parameter("b")])
    | st.floats(-3, 3).map(Const),
    lambda inner: st.one_of(
        st.builds(
            lambda name, x, y: Op(name, (x, y)),
            st.sampled_from(["add", "sub", "mul", "div", "atan2", "min", "max"]),
            inner,
            inner,
        ),
        st.builds(
            lambda name, x: Op(name, (x,)),
            st.sampled_from(
                ["neg", "sin", "cos", "tan", "asin", "acos", "atan", "exp", "tanh", "abs", "sqrt"]
            ),
            inner,
        ),
        st.builds(lambda x, n: Op("pow", (x, Const(float(n)))), inner, st.integers(-2, 3)),
        st.builds(
            lambda c, x, y: Op("where", (Op("lt", (Time(), Const(c))), x, y)),
            st.floats(-1, 1),
            inner,
            inner,
        ),
    ),
    max_leaves=8,
)


def value(node, t):
    return evaluate(node, t, parameters=PARAMETERS)


def slope(node, t, h):
    return (value(node, t + h) - value(node, t)) / h


@given(smooth, st.floats(-2, 2))
@quick
def test_rate_is_the_slope(node, t):
    numbers = [slope(node, t, h) for h in (1e-5, -1e-5, 3e-6, -3e-6)]
    assume(all(math.isfinite(x) for x in numbers))
    # near kinks and poles difference quotients say nothing: they must agree among themselves
    size = max(1.0, max(abs(x) for x in numbers))
    assume(max(numbers) - min(numbers) < 1e-3 * size and size < 1e4)
    assume(abs(value(node, t)) < 1e4)
    rate = value(differentiate(node), t)
    assume(math.isfinite(rate))
    assert rate == pytest.approx(numbers[-1], rel=5e-3, abs=5e-3)


@given(smooth, st.floats(-2, 2))
@quick
def test_simplified_trees_have_the_same_value(node, t):
    before, after = value(node, t), value(simplify(node), t)
    if math.isfinite(before):
        assert after == pytest.approx(before, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("t^3", "3*t^2"),
        ("t^a", "a*t^(a-1)"),
        ("a^t", "a^t*log(a)"),
        ("log(t)", "1/t"),
        ("sqrt(t)", "0.5/sqrt(t)"),
        ("sin(t)*exp(t)", "exp(t)*(sin(t) + cos(t))"),
        ("atan2(t, 2)", "2/(4 + t^2)"),
        ("min(t, 1)", "where(t < 1, 1, 0)"),
        ("max(t, 1)", "where(t < 1, 0, 1)"),
        ("floor(t) + sign(t)", "0"),
        ("where(t < 1, t, 2*t)", "where(t < 1, 1, 2)"),
    ],
)
def test_known_rates(text, rate):
    node, expected = (parse(x, PARAMETERS, state=True).node for x in (text, rate))
    for t in (0.3, 0.8, 1.7):
        assert value(differentiate(node), t) == pytest.approx(value(expected, t))


def test_values_follow_ieee_instead_of_raising():
    cases = {
        "1/(t-t)": math.inf,
        "-1/(t-t)": -math.inf,
        "log(t-t)": -math.inf,
        "exp(1e3*t)": math.inf,
        "(10*t)^400": math.inf,
        "(t-t)^(-1)": math.inf,
    }
    for text, expected in cases.items():
        assert value(parse(text, state=True).node, 1.0) == expected
    for text in ("(t-t)/(t-t)", "sqrt(-t)", "log(-t)", "asin(2*t)", "(-t)^0.5"):
        assert math.isnan(value(parse(text, state=True).node, 1.0))


def test_state_and_parameters_are_looked_up():
    node = parse("2*q[arm] - u[hull.p]*a + t", PARAMETERS, state=True).node
    assert evaluate(node, 1.0, {"arm": 3.0}, {"hull.p": 2.0}, {"a": 0.5}) == 6.0
    assert depends_on_state(node)
    assert depends_on_time(node)
    assert not depends_on_state(parse("t*a", PARAMETERS, state=True).node)
    assert node.args[0].args[0].args[1] == Coordinate("arm")
    assert Speed("hull.p") in node.args[0].args[1].args
    with pytest.raises(ValueError, match="time and parameters"):
        differentiate(node)


def test_known_values_fold():
    assert parse("2*3 + sin(0)", state=True).node == Const(6.0)
    assert parse("0*q[a] + 1*t", state=True).node == Time()
    assert simplify(Op("where", (Const(1.0), Time(), Const(2.0)))) == Time()
    assert simplify(Op("neg", (Op("neg", (Time(),)),))) == Time()


def test_tables_hold_outside_and_differentiate_twice():
    table = Table((0.0, 1.0, 3.0), ((1.0, 2.0, 3.0, 4.0), (10.0, 0.0, 0.0, 1.0)), 0, Time())
    assert [value(table, t) for t in (-1, 0, 0.5, 1, 2, 3, 9)] == [1, 1, 3.25, 10, 11, 18, 18]
    first, second = differentiate(table), differentiate(differentiate(table))
    assert [value(first, t) for t in (-1, 0.5, 2, 9)] == [0, 2 + 3 + 3, 3, 0]
    assert [value(second, t) for t in (-1, 0.5, 2, 9)] == [0, 6 + 12, 6, 0]
    with pytest.raises(ValueError, match="twice"):
        differentiate(second)

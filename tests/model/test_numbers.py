"""Numbers: units, arithmetic with parameters, and what is refused."""

from __future__ import annotations

import contextlib
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic_core import PydanticCustomError

from pelagos.language import scope, units
from pelagos.language.parser import MAX_DEPTH, MAX_LENGTH, ExpressionError, parse
from pelagos.language.units import UNITS
from pelagos.language.words import to_axis, to_number, to_quaternion

PARAMETERS = {"L": 2.0, "M": 3.0, "g": 4.0, "thrust_1": 5.0}

# time limits per example say more about the machine's other work than about the code
quick = settings(deadline=None, derandomize=True, max_examples=300)


def number(text, *dimensions):
    with scope.with_parameters(PARAMETERS):
        return to_number(text, dimensions)


def refusal(text, *dimensions):
    with pytest.raises(PydanticCustomError) as caught:
        number(text, *dimensions)
    return caught.value.context


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (3, 3.0),
        ("3", 3.0),
        ("1e-3", 1e-3),
        (".5", 0.5),
        ("30 deg", math.pi / 6),
        ("30deg", math.pi / 6),
        ("-3 in", -0.0762),
        ("1600 us", 1.6e-3),
        ("2 kgf", 19.6133),
        ("1 lbf", 4.4482216152605),
        ("3000 rpm", 100 * math.pi),
        ("1 kn", 1852 / 3600),
        ("5 N m", 5.0),
        ("3 N*cm/deg", 3 * 0.01 * 180 / math.pi),
        ("2 kg cm^2", 2e-4),
        ("2 tonne/cm^3", 2e9),
        ("9.81 m/s^2", 9.81),
        ("2*L + 3 cm", 4.03),
        ("(L + 1) cm", 0.03),
        ("-L/2", -1.0),
        ("-2^2", -4.0),
        ("2^-1", 0.5),
        ("2**3**2", 512.0),
        ("10 - 2 - 3", 5.0),
        ("12/2/3", 2.0),
        ("2*M", 6.0),
        ("thrust_1*pi", 5 * math.pi),
        ("sqrt(L^2 + M^2)", math.sqrt(13)),
        ("min(3, L) + max(3, L)", 5.0),
        ("atan2(1, -1)", 3 * math.pi / 4),
        ("where(L < M, 1, 2)", 1.0),
        ("where(L >= M, 1, 2)", 2.0),
        ("(1/2) in", 0.0127),
    ],
)
def test_values(text, value):
    assert number(text) == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize(
    ("text", "message", "remedy"),
    [
        ("3 parsec", "unknown unit 'parsec'", "choose from"),
        ("3 metre", "unknown unit 'metre'", "litre"),
        ("length", "unknown name 'length'", "choose from L"),
        ("thrust1", "unknown name 'thrust1'", "did you mean thrust_1?"),
        ("sinus(3)", "unknown function 'sinus'", "did you mean sin"),
        ("1/2 in", "two ways", "(1/2) in"),
        ("L/2 in", "two ways", "brackets"),
        ("2*kg", "the unit 'kg' stands alone", "1 kg"),
        ("3 g", "both a unit and a parameter", "* g"),
        ("3 L", "'L' is no unit but a parameter", "* L"),
        ("3 cm + 2 s", "a length + a time has no meaning", "units"),
        ("3 cm < 2 s", "a length < a time has no meaning", "units"),
        ("1 == 2", "rarely equal", "<"),
        ("t", "unknown name 't'", "choose from"),
        ("q[arm]", "not known before the run", "signals"),
        ("min(1, 2, 3)", "takes 2 arguments, 3 are given", "nest"),
        ("3 cm^0.5", "power of a unit is '0.5'", "1 to 9"),
        ("(1", "expected ')' before the end", "brackets"),
        ("1 + ", "expected a number or a name before the end", "complete"),
        ("2 3", "'3' does not follow", "operator"),
        ("$HOME", "character '$' has no meaning", "numbers"),
        ("__import__('os')", "has no meaning", "numbers"),
        ("", "empty expression", "write"),
        ("1/0", "not finite", "ordinary"),
        ("log(-1)", "not finite", "ordinary"),
        ("1e999", "too large", "smaller"),
        (1e16, "exceeds 1e+15", "check the unit"),
        (10**400, "not finite", "ordinary"),
        (math.nan, "not finite", "ordinary"),
        (-math.inf, "not finite", "ordinary"),
        (True, "this is true or false", "write a number"),
        (None, "this is empty", "write a number"),
        ([1], "this is a list", "write a number"),
    ],
)
def test_refusals(text, message, remedy):
    facts = refusal(text)
    assert message in facts["message"]
    assert remedy in facts["remedy"]


def test_dimensions_are_checked():
    assert number("3 cm", units.LENGTH) == 0.03
    assert number("3", units.LENGTH) == 3  # a bare number is SI
    assert number("L*3 cm", units.LENGTH) == pytest.approx(0.06)  # parameters may measure anything
    facts = refusal("3 cm", units.MASS)
    assert "a length stands where a mass belongs" in facts["message"]
    assert "kg" in facts["remedy"]
    assert "a time or kg m^3" not in refusal("3 cm*cm^2", units.TIME)["message"]


def test_length_and_depth_are_bounded():
    assert "characters" in refusal("1" * (MAX_LENGTH + 1))["message"]
    for text in ("(" * 500 + "1" + ")" * 500, "-" * 500 + "1", "2^" * 500 + "1", "sin(" * 500):
        assert str(MAX_DEPTH) in refusal(text)["message"]
    deep = "+".join(["L"] * 500)
    with pytest.raises(ExpressionError, match="nested more than"):
        parse(deep, ["L"])


@given(st.text(max_size=60) | st.text("0123456789.eE+-*/^()<>=, tLmqu[]sincodegwhr", max_size=40))
@quick
def test_any_text_is_read_or_refused(text):
    for state in (False, True):
        with contextlib.suppress(ExpressionError):
            parse(text, PARAMETERS, state=state)


@pytest.mark.parametrize("name", UNITS)
def test_units_are_their_factors(name):
    assert to_number(f"2 {name}") == pytest.approx(2 * UNITS[name][0])


def test_axes_and_quaternions_are_normalised():
    assert to_axis("-y") == (0, -1, 0)
    assert to_axis([0, 3, 4]) == pytest.approx((0, 0.6, 0.8))
    assert to_quaternion([1, 1, 0, 0]) == pytest.approx((math.sqrt(0.5), math.sqrt(0.5), 0, 0))
    for reader, value, message in [
        (to_axis, [0, 0, 0], "length zero"),
        (to_axis, "w", "unknown axis"),
        (to_axis, "--x", "unknown axis"),
        (to_axis, [1, 2], "this one has 2"),
        (to_axis, 3, "this is a number"),
        (to_quaternion, [0, 0, 0, 0], "length zero"),
        (to_quaternion, [1, 0, 0], "this one has 3"),
    ]:
        with pytest.raises(PydanticCustomError) as caught:
            reader(value)
        assert message in caught.value.context["message"]

"""Polynomials that behave like numbers, and the forms they are printed in."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
import sympy

from pelagos.errors import PelagosError
from pelagos.mathematics import scalars as s
from pelagos.symbolic import exact
from pelagos.symbolic.exact import Exact, Generators, collected, simple
from pelagos.symbolic.readable import ExpressionWriter


@pytest.fixture
def of():
    return Generators()


def written(of, x):
    return ExpressionWriter(of).expression(x)


def test_floats_are_the_fractions_they_were_meant_to_be():
    assert simple(1 / 12) == Fraction(1, 12)
    assert simple(0.1 + 0.2) == Fraction(3, 10)
    assert simple(math.pi) == Fraction(f"{math.pi:.15g}")


def test_ring(of):
    a, b = of.symbol("a"), of.symbol("b")
    assert (a + b) * (a - b) == a * a - b * b
    assert (a - a) == 0.0
    assert isinstance(a * 0.0, float)
    assert 2.0 * a / 4.0 == 0.5 * a
    assert (1.0 / a) * a == of.constant(1.0)
    assert 1.0 - a == -(a - 1.0)


def test_squares_are_reduced(of):
    sine, cosine = s.sincos(of.symbol("q"))
    assert sine * sine + cosine * cosine == of.constant(1.0)
    root = s.sqrt(of.symbol("a") + 1.0)
    assert root * root == of.symbol("a") + 1.0


def test_lengths_of_quaternions_are_one(of):
    w, x = of.symbol("w"), of.symbol("x")
    of.ones.append(w * w + x * x)
    assert 2.0 / (x * x + w * w) == of.constant(2.0)


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda a, b: s.cos(a) * s.cos(b) - s.sin(a) * s.sin(b), "cos(a + b)"),
        (lambda a, b: s.sin(a) * s.cos(b) - s.cos(a) * s.sin(b), "sin(a - b)"),
        (lambda a, b: s.cos(a) * s.cos(a) * b, "b*cos(a)**2"),
        (lambda a, b: 1.0 - s.cos(a) * s.cos(a), "sin(a)**2"),
        (lambda a, b: a * a + 2.0 * a * b + b * b, "(a + b)**2"),
        (lambda a, b: s.clip(a, -2.0, 2.0), "Min(2, Max(-2, a))"),
        (lambda a, b: s.clip(a, -math.inf, math.inf), "a"),
        (lambda a, b: s.tanh(a / b), "tanh(a/b)"),
        (lambda a, b: 9.81 * a, "9.81*a"),
        (lambda a, b: a / (1.0 + b), "a/(b + 1)"),
    ],
)
def test_forms(of, make, expected):
    x = make(of.symbol("a"), of.symbol("b"))
    assert sympy.sstr(written(of, x), full_prec=False) == expected


def test_every_form_has_the_same_value(of):
    a, b, u = (of.symbol(name) for name in "abu")
    x = (s.cos(a) * s.cos(b) + 0.3 * s.sin(a)) * (u + s.sin(b) * s.cos(a)) * s.sin(a + b)
    values = {"a": 0.4, "b": -1.3, "u": 0.7}
    exact = (math.cos(0.4) * math.cos(-1.3) + 0.3 * math.sin(0.4)) * (
        0.7 + math.sin(-1.3) * math.cos(0.4)
    ) * math.sin(0.4 - 1.3)  # fmt: skip
    found = written(of, x).subs({sympy.Symbol(n, real=True): v for n, v in values.items()})
    assert float(found) == pytest.approx(exact, rel=1e-13)


def test_choices_stay_open_until_there_are_values(of):
    a = of.symbol("a")
    x = written(of, s.where(a < 1.0, a, 2.0))
    symbol = sympy.Symbol("a", real=True)
    assert x.subs(symbol, 0.5) == 0.5
    assert x.subs(symbol, 3.0) == 2
    assert s.where(of.constant(1.0) < 2.0, a, 0.0) is a


def test_linear_letters_are_collected(of):
    a, b, x = (of.symbol(name) for name in "abx")
    parts = collected(a * x + b * x + b, [x.letter()], of)
    assert parts[x.letter()] == a + b
    assert parts[None] == b
    assert isinstance(parts[None], Exact)


def test_endless_products_are_refused(monkeypatch):
    """Before they are multiplied out, which may take hours."""
    monkeypatch.setattr(exact, "LARGEST_PRODUCT", 3)
    of = exact.Generators()
    x = of.symbol("a") + of.symbol("b")
    with pytest.raises(PelagosError, match="product of sums of 2 and 2 terms"):
        x * x

"""Polynomials as SymPy expressions that people can read.

Sines and cosines are written in the shortest of three ways: powers with no cos^2, powers with no
sin^2, and sines and cosines of sums of angles, as in cos(q1 - q2), in which products are resolved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import sympy

from pelagos.symbolic.exact import NAMED, Exact, Generators, Monomial, Number, reduced
from pelagos.symbolic.names import SymbolNames

LONGEST = 80  # terms up to which factors are looked for
ENDLESS = 5 * LONGEST  # terms above which nobody looks for the shortest form
SHORT = 12  # operations of a function that is written where it stands
LARGEST_DENOMINATOR = 10_000  # of numbers that people wrote; others have no factors worth a search
DIGITS = 15

Wave = tuple[bool, tuple[tuple[int, int], ...]]  # sine or cosine of a sum of multiples of symbols

_FUNCTIONS = {
    name: getattr(sympy, name)
    for name in (
        "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sqrt", "exp", "log", "tanh", "Abs",
        "floor", "sign", "Min", "Max",
    )
}  # fmt: skip
_RELATIONS = {"<": sympy.Lt, "<=": sympy.Le, ">": sympy.Gt, ">=": sympy.Ge}


class ExpressionWriter:
    """Turns polynomials of one derivation into expressions.

    With `names`, long functions get a symbol of their own, explained in `auxiliary`.
    """

    def __init__(self, of: Generators, names: SymbolNames | None = None):
        self._of, self._names = of, names
        self.auxiliary: dict[Any, Any] = {}
        self._numbered = 0  # of these
        self._letters: dict[int, Any] = {}
        self._trigonometric = {
            letter: (symbol, is_sine)
            for symbol, pair in of.sines.items()
            for letter, is_sine in zip(pair, (True, False), strict=True)
        }

    def expression(self, x: Number) -> Any:
        """The shortest form."""
        terms = self._of.exact(x).terms
        if not terms or x == 0.0:
            return sympy.Integer(0)
        forms = [self._sum(terms, self._powers)]
        turning = any(letter in self._trigonometric for m in terms for letter, _ in m)
        if turning and len(terms) <= ENDLESS:
            forms.append(self._sum(reduced(terms, self._without_sines()), self._powers))
            forms.append(self._sum(terms, self._waves))
        return min(forms, key=lambda form: (sympy.count_ops(form), len(str(form))))

    def _without_sines(self) -> dict[int, Exact]:
        """sin^2 = 1 - cos^2, in the place of the rule for cos^2."""
        rules = dict(self._of.squares)
        one = self._of.constant(1.0)
        for sine, cosine in self._of.sines.values():
            del rules[cosine]
            square = Exact({((cosine, 2),): Fraction(1)}, self._of)
            rules[sine] = one - square
        return rules

    def _sum(
        self,
        terms: Mapping[Monomial, Fraction],
        split: Callable[[Monomial], Iterator[tuple[Any, Monomial, Fraction]]],
    ) -> Any:
        """Factors of each oscillating part, factored; then what all parts have in common."""
        parts: dict[Any, dict[Monomial, Fraction]] = {}
        for monomial, coefficient in terms.items():
            for part, rest, share in split(monomial):
                inner = parts.setdefault(part, {})
                inner[rest] = inner.get(rest, Fraction(0)) + share * coefficient
        pieces = []
        for part, inner in parts.items():
            factor = sympy.Add(*(self._term(m, c) for m, c in inner.items() if c))
            if 1 < len(inner) <= LONGEST and _plain(inner):
                factor = _shorter(factor, sympy.factor(factor))
            pieces.append(factor * self._oscillation(part))
        whole = sympy.Add(*pieces)
        if len(terms) > ENDLESS:
            return decimals(whole)
        return _shorter(decimals(whole), decimals(sympy.factor_terms(whole)))

    def _term(self, monomial: Monomial, coefficient: Fraction) -> Any:
        powers = (self._letter(letter) ** exponent for letter, exponent in monomial)
        return sympy.Mul(sympy.Rational(coefficient.numerator, coefficient.denominator), *powers)

    # --- the oscillating part of a monomial, as powers or as waves

    def _powers(self, monomial: Monomial) -> Iterator[tuple[Any, Monomial, Fraction]]:
        part = tuple(pair for pair in monomial if pair[0] in self._trigonometric)
        rest = tuple(pair for pair in monomial if pair[0] not in self._trigonometric)
        yield part, rest, Fraction(1)

    def _waves(self, monomial: Monomial) -> Iterator[tuple[Any, Monomial, Fraction]]:
        """Products of sines and cosines as sums: sin a cos b = (sin(a+b) + sin(a-b))/2 ..."""
        rest = tuple(p for p in monomial if p[0] not in self._trigonometric or p[1] < 0)
        waves: dict[Wave, Fraction] = {(False, ()): Fraction(1)}
        for letter, exponent in monomial:
            if letter not in self._trigonometric or exponent < 0:
                continue
            symbol, is_sine = self._trigonometric[letter]
            for _ in range(exponent):
                waves = _times(waves, symbol, is_sine)
        for wave, share in waves.items():
            yield wave, rest, share

    def _oscillation(self, part: Any) -> Any:
        if part and isinstance(part[0], bool):
            is_sine, multiples = part
            angle = sympy.Add(*(k * self._letter(symbol) for symbol, k in multiples))
            return sympy.sin(angle) if is_sine else sympy.cos(angle)
        return sympy.Mul(*(self._letter(letter) ** exponent for letter, exponent in part))

    def _letter(self, letter: int) -> Any:
        if letter not in self._letters:
            self._letters[letter] = self._made(letter)
        return self._letters[letter]

    def _made(self, letter: int) -> Any:
        name, arguments = self._of.all[letter]
        if arguments is None:
            return sympy.Symbol(name, real=True)
        found = self._function(name, arguments)
        if self._names is None:
            return found
        if not name.startswith(NAMED) and sympy.count_ops(found) <= SHORT:
            return found
        if name.startswith(NAMED):
            kind, _, label = name.removeprefix(NAMED).partition(" ")
            word = self._names.word(kind, label)
        else:
            self._numbered += 1
            word = self._names.word("z", str(self._numbered))
        symbol = sympy.Symbol(word, real=True)
        self.auxiliary[symbol] = found
        return symbol

    def _function(self, name: str, arguments: tuple[Exact, ...]) -> Any:
        inner = [self.expression(a) for a in arguments]
        if name == "group" or name.startswith(NAMED):
            return inner[0]
        if name.startswith("where "):
            left, right, then, otherwise = inner
            condition = _RELATIONS[name.removeprefix("where ")](left, right)
            return sympy.Piecewise((then, condition), (otherwise, True))
        return _FUNCTIONS[name](*inner)


def _shorter(one: Any, other: Any) -> Any:
    """The second where it is no longer: numbers with many digits are better not factored out."""
    sizes = [(sympy.count_ops(x), len(str(x))) for x in (other, one)]
    return other if sizes[0] <= sizes[1] else one


def _plain(terms: Mapping[Monomial, Fraction]) -> bool:
    return all(c.denominator <= LARGEST_DENOMINATOR for c in terms.values())


def _times(waves: Mapping[Wave, Fraction], symbol: int, by_sine: bool) -> dict[Wave, Fraction]:
    """A sum of waves times sin or cos of a symbol."""
    product: dict[Wave, Fraction] = {}
    for (is_sine, multiples), share in waves.items():
        for step in (1, -1):
            sign = Fraction(1, 2)
            if by_sine:
                # cos k sin q = (sin(k+q) - sin(k-q))/2,  sin k sin q = (cos(k-q) - cos(k+q))/2
                sign *= -step if is_sine else step
            k = dict(multiples)
            k[symbol] = k.get(symbol, 0) + step
            wave, flip = _canonical(is_sine != by_sine, k)
            product[wave] = product.get(wave, Fraction(0)) + sign * flip * share
    return {wave: share for wave, share in product.items() if share and wave != (True, ())}


def _canonical(is_sine: bool, multiples: dict[int, int]) -> tuple[Wave, int]:
    """The wave with its first multiple positive, and the sign that takes."""
    k = tuple(sorted((symbol, n) for symbol, n in multiples.items() if n))
    if k and k[0][1] < 0:
        return (is_sine, tuple((symbol, -n) for symbol, n in k)), -1 if is_sine else 1
    return (is_sine, k), 1


def decimals(expression: Any) -> Any:
    """Numbers as people write them: 9.81 rather than 981/100, and 1/12; no factors of one."""
    powers = {power.exp for power in expression.atoms(sympy.Pow)}
    long = {
        r: sympy.Float(repr(float(r)), DIGITS)
        for r in expression.atoms(sympy.Rational) - powers
        if len(str(abs(r))) > len(repr(abs(float(r))))
    }
    return expression.xreplace(long).replace(
        lambda e: e.is_Mul and sympy.S.One in e.args,
        lambda e: sympy.Mul(*(a for a in e.args if a != 1), evaluate=False),
    )

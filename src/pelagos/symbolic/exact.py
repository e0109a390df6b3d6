"""Numbers the equations run on to be printed: polynomials with exact coefficients.

A polynomial is a sum of monomials in *generators*: coordinates, speeds, parameters, sines and
cosines of coordinates, and whatever function of a polynomial the equations ask for. Products are
multiplied out and reduced at once (cos^2 = 1 - sin^2, sqrt(p)^2 = p), so equal quantities are equal
objects and nothing swells that cancels later. Zero is the float 0.0, which the equations fold.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from pelagos.errors import PelagosError

Monomial = tuple[tuple[int, int], ...]  # (generator, exponent), sorted
Number = Any  # Exact, float or int

LARGEST_DENOMINATOR = 10_000
LARGEST_PRODUCT = 20_000  # terms of one factor times those of the other
CLOSE = 2e-15  # a float this close, relative to itself, to a simple fraction is meant to be it


NAMED = "named "  # begins the name of a function that is a letter for its argument
ROUNDING = Fraction(1, 10**13)
SHORT = 2  # terms of a polynomial that needs no letter


class Generator(NamedTuple):
    """A letter of the polynomials: a symbol, or a function of polynomials."""

    name: str
    arguments: tuple[Exact, ...] | None = None  # None for a symbol


class Generators:
    """All letters of one derivation, and the rules that shorten their powers."""

    def __init__(self) -> None:
        self.all: list[Generator] = []
        self.sines: dict[int, tuple[int, int]] = {}  # symbol -> its sine and cosine
        self.squares: dict[int, Exact] = {}  # letter -> what its square is
        self.ones: list[Exact] = []  # polynomials that are 1, such as a quaternion's length
        self.zero = Exact({}, self)
        self._found: dict[Any, int] = {}

    def symbol(self, name: str) -> Exact:
        return self._power(self._index(Generator(name)), 1)

    def constant(self, value: float | Fraction) -> Exact:
        return Exact({(): simple(value)}, self) if value else self.zero

    def function(self, name: str, *arguments: Number) -> Exact:
        """A function that stays as it is."""
        exact = tuple(self.exact(a) for a in arguments)
        return self._power(self._index(Generator(name, exact)), 1)

    def named(self, name: str, x: Number) -> Number:
        """A long polynomial by a letter: its name is a symbol's letter and label."""
        if not isinstance(x, Exact) or len(x.terms) <= SHORT:
            return x
        # weight and buoyancy, say, cancel but for rounding
        least = ROUNDING * max(map(abs, x.terms.values()))
        kept = {m: c for m, c in x.terms.items() if abs(c) > least}
        return self.function(f"{NAMED}{name}", Exact(kept, self))

    def named_terms(self) -> int:
        """Terms of all polynomials that have a letter."""
        named = [g.arguments for g in self.all if g.name.startswith(NAMED)]
        return sum(len(x.terms) for arguments in named for x in arguments or ())

    def sincos(self, angle: Exact) -> tuple[Number, Number]:
        """Sine and cosine, whose squares add up to one."""
        if (value := angle.constant()) is not None:
            return _round(math.sin(value)), _round(math.cos(value))
        letters = tuple(self._index(Generator(name, (angle,))) for name in ("sin", "cos"))
        sine, cosine = (self._power(letter, 1) for letter in letters)
        if letters[1] not in self.squares:
            self.squares[letters[1]] = self.constant(1.0) - sine * sine
            only = angle.only_letter()
            if only is not None:
                self.sines[only] = (letters[0], letters[1])
        return sine, cosine

    def root(self, x: Exact) -> Exact:
        found = self.function("sqrt", x)
        self.squares[found.letter()] = x
        return found

    def magnitude(self, x: Exact) -> Exact:
        found = self.function("Abs", x)
        self.squares[found.letter()] = x * x
        return found

    def exact(self, x: Number) -> Exact:
        return x if isinstance(x, Exact) else self.constant(float(x))

    def _index(self, generator: Generator) -> int:
        if generator not in self._found:
            self._found[generator] = len(self.all)
            self.all.append(generator)
        return self._found[generator]

    def _power(self, letter: int, exponent: int) -> Exact:
        return Exact({((letter, exponent),): Fraction(1)}, self)


class Exact:
    """A polynomial; it adds, multiplies and compares like a number of the equations."""

    __slots__ = ("_hash", "of", "terms")

    def __init__(self, terms: dict[Monomial, Fraction], of: Generators):
        self.terms, self.of = terms, of
        self._hash: int | None = None

    # --- as a key: equal polynomials are one letter

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Exact) and self.terms == other.terms

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self.terms.items()))
        return self._hash

    def constant(self) -> Fraction | None:
        """The value of a polynomial without letters."""
        return self.terms[()] if list(self.terms) == [()] else None

    def letter(self) -> int:
        """The letter of a polynomial that is nothing else."""
        (((letter, _),),) = self.terms
        return letter

    def only_letter(self) -> int | None:
        monomials = list(self.terms.items())
        is_one = len(monomials) == 1 and monomials[0][1] == 1 and len(monomials[0][0]) == 1
        return monomials[0][0][0][0] if is_one and monomials[0][0][0][1] == 1 else None

    # --- arithmetic

    def __add__(self, other: Number) -> Number:
        return _sum(self, other, 1)

    __radd__ = __add__

    def __sub__(self, other: Number) -> Number:
        return _sum(self, other, -1)

    def __rsub__(self, other: Number) -> Number:
        return _sum(-self, other, 1)

    def __neg__(self) -> Exact:
        return Exact({m: -c for m, c in self.terms.items()}, self.of)

    def __mul__(self, other: Number) -> Number:
        if not isinstance(other, Exact):
            if not isinstance(other, int | float):
                return NotImplemented  # a vector, say, which knows what to do
            if other == 0.0:
                return 0.0
            factor = simple(other)
            return Exact({m: factor * c for m, c in self.terms.items()}, self.of)
        if len(self.terms) * len(other.terms) > LARGEST_PRODUCT:
            raise PelagosError(
                f"equations: a product of sums of {len(self.terms)} and {len(other.terms)} terms "
                "is too long to print\n    print a simpler robot; mass_matrix and bias_forces have "
                "the numbers at a state"
            )
        product: dict[Monomial, Fraction] = {}
        for m, c in self.terms.items():
            for n, d in other.terms.items():
                _gather(product, _joined(m, n), c * d)
        return _number(reduced(product, self.of.squares), self.of)

    __rmul__ = __mul__

    def __truediv__(self, other: Number) -> Number:
        return self * _inverse(self.of.exact(other))

    def __rtruediv__(self, other: Number) -> Number:
        return other * _inverse(self)

    # --- comparisons, for `where`

    def __lt__(self, other: Number) -> OpenCondition | bool:
        return _compare(self, "<", other)

    def __le__(self, other: Number) -> OpenCondition | bool:
        return _compare(self, "<=", other)

    def __gt__(self, other: Number) -> OpenCondition | bool:
        return _compare(self, ">", other)

    def __ge__(self, other: Number) -> OpenCondition | bool:
        return _compare(self, ">=", other)

    # --- elementary functions, as `mathematics.scalars` calls them

    def apply_sincos(self, x: Exact) -> tuple[Number, Number]:
        return self.of.sincos(x)

    def apply_sin(self, x: Exact) -> Number:
        return self.of.sincos(x)[0]

    def apply_cos(self, x: Exact) -> Number:
        return self.of.sincos(x)[1]

    def apply_sqrt(self, x: Exact) -> Exact:
        return self.of.root(x)

    def apply_abs(self, x: Exact) -> Exact:
        return self.of.magnitude(x)

    def __getattr__(self, name: str) -> Callable[..., Exact]:
        if not name.startswith("apply_"):
            raise AttributeError(name)
        return lambda *arguments: self.of.function(name.removeprefix("apply_"), *arguments)


class OpenCondition(NamedTuple):
    """A comparison that is open until the letters have values."""

    left: Exact
    relation: str
    right: Exact

    def apply_where(self, x: Number, y: Number) -> Number:
        of = self.left.of
        then, otherwise = of.exact(x), of.exact(y)
        if then == otherwise:
            return x
        # the smaller or larger of the two that are compared
        if {then, otherwise} == {self.left, self.right}:
            smaller = (self.relation in ("<", "<=")) == (then == self.left)
            return of.function("Min" if smaller else "Max", self.left, self.right)
        return of.function(f"where {self.relation}", self.left, self.right, then, otherwise)


def _round(x: float) -> float:
    """A sine or cosine without what rounding leaves of 0, 1/2 and 1."""
    return round(2.0 * x) / 2.0 if abs(2.0 * x - round(2.0 * x)) < 1e-15 else x


def simple(x: float | Fraction) -> Fraction:
    """The fraction a float is meant to be: 1/12 for 0.08333333333333333, else its decimals."""
    if isinstance(x, Fraction):
        return x
    near = Fraction(x).limit_denominator(LARGEST_DENOMINATOR)
    return near if abs(near - Fraction(x)) <= CLOSE * abs(x) else Fraction(f"{x:.15g}")


def reduced(
    terms: Mapping[Monomial, Fraction], squares: Mapping[int, Exact]
) -> dict[Monomial, Fraction]:
    """The same polynomial with squares replaced by what they are."""
    done: dict[Monomial, Fraction] = {}
    left = dict(terms)
    while left:
        monomial, coefficient = left.popitem()
        place = next((i for i, (g, e) in enumerate(monomial) if e >= 2 and g in squares), None)
        if place is None:
            _gather(done, monomial, coefficient)
            continue
        letter, exponent = monomial[place]
        rest = monomial[:place] + monomial[place + 1 :]
        if exponent > 2:
            rest = _joined(rest, ((letter, exponent - 2),))
        for m, c in squares[letter].terms.items():
            _gather(left, _joined(rest, m), coefficient * c)
    return done


def collected(x: Number, letters: Iterable[int], of: Generators) -> dict[int | None, Number]:
    """A polynomial that is linear in some letters: their factors, and under None what is left."""
    wanted = set(letters)
    parts: dict[int | None, dict[Monomial, Fraction]] = {}
    for monomial, coefficient in of.exact(x).terms.items():
        letter = next((g for g, _ in monomial if g in wanted), None)
        rest = tuple(pair for pair in monomial if pair[0] != letter)
        parts.setdefault(letter, {})[rest] = coefficient
    return {letter: _number(terms, of) for letter, terms in parts.items()}


def _number(terms: dict[Monomial, Fraction], of: Generators) -> Number:
    return Exact(terms, of) if terms else 0.0


def _sum(a: Exact, b: Number, sign: int) -> Number:
    if not isinstance(b, Exact):
        if b == 0.0:
            return a
        b = a.of.constant(b)
    terms = dict(a.terms)
    for m, c in b.terms.items():
        _gather(terms, m, sign * c)
    return _number(terms, a.of)


def _gather(terms: dict[Monomial, Fraction], monomial: Monomial, coefficient: Fraction) -> None:
    total = terms.get(monomial, 0) + coefficient
    if total:
        terms[monomial] = total
    else:
        terms.pop(monomial, None)


def _joined(m: Monomial, n: Monomial) -> Monomial:
    """Product of two monomials."""
    if not m or not n:
        return m or n
    exponents = dict(m)
    for letter, exponent in n:
        exponents[letter] = exponents.get(letter, 0) + exponent
    return tuple(sorted((g, e) for g, e in exponents.items() if e))


def _inverse(x: Exact) -> Exact:
    if x in x.of.ones:
        return x.of.constant(1.0)
    if len(x.terms) == 1:
        ((monomial, coefficient),) = x.terms.items()
        return Exact({tuple((g, -e) for g, e in monomial): 1 / coefficient}, x.of)
    common = _common(x)
    rest = Exact({_joined(m, common): c for m, c in x.terms.items()}, x.of) if common else x
    group = x.of.function("group", rest)
    return Exact({_joined(((group.letter(), -1),), common): Fraction(1)}, x.of)


def _common(x: Exact) -> Monomial:
    """One by the powers of letters that all terms share, so that equal sums get one letter."""
    least: dict[int, int] | None = None
    for monomial in x.terms:
        own = dict(monomial)
        least = own if least is None else least
        least = {g: min(least.get(g, 0), own.get(g, 0)) for g in {*least, *own}}
    return tuple(sorted((g, -e) for g, e in (least or {}).items() if e))


def _as_condition(x: Exact) -> OpenCondition | None:
    """The condition behind |1 where it holds, else 0| > 0, which is how signals ask for it."""
    letter = x.only_letter()
    name, arguments = x.of.all[letter] if letter is not None else ("", None)
    if name != "Abs" or not arguments or (inner := arguments[0].only_letter()) is None:
        return None
    name, parts = x.of.all[inner]
    if not name.startswith("where ") or not parts or parts[2:] != (x.of.constant(1.0), x.of.zero):
        return None
    return OpenCondition(parts[0], name.removeprefix("where "), parts[1])


def _compare(a: Exact, relation: str, b: Number) -> OpenCondition | bool:
    if not isinstance(b, Exact) and math.isinf(b):
        return (b > 0) == (relation in ("<", "<="))
    right = a.of.exact(b)
    if relation == ">" and b == 0.0 and (asked := _as_condition(a)) is not None:
        return asked
    x, y = a.constant(), right.constant()
    if x is not None and y is not None:
        return {"<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y}[relation]
    return OpenCondition(a, relation, right)

"""Random numbers from counters as plain instructions: the bits of `mathematics.randomness`.

Everything is done in 64-bit words, and each step from and to doubles is exact; so there is nothing
that a processor or a number of lanes could round in another way.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from pelagos.mathematics.randomness import DIGITS, LARGEST, ROUNDS, scrambled
from pelagos.tape.elementary import (
    LN_2,
    ROUNDER,
    ROUNDER_BITS,
    in_quadrant,
    parted,
    where,
)

HALF = 26  # bits of a whole number that are converted at once
ONE_BITS = 0x3FF0_0000_0000_0000

# Interpolation at Chebyshev nodes in 60 digits, rounded: of sin(pi/2 x) / x and cos(pi/2 x) by x^2
# for |x| < 1/2, off by 5e-15 and 8e-14, and of -2 log(1 + f) / f for 1 + f between sqrt(1/2) and
# sqrt(2), off by 8e-14.
SIN = (
    1.57079632679489,
    -0.645964097504309,
    0.07969262615574603,
    -0.004681752591458209,
    0.00016042926504495616,
    -3.556386260704784e-06,
)
COS = (
    0.9999999999999444,
    -1.2337005501201592,
    0.25366950715370434,
    -0.020863468002244645,
    0.0009191617369539572,
    -2.4850963357813638e-05,
)
LOG = (
    -2.0000000000001235,
    1.0000000000023992,
    -0.6666666665392852,
    0.49999999901523484,
    -0.4000000209708754,
    0.3333334564645368,
    -0.28571303535068826,
    0.24999306141047503,
    -0.22225524456540352,
    0.20020059808776303,
    -0.18145575076020773,
    0.163626513639432,
    -0.153990245659453,
    0.1649005130148568,
    -0.15841368543849355,
    0.07774322563246243,
)


def uniforms(seed: Any, stream: Any, counter: Any) -> tuple[Any, Any]:
    """Two numbers strictly between 0 and 1; NaN where an argument is not whole or too large."""
    words, below_one = _block((seed, stream, counter), 1.0 - 2.0 ** -(DIGITS + 1))
    a, b = (_from_one_to_two(word.unsigned_shift(64 - DIGITS)) - below_one for word in words)
    return a, b


def normals(seed: Any, stream: Any, counter: Any) -> tuple[Any, ...]:
    """Four normal numbers by Box and Muller, from uniform ones whose range is known: neither the
    logarithm nor the angle has special values to look out for, and NaN is carried on by itself.
    They are right to 1e-13, which is more than noise needs, and cost less than all digits would."""
    words, below_one = _block((seed, stream, counter), 1.0 - 2.0**-33)
    found: list[Any] = []
    for half in (_upper_half, _lower_half):
        a, b = (_from_one_to_two(half(word)) - below_one for word in words)
        radius = _minus_two_logs(a).sqrt() + (a - a)
        sine, cosine = _sincos_of_turn(b)
        found += (radius * cosine, radius * sine)
    return tuple(found)


def _block(arguments: Sequence[Any], below_one: float) -> tuple[tuple[Any, Any], Any]:
    """The two words of a block, and a number that is NaN where an argument is no good."""
    words, number = [], arguments[0].like(below_one)
    for x in arguments:
        word, whole = _word(x)
        words.append(word)
        number = where(whole, where(abs(x) < LARGEST, number, math.nan), math.nan)
    first, second, third = words
    both = scrambled((first, second), (third, 0), ROUNDS, lambda word, n: word.rotated(n))
    return both, number


def _upper_half(word: Any) -> Any:
    """Its bits as the highest of 52."""
    return word.unsigned_shift(32) << (DIGITS - 32)


def _lower_half(word: Any) -> Any:
    return (word << 32).unsigned_shift(64 - DIGITS)


def _sincos_of_turn(b: Any) -> tuple[Any, Any]:
    """Sine and cosine of 2 pi b for b between 0 and 1: quarter turns are exact, and so is the rest
    in quarters."""
    rounded = b.fma(4.0, ROUNDER)
    x = b.fma(4.0, ROUNDER - rounded)
    z = x * x
    return in_quadrant(x * _polynomial(z, SIN), _polynomial(z, COS), rounded.bits)


def _minus_two_logs(a: Any) -> Any:
    """-2 log a of a number between 0 and 1."""
    k, f = parted(a)
    return k.fma(-2.0 * LN_2[0], f * _polynomial(f, LOG))


def _polynomial(x: Any, coefficients: Sequence[float]) -> Any:
    """c0 + c1 x + c2 x^2 + ... by pairs, pairs of pairs and so on (Estrin 1960): none of these has
    to wait for another."""
    parts = [x.like(c) for c in coefficients]
    while len(parts) > 1:
        odd = [parts.pop()] if len(parts) % 2 else []
        parts = [x.fma(b, a) for a, b in zip(parts[::2], parts[1::2], strict=True)] + odd
        x = x * x
    return parts[0]


def _word(x: Any) -> tuple[Any, Any]:
    """A whole number as a 64-bit integer, and the condition that it is one.

    `ROUNDER` takes 51 bits, so the number is taken in two halves. That is nine instructions that
    every processor has for any number of lanes; a conversion would be one, but few have it for
    vectors, and what it makes of NaN and of large numbers differs.
    """
    rounded = x.fma(2.0**-HALF, ROUNDER)
    low = (rounded - ROUNDER).fma(-(2.0**HALF), x)
    rest = low + ROUNDER
    # the bits of the rounder itself leave the upper half when it is shifted
    word = (rounded.bits << HALF) + (rest.bits - ROUNDER_BITS)
    return word, (rest - ROUNDER).equals(low)


def _from_one_to_two(k: Any) -> Any:
    """1 + k 2^-52 of an integer of 52 bits."""
    return (k ^ ONE_BITS).number

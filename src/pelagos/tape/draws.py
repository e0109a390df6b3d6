"""Random numbers from counters as plain instructions: the bits of `mathematics.randomness`.

Everything is done in 64-bit words, and each step from and to doubles is exact; so there is nothing
that a processor or a number of lanes could round in another way.
"""

from __future__ import annotations

import math
from typing import Any

from pelagos.mathematics.randomness import DIGITS, LARGEST, ROUNDS, scrambled
from pelagos.tape.elementary import (
    COS,
    HALF_PI,
    ROUNDER,
    ROUNDER_BITS,
    SIN,
    in_quadrant,
    log_of_normal,
    where,
)

HALF = 26  # bits of a whole number that are converted at once
ONE_BITS = 0x3FF0_0000_0000_0000
BELOW_ONE = 1.0 - 2.0**-53


def uniforms(seed: Any, stream: Any, counter: Any) -> tuple[Any, Any]:
    """Two numbers strictly between 0 and 1; NaN where an argument is not whole or too large."""
    words = []
    below_one = seed.like(BELOW_ONE)
    for x in (seed, stream, counter):
        word, whole = _word(x)
        words.append(word)
        below_one = where(whole, where(abs(x) < LARGEST, below_one, math.nan), math.nan)
    first, second, third = words
    both = scrambled((first, second), (third, 0), ROUNDS, lambda word, n: word.rotated(n))
    a, b = (_from_one_to_two(word) - below_one for word in both)
    return a, b


def normals(seed: Any, stream: Any, counter: Any) -> tuple[Any, Any]:
    """Two normal numbers by Box and Muller, from uniform ones whose range is known: neither the
    logarithm nor the angle has special values to look out for, and NaN is carried on by itself."""
    a, b = uniforms(seed, stream, counter)
    radius = (-2.0 * log_of_normal(a)).sqrt() + (a - a)
    sine, cosine = _sincos_of_turn(b)
    return radius * cosine, radius * sine


def _sincos_of_turn(b: Any) -> tuple[Any, Any]:
    """Sine and cosine of 2 pi b for b between 0 and 1: quarter turns are exact, and so is the rest
    in quarters."""
    rounded = b.fma(4.0, ROUNDER)
    r = b.fma(4.0, ROUNDER - rounded) * HALF_PI[0]
    z = r * r
    sine = (z * r).fma(z.polynomial(SIN), r)
    cosine = (z * z).fma(z.polynomial(COS), z.fma(-0.5, 1.0))
    return in_quadrant(sine, cosine, rounded.bits)


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


def _from_one_to_two(word: Any) -> Any:
    """1 + k 2^-52, where k are the highest 52 bits of a word."""
    return (word.unsigned_shift(64 - DIGITS) ^ ONE_BITS).number

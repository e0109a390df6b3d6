"""Random numbers from counters, the same on every kind of number and in any order of drawing.

What is drawn is a function of a seed, a stream and a counter: nothing is kept between two draws, so
lanes, batches and threads cannot disturb each other, and a step that is done again draws the same.
The function is Threefry-2x64 with 13 rounds (Salmon, Moraes, Dror and Shaw 2011), which is fast and
passes their statistical tests: key (seed, stream), counter (counter, 0). It consists of sums,
rotations and exclusive ors of 64-bit words. `tape.draws` has it as instructions.

Seed, stream and counter are whole numbers below 2^53 in size, which a double holds exactly;
negative ones are allowed. Of any other number, NaN is drawn.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from typing import Any

from pelagos.mathematics import scalars
from pelagos.mathematics.chain_rule import ChainRule
from pelagos.mathematics.scalars import Scalar

ROUNDS = 13
LARGEST = 2.0**53  # what arguments stay below; from here on neighbouring doubles are 2 apart
DIGITS = 52  # bits of a word that make a uniform number
NORMALS = 4  # normal numbers that a block makes
# Salmon and others 2011: by how much the second word is rotated, and what all keys add up to
ROTATIONS = (16, 42, 12, 31, 16, 32, 24, 21)
PARITY = 0x1BD1_1BDA_A9FC_1A22
_WORD = 64
_MASK = (1 << _WORD) - 1


def uniforms(seed: Scalar, stream: Scalar, counter: Scalar) -> tuple[Scalar, Scalar]:
    """Two independent numbers, each an odd multiple of 2^-53 strictly between 0 and 1.

    Compiled programs give the bits of plain floats. What is drawn jumps with its arguments and is
    flat in between: it has no slopes.
    """
    arguments = [_without_slopes(x) for x in (seed, stream, counter)]
    method = _method("apply_uniforms", arguments)
    if method is not None:
        return method(*arguments)
    if not _are_whole(arguments):
        return math.nan, math.nan
    first, second, third = map(int, arguments)
    a, b = threefry((first, second), (third, 0))
    return _fraction(a), _fraction(b)


def normals(seed: Scalar, stream: Scalar, counter: Scalar) -> tuple[Scalar, ...]:
    """Four independent numbers of the normal distribution with mean 0 and variance 1.

    By Box and Muller (1958), from four uniform numbers of 32 bits: the upper halves of the words of
    a block make the first two, their lower halves the others. None is larger than
    sqrt(2 log 2^33) = 6.764; a number beyond that has a probability of 1e-11.

    Programs give equal bits on any number of lanes. Plain floats have the C library's logarithm,
    sine and cosine, so their last digits may differ from those of programs; this goes for numbers
    that fold because all three arguments are known, too. Let one of them be read to avoid it.
    """
    arguments = [_without_slopes(x) for x in (seed, stream, counter)]
    method = _method("apply_normals", arguments)
    if method is not None:
        return method(*arguments)
    if not _are_whole(arguments):
        return (math.nan,) * NORMALS
    first, second, third = map(int, arguments)
    halves = zip(*map(_halves, threefry((first, second), (third, 0))), strict=True)
    return tuple(z for a, b in halves for z in _normal_pair(a, b))


def _method(name: str, arguments: Sequence[Scalar]) -> Callable[..., Any] | None:
    """How the kind of number among the arguments draws; None for plain numbers."""
    for x in arguments:
        if isinstance(x, int | float):
            continue
        method = getattr(type(x), name, None)
        if method is None:
            raise TypeError(
                f"random numbers cannot be drawn with a {type(x).__name__}: give whole numbers, "
                "one at a time, as int, float or number of a tape"
            )
        return method
    return None


def stream_of(first: str, *more: str) -> float:
    """A stream of one's own for whatever has these names: a whole number below 2^52.

    It depends on the names and their order alone, not on which other streams there are.
    """
    digest = hashlib.blake2b(digest_size=_WORD // 8)
    for name in (first, *more):
        text = name.encode("utf-8", "surrogatepass")
        digest.update(len(text).to_bytes(8, "little") + text)
    return float(int.from_bytes(digest.digest(), "little") >> (_WORD - DIGITS))


def threefry(
    key: tuple[int, int], counter: tuple[int, int], rounds: int = ROUNDS
) -> tuple[int, int]:
    """One block of Threefry-2x64: two words of 64 random bits."""
    a, b = scrambled(key, counter, rounds, _rotated)
    return a & _MASK, b & _MASK


def scrambled(
    key: tuple[Any, Any],
    counter: tuple[Any, Any],
    rounds: int,
    rotated: Callable[[Any, int], Any],
) -> tuple[Any, Any]:
    """Threefry on anything with + and ^ whose lowest 64 bits come out right."""
    keys = (*key, key[0] ^ key[1] ^ PARITY)
    a, b = key[0] + counter[0], key[1] + counter[1]
    for done in range(1, rounds + 1):
        a = a + b
        b = rotated(b, ROTATIONS[(done - 1) % len(ROTATIONS)]) ^ a
        if done % 4 == 0:
            k = done // 4
            a = a + keys[k % 3]
            b = b + (keys[(k + 1) % 3] + k)
    return a, b


def _rotated(x: int, count: int) -> int:
    """A word turned to the left; bits above the lowest 64 are dropped."""
    x &= _MASK
    return (x << count) & _MASK | x >> (_WORD - count)


def _fraction(word: int) -> float:
    """The highest bits of a word and one half, scaled to between 0 and 1: exact in a double."""
    return ((word >> (_WORD - DIGITS)) + 0.5) * 2.0**-DIGITS


def _halves(word: int) -> tuple[float, float]:
    """The same of the upper and of the lower half of a word."""
    size = _WORD // 2
    return tuple((half + 0.5) * 2.0**-size for half in divmod(word, 1 << size))  # type: ignore


def _normal_pair(a: float, b: float) -> tuple[Scalar, Scalar]:
    radius = scalars.sqrt(-2.0 * scalars.log(a))
    sine, cosine = scalars.sincos(2.0 * math.pi * b)
    return radius * cosine, radius * sine


def _are_whole(arguments: Sequence[Scalar]) -> bool:
    return all(math.isfinite(x) and x == int(x) and abs(x) < LARGEST for x in arguments)


def _without_slopes(x: Scalar) -> Scalar:
    while isinstance(x, ChainRule):
        x = x.value
    return x

"""Random numbers from counters on plain numbers: known answers, range, no slopes, streams."""

import itertools
import math

import numpy as np
import pytest
import sympy

from pelagos.mathematics import randomness
from pelagos.mathematics.dual import Dual
from pelagos.mathematics.jet import Jet
from pelagos.mathematics.randomness import normals, stream_of, threefry, uniforms
from pelagos.symbolic.exact import Generators

# The lines for threefry2x64 of `kat_vectors` in the distribution of Random123 (Salmon, Moraes, Dror
# and Shaw 2011): rounds; counter, key and what comes out, two words each.
KNOWN_ANSWERS = """
13 0000000000000000 0000000000000000 0000000000000000 0000000000000000 f167b032c3b480bd e91f9fee4b7a6fb5
13 ffffffffffffffff ffffffffffffffff ffffffffffffffff ffffffffffffffff ccdec5c917a874b1 4df53abca26ceb01
13 243f6a8885a308d3 13198a2e03707344 a4093822299f31d0 082efa98ec4e6c89 c3aac71561042993 3fe7ae8801aff316
20 0000000000000000 0000000000000000 0000000000000000 0000000000000000 c2b6e3a8c2c69865 6f81ed42f350084d
20 ffffffffffffffff ffffffffffffffff ffffffffffffffff ffffffffffffffff e02cb7c4d95d277a d06633d0893b8b68
20 243f6a8885a308d3 13198a2e03707344 a4093822299f31d0 082efa98ec4e6c89 263c7d30bb0f0af1 56be8361d3311526
32 0000000000000000 0000000000000000 0000000000000000 0000000000000000 38ba854d7f13cfb3 d02fca729d54fadc
32 ffffffffffffffff ffffffffffffffff ffffffffffffffff ffffffffffffffff 6b532f4f6e288646 0388f1ec135ee18e
32 243f6a8885a308d3 13198a2e03707344 a4093822299f31d0 082efa98ec4e6c89 dad492f32efbd0c4 b6d7d0cd1f193e84
"""  # noqa: E501


@pytest.mark.parametrize("line", KNOWN_ANSWERS.strip().splitlines())
def test_published_answers(line):
    rounds, *words = line.split()
    c0, c1, k0, k1, *expected = (int(word, 16) for word in words)
    assert threefry((k0, k1), (c0, c1), int(rounds)) == tuple(expected)


def test_uniform_numbers_are_the_highest_bits_of_a_block():
    """The middle of one of 2^52 equal parts of the interval from 0 to 1."""
    for a, word in zip(uniforms(0, 0.0, -0.0), threefry((0, 0), (0, 0)), strict=True):
        assert int(a * 2.0**53) == 2 * (word >> 12) + 1
    # a negative number is its two's complement
    ones = threefry((2**64 - 1, 7), (2**64 - 3, 0))
    assert [int(a * 2.0**52) for a in uniforms(-1, 7.0, -3.0)] == [word >> 12 for word in ones]


@pytest.mark.parametrize("word", [0, 2**64 - 1])
def test_no_number_is_zero_or_one(word, monkeypatch):
    """The extreme words, which no known seed gives."""
    monkeypatch.setattr(randomness, "threefry", lambda *_: (word, word))
    ends = {0: 2.0**-53, 2**64 - 1: 1.0 - 2.0**-53}
    assert uniforms(1, 2, 3) == (ends[word], ends[word])
    for z in normals(1, 2, 3):
        assert math.isfinite(z)
        assert abs(z) < 6.764


@pytest.mark.parametrize("bad", [0.5, -2.5, 2.0**53, -(2.0**53), 1e300, math.inf, math.nan, 2**70])
def test_what_is_not_whole_draws_what_is_no_number(bad):
    for arguments in itertools.permutations((bad, 1.0, 2.0)):
        assert np.isnan([*uniforms(*arguments), *normals(*arguments)]).all()


def test_what_is_drawn_has_no_slopes():
    seed, counter = Dual(3.0, np.array([1.0, 0.0])), Jet(Dual(5.0, np.array([0.0, 1.0])), (1.0,))
    assert uniforms(seed, 4.0, counter) == uniforms(3.0, 4.0, 5.0)
    assert normals(3.0, seed, counter) == normals(3.0, 3.0, 5.0)
    moving = Dual(2.0, np.array([1.0, 0.0]))
    np.testing.assert_array_equal((moving + normals(seed, 4, 5)[0]).tangent, [1.0, 0.0])


@pytest.mark.parametrize("kind", [np.ones(3), sympy.Symbol("n"), Generators().symbol("n"), "seven"])
def test_other_numbers_are_refused(kind):
    for arguments in itertools.permutations((kind, 1.0, 2.0)):
        with pytest.raises(TypeError, match="random numbers cannot be drawn with a"):
            normals(*arguments)


def test_each_name_has_a_stream_of_its_own():
    names = [f"{a}{k}" for a in "xyz" for k in range(100)]
    names += ["", "é", "\udc80", "imu", "imu.", ".imu"]
    lists = [*((name,) for name in names), *itertools.product(names[::7], repeat=2)]
    lists += [("a", "bc"), ("ab", "c"), ("abc",), ("a", "b", "c"), ("", "abc"), ("abc", "")]
    streams = {stream_of(*names) for names in lists}
    assert len(streams) == len(lists)
    assert all(0 <= s < 2**52 and s == int(s) for s in streams)
    assert max(streams) > 2**51


def test_streams_stay_what_they_are():
    """A run of today can be repeated tomorrow; `b2sum --length 64` gives this, too."""
    assert stream_of("imu", "gyro", "x") == 2176458801391786.0

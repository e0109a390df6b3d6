"""Random numbers in compiled programs: the bits of plain floats, and of the distributions meant."""

import itertools
import math

import numpy as np
import pytest
from scipy import special, stats

from pelagos.mathematics.jet import Jet
from pelagos.mathematics.randomness import LARGEST, normals, stream_of, uniforms
from pelagos.tape.derivatives import pullback, pushforward
from pelagos.tape.instructions import program_of
from pelagos.tape.machine.blocks import WHOLE
from pelagos.tape.machine.native import Job, Native
from pelagos.tape.numbers import Number, Tape, run
from tests.tape.conftest import WIDTHS

inf, nan = math.inf, math.nan


def both(seed, stream, counter):
    return *uniforms(seed, stream, counter), *normals(seed, stream, counter)


def arguments():
    """Whole numbers of every size and sign, the largest, and what is none."""
    rng = np.random.default_rng(1)
    top = int(LARGEST) - 1
    sizes = [
        rng.integers(-(2**bits), 2**bits + 1, (100, 3)) for bits in (3, 24, 26, 27, 32, 51, 52)
    ]
    edges = [
        0,
        -0.0,
        1,
        -1,
        *(s * (2**b + d) for s in (1, -1) for b in (25, 26, 51, 52) for d in (-1, 0, 1)),
    ]
    edges += [top, -top, top - 1, 2**26 * 3 + 2**25, -(2**26) * 3 - 2**25]
    bad = [0.5, -2.5, 2**51 + 0.5, 1e-300, LARGEST, -LARGEST, 2.0**64, 2.0**80, -1e300, inf, nan]
    chosen = rng.choice(np.array([*edges, *edges, *bad], dtype=float), (300, 3))
    one_bad = np.where(np.arange(3) == np.arange(3)[:, None, None], np.array(bad)[:, None], 7.0)
    return np.concatenate(
        [*sizes, rng.integers(-top, top + 1, (300, 3)), chosen, one_bad.reshape(-1, 3)]
    )


@pytest.mark.parametrize("width", WIDTHS)
def test_programs_give_the_bits_of_plain_floats(lanes, width):
    rows = arguments()
    expected = np.array([both(*row) for row in rows.tolist()]).T
    found = lanes(both, 3, 6, width)(*rows.T)
    assert 0.1 < np.isnan(expected[0]).mean() < 0.5
    np.testing.assert_array_equal(found[:2], expected[:2])
    # logarithm, sine and cosine of the C library beside polynomials that are off by 8e-14; there
    # the angle 2 pi b is rounded, here it is exact: off by half an ulp of 2 pi, times at most 6.8
    np.testing.assert_allclose(found[2:], expected[2:], rtol=2e-13, atol=8e-15)


def test_normal_numbers_have_equal_bits_on_any_number_of_lanes(lanes):
    rows = arguments()
    one, *more = (lanes(normals, 3, 4, width)(*rows.T) for width in WIDTHS)
    for found in more:
        np.testing.assert_array_equal(found, one)


def test_known_arguments_fold():
    tape = Tape()
    x = tape.input("x")
    assert all(isinstance(a, float) for a in normals(1, 2.0, 3))
    for known in ((1.0, 2.0, x), (1.0, x, 3.0), (x, 2.0, 3.0)):
        values = [3.0 if k is x else k for k in known]
        assert run(tape, both(*known), [3.0]) == list(both(*values))


def test_a_block_is_computed_once_for_both_of_its_numbers():
    tape = Tape()
    seed, counter = tape.input("seed"), tape.input("counter")
    one = program_of(tape, uniforms(seed, 5.0, counter)[:1]).counts()
    both = program_of(tape, [*uniforms(seed, 5.0, counter), *normals(seed, 5.0, counter)]).counts()
    # the last of 13 rotations is for the second number
    assert (one["rotl"], both["rotl"]) == (12, 13)
    assert both["lshr"] == 2 + 4  # all of two words, and halves


def streams(count):
    def drawn(seed, _, counter):
        return [
            a for k in range(count) for a in uniforms(seed, stream_of("channel", str(k)), counter)
        ]

    return drawn


@pytest.mark.parametrize("width", WIDTHS)
def test_programs_in_pieces_and_hasty_code_give_the_same_bits(width):
    """A program that is cut into blocks, and code that is made quickly."""
    tape = Tape()
    count = 80
    outputs = streams(count)(*tape.row("abc"))
    program = program_of(tape, outputs)
    assert len(program.instructions) > WHOLE
    rows = np.ascontiguousarray(arguments()[:9], dtype=float)
    expected = [streams(count)(*row) for row in rows.tolist()]
    for rare in (False, True):
        native = Native(program, width, (3,), rare)
        found = np.empty((len(rows), len(outputs)))
        job = Job(native, [rows], [3], found, len(outputs), len(rows))
        native.run(job.address)
        np.testing.assert_array_equal(found, expected)


def test_what_is_drawn_has_no_slopes():
    tape = Tape()
    inputs = tape.row(("seed", "stream", "counter"))
    drawn = both(*inputs)
    assert pushforward(tape, drawn, {x.index: 1.0 for x in inputs}) == [0.0] * 6
    gradient = pullback(tape, drawn, [1.0] * 6)
    assert all(gradient.get(x.index, 0.0) == 0.0 for x in inputs)
    jets = normals(inputs[0], 2.0, Jet(inputs[2], (1.0, 0.0)))
    assert all(isinstance(z, Number) for z in jets)


COUNT = 1 << 16


@pytest.fixture(scope="module")
def draw(lanes):
    """All uniform and normal numbers over COUNT neighbours of one argument."""
    compiled = lanes(both, 3, 6, 4)
    steps = np.arange(COUNT, dtype=float)

    def call(which):
        columns = [np.full(COUNT, x) for x in (2024.0, stream_of("imu", "x"), 0.0)]
        columns[which] = columns[which] + steps
        return compiled(*columns)

    return call


@pytest.mark.parametrize("which", [0, 1, 2], ids=["seeds", "streams", "counters"])
def test_neighbours_are_independent_draws_of_the_distribution(draw, which):
    """Bounds are four standard errors; nothing here is left to chance, so it cannot fail by it."""
    a, b, *normal = draw(which)
    error = 4 / math.sqrt(COUNT)
    for u in (a, b):
        assert 0.0 < u.min() < u.max() < 1.0
        assert abs(u.mean() - 1 / 2) < error * math.sqrt(1 / 12)
        assert abs(u.var() - 1 / 12) < error * math.sqrt(1 / 180)
        assert stats.kstest(u, "uniform").pvalue > 1e-3
    for z in normal:
        assert abs(z.mean()) < error
        assert abs(z.var() - 1) < error * math.sqrt(2)
        assert abs((z**3).mean()) < error * math.sqrt(15)
        assert abs((z**4).mean() - 3) < error * math.sqrt(96)
        assert stats.kstest(z, special.ndtr).pvalue > 1e-3
    # neither neighbours nor those of a block know of each other, nor do their sizes
    pairs = list(itertools.combinations(normal, 2))
    for u, v in ((a, b), *pairs, *((x * x, y * y) for x, y in pairs)):
        for one, other in ((u, v), (u[1:], u[:-1]), (v[1:], v[:-1]), (u[1:], v[:-1])):
            assert abs(np.corrcoef(one, other)[0, 1]) < error


def test_every_bit_is_set_in_half_of_all_draws(draw):
    for u in draw(2)[:2]:
        words = (u * 2.0**52).astype(np.int64)
        shares = [((words >> k) & 1).mean() for k in range(52)]
        np.testing.assert_allclose(shares, 0.5, atol=4 * 0.5 / math.sqrt(COUNT))


def test_one_bit_of_an_argument_changes_half_of_all_bits():
    words = []
    for bits in range(53):
        for place in range(3):
            numbers = [11.0, 12.0, 13.0]
            numbers[place] = float(int(numbers[place]) ^ (1 << bits))
            words.append([int(u * 2.0**52) for u in uniforms(*numbers)])
    base = [int(u * 2.0**52) for u in uniforms(11.0, 12.0, 13.0)]
    changed = [bin(w ^ b).count("1") for pair in words for w, b in zip(pair, base, strict=True)]
    # 318 words: 26 of 52 bits on average, with a spread of sqrt(13)
    assert abs(np.mean(changed) - 26) < 4 * math.sqrt(13 / len(changed))
    assert min(changed) > 26 - 5 * math.sqrt(13)

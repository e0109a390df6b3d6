"""A number of the robot folds, or is read when the program runs: the bits are the same."""

import numpy as np
import pytest

from pelagos.tape.function import Function
from pelagos.tape.instructions import program_of
from pelagos.tape.machine.native import Job, Native
from pelagos.tape.numbers import Tape

STATES, NUMBERS = 5, 4


def anything(seed, x, k):
    """Sums, products and quotients of states and numbers, in all orders and with all signs."""
    rng = np.random.default_rng(seed)
    pool = [*x, *k]
    for _ in range(60):
        i, j = rng.choice(len(pool), size=2, replace=False)  # neither 0 nor 1 is to be made
        a, b, kind = pool[i], pool[j], rng.integers(9)
        if kind < 3:
            pool.append(a + b)
        elif kind < 5:
            pool.append(a - b)
        elif kind < 8:
            pool.append(a * b if kind < 7 else -a * b)
        else:
            pool.append(x[0] * a / k[j % len(k)])
    return pool[-20:]


def evaluate(tape, outputs, rows, numbers):
    """All rows with four lanes."""
    inputs = rows.shape[1]
    native = Native(program_of(tape, outputs, numbers), 4, (inputs,))
    found = np.empty((len(rows), len(outputs)))
    job = Job(native, [rows], [inputs], found, len(outputs), len(rows))
    native.run(job.address)
    return found


@pytest.mark.parametrize("seed", range(40))
def test_numbers_that_fold_and_numbers_that_are_read_give_the_same_bits(seed):
    rng = np.random.default_rng(seed)
    states = rng.uniform(-2, 2, (16, STATES))
    k = rng.uniform(-2, 2, NUMBERS).tolist()
    k[0] = -0.25  # a power of two divides exactly
    folded = Tape()
    known = anything(seed, folded.row(map(str, range(STATES))), k)
    read = Tape()
    given = anything(seed, read.row(map(str, range(STATES))), read.row("abcd"))
    rows = np.ascontiguousarray(np.hstack([states, np.tile(k, (16, 1))]))
    expected = evaluate(folded, known, states, ())
    found = evaluate(read, given, rows, range(STATES, STATES + NUMBERS))
    np.testing.assert_array_equal(found, expected)


def compiled(function, x, k):
    """A function of states and numbers, with both as inputs, at one point."""
    tape = Tape()
    tape.input("t")
    state, numbers = tape.row(map(str, range(len(x)))), tape.row(map(str, range(len(k))))
    outputs = function(state, numbers)
    return Function(tape, {"x": len(x), "k": len(k)}, outputs, 1)(0.0, x, k)


def folded(function, x, k):
    tape = Tape()
    tape.input("t")
    outputs = function(tape.row(map(str, range(len(x)))), k)
    return Function(tape, {"x": len(x)}, outputs, 1)(0.0, x)


@pytest.mark.parametrize(
    ("function", "k"),
    [
        # equal factors make the second sum the first one turned round: it must not be found there
        (lambda x, k: [x[0] * k[0] + x[1] * k[1], x[1] * k[2] + x[0] * k[3]], [0.3, 0.7, 0.7, 0.3]),
        # a minus sign that moves outward must not change which product is taken in
        (lambda x, k: [x[0] * k[0] + x[1] * x[2], x[1] * x[2] - x[0] * k[0]], [-0.3]),
        (lambda x, k: [x[0] * k[0] - x[1] * k[1], -(x[0] * k[0]) - x[1] * k[1]], [-0.3, -0.7]),
        # nor must a quotient become a product
        (lambda x, k: [x[1] * x[2] + x[0] / k[0], x[1] * x[2] - x[0] / k[0]], [0.5]),
    ],
)
def test_the_order_of_terms_does_not_depend_on_what_folds(function, k):
    for x in np.random.default_rng(3).normal(size=(50, 3)).tolist():
        np.testing.assert_array_equal(folded(function, x, k), compiled(function, x, k))


def test_sums_of_products_are_found_again_in_the_same_order_only():
    tape = Tape()
    a, b, c, d = tape.row("abcd")
    assert (a * b + c).index != (c + a * b).index
    assert (a * b + c * d).index != (c * d + a * b).index
    assert (a * b + c * d).index == (b * a + d * c).index
    assert (a + c).index == (c + a).index


def test_division_by_a_power_of_two_is_a_product_and_others_stay():
    tape = Tape()
    x = tape.input("x")
    counts = program_of(tape, [x / 4.0, x / 3.0, x / 5e-324]).counts()
    assert counts["mul"] == 1
    assert counts["div"] == 2

"""What reaches a tape, and what folds."""

import math

import pytest

from pelagos.mathematics import scalars
from pelagos.tape.numbers import Number, Tape, run
from pelagos.tape.operations import OPERATIONS


@pytest.fixture
def tape():
    return Tape()


@pytest.fixture
def x(tape):
    return tape.input("x")


@pytest.fixture
def y(tape):
    return tape.input("y")


def test_zeros_and_ones_fold(x):
    assert x * 0 == 0 * x == 0.0 / x == 0.0
    for same in (x + 0, 0.0 + x, x - 0.0, x * 1, 1.0 * x, x / 1.0):
        assert same.index == x.index
    opposite = -x
    assert (-opposite).index == x.index
    assert x - x == 0.0


def test_nothing_is_written_twice(tape, x, y):
    assert (x + y).index == (y + x).index
    assert (x * y).index == (y * x).index
    assert (x - y).index != (y - x).index
    before = len(tape)
    scalars.sin(x * y + 1.0)
    after = len(tape)
    scalars.sin(x * y + 1.0)
    assert before < after == len(tape)


def test_signs_move_outward(tape, x, y):
    product = x * y
    for same in (-x * -y, (-x) * (-y)):
        assert same.index == product.index
    for negative in (-x * y, x * -y, -1.0 * product):
        assert negative.index == (-product).index
    assert (x + -y).index == (x - y).index
    assert (x - -y).index == (x + y).index
    assert (-x - y).index == (-(x + y)).index
    assert (-x / y).index == (-(x / y)).index
    assert (-x * 3.0).index == (x * -3.0).index  # a constant takes the sign


def test_of_two_products_the_negative_one_keeps_its_place(tape, x, y):
    assert tape.names[(-(x * y) + x * x).index] == "rsub"
    assert tape.names[(x * x - x * y).index] == tape.names[(-(x * y) + x).index] == "sub"


def test_zero_and_minus_zero_are_two_constants(tape):
    assert tape.constant(0.0) != tape.constant(-0.0)
    assert tape.constant(0.0) == tape.constant(0.0)


def test_only_what_outputs_need_is_needed(tape, x, y):
    wanted = scalars.sin(x)
    scalars.cos(y)
    assert [tape.names[i] for i in tape.needed([wanted])] == ["input", "sin"]
    assert tape.needed([1.0]) == []


def test_a_number_does_not_answer_questions_about_its_value(x, y):
    for question in (lambda: bool(x), lambda: float(x), lambda: bool(x < y), lambda: x or y):
        with pytest.raises(TypeError, match="where"):
            question()


def test_where_of_two_equal_numbers_needs_no_condition(x, y):
    assert scalars.where(x < y, x, x) is x
    assert scalars.where(x < y, 2.0, 2.0) == 2.0


def test_conditions_fold_what_is_known(x, y):
    condition = x < y
    assert (condition & True) is condition
    assert (condition & False) is False
    assert (~~condition).index == condition.index


ARGUMENTS = {1: (0.3,), 2: (0.7, -1.3), 3: (2.0, 5.0, 9.0)}


@pytest.mark.parametrize("name", [n for n in OPERATIONS if n not in ("and", "not", "where")])
def test_running_a_tape_gives_what_floats_give(name):
    tape = Tape()
    count = OPERATIONS[name].evaluate.__code__.co_argcount
    numbers = [tape.input(str(i)) for i in range(count)]
    result = Number(tape, tape.operation(name, *(n.index for n in numbers)))
    given = ARGUMENTS[count]
    assert run(tape, [result], given) == [OPERATIONS[name].evaluate(*given)]


def test_quotients_follow_ieee():
    quotient = OPERATIONS["div"].evaluate
    assert quotient(1.0, 0.0) == quotient(-1.0, -0.0) == math.inf
    assert quotient(-1.0, 0.0) == quotient(1.0, -0.0) == -math.inf
    assert math.isnan(quotient(0.0, 0.0))
    assert math.isnan(quotient(math.nan, 0.0))


TABLE = [(0.0, 1.0, 2.0), (1.0, 3.0, -1.0), (2.5, 0.0, 0.5)]


@pytest.mark.parametrize("t", [-1.0, 0.0, 0.5, 1.0, 2.0, 2.5, 9.0, math.nan])
def test_rows_of_tables_hold_from_their_start_on(t):
    tape = Tape()
    x = tape.input("t")
    assert run(tape, scalars.lookup(TABLE, x), [t]) == list(scalars.lookup(TABLE, t))
    assert len(tape.tables) == 1

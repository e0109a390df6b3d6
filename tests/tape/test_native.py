"""Machine code: equal bits for any number of lanes, however states are laid out."""

import os
from fractions import Fraction

import numpy as np
import pytest

from pelagos.errors import PelagosError
from pelagos.mathematics import scalars
from pelagos.tape.function import Function
from pelagos.tape.instructions import program_of
from pelagos.tape.machine import native
from pelagos.tape.numbers import Tape, run
from tests.tape.conftest import WIDTHS

TABLE = [(float(k), np.sin(k), np.cos(k)) for k in range(40)]


def busy(t, x, y):
    """Something of everything."""
    a, b, c = x
    start, value, slope = scalars.lookup(TABLE, 10.0 * abs(a))
    line = value + slope * (10.0 * abs(a) - start)
    return [
        scalars.sin(a * b + t) * line,
        scalars.where((a < b) & (c <= 0.5), scalars.exp(-c * c), a / b),
        scalars.atan2(y[0], c) + scalars.floor(3.0 * b),
        scalars.sqrt(a * a + b * b + c * c) - y[1] * scalars.tanh(y[0]),
        2.5,
        a,
    ]


def functions():
    tape = Tape()
    t = tape.input("t")
    outputs = busy(t, tape.row("abc"), tape.row("de"))
    return {n: Function(tape, {"x": 3, "y": 2}, outputs, n) for n in WIDTHS}


@pytest.fixture(scope="module")
def compiled():
    return functions()


@pytest.mark.parametrize("count", [1, 2, 3, 4, 7, 8, 9, 31])
def test_any_number_of_states_in_any_number_of_lanes(compiled, count):
    rng = np.random.default_rng(count)
    x, y = rng.normal(size=(count, 3)), rng.normal(size=(count, 2))
    single = np.array([compiled[1](0.3, a, b) for a, b in zip(x, y, strict=True)])
    for function in compiled.values():
        np.testing.assert_array_equal(function(0.3, x, y), single)
        np.testing.assert_array_equal(function(0.3, x, y[0])[0], single[0])
    # functions differ from the C library's by an ulp or two
    floats = [busy(0.3, a, b) for a, b in zip(x.tolist(), y.tolist(), strict=True)]
    np.testing.assert_allclose(single, floats, rtol=1e-13, atol=1e-14)


def test_lists_whole_numbers_and_strided_arrays_are_taken_as_they_are_meant(compiled):
    function = compiled[4]
    wide = np.random.default_rng(2).normal(size=(6, 6))
    x, y = wide[::2, :3], wide[::2, 3:5]
    expected = function(0.0, x.copy(), y.copy())
    np.testing.assert_array_equal(function(0.0, x, y), expected)
    np.testing.assert_array_equal(function(0.0, x[0].tolist(), y[0]), expected[0])
    np.testing.assert_array_equal(
        function(0, [1, 2, 3], [0, 1]), function(0.0, np.array([1.0, 2.0, 3.0]), [0.0, 1.0])
    )


@pytest.mark.parametrize(
    ("x", "y", "named"),
    [
        ([1, 2], [0, 0], "x: shape"),
        ([1, 2, 3], [[0], [1]], "y: shape"),
        (1.0, [0, 0], "x: shape"),
        (np.zeros((2, 3)), np.zeros((3, 2)), "2 rows of x beside 3 rows of y"),
    ],
)
def test_wrong_shapes_are_refused_by_name(compiled, x, y, named):
    with pytest.raises(PelagosError, match=named):
        compiled[4](0.0, x, y)


def test_what_is_no_number_is_refused_by_name(compiled):
    with pytest.raises(PelagosError, match=r"t: .* is no time"):
        compiled[4]([0.0, 1.0], [1, 2, 3], [0, 0])
    with pytest.raises(PelagosError, match="y: these are no numbers"):
        compiled[4](0.0, [1, 2, 3], ["a", 0])


def test_threads_share_a_function(compiled):
    from concurrent.futures import ThreadPoolExecutor

    rows = np.random.default_rng(5).normal(size=(200, 5))
    expected = [compiled[1](0.1, row[:3], row[3:]) for row in rows]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda row: compiled[1](0.1, row[:3], row[3:]), rows))
    np.testing.assert_array_equal(found, expected)


def exact_fma(a, b, c):
    return float(Fraction(a) * Fraction(b) + Fraction(c))


def test_sums_take_products_in_one_rounding(lanes):
    a, b, c, d = np.random.default_rng(7).normal(size=(4, 64))

    def sums(a, b, c, d):
        return a * b + c, a * b - c, c - a * b, a * b + c * d

    found = lanes(sums, 4, 4)(a, b, c, d)
    expected = [
        [exact_fma(*n) for n in zip(a, b, c, strict=True)],
        [exact_fma(*n) for n in zip(a, b, -c, strict=True)],
        [exact_fma(*n) for n in zip(-a, b, c, strict=True)],
        [exact_fma(*n) for n in zip(c, d, a * b, strict=True)],
    ]
    np.testing.assert_array_equal(found, expected)


def test_numbers_of_the_robot_round_as_they_fold():
    """k m + x: with k and m known it is a sum of x and a rounded product, so it must be one, too,
    when they are read."""
    k, m, x = 0.1, 0.3, -0.03
    tape = Tape()
    numbers, state = tape.row("km"), tape.input("x")
    program = program_of(tape, [numbers[0] * numbers[1] + state], numbers=(0, 1))
    assert program.counts()["fma"] == 0
    assert k * m + x != exact_fma(k, m, x)
    assert run(tape, [numbers[0] * numbers[1] + state], [k, m, x]) == [k * m + x]


def test_unused_instructions_are_left_out():
    tape = Tape()
    x = tape.input("x")
    program = program_of(tape, [scalars.sin(x)])
    both = program_of(tape, [scalars.sin(x), scalars.cos(x)])
    # sine and cosine share their reduction and polynomials
    assert len(program.instructions) < len(both.instructions) < 1.3 * len(program.instructions)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty cache folder, and how often code is made."""
    monkeypatch.setenv("PELAGOS_CACHE_DIR", str(tmp_path / "cache"))
    native._store.cache_clear()
    yield tmp_path / "cache" / "programs"
    native._store.cache_clear()


@pytest.fixture
def made(monkeypatch):
    texts = []
    machine = native._machine()

    class Counting:
        def emit_object(self, module):
            texts.append(str(module))
            return machine.emit_object(module)

    monkeypatch.setattr(native, "_machine", lambda rare: Counting())
    return texts


def test_code_is_made_once_and_kept(folder, made):
    first = functions()[1](0.3, [1, 2, 3], [4, 5])
    assert len(made) == len(list(folder.iterdir())) == 1
    np.testing.assert_array_equal(functions()[1](0.3, [1, 2, 3], [4, 5]), first)
    assert len(made) == 1
    functions()[4](0.3, np.ones((2, 3)), [4, 5])
    assert len(made) == 2


@pytest.mark.parametrize("damage", ["emptied", "cut", "flipped", "swapped"])
def test_damaged_code_is_made_anew_and_never_run(folder, made, damage):
    expected = functions()[1](0.3, [1, 2, 3], [4, 5])
    (piece,) = folder.iterdir()
    good = piece.read_bytes()
    middle = len(good) // 2
    piece.write_bytes(
        {
            "emptied": b"",
            "cut": good[:middle],
            "flipped": good[:middle] + bytes([good[middle] ^ 16]) + good[middle + 1 :],
            "swapped": good[::-1],
        }[damage]
    )
    np.testing.assert_array_equal(functions()[1](0.3, [1, 2, 3], [4, 5]), expected)
    assert len(made) == 2
    assert piece.read_bytes() == good


def test_folders_that_others_can_write_are_refused(tmp_path, monkeypatch):
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache").chmod(0o777)
    monkeypatch.setenv("PELAGOS_CACHE_DIR", str(tmp_path / "cache"))
    native._store.cache_clear()
    with pytest.raises(PelagosError, match="PELAGOS_CACHE_DIR"):
        functions()[1](0.3, [1, 2, 3], [4, 5])
    native._store.cache_clear()


def test_only_so_many_programs_are_kept(folder, monkeypatch):
    monkeypatch.setattr(native, "MOST_KEPT", 2)
    for k in range(4):
        tape = Tape()
        tape.input("t")
        Function(tape, {"x": 1}, [tape.input("x") * (2.5 + k)], 4)(0.0, [1.0])
    assert len(list(folder.iterdir())) == 2


def test_what_was_used_longest_ago_goes_first(folder, made, monkeypatch):
    monkeypatch.setattr(native, "MOST_KEPT", 2)

    def used(factor):
        tape = Tape()
        tape.input("t")
        Function(tape, {"x": 1}, [tape.input("x") * factor], 4)(0.0, [1.0])
        for age, piece in enumerate(sorted(folder.iterdir(), key=lambda p: -p.stat().st_mtime)):
            os.utime(piece, (1e9 - age, 1e9 - age))  # whatever the clock of the disk can tell apart

    for factor in (2.5, 3.5, 2.5, 4.5):
        used(factor)
    assert len(made) == 3
    used(2.5)
    assert len(made) == 3
    used(3.5)
    assert len(made) == 4


def test_what_rows_share_is_done_once():
    """Rows of one argument, alone and after what they share; conditions and products included."""
    tape = Tape()
    tape.input("t")
    (a, b), (v, w) = tape.row("ab"), tape.row("vw")
    size = scalars.sqrt(a * a + b * b)
    outputs = [
        v * size + a * b,
        scalars.where(a < b, w / size, v - a * b),
        scalars.sin(a),
        scalars.where((v < a) & (a < b), w, 0.5),
        1.5,
    ]
    for lanes in WIDTHS:
        function = Function(tape, {"x": 2, "weights": 2}, outputs, lanes)
        weights = np.random.default_rng(8).normal(size=(11, 2))
        over = function.over("weights", weights)
        for x in np.random.default_rng(9).normal(size=(3, 2)):
            np.testing.assert_array_equal(over(0.0, x), function(0.0, x, weights))
    with pytest.raises(PelagosError, match="x: shape"):
        over(0.0, np.zeros(3))
    with pytest.raises(PelagosError, match=r"t: .* is no time"):
        over([0.0, 1.0], np.zeros(2))

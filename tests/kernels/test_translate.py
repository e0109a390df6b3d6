"""Loops translated to machine code do what they do in Python."""

from __future__ import annotations

import ctypes
import math

import llvmlite.binding as llvm
import numpy as np
import pytest

from pelagos.kernels import loops
from pelagos.kernels.bundle import Bundle, Flag, Int, Int1, Real, Real1, Real2, Real3
from pelagos.kernels.code_values import TranslationError
from pelagos.kernels.translate import Translation

HALF = 0.5


class Box(Bundle):
    """Some of everything."""

    n: Int
    x: Real
    on: Flag
    places: Int1
    row: Real1
    table: Real2
    cube: Real3


def box(**changes):
    values = {
        "n": 5,
        "x": 0.75,
        "on": True,
        "places": np.arange(6)[::-1].copy(),
        "row": np.linspace(-1.0, 1.0, 6),
        "table": np.arange(12.0).reshape(3, 4),
        "cube": np.arange(24.0).reshape(2, 3, 4),
    }
    return Box(**{**values, **changes})


def compiled(function, returns=""):
    """A function of a box as machine code; the engine is kept with it."""
    module = Translation()
    module.export("f", function, "Box", returns)
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(codemodel="jitdefault")
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    file = loops.machine_code(module.text())
    engine.add_object_file(llvm.ObjectFileRef.from_data(file))
    engine.finalize_object()
    result = {"": None, "Int": ctypes.c_int64, "Real": ctypes.c_double}[returns]
    call = ctypes.CFUNCTYPE(result, ctypes.c_void_p)(engine.get_function_address("f"))
    call.engine = engine
    return call


# --- what loops may do


def arithmetic(b):
    n = b.n
    b.row[0] = n / 2 + n // 2 + n % 3 - n * 3
    b.row[1] = -b.x * HALF + 1
    b.row[2] = (b.x + n) ** 2
    b.row[3] /= 3
    b.row[4] -= n
    b.row[5] += 1e-300 * 1e-300


def functions(b):
    b.row[0] = max(b.x, 0.2, n_of(b)) + min(3, 2)
    b.row[1] = abs(-b.x) + np.sqrt(b.x) + math.sqrt(2.0)
    b.row[2] = max(b.x, b.row[5])
    b.row[3] = min(b.row[5], b.x)
    b.places[0] = int(b.n / 2)
    b.row[4] = 1.0 if np.isfinite(b.x) else -1.0


def n_of(b):
    return b.n - 4


def conditions(b):
    b.row[0] = 1.0 if 0 < b.n < 6 else 2.0
    b.row[1] = 1.0 if b.x > 1.0 or (b.on and not b.n < 5) else 2.0
    if b.n:
        b.row[2] = 7.0
    elif b.on:
        b.row[2] = 8.0
    else:
        b.row[2] = 9.0
    # the second operand is not looked at: it lies outside of the array
    if b.n < 0 and b.row[1000000000000] > 0.0:
        b.row[3] = 11.0
    b.row[4] = 1.0 if b.x != b.x else 0.0


def counting(b):
    total = 0.0
    for i in range(b.table.shape[0]):
        for j in range(1, b.table.shape[1], 2):
            if i == 1:
                continue
            total += b.table[i, j]
    for i in range(b.n, 0, -1):
        if i == 2:
            break
        total = total * 0.5 + i
    k = 0
    while True:
        k += 1
        if k * k > 50:
            break
    b.row[0], b.row[1] = total, k


def swapping(b):
    i, j = 1, 4
    b.row[i], b.row[j] = b.row[j], b.row[i]
    i, j = j, i
    b.places[i] = b.places[j] = i
    b.table[1, 2] = b.cube[1, 2, 3]


def parts_of_arrays(b):
    fill(b.table[1], 3.0)
    fill(b.cube[1, 2], b.x)
    add(b.cube[0], b.table)


def fill(row, x):
    for i in range(row.shape[0]):
        row[i] = x


def add(source, target):
    for i in range(target.shape[0]):
        for j in range(target.shape[1]):
            target[i, j] += source[i, j]


def tuples(b):
    v = cross((1.0, 0.0, 2.0), triple(b.row))
    b.row[0], b.row[1], b.row[2] = v
    first, last = (b.x, 1.0) if b.on else (0.0, b.x)
    b.row[3], b.row[4], b.row[5] = first, last, length(v)


def triple(row):
    return row[3], row[4], row[5]


def cross(a, b):
    x, y, z = a
    u, v, w = b
    return y * w - z * v, z * u - x * w, x * v - y * u


def length(v):
    return np.sqrt(v[0] ** 2 + v[1] ** 2 + v[2] ** 2)


@pytest.mark.parametrize(
    "function",
    [arithmetic, functions, conditions, counting, swapping, parts_of_arrays, tuples],
)
@pytest.mark.parametrize(
    "changes",
    [{}, {"x": math.nan}, {"x": math.inf, "on": False}, {"n": 4, "on": False}, {"n": 0, "x": -0.0}],
)
def test_as_in_python(function, changes):
    ours, theirs = box(**changes), box(**changes)
    with np.errstate(invalid="ignore"):
        function(theirs)
    compiled(function)(ours.address)
    for name in ("places", "row", "table", "cube"):
        np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name), err_msg=name)


def found(b):
    for i in range(b.places.shape[0]):
        if b.places[i] == 2:
            return i
    return -1


def largest(b):
    best = b.row[0]
    for i in range(b.row.shape[0]):
        best = max(best, b.row[i])
    return best


def test_results():
    assert compiled(found, "Int")(box().address) == 3
    assert compiled(found, "Int")(box(places=np.zeros(2, int)).address) == -1
    assert compiled(largest, "Real")(box().address) == 1.0


def each_kind(b):
    b.row[0] = twice(b.x)
    b.places[0] = twice(b.n)


def twice(x):
    return x + x


def test_a_function_is_made_for_each_kind_of_argument():
    b = box()
    compiled(each_kind)(b.address)
    assert (b.row[0], b.places[0]) == (1.5, 10)


# --- what is refused


def slices(b):
    b.row[1:3] = 0.0


def negative(b):
    b.row[-1] = 0.0


def changed_kind(b):
    n = 1
    n = b.x
    b.row[0] = n


def two_results(b):
    if b.on:
        return 1
    return b.x


def powers(b):
    b.row[0] = b.x**3


def itself(b):
    itself(b)


def unknown(b):
    sorted(b.row)


def field(b):
    b.row[0] = b.missing


def chars(b):
    b.row[0] = len("word")


@pytest.mark.parametrize(
    "function",
    [slices, negative, changed_kind, two_results, powers, itself, unknown, field, chars],
)
def test_what_cannot_be_translated_is_refused_with_its_line(function):
    with pytest.raises(TranslationError) as refused:
        compiled(function, "Int" if function is two_results else "")
    first = function.__code__.co_firstlineno
    line = int(str(refused.value).partition("line ")[2].partition(":")[0])
    assert first < line < first + 5
    assert "test_translate.py" in str(refused.value)


def test_results_are_as_the_signature_says():
    with pytest.raises(TranslationError, match="gives i64, not Real"):
        compiled(found, "Real")


def test_bundles_are_named_in_the_module():
    module = Translation()
    with pytest.raises(TranslationError, match="no bundle Boks"):
        module.export("f", found, "Boks", "Int")

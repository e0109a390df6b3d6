"""Memory of the loops for large robots, and their numbers: one lane each, or a vector of lanes.

Work in memory has a row per number: of one lane an array (number, 1), of more lanes an array of
vectors, where lanes that are left over repeat others. The loops are translated for both.
"""

from __future__ import annotations

from typing import Any

from pelagos.kernels.code_values import REAL, Array, CodeNumber, Intrinsic, number
from pelagos.loops import vectors
from pelagos.loops.data import VECTOR


@Intrinsic
def numbers_at(body: Any, address: CodeNumber, count: Any) -> Array:
    """The doubles in memory from an address on, as an array."""
    pointer = body.new("ptr", f"inttoptr i64 {number(address).text} to ptr")
    return Array(REAL, pointer.text, (number(count),))


@Intrinsic
def singles_at(body: Any, address: CodeNumber, count: Any) -> Array:
    """The same as work for one lane."""
    pointer = body.new("ptr", f"inttoptr i64 {number(address).text} to ptr")
    return Array(REAL, pointer.text, (number(count), number(1)))


def _single(w: Array) -> bool:
    return len(w.shape) == 2


@Intrinsic
def at(body: Any, w: Array, i: Any) -> CodeNumber:
    """Number i of the work."""
    if _single(w):
        return body.new(REAL, f"load double, ptr {body.at(w, number(i))}")
    return vectors.load.write(body, w, _times_vector(body, i))


@Intrinsic
def put(body: Any, w: Array, i: Any, x: CodeNumber) -> None:
    if _single(w):
        body.say(f"store double {x.text}, ptr {body.at(w, number(i))}")
    else:
        vectors.store.write(body, w, _times_vector(body, i), x)


def _times_vector(body: Any, i: Any) -> CodeNumber:
    return body.new("i64", f"mul nsw i64 {number(i).text}, {VECTOR}")


@Intrinsic
def known(body: Any, w: Array, x: Any) -> CodeNumber:
    """A number as those of the work are."""
    return number(x) if _single(w) else vectors.spread.write(body, x)


@Intrinsic
def fma(body: Any, a: CodeNumber, b: CodeNumber, c: CodeNumber) -> CodeNumber:
    """a b + c, rounded once."""
    if a.kind == REAL:
        return body.call("llvm.fma.f64", REAL, a, b, c)
    return vectors.fma.write(body, a, b, c)


@Intrinsic
def magnitude(body: Any, a: CodeNumber) -> CodeNumber:
    if a.kind == REAL:
        return body.call("llvm.fabs.f64", REAL, a)
    return vectors.magnitude.write(body, a)


def take_parts(dense, lanes, given, work):
    """All parts, of each lane: constants, and the numbers that the program gave."""
    constant, varying = dense.constant, dense.varying
    width = VECTOR
    if lanes == 1:
        width = 1
    for i in range(dense.parts):
        for k in range(width):
            work[i * width + k] = constant[i]
    for i in range(varying.shape[0]):
        place = varying[i] * width
        for k in range(width):
            work[place + k] = given[i * lanes + k % lanes]


def give_answer(dense, lanes, work, answer):
    """The numbers of the answer, without lanes that are left over."""
    width = VECTOR
    if lanes == 1:
        width = 1
    first = dense.answer * width
    for i in range(dense.count):
        for lane in range(lanes):
            answer[i * lanes + lane] = work[first + i * width + lane]


def three(w, i):
    return at(w, i), at(w, i + 1), at(w, i + 2)


def put_three(w, i, v):
    put(w, i, v[0])
    put(w, i + 1, v[1])
    put(w, i + 2, v[2])

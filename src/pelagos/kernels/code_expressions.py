"""Expressions of compiled loops as LLVM code: see `kernels.translate`."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from pelagos.kernels.bundle import DIMENSIONS, Bundle
from pelagos.kernels.code_values import (
    FLAG,
    INT,
    NOTHING,
    REAL,
    WORDS,
    Array,
    CodeNumber,
    CodeTable,
    Intrinsic,
    TranslationError,
    is_several,
    kind_of,
    listed,
    number,
)
from pelagos.kernels.code_writer import Writer, returned

# instructions for ints and for floats, and the same in Python
_OPERATORS: dict[type[ast.operator], tuple[str, str, Callable]] = {
    ast.Add: ("add nsw", "fadd", operator.add),
    ast.Sub: ("sub nsw", "fsub", operator.sub),
    ast.Mult: ("mul nsw", "fmul", operator.mul),
    ast.Div: ("", "fdiv", operator.truediv),
    ast.FloorDiv: ("sdiv", "", operator.floordiv),
    ast.Mod: ("srem", "frem", operator.mod),
}
_COMPARISONS = {
    ast.Lt: ("slt", "olt"),
    ast.LtE: ("sle", "ole"),
    ast.Gt: ("sgt", "ogt"),
    ast.GtE: ("sge", "oge"),
    ast.Eq: ("eq", "oeq"),
    ast.NotEq: ("ne", "une"),
}


class Expressions(Writer):
    """A function whose expressions are translated."""

    def value(self, node: ast.expr) -> Any:
        return getattr(self, f"_of_{type(node).__name__}")(node)

    def _of_Constant(self, node: ast.Constant) -> Any:
        return node.value

    def _of_Name(self, node: ast.Name) -> Any:
        return self.get(node.id)

    def _of_Tuple(self, node: ast.Tuple) -> Any:
        return tuple(self.value(one) for one in node.elts)

    def _of_Attribute(self, node: ast.Attribute) -> Any:
        value = self.value(node.value)
        if isinstance(value, CodeTable):
            return self._field(value, node.attr)
        if isinstance(value, Array):
            return {"shape": value.shape}[node.attr]
        return getattr(value, node.attr)  # of a module

    def _field(self, table: CodeTable, name: str) -> Any:
        """A number or an array of a bundle. Tables do not change while compiled code runs."""
        word, first = table.bundle.fields[name], table.bundle.offsets[name]

        def entry(kind: str, place: int) -> CodeNumber:
            at = self.new("ptr", f"getelementptr i64, ptr {table.pointer}, i64 {first + place}")
            return self.new(kind, f"load {kind}, ptr {at.text}, !invariant.load !0")

        if word in Bundle.kinds:
            return CodeTable(Bundle.kinds[word], entry("ptr", 0).text)
        if word == "Flag":
            return self.new(FLAG, f"icmp ne i64 {entry(INT, 0).text}, 0")
        if word in WORDS:
            return entry(WORDS[word], 0)
        shape = tuple(entry(INT, 1 + k) for k in range(DIMENSIONS[word]))
        return Array(REAL if word.startswith("Real") else INT, entry("ptr", 0).text, shape)

    def _of_Subscript(self, node: ast.Subscript) -> Any:
        value, index = self.value(node.value), self.value(node.slice)
        if is_several(value):
            return value[index]
        if (len(index) if is_several(index) else 1) < len(value.shape):
            rest = value.shape[len(index) if is_several(index) else 1 :]
            return Array(value.element, self._address(value, index), rest)
        element, place = value.element, self._address(value, index)
        return self.new(element, f"load {element}, ptr {place}")

    def place(self, node: ast.expr) -> tuple[str, str]:
        """An element of an array, to be written: its type and address."""
        assert isinstance(node, ast.Subscript)
        array = self.value(node.value)
        return array.element, self._address(array, self.value(node.slice))

    def _address(self, array: Array, index: Any) -> str:
        """Where an element is, or a part of an array for fewer indices."""
        given = [number(i) for i in (index if is_several(index) else (index,))]
        if any(i.kind != INT or i.text.startswith("-") for i in given):
            raise TranslationError("indices are whole numbers from 0 on")
        given += [number(0)] * (len(array.shape) - len(given))
        offset = given[0]
        for extent, i in zip(array.shape[1:], given[1:], strict=True):
            product = self.operate(ast.Mult(), offset, extent)
            offset = product if i.text == "0" else self.operate(ast.Add(), product, i)
        return self.at(array, number(offset))

    def at(self, array: Array, offset: CodeNumber) -> str:
        """The address of a number of an array, counted through all its dimensions."""
        place = f"getelementptr inbounds {array.element}, ptr {array.pointer}, i64 {offset.text}"
        return self.new("ptr", place).text

    def _of_BinOp(self, node: ast.BinOp) -> Any:
        return self.operate(node.op, self.value(node.left), self.value(node.right))

    def operate(self, sign: ast.operator, left: Any, right: Any) -> Any:
        if isinstance(sign, ast.Pow):
            if right != 2:
                raise TranslationError("** is for squares")
            return self.operate(ast.Mult(), left, left)
        whole, real, known = _OPERATORS[type(sign)]
        if not isinstance(left, CodeNumber) and not isinstance(right, CodeNumber):
            return known(left, right)
        left, right = number(left), number(right)
        if not whole or REAL in (left.kind, right.kind):
            left, right = self.converted(left, REAL), self.converted(right, REAL)
        if left.kind != right.kind:
            raise TranslationError(f"{left.kind} and {right.kind}")
        name = whole if left.kind == INT else real
        return self.new(left.kind, f"{name} {left.kind} {left.text}, {right.text}")

    def _of_UnaryOp(self, node: ast.UnaryOp) -> Any:
        if isinstance(node.op, ast.Not):
            truth = self.truth(node.operand)
            return self.new(FLAG, f"xor i1 {truth.text}, true")
        if not isinstance(node.op, ast.USub):
            raise TranslationError("of signs there are - and not")
        value = self.value(node.operand)
        if not isinstance(value, CodeNumber):
            return -value
        if value.kind == INT:
            return self.new(INT, f"sub i64 0, {value.text}")
        return self.new(value.kind, f"fneg {value.kind} {value.text}")

    def _of_Compare(self, node: ast.Compare) -> CodeNumber:
        left, right = self.value(node.left), self.value(node.comparators[0])
        holds = self.compare(node.ops[0], left, right)
        for sign, other in zip(node.ops[1:], node.comparators[1:], strict=True):
            left, right = right, self.value(other)
            own = self.compare(sign, left, right)
            holds = self.new(FLAG, f"and i1 {holds.text}, {own.text}")
        return holds

    def compare(self, sign: ast.cmpop, left: Any, right: Any) -> CodeNumber:
        left, right = number(left), number(right)
        if left.kind != right.kind:
            left, right = self.converted(left, REAL), self.converted(right, REAL)
        whole, real = _COMPARISONS[type(sign)]
        name = f"icmp {whole}" if left.kind in (INT, FLAG) else f"fcmp {real}"
        return self.new(FLAG, f"{name} {left.kind} {left.text}, {right.text}")

    def truth(self, node: ast.expr) -> CodeNumber:
        value = number(self.value(node))
        return value if value.kind == FLAG else self.compare(ast.NotEq(), value, 0)

    def _of_BoolOp(self, node: ast.BoolOp) -> CodeNumber:
        """Operands are looked at until one decides."""
        result, end = self.unused("either."), self.unused()
        for i, operand in enumerate(node.values):
            truth = self.truth(operand)
            self.set(result, truth)
            if i + 1 < len(node.values):
                on = self.unused()
                both = (on, end) if isinstance(node.op, ast.And) else (end, on)
                self.branch(truth, *both)
                self.begin(on)
        self.begin(end)
        return self.get(result)

    def _of_IfExp(self, node: ast.IfExp) -> Any:
        result = self.unused("chosen.")
        yes, no, end = self.unused(), self.unused(), self.unused()
        self.branch(self.truth(node.test), yes, no)
        for label, side in ((yes, node.body), (no, node.orelse)):
            self.begin(label)
            self.set(result, self.value(side))
            self.go(end)
        self.begin(end)
        return self.get(result)

    def _of_Call(self, node: ast.Call) -> Any:
        called = self.value(node.func)
        arguments = [self.value(a) for a in node.args]
        if called in _KNOWN:
            return _KNOWN[called](self, *arguments)
        if isinstance(called, Intrinsic):
            return called.write(self, *arguments)
        name, kind = self.module.function(called, [kind_of(a) for a in arguments])
        expression = f"call {returned(kind)} {name}({listed(tuple(arguments))})"
        if kind == NOTHING:
            self.say(expression)
            return None
        return self.parted(kind, self.new(returned(kind), expression).text)


def _absolute(body: Expressions, x: Any) -> CodeNumber:
    return body.call("llvm.fabs.f64", REAL, number(x))


def _extreme(sign: ast.cmpop) -> Callable[..., CodeNumber]:
    """The first of the arguments that none of the others is beyond, as in Python."""

    def write(body: Expressions, *values: Any) -> CodeNumber:
        kind = REAL if any(number(v).kind == REAL for v in values) else INT
        best, *others = (body.converted(v, kind) for v in values)
        for other in others:
            best = body.select(body.compare(sign, other, best), other, best)
        return best

    return write


def _root(body: Expressions, x: Any) -> CodeNumber:
    return body.call("llvm.sqrt.f64", REAL, body.converted(x, REAL))


def _is_finite(body: Expressions, x: Any) -> CodeNumber:
    size = _absolute(body, x)
    return body.compare(ast.Lt(), size, float("inf"))


def _whole(body: Expressions, x: Any) -> CodeNumber:
    return body.new(INT, f"fptosi double {number(x).text} to i64")


_KNOWN: dict[Any, Callable[..., CodeNumber]] = {
    abs: _absolute,
    min: _extreme(ast.Lt()),
    max: _extreme(ast.Gt()),
    int: _whole,
    np.sqrt: _root,
    math.sqrt: _root,
    np.isfinite: _is_finite,
}

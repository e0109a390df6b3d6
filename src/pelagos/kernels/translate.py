"""Loops in a small part of Python, as LLVM code.

A compiled loop is a plain Python function of numbers, arrays and bundles (`kernels.bundle`) that
keeps to what is written below. It is translated as it stands, statement by statement, together with
the functions it calls, once for each combination of kinds of arguments. Nothing is looked up, boxed
or checked when it runs; LLVM puts variables into registers and functions into their callers.

| what                | how much of it                                                            |
| ------------------- | ------------------------------------------------------------------------- |
| values              | int, float, bool, vectors; arrays of int or float; bundles                |
| statements          | =, +=, -=, *=, /=, if, for ... in range(...), while, break, continue, return |
| operators           | + - * / % & **2, comparisons, and, or, not, x if c else y                 |
| arrays              | a[i, j], a[i] of two dimensions, a.shape; no negative indices, no slices  |
| functions           | abs, min, max, int, np.sqrt, np.isfinite, `kernels.vectors`, others as these |
| names from outside  | functions, and numbers that do not change                                 |

A variable has the kind of what is first assigned to it; an int becomes a float where one is needed.
`%` is for numbers that are not negative. Each operator is one IEEE instruction: nothing is fused or
reordered.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import operator
import textwrap
from collections.abc import Callable, Sequence
from functools import cache
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
    Intrinsic,
    Number,
    Table,
    Untranslatable,
    assembled,
    kind_named,
    kind_of,
    number,
    parts,
    taken_apart,
)

# instructions for ints and for floats, and the same in Python
_OPERATORS: dict[type[ast.operator], tuple[str, str, Callable]] = {
    ast.Add: ("add nsw", "fadd", operator.add),
    ast.Sub: ("sub nsw", "fsub", operator.sub),
    ast.Mult: ("mul nsw", "fmul", operator.mul),
    ast.Div: ("", "fdiv", operator.truediv),
    ast.Mod: ("srem", "frem", operator.mod),
    ast.BitAnd: ("and", "", operator.and_),
}
_COMPARISONS = {
    ast.Lt: ("slt", "olt"),
    ast.LtE: ("sle", "ole"),
    ast.Gt: ("sgt", "ogt"),
    ast.GtE: ("sge", "oge"),
    ast.Eq: ("eq", "oeq"),
    ast.NotEq: ("ne", "une"),
}


class Module:
    """Functions in translation, each once for its kinds of arguments."""

    def __init__(self) -> None:
        self._made: dict[tuple, tuple[str, str]] = {}  # -> name, kind of the result
        self._texts: list[str] = []
        self.declared: dict[str, str] = {}  # functions of LLVM

    def export(self, symbol: str, function: Callable, signature: str, returns: str) -> None:
        """`int status = symbol(&result, &error, ...)`: as numba's functions are called."""
        kinds = [kind_named(word, function.__globals__) for word in signature.split()]
        name, kind = self.function(function, kinds)
        taken = [f"{parts(kind)[0]} %a{i}" for i, kind in enumerate(kinds)]
        result = f"%r = call {kind}" if returns else "call void"
        lines = [f"{result} {name}({', '.join(taken)})"]
        if returns == "Flag":
            lines.append("%w = zext i1 %r to i64")
        if returns:
            lines.append(f"store i64 {'%w' if returns == 'Flag' else '%r'}, ptr %result")
        head = f'define i32 @"{symbol}"(ptr %result, ptr %error, {", ".join(taken)}) {{'
        self._texts.append("\n  ".join((head, *lines, "ret i32 0")) + "\n}")

    def function(self, function: Callable, kinds: Sequence[Any]) -> tuple[str, str]:
        """The name of a function for some kinds of arguments, and the kind of its result."""
        key = (function, *kinds)
        if key not in self._made:
            name = f'@"{function.__module__}.{function.__qualname__}.{len(self._made)}"'
            self._made[key] = (name, "")  # not to be called by itself
            body = _Body(self, function, kinds)
            self._made[key] = (name, body.returns)
            self._texts.append(body.text(name))
        if not self._made[key][1]:
            raise Untranslatable(f"{function.__qualname__} calls itself")
        return self._made[key]

    def text(self) -> str:
        return "\n".join((*self._texts, *self.declared.values(), "!0 = !{}"))


@cache
def _tree(function: Callable) -> ast.FunctionDef:
    return ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]  # type: ignore[return-value]


class _Body:
    """One function in translation. Variables live in memory until LLVM takes them from there."""

    def __init__(self, module: Module, function: Callable, kinds: Sequence[Any]):
        self.module, self.function, self.kinds = module, function, kinds
        self.names = function.__globals__
        self.returns = ""
        self._variables: dict[str, tuple[Any, list[str]]] = {}  # kind, places
        self._room: list[str] = []  # memory for variables
        self._lines: list[str] = []
        self._count = 0
        self._loops: list[tuple[str, str]] = []  # labels to continue at and to break to
        self._open = True  # whether the present block goes on
        tree, given = _tree(function), []
        for argument, kind in zip(tree.args.args, kinds, strict=True):
            texts = [f"%{argument.arg}.{i}" for i in range(len(parts(kind)))]
            given += [f"{part} {text}" for part, text in zip(parts(kind), texts, strict=True)]
            self._set(argument.arg, assembled(kind, texts))
        self._given = ", ".join(given)
        self._block(tree.body)
        if self._open:
            self.returns = self.returns or NOTHING
            self.say("ret void" if self.returns == NOTHING else "unreachable")

    def text(self, name: str) -> str:
        head = f"define internal {self.returns} {name}({self._given}) {{"
        return "\n".join((head, *self._room, *self._lines, "}"))

    # --- writing

    def say(self, line: str) -> None:
        self._lines.append(f"  {line}")

    def new(self, kind: str, expression: str) -> Number:
        self._count += 1
        self.say(f"%v{self._count} = {expression}")
        return Number(kind, f"%v{self._count}")

    def call(self, name: str, kind: str, *arguments: Number) -> Number:
        """A function of LLVM."""
        taken = ", ".join(a.kind for a in arguments)
        self.module.declared[name] = f"declare {kind} @{name}({taken})"
        return self.new(kind, f"call {kind} @{name}({_listed(arguments)})")

    def _label(self) -> str:
        self._count += 1
        return f"b{self._count}"

    def _begin(self, label: str) -> None:
        """A block; the one before goes on here unless it ended."""
        if self._open:
            self.say(f"br label %{label}")
        self._lines.append(f"{label}:")
        self._open = True

    def _go(self, label: str) -> None:
        self.say(f"br label %{label}")
        self._open = False

    def _branch(self, condition: Number, yes: str, no: str) -> None:
        self.say(f"br i1 {condition.text}, label %{yes}, label %{no}")
        self._open = False

    def room(self, kind: str) -> str:
        """The address of memory for a number."""
        self._count += 1
        self._room.append(f"  %room{self._count} = alloca {kind}")
        return f"%room{self._count}"

    # --- variables

    def _set(self, name: str, value: Any) -> None:
        if name not in self._variables:
            kind = kind_of(value)
            places = [f"%{name}.{i}.at" for i in range(len(parts(kind)))]
            self._room += [f"  {p} = alloca {k}" for p, k in zip(places, parts(kind), strict=True)]
            self._variables[name] = kind, places
        kind, places = self._variables[name]
        value = self.converted(value, kind) if isinstance(kind, str) else value
        if kind_of(value) != kind:
            raise Untranslatable(f"{name} is {kind}, not {kind_of(value)}")
        for part, text, place in zip(parts(kind), taken_apart(value), places, strict=True):
            self.say(f"store {part} {text}, ptr {place}")

    def _get(self, name: str) -> Any:
        if name in self._variables:
            kind, places = self._variables[name]
            loaded = zip(parts(kind), places, strict=True)
            texts = [self.new(part, f"load {part}, ptr {place}").text for part, place in loaded]
            return assembled(kind, texts)
        if name in self.names:
            return self.names[name]
        return getattr(builtins, name)

    def converted(self, value: Any, kind: str) -> Number:
        """A number as another kind of number, where that is no loss."""
        if kind == REAL and isinstance(value, int) and not isinstance(value, bool):
            return number(float(value))
        value = number(value)
        if value.kind == INT and kind == REAL:
            return self.new(REAL, f"sitofp i64 {value.text} to double")
        return value

    # --- statements

    def _block(self, statements: Sequence[ast.stmt]) -> None:
        for statement in statements:
            if not self._open:  # behind a return
                return
            try:
                getattr(self, f"_do_{type(statement).__name__}")(statement)
            except (Untranslatable, AttributeError, KeyError, TypeError) as error:
                if isinstance(error, Untranslatable) and "line" in str(error):
                    raise
                line = self.function.__code__.co_firstlineno + statement.lineno - 1
                where = f"{self.function.__code__.co_filename}, line {line}"
                first = ast.unparse(statement).partition("\n")[0]
                raise Untranslatable(f"{where}: {first}: {error}") from error

    def _do_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # else a text about the function
            self.value(node.value)

    def _do_Assign(self, node: ast.Assign) -> None:
        value = self.value(node.value)
        for target in node.targets:
            self._assign(target, value)

    def _assign(self, target: ast.expr, value: Any) -> None:
        if isinstance(target, ast.Tuple):
            for one, part in zip(target.elts, value, strict=True):
                self._assign(one, part)
        elif isinstance(target, ast.Name):
            self._set(target.id, value)
        else:
            element, place = self._place(target)
            self.say(f"store {element} {self.converted(value, element).text}, ptr {place}")

    def _do_AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            before = self._get(node.target.id)
            self._set(node.target.id, self._operate(node.op, before, self.value(node.value)))
            return
        element, place = self._place(node.target)
        before = self.new(element, f"load {element}, ptr {place}")
        after = self._operate(node.op, before, self.value(node.value))
        self.say(f"store {element} {self.converted(after, element).text}, ptr {place}")

    def _do_If(self, node: ast.If) -> None:
        yes, no, end = self._label(), self._label(), self._label()
        self._branch(self._truth(node.test), yes, no if node.orelse else end)
        self._begin(yes)
        self._block(node.body)
        if node.orelse:
            if self._open:
                self._go(end)
            self._begin(no)
            self._block(node.orelse)
        self._begin(end)

    def _do_While(self, node: ast.While) -> None:
        head, body, end = self._label(), self._label(), self._label()
        self._begin(head)
        self._branch(self._truth(node.test), body, end)
        self._begin(body)
        self._repeat(node.body, head, end)
        if self._open:
            self._go(head)
        self._begin(end)

    def _do_For(self, node: ast.For) -> None:
        bounds = [self.value(a) for a in node.iter.args]  # type: ignore[attr-defined]
        step = bounds[2] if len(bounds) == 3 else 1
        start, stop = bounds[:2] if len(bounds) > 1 else (0, bounds[0])
        self._count += 1
        counter, end_at = f"for.{self._count}", number(stop)
        self._set(counter, start)
        head, body, on, end = (self._label() for _ in range(4))
        self._begin(head)
        i = self._get(counter)
        compared = "sgt" if isinstance(step, int) and step < 0 else "slt"
        self._branch(self.new(FLAG, f"icmp {compared} i64 {i.text}, {end_at.text}"), body, end)
        self._begin(body)
        self._assign(node.target, i)
        self._repeat(node.body, on, end)
        self._begin(on)
        self._set(
            counter, self.new(INT, f"add nsw i64 {self._get(counter).text}, {number(step).text}")
        )
        self._go(head)
        self._begin(end)

    def _repeat(self, body: Sequence[ast.stmt], on: str, end: str) -> None:
        self._loops.append((on, end))
        self._block(body)
        self._loops.pop()

    def _do_Continue(self, node: ast.Continue) -> None:
        self._go(self._loops[-1][0])

    def _do_Break(self, node: ast.Break) -> None:
        self._go(self._loops[-1][1])

    def _do_Return(self, node: ast.Return) -> None:
        value = None if node.value is None else self.value(node.value)
        result = None if value is None else number(value)
        if result is not None and self.returns == REAL:
            result = self.converted(value, REAL)
        kind = NOTHING if result is None else result.kind
        if self.returns not in ("", kind):
            raise Untranslatable(f"returns {kind} here and {self.returns} elsewhere")
        self.returns = kind
        self.say("ret void" if result is None else f"ret {kind} {result.text}")
        self._open = False

    # --- expressions

    def value(self, node: ast.expr) -> Any:
        return getattr(self, f"_of_{type(node).__name__}")(node)

    def _of_Constant(self, node: ast.Constant) -> Any:
        return node.value

    def _of_Name(self, node: ast.Name) -> Any:
        return self._get(node.id)

    def _of_Tuple(self, node: ast.Tuple) -> Any:
        return tuple(self.value(one) for one in node.elts)

    def _of_Attribute(self, node: ast.Attribute) -> Any:
        value = self.value(node.value)
        if isinstance(value, Table):
            return self._field(value, node.attr)
        if isinstance(value, Array):
            return {"shape": value.shape}[node.attr]
        return getattr(value, node.attr)  # of a module

    def _field(self, table: Table, name: str) -> Any:
        """A number or an array of a bundle. Tables do not change while compiled code runs."""
        word, first = table.bundle.fields[name], table.bundle.offsets[name]

        def entry(kind: str, place: int) -> Number:
            at = self.new("ptr", f"getelementptr i64, ptr {table.pointer}, i64 {first + place}")
            return self.new(kind, f"load {kind}, ptr {at.text}, !invariant.load !0")

        if word in Bundle.kinds:
            return Table(Bundle.kinds[word], entry("ptr", 0).text)
        if word == "Flag":
            return self.new(FLAG, f"icmp ne i64 {entry(INT, 0).text}, 0")
        if word in WORDS:
            return entry(WORDS[word], 0)
        shape = tuple(entry(INT, 1 + k) for k in range(DIMENSIONS[word]))
        return Array(REAL if word.startswith("Real") else INT, entry("ptr", 0).text, shape)

    def _of_Subscript(self, node: ast.Subscript) -> Any:
        value = self.value(node.value)
        if isinstance(value, tuple) and not isinstance(value, Array):
            return value[self.value(node.slice)]
        index = self.value(node.slice)
        count = len(index) if isinstance(index, tuple) and not isinstance(index, Number) else 1
        if count < len(value.shape):
            rest = value.shape[count:]
            return Array(value.element, self._address(value, index), rest)
        element, place = value.element, self._address(value, index)
        return self.new(element, f"load {element}, ptr {place}")

    def _place(self, node: ast.expr) -> tuple[str, str]:
        """An element of an array, to be written: its type and address."""
        assert isinstance(node, ast.Subscript)
        array = self.value(node.value)
        return array.element, self._address(array, self.value(node.slice))

    def _address(self, array: Array, index: Any) -> str:
        """Where an element is, or a part of an array for fewer indices."""
        many = isinstance(index, tuple) and not isinstance(index, Number)
        given = [number(i) for i in (index if many else (index,))]
        given += [number(0)] * (len(array.shape) - len(given))
        offset = given[0]
        for extent, i in zip(array.shape[1:], given[1:], strict=True):
            product = self._operate(ast.Mult(), offset, extent)
            offset = product if i.text == "0" else self._operate(ast.Add(), product, i)
        return self.at(array, number(offset))

    def at(self, array: Array, offset: Number) -> str:
        """The address of a number of an array, counted through all its dimensions."""
        place = f"getelementptr inbounds {array.element}, ptr {array.pointer}, i64 {offset.text}"
        return self.new("ptr", place).text

    def _of_BinOp(self, node: ast.BinOp) -> Any:
        return self._operate(node.op, self.value(node.left), self.value(node.right))

    def _operate(self, sign: ast.operator, left: Any, right: Any) -> Any:
        if isinstance(sign, ast.Pow):
            if right != 2:
                raise Untranslatable("** is for squares")
            return self._operate(ast.Mult(), left, left)
        whole, real, known = _OPERATORS[type(sign)]
        if not isinstance(left, Number) and not isinstance(right, Number):
            return known(left, right)
        left, right = number(left), number(right)
        if not whole or REAL in (left.kind, right.kind):
            left, right = self.converted(left, REAL), self.converted(right, REAL)
        if left.kind != right.kind:
            raise Untranslatable(f"{left.kind} and {right.kind}")
        name = whole if left.kind == INT else real
        return self.new(left.kind, f"{name} {left.kind} {left.text}, {right.text}")

    def _of_UnaryOp(self, node: ast.UnaryOp) -> Any:
        if isinstance(node.op, ast.Not):
            truth = self._truth(node.operand)
            return self.new(FLAG, f"xor i1 {truth.text}, true")
        value = self.value(node.operand)
        if not isinstance(value, Number):
            return -value
        if value.kind == INT:
            return self.new(INT, f"sub i64 0, {value.text}")
        return self.new(value.kind, f"fneg {value.kind} {value.text}")

    def _of_Compare(self, node: ast.Compare) -> Number:
        (sign,), left = node.ops, self.value(node.left)
        return self.compare(sign, left, self.value(node.comparators[0]))

    def compare(self, sign: ast.cmpop, left: Any, right: Any) -> Number:
        left, right = number(left), number(right)
        if left.kind != right.kind:
            left, right = self.converted(left, REAL), self.converted(right, REAL)
        whole, real = _COMPARISONS[type(sign)]
        name = f"icmp {whole}" if left.kind in (INT, FLAG) else f"fcmp {real}"
        return self.new(FLAG, f"{name} {left.kind} {left.text}, {right.text}")

    def _truth(self, node: ast.expr) -> Number:
        value = number(self.value(node))
        return value if value.kind == FLAG else self.compare(ast.NotEq(), value, 0)

    def _of_BoolOp(self, node: ast.BoolOp) -> Number:
        """Operands are looked at until one decides."""
        self._count += 1
        result, end = f"either.{self._count}", self._label()
        for i, operand in enumerate(node.values):
            truth = self._truth(operand)
            self._set(result, truth)
            if i + 1 < len(node.values):
                on = self._label()
                both = (on, end) if isinstance(node.op, ast.And) else (end, on)
                self._branch(truth, *both)
                self._begin(on)
        self._begin(end)
        return self._get(result)

    def _of_IfExp(self, node: ast.IfExp) -> Any:
        self._count += 1
        result = f"chosen.{self._count}"
        yes, no, end = self._label(), self._label(), self._label()
        self._branch(self._truth(node.test), yes, no)
        for label, side in ((yes, node.body), (no, node.orelse)):
            self._begin(label)
            self._set(result, self.value(side))
            self._go(end)
        self._begin(end)
        return self._get(result)

    def _of_Call(self, node: ast.Call) -> Any:
        called = self.value(node.func)
        arguments = [self.value(a) for a in node.args]
        if called in _KNOWN:
            return _KNOWN[called](self, *arguments)
        if isinstance(called, Intrinsic):
            return called.write(self, *arguments)
        name, kind = self.module.function(called, [kind_of(a) for a in arguments])
        passed = []
        for a in arguments:
            together = zip(parts(kind_of(a)), taken_apart(a), strict=True)
            passed += [f"{part} {text}" for part, text in together]
        expression = f"call {kind} {name}({', '.join(passed)})"
        if kind == NOTHING:
            self.say(expression)
            return None
        return self.new(kind, expression)

    def select(self, condition: Number, x: Number, y: Number) -> Number:
        kinds = f"{condition.kind} {condition.text}, {x.kind} {x.text}, {y.kind} {y.text}"
        return self.new(x.kind, f"select {kinds}")


def _listed(arguments: Sequence[Number]) -> str:
    return ", ".join(f"{a.kind} {a.text}" for a in arguments)


def _absolute(body: _Body, x: Any) -> Number:
    return body.call("llvm.fabs.f64", REAL, number(x))


def _extreme(sign: ast.cmpop) -> Callable[..., Number]:
    """The first of the arguments that none of the others is beyond, as in Python."""

    def write(body: _Body, *values: Any) -> Number:
        kind = REAL if any(number(v).kind == REAL for v in values) else INT
        best, *others = (body.converted(v, kind) for v in values)
        for other in others:
            best = body.select(body.compare(sign, other, best), other, best)
        return best

    return write


def _root(body: _Body, x: Any) -> Number:
    return body.call("llvm.sqrt.f64", REAL, body.converted(x, REAL))


def _is_finite(body: _Body, x: Any) -> Number:
    size = _absolute(body, x)
    return body.compare(ast.Lt(), size, float("inf"))


def _whole(body: _Body, x: Any) -> Number:
    return body.new(INT, f"fptosi double {number(x).text} to i64")


_KNOWN: dict[Any, Callable[..., Number]] = {
    abs: _absolute,
    min: _extreme(ast.Lt()),
    max: _extreme(ast.Gt()),
    int: _whole,
    np.sqrt: _root,
    np.isfinite: _is_finite,
}

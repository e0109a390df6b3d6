"""Loops in a small part of Python, as LLVM code.

A compiled loop is a plain Python function of numbers, arrays and bundles (`kernels.bundle`) that
keeps to what is written below. It is translated as it stands, statement by statement, together with
the functions it calls, once for each combination of kinds of arguments. Nothing is looked up, boxed
or checked when it runs; LLVM puts variables into registers and functions into their callers.

| what                | how much of it                                                            |
| ------------------- | ------------------------------------------------------------------------- |
| values              | int, float, bool, vectors; arrays of int or float; bundles; tuples        |
| statements          | = += -= *= /=, if, for ... in range(...), while, break, continue, return  |
| operators           | + - * / // % **2, comparisons, and, or, not, x if c else y                |
| arrays              | a[i, j], a[i] of more dimensions, a.shape; no negative indices, no slices |
| functions           | abs, min, max, int, np.sqrt, np.isfinite, `Intrinsic`s; others like these |
| names from outside  | functions, and numbers that do not change                                 |

A variable has the kind of what is first assigned to it; an int becomes a float where one is needed.
`//` and `%` are for numbers that are not negative. Each operator is one IEEE instruction: nothing
is fused or reordered.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from pelagos.kernels.code_expressions import Expressions
from pelagos.kernels.code_values import (
    FLAG,
    INT,
    NOTHING,
    WORDS,
    Several,
    TranslationError,
    assembled,
    kind_named,
    kind_of,
    listed,
    number,
    parts,
    taken_apart,
)
from pelagos.kernels.code_writer import returned


class Translation:
    """Functions in translation, each once for its kinds of arguments."""

    def __init__(self) -> None:
        self._made: dict[tuple, tuple[str, Any]] = {}  # -> name, kind of the result
        self._texts: list[str] = []
        self.declared: dict[str, str] = {}  # functions of LLVM

    def export(self, symbol: str, function: Callable, signature: str, returns: str) -> None:
        """Make a function known by a symbol, for arguments as the signature says."""
        kinds = [kind_named(word, function.__globals__) for word in signature.split()]
        name, kind = self.function(function, kinds)
        if kind != WORDS.get(returns, NOTHING):
            raise TranslationError(f"{symbol} gives {kind}, not {returns or NOTHING}")
        taken = ", ".join(f"{parts(kind)[0]} %a{i}" for i, kind in enumerate(kinds))
        result = f"%r = call {kind}" if returns else "call void"
        end = f"ret {kind} %r" if returns else "ret void"
        head = f'define {kind} @"{symbol}"({taken}) {{'
        self._texts.append(f"{head}\n  {result} {name}({taken})\n  {end}\n}}")

    def function(self, function: Callable, kinds: Sequence[Any]) -> tuple[str, Any]:
        """The name of a function for some kinds of arguments, and the kind of its result."""
        key = (function, *kinds)
        if key not in self._made:
            name = f'@"{function.__module__}.{function.__qualname__}.{len(self._made)}"'
            self._made[key] = (name, None)  # not to be called by itself
            body = FunctionBody(self, function, kinds)
            self._made[key] = (name, body.result)
            self._texts.append(body.definition(name))
        if self._made[key][1] is None:
            raise TranslationError(f"{function.__qualname__} calls itself")
        return self._made[key]

    def text(self) -> str:
        return "\n".join((*self._texts, *self.declared.values(), "!0 = !{}"))


@cache
def _tree(function: Callable) -> ast.FunctionDef:
    found: Any = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    return found


class FunctionBody(Expressions):
    """One function in translation, statement by statement."""

    def __init__(self, module: Translation, function: Callable, kinds: Sequence[Any]):
        super().__init__(module, function.__globals__)
        self.function = function
        self.result: Any = None  # its kind, once it is known
        self._loops: list[tuple[str, str]] = []  # labels to continue at and to break to
        tree, given = _tree(function), []
        for argument, kind in zip(tree.args.args, kinds, strict=True):
            value = assembled(kind, (f"%{argument.arg}.{i}" for i in range(len(parts(kind)))))
            given.append(listed(value))
            self.set(argument.arg, value)
        self._given = ", ".join(filter(None, given))
        self._block(tree.body)
        if self.open:
            self.result = self.result or NOTHING
            self.say("ret void" if self.result == NOTHING else "unreachable")

    def definition(self, name: str) -> str:
        return self.text(f"define internal {returned(self.result)} {name}({self._given}) {{")

    def _block(self, statements: Sequence[ast.stmt]) -> None:
        for statement in statements:
            if not self.open:  # behind a return
                return
            try:
                getattr(self, f"_do_{type(statement).__name__}")(statement)
            except (TranslationError, AttributeError, KeyError, TypeError) as error:
                if isinstance(error, TranslationError) and "line" in str(error):
                    raise
                line = self.function.__code__.co_firstlineno + statement.lineno - 1
                where = f"{self.function.__code__.co_filename}, line {line}"
                first = ast.unparse(statement).partition("\n")[0]
                raise TranslationError(f"{where}: {first}: {error}") from error

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
            self.set(target.id, value)
        else:
            element, place = self.place(target)
            self._store(element, value, place)

    def _do_AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            before = self.get(node.target.id)
            self.set(node.target.id, self.operate(node.op, before, self.value(node.value)))
            return
        element, place = self.place(node.target)
        before = self.new(element, f"load {element}, ptr {place}")
        after = self.operate(node.op, before, self.value(node.value))
        self._store(element, after, place)

    def _store(self, element: str, value: Any, place: str) -> None:
        self.say(f"store {element} {number(self.fitted(value, element)).text}, ptr {place}")

    def _do_If(self, node: ast.If) -> None:
        yes, no, end = self.unused(), self.unused(), self.unused()
        self.branch(self.truth(node.test), yes, no if node.orelse else end)
        self.begin(yes)
        self._block(node.body)
        if node.orelse:
            if self.open:
                self.go(end)
            self.begin(no)
            self._block(node.orelse)
        self.begin(end)

    def _do_While(self, node: ast.While) -> None:
        head, body, end = self.unused(), self.unused(), self.unused()
        self.begin(head)
        self.branch(self.truth(node.test), body, end)
        self.begin(body)
        self._repeat(node.body, head, end)
        if self.open:
            self.go(head)
        self.begin(end)

    def _do_For(self, node: ast.For) -> None:
        bounds = [self.value(a) for a in node.iter.args]  # type: ignore[attr-defined]
        step = bounds[2] if len(bounds) == 3 else 1
        start, stop = bounds[:2] if len(bounds) > 1 else (0, bounds[0])
        counter, end_at = self.unused("for."), number(stop)
        self.set(counter, start)
        head, body, on, end = (self.unused() for _ in range(4))
        self.begin(head)
        i = self.get(counter)
        compared = "sgt" if isinstance(step, int) and step < 0 else "slt"
        self.branch(self.new(FLAG, f"icmp {compared} i64 {i.text}, {end_at.text}"), body, end)
        self.begin(body)
        self._assign(node.target, i)
        self._repeat(node.body, on, end)
        self.begin(on)
        self.set(
            counter, self.new(INT, f"add nsw i64 {self.get(counter).text}, {number(step).text}")
        )
        self.go(head)
        self.begin(end)

    def _repeat(self, body: Sequence[ast.stmt], on: str, end: str) -> None:
        self._loops.append((on, end))
        self._block(body)
        self._loops.pop()

    def _do_Continue(self, node: ast.Continue) -> None:
        self.go(self._loops[-1][0])

    def _do_Break(self, node: ast.Break) -> None:
        self.go(self._loops[-1][1])

    def _do_Return(self, node: ast.Return) -> None:
        value = None if node.value is None else self.value(node.value)
        if self.result is None:
            self.result = NOTHING if value is None else kind_of(value)
        if value is None:
            self.say("ret void")
        else:
            value = self.fitted(value, self.result)
            whole = (
                self.joined(value) if isinstance(self.result, Several) else taken_apart(value)[0]
            )
            self.say(f"ret {returned(self.result)} {whole}")
        self.open = False

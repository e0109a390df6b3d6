"""Text of an expression to its tree, by recursive descent.

    comparison := sum [("<" | "<=" | ">" | ">=") sum]
    sum        := product {("+" | "-") product}
    product    := sign {("*" | "/") sign}
    sign       := ("-" | "+") sign | power
    power      := item ["^" sign]
    item       := number {unit} | name | name "(" comparison {"," comparison} ")"
                | "(" comparison ")" {unit} | "q[" label "]" | "u[" label "]" | "s[" label "]"
                | ("pos" | "vel") "[" body "." axis "]" | ("distance" | "speed") "[" names "]"
                | measure "[" body "]" | "rot[" body "." axis axis "]" | "effort[" actuator "]"

Along with the tree goes what it measures, as far as units tell: a length plus a time is refused.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from pelagos.language.expressions import (
    ARITY,
    BodyReading,
    Const,
    Coordinate,
    Node,
    Op,
    Parameter,
    SensorReading,
    Speed,
    StateElement,
    Table,
    Time,
    op,
)
from pelagos.language.suggest import did_you_mean
from pelagos.language.units import (
    PURE,
    UNITS,
    UNKNOWN,
    ExpressionError,
    Measure,
    measure_of_call,
    measure_of_power,
    measure_of_product,
    measure_of_sum,
)

MAX_LENGTH = 4000
MAX_DEPTH = 100

NUMBER = r"(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
NAME = r"[^\W\d]\w*(?:\.[^\W\d]\w*)*"  # dots are those of modules
STATES = "qusy"  # letters of the elements of the state
MEASURES = (
    *("north", "east", "depth", "roll", "pitch", "heading"),  # these need to know what is down
    *("surge", "sway", "heave", "roll_rate", "pitch_rate", "yaw_rate"),
)
# of bodies, docks and actuators; see `parse`
READINGS = ("pos", "vel", "rot", "distance", "speed", "effort", *MEASURES)
_TOKEN = re.compile(
    rf"\s*(?:(?P<number>{NUMBER})"
    rf"|(?P<state>(?:[{STATES}]|{'|'.join(READINGS)})\s*\[[^\[\]]*\])"
    rf"|(?P<name>{NAME})"
    r"|(?P<sign>\*\*|<=|>=|==|!=|[-+*/^()<>,]))"
)
_FUNCTIONS = (
    *("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sqrt", "exp", "log", "tanh"),
    *("abs", "sign", "min", "max", "floor", "where"),
)


@dataclass(frozen=True)
class Term:
    """A tree and what it measures."""

    node: Node
    measure: Measure


def parse(
    text: str, parameters: Collection[str] = (), *, state: bool = False, bodies: bool = False
) -> Term:
    """The expression as a tree; `state` admits t, q[...] etc., `bodies` pos[...] etc.

    Bodies are known to what looks now and then: conditions, controllers, sampled states.
    """
    if len(text) > MAX_LENGTH:
        raise ExpressionError(
            f"expression of {len(text)} characters, at most {MAX_LENGTH} are allowed",
            "use a table for data, or split the expression into parameters",
        )
    used = tuple(name for name in _names(text) if name in parameters)
    try:
        return _parsed(text, used, state, bodies)
    except ExpressionError:
        if len(used) == len(parameters):
            raise
        # once more, with all names that may have been meant
        return _parsed.__wrapped__(text, tuple(parameters), state, bodies)


@lru_cache(maxsize=4096)
def _names(text: str) -> tuple[str, ...]:
    """Names in a text, in their order."""
    return tuple(dict.fromkeys(name for kind, name in _tokens(text) if kind == "name"))


@lru_cache(maxsize=4096)
def _parsed(text: str, parameters: tuple[str, ...], state: bool, bodies: bool) -> Term:
    """The tree of a text, made once: variations of a model have most texts in common."""
    term = _Parser(text, parameters, state, bodies).whole()
    if _depth(term.node) > MAX_DEPTH:
        raise ExpressionError(
            f"expression nested more than {MAX_DEPTH} deep", "split it, or use a table"
        )
    return term


def _depth(node: Node) -> int:
    deepest = 0
    waiting = [(node, 1)]
    while waiting:
        current, depth = waiting.pop()
        deepest = max(deepest, depth)
        if isinstance(current, Op):
            waiting.extend((arg, depth + 1) for arg in current.args)
        elif isinstance(current, Table):
            waiting.append((current.arg, depth + 1))
    return deepest


def _tokens(text: str) -> list[tuple[str, str]]:
    tokens = []
    at = 0
    end = len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None:
            raise ExpressionError(
                f"character {text[at:].strip()[0]!r} has no meaning here",
                "write numbers, units, parameters, + - * / ^ ( ) and functions such as sin(t)",
            )
        kind = str(match.lastgroup)
        tokens.append((kind, match.group(kind)))
        at = match.end()
    return [*tokens, ("end", "")]


class _Parser:
    def __init__(self, text: str, parameters: Collection[str], state: bool, bodies: bool) -> None:
        self.parameters = parameters
        self.state, self.bodies = state, bodies
        self.tokens = _tokens(text)
        self.at = 0
        self.depth = 0

    # --- reading tokens

    @property
    def next(self) -> tuple[str, str]:
        return self.tokens[self.at]

    def take(self) -> tuple[str, str]:
        token = self.next
        self.at += 1
        return token

    def accept(self, *signs: str) -> str | None:
        kind, text = self.next
        if kind == "sign" and text in signs:
            self.at += 1
            return text
        return None

    def expect(self, sign: str) -> None:
        if self.accept(sign) is None:
            raise ExpressionError(f"expected {sign!r} before {self._here()}", "check the brackets")

    def _here(self) -> str:
        kind, text = self.next
        return "the end" if kind == "end" else repr(text)

    # --- grammar

    def whole(self) -> Term:
        if self.next[0] == "end":
            raise ExpressionError("empty expression", "write a number or an expression")
        term = self.comparison()
        if self.next[0] != "end":
            raise ExpressionError(
                f"{self._here()} does not follow on what stands before it",
                "put an operator such as * between them",
            )
        return term

    def comparison(self) -> Term:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ExpressionError(
                f"expression nested more than {MAX_DEPTH} deep", "split it, or use a table"
            )
        left = self.sum()
        sign = self.accept("<", "<=", ">", ">=", "==", "!=")
        if sign in ("==", "!="):
            raise ExpressionError(
                f"{sign} compares numbers that are rarely equal", "use < or <= instead"
            )
        if sign is not None:
            right = self.sum()
            measure_of_sum(left.measure, right.measure, sign)
            a, b = (left, right) if sign in ("<", "<=") else (right, left)
            left = Term(op("lt" if len(sign) == 1 else "le", a.node, b.node), PURE)
        self.depth -= 1
        return left

    def sum(self) -> Term:
        left = self.product()
        while sign := self.accept("+", "-"):
            right = self.product()
            measure = measure_of_sum(left.measure, right.measure, sign)
            left = Term(op("add" if sign == "+" else "sub", left.node, right.node), measure)
        return left

    def product(self) -> Term:
        left = self.sign()
        while sign := self.accept("*", "/"):
            start = self.at
            right = self.unit_factor(left) or self.sign()
            if sign == "/" and isinstance(left.measure, str) and self._number_with_unit(start):
                raise ExpressionError(
                    "a number divided by a number with a unit can be read in two ways",
                    "use brackets: (1/2) in, or 1/(2 in)",
                )
            measure = measure_of_product(left.measure, right.measure, 1 if sign == "*" else -1)
            left = Term(op("mul" if sign == "*" else "div", left.node, right.node), measure)
        return left

    def unit_factor(self, left: Term) -> Term | None:
        """A unit that goes on with the units before it: 3 N*m/rad."""
        kind, name = self.next
        goes_on = kind == "name" and name in UNITS and name not in self.parameters
        if isinstance(left.measure, str) or not goes_on or self._called():
            return None
        return self.unit()

    def _called(self) -> bool:
        return self.tokens[self.at + 1] == ("sign", "(")

    def _number_with_unit(self, start: int) -> bool:
        return self.tokens[start][0] == "number" and self.tokens[start + 1][0] == "name"

    def sign(self) -> Term:
        sign = self.accept("-", "+")
        if sign is None:
            return self.power()
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ExpressionError(f"more than {MAX_DEPTH} signs in a row", "remove some")
        term = self.sign()
        self.depth -= 1
        return Term(op("neg", term.node), term.measure) if sign == "-" else term

    def power(self) -> Term:
        base = self.item()
        if self.accept("^", "**") is None:
            return base
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ExpressionError(f"more than {MAX_DEPTH} powers in a row", "remove some")
        exponent = self.sign()
        self.depth -= 1
        plain = exponent.node.value if isinstance(exponent.node, Const) else None
        return Term(op("pow", base.node, exponent.node), measure_of_power(base.measure, plain))

    def item(self) -> Term:
        kind, text = self.take()
        if kind == "number":
            value = float(text)
            if not math.isfinite(value):
                raise ExpressionError(f"number {text[:20]} is too large", "use a smaller number")
            return self.units(Term(Const(value), PURE))
        if kind == "state":
            return self.state_element(text)
        if kind == "name":
            return self.call(text) if self.accept("(") else self.name(text)
        if (kind, text) == ("sign", "("):
            inner = self.comparison()
            self.expect(")")
            return self.units(inner)
        shown = "the end" if kind == "end" else repr(text)
        raise ExpressionError(f"expected a number or a name before {shown}", "complete it")

    def units(self, term: Term) -> Term:
        """Units written right after a number multiply it: 3 cm, 5 N m, 2 kg m^2."""
        while self.next[0] == "name" and not self._called():
            unit = self.unit()
            term = Term(
                op("mul", term.node, unit.node), measure_of_product(term.measure, unit.measure, 1)
            )
        return term

    def unit(self) -> Term:
        """A unit and its power."""
        name = self.take()[1]
        if name in self.parameters:
            also = "both a unit and" if name in UNITS else "no unit but"
            raise ExpressionError(f"{name!r} is {also} a parameter", f"write * {name} to multiply")
        if name not in UNITS:
            raise ExpressionError(f"unknown unit {name!r}", did_you_mean(name, UNITS))
        factor, (kilogram, metre, second) = UNITS[name]
        n = self.whole_number() if self.accept("^", "**") else 1
        return Term(Const(factor**n), (kilogram * n, metre * n, second * n))

    def whole_number(self) -> int:
        negative = self.accept("-")
        kind, text = self.take()
        if kind != "number" or text not in list("123456789"):
            raise ExpressionError(f"power of a unit is {text!r}", "write a number from 1 to 9")
        return -int(text) if negative else int(text)

    def call(self, function: str) -> Term:
        if function not in _FUNCTIONS:
            raise ExpressionError(
                f"unknown function {function!r}", did_you_mean(function, _FUNCTIONS)
            )
        args = [self.comparison()]
        while self.accept(","):
            args.append(self.comparison())
        self.expect(")")
        if len(args) != ARITY[function]:
            raise ExpressionError(
                f"{function} takes {ARITY[function]} arguments, {len(args)} are given",
                "min and max take two: nest them for more" if function in ("min", "max") else "",
            )
        node = op(function, *(arg.node for arg in args))
        return Term(node, measure_of_call(function, [arg.measure for arg in args]))

    def name(self, name: str) -> Term:
        if name == "t" and self.state:
            return Term(Time(), UNKNOWN)
        if name in self.parameters:
            return Term(Parameter(name), UNKNOWN)
        if name == "pi":
            return Term(Const(math.pi), PURE)
        if name in UNITS:
            raise ExpressionError(
                f"the unit {name!r} stands alone",
                f"units follow a number, as in 1 {name}; a parameter {name!r} is not defined",
            )
        state = ["t"] if self.state else []
        raise ExpressionError(
            f"unknown name {name!r}",
            did_you_mean(name, [*self.parameters, *state, "pi", *_FUNCTIONS]),
        )

    def state_element(self, text: str) -> Term:
        label = text[text.index("[") + 1 : -1].strip().strip("'\"")
        if not self.state:
            raise ExpressionError(
                f"{text} is not known before the run starts",
                "only signals (inputs of actuators) may use t, q[...], u[...], s[...] and y[...]",
            )
        kind = text[: text.index("[")].strip()
        elements: dict[str, type[Coordinate | Speed | StateElement]]
        elements = {"q": Coordinate, "u": Speed, "s": StateElement, "y": SensorReading}
        if kind in elements:
            return Term(elements[kind](label), UNKNOWN)
        if not self.bodies:
            raise ExpressionError(
                f"{text} is known to conditions of events, controllers and sampled states only",
                "other signals use t, q[...], u[...], s[...], y[...] and parameters",
            )
        return Term(_reading(kind, label), UNKNOWN)


def _reading(kind: str, label: str) -> BodyReading:
    """What stands in the brackets of a reading."""
    if kind in ("pos", "vel", "rot"):
        body, _, axis = label.rpartition(".")
        if not body or len(axis) != 1 + (kind == "rot") or not set(axis) <= set("xyz"):
            how = {"rot": f"{label}.xz]: along x of the world, of its own z axis"}
            remedy = f"write {kind}[{how.get(kind, f'{label}.x], .y or .z')}"
            raise ExpressionError(f"which axis of {label!r} is meant?", remedy)
        return BodyReading(kind, (body, axis))
    if kind == "effort" or kind in MEASURES:
        return BodyReading(kind, (label,))
    names = tuple(name.strip().strip("'\"") for name in label.split(","))
    if not all(names) or len(names) > 2:
        raise ExpressionError(
            f"{kind} of {len(names)} names", f"write {kind}[one, other] or {kind}[dock]"
        )
    return BodyReading(kind, names)

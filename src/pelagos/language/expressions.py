"""Signals and arithmetic as small trees: what they are worth.

The nodes are data. The engine flattens them into arrays; `evaluate` is the plain twin that reads
like the definition. Comparisons are worth 1 or 0, and `where(c, a, b)` is `a` unless `c` is 0.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Const:
    """A number."""

    value: float


@dataclass(frozen=True)
class Time:
    """The time `t` in seconds."""


@dataclass(frozen=True)
class Coordinate:
    """`q[label]`: an element of the position state."""

    label: str


@dataclass(frozen=True)
class Speed:
    """`u[label]`: an element of the velocity state."""

    label: str


@dataclass(frozen=True)
class StateElement:
    """`s[label]`: an auxiliary state."""

    label: str


@dataclass(frozen=True)
class SensorReading(StateElement):
    """`y[label]`: the last reading of a channel of a sensor."""


@dataclass(frozen=True)
class NoiseProcess:
    """Numbers with mean 0 and variance 1 that are drawn `rate` times a second.

    White without a time constant, else a Gauss-Markov process; from one to the next they are held,
    or run along straight lines (`linear`).
    """

    stream: str  # the same one draws the same numbers
    rate: float  # Hz
    tau: float | None = None  # s
    linear: bool = False
    seed: float | None = None  # None: that of the run

    @property
    def labels(self) -> tuple[str, ...]:
        """Of the states it takes: the number, and for straight lines the one before and when."""
        label = f"noise:{self.stream}"
        return (label, f"{label}:before", f"{label}:since") if self.linear else (label,)


@dataclass(frozen=True)
class NoiseElement(StateElement):
    """One of the states of a noise process."""

    process: NoiseProcess


@dataclass(frozen=True)
class Parameter:
    """A named parameter of the robot."""

    name: str


@dataclass(frozen=True)
class BodyReading:
    """What is read off bodies: pos[hull.x], heading[hull], distance[...], effort[...], ...

    `of`: a body and axes, bodies, a constraint or an actuator. Who may use it: `parser.parse`.
    """

    kind: str
    of: tuple[str, ...]


@dataclass(frozen=True)
class Op:
    """An operation on other nodes; `ARITY` lists the names."""

    name: str
    args: tuple[Node, ...]


@dataclass(frozen=True)
class Table:
    """A piecewise cubic of `arg`, held outside of its knots.

    Interval i lies between times[i] and times[i+1] and is worth c0 + c1 x + c2 x^2 + c3 x^3 with
    x = arg - times[i]. `order` tells which derivative by `arg` is meant.
    """

    times: tuple[float, ...]
    coefficients: tuple[tuple[float, float, float, float], ...]
    order: int
    arg: Node


Node = Const | Time | Coordinate | Speed | StateElement | Parameter | BodyReading | Op | Table

ARITY: dict[str, int] = {
    **dict.fromkeys(("add", "sub", "mul", "div", "pow", "atan2", "min", "max", "lt", "le"), 2),
    **dict.fromkeys(("neg", "sin", "cos", "tan", "asin", "acos", "atan"), 1),
    **dict.fromkeys(("sqrt", "exp", "log", "tanh", "abs", "sign", "floor"), 1),
    "where": 3,
}

ZERO = Const(0.0)
ONE = Const(1.0)


def op(name: str, *args: Node) -> Node:
    """An operation, folded where its value is already known."""
    return _fold(Op(name, args))


def add(a: Node, b: Node) -> Node:
    return op("add", a, b)


def sub(a: Node, b: Node) -> Node:
    return op("sub", a, b)


def mul(a: Node, b: Node) -> Node:
    return op("mul", a, b)


def div(a: Node, b: Node) -> Node:
    return op("div", a, b)


# --- looking at trees -----------------------------------------------------------------------


def walk(node: Node) -> Iterator[Node]:
    """The node and everything below it."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        if isinstance(current, Op):
            waiting.extend(current.args)
        elif isinstance(current, Table):
            waiting.append(current.arg)


def depends_on_state(node: Node, *, noise: bool = True) -> bool:
    """Whether coordinates, speeds, auxiliary states or bodies enter; noise: whether that counts."""
    return any(
        isinstance(n, Coordinate | Speed | StateElement | BodyReading)
        and (noise or not isinstance(n, NoiseElement))
        for n in walk(node)
    )


def depends_on_time(node: Node) -> bool:
    """Whether the time enters."""
    return any(isinstance(n, Time) for n in walk(node))


# --- values ---------------------------------------------------------------------------------


def _divide(a: float, b: float) -> float:
    if b != 0:
        return a / b
    if a == 0 or math.isnan(a):
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


def _power(a: float, b: float) -> float:
    try:
        value = a**b
    except (ZeroDivisionError, OverflowError):
        return math.inf
    return value if isinstance(value, float) else math.nan  # complex: root of a negative number


def _guarded(function: Callable[[float], float], overflow: float) -> Callable[[float], float]:
    """A math function that answers as IEEE arithmetic does instead of raising."""

    def guarded(x: float) -> float:
        try:
            return function(x)
        except OverflowError:
            return overflow
        except ValueError:
            return math.nan

    return guarded


def _log(x: float) -> float:
    return -math.inf if x == 0 else _guarded(math.log, math.inf)(x)


def _sign(x: float) -> float:
    return x if math.isnan(x) else float((x > 0) - (x < 0))


def _floor(x: float) -> float:
    return float(math.floor(x)) if math.isfinite(x) else x


_VALUE: dict[str, Callable[..., float]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": _divide,
    "neg": lambda a: -a,
    "pow": _power,
    "sin": _guarded(math.sin, math.nan),
    "cos": _guarded(math.cos, math.nan),
    "tan": _guarded(math.tan, math.nan),
    "asin": _guarded(math.asin, math.nan),
    "acos": _guarded(math.acos, math.nan),
    "atan": math.atan,
    "atan2": math.atan2,
    "sqrt": _guarded(math.sqrt, math.nan),
    "exp": _guarded(math.exp, math.inf),
    "log": _log,
    "tanh": math.tanh,
    "abs": abs,
    "sign": _sign,
    "min": lambda a, b: b if b < a else a,
    "max": lambda a, b: b if a < b else a,
    "floor": _floor,
    "lt": lambda a, b: float(a < b),
    "le": lambda a, b: float(a <= b),
    "where": lambda c, a, b: a if c != 0 else b,
}


def _table_value(table: Table, x: float) -> float:
    times = table.times
    if math.isnan(x):
        return x
    if x < times[0] or x > times[-1]:
        # held outside: the value stays, its derivatives vanish
        if table.order > 0:
            return 0.0
        x = min(max(x, times[0]), times[-1])
    i = min(bisect_right(times, x) - 1, len(table.coefficients) - 1)
    c0, c1, c2, c3 = table.coefficients[i]
    d = x - times[i]
    if table.order == 0:
        return c0 + d * (c1 + d * (c2 + d * c3))
    if table.order == 1:
        return c1 + d * (2 * c2 + d * 3 * c3)
    return 2 * c2 + d * 6 * c3


def evaluate(
    node: Node,
    t: float = 0.0,
    q: Mapping[str, float] | None = None,
    u: Mapping[str, float] | None = None,
    parameters: Mapping[str, float] | None = None,
    s: Mapping[str, float] | None = None,
) -> float:
    """The value of a tree, term by term in plain Python."""
    match node:
        case Const(value):
            return value
        case Time():
            return t
        case Coordinate(label):
            return (q or {})[label]
        case Speed(label):
            return (u or {})[label]
        case NoiseElement(label):
            return (s or {}).get(label, 0.0)
        case StateElement(label):
            return (s or {})[label]
        case Parameter(name):
            return (parameters or {})[name]
        case Table():
            return _table_value(node, evaluate(node.arg, t, q, u, parameters, s))
        case BodyReading(kind, of):
            raise ValueError(f"{kind}[{', '.join(of)}] is known in a run only")
        case Op(name, args):
            return _VALUE[name](*(evaluate(arg, t, q, u, parameters, s) for arg in args))


# --- simplification -------------------------------------------------------------------------


def _fold(node: Op) -> Node:
    """The same value with fewer operations, looking at the arguments only."""
    if all(isinstance(arg, Const) for arg in node.args):
        value = evaluate(node)
        return Const(value) if math.isfinite(value) else node
    match node.name, node.args:
        case "add", (Const(0.0), a):
            return a
        case "add" | "sub", (a, Const(0.0)):
            return a
        case "sub", (Const(0.0), a):
            return op("neg", a)
        case "mul", (Const(0.0), _) | (_, Const(0.0)):
            return ZERO
        case "div", (Const(0.0), _):
            return ZERO
        case "mul", (Const(1.0), a) | (a, Const(1.0)):
            return a
        case "div" | "pow", (a, Const(1.0)):
            return a
        case "pow", (_, Const(0.0)):
            return ONE
        case "neg", (Op("neg", (a,)),):
            return a
        case "where", (Const(c), a, b):
            return a if c != 0 else b
        case "where", (_, a, b) if a == b:
            return a
    return node


def simplify(node: Node) -> Node:
    """The tree with known values folded, from the leaves up."""
    if isinstance(node, Op):
        return _fold(Op(node.name, tuple(simplify(arg) for arg in node.args)))
    if isinstance(node, Table):
        return replace(node, arg=simplify(node.arg))
    return node

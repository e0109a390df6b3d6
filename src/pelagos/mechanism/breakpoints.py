"""Times at which an input signal jumps or bends: the march lands on them instead of straddling."""

from __future__ import annotations

import math
import operator
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from pelagos.language.expressions import (
    Const,
    Node,
    Op,
    Parameter,
    Table,
    Time,
    depends_on_state,
    depends_on_time,
    evaluate,
    op,
    walk,
)
from pelagos.model.control.auxiliary import command, signals
from pelagos.model.robot import Robot

MOST = 100_000  # breakpoints kept; a longer table is smooth on the scale of its own spacing
_SWITCHES = ("lt", "le", "min", "max")  # operations that switch where their arguments are equal
_BENDS = ("abs", "sign")  # operations that switch where their argument vanishes
_ROUNDING = 1e-9  # jumps of a table that are smaller, relative to its size, are none
_SAMPLES = 500  # of all the time, for switches along curves


def breakpoint_times(
    robot: Robot, parameters: Mapping[str, float], external: Collection[str] = ()
) -> list[float]:
    """Sorted breakpoints of all actuator inputs but the external ones, with these parameters."""
    own = [name for name in robot.actuators if name not in external]
    inputs = [command(robot, name, signals(robot)) for name in own]
    inputs += [state.signal.node for state in robot.states.values() if state.rate is not None]
    inputs += [s.node for words in robot.elements.values() for s in words.signals.values()]
    shared = _Shared(tuple(inputs))
    moving = _timing(shared)
    return list(_breakpoints(shared, tuple((name, parameters[name]) for name in moving), 0.0))


def corner_times(
    robot: Robot, parameters: Mapping[str, float], external: Collection[str], until: float
) -> list[float]:
    """All times up to `until` at which a signal of the robot jumps or bends, set points and
    currents among them; those of switches along curves as well, which the march does not land on.

    Of curves, two corners that are closer than a five hundredth of the time may be missed.
    """
    told = [name for name in robot.actuators if name not in external]
    nodes = [command(robot, name, signals(robot)) for name in told]
    points = (s for n, s in robot.inputs.items() if n not in (*told, *external) and s is not None)
    nodes += [signal.node for signal in points]
    nodes += [state.signal.node for state in robot.states.values()]
    nodes += [s.node for words in robot.elements.values() for s in words.signals.values()]
    nodes += [] if robot.water is None else robot.water.current_nodes
    shared = _Shared(tuple(nodes))
    named = tuple((name, parameters[name]) for name in _parameters(shared))
    return [t for t in _breakpoints(shared, named, until) if t <= until]


def same_corners(one: Sequence[float], other: Sequence[float], until: float) -> bool:
    """Whether corners up to a time are the same, but for rounding."""
    pairs = zip(one, other, strict=False)
    return len(one) == len(other) and all(abs(a - b) <= 1e-12 * until for a, b in pairs)


class _Shared:
    """Inputs that are told apart as objects: long tables take a while to compare.

    Variations of a robot have the same inputs, unless these are what differs.
    """

    def __init__(self, nodes: tuple[Node, ...]):
        self.nodes = nodes
        self._hash = hash(tuple(map(id, nodes)))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _Shared)
            and len(self.nodes) == len(other.nodes)
            and all(map(operator.is_, self.nodes, other.nodes))
        )


@lru_cache(maxsize=32)
def _timing(inputs: _Shared) -> tuple[str, ...]:
    return tuple(sorted(timing_parameters(inputs.nodes)))


@lru_cache(maxsize=32)
def _parameters(inputs: _Shared) -> tuple[str, ...]:
    parts = (part for node in inputs.nodes if depends_on_time(node) for part in walk(node))
    return tuple(sorted({part.name for part in parts if isinstance(part, Parameter)}))


@lru_cache(maxsize=32)
def _breakpoints(
    inputs: _Shared, parameters: tuple[tuple[str, float], ...], until: float
) -> list[float]:
    return _breakpoints_of(inputs.nodes, parameters, until)


@lru_cache(maxsize=32)
def _breakpoints_of(
    nodes: tuple[Node, ...], parameters: tuple[tuple[str, float], ...], until: float
) -> list[float]:
    """The same for inputs that are equal, though made anew."""
    breakpoints = _Breakpoints(dict(parameters), until)
    return sorted(set().union(*map(breakpoints.of, nodes)))[:MOST]


def timing_parameters(inputs: Iterable[Node]) -> set[str]:
    """Parameters of inputs on which the times of their breakpoints may depend."""
    parts = [part for node in inputs if depends_on_time(node) for part in walk(node)]
    switches = [
        part
        for part in parts
        if isinstance(part, Table) or (isinstance(part, Op) and part.name in (*_SWITCHES, *_BENDS))
    ]
    inner = (part for switch in switches for part in walk(switch))
    return {part.name for part in inner if isinstance(part, Parameter)}


class _Breakpoints:
    """Those of expressions, of their parts first: between these a switch is often linear.

    until: up to when switches that are not linear are followed.
    """

    def __init__(self, parameters: Mapping[str, float], until: float = 0.0):
        self._parameters, self._until = parameters, until
        self._known: dict[int, set[float]] = {}

    def of(self, node: Node) -> set[float]:
        if id(node) not in self._known:
            self._known[id(node)] = set(self._find(node))
        return self._known[id(node)]

    def _find(self, node: Node) -> Iterator[float]:
        if isinstance(node, Table):
            yield from self.of(node.arg)
            yield from self._knots(node)
        elif isinstance(node, Op):
            inner = set().union(*map(self.of, node.args))
            yield from inner
            if node.name in _SWITCHES:
                for root in self._roots(Op("sub", node.args), inner):
                    yield self._first_after(node, root)
            elif node.name in _BENDS:
                yield from self._roots(node.args[0], inner)
            elif node.name == "floor":
                yield from self._curved(node, [-math.inf, *sorted(inner), math.inf])

    def _roots(self, node: Node, breakpoints: Iterable[float]) -> Iterator[float]:
        """Where an expression of time vanishes, on the stretches on which it is linear."""
        if depends_on_state(node):
            return
        edges = [-math.inf, *sorted(breakpoints), math.inf]
        for low, high in zip(edges, edges[1:], strict=False):
            times = _inside(low, high)
            a, b, c = (self._value(node, t) for t in times)
            slope = (b - a) / (times[1] - times[0])
            miss = abs(a + slope * (times[2] - times[0]) - c)
            size = max(abs(a), abs(b), abs(c))
            if not miss <= 1e-12 * size < math.inf:
                yield from self._curved(op("lt", node, Const(0.0)), [low, high])
            elif slope:
                root = times[0] - a / slope
                if low <= root <= high:
                    yield root

    def _curved(self, switch: Node, edges: Sequence[float]) -> Iterator[float]:
        """Where a switch of time jumps, inside stretches: seen at many instants, then halved."""
        if depends_on_state(switch):
            return
        for start, stop in zip(edges, edges[1:], strict=False):
            low, high = max(start, 0.0), min(stop, self._until)
            if not low < high:
                continue
            count = 4 + math.ceil(_SAMPLES * (high - low) / self._until)
            times = [low + (high - low) * (k + 0.5) / count for k in range(count)]
            values = [self._value(switch, t) for t in times]
            for k in range(count - 1):
                if values[k] != values[k + 1]:
                    yield self._halved(switch, times[k], times[k + 1])

    def _halved(self, switch: Node, low: float, high: float) -> float:
        """The time of a jump between two, to rounding."""
        before = self._value(switch, low)
        for _ in range(60):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if self._value(switch, middle) == before else (low, middle)
        return high

    def _first_after(self, switch: Node, root: float) -> float:
        """The first number on the other side of a switch, near its root."""
        before = math.nextafter(root, -math.inf)
        after = math.nextafter(root, math.inf)
        for t in (root, after, before):
            if self._value(switch, t) != self._value(switch, math.nextafter(t, -math.inf)):
                return t
        return root

    def _knots(self, table: Table) -> Iterator[float]:
        """Knots at which the value or slope of a table of time jumps."""
        for knot in _jumps(table):
            if isinstance(table.arg, Time):
                yield knot
            else:
                yield from self._roots(Op("sub", (table.arg, Const(knot))), self.of(table.arg))

    def _value(self, node: Node, t: float) -> float:
        try:
            return evaluate(node, t, {}, {}, self._parameters)
        except (ArithmeticError, ValueError):
            return math.nan


def _inside(low: float, high: float) -> tuple[float, float, float]:
    """Three different times between two."""
    if math.isfinite(low) and math.isfinite(high):
        return tuple(low + (high - low) * x for x in (0.25, 0.5, 0.875))  # type: ignore[return-value]
    if math.isfinite(low):
        return low + 1.0, low + 2.0, low + 4.5
    if math.isfinite(high):
        return high - 1.0, high - 2.0, high - 4.5
    return 0.0, 1.0, -3.5


def _jumps(table: Table) -> Iterator[float]:
    """Knots of a table at which its value or slope jumps; outside its values are held."""
    times, pieces = table.times, table.coefficients
    value = max(abs(c[0]) for c in pieces)
    rate = max(abs(c[1]) for c in pieces)
    before = (pieces[0][0], 0.0)
    for start, end, c in zip(times, times[1:], pieces, strict=False):
        if _differ(before, (c[0], c[1]), value, rate):
            yield start
        h = end - start
        before = (
            c[0] + h * (c[1] + h * (c[2] + h * c[3])),
            c[1] + h * (2.0 * c[2] + h * 3.0 * c[3]),
        )
    if _differ(before, (before[0], 0.0), value, rate):
        yield times[-1]


def _differ(a: tuple[float, float], b: tuple[float, float], value: float, rate: float) -> bool:
    return abs(a[0] - b[0]) > _ROUNDING * value or abs(a[1] - b[1]) > _ROUNDING * rate

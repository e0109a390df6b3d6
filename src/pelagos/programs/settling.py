"""Linearly implicit steps: W of all states in (1 - s J) W = r, for elements with stiff states.

J has the slopes of such elements by their own states, by the bodies at their ends, and of
coordinates by speeds. Any J will do: the order of a W-method does not depend on it, only which
motions may be faster than the step (Steihaug and Wolfbrandt 1979). So what elements do to each
other through a body they share is left out, and so are forces of loose constraint rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from pelagos.elements.site import End
from pelagos.equations import motion
from pelagos.equations.affine import Affine
from pelagos.equations.mechanism import Given, Mechanism, coordinate_rates
from pelagos.mathematics.algebra import Mat3, Vec3
from pelagos.mathematics.scalars import Scalar
from pelagos.programs.tracing import Trace
from pelagos.tape.collector import paused
from pelagos.tape.derivatives import pullback, pushforward
from pelagos.tape.instructions import Program, rest_of_program
from pelagos.tape.machine.native import Native
from pelagos.tape.machine.series import SeriesPlan
from pelagos.tape.numbers import Number
from pelagos.tape.split import shared

if TYPE_CHECKING:
    from pelagos.programs.robot import Programs


class EndOfBody(NamedTuple):
    """A point of a body in a step: r of its place and velocity; what an impulse there answers."""

    place: Vec3
    velocity: Vec3
    answer: Mat3 | None  # None: it is held


class ImplicitStep:
    """What elements see of a step, and the bodies that they push."""

    def __init__(self, trace: Trace, m: Mechanism, known: Given, answer: Affine):
        """trace.further: s, then r of what flows and of the work."""
        self.s, *self.r = trace.further
        self._trace, self._m, self._known, self._answer = trace, m, known, answer
        self._nq, self._nv = motion.size_of(m)
        state = motion.state_of(trace.m, trace.x)
        self._q, self._u = state.q, state.u
        driven = {k for _, k, _ in m.driven}
        self._free = [k for k in range(self._nv) if k not in driven]
        self.u = list(self.r[self._nq : self._nq + self._nv])  # of speeds, in W
        self._responses: dict[int, list[list[Scalar]]] = {}

    def own(self, first: int, count: int) -> Sequence[Scalar]:
        """r of auxiliary states."""
        at = self._nq + self._nv + first
        return self.r[at : at + count]

    def end(self, end: End) -> EndOfBody:
        if end.link is None:
            return EndOfBody(Vec3.zero(), Vec3.zero(), None)
        tape = self._trace.tape
        x, v = list(self._known.position(end)), list(self._known.velocity(end))
        moved = {q.index: r for q, r in zip(self._q, self.r, strict=False)}
        speeds = {self._u[k].index: self.r[self._nq + k] for k in self._free}
        place = Vec3(*pushforward(tape, x, moved))
        velocity = Vec3(*pushforward(tape, v, speeds))
        columns = []
        responses = []
        for k in range(3):
            weights = [1.0 if axis == k else 0.0 for axis in range(3)]
            gradient = pullback(tape, v, weights)
            responses.append(self._response(gradient))
            change = {self._u[j].index: responses[-1][j] for j in self._free}
            columns.append(Vec3(*pushforward(tape, v, change)))
        self._responses[id(end)] = responses
        return EndOfBody(place, velocity, Mat3(*columns))

    def _response(self, efforts: dict[int, Any]) -> list[Scalar]:
        """Changes of all speeds by an impulse at the joints."""
        given = {self.r[self._nq + k].index: efforts.get(self._u[k].index, 0.0) for k in self._free}
        return pushforward(self._trace.tape, self._answer.udot, given)

    def push(self, end: End, impulse: Vec3) -> None:
        """Let speeds answer an impulse at a point."""
        if end.link is not None:
            for size, change in zip(impulse, self._responses[id(end)], strict=True):
                for k in self._free:
                    self.u[k] = self.u[k] + size * change[k]

    @property
    def q(self) -> list[Scalar]:
        """Of coordinates, in W."""
        shift = coordinate_rates(self._m, self._known.q, self.u)
        return [r + self.s * more for r, more in zip(self.r, shift, strict=False)]


def natives_of(programs: Programs, lanes: int, by_signals: bool) -> dict[str, Native]:
    """Machine code of a step in two parts: what its stages share, and one of these."""
    key = ("settling", lanes, by_signals)
    return programs.kept(key, lambda: _natives(programs, lanes, by_signals))


@paused()
def _natives(programs: Programs, lanes: int, by_signals: bool) -> dict[str, Native]:
    trace, outputs = programs.traced("settle", by_signals)
    first = trace.tape.arguments[trace.further[1].index][0]
    right = range(first, first + len(trace.further) - 1)
    common = shared(trace.tape, outputs, right)

    def parts(between: Sequence[int]) -> tuple[Program, Program]:
        once = trace.program([Number(trace.tape, index) for index in between])
        return once, rest_of_program(trace.tape, outputs, between, right)

    sizes = len(common), len(right)
    once, rest = parts(side_by_side(common, *parts(common), trace.sizes, sizes))
    rest.common = 0  # lanes have other states
    return {
        "factor": Native(once, lanes, trace.sizes),
        "settle": Native(rest, lanes, sizes),
    }


def side_by_side(
    common: Sequence[int],
    once: Program,
    rest: Program,
    given: Sequence[int],
    taken: Sequence[int],
) -> list[int]:
    """What passes between two programs in an order in which vectors read and write it."""
    places = [*SeriesPlan(once, given).outputs(), *SeriesPlan(rest, taken).inputs(0)]
    return [common[k] for k in dict.fromkeys([*places, *range(len(common))])]


def settled(trace: Trace, m: Mechanism, known: Given, answer: Affine) -> list[Scalar]:
    """W of what flows and of the work."""
    after = ImplicitStep(trace, m, known, answer)
    nq, nv = motion.size_of(m)
    own: dict[int, Scalar] = {}
    for element in m.elements:
        if element.implicit:
            own |= element.settled(known, after)
    first = nq + nv
    rest = [own.get(k, r) for k, r in enumerate(after.r[first:])]
    still = {coordinate for coordinate, _, _ in m.driven}
    q = [after.r[k] if k in still else x for k, x in enumerate(after.q)]
    return [*q, *after.u, *rest]

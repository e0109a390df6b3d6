"""End stops of joints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pelagos.elements.contract import Element, Stage
from pelagos.elements.joint.words import JointElementWords, PerFreedom
from pelagos.elements.site import Freedom
from pelagos.language.words import ARRAY, Read, as_list, refusal, to_number
from pelagos.mathematics.scalars import Scalar, log, maximum

STOP_WIDTH = 1e-3  # rad or m: penetration over which an end stop becomes stiff


Limit = tuple[float, float] | None


def _limits(words: Any) -> tuple[Limit, ...]:
    """A pair, or one pair (or nothing) per degree of freedom."""
    items = as_list(words)
    nested = all(item is None or isinstance(item, list | tuple) for item in items)
    return tuple(_pair(item) for item in items) if items and nested else (_pair(words),)


def _pair(words: Any) -> Limit:
    if words is None:
        return None
    low, high = (to_number(item) for item in as_list(words, 2))
    if low >= high:
        raise refusal(f"the lower limit {low:g} is not below the upper {high:g}", "swap them")
    return (low, high)


class StopWords(JointElementWords):
    """End stops at `limits`, with a stiffness and damping beyond them."""

    key = "stop"
    order = 3
    per_freedom = ("limit_stiffness", "limit_damping")

    limits: Annotated[tuple[Limit, ...], Read(_limits, ARRAY)] = (None,)
    limit_stiffness: PerFreedom = ()
    limit_damping: PerFreedom = ()

    @staticmethod
    def elements(joint: Any, freedom: Freedom) -> Iterator[Element]:
        k = freedom.k
        if joint.limits[k] is not None:
            assert freedom.q is not None  # an attitude has no limits
            (low, high), q, u = joint.limits[k], freedom.q, freedom.u
            yield EndStop(q, u, low, high, joint.limit_stiffness[k], STOP_WIDTH)
            yield EndStopDamper(q, u, low, high, joint.limit_damping[k], STOP_WIDTH)


@dataclass(frozen=True)
class EndStop(Element):
    """End stops as smooth stiff springs: k x^2 / (x + w) at penetration x, so no corner at contact.

    For x much larger than the width w the effort is k (x - w).
    """

    q: int
    u: int
    low: float
    high: float
    stiffness: float
    width: float

    stage = Stage.EFFORT
    conservative = True

    def act(self, at: Any) -> Sequence[Scalar]:
        q = at.q[self.q]
        below, above = maximum(self.low - q, 0.0), maximum(q - self.high, 0.0)
        push = below * below / (below + self.width) - above * above / (above + self.width)
        effort = self.stiffness * push
        at.add_effort(self.u, effort, stored=True)
        return (effort,)

    def potential(self, at: Any) -> Scalar:
        width, depth = self.width, _depth(at.q[self.q], self.low, self.high)
        return self.stiffness * (
            0.5 * depth * depth - width * depth + width * width * log(1.0 + depth / width)
        )


@dataclass(frozen=True)
class EndStopDamper(Element):
    """Damping inside an end stop, fading in with the penetration."""

    q: int
    u: int
    low: float
    high: float
    damping: float
    width: float

    stage = Stage.EFFORT

    def act(self, at: Any) -> Sequence[Scalar]:
        depth = _depth(at.q[self.q], self.low, self.high)
        effort = -(self.damping * at.u[self.u] * depth / (depth + self.width))
        at.add_effort(self.u, effort)
        return (effort,)


def _depth(q: Scalar, low: Scalar, high: Scalar) -> Scalar:
    return maximum(low - q, 0.0) + maximum(q - high, 0.0)

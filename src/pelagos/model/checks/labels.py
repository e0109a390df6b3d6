"""Checks of expressions: the elements of the state and the bodies that they read exist."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pelagos.errors import Problem
from pelagos.language.expressions import (
    BodyReading,
    Coordinate,
    Node,
    NoiseElement,
    SensorReading,
    Speed,
    StateElement,
    walk,
)
from pelagos.language.parser import MEASURES
from pelagos.language.scope import Keys
from pelagos.language.signals import Signal
from pelagos.language.suggest import did_you_mean
from pelagos.mathematics.geography import why_no_north
from pelagos.model.bodies import WORLD
from pelagos.model.tree import body_of

if TYPE_CHECKING:
    from pelagos.model.checks.parts import Parts


def check_signal(parts: Parts, path: Keys, signal: Signal) -> Iterator[Problem]:
    """The coordinates and speeds that a signal uses exist."""
    yield from check_labels(parts, path, signal.node, signal.expression)


def check_labels(parts: Parts, path: Keys, tree: Node, found: Any) -> Iterator[Problem]:
    """The elements of the state, and the bodies, that an expression uses exist."""
    for node in walk(tree):
        if isinstance(node, BodyReading):
            yield from _reading(parts, path, node, found)
            continue
        if isinstance(node, Coordinate):
            letter, known = "q", parts.coordinates
        elif isinstance(node, Speed):
            letter, known = "u", parts.speeds
        elif isinstance(node, SensorReading):
            letter, known = "y", parts.channels
        elif isinstance(node, StateElement) and not isinstance(node, NoiseElement):
            letter, known = "s", parts.state_labels
        else:
            continue
        if node.label not in known and body_of(node.label, parts.unread) is None:
            yield parts.problem(
                path,
                f"there is no {letter}[{node.label}]",
                did_you_mean(node.label, known),
                found,
            )


def _reading(parts: Parts, path: Keys, node: BodyReading, found: Any) -> Iterator[Problem]:
    """What is read off bodies is read off such as exist."""
    if node.kind == "effort":
        message = "what an actuator does is known to what is watched in a run only"
        yield parts.problem(path, message, "use its input", found)
        return
    if node.kind in MEASURES[:6] and (why := why_no_north(parts.scope.gravity)):
        yield parts.problem(path, *why, found)
    one = node.kind not in ("distance", "speed")
    if one or len(node.of) == 2:
        names, known, what = node.of[:1] if one else node.of, [*parts.body_names, WORLD], "body"
    else:
        names, what = node.of, "constraint between two bodies"
        known = [n for n, c in parts.constraints.items() if c.bodies]
        known += [n for n in parts.constraint_names if n not in parts.constraints]
    for name in names:
        if name not in known:
            remedy = did_you_mean(name, known)
            yield parts.problem(path, f"there is no {what} {name!r}", remedy, found)

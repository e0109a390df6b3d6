"""Checks of events: what they dock exists, what their conditions look at exists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pelagos.errors import Problem
from pelagos.language.scope import Keys
from pelagos.language.suggest import did_you_mean
from pelagos.model.checks.labels import check_labels
from pelagos.model.checks.parts import Parts
from pelagos.model.events import Condition, Event, Stop
from pelagos.relations.table import CAPTURED


def check_events(
    parts: Parts, events: Mapping[str, Event], stop: Stop | None, path: Keys = ()
) -> Iterator[Problem]:
    """Problems of events and of the condition that stops a run."""
    for name, event in events.items():
        here = (*path, "events", name)
        if event.when is not None:
            yield from _condition(parts, (*here, "when"), event.when)
        if event.target is not None:
            yield from _target(parts, here, event)
    if stop is not None:
        yield from _condition(parts, (*path, "stop", "when"), stop.when)


def _target(parts: Parts, path: Keys, event: Event) -> Iterator[Problem]:
    name = str(event.target)
    if name not in parts.constraint_names:
        remedy = did_you_mean(name, parts.constraint_names)
        yield parts.problem((*path, event.action), "there is no such constraint", remedy, name)
        return
    constraint = parts.constraints.get(name)
    if constraint is None:
        return
    law, kind = constraint.law, constraint.kind
    if law.stands_for:
        *first, last = law.stands_for
        kinds = " or ".join([", ".join(first), last] if first else [last])
        remedy = f"use {kinds} constraints, which can be docked by their names"
        message = f"a {kind} stands for several constraints"
        yield parts.problem((*path, event.action), message, remedy, name)
    if event.capture == "here" and not law.captures:
        yield parts.problem(
            (*path, "capture"),
            f"a {kind} cannot take over a relative pose",
            f"remove capture; these can: {', '.join(CAPTURED)}",
            event.capture,
        )


def _condition(parts: Parts, path: Keys, condition: Condition) -> Iterator[Problem]:
    yield from check_labels(parts, path, condition.margin, str(condition))

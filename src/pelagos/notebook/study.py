"""A study that can be run: its robot, what differs from run to run, what is measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pelagos.notebook import parts
from pelagos.study.summary import metric_words, spans_of

if TYPE_CHECKING:
    from pelagos.study.reading import Study


def html(study: Study) -> str:
    words = study.words
    robot = f"{study.robot.name}, {words.scenario}" if words.scenario else study.robot.name
    units = study.metrics.units
    metrics = [(name, metric_words(words, name), units[name]) for name in words.metrics]
    return parts.sheet(
        words.name or robot,
        parts.said(" ".join(words.description.split())),
        parts.paragraph(f"{words.count:,} runs of {robot}, not run yet: pl.sweep(study, out=...)"),
        parts.rows([("differs", "how"), *spans_of(words)]),
        parts.rows([("metric", "made of", "unit"), *metrics]),
    )

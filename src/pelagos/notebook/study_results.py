"""The results of a study: how its runs ended, and how its metrics are distributed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pelagos.notebook import parts
from pelagos.study import pictures
from pelagos.study.summary import MetricSummary, Summary
from pelagos.text import number

if TYPE_CHECKING:
    from pelagos.study.storage.folder import StudyFolder

_DRAWN = 4  # metrics


def html(folder: StudyFolder) -> str:
    done, runs = folder.done(), folder.runs
    if not done:
        return parts.sheet(str(folder.path), parts.said(f"none of {runs:,} runs is done yet"))
    summary = Summary(folder)
    counts = ", ".join(f"{n:,} {code}" for code, n in summary.outcomes.most_common())
    state = f"{done:,} of {runs:,} runs are done: " if done < runs else f"{runs:,} runs: "
    drawn = [_distribution(output) for output in summary.outputs[:_DRAWN] if len(output.known)]
    left = len(summary.outputs) - _DRAWN
    return parts.sheet(
        summary.title,
        parts.said(" ".join(summary.words.description.split())),
        parts.paragraph(state, parts.verdict(not summary.failures, counts)),
        parts.rows([("differs", "how"), *summary.spans()]),
        parts.rows(_table(summary)),
        parts.side_by_side(*drawn),
        parts.said(f"{left} more metrics are not drawn" if left > 0 else ""),
        parts.said(f"in {folder.path}; .dataset has the numbers, .report(FILE) writes a page"),
    )


def _table(summary: Summary) -> list[tuple[str, ...]]:
    places = ("5 %", "median", "95 %")
    found: list[tuple[str, ...]] = [("metric", "mean", "deviation", *places, "depends most on")]
    for output in summary.outputs:
        spread = output.spread()
        cells = (number(spread[key]) for key in ("mean", "deviation", *places))
        found.append((output.label, *cells, _leading(output)))
    return found


def _leading(output: MetricSummary) -> str:
    """The factor with the largest index, and that."""
    known = {n: i for n, s in output.sensitivities.items() if (i := s.total or s.first) is not None}
    if not known:
        return ""
    name = max(known, key=lambda n: known[n].value)
    return f"{name} ({known[name].value:.2f})"


def _distribution(output: MetricSummary) -> str:
    alt = f"distribution of {output.name}"
    return parts.drawn(lambda: pictures.histogram(output.known, output.label), alt)

"""The page of a validation: in one file, every prediction beside its measurement."""

from __future__ import annotations

import html
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pelagos.identify.trials import tables
from pelagos.result import pages
from pelagos.result.plot import COLORS

if TYPE_CHECKING:
    from pelagos.identify.trials.validation import PredictedTrial, Validation

_MEASURED, _PREDICTED = "#9a9a9a", COLORS[1]
_LEAD = """<p class="said">{fitted} trials were fitted, {predicted} predicted: {how}. Nothing of a
predicted trial was fitted; it starts from its measured state. Curves:
<span style="color:{grey}">&#9644;</span> measured,
<span style="color:{blue}">&#9644;</span> predicted with its 95 % interval
(covariance of the fit, doubt of the start, scatter of the fitted trials).</p>"""
_FOOTER = """rms: root mean square of measured less predicted over all samples. Intervals of
differences: trials drawn anew 2000 times."""


def write_page(found: Validation, path: str | os.PathLike[str]) -> Path:
    """Write the page."""
    place = Path(path)
    pages.check(place)
    split = found.split
    lead = _LEAD.format(
        fitted=len(split.fitted),
        predicted=len(split.predicted),
        how=html.escape(split.said),
        grey=_MEASURED,
        blue=_PREDICTED,
    )
    parts = [
        "<h2>How well it predicts</h2>",
        pages.card(pages.table(tables.model_rows(found))),
        f'<p class="said">Inside of their 95 % intervals (full): {_coverage(found)}.</p>',
        "<h2>What added mass is worth</h2>",
        pages.card(pages.table(tables.worth_rows(found))),
        f"<p>{html.escape(tables.verdict(found))}</p>",
        "<h2>Predictions</h2>",
        *(_trial(found, p, k == 0) for k, p in enumerate(found.results["full"].predictions)),
        "<h2>Trial by trial</h2>",
        *(_trials(found, name) for name in found.results),
        "<h2>What was fitted</h2>",
        *(_fit(found, name) for name in found.results),
        "<h2>How it was made</h2>",
        _made(found),
        "<details><summary>Clocks, smoothing, instruments</summary>",
        pages.card(pages.table(tables.preparation_rows(found))),
        "</details>",
        _notes(found.notes),
    ]
    title = f"{found.robot.name}: predicted and measured"
    return pages.write(place, title, parts, lead=lead, footer=_FOOTER)


def _coverage(found: Validation) -> str:
    shares = tables.coverage(found).items()
    return ", ".join(f"{c.rpartition('.')[2]} {100 * v:.0f} %" for c, v in shares)


def _trial(found: Validation, trial: PredictedTrial, first: bool) -> str:
    """The curves of one trial, folded but for the first."""
    wide = found.quantile()
    drawn = [
        pages.card(pages.image(curves(trial, channel, wide), f"{trial.name} {channel}"))
        for channel in trial.measured
    ]
    begin = "<details open>" if first else "<details>"
    rms = ", ".join(
        f"{c.rpartition('.')[2]} {trial.rms(c) * tables.unit(c)[1]:.2f} {tables.unit(c)[0]}"
        for c in list(trial.measured)[:2]
    )
    head = f"<summary>{html.escape(trial.name)}: rms {html.escape(rms)}</summary>"
    return f"{begin}{head}{pages.cards(drawn)}</details>"


@pages.styled
def curves(trial: PredictedTrial, channel: str, wide: float) -> Any:
    """One channel, measured and predicted."""
    factor = tables.unit(channel)[1]
    figure = pages.figure(4.2, 2.4)
    axes = figure.add_subplot()
    t, mean = trial.time, factor * trial.predicted[channel]
    half = factor * wide * trial.sigma[channel]
    axes.fill_between(t, mean - half, mean + half, color=_PREDICTED, alpha=0.18, lw=0)
    axes.plot(t, factor * trial.measured[channel], color=_MEASURED, lw=1.6)
    axes.plot(t, mean, color=_PREDICTED, lw=1.2)
    axes.set_title(tables.label(channel))
    axes.margins(x=0)
    return figure


def _trials(found: Validation, name: str) -> str:
    inside = pages.card(pages.table(tables.trial_rows(found, name)))
    begin = "<details open>" if name == "full" else "<details>"
    return f"{begin}<summary>{html.escape(name)}</summary>{inside}</details>"


def _fit(found: Validation, name: str) -> str:
    fit = found.results[name].fit
    rows = [[*row, ""] for row in fit.rows()]
    rows[0][-1] = "before"
    for row, start in zip(rows[1:], fit.start, strict=True):
        row[-1] = f"{start:.5g}"
    begin = "<details open>" if name == "full" else "<details>"
    inside = pages.card(pages.table(rows)) + _notes(fit.notes)
    return f"{begin}<summary>{html.escape(name)}</summary>{inside}</details>"


def _made(found: Validation) -> str:
    options = found.options
    rows = [
        ["robot", found.robot.name],
        ["trials", str(options["trials"])],
        ["fitted", ", ".join(found.split.fitted)],
        ["predicted", ", ".join(found.split.predicted)],
        ["split", f"{found.split.said}; seed {found.seed}"],
        ["roll and pitch from", str(options["attitude"])],
        ["samples every", f"{options['every']:g} s"],
    ]
    return pages.card(pages.table(rows, head=False, kind="text"))


def _notes(notes: tuple[str, ...]) -> str:
    lines = "".join(f"<li>{html.escape(note)}</li>" for note in notes)
    return f"<details><summary>Notes</summary><ul>{lines}</ul></details>" if lines else ""

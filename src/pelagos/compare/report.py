"""The comparison as one page: bars over the data sets, and of each its time series and numbers."""

from __future__ import annotations

import html
import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from pelagos.compare.comparison import Channel, Comparison
from pelagos.compare.pictures import ALIKE, APART, MEASURED, SIMULATED, bars, series
from pelagos.data.checks import refuse
from pelagos.result import pages

# Bars as in figures 14, 15, 17 and 18 of Nielsen et al. 2018.
_DISTANCE, _CORRELATION = "DTW mean", "Pearson R"
_BRIEF = ("rmse", "Pearson R", "delay (s)")  # numbers that have room on a phone
_FOOTER = """DTW: steps (1,1), (1,0), (0,1), Euclidean; mean distance = cost / pairs. Pearson's R on
the simulation's times, without warping. Delay: positive if the measurement is later."""
_COLOURS = (
    (MEASURED, "measured"),
    (SIMULATED, "simulated"),
    (APART, "how far apart"),
    (ALIKE, "how alike in shape"),
)


def write_report(
    comparisons: Sequence[Comparison], path: str | os.PathLike[str], title: str = ""
) -> Path:
    """Write a page that needs no other file, with every channel that was compared.

    Examples:
        >>> run = pl.data.from_run(pl.simulate("pendulum", duration=1, every=0.01))
        >>> found = pl.compare.compared(run, run, channels=("q.rod",))
        >>> pl.compare.write_report([found], "report.html").name
        'report.html'
    """
    if not comparisons:
        raise refuse(("nothing was compared", "give at least one comparison"))
    pages.check(Path(path))
    several = len(comparisons) > 1
    parts = [_all(comparisons)] if several else []
    for k, item in enumerate(comparisons):
        inside = _data_set(k, item)
        label = html.escape(item.label)
        if several:  # folded, so that the page stays short
            begin = f'<details id="set-{k}"{" open" if k == 0 else ""}>'
            parts.append(f"{begin}<summary>{label}</summary>{inside}</details>")
        else:
            parts.append(f"<h2>{label}</h2>{inside}")
    return pages.write(
        path,
        title or "Simulation and experiment",
        parts,
        lead=_lead(comparisons),
        footer=_FOOTER,
    )


def _lead(comparisons: Sequence[Comparison]) -> str:
    """What was compared, what the colours mean, and the way to each part."""
    names = list(dict.fromkeys(c.name for item in comparisons for c in item.channels))
    sets = len(comparisons)
    said = f"{sets} data set{'s' * (sets > 1)}, {len(names)} channel{'s' * (len(names) > 1)}."
    meant = _COLOURS if sets > 1 else _COLOURS[:3]
    marks = " ".join(
        f'<span style="color:{colour}">&#9632;</span>&nbsp;{word.replace(" ", "&nbsp;")}'
        for colour, word in meant
    )
    lead = f'<p class="said">{said} {marks}</p>'
    if sets == 1:  # whose table leads to its channels
        return lead
    anchors = [("all", "all data sets")]
    anchors += [(f"set-{k}", item.label) for k, item in enumerate(comparisons)]
    links = "".join(pages.link(f"#{name}", text) for name, text in anchors)
    return f"{lead}<nav>{links}</nav>"


# --- all data sets


def _all(comparisons: Sequence[Comparison]) -> str:
    """Of every channel a card with a bar per data set."""
    labels = {c.name: c.readable.label for item in comparisons for c in item.channels}
    shown = [_bars_card(comparisons, name, label) for name, label in labels.items()]
    heading = '<h2 id="all">All data sets</h2>'
    return f"{heading}{pages.cards(shown)}<h2>Each data set</h2>"


def _bars_card(comparisons: Sequence[Comparison], name: str, label: str) -> str:
    found = [
        next((c.readable for c in item.channels if c.name == name), None) for item in comparisons
    ]
    distances, correlations = (
        np.array([np.nan if c is None else c.numbers[number] for c in found])
        for number in (_DISTANCE, _CORRELATION)
    )
    reasons = [
        "not compared" if c is None else _brief(c.reasons.get(_CORRELATION, "")) for c in found
    ]
    drawn = bars([item.label for item in comparisons], distances, correlations, reasons)
    image = pages.image(drawn, f"mean distance and Pearson's R of {label}")
    return pages.card(f"<h3>{html.escape(label)}</h3>", image)


def _brief(reason: str) -> str:
    """Of a curve that is the same throughout, in the width of half a card."""
    whose, _, why = reason.partition(" ")
    return f"{whose} is constant" if why.endswith("throughout") else reason


# --- one data set


def _data_set(k: int, item: Comparison) -> str:
    channels = [channel.readable for channel in item.channels]
    head = ["", *_BRIEF]
    rows: list[list[str]] = [
        [_link(k, channel), *(_number(channel.numbers[name]) for name in _BRIEF)]
        for channel in channels
    ]
    table = pages.card(pages.table([head, *rows], kind="dense"), wide=True)
    cards = [_channel_card(k, channel) for channel in channels]
    lines = "".join(f"<li>{html.escape(note)}</li>" for note in item.notes)
    notes = f"<ul>{lines}</ul>" if lines else ""
    return pages.cards([table, *cards]) + notes


def _channel_card(k: int, channel: Channel) -> str:
    """Curves and residuals, and all numbers; instead of one without meaning, why it has none."""
    rows = [
        [name, _number(value) if np.isfinite(value) else channel.reasons.get(name, "none")]
        for name, value in channel.numbers.items()
    ]
    numbers = pages.table(rows, head=False, kind="text")
    return pages.card(
        f'<h3 id="{html.escape(_anchor(k, channel))}">{html.escape(channel.label)}</h3>',
        pages.image(series(channel), channel.label),
        f"<details><summary>Numbers</summary>{numbers}</details>",
    )


def _link(k: int, channel: Channel) -> pages.Markup:
    """To the card of a channel; a long name goes on in the next line after a dot."""
    begin, text = pages.link(f"#{_anchor(k, channel)}", channel.label).split(">", 1)
    return pages.Markup(f"{begin}>{text.replace('.', '.<wbr>')}")


def _anchor(k: int, channel: Channel) -> str:
    return f"set-{k}-{channel.name}"


def _number(value: float) -> str:
    return f"{value:.4g}" if np.isfinite(value) else "-"

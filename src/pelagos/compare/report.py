"""The comparison as one page: time series, bars per data set, and the table."""

from __future__ import annotations

import html
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.compare.comparison import Comparison
from pelagos.data.checks import refuse
from pelagos.result import pages
from pelagos.result.plot import COLORS

_PANELS = 12  # channels drawn per data set
_FOOTER = """DTW: steps (1,1), (1,0), (0,1), Euclidean; mean = cost / pairs. Pearson's R on the
simulation's times, without warping. Delay: positive if the measurement is later."""


def write_report(
    comparisons: Sequence[Comparison], path: str | os.PathLike[str], title: str = ""
) -> Path:
    """Write a page that needs no other file."""
    if not comparisons:
        raise refuse(("nothing was compared", "give at least one comparison"))
    pages.check(Path(path))
    parts = []
    if len(comparisons) > 1:
        parts.append("<h2>All data sets</h2>")
        parts += [
            pages.card(pages.image(bars(comparisons, number), number))
            for number in ("DTW mean", "Pearson R")
        ]
    for item in comparisons:
        parts.append(f"<h2>{html.escape(item.label)}</h2>")
        parts.append(pages.card(pages.image(series(item), "simulated and measured")))
        parts.append(pages.card(pages.table(item.rows())))
        if item.notes:
            notes = "".join(f"<li>{html.escape(note)}</li>" for note in item.notes[:40])
            parts.append(f"<ul>{notes}</ul>")
    return pages.write(path, title or "Simulation and experiment", parts, footer=_FOOTER)


@pages.styled
def series(item: Comparison) -> Any:
    """Time series of every channel, as figures 13 and 16 of Nielsen et al. 2018."""
    shown = item.channels[:_PANELS]
    rows = -(-len(shown) // 2)
    figure = pages.figure(9.0, 0.6 + 2.1 * rows)
    for i, channel in enumerate(shown):
        axes = figure.add_subplot(rows, 2 if len(shown) > 1 else 1, i + 1)
        axes.plot(
            channel.time, channel.measured, color=COLORS[6], lw=1.6, alpha=0.55, label="measured"
        )
        axes.plot(channel.time, channel.simulated, color=COLORS[1], lw=1.2, label="simulated")
        axes.set_title(channel.label, loc="left", fontsize=9)
        axes.grid(color="#e4e4e4", lw=0.6)
        axes.margins(x=0)
        if i == 0:
            axes.legend(fontsize=8, frameon=False)
        if i >= len(shown) - 2:
            axes.set_xlabel("time (s)")
    return figure


@pages.styled
def bars(comparisons: Sequence[Comparison], number: str) -> Any:
    """One bar per data set and channel, as figures 14, 15, 17 and 18 of Nielsen et al. 2018."""
    names = list(dict.fromkeys(c.name for item in comparisons for c in item.channels))[:6]
    figure = pages.figure(9.0, 0.5 + 1.7 * len(names))
    place = np.arange(len(comparisons))
    for i, name in enumerate(names):
        axes = figure.add_subplot(len(names), 1, i + 1)
        heights = [
            next((c.numbers[number] for c in item.channels if c.name == name), np.nan)
            for item in comparisons
        ]
        axes.bar(place, heights, color=COLORS[i % len(COLORS)], width=0.7)
        labels = {c.name: c.label for item in comparisons for c in item.channels}
        shown = name if number == "Pearson R" else labels[name]
        axes.set_title(f"{number}, {shown}", loc="left", fontsize=9)
        last = i == len(names) - 1
        axes.set_xticks(place, [item.label for item in comparisons] if last else [], rotation=45)
    return figure

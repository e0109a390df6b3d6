"""The comparison as one page: bars over the data sets, and of each its time series and table."""

from __future__ import annotations

import html
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.compare.comparison import Channel, Comparison
from pelagos.data.checks import refuse
from pelagos.result import pages
from pelagos.result.plot import COLORS

_BARS = ("DTW mean", "Pearson R")  # as figures 14, 15, 17 and 18 of Nielsen et al. 2018
_MEASURED, _SIMULATED = "#9a9a9a", COLORS[1]
_FOOTER = """DTW: steps (1,1), (1,0), (0,1), Euclidean; mean = cost / pairs. Pearson's R on the
simulation's times, without warping. Delay: positive if the measurement is later."""
_LEAD = """<p class="said">Time series: <span style="color:{measured}">&#9644;</span> measured,
<span style="color:{simulated}">&#9644;</span> simulated, over the time in s.</p>"""


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
    parts = []
    several = len(comparisons) > 1
    if several:
        parts.append("<h2>All data sets</h2>")
        for number in _BARS:
            parts += _bars_of_all(comparisons, number)
        parts.append("<h2>Each data set</h2>")
    for k, item in enumerate(comparisons):
        shown = pages.cards([pages.card(pages.image(series(c), c.label)) for c in item.channels])
        inside = shown + pages.card(pages.table(item.rows(), kind="dense")) + _notes(item)
        label = html.escape(item.label)
        if several:  # folded, so that the page stays short
            begin = "<details open>" if k == 0 else "<details>"
            parts.append(f"{begin}<summary>{label}</summary>{inside}</details>")
        else:
            parts.append(f"<h2>{label}</h2>{inside}")
    lead = _LEAD.format(measured=_MEASURED, simulated=_SIMULATED)
    return pages.write(path, title or "Simulation and experiment", parts, lead=lead, footer=_FOOTER)


def _notes(item: Comparison) -> str:
    lines = "".join(f"<li>{html.escape(note)}</li>" for note in item.notes)
    return f"<ul>{lines}</ul>" if lines else ""


def _bars_of_all(comparisons: Sequence[Comparison], number: str) -> list[str]:
    """A heading, a card per channel, and the channels that the number has no meaning for."""
    labels = {c.name: c.label for item in comparisons for c in item.channels}
    heights = {name: _heights(comparisons, name, number) for name in labels}
    parts: list[str] = [f"<h3>{html.escape(number)}</h3>"]
    shown = []
    for name, values in heights.items():
        if np.isfinite(values).any():
            said = name if number == "Pearson R" else labels[name]
            drawn = bars([item.label for item in comparisons], values, said)
            shown.append(pages.card(pages.image(drawn, f"{number}, {said}")))
    parts.append(pages.cards(shown))
    without = [name for name, values in heights.items() if not np.isfinite(values).any()]
    if without:
        names = html.escape(", ".join(without))
        parts.append(f'<p class="said">{number} has no meaning for constants: {names}.</p>')
    return parts


def _heights(comparisons: Sequence[Comparison], name: str, number: str) -> np.ndarray:
    return np.array(
        [
            next((c.numbers[number] for c in item.channels if c.name == name), np.nan)
            for item in comparisons
        ]
    )


@pages.styled
def series(channel: Channel) -> Any:
    """Time series of a channel, as figures 13 and 16 of Nielsen et al. 2018."""
    figure = pages.figure(4.2, 2.4)
    axes = figure.add_subplot()
    axes.plot(channel.time, channel.measured, color=_MEASURED, lw=1.6)
    axes.plot(channel.time, channel.simulated, color=_SIMULATED, lw=1.2)
    axes.set_title(channel.label)
    axes.margins(x=0)
    return figure


@pages.styled
def bars(names: Sequence[str], values: np.ndarray, title: str) -> Any:
    """A bar per data set, the first on top; all of one colour, since they are of one kind."""
    figure = pages.figure(4.2, 0.7 + 0.21 * len(names))
    axes = figure.add_subplot()
    place = np.arange(len(names))
    axes.barh(place, values, color=COLORS[0], height=0.7)
    axes.set_yticks(place, names)
    axes.invert_yaxis()
    axes.set_axisbelow(True)
    axes.grid(axis="y", visible=False)
    axes.tick_params(axis="y", length=0)
    axes.set_title(title)
    axes.locator_params(axis="x", nbins=5)
    return figure

"""Figures of comparisons, each small enough for the width of a phone.

Colours have a meaning: what was measured is grey, what was simulated blue, how far the two are
apart orange, and how alike their shapes are green.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

import numpy as np

from pelagos.compare.comparison import Channel
from pelagos.result import pages
from pelagos.result.plot import COLORS

WIDTH = 4.2  # inches; a card on a page
MEASURED, SIMULATED, APART, ALIKE = "#8a949b", COLORS[0], COLORS[1], COLORS[2]
_LETTERS = 22  # of a line of the name of a data set
_LEAST = 1e-12  # of the values: less is a rounding error


@pages.styled
def series(channel: Channel) -> Any:
    """Time series of a channel, as figures 13 and 16 of Nielsen et al. 2018; residuals below."""
    figure = pages.figure(WIDTH, 3.3)
    curves, residual = figure.subplots(2, 1, sharex=True, height_ratios=[2.2, 1])
    curves.plot(channel.time, channel.measured, color=MEASURED, lw=2.0, label="measured")
    curves.plot(channel.time, channel.simulated, color=SIMULATED, lw=1.2, label="simulated")
    curves.set_ylabel(channel.unit)
    curves.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=2, borderaxespad=0.1)
    residual.axhline(0.0, color="#888888", lw=0.8)
    residual.plot(channel.time, channel.residual, color=APART, lw=1.0)
    residual.set_title("simulated less measured", fontsize=8)
    residual.set_ylabel(channel.unit)
    residual.set_xlabel("time (s)")
    residual.locator_params(axis="y", nbins=4)
    for axes, values in ((curves, (channel.measured, channel.simulated)), (residual, (0.0,))):
        axes.margins(x=0)
        _no_rounding(axes, channel, *values)
    return figure


def _no_rounding(axes: Any, channel: Channel, *values: Any) -> None:
    """Axes that would show nothing but rounding errors show a line instead."""
    largest = max(1.0, float(np.abs(channel.simulated).max()))
    low, high = axes.dataLim.intervaly
    if high - low <= _LEAST * largest:
        middle = float(np.mean([np.mean(value) for value in values]))
        axes.set_ylim(middle - 1.0, middle + 1.0)


@pages.styled
def bars(
    names: Sequence[str], distances: np.ndarray, correlations: np.ndarray, reasons: Sequence[str]
) -> Any:
    """Of a channel a bar per data set, the first on top: mean distance, and Pearson's R.

    reasons: of each data set, why it has no correlation; where it has no distance, why not.
    """
    labels = [textwrap.fill(name, _LETTERS) for name in names]
    rows = max(label.count("\n") + 1 for label in labels)
    figure = pages.figure(WIDTH, 0.9 + (0.08 + 0.13 * rows) * len(names))
    left, right = figure.subplots(1, 2, sharey=True)
    place = np.arange(len(names))
    for axes, values, color, title in (
        (left, distances, APART, "mean distance"),
        (right, correlations, ALIKE, "Pearson's R"),
    ):
        axes.barh(place, np.nan_to_num(values), color=color, height=0.7)
        axes.set_axisbelow(True)
        axes.grid(axis="y", visible=False)
        axes.tick_params(axis="y", length=0)
        axes.set_title(title, fontsize=8)
        axes.locator_params(axis="x", nbins=3)
        axes.ticklabel_format(axis="x", scilimits=(-2, 4))
        for y in place[~np.isfinite(values)]:
            axes.text(0.02, y, reasons[y], transform=axes.get_yaxis_transform(), **_REASON)
    lowest = np.nanmin(correlations, initial=0.0)
    right.set_xlim(-1.0 if lowest < 0 else 0.0, 1.0)
    if not np.nanmax(distances, initial=0.0) > 0:
        left.set_xlim(0.0, 1.0)
    left.set_yticks(place, labels, fontsize=8)
    left.invert_yaxis()
    return figure


_REASON: dict[str, Any] = {"va": "center", "ha": "left", "fontsize": 7, "color": "#5b6770"}

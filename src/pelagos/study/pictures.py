"""Figures of a study, each small enough for the width of a phone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from pelagos.result import pages
from pelagos.result.plot import COLORS
from pelagos.study.sensitivity import Index, Sensitivity

WIDTH = 4.2  # inches; a card on a page
BLUE, ORANGE, GREEN, SKY = COLORS[0], COLORS[1], COLORS[2], COLORS[5]
_POINTS = 4000  # drawn of a scatter
_LEVELS = 12  # different values up to which a factor is drawn as a grid


@pages.styled
def histogram(values: np.ndarray, name: str) -> Any:
    """How often which value comes, with quantiles."""
    figure = pages.figure(WIDTH, 2.7)
    axes = figure.subplots()
    bins = np.histogram_bin_edges(values, "auto") if np.ptp(values) > 0 else 1
    count = len(bins) - 1 if isinstance(bins, np.ndarray) else 1
    axes.set_axisbelow(True)
    axes.hist(values, min(max(count, 1), 60), color=SKY, alpha=0.65, lw=0)
    low, middle, high = np.quantile(values, [0.05, 0.5, 0.95])
    axes.axvspan(low, high, color=BLUE, alpha=0.07, lw=0, label="5 to 95 %")
    axes.axvline(middle, color=BLUE, lw=1.6, label="median")
    axes.locator_params(axis="x", nbins=5)
    axes.set_xlabel(name)
    axes.set_ylabel("runs")
    axes.grid(visible=False, axis="x")
    axes.legend(loc="best")
    return figure


@pages.styled
def response(x: np.ndarray, y: np.ndarray, factor: str, output: str) -> Any:
    """An output over a factor: runs, their middle, and where runs failed."""
    figure = pages.figure(WIDTH, 2.7)
    axes = figure.subplots()
    there = np.isfinite(x)
    good = there & np.isfinite(y)
    shown = _some(np.flatnonzero(good))
    size, alpha = (9, 0.5) if len(shown) < 600 else (4, 0.3)
    axes.scatter(x[shown], y[shown], s=size, c=SKY, alpha=alpha, lw=0, rasterized=True)
    middle, low, centre, high = _middle(x[good], y[good])
    if len(middle) > 1:
        axes.fill_between(middle, low, high, color=BLUE, alpha=0.13, lw=0)
        axes.plot(middle, centre, color=BLUE, lw=1.6, marker="o", ms=2.5)
    failed = _some(np.flatnonzero(there & ~good))
    if len(failed):
        axes.plot(
            x[failed],
            np.full(len(failed), 0.02),
            "|",
            color=ORANGE,
            ms=6,
            transform=axes.get_xaxis_transform(),
            label="no value",
        )
        axes.legend(loc="best")
    axes.locator_params(axis="x", nbins=5)  # long numbers must not run into each other
    axes.set_xlabel(factor)
    axes.set_ylabel(output)
    return figure


def _some(places: np.ndarray) -> np.ndarray:
    """Not more than can be told apart, spread evenly."""
    return places[:: max(1, -(-len(places) // _POINTS))]


def _middle(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, ...]:
    """Median and the middle half of y at the values of a grid, or over shares of the runs."""
    levels = np.unique(x)
    if len(levels) <= _LEVELS:
        members = [y[x == level] for level in levels]
        places = levels
    else:
        order = np.argsort(x, kind="stable")
        shares = np.array_split(order, int(np.clip(len(x) // 25, 1, 16)))
        members, places = [y[s] for s in shares], np.array([np.median(x[s]) for s in shares])
    low, centre, high = np.array([np.quantile(m, [0.25, 0.5, 0.75]) for m in members]).T
    return places, low, centre, high


@pages.styled
def surface(
    first: tuple[str, np.ndarray], second: tuple[str, np.ndarray], y: np.ndarray, output: str
) -> Any:
    """An output over a grid of two factors, as colours."""
    figure = pages.figure(WIDTH, 3.0)
    axes = figure.subplots()
    (one, a), (two, b) = first, second
    across, along = np.unique(a), np.unique(b)
    values = np.full((len(along), len(across)), np.nan)
    values[np.searchsorted(along, b), np.searchsorted(across, a)] = y
    mesh = axes.pcolormesh(across, along, values, shading="nearest", cmap="viridis")
    mesh.set_rasterized(True)
    figure.colorbar(mesh, ax=axes, label=output)
    axes.grid(visible=False)
    axes.set_xlabel(one)
    axes.set_ylabel(two)
    return figure


@pages.styled
def sensitivities(found: Mapping[str, Sensitivity]) -> Any:
    """Bars of the indices with their intervals."""
    names = list(found)
    figure = pages.figure(WIDTH, 0.9 + 0.42 * len(names))
    axes = figure.subplots()
    place = np.arange(len(names))[::-1]
    totals = [s.total for s in found.values()]
    paired = any(totals)
    shift = 0.19 if paired else 0.0
    firsts = [s.first for s in found.values()]
    _bars(axes, place + shift, firsts, BLUE, "first-order index", 0.34 if paired else 0.55)
    if paired:
        _bars(axes, place - shift, totals, ORANGE, "total index", 0.34)
    axes.set_yticks(place, [_short(name) for name in names])
    axes.set_xlim(left=min(0.0, axes.get_xlim()[0]), right=max(1.0, axes.get_xlim()[1]))
    axes.axvline(0, color="#888888", lw=0.6)
    axes.set_xlabel("share of the variance")
    axes.grid(visible=False, axis="y")
    figure.legend(loc="outside lower center", ncols=2)
    return figure


def _bars(
    axes: Any, place: np.ndarray, found: Sequence[Index | None], color: str, label: str, h: float
) -> None:
    values = np.array([np.nan if i is None else i.value for i in found])
    ends = np.array([(np.nan, np.nan) if i is None else (i.low, i.high) for i in found])
    axes.set_axisbelow(True)
    axes.barh(place, values, h, color=color, alpha=0.75, lw=0, label=label)
    known = np.all(np.isfinite(ends), axis=1)
    for y, (low, high) in zip(place[known], ends[known], strict=True):
        axes.plot([low, high], [y, y], color="#333333", lw=1.0, solid_capstyle="butt")


def _short(name: str) -> str:
    return name if len(name) <= 26 else f"…{name[-25:]}"


@pages.styled
def bands(time: np.ndarray, values: np.ndarray, name: str) -> Any:
    """Quantiles over time of (run, time); runs that have ended no longer count."""
    figure = pages.figure(WIDTH, 2.7)
    axes = figure.subplots()
    known = np.any(np.isfinite(values), axis=0)
    time, values = time[known], values[:, known]
    places = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)
    least, five, quarter, middle, three, most, top = np.nanquantile(values, places, axis=0)
    axes.fill_between(time, five, most, color=SKY, alpha=0.28, lw=0, label="5 to 95 %")
    axes.fill_between(time, quarter, three, color=BLUE, alpha=0.3, lw=0, label="25 to 75 %")
    axes.plot(time, middle, color=BLUE, lw=1.5, label="median")
    for line in (least, top):
        axes.plot(time, line, color=ORANGE, lw=0.7, label="extremes" if line is top else None)
    axes.margins(x=0)
    axes.set_xlabel("time (s)")
    axes.set_ylabel(name)
    figure.legend(loc="outside lower center", ncols=4)
    return figure


@pages.styled
def convergence(
    values: np.ndarray, factors: Mapping[str, np.ndarray], goal: str, metric: str, as_is: float
) -> Any:
    """The way of a search: the metric and the factors of its runs in order, the best one marked."""
    figure = pages.figure(6.4, 2.6 + 1.15 * len(factors))
    heights = [2.2, *[1.0] * len(factors)]
    rows = figure.subplots(len(heights), sharex=True, height_ratios=heights, squeeze=False)[:, 0]
    run, known = np.arange(len(values)), np.isfinite(values)
    best = int(np.nanargmin(values) if goal == "minimise" else np.nanargmax(values))
    for axes, column, name in zip(
        rows, (values, *factors.values()), (metric, *factors), strict=True
    ):
        axes.scatter(run[known], column[known], s=6, c=SKY, alpha=0.6, lw=0, rasterized=True)
        axes.plot(best, column[best], "o", ms=6, mfc="none", mec=ORANGE, mew=1.5)
        axes.set_title(name)
    # the first, worst runs would hide the others
    ends = np.quantile(values[known], [0.0, 0.95] if goal == "minimise" else [0.05, 1.0])
    shown = [x for x in (*ends, as_is) if np.isfinite(x)]
    room = 0.05 * (max(shown) - min(shown)) or 1.0
    rows[0].set_ylim(min(shown) - room, max(shown) + room)
    so_far = (np.fmin if goal == "minimise" else np.fmax).accumulate(values)
    rows[0].plot(run, so_far, color=BLUE, label="best so far")
    if np.isfinite(as_is):
        rows[0].axhline(as_is, color="#555555", ls="--", lw=1.0, label="as is")
    rows[0].legend(loc="best")
    rows[-1].set_xlabel("run")
    rows[-1].margins(x=0.01)
    return figure

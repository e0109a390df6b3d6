"""Panels whose lines can all be seen: small motions are not drawn on the scale of large ones."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pelagos.result.columns import Column
from pelagos.result.figures.panel import Panel

_SEEN = 1 / 30  # of the height of a panel: a motion less than that is a straight line
_STILL = 1e-6  # of the largest motion: not moving
_MOST = 3  # panels that one becomes
_SAID = ("", ", finer scale", ", finest scale")

# Rounding errors are no motion: axes of these units show no less than this.
_LEAST = 1e-12
_OF_MOTION = ("m", "deg", "m/s", "deg/s")


def by_scale(panel: Panel) -> list[Panel]:
    """The panel, or some of its lines each, so that every motion takes a part of the height.

    Dashed lines are there to be seen beside the others: such a panel stays as it is.
    """
    order = sorted(panel.lines, key=_span, reverse=True)
    if len(order) < 2 or panel.logarithmic or panel.dashed:
        return [panel]
    still = _STILL * _span(order[0])
    groups: list[list[Column]] = []
    for line in order:
        fitting = (group for group in groups if _fit([*group, line], still))
        group = next(fitting, None)
        if group is None:
            group = [] if len(groups) < _MOST else groups.pop()
            groups.append(group)
        group.append(line)
    places = [{id(line) for line in group} for group in groups]
    return [
        replace(
            panel,
            title=panel.title + said,
            lines=[line for line in panel.lines if id(line) in there],
        )
        for there, said in zip(places, _SAID, strict=False)
    ]


def least_limits(panel: Panel) -> tuple[float, float] | None:
    """Limits of the axis where nothing but rounding errors would be seen."""
    low, high = _limits(panel.lines)
    if panel.unit not in _OF_MOTION or not high - low < _LEAST * max(1.0, abs(low)):
        return None
    middle = (low + high) / 2
    return middle - 1.0, middle + 1.0


def _fit(lines: list[Column], still: float) -> bool:
    low, high = _limits(lines)
    return all(span <= still or span >= _SEEN * (high - low) for span in map(_span, lines))


def _span(line: Column) -> float:
    low, high = _limits([line])
    return high - low


def _limits(lines: list[Column]) -> tuple[float, float]:
    known = [line.values[np.isfinite(line.values)] for line in lines]
    ends = [(v.min(), v.max()) for v in known if len(v)]
    if not ends:
        return 0.0, 0.0
    return float(min(low for low, _ in ends)), float(max(high for _, high in ends))

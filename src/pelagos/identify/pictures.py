"""Figures of identifications, fit for a paper: points with error bars, curves with bands."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.result.plot import COLORS, STYLE, check
from pelagos.result.storage import temporary

if TYPE_CHECKING:
    from pelagos.identify.estimate import Estimate

DATA, CURVE, LEFT_OUT = COLORS[6], COLORS[0], COLORS[1]


@contextmanager
def figure(path: Path, width: float = 6.4, height: float = 4.0) -> Iterator[Any]:
    """A figure to draw into; written when left."""
    check(path)
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(STYLE):
        drawing = Figure(figsize=(width, height), layout="constrained")
        yield drawing
        with temporary(path) as beside:
            drawing.savefig(beside, format=path.suffix[1:].lower(), dpi=150)
            beside.replace(path)


def draw_points(axes: Any, x: Any, y: Any, sigma: Any = None, label: str = "data") -> None:
    """Points with bars of two standard deviations."""
    bars = None if sigma is None else 2 * np.asarray(sigma)
    axes.errorbar(
        x, y, bars, fmt="o", ms=3.5, color=DATA, ecolor="#999999", elinewidth=0.8, label=label
    )


def draw_curve(axes: Any, x: Any, y: Any, half: Any, label: str) -> None:
    """A curve inside its band."""
    axes.fill_between(x, y - half, y + half, color=CURVE, alpha=0.18, lw=0, label="95 % band")
    axes.plot(x, y, color=CURVE, label=label)


def draw_left_out(axes: Any, x: Any, y: Any, reason: str, place: int) -> None:
    """Points that the fit did not use, with the reason."""
    mark = "xs^Dv"[place % 5]
    face = {"c": LEFT_OUT} if mark == "x" else {"facecolors": "none", "edgecolors": LEFT_OUT}
    axes.scatter(x, y, s=26, marker=mark, linewidths=1.0, label=f"left out: {reason}", **face)


def draw_residuals(axes: Any, fit: Estimate) -> None:
    """Residuals in order."""
    axes.axhline(0.0, color="#888888", lw=0.8)
    axes.plot(np.arange(len(fit.residuals)), fit.residuals, ".", color=DATA, ms=3)
    axes.set_xlabel("sample")
    axes.set_ylabel("measured less fitted")
    axes.set_title(fit.title)

"""Names of curves: all of them, or some and how many are not named."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

import numpy as np

# Colours told apart also by the colour-blind (Okabe and Ito 2008).
COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")

_NAMED = 24  # curves that are all named, in two columns
_SOME = 11  # that are named of more, in one
_COLUMN = 12
_WIDTH = 30  # letters of a line of a name


def styles(count: int) -> list[dict[str, Any]]:
    """Colour and stroke of each of so many curves; of very many the colours run from dark to light.

    Dashes are left to what is wanted, beside what is.
    """
    if count <= 2 * len(COLORS):
        strokes = ["-"] * len(COLORS) + ["-."] * len(COLORS)
        pairs = zip((*COLORS, *COLORS), strokes, strict=True)
        return [{"color": color, "linestyle": stroke} for color, stroke in pairs][:count]
    import matplotlib

    shades = matplotlib.colormaps["viridis"](np.linspace(0, 0.92, count))
    return [{"color": shade, "linestyle": "-"} for shade in shades]


def legend(ax: Any, names: Sequence[str], *, paired: str = "", right: float = 1.0) -> None:
    """Name the curves of some axes beside them; of very many some, and how many are left.

    names: labels of the curves to name; those without a name are not. paired: what dashed curves
    are that share the colours of others.
    """
    from matplotlib.lines import Line2D

    drawn = {line.get_label(): line for line in ax.get_lines()}
    named = [name for name in names if name]
    if not named:
        return
    if len(named) > _NAMED:
        places = np.linspace(0, len(named) - 1, _SOME).round().astype(int)
        shown = [named[place] for place in places]
    else:
        shown = named
    handles: list[Any] = [drawn[name] for name in shown]
    labels = [textwrap.fill(name, _WIDTH) for name in shown]
    if paired:
        handles.append(Line2D([], [], color="#666666", linestyle="--", linewidth=1.0))
        labels.append(f"dashed: {paired}")
    if len(shown) < len(named):
        handles.append(Line2D([], [], linestyle=""))
        labels.append(f"{len(named) - len(shown)} more, not named")
    dense = {"fontsize": 7, "labelspacing": 0.2} if len(handles) > len(COLORS) else {}
    ax.legend(
        handles,
        labels,
        loc="upper left",
        bbox_to_anchor=(right, 1.0),
        borderaxespad=0.2,
        ncols=1 + (len(handles) - 1) // (_COLUMN + 1),
        columnspacing=1.0,
        **dense,
    )

"""Pictures of a run: its panels on paper. Drawn without a display and without pyplot's globals."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.result.columns import with_unit
from pelagos.result.panels import Panel, Space, default_panels, figure_panels
from pelagos.result.storage import check_folder, temporary

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from pelagos.result.run import Run

FORMATS = (".png", ".pdf", ".svg")

# Colours told apart also by the colour-blind (Okabe and Ito 2008).
COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
STYLE: Any = {
    "axes.edgecolor": "#888888",
    "axes.grid": True,
    "axes.linewidth": 0.6,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 10,
    "font.size": 9,
    "grid.color": "#e4e4e4",
    "grid.linewidth": 0.6,
    "legend.fontsize": 8,
    "legend.frameon": False,
    "lines.linewidth": 1.2,
    "svg.hashsalt": "pelagos",
}


def check(path: Path) -> None:
    """Refuse a picture that could not be drawn, before anything is computed for it."""
    if path.suffix.lower() not in FORMATS:
        raise PelagosError(f"{path}: pictures end in {', '.join(FORMATS)}")
    check_folder(path)
    check_matplotlib()


def check_matplotlib() -> None:
    """Refuse figures where matplotlib is missing."""
    try:
        import matplotlib  # noqa: F401 (light; the figure is what takes long)
    except ImportError:
        raise PelagosError('plots need matplotlib: pip install "pelagos[plot]"') from None


def draw(run: Run, path: Path, quantities: Sequence[str] | None) -> Path:
    """Draw the panels of the quantities, or the usual ones, into a file."""
    check(path)
    figure = figure_of(run, quantities)
    import matplotlib

    with matplotlib.rc_context(STYLE), temporary(path) as beside:
        figure.savefig(beside, format=path.suffix[1:].lower(), dpi=150)
        beside.replace(path)
    return path


def figure_of(run: Run, quantities: Sequence[str] | None) -> Figure:
    """The panels of the quantities, or the usual ones, as a figure of matplotlib."""
    check_matplotlib()
    panels: list[Panel | Space]
    if quantities is None:
        panels = list(default_panels(run))
    else:
        panels = [panel for name in quantities for panel in figure_panels(run, name)]
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(STYLE):
        across = 1 if len(panels) < 4 else 2
        rows = -(-len(panels) // across)
        heights = [
            max(_height(p) for p in panels[i : i + across]) for i in range(0, len(panels), across)
        ]
        figure = Figure(figsize=(6.4 * across, 0.7 + sum(heights)), layout="constrained")
        grid = figure.add_gridspec(rows, across, height_ratios=heights)
        shared: Any = None
        for i, panel in enumerate(panels):
            cell = grid[i // across, i % across]
            if isinstance(panel, Space):
                _draw_space(figure, cell, panel)
                continue
            ax = figure.add_subplot(cell, sharex=shared)
            shared = shared or ax
            _draw_panel(ax, run.arrays["time"], panel)
            # time is named once, below the last panel of a column
            below = panels[i + across] if i + across < len(panels) else None
            if isinstance(below, Panel):
                ax.tick_params(labelbottom=False)
            else:
                ax.set_xlabel("time (s)")
        scenario = f", {run.header.scenario}" if run.header.scenario else ""
        figure.suptitle(f"{run.header.name}{scenario}", x=0.01, ha="left", fontweight="bold")
    return figure


def _height(panel: Panel | Space) -> float:
    return 3.6 if isinstance(panel, Space) else 2.3


def _draw_space(figure: Any, cell: Any, panel: Space) -> None:
    """Paths with equal scales along all axes; a dot marks the start."""
    solid = len(panel.axes) == 3
    if solid:
        from mpl_toolkits.mplot3d import Axes3D

        ax = figure.add_subplot(cell, axes_class=Axes3D)
    else:
        ax = figure.add_subplot(cell)
    for i, (name, points) in enumerate(panel.paths.items()):
        color = COLORS[i % len(COLORS)]
        shown = [points[:, axis] for axis in panel.axes]
        ax.plot(*shown, color=color, label=name)
        ax.plot(*(values[:1] for values in shown), "o", color=color, markersize=4)
    for word, axis in zip("xyz", panel.axes, strict=False):
        getattr(ax, f"set_{word}label")(f"{'xyz'[axis]} (m)")
    if solid:
        # a cube holds every path, also one along a line
        ends = np.array([[p.min(axis=0), p.max(axis=0)] for p in panel.paths.values()])
        low, high = ends[:, 0].min(axis=0), ends[:, 1].max(axis=0)
        half = 0.55 * float((high - low).max()) or 1.0
        for word, middle in zip("xyz", (low + high) / 2, strict=True):
            getattr(ax, f"set_{word}lim")(middle - half, middle + half)
    else:
        ax.set_aspect("equal", adjustable="datalim")
    if panel.down and 2 in panel.axes:
        getattr(ax, "invert_zaxis" if solid else "invert_yaxis")()
    ax.set_title(panel.title)
    if not solid:
        ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), borderaxespad=0.2)


def _draw_panel(ax: Any, time: np.ndarray, panel: Panel) -> None:
    import matplotlib

    count = len(panel.lines)
    many = count > len(COLORS)
    shades = matplotlib.colormaps["viridis"](np.linspace(0, 0.92, count))
    for i, line in enumerate(panel.lines):
        # Of many lines only the first, middle and last are named; the colours run between them.
        label = line.name if not many or i in (0, count // 2, count - 1) else ""
        color = shades[i] if many else COLORS[i]
        dashed = "--" if line.name == "T + V - W" else "-"
        style: dict[str, Any] = {"color": color, "label": label or None}
        if panel.time is None:
            ax.plot(time, line.values, dashed, **style)
        else:  # readings hold until the next; a dot shows one between two that were lost
            steps = {"drawstyle": "steps-post", "linewidth": 0.8, "marker": ".", "markersize": 2.5}
            ax.plot(panel.time, line.values, **style, **steps)
    if panel.logarithmic:
        ax.set_yscale("log")
    ax.set_title(with_unit(panel.title, panel.unit))
    ax.margins(x=0)
    if any(line.name for line in panel.lines):
        ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), borderaxespad=0.2)

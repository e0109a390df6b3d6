"""Pictures of a run: its panels on paper. Drawn without a display and without pyplot's globals."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.result.columns import with_unit
from pelagos.result.figures.legends import COLORS, legend, styles
from pelagos.result.figures.scales import by_scale, least_limits
from pelagos.result.panels import NAMED, Panel, Space, default_panels, figure_panels
from pelagos.result.storage import check_folder, temporary

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from pelagos.result.run import Run

__all__ = ["COLORS", "FORMATS", "STYLE", "check", "check_matplotlib", "draw", "figure_of"]

FORMATS = (".png", ".pdf", ".svg")

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
    panels = _panels_of(run, quantities)
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


def _panels_of(run: Run, quantities: Sequence[str] | None) -> list[Panel | Space]:
    """What is drawn; standard figures with motions of different size apart."""
    if quantities is None:
        return [part for panel in default_panels(run) for part in by_scale(panel)]
    found: list[Panel | Space] = []
    for name in quantities:
        for panel in figure_panels(run, name):
            if isinstance(panel, Panel) and (name in NAMED or name == "all"):
                found += by_scale(panel)
            else:
                found.append(panel)
    return found


def _height(panel: Panel | Space) -> float:
    return 3.6 if isinstance(panel, Space) else 2.3


def _draw_space(figure: Any, cell: Any, panel: Space) -> None:
    """Paths with equal scales along all axes; a dot marks the start."""
    solid = len(panel.labels) == 3
    if solid:
        from mpl_toolkits.mplot3d import Axes3D

        ax = figure.add_subplot(cell, axes_class=Axes3D)
    else:
        ax = figure.add_subplot(cell)
    count = len(panel.paths)
    for (name, points), style in zip(panel.paths.items(), styles(count), strict=True):
        ax.plot(*points.T, label=name, **style)
        ax.plot(*points[:1].T, "o", color=style["color"], markersize=4)
    for word, label in zip("xyz", panel.labels, strict=False):
        getattr(ax, f"set_{word}label")(label)
    if solid:
        _set_cube(ax, panel)
    else:
        ax.set_aspect("equal", adjustable="datalim")
        if panel.down:
            ax.invert_yaxis()
    ax.set_title(panel.title, loc="left")
    legend(ax, list(panel.paths), right=1.06 if solid else 1.0)


def _set_cube(ax: Any, panel: Space) -> None:
    """A cube that holds every path, also one along a line; what is up in the world is up in it."""
    ends = np.array([[p.min(axis=0), p.max(axis=0)] for p in panel.paths.values()])
    low, high = ends[:, 0].min(axis=0), ends[:, 1].max(axis=0)
    half = 0.55 * float((high - low).max()) or 1.0
    for word, middle in zip("xyz", (low + high) / 2, strict=True):
        getattr(ax, f"set_{word}lim")(middle - half, middle + half)
    upright = 2 if panel.vertical is None else panel.vertical
    if upright != 2:
        ax.view_init(vertical_axis="xyz"[upright])
    if panel.down:  # with a second one, or space would be seen in a mirror
        for axis in (upright, (upright + 2) % 3):
            getattr(ax, f"invert_{'xyz'[axis]}axis")()
    ax.locator_params(nbins=5)


def _draw_panel(ax: Any, time: np.ndarray, panel: Panel) -> None:
    plain = [line.name for line in panel.lines if not panel.dashed.get(line.name)]
    own = dict(zip(plain, styles(len(plain)), strict=True))
    for line in panel.lines:
        partner = panel.dashed.get(line.name)
        style = own[partner or line.name]
        if partner is not None:
            style = {**style, "linestyle": "--", "linewidth": 1.0}
        if panel.time is None:
            ax.plot(time, line.values, label=line.name, **style)
        else:  # readings hold until the next; a dot shows one between two that were lost
            steps = {"drawstyle": "steps-post", "linewidth": 0.8, "marker": ".", "markersize": 2.5}
            ax.plot(panel.time, line.values, label=line.name, **{**style, **steps})
    if panel.logarithmic:
        ax.set_yscale("log")
    limits = least_limits(panel)
    if limits is not None:
        ax.set_ylim(*limits)
    ax.set_title(with_unit(panel.title, panel.unit))
    ax.margins(x=0)
    if len(time) > 1:
        ax.set_xlim(time[0], time[-1])
    if len(plain) > 1 or not panel.title.endswith(plain[0]):  # the title has named an only line
        paired = any(panel.dashed.values())
        legend(ax, plain, paired="target" if paired else "")

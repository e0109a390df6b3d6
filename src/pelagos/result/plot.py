"""Pictures of a run: panels over time. Drawn without a display and without pyplot's globals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.result.columns import Column, check_variable, columns
from pelagos.result.euler import angles
from pelagos.result.storage import temporary

if TYPE_CHECKING:
    from pelagos.result.run import Run

FORMATS = (".png", ".pdf", ".svg")

# Angles are drawn in degrees, which people read; files and arrays keep radians.
_SHOWN = {"rad": "deg", "rad/s": "deg/s", "rad/s2": "deg/s2"}

# What people call coordinates and speeds of a unit.
_TITLES = {
    ("coordinates", "m"): "positions",
    ("coordinates", "deg"): "angles",
    ("speeds", "m/s"): "linear speeds",
    ("speeds", "deg/s"): "angular speeds",
}

# Colours told apart also by the colour-blind (Okabe and Ito 2008).
_COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
_STYLE: Any = {
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


@dataclass(frozen=True)
class Panel:
    """One set of axes: lines that share a unit."""

    title: str
    unit: str
    lines: list[Column] = field(default_factory=list)
    logarithmic: bool = False


def check(path: Path) -> None:
    """Refuse a picture that could not be drawn, before anything is computed for it."""
    if path.suffix.lower() not in FORMATS:
        raise PelagosError(f"{path}: pictures end in {', '.join(FORMATS)}")
    if not path.parent.is_dir():
        raise PelagosError(f"{path}: the folder {path.parent} does not exist; create it first")
    try:
        import matplotlib  # noqa: F401 (light; the figure is what takes long)
    except ImportError:
        raise PelagosError('plots need matplotlib: pip install "pelagos[plot]"') from None


def draw(run: Run, path: Path, quantities: Sequence[str] | None) -> Path:
    """Draw the panels of the quantities, or the usual ones, into a file."""
    check(path)
    if quantities is None:
        panels = default_panels(run)
    else:
        panels = [panel for name in quantities for panel in quantity_panels(run, name)]
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(_STYLE):
        columns_across = 1 if len(panels) < 4 else 2
        rows = -(-len(panels) // columns_across)
        figure = Figure(figsize=(6.4 * columns_across, 0.7 + 2.3 * rows), layout="constrained")
        axes = figure.subplots(rows, columns_across, sharex=True, squeeze=False)
        for ax, panel in zip(axes.flat, panels, strict=False):
            _draw_panel(ax, run.arrays["time"], panel)
        for ax in list(axes.flat)[len(panels) :]:
            ax.set_visible(False)
        for ax in list(axes.flat)[max(0, len(panels) - columns_across) : len(panels)]:
            ax.set_xlabel("time (s)")
            ax.tick_params(labelbottom=True)
        scenario = f", {run.header.scenario}" if run.header.scenario else ""
        figure.suptitle(f"{run.header.name}{scenario}", x=0.01, ha="left", fontweight="bold")
        with temporary(path) as beside:
            figure.savefig(beside, format=path.suffix[1:].lower(), dpi=150)
            beside.replace(path)
    return path


def default_panels(run: Run) -> list[Panel]:
    """Coordinates and speeds by unit, energies, and how well these balance."""
    motion = [
        *_by_unit("coordinates", _readable_coordinates(run)),
        *_by_unit("speeds", columns(run, "u")),
    ]
    return [*motion, *quantity_panels(run, "energy"), *quantity_panels(run, "balance")]


def quantity_panels(run: Run, quantity: str) -> list[Panel]:
    """The panels of one quantity: a variable, an element of it, or a derived one."""
    if quantity == "energy":
        return [Panel("energy", "J", _energies(run))]
    if quantity == "balance":
        return [_balance(run)]
    variable, _, element = quantity.partition(".")
    if variable == "euler":
        return _by_unit(quantity, _euler(run, element))
    check_variable(variable)
    found = columns(run, variable)
    chosen = [c for c in found if not element or f"{c.name}.".startswith(f"{quantity}.")]
    if not chosen:
        from pelagos.model.suggest import did_you_mean

        hint = did_you_mean(quantity, [column.name for column in found])
        raise PelagosError(f"nothing to plot for {quantity!r}; {hint}")
    return _by_unit(quantity, chosen)


def _readable_coordinates(run: Run) -> list[Column]:
    """Coordinates with each quaternion replaced by the angles it stands for."""
    found = []
    for i, column in enumerate(columns(run, "q")):
        if column.name.endswith(".qw"):
            found += _angle_columns(column.name[:-3], run.arrays["q"][:, i : i + 4])
        elif column.unit != "1":
            found.append(column)
    return found


def _euler(run: Run, body: str) -> list[Column]:
    quaternions = run.arrays["orientation"][:, run.body_index(body)]
    return _angle_columns(f"euler.{body}", quaternions)


def _angle_columns(name: str, quaternions: np.ndarray) -> list[Column]:
    values = angles(quaternions)
    return [
        Column(f"{name}.{word}", "rad", values[:, i])
        for i, word in enumerate(("roll", "pitch", "yaw"))
    ]


def _energies(run: Run) -> list[Column]:
    """Energies; the potential one counts from the start, since its zero means nothing."""
    kinetic, potential, work = (
        run.arrays[name] for name in ("kinetic_energy", "potential_energy", "work")
    )
    potential = potential - potential[:1]
    return [
        Column("kinetic T", "J", kinetic),
        Column("potential V", "J", potential),
        Column("work W", "J", work),
        Column("T + V - W", "J", kinetic + potential - work),
    ]


def _balance(run: Run) -> Panel:
    total = _energies(run)[-1].values
    error = np.abs(total - total[:1]) / (run.audit().energy_scale or 1.0)
    # Zero has no logarithm: leave gaps there, unless there is nothing else.
    logarithmic = bool(np.any(error > 0))
    line = Column("", "1", np.where(error > 0, error, np.nan if logarithmic else 0.0))
    return Panel("energy balance, |change of T + V - W| / energy scale", "1", [line], logarithmic)


def _by_unit(title: str, found: list[Column]) -> list[Panel]:
    """One panel per unit, in order of appearance, in the units people read."""
    panels: dict[str, Panel] = {}
    for column in found:
        unit = _SHOWN.get(column.unit, column.unit)
        values = np.rad2deg(column.values) if unit != column.unit else column.values
        name = column.name.partition(".")[2] or column.name
        panels.setdefault(unit, Panel(_TITLES.get((title, unit), title), unit)).lines.append(
            Column(name, unit, values)
        )
    return list(panels.values())


def _draw_panel(ax: Any, time: np.ndarray, panel: Panel) -> None:
    import matplotlib

    count = len(panel.lines)
    many = count > len(_COLORS)
    shades = matplotlib.colormaps["viridis"](np.linspace(0, 0.92, count))
    for i, line in enumerate(panel.lines):
        # Of many lines only the first, middle and last are named; the colours run between them.
        label = line.name if not many or i in (0, count // 2, count - 1) else ""
        color = shades[i] if many else _COLORS[i]
        dashed = "--" if line.name == "T + V - W" else "-"
        ax.plot(time, line.values, dashed, color=color, label=label or None)
    if panel.logarithmic:
        ax.set_yscale("log")
    title = panel.title if panel.unit in ("", "1") else f"{panel.title} ({panel.unit})"
    ax.set_title(title)
    ax.margins(x=0)
    if any(line.name for line in panel.lines):
        ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), borderaxespad=0.2)

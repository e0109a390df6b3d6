"""A batch: how its runs ended, what differs between them, and where they go."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.notebook import parts
from pelagos.result import pages
from pelagos.result.columns import with_unit
from pelagos.result.plot import COLORS
from pelagos.text import number

if TYPE_CHECKING:
    from pelagos.result.batch import Batch

_PANELS, _RUNS = 4, 200  # drawn at most


def html(batch: Batch) -> str:
    counts = Counter(outcome.code for outcome in batch.outcomes)
    done = sum(outcome.finished for outcome in batch.outcomes)
    ended = ", ".join(f"{count:,} {code}" for code, count in counts.most_common())
    scenario = f", {batch.header.scenario}" if batch.header.scenario else ""
    return parts.sheet(
        f"{batch.header.name}{scenario}: {len(batch):,} runs",
        parts.paragraph(parts.verdict(done == len(batch), ended)),
        parts.rows(_varied(batch)) if batch.varied else "",
        _lines(batch),
        parts.said(_kept(batch)),
    )


def _varied(batch: Batch) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = [("varied", "lowest", "median", "highest")]
    for path, values in batch.varied.items():
        known = np.asarray(values, dtype=float)
        known = known[np.isfinite(known)]
        cells = (known.min(), np.median(known), known.max()) if len(known) else ()
        found.append((path, *(number(float(x)) for x in cells)))
    return found


def _kept(batch: Batch) -> str:
    arrays = batch.arrays.items()
    variables = (name for name, a in arrays if "." not in name and name != "time" and a.size)
    return f"kept: {', '.join(variables)}"


def _lines(batch: Batch) -> str:
    """The first coordinates of the runs, or of the speeds if only these were kept."""
    name = next((n for n in ("q", "u") if n in batch.arrays and batch.arrays[n].size), None)
    if name is None:
        return ""
    word = {"q": "coordinate", "u": "speed"}[name]
    return parts.drawn(lambda: _figure(batch, name, word), f"{word}s of all runs", wide=True)


@pages.styled
def _figure(batch: Batch, name: str, dim: str) -> Any:
    labels, units = batch.header.labels(dim), batch.header.units(dim)
    shown = min(len(labels), _PANELS)
    figure = pages.figure(3.2 * min(shown, 2) * 1.3, 2.0 * -(-shown // 2) + 0.3)
    axes = figure.subplots(-(-shown // 2), min(shown, 2), squeeze=False).ravel()
    time, every = batch.arrays["time"], -(-len(batch) // _RUNS)
    for ax in axes[shown:]:
        ax.set_axis_off()
    for k, ax in enumerate(axes[:shown]):
        turns = units[k] == "rad"
        values = batch.arrays[name][::every, :, k] * (180 / np.pi if turns else 1)
        faint = max(0.08, min(1.0, 8 / len(values)))
        ax.plot(time, values.T, color=COLORS[0], alpha=faint, lw=0.9)
        ax.set_title(with_unit(f"{name}.{labels[k]}", "deg" if turns else units[k]))
        ax.margins(x=0)
    for ax in axes[max(0, shown - 2) : shown]:
        ax.set_xlabel("time (s)")
    notes = [f"{len(labels) - shown} more are not drawn"] if len(labels) > shown else []
    notes += [f"every {every}. run"] if every > 1 else []
    if notes:
        figure.suptitle("; ".join(notes), fontsize=8, x=0.01, ha="left", color="#5b6770")
    return figure

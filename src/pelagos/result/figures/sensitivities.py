"""How coordinates change with numbers of the model: panels of derivatives over time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from pelagos.result.columns import Column, columns
from pelagos.result.figures.panel import Panel, by_unit

if TYPE_CHECKING:
    from pelagos.result.run import Run


def sensitivities(run: Run) -> list[Panel]:
    """Derivatives of the coordinates that move, by path and unit; none where none were asked."""
    found = run.sensitivities
    if found is None:
        return []
    panels: list[Panel] = []
    for path in found.paths:
        moved = found.of("q", path)
        behind = np.full((len(run) - len(moved), moved.shape[1]), np.nan)  # not reached
        rows = np.vstack([moved, behind]).T
        pairs = zip(columns(run, "q"), rows, strict=True)
        lines = [Column(c.name, c.unit, own) for c, own in pairs if np.nan_to_num(own).any()]
        own_panels = by_unit(f"d coordinates / d {path}", lines)
        panels += [replace(p, unit=f"{p.unit} per unit of the path") for p in own_panels]
    return panels

"""A run: how it ended, its 3D page, its usual plots."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pelagos.errors import PelagosError
from pelagos.notebook import parts
from pelagos.result.plot import figure_of
from pelagos.text import number
from pelagos.view import page_text

if TYPE_CHECKING:
    from pelagos.result.run import Run


def html(run: Run) -> str:
    header = run.header
    scenario = f", {header.scenario}" if header.scenario else ""
    drawn = (
        parts.drawn(lambda: figure_of(run, None), f"plots of {header.name}", wide=True)
        if len(run) > 1
        else ""
    )
    return parts.sheet(
        f"{header.name}{scenario}",
        _outcome(run),
        parts.bullets(_doubts(run)),
        page_of(run),
        parts.folded("plots", drawn, open=True) if drawn else "",
        parts.folded("facts", parts.rows(_facts(run), head=False, wrap=True)),
    )


def page_of(run: Run) -> str:
    """The 3D page in a frame, or why there is none."""
    try:
        return parts.frame(page_text([run]), f"3D page of {run.header.name}")
    except PelagosError as error:
        return parts.said(str(error))


def _outcome(run: Run) -> str:
    outcome = run.outcome
    time = f" at t = {number(outcome.time)} s, {len(run):,} samples"
    return parts.paragraph(
        parts.verdict(outcome.finished, outcome.code), time, f". {outcome.message}".rstrip(". ")
    )


def _doubts(run: Run) -> list[str]:
    return run.warnings() if len(run) > 1 else []


def _facts(run: Run) -> list[tuple[str, str]]:
    header, outcome = run.header, run.outcome
    method = filter(None, (header.method, str(header.integrator.get("method", ""))))
    events = (f"{e['name']} at {number(e['time'])} s" for e in outcome.events)
    found = [
        ("method", ", ".join(method)),
        ("steps", f"{outcome.steps:,}, {outcome.rejected:,} rejected" if outcome.steps else ""),
        ("events", ", ".join(events)),
        ("bodies", ", ".join(header.bodies)),
        ("sensors", ", ".join(run.sensors)),
        ("file", str(run.path or "")),
        ("made", f"{header.created}, pelagos {header.versions.get('pelagos', '')}"),
    ]
    if len(run) > 1 and np.isfinite(run.arrays["kinetic_energy"]).all():
        found.insert(2, ("energy balance", f"{run.audit().energy_balance:.1e}"))
    return [row for row in found if row[1]]

"""Parameters from measurements: numbers with intervals, the picture of the fit, notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pelagos.notebook import parts
from pelagos.result import pages

if TYPE_CHECKING:
    from pelagos.identify.estimate import Estimate


def html(fit: Estimate) -> str:
    said = f"rms of {len(fit.residuals):,} residuals: {fit.rms:.4g}"
    if fit.chi_square is not None:
        said += f"; chi-square per degree of freedom: {fit.chi_square:.4g}"
    return parts.sheet(
        fit.title,
        parts.rows(fit.rows()),
        parts.said(said),
        parts.bullets(fit.notes),
        parts.drawn(lambda: _figure(fit), f"fit: {fit.title}"),
    )


@pages.styled
def _figure(fit: Estimate) -> Any:
    figure = pages.figure(6.4, 3.6)
    fit.draw(figure.add_subplot())
    return figure

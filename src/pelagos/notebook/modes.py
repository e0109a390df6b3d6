"""Modes about a place: frequencies, damping, and pictures of their shapes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pelagos.errors import PelagosError
from pelagos.notebook import parts

if TYPE_CHECKING:
    from pelagos.analysis.modes import Modes


def html(modes: Modes) -> str:
    head, *lines = modes.rows()
    verdict = parts.verdict(modes.stable, modes.warning or "stable")
    return parts.sheet(
        f"{modes.robot.name}: modes about {modes.place}",
        parts.paragraph(verdict),
        parts.rows([head, *lines]),
        _shapes(modes),
    )


def _shapes(modes: Modes) -> str:
    from pelagos.analysis.mode_shapes import figure_of

    try:
        return (
            parts.drawn(lambda: figure_of(modes), "shapes of the modes", wide=True)
            if len(modes)
            else ""
        )
    except PelagosError as error:
        return parts.said(str(error))

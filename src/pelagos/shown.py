"""Objects that notebooks show as more than a line of text."""

from __future__ import annotations

from pelagos import hooks


class Shown:
    """Asked by a notebook, it shows itself as HTML; `pelagos.notebook` knows how."""

    def _repr_html_(self) -> str:
        return hooks.html(self)

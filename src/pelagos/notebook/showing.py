"""Pages and figures that nobody gave a path: shown where they are asked for."""

from __future__ import annotations

import re
import sys
import tempfile
import webbrowser
from functools import partial
from pathlib import Path
from typing import Any

from pelagos.notebook import parts


class ShownPage:
    """A 3D page in a notebook, as the value of a cell; `html` is its text, `save` writes it."""

    def __init__(self, text: str, title: str) -> None:
        self.html = text
        self._title = title

    def __repr__(self) -> str:
        return f"<3D page of {self._title[:80]}, {len(self.html) // 1000:,} kB>"

    def _repr_html_(self) -> str:
        return f'<div class="pelagos">{parts.STYLE}{parts.frame(self.html, self._title)}</div>'

    def save(self, path: str | Path) -> Path:
        """Write the page to a file of its own."""
        Path(path).write_text(self.html, encoding="utf-8")
        return Path(path)


def show_page(text: str, title: str) -> ShownPage | Path:
    """In a notebook the value of a cell; else a temporary file, opened in the browser."""
    from pelagos.progress import in_notebook

    if in_notebook():
        return ShownPage(text, title)
    place = temporary(title, ".html")
    place.write_text(text, encoding="utf-8")
    _open(place)
    return place


def show_figure(figure: Any, title: str) -> Any:
    """The figure, which shows itself in a notebook; who types it at a prompt sees it at once."""
    from pelagos.progress import in_notebook

    figure._repr_png_ = partial(parts.as_png, figure)  # also where pyplot is not loaded
    if not in_notebook() and hasattr(sys, "ps1"):
        place = temporary(title, ".png")
        place.write_bytes(parts.as_png(figure))
        _open(place)
    return figure


def _open(place: Path) -> None:
    opened = webbrowser.open(place.as_uri())
    sys.stderr.write(f"{place}{'' if opened else ': no browser was found; open it in one'}\n")


def temporary(title: str, ending: str) -> Path:
    """A file that only this user can read; its folder stays, since the browser reads it."""
    name = re.sub(r"[^\w.+-]+", "_", title)[:100] or "run"
    return Path(tempfile.mkdtemp(prefix="pelagos-")) / f"{name}{ending}"

"""A bar in a notebook that shows how far a call has come, and is gone when it returns."""

from __future__ import annotations

import html
import time
from typing import Any

_PATIENCE = 1.0  # s without any bar
_INTERVAL = 0.2  # s between two updates


class Bar:
    """Called as `progress(fraction or None, message)`; without a fraction it only says."""

    def __init__(self) -> None:
        self._start = self._shown = time.monotonic()
        self._handle: Any = None
        self._fraction = 0.0

    def __call__(self, fraction: float | None, message: str = "") -> None:
        now = time.monotonic()
        if fraction is not None:
            self._fraction = min(max(fraction, 0.0), 1.0)
            if now - self._start < _PATIENCE or now - self._shown < _INTERVAL:
                return
        self._shown = now
        self._show(
            f'<div style="font: 13px system-ui, sans-serif"><progress max="1" '
            f'value="{self._fraction:.3f}" style="width: 16rem; vertical-align: middle"></progress>'
            f" {100 * self._fraction:.0f} % {html.escape(message)}</div>"
        )

    def done(self) -> None:
        """Take the bar away."""
        if self._handle is not None:
            self._show("")

    def _show(self, text: str) -> None:
        from IPython.display import HTML, display

        if self._handle is None:
            self._handle = display(HTML(text), display_id=True)
        else:
            self._handle.update(HTML(text))

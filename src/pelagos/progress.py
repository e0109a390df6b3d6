"""How a function that takes long says how far it is."""

from __future__ import annotations

from collections.abc import Callable

# progress(fraction or None, message)
Progress = Callable[[float | None, str], None]

"""What notebooks show of robots, runs and findings: pieces of HTML, one file per kind of object.

Objects know nothing of this package: their `_repr_html_` asks `pelagos.hooks`, and `pelagos` itself
says that this package answers. All text from models and files is escaped, and 3D pages stand in
frames of their own, whose scripts reach nothing outside.
"""

from __future__ import annotations

import importlib
from typing import Any

# The class, or one that it derives from, and the module that shows it.
_SHOWN = {
    "Robot": "robot",
    "Run": "run",
    "Batch": "batch",
    "Study": "study",
    "StudyFolder": "study_results",
    "Estimate": "fit",
    "Comparison": "comparison",
    "Check": "check",
    "Modes": "modes",
}


def html(thing: Any) -> str:
    """An object as a piece of HTML."""
    for kind in type(thing).__mro__:
        if kind.__name__ in _SHOWN and kind.__module__.startswith("pelagos."):
            module = importlib.import_module(f"{__name__}.{_SHOWN[kind.__name__]}")
            shown: str = module.html(thing)
            return shown
    raise TypeError(f"nothing is known of how to show a {type(thing).__name__}")

"""Units that people read, beside those of the model: degrees, microtesla."""

from __future__ import annotations

import math

_READ = {
    "rad": ("°", math.degrees(1.0)),
    "rad/s": ("°/s", math.degrees(1.0)),
    "T": ("µT", 1e6),
    "Pa": ("kPa", 1e-3),
    "m/s2": ("m/s²", 1.0),
    "A s": ("Ah", 1.0 / 3600.0),
    "1": ("", 1.0),
}


def readable(unit: str) -> tuple[str, float]:
    """The unit that is shown, and how many of it make one of the model's."""
    return _READ.get(unit, (unit, 1.0))

"""Deprecated: the servos are in `pelagos.applications.servos`."""

from __future__ import annotations

import warnings
from typing import Any


def __getattr__(name: str) -> Any:
    from pelagos.applications import servos

    found = getattr(servos, "HobbyServo" if name == "Servo" else name)
    warnings.warn(
        "pelagos.run.servos is now pelagos.applications.servos", DeprecationWarning, stacklevel=2
    )
    return found

"""CasADi, which is no part of the installation unless it is asked for."""

from __future__ import annotations

from typing import Any

from pelagos.errors import PelagosError


def casadi_module(user: str, instead: str = "") -> Any:
    """The module, or a refusal that says who needs it; instead: what does without."""
    try:
        import casadi
    except ImportError:
        remedy = f"pip install 'pelagos[casadi]'{instead and f', or {instead}'}"
        raise PelagosError(f"{user} needs CasADi, which is not installed\n    {remedy}") from None
    return casadi

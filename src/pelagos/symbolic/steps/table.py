"""The steps of every method by its name."""

from __future__ import annotations

from collections.abc import Callable

from pelagos.symbolic.derive import DerivedSystem
from pelagos.symbolic.steps import kane, moving_frame, newton_euler, udwadia_kalaba
from pelagos.symbolic.steps.contract import Derivation, DerivationStep

METHODS: dict[str, Callable[[Derivation], list[DerivationStep]]] = {
    "newton-euler": newton_euler.steps,
    "kane": kane.steps,
    "moving-frame": moving_frame.steps,
}


def steps_of(
    method: str, d: Derivation, system: DerivedSystem | None, part: udwadia_kalaba.LoadedPart | None
) -> list[DerivationStep]:
    """All steps; free bodies need their equations, and which part of these bears loads."""
    if method == "udwadia-kalaba":
        assert system is not None
        assert part is not None
        return udwadia_kalaba.steps(d, system, part)
    return METHODS[method](d)

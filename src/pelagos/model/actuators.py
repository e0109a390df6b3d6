"""Actuators: what drives a joint or pushes on a body. One key says the kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import create_model, model_validator

from pelagos.elements.table import kinds
from pelagos.language.expressions import Node
from pelagos.language.signals import Signal
from pelagos.language.words import Words, refusal
from pelagos.lazy import cached_property

if TYPE_CHECKING:
    from pelagos.elements.actuator.thruster import Thruster

_KINDS = kinds("actuator")
KINDS = tuple(_KINDS)
_FIELDS: Any = {key: (words | None, None) for key, words in _KINDS.items()}
_Kinds: Any = create_model("_Kinds", __base__=Words, **_FIELDS)


class Actuator(_Kinds):
    """One actuator; `law` is what stands below the key that says the kind."""

    if TYPE_CHECKING:
        thruster: Thruster | None

    @model_validator(mode="after")
    def _one_kind(self) -> Actuator:
        given = [kind for kind in KINDS if getattr(self, kind) is not None]
        if len(given) != 1:
            said = " and ".join(given) or "no kind"
            raise refusal(f"the actuator has {said}", "give exactly one of " + ", ".join(KINDS))
        return self

    @cached_property
    def kind(self) -> str:
        """One of KINDS."""
        return next(kind for kind in KINDS if getattr(self, kind) is not None)

    @property
    def law(self) -> Any:
        """The part that holds the numbers."""
        return getattr(self, self.kind)

    @property
    def input(self) -> Signal:
        """The signal in force."""
        found: Signal = self.law.input
        return found

    @cached_property
    def driven(self) -> Node:
        """What arrives of its own input: at a thruster, what turns the propeller."""
        node: Node = self.input.node
        return node if self.thruster is None else self.thruster.drive(node)

"""Constraints: what holds between bodies beyond the joints of the tree. One key says the kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import create_model, model_validator

from pelagos.language.signals import Signal
from pelagos.language.words import Words, refusal
from pelagos.relations.contract import Frame, Relation
from pelagos.relations.table import KINDS, RELATIONS


class OneRelation(Words):
    """A mapping of which one key alone is given, that of a kind of relation."""

    @model_validator(mode="after")
    def _one_kind(self) -> OneRelation:
        given = [kind for kind in KINDS if getattr(self, kind) is not None]
        if len(given) != 1:
            said = " and ".join(given) or "no kind"
            raise refusal(f"the constraint has {said}", "give exactly one of " + ", ".join(KINDS))
        return self

    @property
    def kind(self) -> str:
        """One of KINDS."""
        return next(kind for kind in KINDS if getattr(self, kind) is not None)

    @property
    def law(self) -> Relation:
        """The relation itself, which stands below the key."""
        law: Relation = getattr(self, self.kind)
        return law

    @property
    def bodies(self) -> tuple[str, ...]:
        """The two bodies it acts on, of which one may be the world; or none."""
        return self.law.bodies

    @property
    def frames(self) -> tuple[Frame, ...]:
        """Axes (columns; z along the axis, if there is one) and origin on each, in its axes."""
        return self.law.frames

    @property
    def factors(self) -> dict[str, float]:
        """How strongly coordinates enter, by their labels."""
        return self.law.factors

    @property
    def signals(self) -> dict[str, Signal]:
        """Prescribed values by their keys: the length of a distance, the value of a gear."""
        return self.law.signals

    @property
    def active(self) -> bool:
        """Whether it is in force at the start."""
        return self.law.active

    def with_law(self, law: Relation) -> Constraint:
        """The same with other numbers."""
        return self.model_copy(update={self.kind: law})  # type: ignore[return-value]


if TYPE_CHECKING:

    class Constraint(OneRelation):
        """One constraint; `law` is what stands below the key that says the kind."""

else:
    _KEYS: dict[str, Any] = {kind: (law | None, None) for kind, law in RELATIONS.items()}
    Constraint = create_model(
        "Constraint",
        __base__=OneRelation,
        __doc__="One constraint; `law` is what stands below the key that says the kind.",
        __module__=__name__,
        **_KEYS,
    )

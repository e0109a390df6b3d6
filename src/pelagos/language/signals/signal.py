"""A signal: what drives an actuator over time. Every kind becomes one expression tree."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import create_model, model_validator

from pelagos.language import scope
from pelagos.language.expressions import Const, Node
from pelagos.language.parser import ExpressionError, parse
from pelagos.language.signals.table import kinds
from pelagos.language.words import Number, Words, kind_of, refusal
from pelagos.lazy import cached_property

if TYPE_CHECKING:
    from pelagos.language.signals.noise import Noise
    from pelagos.language.signals.values import TableSignal

_KINDS: Any = {
    "constant": (Number | None, None),
    **{key: (words | None, None) for key, words in kinds().items()},
    "expression": (str | None, None),
}
KINDS = tuple(_KINDS)
_Forms: Any = create_model("_Forms", __base__=Words, **_KINDS)


@lru_cache(maxsize=4096)
def _is_quantity(text: str) -> bool:
    """Whether the text is a number with or without a unit, free of parameters."""
    try:
        return isinstance(parse(text).node, Const)
    except ExpressionError:
        return False


class Signal(_Forms):
    """One kind of signal. A number, also with a unit, is a constant; other text an expression."""

    short_forms = ({"type": ["number", "string"]},)
    bodies: ClassVar[bool] = False  # whether expressions may use pos[...] and the like

    if TYPE_CHECKING:
        constant: float | None = None
        table: TableSignal | None = None
        noise: Noise | None = None
        expression: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _from_value(cls, words: Any) -> Any:
        if isinstance(words, dict):
            return words
        if isinstance(words, str):
            return {"constant" if _is_quantity(words) else "expression": words}
        if isinstance(words, int | float) and not isinstance(words, bool):
            return {"constant": words}
        raise refusal(
            f"a signal cannot be {kind_of(words)}",
            "write a number, an expression, or one of " + ", ".join(KINDS[1:]),
        )

    @model_validator(mode="after")
    def _one_kind(self) -> Signal:
        given = [kind for kind in KINDS if getattr(self, kind) is not None]
        if len(given) != 1:
            said = " and ".join(given) or "no kind"
            raise refusal(f"the signal has {said}", "give exactly one of " + ", ".join(KINDS))
        # build the tree now: its problems belong to the reading
        self.node  # noqa: B018
        return self

    @property
    def kind(self) -> str:
        """One of KINDS."""
        return next(kind for kind in KINDS if getattr(self, kind) is not None)

    @cached_property
    def node(self) -> Node:
        """The signal as an expression tree."""
        if self.constant is not None:
            return Const(self.constant)
        if self.expression is None:
            node: Node = getattr(self, self.kind).tree()
            return node
        try:
            parameters, bodies = scope.current().parameters, type(self).bodies
            node = parse(self.expression, parameters, state=True, bodies=bodies).node
        except ExpressionError as error:
            raise refusal(error.message, error.remedy) from None
        return node


class SampledSignal(Signal):
    """A signal that is looked at now and then, which may therefore read positions of bodies."""

    bodies = True

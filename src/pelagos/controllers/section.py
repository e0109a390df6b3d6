"""`controllers:` of a model: names, and below each the key that says the kind.

The words of a PID stand directly below the name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from pydantic import SerializerFunctionWrapHandler, create_model, model_serializer, model_validator

from pelagos.controllers.contract import ControllerWords
from pelagos.controllers.pid import Pid
from pelagos.controllers.table import kinds
from pelagos.language.suggest import did_you_mean
from pelagos.language.words import Words, read_as, refusal

_KINDS = {key: words for key, words in kinds().items() if not words.direct}
_FIELDS: Any = {key: (words | None, None) for key, words in _KINDS.items()}
_Forms: Any = create_model("_Forms", __base__=Words, **_FIELDS)


class ControllerForm(_Forms):
    """A controller whose words stand below the key of its kind."""

    @model_validator(mode="before")
    @classmethod
    def _known_kind(cls, words: Any) -> Any:
        """Refuse a kind that there is not."""
        unknown = [key for key in words if key not in _KINDS]
        if unknown and len(unknown) == len(words):
            remedy = did_you_mean(str(unknown[0]), _KINDS)
            raise refusal("there is no such kind of controller", remedy, str(unknown[0]))
        return words

    @model_validator(mode="after")
    def _one_kind(self) -> ControllerForm:
        given = [key for key in _KINDS if getattr(self, key) is not None]
        if len(given) != 1:
            said = " and ".join(given) or "no kind"
            raise refusal(f"the controller has {said}", "give exactly one kind")
        return self

    @model_serializer(mode="wrap")
    def _given_kind(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {key: value for key, value in handler(self).items() if value is not None}

    @property
    def words(self) -> ControllerWords:
        """What stands below the key."""
        return next(w for key in _KINDS if (w := getattr(self, key)) is not None)


def form_of(words: Any) -> type[Words]:
    """What words of a controller are read as."""
    if not isinstance(words, dict) or not words:
        return Pid
    only, value = next(iter(words.items()))
    looks = len(words) == 1 and isinstance(value, dict) and only not in Pid.model_fields
    return ControllerForm if looks or any(key in _KINDS for key in words) else Pid


NamedController = Annotated[Pid | ControllerForm, read_as(form_of)]


def renamed(
    words: Mapping[str, Any], name: Callable[[Any], Any], expression: Callable[[Any], Any]
) -> dict[str, Any]:
    """The words inside of a module: names of bodies and actuators, and in expressions, changed."""
    if not any(key in _KINDS for key in words):
        return Pid.renamed(words, name, expression)
    return {
        key: _KINDS[key].renamed(own, name, expression)
        if key in _KINDS and isinstance(own, dict)
        else own
        for key, own in words.items()
    }


def with_set_point(words: Mapping[str, Any], point: str, signal: Any) -> dict[str, Any]:
    """The words with another signal of a set point, which has the name of its key."""
    for key in words:
        if key in _KINDS:
            return {**words, key: {**words[key], point: signal}}
    return {**words, point: signal}

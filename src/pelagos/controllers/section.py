"""`controllers:` of a model: names, and below each the key that says the kind.

The words of a PID stand directly below the name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Union

from pydantic import create_model, model_validator

from pelagos.controllers.contract import ControllerWords
from pelagos.controllers.pid import Pid
from pelagos.controllers.table import kinds
from pelagos.language.suggest import did_you_mean
from pelagos.language.words import Words, read_as, refusal

_KINDS = {key: words for key, words in kinds().items() if not words.direct}


class ControllerForm(Words):
    """A controller whose words stand below the key of its kind."""

    @property
    def words(self) -> ControllerWords:
        """What stands below the key."""
        found: ControllerWords = getattr(self, next(iter(type(self).model_fields)))
        return found


class _Unknown(Words):
    """Words that are of no kind."""

    @model_validator(mode="before")
    @classmethod
    def _refuse(cls, words: Any) -> Any:
        key = next(iter(words))
        raise refusal("there is no such kind of controller", did_you_mean(key, _KINDS), key)


def _form(key: str, words: type[ControllerWords]) -> type[ControllerForm]:
    fields: Any = {key: (words, ...)}
    found: type[ControllerForm] = create_model(
        f"{words.__name__}Form", __base__=ControllerForm, **fields
    )
    return found


_FORMS = {key: _form(key, words) for key, words in _KINDS.items()}
Controllers: Any = Union[(Pid, *_FORMS.values())]


def form_of(words: Any) -> type[Words]:
    """What words of a controller are read as."""
    if isinstance(words, dict):
        for key in words:
            if key in _FORMS:
                return _FORMS[key]
        named = [key for key in words if key in Pid.model_fields]
        if len(words) == 1 and not named and isinstance(next(iter(words.values())), dict):
            return _Unknown
    return Pid


NamedController = Annotated[Controllers, read_as(form_of)]


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

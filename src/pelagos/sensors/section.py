"""`sensors:` of a model: names, and below each the key that says the kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from pydantic import create_model, model_validator

from pelagos.elements import table as elements
from pelagos.elements.contract import ElementWords, Names, Output, Thread
from pelagos.language.signals import Signal
from pelagos.language.suggest import did_you_mean
from pelagos.language.words import kind_of, refusal
from pelagos.sensors.contract import SensorWords
from pelagos.sensors.table import kinds

_KINDS = kinds()
_FIELDS: Any = {key: (words | None, None) for key, words in _KINDS.items()}
_Forms: Any = create_model("_Forms", __base__=ElementWords, **_FIELDS)


class NamedSensor(_Forms):
    """One sensor; `law` is what stands below the key that says the kind."""

    place = "section"
    key = "sensors"

    @model_validator(mode="before")
    @classmethod
    def _known_kind(cls, words: Any) -> Any:
        """Refuse kinds that there are not, and all but one kind."""
        some = "choose from " + ", ".join(_KINDS) if _KINDS else "this version has none"
        if not isinstance(words, dict):
            raise refusal(f"a kind of sensor is needed, this is {kind_of(words)}", some)
        for key in words:
            if key not in _KINDS:
                remedy = did_you_mean(str(key), _KINDS) if _KINDS else some
                raise refusal("there is no such kind of sensor", remedy, str(key))
        if len(words) != 1:
            said = " and ".join(words) or "no kind"
            raise refusal(f"the sensor has {said}", f"give exactly one kind: {some}")
        return words

    @property
    def law(self) -> SensorWords:
        """The words of its kind."""
        return next(w for key in _KINDS if (w := getattr(self, key)) is not None)

    @property
    def outputs(self) -> tuple[Output, ...]:  # type: ignore[override]
        """Its channels."""
        return self.law.reads

    def told(self) -> Iterator[str]:
        for line in self.law.told():
            yield f"{self.law.key}, {line}"

    @property
    def keeps_momentum(self) -> bool:
        return self.law.keeps_momentum

    def drawn(self) -> Iterable[Thread]:
        return self.law.drawn()

    @property
    def below(self) -> tuple[str, ...]:
        return (self.law.key,)

    @property
    def bodies(self) -> Iterator[tuple[str, str, bool]]:
        return self.law.bodies

    @property
    def named(self) -> Iterator[tuple[str, str, Names]]:
        return self.law.named

    @property
    def signals(self) -> dict[str, Signal]:
        return self.law.signals

    @classmethod
    def renamed(
        cls, words: Mapping[str, Any], name: Callable[[Any], Any], expression: Callable[[Any], Any]
    ) -> dict[str, Any]:
        return {
            key: _KINDS[key].renamed(own, name, expression)
            if key in _KINDS and isinstance(own, dict)
            else own
            for key, own in words.items()
        }


@cache
def sections() -> dict[str, type[ElementWords]]:
    """What stands in a section of its own at the top of a model: elements, and sensors."""
    return {**elements.kinds("section"), NamedSensor.key: NamedSensor}

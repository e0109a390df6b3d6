"""Long baseline: ranges to several transponders, by sound, and the position that follows.

The position is what the receiver reckons from the ranges it heard, as if it stood still while the
sound was under way: where the squares of the misfits are least, by Gauss-Newton steps. Where
transponders lie in one plane there are two such places; the steps begin at the true one, so the
right one is found, as by a receiver that knows on which side it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BeforeValidator, model_validator

from pelagos.elements.contract import BodyOrWorld, Names, Output
from pelagos.elements.world_places import PlaceOf, PointOf
from pelagos.language.placement import Placement
from pelagos.language.words import WORLD, Words, refusal
from pelagos.mathematics.algebra import Mat3, Vec3
from pelagos.mathematics.scalars import Scalar, sqrt, where
from pelagos.sensors.acoustic.sound import FalseEchoes, Heard, Ranging, RangingWords
from pelagos.sensors.contract import Flaw, Measured, Sensor, memory_label
from pelagos.sensors.errors import AxisErrors
from pelagos.sensors.mounting import Station

MOST_TRANSPONDERS = 50
STEPS = 5  # of Gauss and Newton
FLAT = 1e-9  # determinant of directions, by that of the best ones: below this there is no fix
_NAME = re.compile(r"[^\W\d]\w*")


class Transponder(Words):
    """A place `at` of the world or of a body; a bare list is a place of the world."""

    body: BodyOrWorld = WORLD
    at: Annotated[PointOf, PlaceOf("body")]

    @model_validator(mode="before")
    @classmethod
    def _from_list(cls, words: Any) -> Any:
        return {"at": words} if isinstance(words, list | tuple) else words


def _some(words: Any) -> Any:
    if isinstance(words, dict):
        if not 1 <= len(words) <= MOST_TRANSPONDERS:
            message = f"there are {len(words)} transponders"
            raise refusal(message, f"give 1 to {MOST_TRANSPONDERS}")
        for name in words:
            if not _NAME.fullmatch(str(name)):
                message = f"{name!r} cannot name a transponder"
                raise refusal(message, "use letters, digits and _, beginning with a letter")
    return words


class LongBaseline(RangingWords):
    """Ranges to `transponders`, each with whether it was `heard`; with `position: true` also the
    place in the world that follows from three ranges or more.

    A range that is not heard stays what it was. The reading is lost where none is heard.
    """

    key = "lbl"
    outputs = (
        Output("range.NAME", "m", "to the transponder of that name"),
        Output("heard.NAME", "1", "1 if it was heard at the last good reading"),
        *(Output(f"position.{k}", "m", f"along {k} of the world") for k in "xyz"),
        Output("position.found", "1", "1 if the ranges of the last good reading gave a position"),
    )

    transponders: Annotated[dict[str, Transponder], BeforeValidator(_some)]
    position: bool = False

    @model_validator(mode="after")
    def _enough(self) -> LongBaseline:
        if self.position and len(self.transponders) < 3:
            message = f"no position follows from {len(self.transponders)} ranges"
            raise refusal(message, "give three transponders or more, or remove it", "position")
        if self.outliers is not None and self.outliers.angle:
            message = "ranges have no angles that could be wrong"
            raise refusal(message, "remove outliers.angle", "outliers")
        for name, transponder in self.transponders.items():
            if transponder.body == self.body:
                message = f"the transponder {name!r} is on {self.body!r} like the receiver"
                raise refusal(message, "name another body, or the world", "transponders")
        return self

    @property
    def reads(self) -> tuple[Output, ...]:
        found = [
            output
            for name in self.transponders
            for output in (
                Output(f"range.{name}", "m", f"to the transponder {name}"),
                Output(f"heard.{name}", "1", "1 if it was heard at the last good reading"),
            )
        ]
        return (*found, *(self.outputs[2:] if self.position else ()))

    @property
    def memories(self) -> tuple[str, ...]:
        return (*self.transponders, *(("x", "y", "z") if self.position else ()))

    @property
    def named(self) -> Iterator[tuple[str, str, Names]]:
        yield from super().named
        for transponder in self.transponders.values():
            yield "transponders", transponder.body, Names(world=True)

    @classmethod
    def renamed(
        cls, words: Mapping[str, Any], name: Callable[[Any], Any], expression: Callable[[Any], Any]
    ) -> dict[str, Any]:
        found = super().renamed(words, name, expression)
        given = words.get("transponders")
        if isinstance(given, dict):
            found["transponders"] = {
                key: _renamed(own, name, expression) for key, own in given.items()
            }
        return found

    def problems(self, parts: Any, start: Any) -> Iterator[Flaw]:
        yield from self.needs_water(parts)

    def sensor(self, site: Any, name: str, drift: int) -> Receiver:
        places = self.transponders.items()
        memory = [site.state(memory_label(name, key)) for key in self.memories]
        count = len(self.transponders)
        return Receiver(
            ranging=self.ranging(site),
            transponders=tuple(
                Station.of(site, t.body, Placement(position=t.at)) for _, t in places
            ),
            ranges=tuple(
                AxisErrors.of(f"{name}.{key}", 1, bias=self.bias, step=self.resolution)
                for key, _ in places
            ),
            false=tuple(self.false_echoes(f"{name}.{key}") for key, _ in places),
            before=tuple(memory[:count]),
            fix=memory[count] if self.position else None,
        )


def _renamed(words: Any, name: Callable[[Any], Any], expression: Callable[[Any], Any]) -> Any:
    """The words of a transponder inside of a module."""
    if not isinstance(words, dict):
        return expression(words)
    return {k: name(v) if k == "body" else expression(v) for k, v in words.items()}


@dataclass(frozen=True)
class Receiver(Sensor):
    """The instrument, and what it calls."""

    ranging: Ranging
    transponders: tuple[Station, ...]
    ranges: tuple[AxisErrors, ...]
    false: tuple[FalseEchoes | None, ...]
    before: tuple[int, ...]  # places of the ranges that were heard last
    fix: int | None  # place of the position that was found last

    def measure(self, at: Any) -> Measured:
        heard = [self.ranging.hear(at, source) for source in self.transponders]
        found = [self._range(at, k, one) for k, one in enumerate(heard)]
        values: list[Scalar] = []
        variances: list[Scalar] = []
        for one, length in zip(heard, found, strict=True):
            values += [length, where(one.audible, 1.0, 0.0)]
            variances += [one.sigma * one.sigma + self.ranging.rounding, 0.0]
        memories = list(found)
        if self.fix is not None:
            place, spread, good = self._fix(at, heard, found)
            old = at.states[self.fix : self.fix + 3]
            kept = [where(good, new, last) for new, last in zip(place, old, strict=True)]
            values += [*kept, where(good, 1.0, 0.0)]
            variances += [*spread, 0.0]
            memories += kept
        any_heard = sum((where(one.audible, 1.0, 0.0) for one in heard[1:]), values[1])
        return Measured(values, any_heard > 0.5, variances, memories)

    def _range(self, at: Any, k: int, heard: Heard) -> Scalar:
        (found,) = self.ranges[k].read(at, [heard.range], [heard.sigma])
        false = self.false[k]
        if false is not None:
            found = false.lengthened(at, found)
        return where(heard.audible, found, at.states[self.before[k]])

    def _fix(
        self, at: Any, heard: Sequence[Heard], ranges: Sequence[Scalar]
    ) -> tuple[Vec3, list[Scalar], Any]:
        """The place that fits the ranges, its variances, and the condition that there is one."""
        here = self.ranging.place.position(at)
        weights = [where(one.audible, 1.0, 0.0) for one in heard]
        places = [here + one.origin for one in heard]
        x, inverse, good = here, Mat3.identity(), True
        for _ in range(STEPS):
            directions, misfits = [], []
            for place, length in zip(places, ranges, strict=True):
                apart = x - place
                distance = sqrt(apart.dot(apart))
                directions.append((1.0 / distance) * apart)
                misfits.append(distance - length)
            inverse, good = _inverted(_summed(weights, directions), sum(weights))
            step = Vec3.zero()
            for weight, u, misfit in zip(weights, directions, misfits, strict=True):
                step = step + (weight * misfit) * u
            x = x - inverse @ step
        rounding = self.ranging.rounding
        spread = [
            w * (one.sigma * one.sigma + rounding) for w, one in zip(weights, heard, strict=True)
        ]
        around = inverse @ _summed(spread, directions) @ inverse
        return x, [around.a.x, around.b.y, around.c.z], good


def _summed(weights: Sequence[Scalar], directions: Sequence[Vec3]) -> Mat3:
    """The sum of w u u'."""
    total = Mat3.zero()
    for weight, u in zip(weights, directions, strict=True):
        total = total + Mat3(*((weight * k) * u for k in u))
    return total


def _inverted(m: Mat3, count: Scalar) -> tuple[Mat3, Any]:
    """The inverse of a symmetric matrix, and the condition that there is one."""
    rows = m.b.cross(m.c), m.c.cross(m.a), m.a.cross(m.b)
    size = m.a.dot(rows[0])
    third = count * (1.0 / 3.0)  # what three directions at right angles would have
    good = size > FLAT * third * third * third
    factor = 1.0 / where(good, size, 1.0)
    return Mat3(*(factor * row for row in rows)), good

"""Noise signals of a robot: where each stands, which says what it draws.

A noise signal draws from a stream of its own. Unless its words name one, that is where it stands:
`actuators.push`, `water.current.0`. So another signal beside it changes none of its numbers, and an
input that a scenario gives draws what the input of that actuator drew before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from pelagos.errors import Problem
from pelagos.language.expressions import NoiseProcess
from pelagos.language.scope import Keys
from pelagos.language.signals import Signal
from pelagos.language.signals.noise import Noise
from pelagos.model.hydrodynamics.currents import Turbulence

if TYPE_CHECKING:
    from pelagos.model.checks.parts import Parts
    from pelagos.model.robot import Robot

_SECTIONS = ("actuators", "states", "controllers", "constraints")


def with_streams(place: Keys, words: Any) -> Any:
    """Words of a part at a place, with a stream for each noise signal that names none."""
    if place[0] in ("sensors", "bodies", "initial", "events", "wings"):  # which have no signals
        return words
    if place[0] == "scenarios" and isinstance(words, dict):
        return {key: _scenario(key, value) for key, value in words.items()}
    return _filled(words, place, ())


def _scenario(key: str, words: Any) -> Any:
    """What a scenario gives, as if it stood in the robot."""
    if key in ("inputs", "actuators") and isinstance(words, dict):
        return {name: _filled(own, ("actuators", name), ()) for name, own in words.items()}
    if key == "controllers" and isinstance(words, dict):
        return {name: _filled(own, (key, name), ()) for name, own in words.items()}
    return _filled(words, ("water",), ()) if key == "water" else words


def _filled(words: Any, place: Keys, below: Keys) -> Any:
    if isinstance(words, dict):
        given = words.get("noise")
        if isinstance(given, dict) and "sigma" in given and "stream" not in given:
            words = {**words, "noise": {**given, "stream": _stream(place, below)}}
        if not _has_noise(words):
            return words
        return {
            key: own if key == "noise" else _filled(own, place, (*below, key))
            for key, own in words.items()
        }
    if isinstance(words, list | tuple) and _has_noise(words):
        return [_filled(item, place, (*below, k)) for k, item in enumerate(words)]
    return words


def _stream(place: Keys, below: Keys) -> str:
    if place[0] == "actuators" and below[1:] == ("input",):
        below = ()  # an actuator has one input, whatever its kind
    if place[0] == "water" and "velocity" in below:
        below = tuple(key for key in below if key != "velocity")  # which may be left out
    return ".".join(map(str, (*place, *below)))


def _has_noise(words: Any) -> bool:
    """Whether a noise signal stands in words; most have none, and are left as they are."""
    if isinstance(words, dict):
        return isinstance(words.get("noise"), dict) or any(map(_has_noise, words.values()))
    return isinstance(words, list | tuple) and any(map(_has_noise, words))


def noises(robot: Robot) -> dict[str, Noise]:
    """Noise signals of a robot, by stream; one for all that draw alike."""
    parts = [part for key in _SECTIONS for part in getattr(robot, key).values()]
    own = (robot.water, *robot.elements.values(), *robot.sensors.values())
    return {words.stream: words for words in _noises((*parts, *own))}


def check_noises(parts: Parts) -> Iterator[Problem]:
    """Signals that share a stream draw alike."""
    named: dict[Keys, Any] = {
        (key, n): part for key in _SECTIONS for n, part in getattr(parts, key).items()
    }
    named["water",] = parts.water
    seen: dict[str, NoiseProcess] = {}
    for path, part in named.items():
        for process in (words.process for words in _noises([part])):
            if seen.setdefault(process.stream, process) != process:
                yield parts.problem(
                    path,
                    f"another noise draws from the stream {process.stream!r} at other times, or "
                    "with another tau, interpolation or seed",
                    "give both the same ones, or another stream",
                )


def _noises(parts: Iterable[Any]) -> Iterator[Noise]:
    """All noise signals inside of parts."""
    for part in parts:
        if isinstance(part, Signal):
            if part.noise is not None:
                yield part.noise
        elif isinstance(part, Turbulence):
            yield from part.noises
        elif isinstance(part, BaseModel):
            yield from _noises(vars(part).values())
        elif isinstance(part, Mapping):
            yield from _noises(part.values())
        elif isinstance(part, tuple | list):
            yield from _noises(part)

"""Laws of the user, tried out before they are compiled: what they read, return and do to energy.

They are called with numbers that know their value but cannot be asked for it (jets): what runs on
these runs on tape numbers as well, and an `if` or a call into numpy or math fails here, where the
function can be named.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pelagos.elements.drag.user import Parameters
from pelagos.errors import PelagosError
from pelagos.language.suggest import did_you_mean
from pelagos.mathematics.algebra import Force, Motion, Vec3
from pelagos.mathematics.jet import Jet
from pelagos.model.laws import Law
from pelagos.model.robot import Robot

SPEEDS = (0.01, 0.1, 1.0, 10.0)  # m/s and rad/s at which the power of drag is looked at
DIRECTIONS = 12  # random ones at each speed, besides those along the six axes
DRIVING = 1e-9  # power per force times speed that is not rounding
PLACE = (0.3, -0.2, -1.1)  # where a flow is tried out

REMEDY = (
    "use +, -, *, / and the functions of pelagos.laws (sqrt, sin, exp, where, ...) on its numbers: "
    "where(condition, a, b) in place of if, no numpy, no math"
)


class _Reading(Parameters):
    """The robot's parameters, which notes those that are read."""

    __slots__ = ("known", "read")

    def __init__(self, known: Mapping[str, float]):
        self.known: Mapping[str, float] = known
        self.read: dict[str, None] = {}

    def __getattr__(self, name: str) -> Jet:
        if name not in self.known:
            remedy = did_you_mean(name, self.known)
            raise PelagosError(f"parameters: there is no {name!r}\n    {remedy}")
        self.read[name] = None
        return Jet(self.known[name])


def user_drag(law: Law, robot: Robot, density: float) -> tuple[str, ...] | None:
    """The parameters that a drag law reads, None if it takes none; refused if it is no such law."""
    reading = _Reading(robot.parameters)
    at_rest = _tried(law, reading, Motion.of([Jet(0.0)] * 6), Jet(density))
    if not isinstance(at_rest, Force) or len(_values(law, at_rest)) != Force.size:
        raise PelagosError(
            f"{law.key}: {law.place} returns {_kind(at_rest)}, not a Force\n"
            "    return Force(force, moment) of two Vec3, or Force.at(point, force)"
        )
    if (law, density) not in _sound:  # once per law, not per run of a batch
        _check_energy(law, robot.parameters, density)
        _sound.add((law, density))
    return tuple(reading.read) if law.takes_parameters else None


def user_flow(law: Law, robot: Robot) -> tuple[str, ...] | None:
    """The same of a flow."""
    reading = _Reading(robot.parameters)
    point, time = Vec3(*map(Jet, PLACE)), Jet(0.1)
    found = _tried(law, reading, point, time)
    if not isinstance(found, Vec3):
        raise PelagosError(
            f"{law.key}: {law.place} returns {_kind(found)}, not a Vec3\n"
            "    return the velocity of the water, Vec3(x, y, z) in world axes"
        )
    _values(law, found)
    return tuple(reading.read) if law.takes_parameters else None


def _tried(law: Law, reading: _Reading, *arguments: object) -> object:
    """One call; what goes wrong names the function and the remedy."""
    try:
        return law.function(*arguments, *((reading,) if law.takes_parameters else ()))
    except PelagosError as error:
        raise PelagosError(f"{law.key}: {law.place}: {error}") from None
    except Exception as error:
        raise PelagosError(
            f"{law.key}: {law.place} cannot be compiled: {type(error).__name__}: {error}\n"
            f"    {REMEDY}"
        ) from error


def _values(law: Law, found: Force | Vec3) -> list[float]:
    """The components as floats; a law must not have made anything else of them."""
    numbers = [n.value if isinstance(n, Jet) else n for n in found]
    for n in numbers:
        if not isinstance(n, float | int):
            raise PelagosError(
                f"{law.key}: {law.place} returns a component that is {_kind(n)}\n    {REMEDY}"
            )
    return [float(n) for n in numbers]


def _kind(x: object) -> str:
    return "nothing" if x is None else f"a {type(x).__name__}"


_sound: set[tuple[Law, float]] = set()  # laws whose energy was looked at, and in which water


def _check_energy(law: Law, parameters: Mapping[str, float], density: float) -> None:
    """Refuse a law that is not finite, or that drives the body somewhere it is looked at."""
    rng = np.random.default_rng(0)
    axes = [*np.eye(6), *-np.eye(6)]
    for speed in (0.0, *SPEEDS):
        for direction in (*axes, *rng.normal(size=(DIRECTIONS, 6))):
            v = speed * direction
            motion = Motion.of([Jet(x) for x in v.tolist()])
            wrench = _tried(law, _Reading(parameters), motion, Jet(density))
            assert isinstance(wrench, Force)
            force = np.array(_values(law, wrench))
            said = f"at the relative velocity {np.round(v, 4).tolist()} (m/s, rad/s)"
            if not np.all(np.isfinite(force)):
                raise PelagosError(
                    f"{law.key}: {law.place} gives {force.tolist()} {said}\n"
                    "    avoid 0/0 with where(), such as v / where(speed > 0, speed, 1)"
                )
            power = float(force @ v)
            if power > DRIVING * np.linalg.norm(force) * np.linalg.norm(v) and not law.may_drive:
                raise PelagosError(
                    f"{law.key}: {law.place} adds energy: {power:.3g} W {said}\n"
                    "    check its signs (the wrench is the one on the body), or write "
                    "with_laws(..., may_drive=True) if it is meant to"
                )

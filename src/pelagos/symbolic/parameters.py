"""Which numbers of a mechanism follow from which named parameters.

A model file computes with its parameters before the engine sees numbers. How each number depends on
them is found by changing them: a number that grows by the same power of a parameter at every change
is that power times a constant. A parameter of which any number depends otherwise stays a number.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from pelagos.equations.affine import Closure
from pelagos.equations.mechanism import Link, Mechanism
from pelagos.errors import PelagosError
from pelagos.mathematics import leaves
from pelagos.mathematics.algebra import Vec3
from pelagos.mathematics.inertia import Inertia, Pose
from pelagos.mechanism.objects import mechanism_of
from pelagos.mechanism.robot import compile_robot
from pelagos.model.robot import Robot
from pelagos.symbolic.exact import Exact, Generators
from pelagos.symbolic.names import SymbolNames

CHANGES = (1.25, 1.6)  # factors by which a parameter is changed
POWERS = 6  # the largest power that is looked for
NOISE = 1e-14  # share of the largest number of its kind below which a number is zero
AGREED = 1e-11

GRAVITY = ""  # among the parameters, where it has no name of its own

Parts = tuple[Mechanism, tuple[Closure, ...]]
Of = Callable[[float], Any]


@dataclass(frozen=True)
class Named:
    """A mechanism in letters, and what the letters stand for."""

    mechanism: Mechanism
    closures: tuple[Closure, ...]
    letters: dict[str, Exact]  # by the name of the parameter
    words: dict[str, str]  # its word in the equations
    values: dict[str, float]  # by word


def named_parts(robot: Robot, of: Generators, names: SymbolNames) -> Named:
    """The mechanism with parameters, and the strength of gravity, as letters."""
    parts = parts_of(robot)
    numbers = np.array(_clean(parts))
    powers = {n: p for n in robot.parameters if (p := _powers(robot, n, numbers)) is not None}
    if not _together(robot, powers, numbers):
        powers = {}
    words = {name: names.word("", name) for name in powers}
    letters = {name: of.symbol(word) for name, word in words.items()}
    values = {words[name]: robot.parameters[name] for name in powers}
    weights = [{n: e[i] for n, e in powers.items() if e[i]} for i in range(len(numbers))]
    constants = numbers.copy()
    for name, exponents in powers.items():
        constants /= robot.parameters[name] ** np.array(exponents, dtype=float)
    strength, pulls = float(np.linalg.norm(robot.gravity)), _gravity_places(parts)
    if strength and not any(weights[i] for i in pulls):
        word = names.word("", "g")
        letters[GRAVITY], values[word] = of.symbol(word), strength
        for i in pulls:
            weights[i], constants[i] = {GRAVITY: 1}, constants[i] / strength
    pairs = zip(constants.tolist(), weights, strict=True)
    exact = iter([_number(constant, weight, letters, of) for constant, weight in pairs])
    mechanism, closures = mapped(parts, lambda _: next(exact))
    return Named(mechanism, closures, letters, words, values)


def parts_of(robot: Robot) -> Parts:
    compiled = compile_robot(robot)
    return mechanism_of(compiled), compiled.constraints.closures


def _number(
    constant: float, powers: dict[str, int], letters: dict[str, Exact], of: Generators
) -> Any:
    """A zero stays the float that the equations fold."""
    if constant == 0.0 or not math.isfinite(constant):
        return constant
    number: Any = of.constant(constant)
    for name, power in powers.items():
        for _ in range(abs(power)):
            number = number * letters[name] if power > 0 else number / letters[name]
    return number


def _powers(robot: Robot, name: str, numbers: np.ndarray) -> list[int] | None:
    """The power of a parameter in each number; None if some number depends on it otherwise."""
    value, found = robot.parameters[name], []
    if value == 0.0:
        return None
    for change in CHANGES:
        other = _changed(robot, {name: value * change})
        if other is None or len(other) != len(numbers):
            return None
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = np.where(other == numbers, 1.0, other / numbers)
        powers = np.log(np.where(ratio > 0, ratio, np.nan)) / math.log(change)
        whole = np.round(powers)
        if not np.all(np.abs(powers - whole) < 1e-9) or np.any(np.abs(whole) > POWERS):
            return None
        found.append(whole.astype(int).tolist())
    return found[0] if found[0] == found[1] else None


def _together(robot: Robot, powers: dict[str, list[int]], numbers: np.ndarray) -> bool:
    """Whether all powers hold when all parameters change at once."""
    factors = {name: 1.1 + 0.07 * k for k, name in enumerate(powers)}
    values = {name: robot.parameters[name] * factor for name, factor in factors.items()}
    other = _changed(robot, values) if values else numbers
    if other is None or len(other) != len(numbers):
        return False
    expected = numbers.copy()
    for name, exponents in powers.items():
        expected = expected * factors[name] ** np.array(exponents, dtype=float)
    return np.allclose(other, expected, rtol=AGREED, atol=0.0)


def _changed(robot: Robot, values: dict[str, float]) -> np.ndarray | None:
    """All numbers with other parameters, if such a robot can be."""
    try:
        changed = robot.with_values({f"parameters.{n}": v for n, v in values.items()})
        return np.array(_clean(parts_of(changed)))
    except PelagosError:
        return None


def _clean(parts: Parts) -> list[float]:
    """All numbers of a mechanism, without what rounding leaves of zeros."""
    kinds: list[list[float]] = list(_groups(parts))
    found = []
    for group in kinds:
        largest = max(map(abs, filter(math.isfinite, group)), default=0.0)
        found += [0.0 if abs(x) < NOISE * largest else x for x in group]
    return found


def _gravity_places(parts: Parts) -> list[int]:
    """Where the three numbers of gravity are in the list of all."""
    start = sum(33 + 4 for _ in parts[0].links)
    return [start, start + 1, start + 2]


def _groups(parts: Parts) -> Iterator[list[float]]:
    """The numbers in the order of `mapped`, those of one kind together."""
    collected: list[float] = []

    def collect(x: float) -> float:
        collected.append(x)
        return x

    mapped(parts, collect)
    count = 0
    for sizes in _sizes(parts):
        yield collected[count : count + sizes]
        count += sizes
    yield collected[count:]


def _sizes(parts: Parts) -> Iterator[int]:
    for _ in parts[0].links:
        yield from (9, 3, 6, 9, 6, 1, 3)
    yield 3


def mapped(parts: Parts, of: Of) -> Parts:
    """The same mechanism with every number replaced, always in the same order."""
    m, closures = parts
    links = tuple(_link(link, of) for link in m.links)
    gravity = Vec3(*map(of, m.gravity))
    changed = replace(
        m,
        links=links,
        gravity=gravity,
        rotor=tuple(map(of, m.rotor)),
        elements=leaves.mapped(m.elements, of),
        water=leaves.mapped(m.water, of),
    )
    return changed, leaves.mapped(closures, of)


def _link(link: Link, of: Of) -> Link:
    return replace(
        link,
        placement=Pose.of(map(of, link.placement)),
        inertia=Inertia.of(map(of, link.inertia)),
        mass=of(link.mass),
        moment=Vec3(*map(of, link.moment)),
    )

"""Which numbers of a mechanism follow from which named parameters.

A model file computes with its parameters before the engine sees numbers. How each number depends on
them is found by changing them: a number that grows by the same power of a parameter at every change
is that power times a constant. A parameter of which any number depends otherwise stays a number.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from pydantic_core import PydanticCustomError

from pelagos.equations.affine import Closure
from pelagos.equations.mechanism import Link, Mechanism
from pelagos.errors import PelagosError
from pelagos.language import scope
from pelagos.language.words import to_number
from pelagos.mathematics import leaves
from pelagos.mathematics.algebra import Vec3
from pelagos.mathematics.inertia import Inertia, Pose
from pelagos.mechanism.objects import mechanism_of
from pelagos.mechanism.robot import compile_robot
from pelagos.model.paths.numbers import number_at, written_at
from pelagos.model.paths.symbols import GRAVITY, SymbolTarget
from pelagos.model.robot import Robot
from pelagos.symbolic.dependence import FACTORS, Polynomial, polynomials, powers_of
from pelagos.symbolic.exact import LARGEST_DENOMINATOR, Exact, Generators
from pelagos.symbolic.names import SymbolNames

CHANGES = (1.25, 1.6)  # factors by which a parameter is changed
POWERS = 6  # the largest power that is looked for
NOISE = 1e-14  # share of the largest number of its kind below which a number is zero
AGREED = 1e-11

Parts = tuple[Mechanism, tuple[Closure, ...]]
Of = Callable[[float], Any]


@dataclass(frozen=True)
class Named:
    """A mechanism in letters, and what the letters stand for."""

    mechanism: Mechanism
    closures: tuple[Closure, ...]
    letters: dict[str, Exact]  # by the name of the parameter
    words: dict[str, str]  # by the path of the number, its word in the equations
    values: dict[str, float]  # by word


def named_parts(
    robot: Robot, of: Generators, names: SymbolNames, asked: Sequence[SymbolTarget] = ()
) -> Named:
    """The mechanism with parameters, and the strength of gravity, as letters.

    `asked` are numbers that must be letters, parameters or others.
    """
    parts = parts_of(robot)
    numbers = np.array(_clean(parts))
    powers = {n: p for n in robot.parameters if (p := _powers(robot, n, numbers)) is not None}
    if not _together(robot, powers, numbers):
        powers = {}
    chosen = dict.fromkeys([*(SymbolTarget("", name) for name in powers), *asked])
    if all(target.label in powers for target in asked):
        every = [[(e,) for e in powers[target.label]] for target in chosen]
        found = _monomials(robot, [target.label for target in chosen], every, numbers)
    else:
        chosen, found = _sums(robot, list(chosen), set(asked), numbers)
    words = {target.path_in(robot.parameters): names.word("", target.label) for target in chosen}
    symbols = [of.symbol(words[target.path_in(robot.parameters)]) for target in chosen]
    letters = {t.label: letter for t, letter in zip(chosen, symbols, strict=True)}
    values = {words[target.path_in(robot.parameters)]: _value(robot, target) for target in chosen}
    strength, pulls = float(np.linalg.norm(robot.gravity)), set(_gravity_places(parts))
    fixed = not any(any(powers) for i in pulls for powers in found[i])
    if strength and fixed:
        word = names.word("", GRAVITY) if names.has("", GRAVITY) else names.word("", "g")
        letters[GRAVITY], values[word] = of.symbol(word), strength
    elif names.has("", GRAVITY):
        raise PelagosError(
            "equations: gravity is "
            + ("zero" if not strength else "a parameter of this model")
            + "\n    leave its symbol out"
        )
    exact = []
    for i, polynomial in enumerate(found):
        number = _number(polynomial, symbols, of, numbers[i])
        if strength and fixed and i in pulls and number != 0.0:
            number = of.exact(numbers[i] / strength) * letters[GRAVITY]
        exact.append(number)
    rest = iter(exact)
    mechanism, closures = mapped(parts, lambda _: next(rest))
    return Named(mechanism, closures, letters, words, values)


def _value(robot: Robot, target: SymbolTarget) -> float:
    """The value of a letter, which must be a number other than zero."""
    value = number_at(robot, target.path_in(robot.parameters))
    written = written_at(robot, target.path_in(robot.parameters)) if value is None else None
    if isinstance(written, str):
        value = _evaluated(robot, written)
    if value is None or not math.isfinite(value):
        raise PelagosError(
            f"equations: there is no number at {target.label!r} to have a symbol\n    name a "
            "parameter, or a path to a number such as bodies.arm.mass or bodies.arm.com.2"
        )
    if value == 0.0:
        raise PelagosError(
            f"equations: {target.label} is 0; how the equations depend on it cannot be found\n"
            "    give it a value other than zero, or leave its symbol out"
        )
    return value


def _reason(robot: Robot, path: str, value: float) -> str:
    """Why a number is not found as a polynomial of the value at a path."""
    for factor in FACTORS:
        try:
            parts_of(robot.with_values({path: factor * value}))
        except PelagosError as error:
            return f"with {factor:g} of its value the robot is refused, {error}"
    return "some number of the robot is no sum of powers of it"


def _evaluated(robot: Robot, text: str) -> float | None:
    """An expression of parameters that stands in the words."""
    with scope.within(robot.scope), scope.with_parameters(robot.parameters):
        try:
            return to_number(text)
        except (PydanticCustomError, PelagosError):
            return None


def _monomials(
    robot: Robot, names: Sequence[str], powers: Sequence[Any], numbers: np.ndarray
) -> list[Polynomial]:
    """Every number as one product of powers."""
    constants = numbers.copy()
    for name, exponents in zip(names, powers, strict=True):
        constants /= robot.parameters[name] ** np.array(exponents, dtype=float)[:, 0]
    return [
        {tuple(own[i][0] for own in powers): constant}
        for i, constant in enumerate(constants.tolist())
    ]


def _sums(
    robot: Robot, chosen: list[SymbolTarget], asked: set[SymbolTarget], numbers: np.ndarray
) -> tuple[dict[SymbolTarget, None], list[Polynomial]]:
    """Every number as a sum of products; parameters of which that cannot be said stay numbers."""
    base = {target.path_in(robot.parameters): _value(robot, target) for target in asked}
    powers, values = [], {}

    def sample(changes: Mapping[str, float]) -> np.ndarray | None:
        other = _changed(robot, {**base, **changes})
        return other if other is not None and len(other) == len(numbers) else None

    for target in chosen:
        value = _value(robot, target)
        own = powers_of(target.path_in(robot.parameters), value, sample)
        if own is None and target in asked:
            reason = _reason(robot, target.path_in(robot.parameters), value)
            raise PelagosError(
                f"equations: {target.label} cannot have a symbol: {reason}\n"
                "    leave its symbol out, or give a symbol to what follows from it"
            )
        if own is not None:
            powers.append(own)
            values[target] = value
    by_path = {target.path_in(robot.parameters): value for target, value in values.items()}
    found = polynomials(by_path, powers, sample)
    if found is None:
        listed = ", ".join(target.label for target in values)
        raise PelagosError(
            f"equations: the numbers of the robot are no short sums of products of {listed}\n"
            "    give fewer symbols"
        )
    return dict.fromkeys(values), found


def parts_of(robot: Robot) -> Parts:
    compiled = compile_robot(robot)
    return mechanism_of(compiled), compiled.constraints.closures


def _number(polynomial: Polynomial, symbols: Sequence[Exact], of: Generators, value: float) -> Any:
    """A zero stays the float that the equations fold."""
    if (value == 0.0 and not polynomial) or not math.isfinite(value):
        return value
    total: Any = 0.0
    for powers, factor in polynomial.items():
        if factor == 0.0:
            continue
        term: Any = of.constant(factor if len(polynomial) == 1 else _meant(factor))
        for letter, power in zip(symbols, powers, strict=True):
            for _ in range(abs(power)):
                term = term * letter if power > 0 else term / letter
        total = total + term
    return total


def _meant(factor: float) -> Fraction:
    """A factor that was computed from differences: a simple fraction, or its first digits."""
    near = Fraction(factor).limit_denominator(LARGEST_DENOMINATOR)
    close = abs(float(near) - factor) <= 1e-12 * abs(factor)
    return near if close and near else Fraction(f"{factor:.14g}")


def _powers(robot: Robot, name: str, numbers: np.ndarray) -> list[int] | None:
    """The power of a parameter in each number; None if some number depends on it otherwise."""
    value, found = robot.parameters[name], []
    if value == 0.0:
        return None
    for change in CHANGES:
        other = _changed(robot, {f"parameters.{name}": value * change})
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
    values = {f"parameters.{n}": robot.parameters[n] * factor for n, factor in factors.items()}
    other = _changed(robot, values) if values else numbers
    if other is None or len(other) != len(numbers):
        return False
    expected = numbers.copy()
    for name, exponents in powers.items():
        expected = expected * factors[name] ** np.array(exponents, dtype=float)
    return np.allclose(other, expected, rtol=AGREED, atol=0.0)


def _changed(robot: Robot, values: Mapping[str, float]) -> np.ndarray | None:
    """All numbers with other values at some paths, if such a robot can be."""
    try:
        changed = robot.with_values(values)
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

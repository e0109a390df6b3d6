"""Units of what a study varies and keeps: for axes and tables, and never a guess.

A unit is a product of powers, {"m": 1, "s": -1}. Numbers in an expression may have any unit: added
to a quantity they have its own, as a factor they leave the unit unknown. Nothing is said then.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from pelagos.errors import PelagosError
from pelagos.model.expressions import Const, Node, Op

if TYPE_CHECKING:
    from pelagos.model import Robot

Unit = dict[str, Fraction]
SECOND: Unit = {"s": Fraction(1)}
_PART = re.compile(r"([A-Za-z]+)(\d*)")
_SYMBOLS = ("kg", "m", "s", "rad", "N", "J")
_ANY = "W"  # nothing in a model is a power: where one is taken, all units are
_OF_MODELS = ("kg", "m", "s", "m/s", "1/s", "m/s2", "N", "N m", "kg/m3", "kg/m", "kg m2", "m3")
_SAME = ("neg", "abs", "floor")
_ALIKE = ("add", "sub", "min", "max")
_PURE = ("sin", "cos", "tan", "exp", "log", "tanh", "sign", "lt", "le")
_ANGLE = ("asin", "acos", "atan", "atan2")


def parsed(text: str) -> Unit | None:
    """ "kg m2/s" as powers; None for what is no unit, as "see speed_unit"."""
    found: Unit = {}
    if text in ("", "1"):
        return {} if text else None
    above, _, below = text.partition("/")
    for side, sign in ((above, 1), (below, -1)):
        for word in side.split():
            match = _PART.fullmatch(word)
            if word != "1" and (match is None or match[1] not in _SYMBOLS):
                return None
            if match is not None:
                found[match[1]] = found.get(match[1], Fraction(0)) + sign * int(match[2] or 1)
    return {name: power for name, power in found.items() if power}


def written(unit: Unit | None) -> str:
    """As it stands on an axis; empty for pure numbers and for what is not known."""
    if not unit:
        return ""
    above, below = (
        [name if abs(p) == 1 else f"{name}{abs(p)}" for name, p in unit.items() if p * sign > 0]
        for sign in (1, -1)
    )
    if any(p.denominator > 1 for p in unit.values()):
        return ""
    under = " ".join(below)
    return " ".join(above) if not below else f"{' '.join(above) or '1'}/{under}"


def product(a: Unit | None, b: Unit | None, power: Fraction | int = 1) -> Unit | None:
    """a times b to a power; angles do not count beside lengths and forces."""
    if a is None or b is None:
        return None
    found = {name: a.get(name, Fraction(0)) + power * b.get(name, Fraction(0)) for name in a | b}
    found = {name: value for name, value in found.items() if value}
    if set(found) - {"rad", "s"}:
        found.pop("rad", None)
    return found


def unit_of(node: Node, of_name: Callable[[Node], str]) -> Unit | None:
    """Unit of an expression whose names have units; None if it is not known."""
    if not isinstance(node, Op):
        return None if isinstance(node, Const) else parsed(of_name(node))
    if node.name in _PURE:
        return {}
    if node.name in _ANGLE:
        return {"rad": Fraction(1)}
    units = [unit_of(arg, of_name) for arg in node.args]
    if node.name in _SAME:
        return units[0]
    if node.name == "where" or node.name in _ALIKE:
        args = list(zip(node.args, units, strict=True))[1 if node.name == "where" else 0 :]
        named = [unit for arg, unit in args if not isinstance(arg, Const)]
        return named[0] if named and all(unit == named[0] for unit in named) else None
    if node.name == "sqrt":
        return product({}, units[0], Fraction(1, 2))
    if node.name == "pow":
        exponent = node.args[1]
        whole = isinstance(exponent, Const) and exponent.value == int(exponent.value)
        return product({}, units[0], int(exponent.value)) if whole else None  # type: ignore[union-attr]
    return product(units[0], units[1], 1 if node.name == "mul" else -1)


def unit_of_path(robot: Robot, path: str, value: float) -> str:
    """Unit of a number of a model: the only one that the model takes with it."""

    def taken(unit: str) -> bool:
        text = re.sub(r"([a-z])([23])", r"\1^\2", unit)
        try:
            robot.with_values({path: f"{value!r} {text}"})
        except PelagosError:
            return False
        return True

    if taken(_ANY):
        return ""
    return next((unit for unit in _OF_MODELS if taken(unit)), "")

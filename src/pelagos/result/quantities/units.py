"""Units of quantities and of what studies vary and keep: for axes and tables, never a guess.

A unit is a product of powers, {"m": 1, "s": -1}. Numbers in an expression may have any unit: added
to a quantity they have its own, as a factor they leave the unit unknown. Nothing is said then.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from pelagos.language.expressions import Const, Node, Op

Unit = dict[str, Fraction]
SECOND: Unit = {"s": Fraction(1)}
_PART = re.compile(r"([A-Za-z]+)(\d*)")
_SYMBOLS = ("kg", "m", "s", "rad", "N", "J")
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

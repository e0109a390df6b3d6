"""Units of an FMU's variables, by their exponents of base units."""

from __future__ import annotations

import re
from collections.abc import Collection
from xml.etree import ElementTree

# kg, m, s, A, rad of what units of variables are made of.
_BASES = {
    "kg": (1, 0, 0, 0, 0),
    "m": (0, 1, 0, 0, 0),
    "s": (0, 0, 1, 0, 0),
    "rad": (0, 0, 0, 0, 1),
    "N": (1, 1, -2, 0, 0),
    "Pa": (1, -1, -2, 0, 0),
    "W": (1, 2, -3, 0, 0),
    "J": (1, 2, -2, 0, 0),
    "V": (1, 2, -3, -1, 0),
    "A": (0, 0, 0, 1, 0),
    "Hz": (0, 0, -1, 0, 0),
    "1": (0, 0, 0, 0, 0),
}
_NAMES = ("kg", "m", "s", "A", "rad")


def add_units(root: ElementTree.Element, units: Collection[str]) -> None:
    """UnitDefinitions of these units."""
    listed = ElementTree.SubElement(root, "UnitDefinitions")
    for unit in sorted({*units} - {""}):
        tag = ElementTree.SubElement(listed, "Unit", name=unit)
        powers = exponents(unit)
        if powers is not None:
            pairs = zip(_NAMES, powers, strict=True)
            ElementTree.SubElement(tag, "BaseUnit", {n: str(k) for n, k in pairs if k})


def exponents(unit: str) -> tuple[int, ...] | None:
    """Exponents of a unit such as N m s/rad; None for one that is not known."""
    total = [0] * len(_NAMES)
    above, _, below = unit.partition("/")
    for sign, part in ((1, above), (-1, below)):
        for word in part.replace("(", " ").replace(")", " ").split():
            found = re.fullmatch(r"([A-Za-z]+|1)\^?([23]?)", word)
            if found is None or found[1] not in _BASES:
                return None
            power = sign * int(found[2] or 1)
            total = [a + power * b for a, b in zip(total, _BASES[found[1]], strict=True)]
    return tuple(total)

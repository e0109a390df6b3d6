"""Damage to trees of XML."""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from tests.fuzz import damage

NUMBERS = [
    *("0", "-1", "nan", "inf", "-inf", "1e400", "1e-320", "1e300", "", "a", "1 2", "1,2,3"),
    *("0 0 0", "1 2 3 4", "0x10", "1 kg", "１", "1e16", " 1 ", "--1"),
]
TEXTS = [
    "world",
    "a",
    "a::b",
    "__model__",
    "true",
    "${a}",
    "${1/0}",
    "$(arg a)",
    "${'a'*9}",
    "../x",
]


def damaged(rng: random.Random, sound: ElementTree.Element) -> ElementTree.Element:
    """A copy with a few elements, attributes, texts or numbers gone, doubled, moved or changed."""
    root = copy.deepcopy(sound)
    for _ in range(rng.randint(1, 5)):
        parents = [(parent, child) for parent in root.iter() for child in parent]
        if not parents:
            break
        parent, child = rng.choice(parents)
        kind = rng.randrange(8)
        if kind == 0:
            parent.remove(child)
        elif kind == 1:
            parent.append(copy.deepcopy(child))
        elif kind == 2:
            rng.choice(list(root.iter())).append(copy.deepcopy(child))
        elif kind == 3:
            child.tag = rng.choice([other.tag for other in root.iter()])
        elif kind == 7 and child.text and child.text.strip():
            child.text = rng.choice([*NUMBERS, *TEXTS])
        elif child.attrib:
            name = rng.choice(list(child.attrib))
            if kind == 4:
                del child.attrib[name]
            elif kind == 5:
                values = [v for other in root.iter() for v in other.attrib.values()]
                child.attrib[name] = rng.choice(values)
            else:
                child.attrib[name] = rng.choice(NUMBERS)
    return root


def write_damaged(
    rng: random.Random, place: Path, text: str, sound: ElementTree.Element, bombs: Sequence[str]
) -> None:
    """A file of a robot: one that is made to harm, or text, bytes or elements with faults."""
    kind = rng.random()
    if kind < 0.01:
        damage.odd_file(rng, place)
    elif kind < 0.02:
        place.write_text(rng.choice(bombs))
    elif kind < 0.1:
        place.write_text(damage.text(rng, text), errors="surrogatepass")
    elif kind < 0.2:
        place.write_bytes(damage.octets(rng, text.encode()))
    else:
        place.write_bytes(ElementTree.tostring(damaged(rng, sound)))

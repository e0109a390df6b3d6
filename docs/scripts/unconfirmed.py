"""The list in docs/unconfirmed.md: what of the package's own numbers nobody has confirmed.

python docs/scripts/unconfirmed.py
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pelagos as pl
from pelagos.cli.support.info_unconfirmed import unconfirmed
from pelagos.language.shapes import Shape
from pelagos.model.hydrodynamics.added_mass_of_shapes import added_mass
from pelagos.model.hydrodynamics.drag_of_shapes import drag_of
from pelagos.sensors.table import kinds

PAGE = Path(__file__).parents[1] / "unconfirmed.md"
BEGIN, END = "<!-- unconfirmed: begin -->", "<!-- unconfirmed: end -->"
# every kind of shape, short and long, with all its ends
SHAPES = {
    "a sphere": {"sphere": 1},
    "an ellipsoid": {"ellipsoid": [3, 2, 1]},
    "a capsule": {"capsule": {"radius": 1, "length": 3}},
    "a cylinder": {"cylinder": {"radius": 1, "length": 4}},
    "a cylinder shorter than its diameter": {"cylinder": {"radius": 1, "length": 1}},
    "a cylinder with round ends": {"cylinder": {"radius": 1, "length": 4, "ends": "round"}},
    "a cylinder without ends": {"cylinder": {"radius": 1, "length": 4, "ends": "none"}},
    "a box": {"box": [3, 2, 1]},
}


def sources() -> Iterator[tuple[str, str | None]]:
    """Everything that comes with the package and has a source: where, and the source."""
    for said, words in SHAPES.items():
        shape = Shape(**words)
        yield f"added mass of {said}", added_mass(shape).source
        yield f"drag of {said}", drag_of(shape)[1]
    for kind, words in kinds().items():
        for name, preset in words.presets.items():
            yield f"`{kind}`, preset `{name}`", preset.source
    for name in pl.builtin_names():
        for body, words in pl.load(name).bodies.items():
            yield f"robot `{name}`, body `{body}`", words.source


def table() -> str:
    """A line for each that is not confirmed."""
    lines = ["| where | what |", "| --- | --- |"]
    found = ((where, unconfirmed(source)) for where, source in sources())
    lines += [f"| {where} | {what} |" for where, what in found if what]
    return "\n".join(lines)


def written(text: str) -> str:
    """The page with the list as it is now."""
    inside = re.compile(f"{re.escape(BEGIN)}.*{re.escape(END)}", re.DOTALL)
    assert len(inside.findall(text)) == 1, f"{PAGE} has no place for the list"
    return inside.sub(lambda _: f"{BEGIN}\n{table()}\n{END}", text)


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")

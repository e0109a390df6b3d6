"""The tables of elements and sensors in docs/model.md, from what the package finds in its folders.

python docs/scripts/elements.py
"""

from __future__ import annotations

import re
from pathlib import Path

from pelagos.elements import table as elements
from pelagos.sensors import table as sensors

PAGE = Path(__file__).parents[1] / "model.md"
BEGIN, END = "<!-- elements: begin -->", "<!-- elements: end -->"
PLACES = {
    "joint": "a joint",
    "drag": "`drag` of a body",
    "lift": "`lift` of a body",
    "actuator": "`actuators`",
    "section": "a section of its own",
}


def rows() -> list[tuple[str, str, str, str]]:
    """Where it stands, its kind, its keys, and what it is, for every kind."""
    found = [(where, key, w) for p, where in PLACES.items() for key, w in elements.kinds(p).items()]
    found += [("`sensors`", key, words) for key, words in sensors.kinds().items()]
    return [(where, f"`{key}`", keys(words), meaning(words)) for where, key, words in found]


def keys(words: type) -> str:
    """The keys that may be written below its name."""
    return ", ".join(f"`{key}`" for key in words.model_fields if key != "kind")


def meaning(words: type) -> str:
    """The first paragraph of its docstring, and what it shows in results."""
    first = " ".join(words.__doc__.split("\n\n")[0].split()).replace("|", "&#124;")
    shown = ", ".join(f"`{output.name}` ({output.unit})" for output in words.outputs)
    return first + (f" Outputs: {shown}." if shown else "")


def table() -> str:
    """All of it, as Markdown."""
    lines = [" | ".join(row) for row in rows()]
    head = ["| below | kind | keys | what it is |", "| --- | --- | --- | --- |"]
    return "\n".join([*head, *(f"| {line} |" for line in lines)])


def written(text: str) -> str:
    """The page with the table as it is now."""
    inside = re.compile(f"{re.escape(BEGIN)}.*{re.escape(END)}", re.DOTALL)
    assert len(inside.findall(text)) == 1, f"{PAGE} has no place for the table"
    return inside.sub(lambda _: f"{BEGIN}\n{table()}\n{END}", text)


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")

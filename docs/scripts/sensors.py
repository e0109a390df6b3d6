"""The tables in docs/how-to/sensors.md: kinds of sensors with their channels, and presets.

python docs/scripts/sensors.py
"""

from __future__ import annotations

import re
from pathlib import Path

from pelagos.sensors.contract import SensorWords
from pelagos.sensors.table import kinds

PAGE = Path(__file__).parents[1] / "how-to/sensors.md"
COMMON = tuple(SensorWords.model_fields)  # keys that all kinds have


def channels() -> str:
    """Kinds, what they read with units, and their own keys."""
    lines = ["| kind | what it is | channels | keys of its own |", "| --- | --- | --- | --- |"]
    for key, words in kinds().items():
        read = "<br>".join(f"`{o.name}` ({o.unit}): {o.meaning}" for o in words.outputs)
        own = ", ".join(f"`{name}`" for name in words.model_fields if name not in COMMON)
        lines.append(f"| `{key}` | {first_paragraph(words)} | {read} | {own} |")
    return "\n".join(lines)


def presets() -> str:
    """Presets with their sources."""
    lines = ["| kind | `preset` | source |", "| --- | --- | --- |"]
    for key, words in kinds().items():
        lines += [f"| `{key}` | `{name}` | {p.source} |" for name, p in words.presets.items()]
    return "\n".join(lines)


def first_paragraph(words: type) -> str:
    """Of a docstring, for a cell."""
    return " ".join((words.__doc__ or "").split("\n\n")[0].split()).replace("|", "&#124;")


def written(text: str) -> str:
    """The page with the tables as they are now."""
    for name, table in (("kinds", channels()), ("presets", presets())):
        begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
        inside = re.compile(f"{re.escape(begin)}.*{re.escape(end)}", re.DOTALL)
        assert len(inside.findall(text)) == 1, f"{PAGE} has no place for {name}"
        text = inside.sub(lambda _, b=begin, t=table, e=end: f"{b}\n{t}\n{e}", text)
    return text


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")

"""A file of XML while it is read: values of its tags, what is wrong, what is done otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import PurePath
from typing import Any

from pelagos.errors import Problem
from pelagos.language.scope import Keys
from pelagos.language.words import LARGEST
from pelagos.language.xml_text import Tag

_SHOWN = 5  # names per note
_LONGEST = 200  # characters of a name
NONE = [0.0, 0.0, 0.0]


class XmlSource:
    """Reads values, and collects problems and notes."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self.meshes: dict[tuple[str, float], Any] = {}  # measured, or why not, by file and scale
        self._notes: dict[str, Counter[str]] = {}

    # --- values

    def origin(self, tag: Tag) -> dict[str, list[float]]:
        """Where a part stands, as words of a placement."""
        origin = tag.first("origin")
        return {
            "position": self.numbers(origin, "xyz", NONE),
            "rpy": self.numbers(origin, "rpy", NONE),
        }

    def number(self, tag: Tag | None, name: str, default: float, largest: float = LARGEST) -> float:
        """One number of an attribute."""
        return self.numbers(tag, name, [default], largest)[0]

    def numbers(
        self, tag: Tag | None, name: str, default: list[float], largest: float = LARGEST
    ) -> list[float]:
        """As many numbers of an attribute as the default has, with blanks or commas between."""
        if tag is None or name not in tag.attributes:
            return default
        return self._read(tag, name, tag.attributes[name], default, largest)

    def written(
        self, parent: Tag | None, name: str, default: list[float], largest: float = LARGEST
    ) -> list[float]:
        """As many numbers as the default has, between the tags of a child."""
        tag = None if parent is None else parent.first(name)
        if tag is None or not tag.text:
            return default
        return self._read(tag, "the text", tag.text, default, largest)

    def value(self, parent: Tag | None, name: str, default: float) -> float:
        """One number between the tags of a child."""
        return self.written(parent, name, [default])[0]

    def several(self, tag: Tag, name: str, text: str, most: int) -> list[float]:
        """Up to so many numbers; none, and a problem, if they cannot be read."""
        count = len(text.replace(",", " ").split())
        return self._read(tag, name, text, [0.0] * min(max(count, 1), most)) if text else []

    def _read(
        self, tag: Tag, name: str, text: str, default: list[float], largest: float = LARGEST
    ) -> list[float]:
        try:
            values = [float(part) for part in text.replace(",", " ").split()]
        except ValueError:
            values = []
        if len(values) == 4 and len(default) == 3:
            self.note("four numbers for three, the last left out", f"{name}={text!r}")
            values = values[:3]
        # nan is not below anything
        if len(values) != len(default) or not all(abs(value) <= largest for value in values):
            many = "a number" if len(default) == 1 else f"{len(default)} numbers"
            said = f"{name} of <{tag.name}> must be {many} of at most {LARGEST:g} in size"
            self.refuse(tag, said, "write plain numbers in SI units", text)
            return default
        if "," in text:
            self.note("commas between numbers read as blanks", f"{name}={text!r}")
        return values

    def names(self, kind: str, names: Iterable[str]) -> dict[str, str]:
        """Names that labels, paths and commands can hold, by the names in the file."""
        found: dict[str, str] = {}
        taken: set[str] = set()
        for name in names:
            new = clean(name)
            number = 2
            while new in taken:
                new, number = f"{clean(name)}_{number}", number + 1
            if new != name:
                self.note(f"{kind} renamed", f"{name[:_LONGEST]} is {new}")
            taken.add(new)
            found[name] = new
        return found

    # --- what is said

    def note(self, text: str, name: str) -> None:
        """Say something about a name; the same about several is said once."""
        self._notes.setdefault(text, Counter())[name] += 1

    def refuse(self, tag: Tag, message: str, remedy: str, found: str = "") -> None:
        """A problem at a tag."""
        file = tag.file or self.file
        self.problems.append(Problem(file, tag.line, f"<{tag.name}>", found, message, remedy))

    def line(self, lines: dict[Keys, int], path: Keys, tag: Tag) -> None:
        """Where a value of the words stands, if that is in the file itself."""
        if not tag.file:
            lines[path] = tag.line

    def notes(self) -> tuple[str, ...]:
        """One line per kind of thing."""
        file = PurePath(self.file).name
        return tuple(f"{file}: {text}: {_listed(names)}" for text, names in self._notes.items())


def clean(name: str) -> str:
    """The name with `_` for what a name cannot hold."""
    pieces = "".join(c if c.isalnum() or c in "_-." else "_" for c in name).split(".")
    return ".".join(piece or "_" for piece in pieces)[:_LONGEST].rstrip(".")


def _listed(names: Counter[str]) -> str:
    parts = [f"{name} ({count})" if count > 1 else name for name, count in names.items()]
    more = [f"and {len(parts) - _SHOWN} more"] if len(parts) > _SHOWN else []
    return ", ".join([*parts[:_SHOWN], *more])


def color(material: Tag) -> str | None:
    """#rrggbb of a material."""
    tag = material.first("color")
    text = "" if tag is None else tag.attributes.get("rgba", "")
    try:
        parts = [float(part) for part in text.replace(",", " ").split()]
    except ValueError:
        return None
    if len(parts) != 4 or not all(0.0 <= part <= 1.0 for part in parts):
        return None
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts[:3])

"""Properties and arguments, and texts in which they are put."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pelagos.importers.xacro.values import Lookup, Value, evaluate, read, written
from pelagos.language.units import ExpressionError
from pelagos.language.xml_text import Tag

_PIECE = re.compile(r"\$\$(?=[{(])|\$\{([^{}]*)\}|\$\(([^()]*(?:\([^()]*\)[^()]*)*)\)")
_LONGEST = 20_000  # characters of a text with values in it
_DEEPEST = 60  # properties that name each other


@dataclass
class Properties:
    """Properties of a macro call, or of the file; those around are seen through it."""

    around: Properties | None = None
    texts: dict[str, str] = field(default_factory=dict)  # as written; evaluated where used
    values: dict[str, Value] = field(default_factory=dict)
    blocks: dict[str, list[Tag]] = field(default_factory=dict)
    arguments: dict[str, str] = field(default_factory=dict)  # of the file
    depth: int = 0

    @property
    def outermost(self) -> Properties:
        """Those of the file."""
        return self if self.around is None else self.around.outermost

    def set(self, name: str, text: str) -> None:
        """Give a property, in place of one of that name here."""
        self.values.pop(name, None)
        self.texts[name] = text

    def has(self, name: str) -> bool:
        """Whether there is such a property here or around."""
        here = name in self.texts or name in self.values
        return here or (self.around is not None and self.around.has(name))

    def names(self) -> list[str]:
        """Of all properties here and around."""
        around = [] if self.around is None else self.around.names()
        return list(dict.fromkeys([*self.texts, *self.values, *around]))

    def get(self, name: str) -> Value | None:
        """The value of a property; None if there is none."""
        if name in self.values:
            return self.values[name]
        if name in self.texts:
            self.depth += 1
            if self.depth > _DEEPEST:
                raise ExpressionError(f"the property {name!r} leads back to itself", "break it")
            try:
                self.values[name] = self.value(self.texts[name])
            finally:
                self.depth -= 1
            return self.values[name]
        return None if self.around is None else self.around.get(name)

    def block(self, name: str) -> list[Tag] | None:
        """The tags of a block."""
        if name in self.blocks:
            return self.blocks[name]
        return None if self.around is None else self.around.block(name)

    def value(self, text: str) -> Value:
        """The value of a text: a number if nothing else is in it."""
        whole = _PIECE.fullmatch(text.strip())
        if whole is not None and whole.group(1) is not None:
            return evaluate(whole.group(1), Lookup(self.get, self.names))
        return read(self.filled(text))

    def filled(self, text: str) -> str:
        """A text with values in it."""
        if "$" not in text:
            return text
        found = _PIECE.sub(self._piece, text)
        if len(found) > _LONGEST:
            raise ExpressionError(f"a text of {len(found)} characters", "shorten it")
        return found

    def _piece(self, match: re.Match[str]) -> str:
        if match.group(1) is not None:
            return written(evaluate(match.group(1), Lookup(self.get, self.names)))
        if match.group(2) is None:
            return "$"
        word, _, rest = match.group(2).strip().partition(" ")
        rest = self.filled(rest.strip())
        if word == "arg":
            arguments = self.outermost.arguments
            if rest not in arguments:
                said = f"the argument {rest!r} has no value"
                raise ExpressionError(said, "give it a default: <xacro:arg name= default=>")
            return arguments[rest]
        if word == "find":
            return f"package://{rest}"
        if word == "optenv":
            return rest.partition(" ")[2]
        if word == "eval":
            return written(evaluate(rest, Lookup(self._known, self.names)))
        said = f"$({word} ...) is not read"
        raise ExpressionError(said, "write what it stands for, or run xacro first")

    def _known(self, name: str) -> Value | None:
        """$(eval ...) sees arguments by their names."""
        arguments = self.outermost.arguments
        return read(arguments[name]) if name in arguments else self.get(name)

"""XML text to plain tags with their lines: no declarations, bounded in size and depth."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from xml.parsers import expat

from pelagos.errors import ModelError, Problem
from pelagos.language.yaml_text import MAX_BYTES, MAX_DEPTH, too_large


@dataclass(frozen=True)
class Tag:
    """An element: its name, its attributes, where it stands, what stands in it."""

    name: str
    attributes: dict[str, str]
    line: int
    children: list[Tag] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)  # of the text between its own tags
    file: str = ""  # where it stands, if that is not the file that is being read

    @property
    def text(self) -> str:
        """What stands between its tags, without that of its children."""
        return "".join(self.pieces).strip()

    def all(self, name: str) -> list[Tag]:
        """The children of that name."""
        return [child for child in self.children if child.name == name]

    def first(self, name: str) -> Tag | None:
        """The first child of that name, if any."""
        return next(iter(self.all(name)), None)


def read(text: str, file: str, *, within: bool = False) -> Tag:
    """The outermost element of a text; `within`: of a file that another one takes in."""
    if len(text) > MAX_BYTES:
        raise ModelError([too_large(len(text), file)])
    return _Reader(file, file if within else "").read(text)


class _Reader:
    def __init__(self, file: str, told: str) -> None:
        self.file, self.told = file, told
        self.parser: Any = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.root: Tag | None = None
        self.open: list[Tag] = []
        self.above = 0  # lines before the text that the parser sees

    def read(self, text: str) -> Tag:
        begun = text.lstrip()  # the declaration must come first; many files begin with a blank line
        self.above = text[: len(text) - len(begun)].count("\n")
        try:
            self.parser.Parse(begun, True)
        except expat.ExpatError as error:
            said = f"this is not XML: {expat.ErrorString(error.code)}"
            self._refuse(error.lineno + self.above, said, "check that every tag is closed")
        except UnicodeEncodeError:
            self._refuse(None, "this is not Unicode text", "save it as UTF-8")
        assert self.root is not None
        return self.root

    def _refuse(self, line: int | None, message: str, remedy: str) -> None:
        raise ModelError([Problem(self.file, line, "", "", message, remedy)])

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        line = self.parser.CurrentLineNumber + self.above
        if len(self.open) >= MAX_DEPTH:
            self._refuse(line, f"nested more than {MAX_DEPTH} deep", "flatten the file")
        tag = Tag(name, attributes, line, file=self.told)
        if self.open:
            self.open[-1].children.append(tag)
        else:
            self.root = tag
        self.open.append(tag)

    def _text(self, text: str) -> None:
        self.open[-1].pieces.append(text)

    def _end(self, name: str) -> None:  # noqa: ARG002
        self.open.pop()

    def _doctype(self, *_: Any) -> None:
        line = self.parser.CurrentLineNumber + self.above
        self._refuse(line, "document type declarations are not read", "remove <!DOCTYPE ...>")

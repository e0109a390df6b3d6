"""What an importer is: it reads robots of another format into the words of a model."""

from __future__ import annotations

from typing import ClassVar

from pelagos.language.xml_text import Tag
from pelagos.language.yaml_text import Document


class Importer:
    """One format of robots in XML.

    `read` is given the outermost tag of a text. What the words cannot say is left out and named in
    the notes of the document; what is wrong is in its problems, with lines.
    """

    name: ClassVar[str] = ""  # as messages write it
    endings: ClassVar[tuple[str, ...]] = ()  # of its files, in small letters
    tag: ClassVar[str] = ""  # the outermost one, by which a text is recognised
    body: ClassVar[str] = "body"  # the tag of one
    balances: ClassVar[bool] = False  # whether it knows `scope.current().balance`

    def read(self, root: Tag, file: str) -> Document:
        """The words of a model with their lines."""
        raise NotImplementedError

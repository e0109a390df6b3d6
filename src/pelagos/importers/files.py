"""Files that an imported file takes in: beside it, bounded in number, size and depth."""

from __future__ import annotations

from pydantic_core import PydanticCustomError

from pelagos.errors import ModelError, PelagosError
from pelagos.files import read_text
from pelagos.importers.source import XmlSource
from pelagos.language import files, scope, xml_text
from pelagos.language.xml_text import Tag
from pelagos.language.yaml_text import MAX_BYTES

DEEPEST = 16  # files that take each other in
_MOST = 500  # files in all


class Inclusions:
    """Reads files that others take in, and keeps count of them."""

    def __init__(self, source: XmlSource, endings: tuple[str, ...]) -> None:
        self.source, self.endings = source, endings
        self.count, self.size = 0, 0

    def read(self, tag: Tag, name: str, depth: int) -> Tag | None:
        """The outermost tag of the file that a tag names; None, and a problem, if it has none."""
        self.count += 1
        if depth > DEEPEST or self.count > _MOST or self.size > MAX_BYTES:
            said = f"more than {DEEPEST} files take each other in, or {_MOST} in all"
            self.source.refuse(tag, said, "check whether a file takes itself in", name)
            raise ModelError(self.source.problems)
        try:
            path = files.find(files.below(scope.current().module_folder, name), self.endings)
            text = read_text(path, MAX_BYTES)
            self.size += len(text)
            return xml_text.read(text, name, within=True)
        except PydanticCustomError as error:
            facts = error.context or {}
            self.source.refuse(tag, str(facts["message"]), str(facts["remedy"]), name)
        except ModelError as error:
            self.source.problems += error.problems
        except PelagosError as error:
            self.source.refuse(tag, str(error).splitlines()[0], "check the file", name)
        return None

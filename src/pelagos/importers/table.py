"""All importers, found from the files of this package: everything else asks here."""

from __future__ import annotations

import importlib
import pkgutil
import re
from dataclasses import dataclass
from functools import cache

import pelagos.importers
from pelagos.errors import ModelError, Problem
from pelagos.importers.contract import Importer
from pelagos.language import xml_text
from pelagos.language.suggest import listing
from pelagos.language.xml_text import Tag
from pelagos.language.yaml_text import Document

_BEGINS_XML = re.compile(r"\ufeff?\s*<[\w?!]")
# outermost tags of formats that are well known and not read
_FOREIGN = {
    "world": "the inside of an SDF file, without <sdf>",
    "model": "the inside of an SDF file, without <sdf>",
    "mujocoinclude": "a part of a MuJoCo file (MJCF)",
    "COLLADA": "a Collada file of shapes",
    "html": "a web page",
    "svg": "a picture (SVG)",
    "launch": "a launch file of ROS",
    "package": "the description of a ROS package",
    "x3d": "an X3D file of shapes",
    "X3D": "an X3D file of shapes",
    "OpenSimDocument": "an OpenSim model",
}


@dataclass(frozen=True)
class Recognised:
    """A text of another format, and who reads it."""

    importer: Importer
    root: Tag
    file: str

    def read(self) -> Document:
        """The words of a model."""
        document = self.importer.read(self.root, self.file)
        if document.problems or document.data.get("bodies"):
            return document
        message = f"no body is read from this {self.importer.name} file"
        remedy = f"it needs a <{self.importer.body}> that is neither the world nor static scenery"
        raise ModelError([Problem(self.file, self.root.line, "", "", message, remedy)])


@cache
def importers() -> tuple[Importer, ...]:
    """One of every class of `Importer` below `pelagos.importers`, by the names of their files."""
    found = pkgutil.walk_packages(pelagos.importers.__path__, "pelagos.importers.")
    modules = [importlib.import_module(name) for name in sorted(m.name for m in found)]
    kinds = [
        kind
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type)
        and issubclass(kind, Importer)
        and kind.__module__ == module.__name__
        and kind is not Importer
    ]
    for kind in kinds:
        for part in ("name", "endings", "tag"):
            if not getattr(kind, part):
                raise TypeError(f"{kind.__module__}: {kind.__name__} does not state its {part}")
    return tuple(kind() for kind in kinds)


def endings() -> tuple[str, ...]:
    """Of all files that are imported."""
    return tuple(ending for importer in importers() for ending in importer.endings)


def recognise(text: str, file: str) -> Recognised | None:
    """Who reads a text; None for words of a model. XML that nobody reads is refused by its name.

    An ending says that a file is XML, its outermost tag which format it is.
    """
    if not (file.lower().endswith(endings()) or _BEGINS_XML.match(text)):
        return None
    root = xml_text.read(text.removeprefix("\ufeff"), file)
    for importer in importers():
        if importer.tag == root.name:
            return Recognised(importer, root, file)
    kind = _FOREIGN.get(root.name, "XML of a format that is not known here")
    message = f"this is {kind} (<{root.name}>), which is not read"
    known = [f"{importer.name} (<{importer.tag}>)" for importer in importers()]
    remedy = f"write a model in YAML, or turn it into {listing(known)}"
    raise ModelError([Problem(file, root.line, "", f"<{root.name}>", message, remedy)])

"""<include> of SDF: models of other files, found like packages."""

from __future__ import annotations

from dataclasses import replace

from pelagos.importers.files import Inclusions
from pelagos.importers.sdf.frames import text_of
from pelagos.importers.source import XmlSource
from pelagos.language import packages, scope
from pelagos.language.xml_text import Tag

_MARKS = ("model://", "package://")
_ENDINGS = (".sdf", ".world")
_FILE = "model.sdf"


def with_included(tag: Tag, source: XmlSource, in_world: bool) -> Tag:
    """The tag with models in the places where they are included."""
    return _Includer(source, in_world).filled(tag, 0)


class _Includer:
    def __init__(self, source: XmlSource, in_world: bool) -> None:
        self.source, self.in_world = source, in_world
        self.files = Inclusions(source, _ENDINGS)

    def filled(self, tag: Tag, depth: int) -> Tag:
        children = []
        for child in tag.children:
            if child.name == "include":
                model = self._model(child, depth + 1)
                children += [] if model is None else [model]
            elif child.name == "model":
                children.append(self.filled(child, depth))
            else:
                children.append(child)
        return replace(tag, children=children)

    def _model(self, tag: Tag, depth: int) -> Tag | None:
        uri = text_of(tag, "uri")
        file = self._file(uri)
        if file is None and self.in_world:
            self.source.note("left out, models that are not at hand", uri)
            return None
        root = self.files.read(tag, file or uri, depth)
        model = None if root is None else root.first("model")
        if model is None:
            if root is not None:
                self.source.refuse(tag, "the file has no model", "include a model", uri)
            return None
        return self.filled(_placed(model, tag), depth)

    def _file(self, uri: str) -> str | None:
        """A name that can be read; None for a package that is not found."""
        mark = next((mark for mark in _MARKS if uri.startswith(mark)), None)
        if mark is None:
            return uri.removeprefix("file://") if uri.endswith(_ENDINGS) else f"{uri}/{_FILE}"
        rest = uri.removeprefix(mark).rstrip("/")
        rest = rest if rest.endswith(_ENDINGS) else f"{rest}/{_FILE}"
        address = packages.MARK + rest
        try:
            found = packages.locate(address, scope.current())
        except (OSError, ValueError):
            return None
        return None if found is None else address


def _placed(model: Tag, include: Tag) -> Tag:
    """The model as its <include> names, places and fixes it."""
    attributes = dict(model.attributes)
    if name := text_of(include, "name"):
        attributes["name"] = name
    if frame := text_of(include, "placement_frame"):
        attributes["placement_frame"] = frame
    children = list(model.children)
    for key in ("pose", "static"):
        given = include.first(key)
        if given is not None:
            children = [child for child in children if child.name != key]
            children.append(given)
    children += include.all("plugin")
    return replace(model, attributes=attributes, children=children)

"""Classes of defaults: what a tag says, over what its class says, over what classes above say."""

from __future__ import annotations

from collections.abc import Mapping

from pelagos.importers.mjcf.gains import ACTUATORS, general
from pelagos.importers.source import XmlSource
from pelagos.language.xml_text import Tag

MAIN = "main"
_Class = dict[str, dict[str, str]]  # attributes by tag


class Defaults:
    """All classes of a file."""

    def __init__(self, root: Tag, source: XmlSource) -> None:
        self.source = source
        self.classes: dict[str, _Class] = {MAIN: {}}
        for tag in root.all("default"):
            self._learn(tag, MAIN, {}, outermost=True)

    def _learn(self, tag: Tag, name: str, above: _Class, *, outermost: bool = False) -> None:
        mine = self.classes.setdefault(name, {})
        for kind, attributes in above.items():
            mine[kind] = {**attributes, **mine.get(kind, {})}
        if outermost:  # the class of all that have none may bear any name
            self.classes.setdefault(tag.attributes.get("class", MAIN), mine)
        for child in tag.children:
            if child.name == "default":
                continue
            kind, attributes = _kind(child.name), _attributes(child)
            mine[kind] = {**mine.get(kind, {}), **attributes}
        for child in tag.all("default"):
            named = child.attributes.get("class", "")
            if not named:
                self.source.refuse(child, "a class of defaults without a name", "add class=...")
            else:
                self._learn(child, named, mine)

    def of(self, tag: Tag, around: str) -> dict[str, str]:
        """The attributes of a tag with its defaults; `around` is the class of what it stands in."""
        name = tag.attributes.get("class", around or MAIN)
        if name not in self.classes:
            said = "there is no such class of defaults"
            self.source.refuse(tag, said, f"classes: {', '.join(self.classes)}", name)
        found: Mapping[str, str] = self.classes.get(name, {}).get(_kind(tag.name), {})
        return {**found, **_attributes(tag)}


def _kind(name: str) -> str:
    return "general" if name in ACTUATORS else name


def _attributes(tag: Tag) -> dict[str, str]:
    return general(tag.name, tag.attributes) if tag.name in ACTUATORS else tag.attributes

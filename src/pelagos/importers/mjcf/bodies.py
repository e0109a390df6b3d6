"""The tree of bodies: what stands in <worldbody>, with frames and classes of defaults resolved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from pelagos.importers.frames import HERE, LinkFrame
from pelagos.importers.mjcf.defaults import Defaults
from pelagos.importers.mjcf.options import Compiler
from pelagos.importers.source import XmlSource
from pelagos.language.words import WORLD
from pelagos.language.xml_text import Tag

_SEEN = {"camera", "light"}  # nothing moves differently for them
_UNREAD = ("composite", "flexcomp", "replicate", "attach", "plugin")


@dataclass(frozen=True)
class Item:
    """A tag of a body, its attributes with defaults, and the frame on the body it stands in."""

    tag: Tag
    given: dict[str, str]
    outer: LinkFrame

    @property
    def name(self) -> str:
        """As the file calls it; empty if it does not."""
        return self.given.get("name", "")


@dataclass
class MjcfBody:
    """A body as the file has it."""

    name: str  # ours
    tag: Tag
    parent: str  # our name of it, or the world
    on_parent: LinkFrame
    rest: LinkFrame  # in the world, where all joints are at zero
    joints: list[Item] = field(default_factory=list)
    geoms: list[Item] = field(default_factory=list)
    inertial: Tag | None = None


class MjcfTree:
    """All bodies and sites of a file."""

    def __init__(
        self, root: Tag, compiler: Compiler, defaults: Defaults, source: XmlSource
    ) -> None:
        self.compiler, self.defaults, self.source = compiler, defaults, source
        self.bodies: dict[str, MjcfBody] = {}
        self.sites: dict[str, tuple[str, LinkFrame]] = {}  # body, place on it
        self.named: dict[str, str] = {WORLD: WORLD}  # our names of bodies by those of the file
        tags = [tag for world in root.all("worldbody") for tag in _all_bodies(world)]
        wanted = (tag.attributes.get("name", f"body{k}") for k, tag in enumerate(tags, 1))
        names = source.names("bodies", dict.fromkeys(wanted))
        self._names = {
            id(tag): names[tag.attributes.get("name", f"body{k}")] for k, tag in enumerate(tags, 1)
        }
        for world in root.all("worldbody"):
            self._fill(None, world, "")

    def _fill(self, body: MjcfBody | None, tag: Tag, around: str) -> None:
        name = WORLD if body is None else body.name
        rest = HERE if body is None else body.rest
        for child, outer, inside in self._inside(tag, HERE, around):
            given = self.defaults.of(child, inside)
            if child.name == "body":
                self._body(child, name, rest, outer, inside)
            elif child.name == "site":
                at = outer @ self.compiler.frame(child, given)
                self.sites[given.get("name", "")] = name, at
            elif body is None:
                if child.name == "geom":
                    self.source.note("left out", "geoms of the world")
            elif child.name in ("joint", "freejoint"):
                body.joints.append(Item(child, given, outer))
            elif child.name == "geom":
                body.geoms.append(Item(child, given, outer))
            elif child.name == "inertial":
                body.inertial = child
            elif child.name not in _SEEN:
                self.source.note("left out", f"<{child.name}> of bodies")

    def _body(self, tag: Tag, parent: str, rest: LinkFrame, outer: LinkFrame, around: str) -> None:
        name = self._names[id(tag)]
        if name in self.bodies:
            self.source.refuse(tag, "two bodies have this name", "rename one", name)
            return
        at = outer @ self.compiler.frame(tag, tag.attributes)
        body = MjcfBody(name, tag, parent, at, rest @ at)
        self.bodies[name] = body
        if "name" in tag.attributes:
            self.named[tag.attributes["name"]] = name
        for key in ("gravcomp", "mocap"):
            if tag.attributes.get(key, "0") not in ("0", "false"):
                self.source.note("left out", f"{key} of bodies")
        self._fill(body, tag, tag.attributes.get("childclass", around))

    def _inside(
        self, tag: Tag, outer: LinkFrame, around: str
    ) -> Iterator[tuple[Tag, LinkFrame, str]]:
        """What stands in a body, also within frames."""
        for child in tag.children:
            if child.name == "frame":
                at = outer @ self.compiler.frame(child, child.attributes)
                inner = child.attributes.get("childclass", around)
                yield from self._inside(child, at, inner)
            elif child.name in _UNREAD:
                said = f"<{child.name}> is not read, and the robot would lack its bodies"
                self.source.refuse(child, said, "write out what it stands for (saved by MuJoCo)")
            else:
                yield child, outer, around


def _all_bodies(tag: Tag) -> Iterator[Tag]:
    for child in tag.children:
        if child.name in ("body", "frame"):
            if child.name == "body":
                yield child
            yield from _all_bodies(child)

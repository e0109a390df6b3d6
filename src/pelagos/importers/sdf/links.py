"""Links of SDF: mass properties and shapes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from pydantic import ValidationError

from pelagos.importers.frames import LinkFrame
from pelagos.importers.masses import Inertial, WeighedShape, together
from pelagos.importers.meshes import mesh_words, seen_mesh_words
from pelagos.importers.sdf.frames import Poses, text_of
from pelagos.importers.shapes import kept
from pelagos.importers.source import XmlSource
from pelagos.language.packages import MARK
from pelagos.language.shapes import Shape
from pelagos.language.xml_text import Tag

_WATER = 1000.0  # kg/m3, of what weighs by its shape and gives no density
Inner = Callable[[Tag], LinkFrame]  # where a part stands on its link


class LinkReader:
    """Reads links of one file."""

    def __init__(self, poses: Poses, source: XmlSource) -> None:
        self.poses, self.source = poses, source

    def inertial(self, link: Tag, inner: Inner) -> Inertial:
        """Mass properties in the link's frame; those that SDF has by default are ones."""
        tag = link.first("inertial")
        if tag is not None and tag.attributes.get("auto", "false") == "true":
            density = self.source.value(tag, "density", _WATER)
            solids = [self._solid(c, inner, density) for c in link.all("collision")]
            found = together(solid for solid in solids if solid is not None)
            mass = self.source.value(tag, "mass", found.mass)
            return found.scaled(mass / found.mass) if found.mass else found
        mass = self.source.value(tag, "mass", 1.0)
        given = None if tag is None else tag.first("inertia")
        keys = {"ixx": 1.0, "iyy": 1.0, "izz": 1.0, "ixy": 0.0, "ixz": 0.0, "iyz": 0.0}
        xx, yy, zz, xy, xz, yz = (self.source.value(given, k, d) for k, d in keys.items())
        at = LinkFrame(np.zeros(3), np.eye(3)) if tag is None else self.poses.raw(tag)
        own = at.R @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ at.R.T
        return Inertial(mass, at.p, (own + own.T) / 2)

    def _solid(self, collision: Tag, inner: Inner, default: float) -> WeighedShape | None:
        density = self.source.value(collision, "density", default)
        shape = next(self.shapes([collision], inner), None)
        if shape is None:
            return None
        mass = shape.volume * density
        inertia = shape.inertia_per_density * density
        return WeighedShape({}, mass, shape.volume, shape.centroid, inertia, None)

    def volume(self, link: Tag, inner: Inner) -> tuple[float, np.ndarray] | None:
        """What all collisions displace, and its centre."""
        found = [(s.volume, s.centroid) for s in self.shapes(link.all("collision"), inner)]
        total = sum(volume for volume, _ in found)
        if total <= 0:
            return None
        return total, sum((v * c for v, c in found), np.zeros(3)) / total

    def shapes(self, holders: list[Tag], inner: Inner) -> Iterator[Shape]:
        """The shapes of collisions or visuals that can be read."""
        for holder in holders:
            words = self._words(holder, inner)
            if words:
                try:
                    yield Shape(**words)
                except ValidationError as error:
                    facts = error.errors(include_url=False)[0]
                    said = str(facts.get("ctx", {}).get("message", facts["msg"]))
                    self.source.refuse(holder, f"a shape cannot be read: {said}", "correct it")

    def kept(self, link: Tag, inner: Inner) -> dict[str, Any]:
        """The `shape` of a link, and its `visual` if that differs."""
        touched, seen = (
            [
                (holder, words)
                for holder in link.all(name)
                if (words := self._words(holder, inner, seen=name == "visual"))
            ]
            for name in ("collision", "visual")
        )
        painted = [
            (holder, {**words, "color": own} if (own := self._paint(holder)) else words)
            for holder, words in seen
        ]
        return kept(touched, painted, self.source)

    def color(self, link: Tag) -> str | None:
        """Of the first visual that has one."""
        return next((own for v in link.all("visual") if (own := self._paint(v))), None)

    def _paint(self, visual: Tag) -> str | None:
        """The colour of a visual."""
        for name in ("diffuse", "ambient"):
            text = text_of(visual.first("material"), name)
            try:
                parts = [float(part) for part in text.split()]
            except ValueError:
                continue
            if len(parts) >= 3 and all(0.0 <= part <= 1.0 for part in parts):
                return "#" + "".join(f"{round(255 * part):02x}" for part in parts[:3])
        return None

    def _words(self, holder: Tag, inner: Inner, *, seen: bool = False) -> dict[str, Any]:
        geometry = holder.first("geometry")
        for tag in () if geometry is None else geometry.children:
            words = self._geometry(tag, seen)
            if words:
                return {**words, "at": inner(holder).words()}
        return {}

    def _geometry(self, tag: Tag, seen: bool) -> dict[str, Any]:
        value = self.source.value
        if tag.name == "box":
            return {"box": self.source.written(tag, "size", [1.0, 1.0, 1.0])}
        if tag.name == "sphere":
            return {"sphere": value(tag, "radius", 1.0)}
        if tag.name in ("cylinder", "capsule"):
            radius = 1.0 if tag.name == "cylinder" else 0.5
            sizes = {"radius": value(tag, "radius", radius), "length": value(tag, "length", 1.0)}
            return {tag.name: {**sizes, "along": "z"}}
        if tag.name == "ellipsoid":
            return {"ellipsoid": self.source.written(tag, "radii", [1.0, 1.0, 1.0])}
        if tag.name == "mesh":
            uri = text_of(tag, "uri")
            name = uri.replace("model://", MARK) if uri.startswith("model://") else uri
            scale = self.source.written(tag, "scale", [1.0, 1.0, 1.0])
            read = seen_mesh_words if seen else mesh_words
            return read(name, scale, self.source)
        if tag.name != "empty":
            self.source.note("left out", f"<{tag.name}> shapes")
        return {}

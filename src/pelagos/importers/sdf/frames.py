"""Poses of SDF: each relative to a frame that may be named, resolved into the model's frame.

Links, joints, frames and models are all frames ("Pose Frame Semantics", SDFormat 1.7). A model
keeps those inside of it under their own names; from outside they are `model::name`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from pelagos.importers.frames import HERE, LinkFrame, of_quaternion, of_rpy
from pelagos.importers.source import XmlSource
from pelagos.language.words import WORLD
from pelagos.language.xml_text import Tag

MODEL = "__model__"
_KINDS = ("link", "joint", "frame", "model")
_DEEPEST = 200  # frames that stand in each other


@dataclass
class SdfModel:
    """One <model> with the frames in it."""

    tag: Tag
    prefix: str  # of names inside of it, as seen from outside
    named: dict[str, Tag] = field(default_factory=dict)
    inner: dict[str, SdfModel] = field(default_factory=dict)


class Poses:
    """Resolves poses of a tree of models."""

    def __init__(self, source: XmlSource) -> None:
        self.source = source
        self._found: dict[tuple[int, str], LinkFrame] = {}

    def model(self, tag: Tag, prefix: str = "") -> SdfModel:
        """A model and all inside of it, with their names."""
        found = SdfModel(tag, prefix)
        for child in tag.children:
            name = child.attributes.get("name", "")
            if child.name not in _KINDS:
                continue
            if child.name == "link" and name == WORLD and child.first("inertial") is None:
                own = tag.attributes.get("name", "")
                self.source.note("links called world taken as the world", f"that of {own}")
                continue
            if not name or name in found.named:
                said = "two parts have this name" if name else "a part without a name"
                self.source.refuse(child, said, "give each a name of its own", name)
                continue
            found.named[name] = child
            if child.name == "model":
                found.inner[name] = self.model(child, f"{prefix}{name}.")
        return found

    def raw(self, tag: Tag) -> LinkFrame:
        """What a <pose> says, whatever it is relative to."""
        pose = tag.first("pose")
        if pose is None or not pose.text:
            return HERE
        if pose.attributes.get("rotation_format") == "quat_xyzw":
            x, y, z, qx, qy, qz, qw = self.source.written(tag, "pose", [0.0] * 6 + [1.0])
            if not any((qx, qy, qz, qw)):
                self.source.refuse(pose, "a quaternion of length zero", "correct it", pose.text)
                return HERE
            return LinkFrame(np.array([x, y, z]), of_quaternion((qw, qx, qy, qz)))
        numbers = self.source.written(tag, "pose", [0.0] * 6)
        unit = np.pi / 180.0 if pose.attributes.get("degrees", "false") == "true" else 1.0
        return LinkFrame(np.array(numbers[:3]), of_rpy([unit * a for a in numbers[3:]]))

    def of(self, model: SdfModel, name: str, depth: int = 0) -> LinkFrame:
        """A frame by its name, in the model's frame."""
        if name in (MODEL, ""):
            return HERE
        key = id(model.tag), name
        if key not in self._found:
            if depth > _DEEPEST:
                said = "poses lead back to themselves"
                self.source.refuse(model.tag, said, "break the circle of relative_to", name)
                return HERE
            self._found[key] = self._resolve(model, name, depth)
        return self._found[key]

    def _resolve(self, model: SdfModel, name: str, depth: int) -> LinkFrame:
        first, scoped, rest = name.partition("::")
        if scoped and first in model.inner:
            inner = model.inner[first]
            return self.of(model, first, depth + 1) @ self.of(inner, rest, depth + 1)
        tag = model.named.get(name)
        if tag is None:
            if name != "world":
                self.source.refuse(model.tag, "there is no such frame", "name one", name)
            return HERE
        base = self.of(model, self._base(tag), depth + 1)
        return base @ self.raw(tag) @ self._placed(model, tag, depth)

    def _base(self, tag: Tag) -> str:
        """What the pose of a part is relative to."""
        pose = tag.first("pose")
        told = "" if pose is None else pose.attributes.get("relative_to", "")
        if told:
            return told
        if tag.name == "joint":
            return text_of(tag, "child")
        return tag.attributes.get("attached_to", "") if tag.name == "frame" else ""

    def _placed(self, model: SdfModel, tag: Tag, depth: int) -> LinkFrame:
        """An inner model may be placed by one of its frames."""
        placed = tag.attributes.get("placement_frame", "") if tag.name == "model" else ""
        if not placed:
            return HERE
        inner = model.inner[tag.attributes["name"]]
        return self.of(inner, placed, depth + 1).inverse

    def link(self, model: SdfModel, name: str, depth: int = 0) -> tuple[SdfModel, str] | None:
        """The link that a name stands for: itself, or what a frame is attached to."""
        first, scoped, rest = name.partition("::")
        if scoped and first in model.inner:
            return self.link(model.inner[first], rest, depth + 1)
        tag = model.named.get(name)
        if tag is None or depth > _DEEPEST:
            return None
        if tag.name == "link":
            return model, name
        if tag.name == "model":
            inner = model.inner[name]
            return self.link(inner, canonical(inner), depth + 1)
        to = text_of(tag, "child") if tag.name == "joint" else tag.attributes.get("attached_to", "")
        return self.link(model, to or canonical(model), depth + 1)


def canonical(model: SdfModel) -> str:
    """The link that stands for a model."""
    told = model.tag.attributes.get("canonical_link", "")
    links = (name for name, tag in model.named.items() if tag.name == "link")
    inner = (f"{name}::{canonical(one)}" for name, one in model.inner.items())
    return told or next(links, "") or next(inner, "")


def text_of(tag: Tag | None, name: str) -> str:
    """The text of a child; empty without one."""
    child = None if tag is None else tag.first(name)
    return "" if child is None else child.text

"""Joints of SDF in our words, as joints of the tree or as relations that close a loop."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from pelagos.importers.frames import Array, LinkFrame
from pelagos.importers.source import XmlSource
from pelagos.language.words import LARGEST
from pelagos.language.xml_text import Tag

FAR = 1e6  # rad or m: no stop is there
_WORDS = {
    "revolute": "revolute",
    "continuous": "revolute",
    "prismatic": "prismatic",
    "ball": "spherical",
    "universal": "universal",
    "revolute2": "universal",
    "fixed": "fixed",
}
_RELATIONS = {"revolute": "hinge", "prismatic": "slider", "spherical": "ball", "fixed": "weld"}


class SdfJoints:
    """Reads joints of one file."""

    def __init__(self, source: XmlSource) -> None:
        self.source = source

    def kind(self, tag: Tag) -> str:
        """The kind here."""
        kind = tag.attributes.get("type", "")
        if kind not in _WORDS:
            remedy = f"use {', '.join(_WORDS)}"
            self.source.refuse(tag, "joints of this type are not read", remedy, kind)
            return "fixed"
        return _WORDS[kind]

    def axes(self, tag: Tag, frames: Any) -> list[Array]:
        """Axes in the frame of the link; `frames` turns those of the joint, or of a named frame."""
        found = []
        for name in ("axis", "axis2"):
            axis = tag.first(name)
            if axis is None:
                continue
            told = axis.first("xyz")
            xyz = np.array(self.source.written(axis, "xyz", [0.0, 0.0, 1.0]))
            if not xyz.any():
                self.source.refuse(axis, "an axis of length zero", "correct it")
                xyz = np.array([0.0, 0.0, 1.0])
            named = "" if told is None else told.attributes.get("expressed_in", "")
            parent = axis.first("use_parent_model_frame")
            if parent is not None and parent.text.lower() in ("true", "1"):
                named = "__model__"
            turned = frames(named) @ xyz
            # what rounding leaves of a turn is no part of an axis
            found.append(np.where(np.abs(turned) < 1e-15 * np.abs(turned).max(), 0.0, turned))
        return found or [np.array([0.0, 0.0, 1.0])]

    def words(self, tag: Tag, axes: list[Array]) -> Any:
        """The joint with what resists it."""
        kind = self.kind(tag)
        if kind == "fixed":
            return kind
        if kind == "universal":
            return self._universal(tag, axes)
        words: dict[str, Any] = {kind: True if kind == "spherical" else axes[0].tolist()}
        words |= self._resistance(tag.first("axis"))
        if kind == "spherical":
            words.pop("rest", None)
            return words
        stops = self._stops(tag.first("axis"), tag)
        return {**words, "limits": stops} if stops else words

    def _universal(self, tag: Tag, axes: list[Array]) -> Any:
        if len(axes) != 2:
            self.source.refuse(tag, "this joint needs two axes", "add <axis2>")
            return "fixed"
        each = [self._resistance(tag.first(name)) for name in ("axis", "axis2")]
        words: dict[str, Any] = {"universal": [axis.tolist() for axis in axes]}
        for key in ("damping", "coulomb", "stiffness", "rest"):
            if any(key in one for one in each):
                words[key] = [one.get(key, 0.0) for one in each]
        stops = [self._stops(tag.first(name), tag) or None for name in ("axis", "axis2")]
        return {**words, "limits": stops} if any(stops) else words

    def _resistance(self, axis: Tag | None) -> dict[str, float]:
        dynamics = None if axis is None else axis.first("dynamics")
        pairs = {"damping": "damping", "friction": "coulomb", "spring_stiffness": "stiffness"}
        read = {ours: self.source.value(dynamics, name, 0.0) for name, ours in pairs.items()}
        words = {key: value for key, value in read.items() if value}
        rest = self.source.value(dynamics, "spring_reference", 0.0)
        return {**words, "rest": rest} if rest and "stiffness" in words else words

    def _stops(self, axis: Tag | None, tag: Tag) -> list[float]:
        limit = None if axis is None else axis.first("limit")
        if limit is None or tag.attributes.get("type") == "continuous":
            return []
        for name in ("effort", "velocity"):
            if self.source.value(limit, name, -1.0) >= 0:
                self.source.note("left out", f"{name} limits")
        low = self.source.written(limit, "lower", [-math.inf], math.inf)[0]
        high = self.source.written(limit, "upper", [math.inf], math.inf)[0]
        if low >= high:
            said = f"{tag.attributes.get('name', '')} [{low:g}, {high:g}]"
            self.source.note("limits taken as none, the lower is not below the upper", said)
            return []
        if min(abs(low), abs(high)) >= FAR:
            return []
        return [math.copysign(min(abs(end), LARGEST), end) for end in (low, high)]

    def relation(
        self,
        tag: Tag,
        between: list[str],
        on_parent: LinkFrame,
        on_child: LinkFrame,
        axes: list[Array],
    ) -> dict[str, Any] | None:
        """A joint that closes a loop; `axes` are those of the joint's own frame."""
        kind = self.kind(tag)
        if kind not in _RELATIONS:
            self.source.refuse(tag, "this joint closes a loop and is of two axes", "cut elsewhere")
            return None
        words: dict[str, Any] = {"between": between}
        words |= {"at": on_parent.words(), "to": on_child.words()}
        if kind in ("revolute", "prismatic"):
            words["axis"] = axes[0].tolist()
        if self._resistance(tag.first("axis")) or self._stops(tag.first("axis"), tag):
            self.source.note("left out, what resists a joint that closes a loop", between[1])
        return {_RELATIONS[kind]: words}

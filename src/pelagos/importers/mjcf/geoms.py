"""Geoms: shapes, and the mass that a body has by them."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from typing import Any

import numpy as np
from pydantic import ValidationError

from pelagos.importers.frames import LinkFrame, z_to
from pelagos.importers.masses import Inertial, WeighedShape
from pelagos.importers.meshes import mesh_words, seen_mesh_words
from pelagos.importers.mjcf.defaults import Defaults
from pelagos.importers.mjcf.options import Compiler
from pelagos.importers.source import XmlSource
from pelagos.language.shapes import Shape
from pelagos.language.xml_text import Tag

WATER = 1000.0  # kg/m3, the density of geoms that give none
_HIDDEN = 3.0  # first group that MuJoCo does not show
_WEIGHTLESS = {"plane", "hfield"}
_SIZES = {"sphere": 1, "capsule": 2, "cylinder": 2, "ellipsoid": 3, "box": 3}


class Geoms:
    """Reads geoms of one file."""

    def __init__(
        self, root: Tag, compiler: Compiler, defaults: Defaults, source: XmlSource
    ) -> None:
        self.compiler, self.source = compiler, source
        self.meshes: dict[str, tuple[Tag, dict[str, str]]] = {}
        self.colors: dict[str, str | None] = {}
        self._seen: list[tuple[float, dict[str, Any]]] = []  # groups and words of what was read
        for asset in root.all("asset"):
            for tag in asset.all("mesh"):
                given = defaults.of(tag, "")
                file = given.get("file", "")
                name = given.get("name", posixpath.splitext(posixpath.basename(file))[0])
                self.meshes[name] = tag, given
            for tag in asset.all("material"):
                given = defaults.of(tag, "")
                self.colors[given.get("name", "")] = color(given.get("rgba", ""))

    def read(self, tag: Tag, given: Mapping[str, str], outer: LinkFrame) -> WeighedShape | None:
        """A geom that has a volume; None for planes, and for what cannot be used."""
        kind = given.get("type", "sphere")
        if kind in _WEIGHTLESS:
            self.source.note("left out", f"{kind} geoms of bodies")
            return None
        fitted = kind != "mesh" and "mesh" in given
        if fitted or kind not in (*_SIZES, "mesh"):
            what = "geoms fitted to meshes" if fitted else f"{kind} geoms"
            self.source.note("left out", what)
            return None
        at = outer @ self.compiler.frame(tag, given)
        if kind == "mesh":
            shape, at = self._mesh(tag, given, at)
        else:
            shape, at = self._simple(tag, given, kind, at, outer)
        if not shape:
            return None
        words = {**shape, "at": at.words()}
        own = self._color(given)
        group = self.compiler.number(tag, given, "group", 0.0)
        self._seen.append((group, {**words, "color": own} if own else words))
        if kind == "mesh" and "volume" not in shape["mesh"]:
            return None
        return self._weighed(tag, given, words)

    def take_seen(self) -> list[dict[str, Any]]:
        """Words of the geoms that were read since the last time, to be seen.

        Groups from 3 on are hidden, as MuJoCo's viewers do, unless there are no others.
        """
        shown = [words for group, words in self._seen if group < _HIDDEN]
        found = shown or [words for _, words in self._seen]
        self._seen = []
        return found

    def _color(self, given: Mapping[str, str]) -> str | None:
        return color(given.get("rgba", "")) or self.colors.get(given.get("material", ""))

    def _simple(
        self, tag: Tag, given: Mapping[str, str], kind: str, at: LinkFrame, outer: LinkFrame
    ) -> tuple[dict[str, Any], LinkFrame]:
        sizes = self.source.several(tag, "size", given.get("size", ""), 3)
        if "fromto" in given and kind != "sphere":
            ends = np.array(self.compiler.vector(tag, given, "fromto", [0.0] * 6)).reshape(2, 3)
            along = ends[0] - ends[1]
            length = float(np.linalg.norm(along))
            if not sizes or length == 0:
                said = "fromto needs two points and a size"
                self.source.refuse(tag, said, "give both", given["fromto"])
                return {}, at
            at = outer @ LinkFrame(ends.mean(axis=0), z_to(along))
            across = sizes[:1] * (_SIZES[kind] - 1)
            sizes = [*across, length / 2]
        if len(sizes) < _SIZES[kind]:
            said = f"a {kind} has {_SIZES[kind]} sizes"
            self.source.refuse(tag, said, "complete size", given.get("size", ""))
            return {}, at
        if kind in ("capsule", "cylinder"):
            words: Any = {"radius": sizes[0], "length": 2 * sizes[1], "along": "z"}
        elif kind == "box":
            words = [2 * size for size in sizes[:3]]
        else:
            words = sizes[0] if kind == "sphere" else sizes[:3]
        return {kind: words}, at

    def _mesh(
        self, tag: Tag, given: Mapping[str, str], at: LinkFrame
    ) -> tuple[dict[str, Any], LinkFrame]:
        name = given.get("mesh", "")
        if name not in self.meshes:
            self.source.refuse(tag, "there is no such mesh among the assets", "add it", name)
            return {}, at
        asset, facts = self.meshes[name]
        if "file" not in facts:
            self.source.note("left out, a mesh without a file", name)
            return {}, at
        file = facts["file"]
        if self.compiler.strips_paths:
            file = posixpath.basename(file)
        scale = self.compiler.vector(asset, facts, "scale", [1.0, 1.0, 1.0])
        p = self.compiler.vector(asset, facts, "refpos", [0.0, 0.0, 0.0])
        turned = {"quat": facts["refquat"]} if "refquat" in facts else {}
        reference = LinkFrame(np.array(p), self.compiler.orientation(asset, turned))
        path = posixpath.join(self.compiler.meshes, file)
        words = seen_mesh_words(path, scale, self.source)
        if words and "volume" not in words["mesh"]:
            mesh_words(path, scale, self.source)  # says why it has no volume
        return words, at @ reference.inverse

    def _weighed(
        self, tag: Tag, given: Mapping[str, str], words: dict[str, Any]
    ) -> WeighedShape | None:
        try:
            shape = Shape(**words)
        except ValidationError as error:
            facts = error.errors(include_url=False)[0]
            said = str(facts.get("ctx", {}).get("message", facts["msg"]))
            self.source.refuse(tag, f"a geom cannot be read: {said}", "correct its sizes")
            return None
        if given.get("shellinertia", "false") == "true":
            self.source.refuse(tag, "shells are not read", "give the body an <inertial>")
        mass = self.compiler.number(tag, given, "mass", -1.0)
        if mass < 0:
            mass = shape.volume * self.compiler.number(tag, given, "density", WATER)
        group = self.compiler.number(tag, given, "group", 0.0)
        least, most = self.compiler.groups
        counts = least <= group <= most and shape.volume > 0
        mass = mass if counts else 0.0
        inertia = shape.inertia_per_density * (mass / shape.volume if counts else 0.0)
        own = self._color(given)
        return WeighedShape(words, mass, shape.volume, shape.centroid, inertia, own)


def bounded(given: Inertial, compiler: Compiler) -> Inertial:
    """With the least mass and inertia that the compiler sets, and balanced if it is to be."""
    mass = max(given.mass, compiler.least_mass)
    values, axes = np.linalg.eigh(given.inertia)
    wanted = np.maximum(values, compiler.least_inertia)
    if compiler.balance and np.any(2 * wanted > wanted.sum()):
        wanted = np.full(3, wanted.mean())
    if np.array_equal(wanted, values):
        return Inertial(mass, given.com, given.inertia)
    return Inertial(mass, given.com, axes * wanted @ axes.T)


def color(rgba: str) -> str | None:
    """#rrggbb of the numbers of a colour."""
    try:
        parts = [float(part) for part in rgba.split()]
    except ValueError:
        return None
    if len(parts) < 3 or not all(0.0 <= part <= 1.0 for part in parts):
        return None
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts[:3])

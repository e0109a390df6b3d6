"""URDF to the words of a model: links are bodies, each with the joint that leads to it.

A root link `world` is the world; another root without mass is fixed to it, and one with mass is
free. One shape is kept per link: the first simple one of its collisions, else of its visuals, else
a mesh that can be read. Effort and speed limits belong to actuators, which URDF does not have.
What is left out is named in the description.
"""

from __future__ import annotations

import math
from collections import Counter
from pathlib import PurePath
from typing import Any

import numpy as np
from pydantic_core import PydanticCustomError

from pelagos.errors import ModelError, Problem
from pelagos.model import scope, xml_text
from pelagos.model.placement import Placement
from pelagos.model.scope import Keys
from pelagos.model.shapes import Mesh
from pelagos.model.suggest import did_you_mean
from pelagos.model.xml_text import Tag
from pelagos.model.yaml_text import Document

ENDING = ".urdf"
WORLD = "world"

_JOINTS = {
    "revolute": "revolute",
    "continuous": "revolute",
    "prismatic": "prismatic",
    "planar": "planar",
    "floating": "free",
    "fixed": "fixed",
}
_READ = {"link", "joint", "material"}


def read(text: str, file: str) -> Document:
    """The words of a URDF text, with their lines; what is wrong is in its problems."""
    root = xml_text.read(text, file)
    if root.name != "robot":
        remedy = "begin with <robot name=...>"
        message = "a URDF file holds a robot"
        raise ModelError([Problem(file, root.line, "", f"<{root.name}>", message, remedy)])
    return _Robot(root, file).document()


class _Robot:
    """One file on its way to words."""

    def __init__(self, root: Tag, file: str) -> None:
        self.root, self.file = root, file
        self.problems: list[Problem] = []
        self.lines: dict[Keys, int] = {(): root.line}
        self.left_out: Counter[str] = Counter()
        self.links = self._named("link")
        self.joints = self._named("joint")
        colors = ((m.attributes.get("name", ""), _color(m)) for m in root.all("material"))
        self.materials = dict(colors)

    def document(self) -> Document:
        self._refuse_macros()
        for tag in self.root.children:
            if tag.name not in _READ:
                self.left_out[f"<{tag.name}>"] += 1
        leading = self._leading()
        bodies = {
            name: self._body(name, link, leading.get(name))
            for name, link in self.links.items()
            if name != WORLD
        }
        words = {
            "pelagos": 1,
            "name": self.root.attributes.get("name", "robot"),
            "bodies": bodies,
            "constraints": self._mimics(),
        }
        words["description"] = self._description()
        return Document(words, self.lines, tuple(self.problems))

    # --- the tree

    def _named(self, kind: str) -> dict[str, Tag]:
        found: dict[str, Tag] = {}
        for tag in self.root.all(kind):
            name = tag.attributes.get("name", "")
            if not name or name in found:
                said = f"two {kind}s have this name" if name else f"a {kind} without a name"
                self._refuse(tag, said, "give every one a name of its own", name)
            found.setdefault(name, tag)
        return found

    def _leading(self) -> dict[str, Tag]:
        """The joint that leads to each link."""
        leading: dict[str, Tag] = {}
        for joint in self.joints.values():
            parent, child = self._end(joint, "parent"), self._end(joint, "child")
            if parent is None or child is None:
                continue
            if child in leading or child == WORLD:
                said = f"a second joint leads to the link {child}"
                remedy = "URDF has no closed loops: leave one joint out, include the file in a "
                self._refuse(joint, said, remedy + "model and close the loop by constraints")
            leading.setdefault(child, joint)
        return leading

    def _end(self, joint: Tag, side: str) -> str | None:
        tag = joint.first(side)
        name = "" if tag is None else tag.attributes.get("link", "")
        if name in self.links:
            return name
        remedy = did_you_mean(name, tuple(self.links)) if name else f'add <{side} link="..."/>'
        self._refuse(tag or joint, f"the {side} of a joint must be a link", remedy, name)
        return None

    def _body(self, name: str, link: Tag, joint: Tag | None) -> dict[str, Any]:
        self.lines["bodies", name] = link.line
        words = self._mass(link)
        if joint is None:
            words["joint"] = "free" if words["mass"] else "fixed"
        else:
            self.lines["bodies", name, "joint"] = self.lines["bodies", name, "at"] = joint.line
            words["parent"] = self._end(joint, "parent")
            words["at"] = self._origin(joint)
            words["joint"] = self._joint(joint)
        shape = self._shape(link)
        if shape is not None:
            words["shape"] = shape
        color = next((c for v in link.all("visual") if (c := self._material(v))), None)
        if color:
            words["color"] = color
        return words

    # --- parts of a link

    def _mass(self, link: Tag) -> dict[str, Any]:
        inertial = link.first("inertial")
        if inertial is None:
            return {"mass": 0.0, "inertia": [0.0, 0.0, 0.0]}
        mass, inertia = inertial.first("mass"), inertial.first("inertia")
        i = {k: self._number(inertia, k, 0.0) for k in ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")}
        at = self._origin(inertial)
        matrix = np.array(
            [
                [i["ixx"], i["ixy"], i["ixz"]],
                [i["ixy"], i["iyy"], i["iyz"]],
                [i["ixz"], i["iyz"], i["izz"]],
            ]
        )
        R = Placement(**at).R
        return {
            "mass": self._number(mass, "value", 0.0),
            "com": at["position"],
            "inertia": (R @ matrix @ R.T).tolist(),
        }

    def _shape(self, link: Tag) -> dict[str, Any] | None:
        """The first simple shape, else the first mesh that can be used."""
        holders = [*link.all("collision"), *link.all("visual")]
        meshes: list[tuple[Tag, Tag]] = []
        for holder in holders:
            geometry = holder.first("geometry")
            for tag in [] if geometry is None else geometry.children:
                if tag.name == "mesh":
                    meshes.append((holder, tag))
                elif (simple := self._simple(tag)) is not None:
                    return {**simple, "at": self._origin(holder)}
        for holder, tag in meshes:
            if (mesh := self._mesh(tag)) is not None:
                return {"mesh": mesh, "at": self._origin(holder)}
        return None

    def _simple(self, tag: Tag) -> dict[str, Any] | None:
        if tag.name == "box":
            return {"box": self._numbers(tag, "size", [0.0, 0.0, 0.0])}
        if tag.name == "sphere":
            return {"sphere": self._number(tag, "radius", 0.0)}
        if tag.name in ("cylinder", "capsule"):
            sizes = {word: self._number(tag, word, 0.0) for word in ("radius", "length")}
            return {tag.name: {**sizes, "along": "z"}}
        self.left_out[f"<{tag.name}> shapes"] += 1
        return None

    def _mesh(self, tag: Tag) -> dict[str, Any] | None:
        """A mesh as words; None, and left out, if it cannot be used."""
        name = tag.attributes.get("filename", "")
        scale = self._numbers(tag, "scale", [1.0, 1.0, 1.0])
        # package://name/rest: packages are not searched for, the rest may lie beside the file
        local = name.removeprefix("file://")
        if local.startswith("package://"):
            local = local.removeprefix("package://").partition("/")[2]
        try:
            if len(set(scale)) == 1:
                Mesh(file=scope.current().module_folder + local, scale=scale[0])
                return {"file": local, "scale": scale[0]}
        except (PydanticCustomError, ModelError, ValueError):
            pass  # no such file, an unknown format, or a surface with holes
        self.left_out[f"mesh {name}"] += 1
        return None

    def _material(self, visual: Tag) -> str | None:
        material = visual.first("material")
        if material is None:
            return None
        return _color(material) or self.materials.get(material.attributes.get("name", ""))

    # --- parts of a joint

    def _joint(self, joint: Tag) -> Any:
        kind = joint.attributes.get("type", "")
        if kind not in _JOINTS:
            self._refuse(joint, "there is no such type of joint", f"use {', '.join(_JOINTS)}", kind)
            return "fixed"
        word = _JOINTS[kind]
        if word in ("free", "fixed"):
            return word
        words: dict[str, Any] = {word: self._numbers(joint.first("axis"), "xyz", [1.0, 0.0, 0.0])}
        dynamics = joint.first("dynamics")
        for name, ours in (("damping", "damping"), ("friction", "coulomb")):
            if value := self._number(dynamics, name, 0.0):
                words[ours] = value
        limit = joint.first("limit")
        if kind in ("revolute", "prismatic") and limit is not None:
            ends = [self._number(limit, end, 0.0) for end in ("lower", "upper")]
            if ends != [0.0, 0.0]:
                words["limits"] = ends
        for name in ("effort", "velocity"):
            if limit is not None and name in limit.attributes:
                self.left_out[f"{name} limits"] += 1
        return words

    def _mimics(self) -> dict[str, Any]:
        """Joints that follow another: gears."""
        gears: dict[str, Any] = {}
        for name, joint in self.joints.items():
            mimic, child = joint.first("mimic"), joint.first("child")
            if mimic is None or child is None:
                continue
            leader = self.joints.get(mimic.attributes.get("joint", ""))
            led_by = None if leader is None else self._end(leader, "child")
            if led_by is None:
                remedy = did_you_mean(mimic.attributes.get("joint", ""), tuple(self.joints))
                self._refuse(mimic, "a joint can only mimic another joint", remedy)
                continue
            self.lines["constraints", f"{name}-mimic"] = mimic.line
            ratio = self._number(mimic, "multiplier", 1.0)
            gear = {"joints": {child.attributes.get("link", ""): 1.0, led_by: -ratio}}
            offset = self._number(mimic, "offset", 0.0)
            gears[f"{name}-mimic"] = {"gear": {**gear, **({"value": offset} if offset else {})}}
        return gears

    # --- values

    def _origin(self, tag: Tag) -> dict[str, list[float]]:
        origin, none = tag.first("origin"), [0.0, 0.0, 0.0]
        position = self._numbers(origin, "xyz", none)
        return {"position": position, "rpy": self._numbers(origin, "rpy", none)}

    def _number(self, tag: Tag | None, name: str, default: float) -> float:
        return self._numbers(tag, name, [default])[0]

    def _numbers(self, tag: Tag | None, name: str, default: list[float]) -> list[float]:
        if tag is None or name not in tag.attributes:
            return default
        text = tag.attributes[name]
        try:
            values = [float(part) for part in text.split()]
        except ValueError:
            values = []
        if len(values) != len(default) or not all(math.isfinite(v) for v in values):
            many = "a number" if len(default) == 1 else f"{len(default)} numbers"
            said = f"{name} of <{tag.name}> must be {many}"
            self._refuse(tag, said, "write plain numbers in SI units", text)
            return default
        return values

    # --- what is said

    def _refuse(self, tag: Tag, message: str, remedy: str, found: str = "") -> None:
        self.problems.append(Problem(self.file, tag.line, f"<{tag.name}>", found, message, remedy))

    def _refuse_macros(self) -> None:
        macro = next((tag for tag in self.root.children if tag.name.startswith("xacro:")), None)
        if macro is not None:
            remedy = "write it out first: xacro robot.urdf.xacro > robot.urdf"
            self._refuse(macro, "this file holds macros, which are not run", remedy, macro.name)
            raise ModelError(self.problems)

    def _description(self) -> str:
        source = f"read from {PurePath(self.file).name}"
        if not self.left_out:
            return source
        parts = (f"{what} ({n})" if n > 1 else what for what, n in sorted(self.left_out.items()))
        return f"{source}; left out: {', '.join(parts)}"


def _color(material: Tag) -> str | None:
    """#rrggbb of a material."""
    color = material.first("color")
    text = "" if color is None else color.attributes.get("rgba", "")
    try:
        parts = [float(part) for part in text.split()]
    except ValueError:
        return None
    if len(parts) != 4 or not all(0.0 <= part <= 1.0 for part in parts):
        return None
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts[:3])

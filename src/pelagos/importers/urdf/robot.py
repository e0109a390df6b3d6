"""URDF to the words of a model: links are bodies, each with the joint that leads to it.

A root link `world` is the world; another root without mass is fixed to it, and one with mass is
free. One shape is kept per link: the first simple one of its collisions, else of its visuals, else
a mesh that can be read. Joints that a transmission drives have motors with their effort limits.
What is left out or read otherwise than it stands is in the notes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

import numpy as np

from pelagos.importers.contract import Importer
from pelagos.importers.gazebo.plugins import Waters, nothing
from pelagos.importers.inertias import settle
from pelagos.importers.massless import fix_massless, joints_of, name_held_roots
from pelagos.importers.mimics import followed
from pelagos.importers.source import XmlSource, color
from pelagos.importers.urdf.shapes import displaced, shapes_of
from pelagos.importers.urdf.transmissions import driven, transmitted
from pelagos.importers.xacro.evaluator import has_macros, written_out
from pelagos.joints.table import KINDS
from pelagos.language import scope
from pelagos.language.placement import Placement
from pelagos.language.scope import Keys
from pelagos.language.suggest import did_you_mean
from pelagos.language.words import LARGEST, WORLD
from pelagos.language.xml_text import Tag
from pelagos.language.yaml_text import Document

_JOINTS = {name: kind for kind in KINDS for name in kind.urdf}
_READ = {"link", "joint", "material", "transmission", "gazebo"}
_READ_IN = {
    "link": {"inertial", "visual", "collision", "hydrodynamics"},
    "joint": {"parent", "child", "origin", "axis", "limit", "dynamics", "mimic"},
}
_FAR = 1e6  # rad or m: nobody builds a stop there


class Urdf(Importer):
    """URDF, as http://wiki.ros.org/urdf/XML describes it."""

    name = "URDF"
    endings = (".urdf", ".xacro")
    tag = "robot"
    body = "link"
    balances = True

    def read(self, root: Tag, file: str) -> Document:
        return _Robot(root, file).document()


class _Robot:
    """One file on its way to words."""

    def __init__(self, root: Tag, file: str) -> None:
        self.source = XmlSource(file)
        evaluated = file.lower().endswith(".xacro") or has_macros(root)
        self.root = written_out(root, self.source) if evaluated else root
        self.lines: dict[Keys, int] = {(): root.line}
        self.links = self._named("link")
        self.joints = self._named("joint")
        self.names = self.source.names("links", self.links)  # of bodies
        self.joint_names = self.source.names("joints", self.joints)
        colors = ((m.attributes.get("name", ""), color(m)) for m in self.root.all("material"))
        self.materials = dict(colors)
        self.driven = transmitted(self.root)

    def document(self) -> Document:
        for tag in self.root.children:
            if tag.name not in _READ:
                self.source.note("left out", f"<{tag.name}>")
            for inner in tag.children if tag.name in _READ_IN else ():
                if inner.name not in _READ_IN[tag.name]:
                    self.source.note("left out", f"<{inner.name}> of {tag.name}s")
        leading = self._leading()
        bodies = {
            self.names[name]: self._body(name, link, leading.get(name))
            for name, link in self.links.items()
            if name != WORLD
        }
        gears = self._mimics(bodies)
        fix_massless(bodies, gears, self.source)
        name_held_roots(bodies, self.source)
        here = scope.current()
        settle(bodies, self.source, here.balance)
        words: dict[str, Any] = {
            "pelagos": 1,
            "name": self.root.attributes.get("name", "robot"),
            "description": f"read from {PurePath(self.source.file).name}",
            "bodies": bodies,
            "constraints": gears,
        }
        words |= {"initial": start} if (start := followed(gears, bodies)) else {}
        motors = driven(self.root, self._places(bodies), self.joint_names, self.source)
        words |= {"actuators": motors} if motors else {}
        self._add_water(words)
        return Document(words, self.lines, tuple(self.source.problems), self.source.notes())

    def _places(self, bodies: dict[str, dict[str, Any]]) -> dict[str, tuple[str, Tag]]:
        """Bodies by the names of joints that move them, with the tags of the joints."""
        found = {}
        for name, joint in self.joints.items():
            child = joint.first("child")
            body = None if child is None else self.names.get(child.attributes.get("link", ""))
            if body in bodies and bodies[body]["joint"] != "fixed":
                found[name] = body, joint
        return found

    def _add_water(self, words: dict[str, Any]) -> None:
        """What plugins and tags <hydrodynamics> say of water and thrust."""
        waters = Waters(self.source)
        for name, link in self.links.items():
            for tag in link.all("hydrodynamics"):
                waters.extension(tag, self.names[name])
        for holder in self.root.all("gazebo"):
            for tag in holder.children:
                if tag.name == "plugin":
                    waters.read(tag, self.names.get, self._propeller)
                else:
                    self.source.note("left out", f"<{tag.name}> of <gazebo>")
        waters.complete(words, nothing, self._volume, floats=True)
        if thrusters := waters.thrusters():
            words["actuators"] = {**words.get("actuators", {}), **thrusters}

    def _propeller(self, name: str) -> tuple[str, list[float], list[float]] | None:
        """The body that bears a joint, the joint's point on it, and its axis in its axes."""
        joint = self.joints.get(name)
        parent = None if joint is None else self._end(joint, "parent")
        if joint is None or parent is None:
            return None
        at = self.source.origin(joint)
        axis = self.source.numbers(joint.first("axis"), "xyz", [1.0, 0.0, 0.0])
        along = (Placement(**at).R @ np.array(axis)).tolist()
        return self.names[parent], at["position"], along

    def _volume(self, name: str) -> tuple[float, list[float]] | None:
        """Of the collision shapes of a link."""
        link = next(tag for known, tag in self.links.items() if self.names[known] == name)
        return displaced(link, self.source)

    # --- the tree

    def _named(self, kind: str) -> dict[str, Tag]:
        found: dict[str, Tag] = {}
        for tag in self.root.all(kind):
            name = tag.attributes.get("name", "")
            if not name or name in found:
                said = f"two {kind}s have this name" if name else f"a {kind} without a name"
                self.source.refuse(tag, said, "give every one a name of its own", name)
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
                self.source.refuse(joint, said, remedy + "model and close the loop by constraints")
            leading.setdefault(child, joint)
        return leading

    def _end(self, joint: Tag, side: str) -> str | None:
        tag = joint.first(side)
        name = "" if tag is None else tag.attributes.get("link", "")
        if name in self.links:
            return name
        remedy = did_you_mean(name, tuple(self.links)) if name else f'add <{side} link="..."/>'
        self.source.refuse(tag or joint, f"the {side} of a joint must be a link", remedy, name)
        return None

    def _body(self, name: str, link: Tag, joint: Tag | None) -> dict[str, Any]:
        ours = self.names[name]
        self.lines["bodies", ours] = link.line
        words = self._mass(link)
        if joint is None:
            words["joint"] = "free" if words["mass"] else "fixed"
        else:
            self.lines["bodies", ours, "joint"] = self.lines["bodies", ours, "at"] = joint.line
            parent = self._end(joint, "parent")
            words["parent"] = self.names.get(parent or WORLD, WORLD)
            words["at"] = self.source.origin(joint)
            words["joint"] = self._named_joint(joint)
        words |= shapes_of(link, self.source, self._material)
        painted = next((c for v in link.all("visual") if (c := self._material(v))), None)
        if painted:
            words["color"] = painted
        return words

    # --- parts of a link

    def _mass(self, link: Tag) -> dict[str, Any]:
        inertial = link.first("inertial")
        if inertial is None:
            return {"mass": 0.0, "inertia": np.zeros((3, 3)).tolist()}
        mass, inertia = inertial.first("mass"), inertial.first("inertia")
        keys = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
        xx, yy, zz, xy, xz, yz = (self.source.number(inertia, key, 0.0) for key in keys)
        at = self.source.origin(inertial)
        R = Placement(**at).R
        turned = R @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ R.T
        return {
            "mass": self.source.number(mass, "value", 0.0),
            "com": at["position"],
            "inertia": ((turned + turned.T) / 2).tolist(),
        }

    def _material(self, visual: Tag) -> str | None:
        material = visual.first("material")
        if material is None:
            return None
        return color(material) or self.materials.get(material.attributes.get("name", ""))

    # --- parts of a joint

    def _named_joint(self, joint: Tag) -> Any:
        """The joint with its own name, by which actuators and the like may call it."""
        words = self._joint(joint)
        name = self.joint_names[joint.attributes.get("name", "")]
        if words == "fixed":
            return words
        if name in self.names.values():
            child = joint.first("child")
            if child is not None and self.names.get(child.attributes.get("link", "")) != name:
                text = "joints that have the name of another link, which the name stands for"
                self.source.note(text, name)
            return words
        return {**({words: True} if isinstance(words, str) else words), "name": name}

    def _joint(self, joint: Tag) -> Any:
        kind = joint.attributes.get("type", "")
        if kind not in _JOINTS:
            remedy = f"use {', '.join(_JOINTS)}"
            self.source.refuse(joint, "there is no such type of joint", remedy, kind)
            return "fixed"
        ours = _JOINTS[kind]
        if not ours.resisted:
            return ours.word
        axis = self.source.numbers(joint.first("axis"), "xyz", [1.0, 0.0, 0.0])
        words: dict[str, Any] = {ours.word: axis if ours.words.count else True}
        dynamics = joint.first("dynamics")
        for name, key in (("damping", "damping"), ("friction", "coulomb")):
            if value := self.source.number(dynamics, name, 0.0):
                words[key] = value
        limit = joint.first("limit")
        if limit is not None:
            stops = ours.nv == 1 and kind != "continuous" and self._stops(joint, limit)
            words |= {"limits": stops} if stops else {}
            if "velocity" in limit.attributes:
                self.source.note("left out", "velocity limits")
            if "effort" in limit.attributes and joint.attributes.get("name") not in self.driven:
                self.source.note("left out", "effort limits")
        return words

    def _stops(self, joint: Tag, limit: Tag) -> list[float]:
        """Lower and upper end; nothing where the limits say that there are none."""
        ends = [self.source.number(limit, end, 0.0, math.inf) for end in ("lower", "upper")]
        name = joint.attributes.get("name", "")
        if ends[0] >= ends[1]:
            if limit.attributes.keys() & {"lower", "upper"}:
                said = f"{name} [{ends[0]:g}, {ends[1]:g}]"
                self.source.note("limits taken as none, the lower is not below the upper", said)
            return []
        if min(map(abs, ends)) >= _FAR:
            said = f"{name} [{ends[0]:g}, {ends[1]:g}]"
            self.source.note(f"limits taken as none, beyond {_FAR:g}", said)
            return []
        return [math.copysign(min(abs(end), LARGEST), end) for end in ends]

    def _mimics(self, bodies: dict[str, dict[str, Any]]) -> dict[str, Any]:
        """Joints that follow another: gears."""
        gears: dict[str, Any] = {}
        for name, follower, mimic, leader in self._followers():
            if leader is None:
                said = f"{name} of {mimic.attributes.get('joint', '')}"
                self.source.note("mimics of joints that are not there, left out", said)
            elif follower == leader or "fixed" in joints_of(bodies, follower, leader):
                self.source.note("mimics on fixed joints, left out", name)
            else:
                key = f"{self.joint_names[name]}-mimic"
                self.lines["constraints", key] = mimic.line
                ratio = self.source.number(mimic, "multiplier", 1.0)
                offset = self.source.number(mimic, "offset", 0.0)
                gear: dict[str, Any] = {"joints": {follower: 1.0, leader: -ratio}}
                gears[key] = {"gear": {**gear, **({"value": offset} if offset else {})}}
        return gears

    def _followers(self) -> Iterator[tuple[str, str, Tag, str | None]]:
        """Joints that mimic: their name, their body, the tag, and the body of the leader."""
        for name, joint in self.joints.items():
            mimic, child = joint.first("mimic"), joint.first("child")
            follower = None if child is None else self.names.get(child.attributes.get("link", ""))
            if mimic is None or follower is None:
                continue
            leader = self.joints.get(mimic.attributes.get("joint", ""))
            led_by = None if leader is None else leader.first("child")
            body = None if led_by is None else self.names.get(led_by.attributes.get("link", ""))
            yield name, follower, mimic, body

"""MJCF to the words of a model: a body for each joint, geoms as shapes and masses.

Bodies here have one joint, whose place is their origin: a body with several joints becomes a chain
of bodies without mass that ends with it, and a joint beside the origin moves the origin. Contacts
are left out, and limits and equalities, which are soft in MuJoCo, are stops and relations. What is
left out or read otherwise than it stands is in the notes.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

import numpy as np

from pelagos.errors import ModelError
from pelagos.importers.contract import Importer
from pelagos.importers.files import Inclusions
from pelagos.importers.frames import HERE, Array, LinkFrame, Shifted, quaternion_of
from pelagos.importers.inertias import settle
from pelagos.importers.masses import Inertial, WeighedShape, together
from pelagos.importers.massless import fix_massless
from pelagos.importers.mjcf.actuators import Actuators
from pelagos.importers.mjcf.bodies import Item, MjcfBody, MjcfTree
from pelagos.importers.mjcf.defaults import Defaults
from pelagos.importers.mjcf.geoms import Geoms, bounded
from pelagos.importers.mjcf.joints import JointFacts, JointReader, initial, is_rotation
from pelagos.importers.mjcf.options import Compiler
from pelagos.importers.mjcf.relations import Relations
from pelagos.importers.source import XmlSource
from pelagos.language import scope
from pelagos.language.scope import Keys
from pelagos.language.words import WORLD
from pelagos.language.xml_text import Tag
from pelagos.language.yaml_text import Document

_READ = {
    *("compiler", "option", "default", "asset", "worldbody"),
    *("tendon", "equality", "actuator", "keyframe"),
}
_UNFELT = {"visual", "statistic", "size", "custom"}  # nothing moves differently for them
_FLUID = ("density", "viscosity", "wind")


class Mjcf(Importer):
    """MJCF, as https://mujoco.readthedocs.io/en/stable/XMLreference.html describes it."""

    name = "MJCF"
    endings = (".xml", ".mjcf")
    tag = "mujoco"
    balances = True

    def read(self, root: Tag, file: str) -> Document:
        return _Model(root, file).document()


class _Model:
    """One file on its way to words."""

    def __init__(self, root: Tag, file: str) -> None:
        self.source = XmlSource(file)
        self.root = _taken_in(root, Inclusions(self.source, (".xml", ".mjcf")), 0)
        self.lines: dict[Keys, int] = {(): root.line}
        self.compiler = Compiler(self.root, self.source)
        defaults = Defaults(self.root, self.source)
        self.tree = MjcfTree(self.root, self.compiler, defaults, self.source)
        self.geoms = Geoms(self.root, self.compiler, defaults, self.source)
        self.geoms_seen: dict[str, list[dict[str, Any]]] = {}  # by body
        self.reader = JointReader(self.compiler, self.source)
        self.shifted = Shifted()
        self.joints: dict[str, JointFacts] = {}  # in the order of qpos
        self.bodies: dict[str, dict[str, Any]] = {}
        self.start: dict[str, Any] = {}
        joints = (j.name for body in self.tree.bodies.values() for j in body.joints if j.name)
        self.joint_names = self.source.names("joints", dict.fromkeys(joints))

    def document(self) -> Document:
        for tag in self.root.children:
            if tag.name not in _READ | _UNFELT:
                self.source.note("left out", f"<{tag.name}>")
        found = {name: self._inertial(body) for name, body in self.tree.bodies.items()}
        inertials = self._to_total({name: inertial for name, (inertial, _) in found.items()})
        for name, body in self.tree.bodies.items():
            self._add(body, inertials[name], found[name][1])
        parts = (self.root, self.tree, self.shifted, self.joints, self.source)
        relations = Relations(*parts)
        springs = relations.springs(self.bodies)
        constraints = relations.constraints()
        actuators = Actuators(*parts)
        fix_massless(self.bodies, constraints, self.source)
        settle(self.bodies, self.source, scope.current().balance)
        words = {
            "pelagos": 1,
            "name": self.root.attributes.get("model", "robot"),
            "description": f"read from {PurePath(self.source.file).name}",
            "gravity": self._gravity(),
            "bodies": self.bodies,
            "constraints": constraints,
            "springs": springs,
            "actuators": actuators.words,
            "initial": self.start,
            "scenarios": self._keyframes(actuators),
        }
        if self.source.problems:  # of which the others would follow
            words |= {"actuators": {}, "scenarios": {}}
        kept = {key: value for key, value in words.items() if value or key in ("bodies", "gravity")}
        return Document(kept, self.lines, tuple(self.source.problems), self.source.notes())

    def _gravity(self) -> list[float]:
        gravity = [0.0, 0.0, -9.81]
        for option in self.root.all("option"):
            gravity = self.source.numbers(option, "gravity", gravity)
            for key in _FLUID:
                if any(self.source.several(option, key, option.attributes.get(key, ""), 3)):
                    self.source.note("left out", f"{key} of the fluid")
            for flag in option.all("flag"):
                if flag.attributes.get("gravity") == "disable":
                    gravity = [0.0, 0.0, 0.0]
        return gravity

    # --- masses

    def _inertial(self, body: MjcfBody) -> tuple[Inertial, list[WeighedShape]]:
        """Mass properties, and the geoms that could be read."""
        solids, lost = [], False
        for geom in body.geoms:
            solid = self.geoms.read(geom.tag, geom.given, geom.outer)
            if solid is not None:
                solids.append(solid)
            else:
                lost |= self._weighs(geom)
        self.geoms_seen[body.name] = self.geoms.take_seen()
        tag, how = body.inertial, self.compiler.from_geoms
        if how == "true" or (how == "auto" and tag is None):
            if lost:
                said = "its inertia follows from geoms that cannot be used"
                remedy = "give it an <inertial>, as a file saved by MuJoCo has"
                self.source.refuse(body.tag, said, remedy, body.name)
            if any("mesh" in solid.words and solid.mass for solid in solids):
                text = "masses of meshes are those of their volumes, as inertia=exact has them"
                self.source.note(text, body.name)
            return bounded(together(solids), self.compiler), solids
        if tag is None:
            return Inertial(0.0, np.zeros(3), np.zeros((3, 3))), solids
        return bounded(self._given(tag), self.compiler), solids

    def _weighs(self, geom: Item) -> bool:
        """Whether a geom that was not read has mass."""
        flat = geom.given.get("type") in ("plane", "hfield")
        mass = self.compiler.number(geom.tag, geom.given, "mass", -1.0)
        density = self.compiler.number(geom.tag, geom.given, "density", 1.0)
        return not flat and (mass > 0 or (mass < 0 and density > 0))

    def _given(self, tag: Tag) -> Inertial:
        at = self.compiler.frame(tag, tag.attributes)
        mass = self.source.number(tag, "mass", 0.0)
        if "fullinertia" in tag.attributes:
            xx, yy, zz, xy, xz, yz = self.source.numbers(tag, "fullinertia", [0.0] * 6)
            own: Array = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        else:
            own = np.diag(self.source.numbers(tag, "diaginertia", [0.0] * 3))
        inertia = at.R @ own @ at.R.T
        return Inertial(mass, at.p, (inertia + inertia.T) / 2)

    def _to_total(self, inertials: dict[str, Inertial]) -> dict[str, Inertial]:
        total = sum(inertial.mass for inertial in inertials.values())
        if self.compiler.total_mass <= 0 or total <= 0:
            return inertials
        factor = self.compiler.total_mass / total
        return {name: inertial.scaled(factor) for name, inertial in inertials.items()}

    # --- bodies

    def _add(self, body: MjcfBody, inertial: Inertial, solids: list[WeighedShape]) -> None:
        """The body, after one without mass for each of its joints but the last."""
        parent, at = body.parent, body.on_parent
        for k, joint in enumerate(body.joints[:-1]):
            name = self._between(body, joint, k)
            words = self._jointed(name, joint, parent, at)
            nothing = {"mass": 0.0, "inertia": np.zeros((3, 3)).tolist()}
            self.bodies[name] = {**words, **nothing}
            self.source.line(self.lines, ("bodies", name), joint.tag)
            parent, at = name, HERE
        if body.joints:
            words = self._jointed(body.name, body.joints[-1], parent, at)
        else:
            words = {"parent": parent, "at": self.shifted.joint(body.name, parent, at)}
            words["joint"] = "fixed"
        words |= {
            "mass": inertial.mass,
            "com": self.shifted.point(body.name, inertial.com),
            "inertia": ((inertial.inertia + inertial.inertia.T) / 2).tolist(),
        }
        self._show(words, body, solids)
        self.bodies[body.name] = words
        self.source.line(self.lines, ("bodies", body.name), body.tag)

    def _between(self, body: MjcfBody, joint: Item, number: int) -> str:
        taken = {*self.tree.bodies, *self.bodies, WORLD}
        wanted = self.joint_names.get(joint.name, f"{body.name}_{number + 1}")
        while wanted in taken:
            wanted += "_joint"
        return wanted

    def _jointed(self, name: str, joint: Item, parent: str, at: LinkFrame) -> dict[str, Any]:
        """Parent, place and joint of a body."""
        kind = self.reader.kind(joint)
        words = self.reader.words(joint, kind)
        facts = JointFacts(joint.name, kind, name, self.reader.ref(joint, kind))
        self.joints[joint.name or f"<{name}>"] = facts
        self.source.line(self.lines, ("bodies", name, "joint"), joint.tag)
        if kind == "free":
            if parent != WORLD:
                said = "a free joint belongs to a body of the world"
                self.source.refuse(joint.tag, said, "move the body", name)
            if np.any(at.p) or not np.array_equal(at.R, np.eye(3)):
                pose = {"position": at.p.tolist(), "quaternion": list(quaternion_of(at.R))}
                self.start[name] = pose
            return {"joint": words}
        self.shifted.move(name, self.reader.anchor(joint))
        called = self.joint_names.get(joint.name, "")
        if called and called not in {*self.tree.bodies, name}:
            words = {**words, "name": called}
        return {"parent": parent, "at": self.shifted.joint(name, parent, at), "joint": words}

    def _show(self, words: dict[str, Any], body: MjcfBody, solids: list[WeighedShape]) -> None:
        parts = self.geoms_seen.get(body.name, [])
        if parts:
            words["visual"] = [self._placed(body.name, part) for part in parts]
        if not solids:
            return
        largest = max(solids, key=lambda solid: solid.volume)
        words["shape"] = self._placed(body.name, largest.words)
        if largest.color:
            words["color"] = largest.color
        shape = words["shape"] | ({"color": largest.color} if largest.color else {})
        if words.get("visual") == [shape]:
            del words["visual"]
        for _ in solids[1:]:
            self.source.note("left out, one shape per body is kept", "geoms")

    def _placed(self, name: str, shape: dict[str, Any]) -> dict[str, Any]:
        """A shape in the frame of its body."""
        at = shape["at"]
        return {**shape, "at": {**at, "position": self.shifted.point(name, at["position"])}}

    # --- keyframes

    def _keyframes(self, actuators: Actuators) -> dict[str, Any]:
        """A scenario for each, which begins there."""
        found: dict[str, Any] = {}
        tags = [tag for frame in self.root.all("keyframe") for tag in frame.all("key")]
        wanted = [tag.attributes.get("name", f"key{k}") for k, tag in enumerate(tags, 1)]
        names = self.source.names("keyframes", dict.fromkeys(wanted))
        nq = sum(joint.count for joint in self.joints.values())
        nv = sum(joint.speeds for joint in self.joints.values())
        for name, tag in zip(wanted, tags, strict=True):
            q = self._vector(tag, "qpos", nq)
            u = self._vector(tag, "qvel", nv)
            control = self._vector(tag, "ctrl", len(actuators.controls))
            words: dict[str, Any] = {}
            if q is not None:
                words["initial"] = self._begun(tag, q, u)
            inputs = {
                kept[0]: value * kept[1]
                for kept, value in zip(actuators.controls, control or [], strict=False)
                if kept is not None
            }
            words |= {"inputs": inputs} if inputs else {}
            if words:
                found[names[name]] = {"description": f"the keyframe {name}", **words}
        return found

    def _vector(self, tag: Tag, name: str, count: int) -> list[float] | None:
        text = tag.attributes.get(name, "")
        numbers = self.source.several(tag, name, text, max(len(text.split()), 1))
        if numbers and len(numbers) != count:
            said = f"{name} of <key> has {len(numbers)} numbers, the file has {count}"
            self.source.refuse(tag, said, "correct it")
            return None
        return numbers or None

    def _begun(self, tag: Tag, q: list[float], u: list[float] | None) -> dict[str, Any]:
        found, at, rate = {}, 0, 0
        for joint in self.joints.values():
            own = q[at : at + joint.count]
            speeds = None if u is None else u[rate : rate + joint.speeds]
            at, rate = at + joint.count, rate + joint.speeds
            if joint.count > 3 and not is_rotation(own[-4:]):
                self.source.refuse(tag, "a quaternion of length zero", "correct qpos", joint.name)
            elif isinstance(self.bodies[joint.body]["joint"], dict) or joint.kind == "free":
                found[joint.body] = initial(joint, own, speeds)
        return found


def _taken_in(root: Tag, inclusions: Inclusions, depth: int) -> Tag:
    """The tag with files in the places where they are included."""
    children = []
    for child in root.children:
        if child.name != "include":
            children.append(_taken_in(child, inclusions, depth))
            continue
        inner = inclusions.read(child, child.attributes.get("file", ""), depth + 1)
        if inner is None:
            continue
        if inner.name not in ("mujoco", "mujocoinclude"):
            said = f"the file included is no MJCF (<{inner.name}>)"
            inclusions.source.refuse(child, said, "include <mujocoinclude>")
            raise ModelError(inclusions.source.problems)
        children += _taken_in(inner, inclusions, depth + 1).children
    return Tag(root.name, root.attributes, root.line, children, root.pieces, root.file)

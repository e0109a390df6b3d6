"""A robot as URDF: links, joints, mimics, transmissions; what URDF cannot say is listed."""

from __future__ import annotations

import math
from typing import Any
from xml.etree import ElementTree

import numpy as np

from pelagos.exporters.inertias import inertia_about_com
from pelagos.exporters.losses import Losses, joint_names, note_sections, number, numbers
from pelagos.importers.frames import z_to
from pelagos.language.shapes import Shape
from pelagos.language.visuals.parts import VisualPart
from pelagos.language.words import WORLD
from pelagos.model.bodies import Body
from pelagos.model.robot import Robot

_FAR = 1e6  # rad or m: limits that joints without any have, where some must be written
_Element = ElementTree.Element


def to_urdf(robot: Robot) -> tuple[str, list[str]]:
    """The text of a URDF file, and lines on what is lost in it."""
    return _Writer(robot).whole()


class _Writer:
    def __init__(self, robot: Robot) -> None:
        self.robot, self.losses = robot, Losses()
        self.root = ElementTree.Element("robot", name=robot.name)
        self.joints = joint_names(robot)
        self.limits = self._efforts()

    def whole(self) -> tuple[str, list[str]]:
        robot = self.robot
        if self._needs_world():
            ElementTree.SubElement(self.root, "link", name=WORLD)
        for name in robot.order:
            self._link(name, robot.bodies[name])
        written = {name: self._joint(name, robot.bodies[name]) for name in robot.order}
        self._mimics({name: tag for name, tag in written.items() if tag is not None})
        self._transmissions()
        self._note_the_rest()
        ElementTree.indent(self.root)
        text = ElementTree.tostring(self.root, encoding="unicode")
        return f'<?xml version="1.0"?>\n{text}\n', self.losses.lines()

    def _needs_world(self) -> bool:
        """A root that is free by itself needs none."""
        roots = [n for n in self.robot.order if self.robot.bodies[n].parent == WORLD]
        return len(roots) > 1 or self.robot.bodies[roots[0]].joint.kind != "free"

    # --- links

    def _link(self, name: str, body: Body) -> None:
        link = ElementTree.SubElement(self.root, "link", name=name)
        inertia = inertia_about_com(name, body, self.losses, impossible=True)
        if body.mass or np.any(inertia):
            inertial = ElementTree.SubElement(link, "inertial")
            ElementTree.SubElement(inertial, "origin", xyz=numbers(body.com))
            ElementTree.SubElement(inertial, "mass", value=number(body.mass))
            (xx, xy, xz), (_, yy, yz), (_, _, zz) = inertia
            entries = {"ixx": xx, "ixy": xy, "ixz": xz, "iyy": yy, "iyz": yz, "izz": zz}
            written = {key: number(value) for key, value in entries.items()}
            ElementTree.SubElement(inertial, "inertia", written)
        for part in body.visual if body.visual is not None else (body.shape,):
            if part is not None:
                own = getattr(part, "color", None) or body.color
                self._shape(link, "visual", name, part, own)
        if body.shape is not None:
            self._shape(link, "collision", name, body.shape, None)

    def _shape(
        self, link: _Element, holder: str, name: str, shape: Shape | VisualPart, color: Any
    ) -> None:
        R, p = shape.at.R, shape.at.p
        if shape.box is not None:
            kind, words = "box", {"size": numbers(shape.box)}
        elif shape.sphere is not None:
            kind, words = "sphere", {"radius": number(shape.sphere)}
        elif shape.cylinder is not None:
            R = R @ _z_along(np.array(shape.cylinder.along))
            sizes = {"radius": shape.cylinder.radius, "length": shape.cylinder.length}
            kind, words = "cylinder", {key: number(value) for key, value in sizes.items()}
        elif shape.mesh is not None:
            kind, words = "mesh", {"filename": shape.mesh.file}
            words["scale"] = numbers(np.broadcast_to(shape.mesh.scale, 3))
        else:
            kind = shape.form if isinstance(shape, VisualPart) else shape.kind
            self.losses.add(f"{kind} shapes", name)
            return
        tag = ElementTree.SubElement(link, holder)
        ElementTree.SubElement(tag, "origin", xyz=numbers(p), rpy=numbers(_rpy(R)))
        ElementTree.SubElement(ElementTree.SubElement(tag, "geometry"), kind, words)
        if holder == "visual" and color:
            self._material(tag, name, str(color))

    def _material(self, tag: _Element, name: str, color: str) -> None:
        if not (color.startswith("#") and len(color) == 7):
            self.losses.add("colours by names", name)
            return
        parts = [int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        material = ElementTree.SubElement(tag, "material", name=color)
        ElementTree.SubElement(material, "color", rgba=numbers([*parts, 1.0]))

    # --- joints

    def _joint(self, name: str, body: Body) -> _Element | None:
        """The joint that leads to a link; of several freedoms of one axis each, the last."""
        joint, parent = body.joint, body.parent
        origin = {"xyz": numbers(body.at.p), "rpy": numbers(_rpy(body.at.R))}
        if joint.kind == "free":
            if not self._needs_world():
                return None
            return self._tag("floating", self.joints[name], parent, name, {})
        if joint.kind == "universal":
            between = f"{name}_1"
            ElementTree.SubElement(self.root, "link", name=between)
            self.losses.add("universal joints as such; they are two joints each", name)
            first = self._tag("continuous", f"{self.joints[name]}_1", parent, between, origin)
            self._turns(first, name, body, 0)
            second = self._tag("continuous", self.joints[name], between, name, {})
            return self._turns(second, name, body, 1)
        kind = {"spherical": "spherical", "planar": "planar", "fixed": "fixed"}.get(joint.kind)
        if kind is None and joint.kind not in ("revolute", "prismatic"):
            self.losses.add(f"the motion of {joint.kind} joints, which are written as fixed", name)
            return self._tag("fixed", self.joints[name], parent, name, origin)
        tag = self._tag(kind or joint.kind, self.joints[name], parent, name, origin)
        if joint.kind == "spherical":
            self.losses.add("spherical joints elsewhere: PyBullet and Pelagos read them", name)
        if joint.kind == "planar":
            ElementTree.SubElement(tag, "axis", xyz=numbers(joint.axes[0]))
            self._lost_resistance(name, body, range(joint.nv))
        return self._turns(tag, name, body, 0) if kind is None else tag

    def _tag(
        self, kind: str, name: str, parent: str, child: str, origin: dict[str, str]
    ) -> _Element:
        tag = ElementTree.SubElement(self.root, "joint", name=name, type=kind)
        if origin:
            ElementTree.SubElement(tag, "origin", origin)
        ElementTree.SubElement(tag, "parent", link=parent)
        ElementTree.SubElement(tag, "child", link=child)
        return tag

    def _turns(self, tag: _Element, name: str, body: Body, k: int) -> _Element:
        """Axis, limits and resistance of one degree of freedom."""
        joint: Any = body.joint
        ElementTree.SubElement(tag, "axis", xyz=numbers(joint.axes[k]))
        limit: Any = joint.limits[k]
        if tag.attrib["type"] == "revolute" and limit is None:
            tag.attrib["type"] = "continuous"
        elif limit is not None and tag.attrib["type"] == "continuous":
            tag.attrib["type"] = "revolute"
        effort = self.limits.get(name, 0.0) or 1e9
        if limit is not None or tag.attrib["type"] == "prismatic":
            low, high = (-_FAR, _FAR) if limit is None else limit
            ends = {"lower": number(low), "upper": number(high)}
            ElementTree.SubElement(
                tag, "limit", {**ends, "effort": number(effort), "velocity": "1e9"}
            )
        elif name in self.limits:
            ElementTree.SubElement(tag, "limit", effort=number(effort), velocity="1e9")
        facts = {"damping": joint.damping[k], "friction": joint.coulomb[k]}
        written = {key: number(value) for key, value in facts.items() if value}
        if written:
            ElementTree.SubElement(tag, "dynamics", written)
        if joint.stiffness[k]:
            self.losses.add("springs of joints", name)
        if joint.armature[k]:
            self.losses.add("armatures of joints", name)
        return tag

    def _lost_resistance(self, name: str, body: Body, freedoms: range) -> None:
        for key in ("damping", "coulomb", "stiffness", "armature", "limits"):
            if any(getattr(body.joint, key)[k] for k in freedoms):
                self.losses.add(f"{key} of joints of several freedoms", name)

    def _mimics(self, written: dict[str, _Element]) -> None:
        followers: set[str] = set()
        for name, constraint in self.robot.constraints.items():
            law: Any = constraint.law
            terms = list(law.joints.items()) if constraint.kind == "gear" else []
            plain = len(terms) == 2 and all(label in written for label, _ in terms)
            if not plain or law.value.constant is None or terms[0][0] in followers:
                self.losses.add("constraints", name)
                continue
            (follower, own), (leader, other) = terms
            followers.add(follower)
            facts = {"multiplier": number(-other / own), "offset": number(law.value.constant / own)}
            ElementTree.SubElement(
                written[follower], "mimic", {"joint": self.joints[leader], **facts}
            )

    def _efforts(self) -> dict[str, float]:
        """Limits of motors by the bodies whose joints they drive; 0: there is none."""
        found = {}
        for actuator in self.robot.actuators.values():
            law: Any = actuator.law
            if actuator.kind in ("motor", "servo") and law.dof is None:
                found[law.joint] = law.limit or 0.0
        return found

    def _transmissions(self) -> None:
        for name, actuator in self.robot.actuators.items():
            law: Any = actuator.law
            if actuator.kind not in ("motor", "servo") or law.dof is not None:
                self.losses.add("actuators", name)
                continue
            tag = ElementTree.SubElement(self.root, "transmission", name=name)
            kind = ElementTree.SubElement(tag, "type")
            kind.text = "transmission_interface/SimpleTransmission"
            ElementTree.SubElement(tag, "joint", name=self.joints[law.joint])
            ElementTree.SubElement(tag, "actuator", name=name)
            if actuator.kind == "servo":
                self.losses.add("gains of servos", name)

    def _note_the_rest(self) -> None:
        note_sections(self.robot, self.losses, keeps_springs=False)
        if tuple(self.robot.gravity) != (0.0, 0.0, -9.81):
            self.losses.add(f"gravity {list(self.robot.gravity)}")
        if self.robot.initial:
            self.losses.add("the initial state")


def _z_along(axis: np.ndarray) -> np.ndarray:
    return z_to(axis.tolist())


def _rpy(R: np.ndarray) -> list[float]:
    """Roll, pitch and yaw of a rotation; where they are not unique, without roll."""
    cosine = math.hypot(R[0, 0], R[1, 0])
    pitch = math.atan2(-R[2, 0], cosine)
    if cosine < 1e-12:
        return [0.0, pitch, math.atan2(-R[0, 1], R[1, 1])]
    return [math.atan2(R[2, 1], R[2, 2]), pitch, math.atan2(R[1, 0], R[0, 0])]

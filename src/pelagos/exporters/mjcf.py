"""A robot as MJCF: bodies, joints, springs, some constraints and actuators; the rest is listed.

MuJoCo wants mass in every body that moves, so bodies without any hand their joints to the one they
carry. Geoms show shapes and neither weigh nor touch.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from xml.etree import ElementTree

import numpy as np

from pelagos.elements.spring import SpringBetween
from pelagos.exporters.inertias import inertia_about_com
from pelagos.exporters.losses import (
    Losses,
    children,
    joint_names,
    note_sections,
    number,
    numbers,
)
from pelagos.importers.frames import HERE, LinkFrame, quaternion_of, z_to
from pelagos.language.placement import Placement
from pelagos.language.shapes import Shape
from pelagos.language.visuals.parts import VisualPart
from pelagos.language.words import WORLD
from pelagos.model.bodies import Body
from pelagos.model.robot import Robot

_Element = ElementTree.Element
_THIN, _LEAST = 1e-9, 1e-13  # least principal inertia: to the largest, in kg m2
_PLANE = {0: (1, 2), 1: (2, 0), 2: (0, 1)}  # in-plane axes by that of the normal


def to_mjcf(robot: Robot) -> tuple[str, list[str]]:
    """The text of an MJCF file, and lines on what is lost in it."""
    return _Writer(robot).whole()


class _Writer:
    def __init__(self, robot: Robot) -> None:
        self.robot, self.losses = robot, Losses()
        self.root = ElementTree.Element("mujoco", model=robot.name)
        options = {"angle": "radian", "inertiafromgeom": "false", "autolimits": "true"}
        ElementTree.SubElement(self.root, "compiler", options)
        ElementTree.SubElement(self.root, "option", gravity=numbers(robot.gravity))
        self.asset = ElementTree.SubElement(self.root, "asset")
        self.world = ElementTree.SubElement(self.root, "worldbody")
        self.joints = joint_names(robot)
        self.labels: dict[str, str] = {}  # names of joints by labels of coordinates
        self.tags: dict[str, _Element] = {WORLD: self.world}
        self.inside: dict[str, LinkFrame] = {
            WORLD: HERE
        }  # bodies seen from the tag that holds them
        self.sites = 0
        self.start = self._free_starts()

    def whole(self) -> tuple[str, list[str]]:
        for name in children(self.robot, WORLD):
            self._body(name, self.world)
        self._springs()
        self._constraints()
        self._actuators()
        note_sections(self.robot, self.losses, keeps_springs=True)
        moving = np.any(self.robot.initial_state()[1])
        if moving or any(name not in self.start for name in self.robot.initial):
            self.losses.add("initial states but the places of free bodies")
        for part in [part for part in (self.asset,) if not len(part)]:
            self.root.remove(part)
        ElementTree.indent(self.root)
        text = ElementTree.tostring(self.root, encoding="unicode")
        return f"{text}\n", self.losses.lines()

    def _free_starts(self) -> dict[str, LinkFrame]:
        """Where free bodies begin."""
        q, _ = self.robot.initial_state()
        found, at = {}, 0
        for name in self.robot.order:
            joint = self.robot.bodies[name].joint
            if joint.kind == "free":
                quaternion = np.array(q[at + 3 : at + 7])
                found[name] = LinkFrame(
                    np.array(q[at : at + 3]), Placement(quaternion=quaternion.tolist()).R
                )
            at += joint.nq
        return found

    # --- bodies

    def _body(self, name: str, holder: _Element) -> None:
        """A body in its parent's tag, after those without mass that lead to it alone."""
        chain = [name]
        while self._hands_on(chain[-1]):
            chain += children(self.robot, chain[-1])
        last = chain[-1]
        at = HERE
        places = []  # of each of the chain, in the frame of the first one's parent
        for one in chain:
            body = self.robot.bodies[one]
            at = at @ self.start.get(one, LinkFrame(body.at.p, body.at.R))
            places.append(at)
        tag = ElementTree.SubElement(holder, "body", {"name": last, **_placed(at)})
        for one, place in zip(chain, places, strict=True):
            self.tags[one], self.inside[one] = tag, at.inverse @ place
            self._joint(tag, one, self.robot.bodies[one], self.inside[one])
        body = self.robot.bodies[last]
        self._mass(tag, last, body)
        if body.shape is not None:
            hidden = {} if body.visual is None else {"group": "3"}
            self._geom(tag, last, body.shape, body.color, hidden)
        for i, part in enumerate(body.visual or ()):
            self._geom(tag, f"{last}_{i}", part, part.color or body.color, {"group": "1"})
        for child in children(self.robot, last):
            self._body(child, tag)

    def _hands_on(self, name: str) -> bool:
        """Whether a body moves without mass and carries one other."""
        body = self.robot.bodies[name]
        weightless = not body.mass and not np.any(body.inertia)
        return weightless and body.joint.nv > 0 and len(list(children(self.robot, name))) == 1

    def _mass(self, tag: _Element, name: str, body: Body) -> None:
        if not body.mass and not np.any(body.inertia):
            if body.joint.nv:
                self.losses.add("MuJoCo refuses what moves without mass", name)
            return
        inertia = inertia_about_com(name, body, self.losses, impossible=False)
        (xx, xy, xz), (_, yy, yz), (_, _, zz) = self._thick(name, inertia)
        facts = {"pos": numbers(body.com), "mass": number(body.mass)}
        facts["fullinertia"] = numbers((xx, yy, zz, xy, xz, yz))
        ElementTree.SubElement(tag, "inertial", facts)

    def _thick(self, name: str, inertia: np.ndarray) -> np.ndarray:
        """The inertia, with a little where it has none about an axis; MuJoCo refuses zero."""
        values, axes = np.linalg.eigh(inertia)
        least = max(_THIN * float(values[-1]), _LEAST)
        if values[0] >= least:
            if values[2] > (1 + 1e-9) * (values[0] + values[1]):
                self.losses.add("MuJoCo refuses inertias that no body can have", name)
            return inertia
        self.losses.add(f"inertias below {_THIN:g} of the largest, which are that", name)
        return axes * np.maximum(values, least) @ axes.T

    def _joint(self, tag: _Element, name: str, body: Body, at: LinkFrame) -> None:
        joint, called = body.joint, self.joints[name]
        if joint.kind == "fixed":
            return
        if joint.kind == "free":
            ElementTree.SubElement(tag, "freejoint", name=called)
            return
        pos = {} if not np.any(at.p) else {"pos": numbers(at.p)}
        if joint.kind == "spherical":
            facts = {"name": called, "type": "ball", **pos, **self._resistance(name, body, 0)}
            facts.pop("springref", None)
            ElementTree.SubElement(tag, "joint", facts)
            return
        freedoms = self._freedoms(name, body)
        for k, (kind, axis, suffix) in enumerate(freedoms):
            own = called if len(freedoms) == 1 else f"{called}_{suffix}"
            facts = {"name": own, "type": kind, **pos, "axis": numbers(at.R @ axis)}
            ElementTree.SubElement(tag, "joint", {**facts, **self._resistance(name, body, k)})
            self.labels[name if len(freedoms) == 1 else f"{name}.{suffix}"] = own

    def _freedoms(self, name: str, body: Body) -> list[tuple[str, np.ndarray, str]]:
        """Hinges and slides of a joint: kind, axis, and the end of the coordinate's label."""
        joint = body.joint
        axes = [np.array(axis) for axis in joint.axes]
        if joint.kind == "revolute":
            return [("hinge", axes[0], "")]
        if joint.kind == "prismatic":
            return [("slide", axes[0], "")]
        if joint.kind == "universal":
            return [("hinge", axes[0], "1"), ("hinge", axes[1], "2")]
        main = int(np.argmax(np.abs(axes[0]))) if joint.kind == "planar" else -1
        if main >= 0 and axes[0][main] == 1.0:
            x, y = (np.eye(3)[k] for k in _PLANE[main])
            return [("slide", x, "x"), ("slide", y, "y"), ("hinge", axes[0], "angle")]
        self.losses.add(f"the motion of {joint.kind} joints, which are written as fixed", name)
        return []

    def _resistance(self, name: str, body: Body, k: int) -> dict[str, str]:
        joint = body.joint
        pairs = {"damping": "damping", "frictionloss": "coulomb", "armature": "armature"}
        facts = {key: getattr(joint, ours)[k] for key, ours in pairs.items()}
        facts |= {"stiffness": joint.stiffness[k]}
        facts |= {"springref": joint.rest[k]} if joint.stiffness[k] else {}
        written = {key: number(value) for key, value in facts.items() if value}
        limit: Any = joint.limits[k] if joint.kind != "spherical" else None
        if limit is not None:
            written["range"] = numbers(limit)
            self.losses.add("how stiff stops are", name)
        return written

    def _geom(
        self,
        tag: _Element,
        name: str,
        shape: Shape | VisualPart,
        color: Any,
        more: dict[str, str],
    ) -> None:
        R, p = shape.at.R, shape.at.p
        if shape.box is not None:
            facts = {"type": "box", "size": numbers(np.array(shape.box) / 2)}
        elif shape.sphere is not None:
            facts = {"type": "sphere", "size": number(shape.sphere)}
        elif shape.ellipsoid is not None:
            facts = {"type": "ellipsoid", "size": numbers(shape.ellipsoid)}
        elif shape.mesh is not None:
            called = f"{name}_mesh"
            scale = numbers(np.broadcast_to(shape.mesh.scale, 3))
            ElementTree.SubElement(
                self.asset, "mesh", name=called, file=shape.mesh.file, scale=scale
            )
            facts = {"type": "mesh", "mesh": called}
        elif shape.cylinder is not None or shape.capsule is not None:
            rod: Any = shape.cylinder or shape.capsule
            R = R @ z_to(rod.along)
            kind = "cylinder" if shape.cylinder is not None else "capsule"
            facts = {"type": kind, "size": numbers((rod.radius, rod.length / 2))}
        else:
            assert isinstance(shape, VisualPart)
            self.losses.add(f"visual parts of the form {shape.form}", name.rpartition("_")[0])
            return
        facts |= _placed(LinkFrame(p, R))
        if isinstance(color, str) and color.startswith("#") and len(color) == 7:
            parts = [int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)]
            facts["rgba"] = numbers([*parts, 1.0])
        still = {"mass": "0", "contype": "0", "conaffinity": "0"}
        ElementTree.SubElement(tag, "geom", {**facts, **still, **more})

    # --- what acts between bodies

    def _site(self, body: str, on_body: LinkFrame) -> str:
        self.sites += 1
        name = f"site{self.sites}"
        at = self.inside[body] @ on_body
        ElementTree.SubElement(self.tags[body], "site", {"name": name, **_placed(at)})
        return name

    def _springs(self) -> None:
        springs = {n: e for n, e in self.robot.elements.items() if isinstance(e, SpringBetween)}
        holder = ElementTree.SubElement(self.root, "tendon") if springs else self.root
        for name, spring in springs.items():
            rest = number(spring.rest)
            facts = {"name": name, "stiffness": number(spring.stiffness)}
            facts["springlength"] = f"0 {rest}" if spring.tension_only else rest
            if spring.damping:
                facts["damping"] = number(spring.damping)
            tag = ElementTree.SubElement(holder, "spatial", facts)
            for body, point in zip(spring.between, (spring.at, spring.to), strict=True):
                site = self._site(body, LinkFrame(np.array(point), np.eye(3)))
                ElementTree.SubElement(tag, "site", site=site)

    def _constraints(self) -> None:
        holder = ElementTree.Element("equality")
        for name, constraint in self.robot.constraints.items():
            law: Any = constraint.law
            if constraint.kind in ("ball", "weld"):
                kind = "connect" if constraint.kind == "ball" else "weld"
                ends = self._ends(law.between, (law.at, law.to))
                tag = ElementTree.SubElement(holder, kind, {"name": name, **ends})
            elif constraint.kind == "gear" and self._is_plain(law):
                facts = self._gear(law)
                tag = ElementTree.SubElement(holder, "joint", {"name": name, **facts})
            else:
                self.losses.add("constraints", name)
                continue
            if not law.active:
                tag.attrib["active"] = "false"
        if len(holder):
            self.root.append(holder)
            self.losses.add("how exactly constraints hold: MuJoCo's are soft")

    def _ends(self, between: Iterable[str], places: Iterable[Placement]) -> dict[str, str]:
        names = [
            self._site(body, LinkFrame(place.p, place.R))
            for body, place in zip(between, places, strict=True)
        ]
        return {"site1": names[0], "site2": names[1]}

    def _is_plain(self, law: Any) -> bool:
        known = all(label in self.labels for label in law.joints)
        return known and len(law.joints) <= 2 and law.value.constant is not None

    def _gear(self, law: Any) -> dict[str, str]:
        (first, own), *others = law.joints.items()
        facts = {"joint1": self.labels[first]}
        ratio = 0.0
        for label, factor in others:
            facts["joint2"] = self.labels[label]
            ratio = -factor / own
        return {**facts, "polycoef": numbers((law.value.constant / own, ratio, 0, 0, 0))}

    def _actuators(self) -> None:
        holder = ElementTree.Element("actuator")
        for name, actuator in self.robot.actuators.items():
            law: Any = actuator.law
            if actuator.kind in ("motor", "servo") and self._label(law) in self.labels:
                self._on_joint(holder, name, actuator.kind, law)
            elif actuator.kind in ("force", "torque") and law.frame == "body":
                self._on_site(holder, name, actuator.kind, law)
            else:
                self.losses.add("actuators", name)
        if len(holder):
            self.root.append(holder)
            self.losses.add("inputs of actuators: controls begin at zero")

    def _label(self, law: Any) -> str:
        return law.joint if law.dof is None else f"{law.joint}.{law.dof}"

    def _on_joint(self, holder: _Element, name: str, kind: str, law: Any) -> None:
        facts = {"name": name, "joint": self.labels[self._label(law)]}
        if law.limit is not None:
            facts["forcerange"] = numbers((-law.limit, law.limit))
        if kind == "servo":
            facts |= {"kp": number(law.stiffness), "kv": number(law.damping)}
        ElementTree.SubElement(holder, "motor" if kind == "motor" else "position", facts)

    def _on_site(self, holder: _Element, name: str, kind: str, law: Any) -> None:
        pushes = kind == "force"
        point = np.array(law.at) if pushes else np.zeros(3)
        still = (0.0, 0.0, 0.0)
        gear = (*law.direction, *still) if pushes else (*still, *law.direction)
        site = self._site(law.body, LinkFrame(point, np.eye(3)))
        facts = {"name": name, "site": site, "gear": numbers(gear)}
        if law.limits is not None:
            facts["ctrlrange"] = numbers(law.limits)
        ElementTree.SubElement(holder, "motor", facts)


def _placed(at: LinkFrame) -> dict[str, str]:
    found = {"pos": numbers(at.p)} if np.any(at.p) else {}
    if np.abs(at.R - np.eye(3)).max() > 1e-15:
        found["quat"] = numbers(quaternion_of(at.R))
    return found

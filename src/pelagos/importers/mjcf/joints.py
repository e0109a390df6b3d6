"""Joints of MJCF bodies: one body here for each, since a body has one joint."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pelagos.importers.frames import Array, of_quaternion
from pelagos.importers.mjcf.bodies import Item
from pelagos.importers.mjcf.options import Compiler
from pelagos.importers.source import XmlSource

FAR = 1e6  # rad or m: no stop is there
WORDS = {"hinge": "revolute", "slide": "prismatic", "ball": "spherical", "free": "free"}


@dataclass(frozen=True)
class JointFacts:
    """What others need to know of a joint: where it is here, and its zero there."""

    name: str
    kind: str
    body: str  # ours, whose joint it is
    ref: float  # MuJoCo's coordinate where ours is zero

    @property
    def count(self) -> int:
        """Numbers in qpos."""
        return {"free": 7, "ball": 4}.get(self.kind, 1)

    @property
    def speeds(self) -> int:
        """Numbers in qvel."""
        return {"free": 6, "ball": 3}.get(self.kind, 1)


class JointReader:
    """Reads joints of one file."""

    def __init__(self, compiler: Compiler, source: XmlSource) -> None:
        self.compiler, self.source = compiler, source

    def kind(self, joint: Item) -> str:
        """Which of the four it is."""
        kind = "free" if joint.tag.name == "freejoint" else joint.given.get("type", "hinge")
        if kind not in WORDS:
            known = ", ".join(WORDS)
            self.source.refuse(joint.tag, "there is no such joint", f"use {known}", kind)
            return "hinge"
        return kind

    def anchor(self, joint: Item) -> Array:
        """The joint's point on the body."""
        p = self.compiler.vector(joint.tag, joint.given, "pos", [0.0, 0.0, 0.0])
        return joint.outer.p + joint.outer.R @ np.array(p)

    def words(self, joint: Item, kind: str) -> Any:
        """The joint in our words."""
        if kind == "free":
            return "free"
        tag, given = joint.tag, joint.given
        words: dict[str, Any] = {WORDS[kind]: True}
        if kind != "ball":
            axis = self.compiler.vector(tag, given, "axis", [0.0, 0.0, 1.0])
            if not any(axis):
                self.source.refuse(tag, "the axis has length zero", "correct it", given["axis"])
                axis = [0.0, 0.0, 1.0]
            words[WORDS[kind]] = (joint.outer.R @ np.array(axis)).tolist()
        numbers = {"damping": "damping", "frictionloss": "coulomb", "armature": "armature"}
        for theirs, ours in numbers.items():
            if value := self.compiler.number(tag, given, theirs, 0.0):
                words[ours] = value
        if stiffness := self.compiler.number(tag, given, "stiffness", 0.0):
            words["stiffness"] = stiffness
            rest = self._rest(joint, kind)
            words |= {"rest": rest} if rest else {}
        if "springdamper" in given:
            self.source.note("left out", "springdamper of joints")
        if "actuatorfrcrange" in given:
            self.source.note("left out", "limits of all actuators of a joint")
        if stops := self._stops(joint, kind):
            words["limits"] = stops
        return words

    def ref(self, joint: Item, kind: str) -> float:
        """MuJoCo's coordinate where ours is zero."""
        found = self.compiler.number(joint.tag, joint.given, "ref", 0.0)
        return found * self._unit(kind) if kind in ("hinge", "slide") else 0.0

    def _rest(self, joint: Item, kind: str) -> float:
        if kind == "ball":
            return 0.0
        spring = self.compiler.number(joint.tag, joint.given, "springref", 0.0) * self._unit(kind)
        return spring - self.ref(joint, kind)

    def _unit(self, kind: str) -> float:
        return self.compiler.per_angle if kind in ("hinge", "ball") else 1.0

    def _stops(self, joint: Item, kind: str) -> list[float]:
        """Lower and upper end; none where the joint is not limited."""
        if not is_limited(joint.given, "limited", "range", self.compiler):
            return []
        if kind == "ball":
            self.source.note("left out", "limits of ball joints")
            return []
        ends = self.compiler.vector(joint.tag, joint.given, "range", [0.0, 0.0])
        low, high = (end * self._unit(kind) - self.ref(joint, kind) for end in ends)
        if low >= high or min(abs(low), abs(high)) >= FAR:
            said = f"{joint.name or 'a joint'} [{low:g}, {high:g}]"
            self.source.note("limits taken as none", said)
            return []
        return [max(low, -FAR), min(high, FAR)]


def is_limited(given: Mapping[str, str], switch: str, range_: str, compiler: Compiler) -> bool:
    """Whether a range counts: if it says so, or by itself."""
    said = given.get(switch, "auto")
    if said == "auto":
        return compiler.autolimits and range_ in given
    return said == "true" and range_ in given


def initial(facts: JointFacts, q: list[float], u: list[float] | None) -> dict[str, Any]:
    """The start of a joint from its part of qpos and qvel."""
    if facts.kind == "free":
        words: dict[str, Any] = {"position": q[:3], "quaternion": q[3:]}
        if u is not None and any(u):
            back = of_quaternion(q[3:]).T
            words |= {"velocity": (back @ np.array(u[:3])).tolist(), "angular_velocity": u[3:]}
        return words
    if facts.kind == "ball":
        words = {"quaternion": q}
        return {**words, "angular_velocity": u} if u is not None and any(u) else words
    words = {"angle" if facts.kind == "hinge" else "position": q[0] - facts.ref}
    return {**words, "rate": u[0]} if u is not None and any(u) else words


def is_rotation(q: list[float]) -> bool:
    """Whether four numbers can be a quaternion."""
    return math.sqrt(sum(x * x for x in q)) > 1e-12

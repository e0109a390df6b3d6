"""Actuators of MJCF in our words: motors, servos, forces and torques."""

from __future__ import annotations

from typing import Any

import numpy as np

from pelagos.importers.frames import Shifted
from pelagos.importers.mjcf.bodies import MjcfTree
from pelagos.importers.mjcf.gains import KIND
from pelagos.importers.mjcf.joints import JointFacts, is_limited
from pelagos.importers.mjcf.options import Compiler
from pelagos.importers.source import XmlSource
from pelagos.language.xml_text import Tag

_ELSEWHERE = ("tendon", "cranksite", "slidersite", "jointinparent", "body", "refsite")


class Actuators:
    """Reads <actuator> of one file. `controls` has the name here of each that is read."""

    def __init__(
        self,
        root: Tag,
        tree: MjcfTree,
        shifted: Shifted,
        joints: dict[str, JointFacts],
        source: XmlSource,
    ) -> None:
        self.tree, self.shifted, self.joints, self.source = tree, shifted, joints, source
        self.compiler: Compiler = tree.compiler
        self.controls: list[tuple[str, float] | None] = []  # name, input per control
        self.words: dict[str, Any] = {}
        tags = [tag for actuator in root.all("actuator") for tag in actuator.children]
        given = [tree.defaults.of(tag, "") for tag in tags]
        wanted = [
            g.get("name", f"{t.name}{k}")
            for k, (t, g) in enumerate(zip(tags, given, strict=True), 1)
        ]
        names = source.names("actuators", dict.fromkeys(wanted))
        for tag, facts, name in zip(tags, given, wanted, strict=True):
            before = len(self.controls)
            self._read(tag, facts, names[name])
            if len(self.controls) == before:
                self.controls.append(None)

    def _read(self, tag: Tag, given: dict[str, str], name: str) -> None:
        gain, bias = self._affine(tag, given)
        if gain is None:
            self.source.note("left out, an actuator of another kind", f"{name} ({tag.name})")
        elif given.get("dyntype", "none") not in ("none", "filter", "filterexact"):
            self.source.note("left out, an actuator with dynamics of its own", name)
        elif any(key in given for key in _ELSEWHERE):
            where = next(key for key in _ELSEWHERE if key in given)
            self.source.note(f"left out, an actuator on a {where}", name)
        elif "site" in given:
            self._tell_lag(given, name)
            self._on_site(tag, given, name, gain, bias)
        else:
            self._tell_lag(given, name)
            self._on_joint(tag, given, name, gain, bias)

    def _tell_lag(self, given: dict[str, str], name: str) -> None:
        if given.get("dyntype", "none") != "none" or "timeconst" in given:
            self.source.note("read without the lag of its activation", name)

    def _affine(self, tag: Tag, given: dict[str, str]) -> tuple[float | None, list[float]]:
        """Gain and bias, if the first is a number and the second linear."""
        none = [0.0, 0.0, 0.0]
        if given.get(KIND, "position") != "position" or "dampratio" in given:
            return None, none
        if KIND in given:
            kp = self.compiler.number(tag, given, "kp", 1.0)
            kv = self.compiler.number(tag, given, "kv", 0.0)
            return kp, [0.0, -kp, -kv]
        if given.get("gaintype", "fixed") != "fixed":
            return None, none
        if given.get("biastype", "none") not in ("none", "affine"):
            return None, none
        gain = self.source.several(tag, "gainprm", given.get("gainprm", "1"), 10)
        bias = none
        if given.get("biastype", "none") == "affine":
            read = self.source.several(tag, "biasprm", given.get("biasprm", "0"), 10)
            bias = [*read, *none][:3]
        return (gain[0] if gain else 1.0), bias

    def _gear(self, tag: Tag, given: dict[str, str]) -> list[float]:
        read = self.source.several(tag, "gear", given.get("gear", "1"), 6)
        return [*read, *[0.0] * 6][:6]

    def _range(self, tag: Tag, given: dict[str, str], of: str) -> list[float] | None:
        if not is_limited(given, f"{of}limited", f"{of}range", self.compiler):
            return None
        low, high = self.compiler.vector(tag, given, f"{of}range", [0.0, 0.0])
        return [low, high] if low < high else None

    def _on_joint(
        self, tag: Tag, given: dict[str, str], name: str, gain: float, bias: list[float]
    ) -> None:
        joint = self.joints.get(given.get("joint", ""))
        if joint is None:
            self.source.refuse(tag, "there is no such joint", "name one", given.get("joint", ""))
            return
        if joint.kind not in ("hinge", "slide"):
            self.source.note("left out, an actuator on a joint of several freedoms", name)
            return
        gear = self._gear(tag, given)[0]
        control = self._range(tag, given, "ctrl")
        force = self._range(tag, given, "force")
        limit = self._symmetric(force, abs(gear), name)
        constant, stiff, damp = bias
        if not any(bias):
            if force is None and control is not None:
                limit = self._symmetric(control, abs(gear * gain), name)
            words: dict[str, Any] = {"motor": {"joint": joint.body, **limit}}
            self._keep(name, words, gear * gain)
        elif (
            constant == 0 and stiff < 0 and damp <= 0 and gear and abs(gain + stiff) < 1e-12 * gain
        ):
            servo = {"stiffness": -stiff * gear**2, "damping": -damp * gear**2, **limit}
            if joint.ref:
                servo["input"] = -joint.ref
            if control is not None:
                self.source.note("left out", "ranges of targets of servos")
            self._keep(name, {"servo": {"joint": joint.body, **servo}}, 1 / gear)
        else:
            self._with_bias(name, joint, gear, bias, limit)

    def _with_bias(
        self, name: str, joint: JointFacts, gear: float, bias: list[float], limit: dict[str, float]
    ) -> None:
        """What the bias does by itself; the control is not in it."""
        constant, stiff, damp = (gear * value for value in bias)
        terms = [f"({constant!r})"] if constant else []
        terms += [f"({stiff * gear!r})*(q[{joint.body}]+({joint.ref!r}))"] if stiff else []
        terms += [f"({damp * gear!r})*u[{joint.body}]"] if damp else []
        words = {"motor": {"joint": joint.body, "input": " + ".join(terms), **limit}}
        self.source.note("read with its control at zero", name)
        self.words[name] = words
        self.controls.append(None)

    def _on_site(
        self, tag: Tag, given: dict[str, str], name: str, gain: float, bias: list[float]
    ) -> None:
        if given["site"] not in self.tree.sites or any(bias):
            self.source.note("left out, an actuator on a site", name)
            return
        body, at = self.tree.sites[given["site"]]
        gear = np.array(self._gear(tag, given))
        linear, angular = gear[:3], gear[3:]
        if linear.any() == angular.any():
            self.source.note("left out, an actuator that pushes and turns", name)
            return
        pushes = bool(linear.any())
        vector = at.R @ (linear if pushes else angular)
        size = float(np.linalg.norm(vector)) * gain
        words: dict[str, Any] = {"body": body, "direction": vector.tolist()}
        if pushes:
            words["at"] = self.shifted.point(body, at.p)
        control = self._range(tag, given, "ctrl")
        if control is not None and size > 0:
            words["limits"] = [control[0] * size, control[1] * size]
        self._keep(name, {"force" if pushes else "torque": words}, size)

    def _symmetric(self, range_: list[float] | None, factor: float, name: str) -> dict[str, float]:
        """The limit of an effort; one that is not the same both ways is the larger."""
        if range_ is None or factor == 0:
            return {}
        low, high = (end * factor for end in range_)
        if abs(low + high) > 1e-9 * max(abs(low), abs(high)):
            self.source.note("efforts that differ by direction, limited by the larger", name)
        largest = max(abs(low), abs(high))
        return {"limit": largest} if largest else {}

    def _keep(self, name: str, words: dict[str, Any], per_control: float) -> None:
        self.words[name] = words
        self.controls.append((name, per_control))

"""How a file is written: angles, orders of rotations, what makes inertia; and orientations."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np

from pelagos.importers.frames import HERE, Array, LinkFrame, about, of_quaternion, z_to
from pelagos.importers.source import XmlSource
from pelagos.language.xml_text import Tag

_AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}


class Compiler:
    """The attributes of all <compiler>, of which the last counts."""

    def __init__(self, root: Tag, source: XmlSource) -> None:
        self.source = source
        self.tag = root
        given: dict[str, str] = {}
        for tag in root.all("compiler"):
            self.tag = tag
            given |= tag.attributes
        self.given = given
        self.per_angle = 1.0 if given.get("angle", "degree") == "radian" else math.pi / 180.0
        self.sequence = self._sequence(given.get("eulerseq", "xyz"))
        self.autolimits = given.get("autolimits", "true") != "false"
        self.from_geoms = given.get("inertiafromgeom", "auto")
        self.balance = given.get("balanceinertia", "false") == "true"
        self.least_mass = source.number(self.tag, "boundmass", 0.0)
        self.least_inertia = source.number(self.tag, "boundinertia", 0.0)
        self.total_mass = source.number(self.tag, "settotalmass", -1.0)
        self.groups = source.numbers(self.tag, "inertiagrouprange", [0.0, 5.0])
        self.meshes = given.get("meshdir", given.get("assetdir", ""))
        self.strips_paths = given.get("strippath", "false") == "true"
        if given.get("coordinate", "local") != "local":
            said = "coordinates of the world are not read, as in MuJoCo since 2.3.4"
            source.refuse(self.tag, said, "write the file with coordinates of the bodies", "global")

    def _sequence(self, text: str) -> str:
        if len(text) == 3 and set(text.lower()) <= set("xyz"):
            return text
        self.source.refuse(self.tag, "the sequence of angles has three axes", "write xyz", text)
        return "xyz"

    def frame(self, tag: Tag, given: Mapping[str, str]) -> LinkFrame:
        """Where a tag puts something."""
        p = self.vector(tag, given, "pos", [0.0, 0.0, 0.0])
        return LinkFrame(np.array(p), self.orientation(tag, given))

    def vector(
        self, tag: Tag, given: Mapping[str, str], name: str, default: list[float]
    ) -> list[float]:
        """As many numbers as the default has."""
        text = given.get(name)
        if text is None:
            return default
        found = self.source.several(tag, name, text, len(default))
        if len(found) == len(default):
            return found
        said = f"{name} of <{tag.name}> has {len(default)} numbers"
        self.source.refuse(tag, said, "complete it", text)
        return default

    def number(self, tag: Tag, given: Mapping[str, str], name: str, default: float) -> float:
        """The first number of an attribute."""
        found = self.source.several(tag, name, given.get(name, ""), 20)
        if len(found) > 1:
            self.source.note("of several coefficients the first is taken", f"{name} of {tag.name}s")
        return found[0] if found else default

    def orientation(self, tag: Tag, given: Mapping[str, str]) -> Array:
        """The rotation that a tag gives in one of five ways."""
        ways: dict[str, tuple[int, Callable[[list[float]], Array]]] = {
            "quat": (4, of_quaternion),
            "axisangle": (4, lambda n: about(n[:3], n[3] * self.per_angle)),
            "euler": (3, self._euler),
            "xyaxes": (6, _xy_axes),
            "zaxis": (3, z_to),
        }
        for name, (count, rotation) in ways.items():
            if name in given:
                found = self.vector(tag, given, name, [0.0] * count)
                lengths = [found[:3], found[3:]] if name == "xyaxes" else [found[:3]]
                lengths = [found] if name == "quat" else lengths
                if name == "euler" or all(np.linalg.norm(part) > 0 for part in lengths):
                    return rotation(found)
                self.source.refuse(tag, f"{name} of length zero", "correct it", given[name])
        return HERE.R

    def _euler(self, angles: list[float]) -> Array:
        R = np.eye(3)
        for letter, angle in zip(self.sequence, angles, strict=True):
            turn = about(_AXES[letter.lower()], angle * self.per_angle)
            R = R @ turn if letter.islower() else turn @ R
        return R


def _xy_axes(numbers: list[float]) -> Array:
    x = np.array(numbers[:3]) / np.linalg.norm(numbers[:3])
    y = np.array(numbers[3:])
    y = y - x * (x @ y)
    length = np.linalg.norm(y)
    y = y / length if length > 0 else np.cross(z_to(x)[:, 1], x)
    return np.column_stack([x, y, np.cross(x, y)])

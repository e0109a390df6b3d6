"""Gazebo's hydrodynamics plugin, <fluid_added_mass>, and the plugin of the UUV Simulator.

Names such as xDotU and xUabsU are derivatives of the force on the body in the order of SNAME, about
the link's origin (gz-sim, systems/hydrodynamics; Fossen 1994): negative ones damp. Versions before
Garden had the other sign for added mass, so a positive xDotU is read as its magnitude, with a note.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from pelagos.importers.frames import Array
from pelagos.importers.source import XmlSource
from pelagos.language.matrix6 import FORCES, SPEEDS
from pelagos.language.xml_text import Tag

FRESH = 998.0  # kg/m3, of the plugin that gives no density
_NAME = re.compile(rf"([{FORCES.lower()}])(Dot)?([{SPEEDS.upper()}])(abs)?([{SPEEDS.upper()}])?")
_ENTRIES = "xyzpqr"  # of <fluid_added_mass>
_OTHER = {
    *("link_name", "water_density", "waterDensity", "namespace", "default_current"),
    *("disable_coriolis", "disable_added_mass", "lookup_current_x", "lookup_current_y"),
}


@dataclass
class Hydrodynamics:
    """What a plugin says of one link, about its origin: matrices that resist are positive."""

    added_mass: Array | None = None
    linear: Array | None = None
    quadratic: Array | None = None
    density: float | None = None
    current: list[float] | None = None
    volume: float | None = None
    centre: list[float] | None = None  # of buoyancy

    def words(self, origin: Array) -> dict[str, Any]:
        """Words of a body; `origin` is where the link's origin is on it."""
        found: dict[str, Any] = {"added_mass": False, "drag": False}
        at = {"at": origin.tolist()} if np.any(origin) else {}
        if self.added_mass is not None and self.added_mass.any():
            found["added_mass"] = {"matrix": self.added_mass.tolist(), **at}
        drag = {}
        for name in ("linear", "quadratic"):
            matrix = getattr(self, name)
            if matrix is not None and matrix.any():
                drag[name] = matrix.tolist()
        if drag:
            found["drag"] = {**drag, **at}
        if self.volume is not None:
            centre = np.array(self.centre or [0.0, 0.0, 0.0]) + origin
            found["buoyancy"] = {"volume": self.volume, "at": centre.tolist()}
        return found


def fluid_added_mass(inertial: Tag | None, source: XmlSource) -> Array | None:
    """The matrix of a link, about its origin (SDF 1.10, inertial)."""
    tag = None if inertial is None else inertial.first("fluid_added_mass")
    if tag is None:
        return None
    matrix = np.zeros((6, 6))
    for i, row in enumerate(_ENTRIES):
        for j, column in enumerate(_ENTRIES[i:], i):
            matrix[i, j] = matrix[j, i] = source.value(tag, row + column, 0.0)
    return matrix


def read_plugin(tag: Tag, source: XmlSource) -> Hydrodynamics:
    """gz::sim::systems::Hydrodynamics, or a tag <hydrodynamics> with the same names."""
    added, linear, square = np.zeros((3, 6, 6))
    for child in tag.children:
        found = _NAME.fullmatch(child.name)
        if found is None:
            if child.name not in _OTHER:
                source.note("left out", f"<{child.name}> of hydrodynamics")
            continue
        force, dot, speed, bars, other = found.groups()
        i, j = FORCES.index(force.upper()), SPEEDS.index(speed.lower())
        value = source.value(tag, child.name, 0.0)
        if dot and not other:
            if value > 0 and i == j:
                source.note("positive added mass derivatives, taken as magnitudes", child.name)
            added[i, j] = abs(value) if i == j else -value
        elif other is None and not bars:
            linear[i, j] -= value
        elif other == speed:
            if not bars:
                source.note("squares read as those of damping, |v| v", child.name)
            square[i, j] -= value
        elif value:
            source.note("left out, products of two speeds", child.name)
    if _says(tag, "disable_added_mass"):
        added[:] = 0.0
    if _says(tag, "disable_coriolis") and added.any():
        source.note("left out", "disable_coriolis of added mass")
    density = source.value(tag, "water_density", source.value(tag, "waterDensity", FRESH))
    current = source.written(tag, "default_current", [0.0, 0.0, 0.0])
    symmetric = (added + added.T) / 2
    return Hydrodynamics(symmetric, linear, square, density, current if any(current) else None)


def read_uuv(tag: Tag, source: XmlSource, density: float | None) -> Hydrodynamics:
    """A <link> of the UUV Simulator's plugin (Manhaes et al. 2016), of the model of Fossen."""
    model = tag.first("hydrodynamic_model")
    found = Hydrodynamics(density=density)
    if tag.first("volume") is not None:
        found.volume = source.value(tag, "volume", 0.0)
        found.centre = source.written(tag, "center_of_buoyancy", [0.0, 0.0, 0.0])
    kind = "" if model is None else _kind(model)
    if model is None or kind != "fossen":
        source.note("left out, a hydrodynamic model of another kind", kind or "none")
        return found
    for key, negative in (("added_mass", 1.0), ("linear_damping", -1.0)):
        matrix = negative * _matrix(model, key, source)
        setattr(found, {"added_mass": "added_mass"}.get(key, "linear"), matrix)
    found.quadratic = -_matrix(model, "quadratic_damping", source)
    if model.first("linear_damping_forward_speed") is not None:
        source.note("left out", "damping by forward speed")
    return found


def _kind(model: Tag) -> str:
    tag = model.first("type")
    return model.attributes.get("type", "") if tag is None else tag.text


def _matrix(model: Tag, name: str, source: XmlSource) -> Array:
    """6 numbers of a diagonal, or 36."""
    tag = model.first(name)
    if tag is None or not tag.text:
        return np.zeros((6, 6))
    numbers = source.several(tag, name, tag.text, 36)
    if len(numbers) == 36:
        return np.array(numbers).reshape(6, 6)
    if len(numbers) != 6:
        source.refuse(tag, f"{name} has 6 or 36 numbers", "complete it", tag.text[:80])
        return np.zeros((6, 6))
    return np.diag(numbers)


def _says(tag: Tag, name: str) -> bool:
    child = tag.first(name)
    return child is not None and child.text.lower() in ("true", "1")

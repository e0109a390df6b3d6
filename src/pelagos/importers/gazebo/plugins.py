"""Which plugins a file names: those of water and thrust are read, the others told.

`Waters` collects what they say, and adds it to the words of bodies once all are known.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from pelagos.importers.frames import Array
from pelagos.importers.gazebo.hydrodynamics import (
    FRESH,
    Hydrodynamics,
    read_plugin,
    read_uuv,
)
from pelagos.importers.source import XmlSource
from pelagos.language.xml_text import Tag

PLAIN = 1000.0  # kg/m3, of buoyancy and thrusters that give no density
Find = Callable[[str], str | None]  # our name of a link
Place = Callable[[str], tuple[str, list[float], list[float]] | None]  # body, point, axis


def kind_of(tag: Tag) -> str:
    """What a plugin does, by its name or its file."""
    name = tag.attributes.get("name", "").rpartition("::")[2]
    file = tag.attributes.get("filename", "")
    for kind in ("Hydrodynamics", "Thruster", "Buoyancy"):
        marks = (f"gazebo-{kind.lower()}-system", f"gz-sim-{kind.lower()}-system")
        if name == kind or any(mark in file for mark in marks):
            return kind
    return "uuv" if "uuv_underwater_object" in file else ""


class Waters:
    """What plugins of one file say about water and thrust."""

    def __init__(self, source: XmlSource) -> None:
        self.source = source
        self.of_links: dict[str, Hydrodynamics] = {}  # by our names
        self.density: float | None = None  # of a buoyancy plugin
        self.floats: set[str] | None = None  # links that a buoyancy plugin names; None: all
        self.actuators: dict[str, Any] = {}

    def added_mass(self, link: str, matrix: Array | None) -> None:
        """The added mass that a link states itself, which goes before that of a plugin."""
        if matrix is not None:
            self.of_links.setdefault(link, Hydrodynamics()).added_mass = matrix

    def read(self, tag: Tag, link: Find, joint: Place) -> None:
        """One <plugin>."""
        kind = kind_of(tag)
        if kind == "Hydrodynamics":
            self._hydrodynamics(tag, tag, link)
        elif kind == "uuv":
            density = self.source.value(tag, "fluid_density", PLAIN)
            for child in tag.all("link"):
                name = link(child.attributes.get("name", ""))
                if name is not None:
                    self.of_links[name] = read_uuv(child, self.source, density)
        elif kind == "Buoyancy":
            self._buoyancy(tag, link)
        elif kind == "Thruster":
            self._thruster(tag, joint)
        else:
            named = tag.attributes.get("name", tag.attributes.get("filename", "?"))
            self.source.note("left out", f"the plugin {named.rpartition('::')[2]}")

    def extension(self, tag: Tag, link: str) -> None:
        """A tag <hydrodynamics> inside a link, with the names of the plugin."""
        self._keep(link, read_plugin(tag, self.source))

    def _hydrodynamics(self, tag: Tag, named: Tag, link: Find) -> None:
        holder = named.first("link_name")
        name = "" if holder is None else holder.text
        ours = link(name)
        if ours is None:
            said = "the link of the hydrodynamics is not there"
            self.source.refuse(tag, said, "name a link of the model in <link_name>", name)
            return
        self._keep(ours, read_plugin(tag, self.source))

    def _keep(self, link: str, found: Hydrodynamics) -> None:
        own = self.of_links.get(link)
        if own is not None and own.added_mass is not None:
            if found.added_mass is not None and found.added_mass.any():
                self.source.note("added mass of the link itself goes before the plugin's", link)
            found.added_mass = own.added_mass
        self.of_links[link] = found

    def _buoyancy(self, tag: Tag, link: Find) -> None:
        self.density = self.source.value(tag, "uniform_fluid_density", PLAIN)
        graded = tag.first("graded_buoyancy")
        if graded is not None:
            self.density = self.source.value(graded, "default_density", PLAIN)
            self.source.note("graded buoyancy read as one water without a surface", "Buoyancy")
        named = [child.text for child in tag.all("enable")]
        if named:
            found = [self._enabled(name, link) for name in named]
            self.floats = {name for name in found if name is not None}

    def _enabled(self, name: str, link: Find) -> str | None:
        last = name.rpartition("::")[2]
        found = link(name) or link(last)
        if found is None:
            self.source.note("buoyancy of what is not there, left out", name)
        return found

    def _thruster(self, tag: Tag, joint: Place) -> None:
        holder = tag.first("joint_name")
        name = "" if holder is None else holder.text
        place = joint(name)
        if place is None:
            self.source.refuse(tag, "the joint of the thruster is not there", "name one", name)
            return
        body, point, axis = place
        coefficient = self.source.value(tag, "thrust_coefficient", 1.0)
        diameter = self.source.value(tag, "propeller_diameter", 0.02)
        density = self.source.value(tag, "fluid_density", PLAIN)
        holder = tag.first("use_angvel_cmd")
        by_speed = holder is not None and holder.text.lower() in ("true", "1")
        words: dict[str, Any] = {"body": body, "at": point, "direction": axis}
        if by_speed:
            per_square = density * abs(coefficient) * diameter**4
            forward = axis if coefficient > 0 else [-x for x in axis]
            words |= {"direction": forward, "command": "speed"}
            words["coefficients"] = {"T_ww": per_square}
        else:
            low = self.source.value(tag, "min_thrust_cmd", -1000.0)
            high = self.source.value(tag, "max_thrust_cmd", 1000.0)
            words |= {"command": "thrust"}
            words |= {"limits": [low, high]} if low < high else {}
        for key in ("wake_fraction", "alpha_1", "alpha_2", "battery_consumer"):
            if tag.first(key) is not None:
                self.source.note("left out", f"<{key}> of thrusters")
        self.source.note("thrust acts on the body that bears the propeller", name)
        self.actuators[name] = {"thruster": words}

    # --- into words

    def complete(
        self,
        words: dict[str, Any],
        origins: Callable[[str], Array],
        volumes: Callable[[str], tuple[float, list[float]] | None],
        floats: bool,
    ) -> None:
        """Add water, and what it does to bodies, if any plugin spoke of it.

        `floats`: shapes have buoyancy also where no plugin says so, as worlds bring one along.
        """
        if not self.of_links and self.density is None:
            return
        densities = {found.density for found in self.of_links.values() if found.density is not None}
        if self.density is not None:
            densities.add(self.density)
        if len(densities) > 1:
            text = "densities of the water differ, the buoyancy's or the first is taken"
            self.source.note(text, ", ".join(f"{density:g}" for density in sorted(densities)))
        density = self.density or next(iter(sorted(densities)), FRESH)
        currents = [found.current for found in self.of_links.values() if found.current]
        words["water"] = {"density": density}
        if currents:
            words["water"]["current"] = currents[0]
        if self.density is None:
            told = "so collision shapes have it" if floats else "so nothing has any"
            self.source.note(f"no buoyancy plugin is in the file, {told}", f"{density:g} kg/m3")
        all_float = self.density is not None or floats
        for name, body in words["bodies"].items():
            found = self.of_links.get(name, Hydrodynamics())
            body |= found.words(origins(name))
            if "buoyancy" not in body:
                volume = volumes(name)
                named = self.floats is None or name in self.floats
                if volume is None or not named or not all_float:
                    body["buoyancy"] = False
                else:
                    body["buoyancy"] = {"volume": volume[0], "at": volume[1]}

    def thrusters(self) -> dict[str, Any]:
        """Actuators by names that can be written."""
        names = self.source.names("thrusters", self.actuators)
        return {names[name]: words for name, words in self.actuators.items()}


def nothing(name: str) -> Array:  # noqa: ARG001 (asked for every body)
    """Where a link's origin is on a body of the same frame."""
    return np.zeros(3)

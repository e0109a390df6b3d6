"""Transmissions of URDF: which joints are driven, with which limits of effort."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pelagos.importers.source import XmlSource
from pelagos.language.words import LARGEST
from pelagos.language.xml_text import Tag


def transmitted(root: Tag) -> set[str]:
    """Names of joints that a transmission drives."""
    return {
        joint.attributes.get("name", "")
        for transmission in root.all("transmission")
        for joint in transmission.all("joint")
    }


def driven(
    root: Tag, places: Mapping[str, tuple[str, Tag]], names: Mapping[str, str], source: XmlSource
) -> dict[str, Any]:
    """A motor for each joint of one freedom that a transmission drives, within its effort limit."""
    found: dict[str, Any] = {}
    for transmission in root.all("transmission"):
        for tag in transmission.all("joint"):
            name = tag.attributes.get("name", "")
            if name not in places:
                source.note("transmissions to joints that do not move, left out", name)
                continue
            body, joint = places[name]
            if joint.attributes.get("type") not in ("revolute", "continuous", "prismatic"):
                source.note("transmissions to joints of several freedoms, left out", name)
                continue
            effort = source.number(joint.first("limit"), "effort", 0.0, LARGEST)
            motor: dict[str, Any] = {"joint": body}
            motor |= {"limit": effort} if effort > 0 else {}
            found[names[name]] = {"motor": motor}
    return found

"""Imported joints that move no mass, and roots that the world holds."""

from __future__ import annotations

from typing import Any

import numpy as np

from pelagos.importers.source import XmlSource
from pelagos.joints.table import KINDS
from pelagos.language.body_tree import parents_first
from pelagos.language.words import WORLD

Bodies = dict[str, dict[str, Any]]

_IN_WORLD = {kind.word for kind in KINDS if kind.in_world}


def fix_massless(bodies: Bodies, gears: dict[str, Any], source: XmlSource) -> None:
    """Fix joints that move no mass; no equation could tell their acceleration."""
    parents = {name: words.get("parent", WORLD) for name, words in bodies.items()}
    heavy: set[str] = set()
    for name in reversed(parents_first(parents)):
        words = bodies[name]
        turns_a_rotor = isinstance(words["joint"], dict) and words["joint"].get("armature")
        if name in heavy or words["mass"] or np.any(words["inertia"]) or turns_a_rotor:
            heavy.update((name, parents[name]))
    pairs = {key: tuple(gear["gear"]["joints"]) for key, gear in gears.items() if "gear" in gear}
    # what moves with a leader holds it
    leading = {
        leader for follower, *others in pairs.values() if follower in heavy for leader in others
    }
    for name, words in bodies.items():
        moving = isinstance(words["joint"], dict) and not _IN_WORLD & words["joint"].keys()
        if moving and name not in heavy and name not in leading:
            words["joint"] = "fixed"
            source.note("joints that move no mass, fixed", name)
    for key, pair in pairs.items():
        if "fixed" in joints_of(bodies, *pair):
            source.note("mimics on fixed joints, left out", key.removesuffix("-mimic"))
            del gears[key]


def name_held_roots(bodies: Bodies, source: XmlSource) -> None:
    """Say where the world holds a mass that is fixed to a root without any."""
    parents = {name: words.get("parent", WORLD) for name, words in bodies.items()}
    held: dict[str, str] = {}  # root by what is fixed to it
    for name in parents_first(parents):
        if "parent" not in bodies[name] and bodies[name]["joint"] == "fixed":
            held[name] = name
        elif bodies[name]["joint"] == "fixed" and parents[name] in held:
            held[name] = held[parents[name]]
    for root in dict.fromkeys(held[name] for name in held if bodies[name]["mass"]):
        text = "without mass of its own, so fixed to the world with what is fixed to it "
        source.note(text + f"(--set bodies.{root}.joint=free lets it go)", root)


def joints_of(bodies: Bodies, *names: str) -> list[Any]:
    """The words of the joints of some bodies."""
    return [bodies.get(name, {}).get("joint") for name in names]

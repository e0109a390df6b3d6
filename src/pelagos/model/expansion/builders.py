"""Robots from a few numbers: the shorthands of model files as Python functions."""

from __future__ import annotations

from typing import Any

from pelagos.model.robot import Robot


def snake(
    links: int,
    *,
    half_length: Any,
    radius: Any,
    mass: Any = None,
    inertia: Any = None,
    axes: Any = "alternating",
    base: str = "fixed",
    drive: str = "motion",
    gaits: dict[str, Any] | None = None,
    name: str | None = None,
    gravity: Any = (0.0, 0.0, 0.0),
    link: dict[str, Any] | None = None,
    joint: dict[str, Any] | None = None,
    servo: dict[str, Any] | None = None,
    **robot: Any,
) -> Robot:
    """A snake: a tail and `links` links behind it, along y (Kvalvik et al. 2019).

    mass, half_length, radius, inertia: one for all, or links + 1 of them, the tail's first; a
    half-length may be a vector, and an inertia (about the mass centre) 3, 6 or 3 x 3 numbers.
    axes: "alternating" (x, z, x, ...), one axis for all joints, or a list.
    base: a "fixed" or "free" tail; drive: "motion" (angles are prescribed and efforts follow),
    "motor" or "servo".
    gaits: scenarios by name, such as {"coil": {"amplitude": "20 deg", "time": 2}}.
    link, joint: further words of every body, of every joint; servo: those of the servos.
    robot: further words of the robot, such as water={...} or initial={...}.

    Examples:
        >>> snake = pl.snake(8, mass=0.2, half_length=0.04, radius=0.03, base="free")
        >>> len(snake.bodies), len(snake.speeds)
        (9, 14)
    """
    words = {
        "links": links,
        "axes": axes,
        "mass": mass,
        "half_length": half_length,
        "radius": radius,
        "inertia": inertia,
        "base": base,
        "drive": drive,
        "servo": servo,
        "link": link,
        "joint": joint,
        "gaits": gaits,
    }
    given = {key: value for key, value in words.items() if value is not None}
    return Robot(name=name or f"snake{links}", gravity=gravity, snake=given, **robot)


def beam(
    length: Any,
    segments: int,
    *,
    E: Any = None,
    G: Any = None,
    section: Any = None,
    EI: Any = None,
    GJ: Any = None,
    mass_per_length: Any = None,
    density: Any = None,
    root: str | float = "clamped-half",
    torsion: bool = False,
    bending: str = "both",
    damping: Any = 0.0,
    name: str = "beam",
    segment: dict[str, Any] | None = None,
    **robot: Any,
) -> Robot:
    """A cantilever along x: rigid segments with springs between them (Abdelaziz et al. 2004).

    section with E and G, such as {"rectangle": [0.1, 0.001]} (along y, along z), or EI and GJ.
    root: "clamped-half" (second order), "document" (the rule of the paper), or how many times as
    stiff as the others the spring there is. damping: seconds, times stiffness. robot: further
    words, such as gravity=[0, 0, 0]. To attach beams to a body of a robot, use `beams:` in a file.

    Examples:
        >>> strip = pl.beam(1.0, 4, E="70 GPa", section={"rectangle": [0.03, 0.002]}, density=2700)
        >>> len(strip.bodies)
        4
    """
    words = {
        "length": length,
        "segments": segments,
        "E": E,
        "G": G,
        "section": section,
        "EI": EI,
        "GJ": GJ,
        "mass_per_length": mass_per_length,
        "density": density,
        "root": root,
        "torsion": torsion,
        "bending": bending,
        "damping": damping,
        "segment": segment,
    }
    given = {key: value for key, value in words.items() if value is not None}
    return Robot(name=name, beams={name: given}, **robot)

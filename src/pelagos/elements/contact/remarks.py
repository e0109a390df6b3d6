"""What is refused of contacts, or told of them, that follows from the bodies they name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pelagos.language.words import WORLD
from pelagos.text import number

CORNERS = 12  # of a hull, as proposed
MUCH = 0.05  # of the volume by which a hull may differ from its mesh without a remark


def piece_of(name: str, parts: Any) -> str:
    """The first body of the rigid piece that a body belongs to: through fixed joints."""
    seen = {name}
    while name in parts.bodies and parts.bodies[name].joint.kind == "fixed":
        name = parts.parents[name]
        if name in seen:  # a circle, which others refuse
            break
        seen.add(name)
    return name


def pieces(pairs: Any, parts: Any) -> Iterator[tuple[Any, ...]]:
    """Pairs of one rigid piece, which never touch anew."""
    for one, other in pairs:
        if piece_of(one, parts) != piece_of(other, parts):
            continue
        if other == WORLD:
            message = f"{one} is fixed to the world, and never comes closer to it"
            yield "of", message, f"take {one} out of the contact, or give it a joint", one
        else:
            message = f"{one} and {other} are fixed to each other, and never come closer"
            yield "of", message, "name pairs that move against each other", f"{one}, {other}"


def hulls(names: Any, bodies: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Bodies whose meshes are felt by their hull."""
    for name in names:
        shape = bodies[name].shape
        if shape is not None and shape.mesh is not None and shape.mesh.hull is not None:
            yield name, shape.mesh


def told_hull(name: str, mesh: Any) -> str:
    """By what a mesh is felt, and how far that is from the mesh."""
    filled, kept = _shares(mesh)
    corners = len(mesh.corners)
    return (
        f"{name} by the convex hull of its mesh, {number(100 * filled)} % more volume; "
        f"of that {corners} corners keep {number(100 * kept)} %"
    )


def far_hulls(names: Any, bodies: Mapping[str, Any]) -> Iterator[str]:
    """Remarks on hulls that are far from their meshes."""
    for name, mesh in hulls(names, bodies):
        filled, kept = _shares(mesh)
        if filled > MUCH:
            yield (
                f"{name} is felt by its convex hull, which encloses {number(100 * filled)} % more "
                "than the mesh\n    where hollows matter, make it of several convex bodies on "
                "fixed joints"
            )
        if kept < 1.0 - MUCH:
            yield (
                f"the {len(mesh.corners)} corners of {name} enclose {number(100 * kept)} % of its "
                "convex hull\n    raise hull, or give it a simple shape and the mesh as visual"
            )


def _shares(mesh: Any) -> tuple[float, float]:
    """What the whole hull adds to the mesh, and how much of that hull its corners enclose."""
    whole = mesh.hull_volume
    kept = mesh.polyhedron.volume / (whole * mesh.scale**3)
    return round(max(whole / mesh.volume - 1.0, 0.0), 4), round(min(kept, 1.0), 4)

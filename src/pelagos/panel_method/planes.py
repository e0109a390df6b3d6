"""Planes that bound the water, and what they cut off a body: walls, mirrors, the free surface."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from pelagos.errors import PelagosError
from pelagos.panel_method.galerkin import Mirror
from pelagos.panel_method.surface import Array, Flags, Indices, PanelSurface

_WORDS = re.compile(r"\s*([xyz])\s*([<>])\s*([-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?)\s*")


@dataclass(frozen=True)
class Waterplane:
    """Where the surface of the water cuts a body."""

    area: float  # m2
    centre: Array  # m
    second_moments: Array  # m4 about the centre, along the two axes in the plane


@dataclass(frozen=True)
class CutBody:
    """The part of a body in the water: its wetted panels, and lids that close it for volumes."""

    wetted: PanelSurface
    closed: PanelSurface
    waterplane: Waterplane | None


def plane(words: str, sign: int) -> Mirror:
    """The mirror of words such as "z<0.3": water is where that holds."""
    found = _WORDS.fullmatch(words)
    if found is None:
        raise PelagosError(
            f"{words!r} is no plane\n    say where the water is, as z<0.3 or y>0 (in metres)"
        )
    axis, side, offset = found.groups()
    normal = np.eye(3)["xyz".index(axis)] * (1.0 if side == ">" else -1.0)
    return Mirror(normal, float(offset) * (1.0 if side == ">" else -1.0), sign)


def cut(surface: PanelSurface, mirror: Mirror, name: str) -> CutBody:
    """The part of a body on the water's side of a plane."""
    size = float(np.ptp(surface.vertices, axis=0).max())
    height = surface.vertices @ mirror.normal - mirror.offset
    height[np.abs(height) < 1e-9 * size] = 0.0
    if (height <= 0).all():
        raise PelagosError(
            f"{name}: all of it is outside of the water\n    turn the sign of the plane (< or >), "
            "or move the plane"
        )
    if (height > 0).all():
        return CutBody(surface, surface, None)
    wetted = _clipped(surface, height)
    flat: Flags = np.all(_on_plane(wetted, mirror, size)[wetted.faces], axis=1)
    wetted = _only(wetted, ~flat)
    lid = _lid(wetted, mirror)
    closed = PanelSurface(
        np.concatenate([wetted.vertices, lid[0]]), np.concatenate([wetted.faces, lid[1]])
    )
    return CutBody(wetted, closed, _waterplane(closed, lid[1], mirror))


def on_plane(surface: PanelSurface, mirror: Mirror) -> Indices:
    """Vertices on the plane."""
    size = float(np.ptp(surface.vertices, axis=0).max())
    return np.flatnonzero(_on_plane(surface, mirror, size))


def _on_plane(surface: PanelSurface, mirror: Mirror, size: float) -> Flags:
    found: Flags = np.abs(surface.vertices @ mirror.normal - mirror.offset) < 1e-8 * size
    return found


def _only(surface: PanelSurface, kept: Flags) -> PanelSurface:
    used, numbered = np.unique(surface.faces[kept], return_inverse=True)
    return PanelSurface(surface.vertices[used], numbered.reshape(-1, 3).astype(np.int64))


def _clipped(surface: PanelSurface, height: Array) -> PanelSurface:
    """PanelPairs above a plane, whole or cut; neighbours share the points of a cut."""
    corners = height[surface.faces]
    new = [surface.faces[(corners >= 0).all(axis=1) & (corners > 0).any(axis=1)]]
    points: dict[tuple[int, int], int] = {}
    added: list[Array] = []

    def between(a: int, b: int) -> int:
        key = (min(a, b), max(a, b))
        if key not in points:
            share = height[key[0]] / (height[key[0]] - height[key[1]])
            ends = surface.vertices[list(key)]
            points[key] = len(surface.vertices) + len(added)
            added.append(ends[0] + share * (ends[1] - ends[0]))
        return points[key]

    pieces: list[tuple[int, int, int]] = []
    for face in surface.faces[(corners > 0).any(axis=1) & (corners < 0).any(axis=1)].tolist():
        outline: list[int] = []
        for a, b in zip(face, face[1:] + face[:1], strict=True):
            if height[a] >= 0:
                outline.append(a)
            if height[a] * height[b] < 0:
                outline.append(between(a, b))
        pieces += [(outline[0], outline[k], outline[k + 1]) for k in range(1, len(outline) - 1)]
    new.append(np.array(pieces, dtype=np.int64).reshape(-1, 3))
    vertices = np.concatenate([surface.vertices, np.array(added).reshape(-1, 3)])
    whole = PanelSurface(vertices, np.concatenate(new))
    return _only(whole, np.ones(len(whole.faces), dtype=bool))


def _lid(wetted: PanelSurface, mirror: Mirror) -> tuple[Array, Indices]:
    """A fan over the open rim; areas and moments of fans add up, whatever the outline."""
    from pelagos.panel_method.faults import open_edges

    rim = open_edges(wetted.faces)
    middle = wetted.vertices[rim].mean(axis=(0, 1))
    middle = middle - (middle @ mirror.normal - mirror.offset) * mirror.normal
    centre = np.full(len(rim), len(wetted.vertices))
    return middle[None], np.stack([rim[:, 1], rim[:, 0], centre], axis=1)


def _waterplane(closed: PanelSurface, lid: Indices, mirror: Mirror) -> Waterplane:
    corners = closed.vertices[lid]
    doubled = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    areas = -(doubled @ mirror.normal) / 2
    area = float(areas.sum())
    middle = (corners + np.roll(corners, 1, axis=1)) / 2
    centre = np.einsum("p,pki->i", areas / 3, middle) / area
    across = [k for k in range(3) if abs(mirror.normal[k]) < 0.5]
    apart = (middle - centre)[:, :, across]
    return Waterplane(area, centre, np.einsum("p,pki->i", areas / 3, apart**2))

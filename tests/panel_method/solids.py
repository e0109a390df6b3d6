"""Surfaces with known answers, made of few triangles."""

from __future__ import annotations

import numpy as np
import trimesh

from pelagos.panel_method.hydro import unit_motions
from pelagos.panel_method.properties import properties
from pelagos.panel_method.surface import PanelSurface


def of(mesh: trimesh.Trimesh) -> PanelSurface:
    return PanelSurface(np.array(mesh.vertices, float), np.array(mesh.faces, dtype=np.int64))


def ellipsoid(axes: tuple[float, float, float], level: int, *, same_volume=True) -> PanelSurface:
    """Corners on the ellipsoid, or on the slightly larger one whose panels enclose its volume."""
    ball = of(trimesh.creation.icosphere(subdivisions=level))
    surface = PanelSurface(ball.vertices * np.array(axes), ball.faces)
    if same_volume:
        volume = properties(surface, shadows=False).volume
        scale = (4 / 3 * np.pi * np.prod(axes) / volume) ** (1 / 3)
        surface = PanelSurface(scale * surface.vertices, surface.faces)
    return surface


def motions(surface: PanelSurface) -> np.ndarray:
    """Normal velocities of unit motions about the origin."""
    return unit_motions(surface, np.zeros(3))


def box(x: float, y: float, z: float) -> trimesh.Trimesh:
    return trimesh.creation.box((x, y, z))

"""Inertias as other formats have them: of a rigid body, about its mass centre."""

from __future__ import annotations

import numpy as np

from pelagos.exporters.losses import Losses
from pelagos.language.inertias import principal_values
from pelagos.model.bodies import Body

_ROUNDING = 1e-12  # of the largest entry of a 6x6


def inertia_about_com(name: str, body: Body, losses: Losses, impossible: bool) -> np.ndarray:
    """A 6x6 that is that of a rigid body is written as such, others are lost.

    impossible: whether the format takes inertias that break the triangle inequality.
    """
    if body.spatial_inertia is None:
        return np.array(body.inertia)
    whole, (x, y, z) = np.array(body.spatial_inertia), body.com
    offset = body.mass * np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    rest = whole.copy()
    rest[3:, 3:] = 0.0
    rigid = np.block([[body.mass * np.eye(3), -offset], [offset, np.zeros((3, 3))]])
    if np.abs(rest - rigid).max() <= _ROUNDING * np.abs(whole).max():
        found: np.ndarray = whole[3:, 3:] + (offset @ offset / body.mass if body.mass else 0.0)
        low, middle, high = sorted(principal_values(found))
        if impossible or (low > 0.0 and high <= low + middle):
            return (found + found.T) / 2
    losses.add("general 6x6 inertias; the body has its mass alone", name)
    return np.array(body.inertia)

"""Straight vortices: the velocity that one induces, docs/theory/lifting-surfaces.md (7)."""

from __future__ import annotations

from typing import Any

from pelagos.equations.algebra import Vec3
from pelagos.equations.scalars import sqrt, where

Scalar = Any

# A segment does not act on points nearer to its line than this share of its length.
CORE = 1e-10


def segment_velocity(point: Vec3, start: Vec3, end: Vec3, strength: Scalar) -> Vec3:
    """Velocity at a point by the vortex from start to end; strength: circulation over 4 pi."""
    a, b, along = point - start, point - end, end - start
    cross = a.cross(b)
    near, far = sqrt(a.dot(a)), sqrt(b.dot(b))
    product, length = near * far, along.dot(along)
    outside = cross.dot(cross) > (CORE * length) * (CORE * length)
    below = product * (product + a.dot(b))
    factor = where(outside, strength * (near + far) / where(outside, below, 1.0), 0.0)
    return factor * cross

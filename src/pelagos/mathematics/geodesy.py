"""The Earth as an ellipsoid: from places near a point of it to latitude, longitude and altitude.

The world of a model is flat and touches the ellipsoid of WGS 84 (NIMA TR8350.2, 2000) at its
origin: a place is so far north, east and down of there along straight lines. Latitude and altitude
of the place follow from its distance from the axis and from the plane of the equator by the
iteration of Bowring (1976, Survey Review 23:323), of which two steps leave less than 1e-12 rad
within 10 km of the surface.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from pelagos.mathematics.scalars import Scalar, atan2, sincos, sqrt

EQUATOR = 6_378_137.0  # m, radius
FLATTENING = 1.0 / 298.257_223_563
POLE = EQUATOR * (1.0 - FLATTENING)
_SQUARE = FLATTENING * (2.0 - FLATTENING)  # of the first eccentricity
_SECOND = _SQUARE / (1.0 - _SQUARE)  # of the second one
_STEPS = 2


class Geodetic(NamedTuple):
    """A place on the Earth."""

    latitude: Scalar  # rad, north positive
    longitude: Scalar  # rad, east positive
    altitude: Scalar  # m above the ellipsoid


def curvature(latitude: float) -> tuple[float, float]:
    """Radii along the meridian and across it."""
    w = 1.0 - _SQUARE * math.sin(latitude) ** 2
    return EQUATOR * (1.0 - _SQUARE) / w**1.5, EQUATOR / math.sqrt(w)


def displaced(origin: Geodetic, north: Scalar, east: Scalar, down: Scalar) -> Geodetic:
    """The place so far from an origin; not near the poles."""
    sine, cosine = sincos(origin.latitude)
    across = EQUATOR / sqrt(1.0 - _SQUARE * sine * sine)
    # in the meridian plane of the origin: out from the axis, and up along it
    out = (across + origin.altitude) * cosine - sine * north - cosine * down
    up = (across * (1.0 - _SQUARE) + origin.altitude) * sine + cosine * north - sine * down
    radius = sqrt(out * out + east * east)
    reduced = atan2(up, (1.0 - FLATTENING) * radius)
    latitude: Scalar = 0.0
    for _ in range(_STEPS):
        s, c = sincos(reduced)
        latitude = atan2(up + _SECOND * POLE * s * s * s, radius - _SQUARE * EQUATOR * c * c * c)
        s, c = sincos(latitude)
        reduced = atan2((1.0 - FLATTENING) * s, c)
    s, c = sincos(latitude)
    # along the normal: right where the latitude is 0, and near the poles as well
    altitude = radius * c + up * s - EQUATOR * sqrt(1.0 - _SQUARE * s * s)
    return Geodetic(latitude, origin.longitude + atan2(east, out), altitude)

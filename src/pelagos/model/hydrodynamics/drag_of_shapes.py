"""Drag that shapes give: areas, and coefficients from tables for Reynolds numbers of 1e4 to 1e5.

Forces act at points so chosen that pure translation along the shape's axes and pure rotation about
them have the drag of the cross-flow principle, which adds up local velocities over the area.
"""

from __future__ import annotations

import math
from itertools import product

import numpy as np
from numpy.typing import NDArray

from pelagos.elements.drag.ellipsoid import EllipsoidDrag
from pelagos.elements.drag.law import DragWords
from pelagos.elements.drag.strip import StripDrag
from pelagos.language.shapes import Cylinder, Rod, Shape
from pelagos.language.words import Vector
from pelagos.model.hydrodynamics.added_mass_of_shapes import (
    check_sizes,
    interpolated,
    principal_ellipsoid,
)

Array = NDArray[np.float64]
Table = tuple[tuple[float, float], ...]

# Ellipsoids of revolution along their axis, laminar: length / diameter, coefficient on the frontal
# area. F. M. White, Fluid Mechanics, table 7.3; the disc at 0. The table itself was not seen.
ELLIPSOID: Table = ((0.0, 1.17), (0.75, 0.5), (1.0, 0.47), (2.0, 0.27), (4.0, 0.25), (8.0, 0.2))
# Circular cylinders across the flow: length / diameter. F. M. White, Fluid Mechanics, table 7.3;
# Matthews (2002), figure 5.13b, has the same, but 0.63 for the shortest and none for 3 and 20.
CYLINDER_ACROSS: Table = (
    (1.0, 0.64), (2.0, 0.68), (3.0, 0.72), (5.0, 0.74), (10.0, 0.82), (20.0, 0.91), (40.0, 0.98),
    (1e9, 1.2),
)  # fmt: skip
# Circular cylinders along the flow: length / diameter, on the end's area. DNV-RP-H103 (2011),
# table B-2; Matthews (2002), figure 5.13b, has the same, without the disc.
CYLINDER_ALONG: Table = ((0.0, 1.12), (1.0, 0.91), (2.0, 0.85), (4.0, 0.87), (7.0, 0.99))
# Square rods along the flow: length / edge, on the face's area. DNV-RP-H103 (2011), table B-2.
PRISM_ALONG: Table = (
    (0.0, 1.16), (1.0, 1.15), (1.5, 0.97), (2.0, 0.87), (2.5, 0.90), (3.0, 0.93), (4.0, 0.95),
)  # fmt: skip

_ELLIPSOIDS_UNSEEN = (
    "; unconfirmed: C_D of ellipsoids and of the disc (1.17) along their axis, whose table was not "
    "seen"
)
_DISC_UNSEEN = "; unconfirmed: C_D = 1.12 of a disc, which shorter cylinders go to"

# Share by which axes may differ of what counts as round, such as the mesh of a sphere.
ALIKE = 1e-3

# Where two points stand for a face between -1 and 1: the mean of |x|^3 over the face is theirs.
_RECTANGLE = (1 / 4) ** (1 / 3)
_ELLIPSE = (8 / (15 * math.pi)) ** (1 / 3)


def drag_of(shape: Shape) -> tuple[tuple[DragWords, ...], str]:
    """The laws that a shape gives in the body's frame, and their source."""
    if shape.sphere is not None:
        return _sphere(shape, shape.sphere)
    if shape.cylinder is not None:
        return _cylinder(shape, shape.cylinder)
    if shape.capsule is not None:
        return _capsule(shape, shape.capsule)
    if shape.box is not None:
        check_sizes(*shape.box)
        x, y, z = (edge / 2 for edge in shape.box)
        source = (
            "faces: DNV-RP-H103 (2011) table B-2, square rods along the flow, and the square plate"
        )
        return _faces(shape, np.eye(3), (x, y, z), PRISM_ALONG, round_faces=False), source
    said = "approximation: ellipsoid of equal second moments, "
    axes, semi = np.eye(3), shape.ellipsoid
    if semi is None:
        axes, semi = principal_ellipsoid(shape)
    else:
        said = ""
    source = said + "White, Fluid Mechanics, table 7.3, ellipsoids, by length / mean diameter"
    return _ellipsoid(shape, axes, semi), source + _ELLIPSOIDS_UNSEEN


def _sphere(shape: Shape, radius: float) -> tuple[tuple[DragWords, ...], str]:
    coefficient = interpolated(1.0, ELLIPSOID)
    source = f"C_D = {coefficient:g} on pi r^2; the curve of Clift and Gauvin (1971): 0.42 to 0.49"
    return _same_all_around(shape, radius), source


def _same_all_around(shape: Shape, radius: float) -> tuple[DragWords, ...]:
    """A force against the velocity, whatever its direction."""
    area, coefficient = math.pi * radius**2, interpolated(1.0, ELLIPSOID)
    law = _law(shape, np.zeros(3), np.array([1.0, 0.0, 0.0]), area, coefficient, form="speed")
    return (law.model_copy(update={"normal": coefficient, "normal_area": area}),)


def _cylinder(shape: Shape, rod: Cylinder) -> tuple[tuple[DragWords, ...], str]:
    if rod.ends == "none":  # the longer one is taken as long
        across = CYLINDER_ACROSS[-1][1]
        source = f"strips with C_D = {across:.3g}, a long cylinder (Matthews 2002, figure 5.13b)"
        return (_strip(shape, rod, across, rod.length),), source
    slenderness = rod.length / (2 * rod.radius)
    across = interpolated(slenderness, CYLINDER_ACROSS)
    said = f"strips with C_D = {across:.3g} (Matthews 2002, figure 5.13b), ends with"
    if rod.ends == "round":
        along, source = interpolated(slenderness, ELLIPSOID), "White, table 7.3, ellipsoids"
        unseen = _ELLIPSOIDS_UNSEEN
    else:
        along, source = interpolated(slenderness, CYLINDER_ALONG), "Matthews 2002, figure 5.13b"
        unseen = _DISC_UNSEEN if slenderness < 1 else ""
    ends = _law(shape, np.zeros(3), np.array(rod.along), math.pi * rod.radius**2, along)
    source = f"{said} C_D = {along:.3g} ({source}){unseen}"
    return (_strip(shape, rod, across, rod.length), ends), source


def _capsule(shape: Shape, rod: Rod) -> tuple[tuple[DragWords, ...], str]:
    """Strips as long as the capsule's outline has area; along the axis as an ellipsoid."""
    slenderness = 1 + rod.length / (2 * rod.radius)
    across = interpolated(slenderness, CYLINDER_ACROSS)
    along = interpolated(slenderness, ELLIPSOID)
    ends = _law(shape, np.zeros(3), np.array(rod.along), math.pi * rod.radius**2, along)
    source = (
        f"approximation: strips with C_D = {across:.3g} (Matthews 2002, figure 5.13b), ends with "
        f"C_D = {along:.3g} (White, table 7.3, ellipsoids){_ELLIPSOIDS_UNSEEN}"
    )
    outline = rod.length + math.pi * rod.radius / 2
    return (_strip(shape, rod, across, outline), ends), source


def _strip(shape: Shape, rod: Rod, normal: float, length: float) -> StripDrag:
    return StripDrag(
        normal=normal,
        radius=rod.radius,
        length=length,
        axis=_tuple(shape.at.R @ np.array(rod.along)),
        at=_tuple(shape.centroid),
    )


def _ellipsoid(shape: Shape, axes: Array, semi: Vector) -> tuple[DragWords, ...]:
    """Spheres are alike all around, long ellipsoids of revolution have two points on their axis,
    others have faces."""
    check_sizes(*semi)
    if max(semi) - min(semi) <= ALIKE * max(semi):
        return _same_all_around(shape, math.prod(semi) ** (1 / 3))
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        a, b = semi[i], math.sqrt(semi[j] * semi[k])
        if abs(semi[j] - semi[k]) <= ALIKE * b and a > b:
            axial, normal = interpolated(a / b, ELLIPSOID), interpolated((b / a) ** 0.5, ELLIPSOID)
            half = {"normal": normal, "normal_area": math.pi * a * b / 2}
            points = (s * _ELLIPSE * a * axes[:, i] for s in (-1.0, 1.0))
            laws = (_law(shape, p, axes[:, i], math.pi * b * b / 2, axial) for p in points)
            return tuple(law.model_copy(update=half) for law in laws)
    return _faces(shape, axes, semi, ELLIPSOID, round_faces=True)


def _faces(
    shape: Shape, axes: Array, semi: Vector, table: Table, *, round_faces: bool
) -> tuple[DragWords, ...]:
    """Three faces with four points each, that feel the velocity along their normal."""
    laws: list[DragWords] = []
    place, full = (_ELLIPSE, math.pi) if round_faces else (_RECTANGLE, 4.0)
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        coefficient = interpolated(semi[i] / math.sqrt(semi[j] * semi[k]), table)
        quarter = full * semi[j] * semi[k] / 4
        for s, t in product((-place, place), repeat=2):
            point = s * semi[j] * axes[:, j] + t * semi[k] * axes[:, k]
            laws.append(_law(shape, point, axes[:, i], quarter, coefficient))
    return tuple(laws)


def _law(
    shape: Shape, point: Array, axis: Array, area: float, axial: float, form: str = "cross-flow"
) -> EllipsoidDrag:
    """A force along an axis at a point, both in the shape's frame about its centroid."""
    R = shape.at.R
    return EllipsoidDrag(
        axial=axial,
        normal=0.0,
        axial_area=area,
        normal_area=0.0,
        axis=_tuple(R @ axis),
        at=_tuple(shape.centroid + R @ point),
        form=form,
    )


def _tuple(values: Array) -> Vector:
    x, y, z = (float(value) for value in values)
    return (x, y, z)

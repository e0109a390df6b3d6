"""Added mass that shapes give in unbounded water at rest.

All are 6x6 about the shape's centre in the shape's own axes, linear first, for a density of one.
Ellipsoids are exact (Lamb, Hydrodynamics, 6th ed. 1932, articles 114 and 115), so is the sphere.
Rods come from tables over their length (`added_mass_of_rods`). The others are approximations, which
are stated where they stand and in `Estimate.source`.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pelagos.language.placement import Placement, aligned_axes
from pelagos.language.shapes import Rod, Shape
from pelagos.language.words import refusal
from pelagos.model.hydrodynamics.added_mass_of_rods import RodMass, capsule, cylinder

Array = NDArray[np.float64]

EQUAL = 1e-10  # difference of squares of axes, over their sum, below which they are the same
THINNEST = 1e-35  # metres; products of thinner ones would vanish by rounding

# Square prisms that move along their length: length / edge, and added mass / displaced mass.
# DNV-RP-H103 (2011), table A-2. Potential flow has 6 to 12 % less, 0.638 for a cube
# (`tests/rectangles.py`); plates and sections below are potential flow.
_PRISM = (
    (1.0, 0.68), (2.0, 0.36), (3.0, 0.24), (4.0, 0.19), (5.0, 0.15), (6.0, 0.13), (7.0, 0.11),
    (10.0, 0.08),
)  # fmt: skip
# Rectangular plates that move along their normal: long / short edge, and added mass over that of
# the cylinder pi/4 short^2 long. DNV-RP-H103 (2011), table A-2.
_PLATE = (
    (1.0, 0.579), (1.25, 0.642), (1.5, 0.690), (1.59, 0.704), (2.0, 0.757), (2.5, 0.801),
    (3.0, 0.830), (3.17, 0.840), (4.0, 0.872), (5.0, 0.897), (6.25, 0.917), (8.0, 0.934),
    (10.0, 0.947), (1e9, 1.0),
)  # fmt: skip
# Long rectangular sections: thickness along the motion / width, and added mass over that of the
# plate without thickness. DNV-RP-H103 (2011), table A-1.
_SECTION = ((0.0, 1.0), (0.1, 1.14), (0.2, 1.21), (0.5, 1.36))

# A box turns as the ellipsoid of equal volume, and what its edges take along: fitted to a cube.
_EQUAL_VOLUME = (0.75 / math.pi) ** (1 / 3)  # semi-axis over edge
_EDGES = 0.04


class AddedMassEstimate(NamedTuple):
    """An added mass in the shape's axes about its centre, and where it comes from."""

    matrix: Array
    source: str


def added_mass(shape: Shape, ends: str | None = None) -> AddedMassEstimate:
    """The added mass of a shape for a density of one; `ends` in the place of the cylinder's own."""
    if shape.sphere is not None:
        half = 0.5 * shape.volume
        return AddedMassEstimate(
            _diagonal(half, half, half), "half the displaced mass, Lamb (1932) art. 92"
        )
    if shape.ellipsoid is not None:
        return AddedMassEstimate(ellipsoid(*shape.ellipsoid), "Lamb (1932) art. 114, 115")
    if shape.cylinder is not None:
        tube = shape.cylinder
        return _about_axis(tube, cylinder(tube.radius, tube.length, ends or tube.ends))
    if shape.capsule is not None:
        rod = shape.capsule
        return _about_axis(rod, capsule(rod.radius, rod.length))
    if shape.box is not None:
        return _box(*shape.box)
    return _alike(shape)


def about_origin(matrix: Array, frame: Placement) -> Array:
    """A 6x6 that holds in a frame on the body, about the body's origin and in its axes."""
    return moved(matrix, frame.moves)


def moved(matrix: Array, moves: Array) -> Array:
    """A 6x6 of a frame as that of another, given the motion of the first per motion of this."""
    shifted: Array = moves.T @ matrix @ moves
    return (shifted + shifted.T) / 2


# --- ellipsoids -----------------------------------------------------------------------------


def ellipsoid(a: float, b: float, c: float) -> Array:
    """The added mass of an ellipsoid with semi-axes a, b, c."""
    check_sizes(a, b, c)
    alphas = lamb_integrals(a, b, c)
    mass = 4 / 3 * math.pi * a * b * c
    squares = (a * a, b * b, c * c)
    linear, angular = [], []
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        # alpha / (2 - alpha); the three add up to 2
        linear.append(mass * alphas[i] / (alphas[j] + alphas[k]))
        angular.append(mass / 5 * _turning(squares[j], squares[k], alphas[i], alphas[j], alphas[k]))
    return _diagonal(*linear, *angular)


def check_sizes(*sizes: float) -> None:
    """Refuse what is too thin to reckon with."""
    if not all(size >= THINNEST for size in sizes):
        raise refusal(f"a shape {min(sizes):.1g} m thin cannot be reckoned with", "check sizes")


def _turning(bb: float, cc: float, alpha: float, beta: float, gamma: float) -> float:
    """Lamb's (b^2 - c^2)^2 (gamma - beta) / (2 (b^2 - c^2) + (b^2 + c^2) (beta - gamma)).

    The denominator is written with alpha + beta + gamma = 2, so that flat ellipsoids lose nothing.
    """
    if abs(bb - cc) <= EQUAL * (bb + cc):  # the coefficient goes with the square of the difference
        return 0.0
    return (bb - cc) ** 2 * (gamma - beta) / (bb * (alpha + 2 * beta) - cc * (alpha + 2 * gamma))


def lamb_integrals(a: float, b: float, c: float) -> tuple[float, float, float]:
    """Lamb's alpha, beta, gamma: a b c times the integral of 1 / ((a^2 + x) D(x)) and so on."""
    # of size one, so that nothing overflows
    size = max(a, b, c)
    x, y, z = (a / size) ** 2, (b / size) ** 2, (c / size) ** 2
    scale = 2 / 3 * math.sqrt(x * y * z)
    return scale * carlson_rd(y, z, x), scale * carlson_rd(z, x, y), scale * carlson_rd(x, y, z)


def carlson_rd(x: float, y: float, z: float) -> float:
    """Carlson's R_D: 3/2 the integral of 1 / (sqrt((t+x) (t+y)) (t+z)^(3/2)) over t > 0.

    Duplication until the arguments are equal but for 1e-3, then a series to their sixth power
    (B. C. Carlson, Numerical Algorithms 10, 1995; DLMF 19.36).
    """
    total, power = 0.0, 1.0
    while True:
        mean = (x + y + 3 * z) / 5
        X, Y = (mean - x) / mean, (mean - y) / mean
        Z = -(X + Y) / 3
        if max(abs(X), abs(Y), abs(Z)) < 1e-3:
            break
        rx, ry, rz = math.sqrt(x), math.sqrt(y), math.sqrt(z)
        step = rx * ry + ry * rz + rz * rx
        total += power / (rz * (z + step))
        power /= 4
        x, y, z = (x + step) / 4, (y + step) / 4, (z + step) / 4
    xy, zz = X * Y, Z * Z
    e2, e3 = xy - 6 * zz, (3 * xy - 8 * zz) * Z
    e4, e5 = 3 * (xy - zz) * zz, xy * zz * Z
    series = 1 - 3 / 14 * e2 + e3 / 6 + 9 / 88 * e2 * e2 - 3 / 22 * e4 - 9 / 52 * e2 * e3
    series += 3 / 26 * e5
    return 3 * total + power * series / (mean * math.sqrt(mean))


# --- approximations -------------------------------------------------------------------------


def _about_axis(rod: Rod, mass: RodMass) -> AddedMassEstimate:
    axes = aligned_axes(rod.along)  # z along the axis
    both = np.kron(np.eye(2), axes)
    along, across, turning, source = mass
    own = _diagonal(across, across, along, turning, turning, 0.0)
    return AddedMassEstimate(both @ own @ both.T, source)


def _box(a: float, b: float, c: float) -> AddedMassEstimate:
    """Plates with thickness along each edge; turning as an ellipsoid, and for the edges.

    Linear entries are those of the tables for square prisms and for plates without thickness. The
    turning was compared with sources on panels: within 30 % from plates to beams.
    """
    check_sizes(a, b, c)
    linear = [_prism(a, b, c), _prism(b, c, a), _prism(c, a, b)]
    alike = np.diag(ellipsoid(*(_EQUAL_VOLUME * edge for edge in (a, b, c))))
    edges = [x * (y * z) ** 2 for x, y, z in ((a, b, c), (b, c, a), (c, a, b))]
    angular = [ball + _EDGES * edge for ball, edge in zip(alike[3:], edges, strict=True)]
    source = (
        "DNV-RP-H103 (2011) tables A-1, A-2 (square prisms, plates), in between an approximation; "
        "turning: approximation, ellipsoid of equal volume and edges"
    )
    return AddedMassEstimate(_diagonal(*linear, *angular), source)


def _prism(length: float, one: float, other: float) -> float:
    """A box that moves along `length`: a plate times a factor for its thickness."""
    short, long = min(one, other), max(one, other)
    plate = math.pi / 4 * short**2 * long * interpolated(long / short, _PLATE)
    square = math.pi / 4 * _PLATE[0][1]
    thick = tuple((ratio, ratio * factor / square) for ratio, factor in _PRISM)
    # beyond the table the factor stays
    return plate * interpolated(length / math.sqrt(short * long), (*_SECTION, *thick))


def _alike(shape: Shape) -> AddedMassEstimate:
    """The ellipsoid with the same second moments of volume, in the axes of the shape's frame."""
    axes, semi = principal_ellipsoid(shape)
    both = np.kron(np.eye(2), axes)
    source = "approximation: ellipsoid of equal second moments, Lamb (1932) art. 114, 115"
    return AddedMassEstimate(both @ ellipsoid(*semi) @ both.T, source)


def principal_ellipsoid(shape: Shape) -> tuple[Array, tuple[float, float, float]]:
    """Axes (columns, in the shape's frame) and semi-axes of the ellipsoid with equal moments."""
    own = shape.at.R.T @ shape.inertia_per_density @ shape.at.R
    moments, axes = np.linalg.eigh(own)
    if np.linalg.det(axes) < 0:
        axes[:, 2] = -axes[:, 2]
    # second moments of volume are volume a^2 / 5
    seconds = np.maximum(moments.sum() / 2 - moments, 1e-12 * moments.max())
    a, b, c = np.sqrt(5 * seconds / shape.volume)
    return axes, (float(a), float(b), float(c))


def interpolated(x: float, table: tuple[tuple[float, float], ...]) -> float:
    """Linear in the table, held beyond its ends."""
    return float(np.interp(x, [row[0] for row in table], [row[1] for row in table]))


def _diagonal(*values: float) -> Array:
    return np.diag([*values, *(0.0 for _ in range(6 - len(values)))])

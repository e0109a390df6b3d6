"""Data of the loops over pairs of panels."""

from __future__ import annotations

from pelagos.kernels.bundle import Bundle, Int, Int1, Real1, Real2, Real3

# Integrals of a pair with the source's hat functions b: 1/r at b, then at 3 + 3 a + b its slope
# along the tested normal with the tested panel's hat function a.
MOMENTS = 12


class PanelPairs(Bundle):
    """Triangles where potentials are tested, and those, or their images, that cause them.

    The number of those that cause is rounded up to whole vectors; what is added has no area.
    """

    points: Real3  # (panel, point, 3) of the rule in the tested triangle
    normals: Real2  # (panel, 3)
    areas: Real1  # (panel,)
    corners: Real3  # (panel, corner, 3)
    sources: Real2  # (3 point + axis, source) of the rule
    source_areas: Real1  # (source,)
    source_corners: Real3  # (source, corner, 3)


class NearPairs(Bundle):
    """Pairs that need exact integrals: by tested panel, then by source."""

    first: Int1  # (panel + 1,) where the pairs of a panel begin
    source: Int1  # (pair,)
    single: Real1  # (pair,) integral of 1/r over both
    moments: Real2  # (pair, MOMENTS) of its parts: see there


class Rules(Bundle):
    """Rules for the outer integral, each a whole number of vectors long, one behind the other."""

    first: Int1  # (rule + 1,)
    hats: Real2  # (corner, point) barycentric coordinates
    weights: Real1  # (point,) sum one per rule
    gaps: Real1  # gap over radius of the source, below which the next rule is taken
    scratch: Real2  # (MOMENTS, vector) sums of one pair by places of a vector


class PanelBlock(Bundle):
    """Rows of the matrices for a few tested panels."""

    panels: Int1  # (row,)
    owned: Int  # the first so many rows have their moments taken here
    single: Real2  # (row, source)
    moments: Real3  # (row, MOMENTS, source)


class Stars(Bundle):
    """PanelPairs about vertices, and the curls of hat functions on them."""

    first: Int1  # (vertex + 1,) where the panels about a vertex begin
    panel: Int1  # (entry,)
    curls: Real2  # (entry, axis) curl of the vertex's hat function, constant on the panel
    source_curls: Real2  # (entry, axis) the same of what causes the potential
    rows: Int1  # (panel,) which row of the block a panel is; scratch
    vertices: Int1  # those whose rows of the matrix are added to
    sums: Real2  # (axis, source) scratch
    matrix: Real2  # (vertex, vertex) the lower half

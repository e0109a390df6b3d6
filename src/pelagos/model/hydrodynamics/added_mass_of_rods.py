"""Added mass of cylinders and capsules of any length, for a density of one, about their centre.

Water escapes around the ends, so a rod takes less of it along than its length of strips, and it
takes some along its axis. Tables over length / diameter go from the disc, or the sphere, to the
infinitely long rod, where strip theory holds (C_a = 1, Lamb 1932 art. 68).

Across, cylinders have the values of DNV-RP-H103 (2011), table A-2. All other rows are potential
flow, from rings of sources on a body of revolution with meshes refined until four digits stand;
`tests/rings.py` repeats them. That flow has 0.877 and 0.929 where the table prints 0.90 and 0.96.
"""

from __future__ import annotations

import math
from typing import NamedTuple

ENDS = ("flat", "round", "none")

Table = tuple[tuple[float, float], ...]

_LONG = math.inf
_SPHERE = 2 / 3 * math.pi  # of radius one
_DISC = 8 / 3  # along its axis, over r^3; the flat limit of Lamb (1932) art. 114
_TURNED_DISC = 16 / 45  # about a diameter, over r^5; that of art. 115

# Cylinders with flat ends. Across, over displaced mass; from 1.2 on DNV-RP-H103 (2011), table A-2.
_ACROSS: Table = (
    (0.0, 0.0), (0.01, 0.0222), (0.02, 0.0397), (0.03, 0.0555), (0.05, 0.0836), (0.1, 0.1425),
    (0.2, 0.2341), (0.3, 0.3056), (0.5, 0.4137), (0.75, 0.5096), (1.0, 0.5793), (1.2, 0.62),
    (2.5, 0.78), (5.0, 0.90), (9.0, 0.96), (_LONG, 1.0),
)  # fmt: skip
# Along, over r^3.
_ALONG: Table = (
    (0.0, _DISC), (0.02, 2.809), (0.05, 2.926), (0.1, 3.056), (0.2, 3.224), (0.3, 3.335),
    (0.5, 3.483), (0.75, 3.599), (1.0, 3.678), (1.5, 3.779), (2.0, 3.843), (3.0, 3.919),
    (5.0, 3.991), (9.0, 4.047), (20.0, 4.090), (_LONG, 4.128),
)  # fmt: skip
# About a diameter, over strips and disc together.
_TURNING: Table = (
    (0.0, 1.0), (0.02, 1.067), (0.05, 1.111), (0.1, 1.144), (0.15, 1.147), (0.2, 1.123),
    (0.25, 1.076), (0.3, 1.010), (0.4, 0.8429), (0.5, 0.6727), (0.6, 0.5344), (0.75, 0.4042),
    (0.85, 0.3591), (1.0, 0.3306), (1.1, 0.3276), (1.2, 0.3319), (1.35, 0.3467), (1.5, 0.3662),
    (2.0, 0.4378), (2.5, 0.5014), (3.0, 0.5538), (4.0, 0.6327), (5.0, 0.6885), (7.0, 0.7616),
    (9.0, 0.8071), (12.5, 0.8556), (20.0, 0.9062), (40.0, 0.9516), (_LONG, 1.0),
)  # fmt: skip

# Capsules, over the diameter and the length of the cylinder between the two halves of a sphere.
# Across and turning: over strips and the halves, which move as a sphere. Along: over r^3.
_CAPSULE_ACROSS: Table = (
    (0.0, 1.0), (0.02, 0.9826), (0.05, 0.9608), (0.1, 0.9331), (0.2, 0.8987), (0.3, 0.8803),
    (0.5, 0.8658), (0.75, 0.8650), (1.0, 0.8706), (1.5, 0.8857), (2.0, 0.8998), (3.0, 0.9210),
    (4.0, 0.9354), (6.0, 0.9529), (8.0, 0.9631), (12.0, 0.9742), (20.0, 0.9840), (40.0, 0.9918),
    (_LONG, 1.0),
)  # fmt: skip
_CAPSULE_ALONG: Table = (
    (0.0, _SPHERE), (0.05, 2.131), (0.1, 2.163), (0.2, 2.217), (0.3, 2.261), (0.5, 2.330),
    (1.0, 2.442), (1.5, 2.509), (2.0, 2.555), (3.0, 2.613), (4.0, 2.649), (6.0, 2.691),
    (12.0, 2.741), (20.0, 2.764), (_LONG, 2.800),
)  # fmt: skip
_CAPSULE_TURNING: Table = (
    (0.0, 0.546), (0.02, 0.557), (0.1, 0.585), (0.2, 0.6097), (0.3, 0.6280), (0.5, 0.6559),
    (0.75, 0.6824), (1.0, 0.7041), (1.5, 0.7389), (2.0, 0.7665), (3.0, 0.8078), (4.0, 0.8372),
    (6.0, 0.8758), (8.0, 0.8999), (12.0, 0.9280), (20.0, 0.9540), (40.0, 0.9759), (_LONG, 1.0),
)  # fmt: skip


class RodMass(NamedTuple):
    """Added mass along and across the axis, added inertia about a diameter, and the source."""

    along: float
    across: float
    turning: float
    source: str


def cylinder(r: float, l: float, ends: str) -> RodMass:
    """A cylinder on its own, with flat or rounded ends; or, without ends, a piece of a long one."""
    strips = math.pi * r * r * l
    if ends == "none":
        said = "strip theory with C_a = 1 (Lamb 1932 art. 68), a piece of a long cylinder: no ends"
        return RodMass(0.0, strips, strips * l * l / 12, said)
    x = l / (2 * r)
    coefficient = by_length(x, _ACROSS)
    turning = (strips * l * l / 12 + _TURNED_DISC * r**5) * by_length(x, _TURNING)
    if ends == "round":
        along, said = _SPHERE * r**3, "along: half a sphere at each end, 2/3 pi rho r^3"
    else:
        along, said = r**3 * by_length(x, _ALONG), "along: potential flow, disc 8/3 rho r^3"
    source = (
        f"across: DNV-RP-H103 (2011) table A-2, C_a = {coefficient:.3g} for length / diameter "
        f"{x:.3g}; {said}; turning: potential flow"
    )
    return RodMass(along, strips * coefficient, turning, source)


def capsule(r: float, l: float) -> RodMass:
    """Half a sphere at either end of a cylinder of length l."""
    x = l / (2 * r)
    sphere, strips = _SPHERE * r**3, math.pi * r * r * l
    across = (strips + sphere) * by_length(x, _CAPSULE_ACROSS)
    turning = (strips / 12 + sphere / 4) * l * l * by_length(x, _CAPSULE_TURNING)
    source = f"potential flow of capsules, length / diameter {x:.3g} without the ends"
    return RodMass(r**3 * by_length(x, _CAPSULE_ALONG), across, turning, source)


def by_length(x: float, table: Table) -> float:
    """Through the rows by monotone cubics in x / (1 + x), which takes long rods to one.

    Slopes are harmonic means of the neighbouring secants, none where these differ in sign
    (Fritsch and Butland 1984), so nothing overshoots and nothing bends sharply.
    """
    t = [1.0 if row == _LONG else row / (1 + row) for row, _ in table]
    y = [value for _, value in table]
    at = x / (1 + x) if x < _LONG else 1.0
    i = max(k for k in range(len(t) - 1) if t[k] <= at)
    h = t[i + 1] - t[i]
    s = (at - t[i]) / h
    low, high = _slope(t, y, i), _slope(t, y, i + 1)
    rise = y[i + 1] - y[i]
    # Hermite's cubic between the two rows
    return y[i] + s * s * (3 - 2 * s) * rise + h * s * (1 - s) * ((1 - s) * low - s * high)


def _slope(t: list[float], y: list[float], i: int) -> float:
    """Of the interpolation at row i."""
    before, after = max(i - 1, 0), min(i, len(t) - 2)
    h, k = t[before + 1] - t[before], t[after + 1] - t[after]
    left, right = (y[before + 1] - y[before]) / h, (y[after + 1] - y[after]) / k
    if left * right <= 0:
        return 0.0
    a = (h + 2 * k) / (3 * (h + k))
    return left * right / (a * right + (1 - a) * left)

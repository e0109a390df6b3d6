"""A tether at rest between its ends, in the current: where a run begins.

The guess is a polygon in a circular arc of the right length, which hangs where the load pulls.
From there a soft line settles, which becomes stiffer in stages, by steps of Newton's: where one is
too long the nodes follow the forces through a viscous medium, mu dx = F (Levenberg 1944). What is
left of F is rounding. Slopes of loads are differences of these: a node knows two neighbours on
either side, so fifteen displaced lines tell all of them.

Waves are left out: a line in waves has no rest. Ends that move take the line along with them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.linalg import LinAlgError

from pelagos.elements.flow.field import STILL, Stream, WaterFlow
from pelagos.elements.tether.forces import LineSegment, Make, direction
from pelagos.errors import PelagosError
from pelagos.mathematics.algebra import Mat3, Vec3

COLOURS, BAND = 5, 8  # nodes that are displaced apart, and how far slopes reach
NUDGE = 1e-7  # m, of a difference
NEAR = 0.1  # of a segment: while a line is soft, the water so near is the same
STEPS = 150
LEAP = 0.5  # of a segment: the longest step of a node
SOFT, FACTOR = 0.05, 4.0  # strain of the softest line, and how its stiffness grows
TRIES, WORSE = 12, 1.5  # steps that are tried, and how much larger forces may become by one
# What rounds corners also lifts a line off a seabed far below it: then a softer one finds its way.
SOFTER = (1.0, 0.25, 0.05)  # of the load, in turns
CORNERS = (16.0, 4.0, 1.0, 0.1, 0.01)  # of the load: tension at the corner between slack and taut
ROUNDING = 3e-14  # of EA: forces that are left
LIGHT = 1e-10  # of the loads on a segment, too
LEFT = 0.03  # of these: more is no rest; a slack line on the seabed may keep as much

Array = np.ndarray


class RestingLine:
    """Forces on the inner nodes of a line between fixed or steadily moving ends."""

    def __init__(
        self, make: Make, l: float, ends: tuple[Array, Array], speeds: tuple[Array, Array], at: Any
    ):
        self.make, self.l, self.ends, self.at = make, l, ends, at
        self.stiffness, self.corner = make.EA, 0.0
        self.gravity = np.array([*at.gravity], dtype=float)
        self.up = -self.gravity / (float(np.linalg.norm(self.gravity)) or 1.0)
        self._speeds = speeds
        own = [flow for flow in at.flows if _flows_at_rest(flow)]
        self._flows, self._uniform = own, all(flow.uniform for flow in own)
        self._known: Stream | None = None
        self._seen = np.zeros((0, 3))  # places where it was found

    def speeds(self, count: int) -> Array:
        """Velocities of the inner nodes of so many segments, from one end to the other."""
        share = np.arange(1, count)[:, None] / count
        return (1.0 - share) * self._speeds[0] + share * self._speeds[1]

    def forces(self, x: Array, stream: Stream) -> Array:
        """(..., nodes, 3) of inner nodes at such places, N."""
        return self._stretching(x)[0] + self.loads(x, stream)

    def _segments(self, x: Array) -> LineSegment:
        whole = np.concatenate([self._end(x, 0), x, self._end(x, 1)], axis=-2)
        d = np.diff(whole, axis=-2)
        return self.make.segment(self.l, _vector(d), Vec3(0.0, 0.0, 0.0))

    def _stretching(self, x: Array) -> tuple[Array, Array]:
        """Forces of tensions, and (segments, 3, 3) how each segment holds its nodes together."""
        s, EA = self._segments(x), self.stiffness
        root = np.hypot(s.strain, self.corner)
        tension = 0.5 * EA * (s.strain + root)
        slope = 0.5 * EA / self.l * (1.0 + s.strain / np.maximum(root, 1e-300))
        t = _array(s.t)
        square = t[..., :, None] * t[..., None, :]
        turning = (tension * s.inverse)[..., None, None]
        hold = slope[..., None, None] * square + turning * (np.eye(3) - square)
        return np.diff(tension[..., None] * t, axis=-2), hold

    def loads(self, x: Array, stream: Stream) -> Array:
        """All other forces."""
        make, l, count = self.make, self.l, x.shape[-2] + 1
        whole = np.concatenate([self._end(x, 0), x, self._end(x, 1)], axis=-2)
        v = _vector(self.speeds(count))
        along = direction(_vector(whole[..., 2:, :] - whole[..., :-2, :]))
        weight, wet = make.wet_mass, make
        if make.surface is not None:
            depth = self.at.surface - make.surface.up.dot(_vector(x))
            share = make.surface.share(depth, along, l)[0]
            weight, wet = (make.mass - share * make.lift)[..., None], make.wetted(share)
        each = wet.drag(along, stream.velocity - v) + wet.carried_along(along, stream)
        if make.bed is not None:
            each = each + self._bed(_vector(x), v)
        found = l * (_array(each) + weight * self.gravity)
        return found + self._bending(x) if make.bends else found

    def _bending(self, x: Array) -> Array:
        s = self._segments(x)
        turns = np.diff(_array(s.t), axis=-2)
        still = np.zeros_like(turns[..., :1, :])
        moments = (
            self.make.EI / self.l * -np.diff(np.concatenate([still, turns, still], -2), axis=-2)
        )
        return np.diff(_array(s.shear(_vector(moments))), axis=-2)

    def slopes(self, x: Array, stream: Stream) -> Array:
        """-dF/dx by bands, as `solve_banded` wants them."""
        n, bands = len(x), np.zeros((2 * BAND + 1, 3 * len(x)))
        displaced = np.repeat(x[None], 1 + 3 * COLOURS, axis=0)
        for colour in range(COLOURS):
            for axis in range(3):
                displaced[1 + 3 * colour + axis, colour::COLOURS, axis] += NUDGE
        loads = self.loads(displaced, stream)
        found = (loads[0] - loads[1:]) / NUDGE  # (15, n, 3)
        hold = self._stretching(x)[1]
        for k in range(-2, 3):
            rows = np.arange(max(0, k), min(n, n + k))  # nodes whose neighbour at -k moves
            columns = rows - k
            for axis in range(3):
                own = found[3 * (columns % COLOURS) + axis, rows]
                if k == 0:
                    own = own + hold[rows, :, axis] + hold[rows + 1, :, axis]
                elif abs(k) == 1:
                    own = own - hold[np.maximum(rows, columns), :, axis]
                for other in range(3):
                    i, j = 3 * rows + other, 3 * columns + axis
                    bands[BAND + i - j, j] = own[:, other]
        return bands

    def _bed(self, x: Vec3, v: Vec3) -> Vec3:
        """What the seabed does; below a soft line it is soft, too, and has no friction."""
        assert self.make.bed is not None
        bed = self.make.bed
        if not self.corner:
            return self.make.grounded(x, v).force
        depth, corner = bed.level - bed.up.dot(x), self.stiffness * self.corner / self.l
        return (0.5 * (bed.stiffness * depth + np.hypot(bed.stiffness * depth, corner))) * bed.up

    def stream(self, x: Array) -> Stream:
        """The water at all inner nodes: its numbers are arrays."""
        if self._known is not None:
            near = _size(x - self._seen) < (NEAR * self.l if self.corner else 0.0)
            if self._uniform or near:
                return self._known
        rows = [self._stream(Vec3(*place)) for place in x.tolist()]
        velocity = _vector(np.array([[*s.velocity] for s in rows]))
        local = _vector(np.array([[*s.local] for s in rows]))
        gradient = None
        if any(s.gradient is not None for s in rows):
            full = np.array([[*(s.gradient or Mat3.zero())] for s in rows])
            gradient = Mat3.of([full[:, k] for k in range(9)])
        self._seen, self._known = x, Stream(velocity, local, gradient)
        return self._known

    def _stream(self, point: Vec3) -> Stream:
        found = STILL
        for flow in self._flows:
            found = found + flow.stream(self.at.signals, self.at.t, point)
        return found

    def _end(self, x: Array, k: int) -> Array:
        return np.broadcast_to(self.ends[k], (*x.shape[:-2], 1, 3))


def at_rest(line: RestingLine, count: int) -> Array:
    """(nodes, 3): inner nodes of a line of so many segments where all forces cancel."""
    x = _arc(line, count)
    stream = line.stream(x)
    load, EA = _load(line, x, stream), line.make.EA
    if _size(line.forces(x, stream)) <= ROUNDING * EA + LIGHT * load:  # slack, without any load
        return x
    size = math.inf
    for share in SOFTER:
        found, left = _stiffened(line, x, count, share * load, load)
        if left <= LEFT * load:
            return found
        size = min(size, left)
    raise PelagosError(
        f"tethers: no place of rest was found at the start; forces of {size:.3g} N are left "
        f"after {len(SOFTER)} times {STEPS} steps\n    begin with the ends closer together or "
        "further apart, or with a weaker current"
    )


def _stiffened(
    line: RestingLine, x: Array, count: int, light: float, load: float
) -> tuple[Array, float]:
    """A soft line that becomes stiff, from a place on: its place, and the forces that are left.

    light: the load by which it is soft, and by which corners are round.
    """
    EA = line.make.EA
    for stiffness, corner in _stages(min(EA, count * light / SOFT), EA):
        line.stiffness, line.corner = stiffness, corner * light / stiffness
        x = _settled(line, x, 1e-2 * load, WORSE)[0]
    line.stiffness, line.corner = EA, 0.0
    return _settled(line, x, ROUNDING * EA + LIGHT * load, math.inf)


def _stages(soft: float, EA: float) -> Iterator[tuple[float, float]]:
    """Stiffness, and the tension of a segment between slack and taut over the load."""
    count = math.ceil(math.log(EA / soft, FACTOR)) if 0.0 < soft < EA else 0
    for k in range(max(count, len(CORNERS))):
        corner = CORNERS[min(k, len(CORNERS) - 1)]
        yield (soft * (EA / soft) ** (k / count) if k < count else EA), corner


def _settled(line: RestingLine, x: Array, allowed: float, worse: float) -> tuple[Array, float]:
    """Steps of a line that stay below `LEAP`, until the forces left are allowed; the largest."""
    F, mu, most = line.forces(x, line.stream(x)), 0.0, LEAP * line.l
    best, least = x, _size(F)
    for _ in range(STEPS):
        if least <= allowed:
            break
        stream = line.stream(x)
        slopes, before = line.slopes(x, stream), _size(F)
        for _ in range(TRIES):
            moved = _step(slopes, F, mu)
            if _size(moved) <= most:
                new = line.forces(x + moved, stream)
                if _size(new) < worse * before:
                    break
            mu = 6.0 * mu if mu else 0.05 * before / most
        x = x + np.clip(moved, -most, most)
        F = line.forces(x, line.stream(x))
        mu = 0.0 if mu < 1e-3 * before / most else 0.1 * mu
        if _size(F) < least:
            best, least = x, _size(F)
    return best, least


def _step(slopes: Array, F: Array, mu: float) -> Array:
    """(mu - dF/dx) dx = F; not finite where that has no answer."""
    from scipy.linalg import solve_banded  # slow to import, and pages of results need no solver

    bands = slopes.copy()
    bands[BAND] += mu
    try:
        return np.asarray(solve_banded((BAND, BAND), bands, F.ravel())).reshape(F.shape)
    except LinAlgError:
        return np.full(F.shape, np.inf)


def _arc(line: RestingLine, count: int) -> Array:
    """Corners of a polygon with equal sides in a circular arc between the ends."""
    a, b = line.ends
    gap = b - a
    distance, length = float(np.linalg.norm(gap)), line.l * count
    share = np.arange(1, count)[:, None] / count
    straight = a + share * gap
    if distance >= 0.9999 * length:
        return straight
    along = gap / distance if distance > 1e-9 * length else np.zeros(3)
    load = line.make.wet_mass * line.gravity
    if line.make.surface is not None and line.at.surface < float((a + b) @ line.up) / 2.0:
        load = line.make.mass * line.gravity  # most of it hangs in the air
    flow = np.mean(_array(line.stream(straight).velocity) - line.speeds(count), axis=0)
    load = load + line.make.drag_normal * float(np.linalg.norm(flow)) * flow
    if not np.linalg.norm(load) > 1e-9 * line.make.mass:
        load = line.gravity if line.gravity.any() else np.array([0.0, 0.0, -1.0])
    sag = load - (load @ along) * along
    if np.linalg.norm(sag) < 1e-6 * np.linalg.norm(load):  # the ends are above each other
        sag = np.eye(3)[int(np.argmin(np.abs(load)))]
        sag = sag - (sag @ along) * along
    sag = sag / np.linalg.norm(sag)
    if not along.any():  # both ends in one place
        along = np.cross(sag, np.eye(3)[int(np.argmin(np.abs(sag)))])
        along /= np.linalg.norm(along)
    half = _half_angle(distance / length, count)  # of the whole arc
    radius = line.l / (2.0 * math.sin(half / count))
    angle = half * (2.0 * share - 1.0)
    middle = (a + b) / 2.0
    return middle + radius * (np.sin(angle) * along + (np.cos(angle) - math.cos(half)) * sag)


def _half_angle(ratio: float, count: int) -> float:
    """Of an arc whose chord is so much of the length of a polygon in it: by bisection."""
    low, high = 1e-9, math.pi
    for _ in range(100):
        middle = 0.5 * (low + high)
        low, high = (
            (middle, high)
            if math.sin(middle) > ratio * count * math.sin(middle / count)
            else (low, middle)
        )
    return low


def _load(line: RestingLine, x: Array, stream: Stream) -> float:
    """The size of what pulls at a segment, N."""
    make, v = line.make, _array(stream.velocity) - line.speeds(len(x) + 1)
    drag = make.drag_normal * float(np.max(np.sum(v * v, axis=-1), initial=0.0))
    heaviest = max(abs(make.wet_mass), abs(make.stored_mass))
    weight = heaviest * float(np.linalg.norm(line.gravity))
    return line.l * (drag + weight)


def _flows_at_rest(flow: WaterFlow) -> bool:
    """Whether it is no wave."""
    return type(flow).elevation is WaterFlow.elevation


def _size(F: Array) -> float:
    return float(np.max(np.abs(F), initial=0.0))


def _vector(rows: Array) -> Vec3:
    return Vec3(rows[..., 0], rows[..., 1], rows[..., 2])


def _array(v: Vec3) -> Array:
    return np.stack(np.broadcast_arrays(*v), axis=-1)

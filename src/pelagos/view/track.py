"""Motion between key frames: few keys, chosen so that what lies between them is right.

Idea. All numbers of a pose are interpolated by cubic Hermite pieces whose slopes are the parabola
through three neighbouring keys; quaternions are made continuous in sign first and normalised after.
Keys start sparse. Every piece that misses a sample by more than the tolerance is halved; this
repeats until nothing is missed or the room is used up. The error that remains is measured over all
samples and reported. A body that hangs on its parent at a fixed point needs no positions of its
own, so joints never come apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from pelagos.result.euler import rotate

Hook = tuple[int, np.ndarray]
"""A parent (which comes before its children) and a fixed point in its frame."""

TURNING = 14.0  # rad/s of what turns with the largest effort
_FIRST_KEYS = 9
_CANDIDATES = 8000  # samples that may become keys
_SLAB = 2000  # samples measured at a time
_LOOSER = 20.0  # tolerances that nodes of lines may be off


def _none() -> np.ndarray:
    return np.zeros((1, 0, 3))


@dataclass(frozen=True)
class Track:
    """Poses of all bodies at key times, and how far the motion between them is off at most."""

    time: np.ndarray
    position: np.ndarray  # (key, body, 3) [m]
    orientation: np.ndarray  # (key, body, 4), continuous in sign
    actuation: np.ndarray  # (key, actuator), linear between keys
    hooks: Sequence[Hook | None]  # per body: where it hangs on its parent, if it does
    position_error: float  # [m]
    angle_error: float  # [rad]
    samples: int
    nodes: np.ndarray = field(default_factory=_none)  # (key, node, 3) of lines [m]

    @property
    def loose(self) -> list[int]:
        """Bodies that need positions of their own."""
        return [i for i, hook in enumerate(self.hooks) if hook is None]

    def at(self, times: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Positions, orientations and actuation at any times within the track."""
        position, orientation = _poses(
            self.time, self.position, self.orientation, times, self.hooks
        )
        return position, orientation, linear(self.time, self.actuation, times)

    def nodes_at(self, times: np.ndarray) -> np.ndarray:
        """Nodes of lines at any times within the track."""
        return interpolate(self.time, self.nodes, times)

    def turned(self, row: int, largest: float, times: np.ndarray) -> np.ndarray:
        """Angles of what an actuator turns: as fast as the root of its share of the largest.

        Efforts are straight between keys, so the integral of sign(e) sqrt|e| is 2/3 |e|^1.5 by e.
        """
        if largest <= 0 or len(self.time) < 2:
            return np.zeros(len(times))
        share = np.clip(self.actuation[:, row] / largest, -1.0, 1.0)
        steps = _swept(np.diff(self.time), share[:-1], share[1:])
        before = np.concatenate([[0.0], np.cumsum(steps)])
        i = np.clip(np.searchsorted(self.time, times, side="right") - 1, 0, len(steps) - 1)
        h = np.clip(times, self.time[0], self.time[-1]) - self.time[i]
        here = share[i] + (share[i + 1] - share[i]) * h / (self.time[i + 1] - self.time[i])
        return np.asarray(before[i] + _swept(h, share[i], here))


def make(
    time: np.ndarray,
    position: np.ndarray,
    orientation: np.ndarray,
    actuation: np.ndarray,
    hooks: Sequence[Hook | None],
    tolerance: float,
    angle_tolerance: float,
    room: int,
    nodes: np.ndarray | None = None,
) -> Track:
    """The track of sampled poses (sample, body, ...); `room` is the bytes it may take, packed.

    nodes: of lines, (sample, node, 3).
    """
    nodes = np.zeros((len(time), 0, 3)) if nodes is None else nodes
    orientation = _continuous(orientation)
    hooks = [
        hook if hook is not None and _hangs(position, orientation, i, hook, tolerance) else None
        for i, hook in enumerate(hooks)
    ]
    most_keys = max(50, room // (8 * len(hooks) + 6 * (hooks.count(None) + nodes.shape[1]) + 1))
    stride = -(-len(time) // _CANDIDATES)
    chosen = np.arange(0, len(time), stride)
    chosen = np.append(chosen, len(time) - 1) if chosen[-1] != len(time) - 1 else chosen
    weights = (
        1 / tolerance,
        1 / angle_tolerance,
        50 / np.maximum(np.ptp(actuation, axis=0), 1e-12),
    )
    data = (time[chosen], position[chosen], orientation[chosen], actuation[chosen], nodes[chosen])
    keys = chosen[_choose(data, hooks, weights, most_keys)]
    poses = (position[keys], orientation[keys], actuation[keys])
    track = Track(time[keys], *poses, hooks, 0.0, 0.0, len(time), nodes[keys])
    off, turned = 0.0, 0.0
    for start in range(0, len(time), _SLAB):
        part = slice(start, start + _SLAB)
        p, q, _ = track.at(time[part])
        off = max(off, float(np.abs(p - position[part]).max(initial=0)))
        turned = max(turned, float(_angles(q, orientation[part]).max(initial=0)))
    return replace(track, position_error=off, angle_error=turned)


def _swept(h: np.ndarray, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Angles within times h in which shares go straight from a to b."""
    apart = np.abs(b - a) > 1e-6
    mean = np.sign(a) * np.sqrt(np.abs(a))
    rise = np.abs(b) ** 1.5 - np.abs(a) ** 1.5
    mean = np.where(apart, 2 / 3 * rise / np.where(apart, b - a, 1.0), mean)
    return np.asarray(TURNING * h * mean)


def interpolate(keys: np.ndarray, values: np.ndarray, times: np.ndarray) -> np.ndarray:
    """Cubic Hermite pieces with three-point slopes; the ends are held."""
    if len(keys) < 2:
        return np.repeat(values[:1], len(times), axis=0)
    shape = (-1,) + (1,) * (values.ndim - 1)
    h = np.diff(keys).reshape(shape)
    rise = np.diff(values, axis=0) / h
    slope = np.empty_like(values)
    slope[0], slope[-1] = rise[0], rise[-1]
    if len(keys) > 2:
        slope[1:-1] = (h[1:] * rise[:-1] + h[:-1] * rise[1:]) / (h[1:] + h[:-1])
        slope[0] += (rise[0] - rise[1]) * h[0] / (h[0] + h[1])
        slope[-1] += (rise[-1] - rise[-2]) * h[-1] / (h[-1] + h[-2])
    i = np.clip(np.searchsorted(keys, times, side="right") - 1, 0, len(keys) - 2)
    step = h[i]
    s = np.clip((times - keys[i]).reshape(shape) / step, 0.0, 1.0)
    left = (1 + 2 * s) * (1 - s) ** 2 * values[i] + s * (1 - s) ** 2 * step * slope[i]
    right = s * s * (3 - 2 * s) * values[i + 1] - s * s * (1 - s) * step * slope[i + 1]
    result: np.ndarray = left + right
    return result


def linear(keys: np.ndarray, values: np.ndarray, times: np.ndarray) -> np.ndarray:
    """Straight pieces, for what may jump."""
    if len(keys) < 2:
        return np.repeat(values[:1], len(times), axis=0)
    i = np.clip(np.searchsorted(keys, times, side="right") - 1, 0, len(keys) - 2)
    s = np.clip((times - keys[i]) / (keys[i + 1] - keys[i]), 0.0, 1.0)[:, None]
    result: np.ndarray = (1 - s) * values[i] + s * values[i + 1]
    return result


def _poses(
    keys: np.ndarray,
    position: np.ndarray,
    orientation: np.ndarray,
    times: np.ndarray,
    hooks: Sequence[Hook | None],
) -> tuple[np.ndarray, np.ndarray]:
    """Positions and orientations between keys: turns first, then down the tree."""
    q = _unit(interpolate(keys, orientation, times))
    loose = [i for i, hook in enumerate(hooks) if hook is None]
    p = np.empty((len(times), *position.shape[1:]))
    p[:, loose] = interpolate(keys, position[:, loose], times)
    for i, hook in enumerate(hooks):
        if hook is not None:
            p[:, i] = p[:, hook[0]] + rotate(q[:, hook[0]], hook[1])
    return p, q


def _hangs(
    position: np.ndarray, orientation: np.ndarray, body: int, hook: Hook, tolerance: float
) -> bool:
    """Whether the samples say so too."""
    parent, point = hook
    expected = position[:, parent] + rotate(orientation[:, parent], point)
    return bool(np.abs(position[:, body] - expected).max(initial=0) < 0.01 * tolerance)


def _choose(
    data: tuple[np.ndarray, ...],
    hooks: Sequence[Hook | None],
    weights: tuple[float, float, np.ndarray],
    most: int,
) -> np.ndarray:
    """Indices of the keys."""
    time, position, orientation, actuation, nodes = data
    count = len(time)
    keys = np.unique(np.linspace(0, count - 1, min(count, _FIRST_KEYS)).round().astype(int))
    while len(keys) < min(count, most):
        p, q = _poses(time[keys], position[keys], orientation[keys], time, hooks)
        a = linear(time[keys], actuation[keys], time)
        miss = weights[0] * np.abs(p - position).max(axis=(1, 2), initial=0)
        np.maximum(miss, weights[1] * _angles(q, orientation).max(axis=1, initial=0), out=miss)
        np.maximum(miss, (weights[2] * np.abs(a - actuation)).max(axis=1, initial=0), out=miss)
        n = interpolate(time[keys], nodes[keys], time)
        off = np.abs(n - nodes).max(axis=(1, 2), initial=0)
        np.maximum(miss, weights[0] / _LOOSER * off, out=miss)
        miss[keys] = 0
        # halve every piece that misses a sample; the worst ones first if room is short
        worst = np.maximum.reduceat(miss, keys[:-1])
        middles = (keys[:-1] + keys[1:]) // 2
        bad = np.flatnonzero((worst > 1) & (middles > keys[:-1]))
        if not len(bad):
            break
        bad = bad[np.argsort(-worst[bad])][: most - len(keys)]
        keys = np.union1d(keys, middles[bad])
    return keys


def _continuous(quaternions: np.ndarray) -> np.ndarray:
    """The same turns with signs that do not jump along time."""
    flips = np.sum(quaternions[1:] * quaternions[:-1], axis=-1, keepdims=True) < 0
    signs = np.cumprod(np.where(flips, -1.0, 1.0), axis=0)
    return np.concatenate([quaternions[:1], quaternions[1:] * signs])


def _unit(quaternions: np.ndarray) -> np.ndarray:
    return quaternions / np.maximum(np.linalg.norm(quaternions, axis=-1, keepdims=True), 1e-12)


def _angles(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Angle between two turns, exact also where it is tiny."""
    half = np.minimum(np.linalg.norm(a - b, axis=-1), np.linalg.norm(a + b, axis=-1)) / 2
    angle: np.ndarray = 4 * np.arcsin(np.minimum(half, 1.0))
    return angle

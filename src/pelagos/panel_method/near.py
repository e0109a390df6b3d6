"""Which pairs of panels are near each other, and how finely their integrals are taken."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from pelagos.loops.panels import library
from pelagos.loops.panels.data import MOMENTS, NearPairs, PanelPairs
from pelagos.panel_method.quadrature import outer_rules
from pelagos.panel_method.surface import Array, Indices

REACH = 2.0  # times both radii: farther apart, three points each are enough
_CHUNK = 512  # panels that a thread takes at a time


@dataclass(frozen=True)
class Spheres:
    """PanelPairs as far as their distances matter."""

    corners: Array
    centres: Array
    radii: Array


def pairs(tested: Spheres, sources: Spheres, reach: float = REACH) -> tuple[Indices, Indices]:
    """Tested panel and source of all pairs nearer than `reach` times their radii, sorted.

    PanelPairs are sought by classes of size, so that a few large ones do not make all near.
    """
    from scipy.spatial import cKDTree

    found_s, found_t = [], []
    own, other = _classes(tested.radii), _classes(sources.radii)
    trees = {c: cKDTree(sources.centres[other == c]) for c in np.unique(other)}
    for a in np.unique(own):
        rows = np.flatnonzero(own == a)
        tree = cKDTree(tested.centres[rows])
        for b, source_tree in trees.items():
            columns = np.flatnonzero(other == b)
            most = reach * (tested.radii[rows].max() + sources.radii[columns].max())
            near = tree.sparse_distance_matrix(source_tree, most, output_type="ndarray")
            s, t = rows[near["i"]], columns[near["j"]]
            inside = near["v"] < reach * (tested.radii[s] + sources.radii[t])
            found_s.append(s[inside])
            found_t.append(t[inside])
    s, t = np.concatenate(found_s), np.concatenate(found_t)
    order = np.lexsort((t, s))
    return s[order].astype(np.int64), t[order].astype(np.int64)


def _classes(radii: Array) -> Indices:
    return np.round(np.log2(radii / radii.max())).astype(np.int64)


def integrated(
    panels: PanelPairs,
    tested: Spheres,
    sources: Spheres,
    own: bool,
    threads: int,
    progress: Callable[[float], None],
) -> NearPairs:
    """The near pairs with their integrals; `own`: sources are the tested panels themselves."""
    s, t = pairs(tested, sources)
    count = len(tested.radii)
    first = np.searchsorted(s, np.arange(count + 1)).astype(np.int64)
    near = NearPairs(
        first=first,
        source=t,
        single=np.zeros(len(s)),
        moments=np.zeros((len(s), MOMENTS)),
    )
    done = 0

    def work(begin: int) -> None:
        library.exact(panels, near, outer_rules(), begin, min(begin + _CHUNK, count))

    library.exact.address  # noqa: B018  compiled once, before threads ask for it
    with ThreadPoolExecutor(threads) as pool:
        for _ in pool.map(work, range(0, count, _CHUNK)):
            done += _CHUNK
            progress(min(1.0, done / count))
    if own:
        same = s == t
        whole = _with_itself(tested.corners[s[same]])
        near.moments[same, :3] *= (whole / near.single[same])[:, None]
        near.moments[same, 3:] = 0.0  # a flat panel lets nothing through itself
        near.single[same] = whole
    # one number for both orders of a pair; each is the other's second opinion
    turned = np.lexsort((s, t))
    near.single[:] = (near.single + near.single[turned]) / 2
    return near


def _with_itself(corners: Array) -> Array:
    """The integral of 1/r over a triangle twice: Eibert and Hansen 1995, for constant densities."""
    a, b, c = np.moveaxis(corners, 1, 0)
    lengths = np.stack([np.linalg.norm(d, axis=1) for d in (b - a, c - b, a - c)])
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2
    round_trip = lengths.sum(axis=0)
    logarithms = np.log(round_trip / (round_trip - 2 * lengths))
    return 4 / 3 * area**2 * (logarithms / lengths).sum(axis=0)

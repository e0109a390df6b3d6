"""Loads at docks: on either body, and how large they became."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pelagos.errors import PelagosError
from pelagos.result.euler import rotate

if TYPE_CHECKING:
    from pelagos.result.run import Run


class Load(NamedTuple):
    """Force and moment (time, axis) on one body of a constraint, in that body's axes.

    The moment is about the point of the constraint on the second body, where the force acts.
    """

    force: np.ndarray
    moment: np.ndarray


class Peak(NamedTuple):
    """Largest force [N] and largest moment [N m] of a constraint over a run."""

    force: float
    moment: float


def load(run: Run, dock: str, body: str | None = None) -> Load:
    """What a constraint puts on one of its bodies, by default the second."""
    if dock not in run.header.docks:
        from pelagos.language.suggest import did_you_mean

        raise PelagosError(f"no dock {dock!r} in this run; {did_you_mean(dock, run.header.docks)}")
    one, other = run.robot.constraints[dock].bodies
    place = run.header.docks.index(dock)
    force, moment = (run.arrays[name][:, place] for name in ("load_force", "load_moment"))
    if body is None or body == other:
        return Load(force, moment)
    if body != one:
        raise PelagosError(f"{dock} joins {one} and {other}, not {body}; name one of these")
    return Load(*(-_turned(run, part, other, one) for part in (force, moment)))


def _turned(run: Run, vectors: np.ndarray, source: str, target: str) -> np.ndarray:
    """Vectors in the axes of one body, in those of another."""
    orientation = run.arrays["orientation"]
    if source != "world":
        vectors = rotate(orientation[:, run.body_index(source)], vectors)
    if target != "world":
        vectors = rotate(orientation[:, run.body_index(target)] * [1, -1, -1, -1], vectors)
    return vectors


def peak_loads(run: Run) -> dict[str, Peak]:
    """The largest loads at every dock."""
    sizes = [
        np.max(np.linalg.norm(run.arrays[name], axis=2), axis=0, initial=0.0)
        for name in ("load_force", "load_moment")
    ]
    pairs = zip(*(s.tolist() for s in sizes), strict=True)
    return {dock: Peak(*pair) for dock, pair in zip(run.header.docks, pairs, strict=True)}

"""Damping of axes that were not measured, in proportion to their added mass.

Nielsen et al. 2018, before table 3: a hull that pushes more water aside also drags more. The
relation is a guess of the right order, not physics; what it gives is marked as extrapolated.
"""

from __future__ import annotations

from collections.abc import Mapping

from pelagos.data.checks import refuse
from pelagos.identify.drag import DragFit
from pelagos.language.matrix6 import FORCES, MOTIONS, SPEEDS
from pelagos.language.suggest import did_you_mean

# Which measured axis stands for which others.
STANDS_FOR = {"sway": "heave", "roll": "pitch", "yaw": "pitch"}


def extrapolate_damping(
    added_mass: Mapping[str, float],
    fits: Mapping[str, DragFit],
    stands_for: Mapping[str, str] = STANDS_FOR,
) -> dict[str, tuple[float, float]]:
    """c1 and c2 of every axis: fitted ones as they are, others by the ratio of added masses.

    Examples:
        >>> speed = np.array([0.2, 0.6, 1.0])
        >>> fits = {"heave": pl.identify.fit_drag(speed, 60.0 * speed**2, axis="heave")}
        >>> added = {"heave": 18.0, "sway": 9.0}
        >>> found = pl.identify.extrapolate_damping(added, fits, {"sway": "heave"})
        >>> round(found["sway"][0], 6)
        30.0
    """
    for axis in (*added_mass, *fits):
        if axis not in MOTIONS:
            raise refuse((f"axis: there is no {axis!r}", did_you_mean(axis, MOTIONS)))
    found = {axis: (fit.c1, fit.c2) for axis, fit in fits.items()}
    for axis, source in stands_for.items():
        if axis in fits or source not in fits:
            continue
        missing = [name for name in (axis, source) if not added_mass.get(name, 0.0) > 0]
        if missing:
            said = f"added_mass: none for {' and '.join(missing)}"
            raise refuse((said, f"the damping in {axis} follows from the ratio to {source}"))
        ratio = added_mass[axis] / added_mass[source]
        found[axis] = (ratio * fits[source].c1, ratio * fits[source].c2)
    return {axis: found[axis] for axis in MOTIONS if axis in found}


def drag_words(damping: Mapping[str, tuple[float, float]]) -> dict[str, float | str]:
    """The damping as words of a body's drag.

    Examples:
        >>> pl.identify.drag_words({"surge": (30.0, 4.0)})
        {'X_|u|u': 30.0, 'X_u': 4.0, 'sign': 'magnitude'}
    """
    words: dict[str, float | str] = {}
    for axis, (c1, c2) in damping.items():
        row = MOTIONS.index(axis)
        words[f"{FORCES[row]}_|{SPEEDS[row]}|{SPEEDS[row]}"] = float(f"{c1:.6g}")
        words[f"{FORCES[row]}_{SPEEDS[row]}"] = float(f"{c2:.6g}")
    return {**words, "sign": "magnitude"}

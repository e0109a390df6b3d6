"""Drag from a towing tank: the force on the bracket, and its fit over speed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pelagos.data.checks import Array, columns, deviations, refuse, spread
from pelagos.identify.estimate import Estimate, readable
from pelagos.identify.least_squares import Solution, solve, student
from pelagos.identify.outliers import linear_notes
from pelagos.identify.pictures import draw_curve, draw_left_out, draw_points
from pelagos.language.matrix6 import FORCES, MOTIONS, SPEEDS

_SPEED = {axis: "m/s" if i < 3 else "rad/s" for i, axis in enumerate(MOTIONS)}
BRACKET_ANGLE = np.deg2rad(47.0)  # of the wire to load cell 3, Nielsen et al. 2018, section 3.1.1


def bracket_force(m1: Any, m2: Any, m3: Any, angle: float = BRACKET_ANGLE) -> Array:
    """Force along the tank of bracket and vehicle: m1 + m2 - m3 cos(angle).

    Nielsen et al. 2018, eq 35: m1 and m2 sit between bracket and carriage, m3 on an inclined wire.

    Examples:
        >>> pl.identify.bracket_force(3.0, 2.0, 0.0)
        array([5.])
    """
    m1, m2, m3 = columns(1, m1=m1, m2=m2, m3=m3)
    if not 0 <= angle < np.pi / 2:
        said = f"angle: {angle:g} rad is not between 0 and a right angle"
        raise refuse((said, "give it in radians, as numpy.deg2rad(47)"))
    return np.asarray(m1 + m2 - m3 * np.cos(angle))


@dataclass(frozen=True)
class DragFit(Estimate):
    """force = c1 |speed| speed + c2 speed, with c1 and c2 at least zero."""

    speed: Array
    force: Array
    error: Array | None  # standard deviations of the forces, as given
    left_out: Mapping[str, np.ndarray]  # reason -> which points
    solution: Solution
    axis: str

    @property
    def c1(self) -> float:
        """Coefficient of the square of the speed."""
        return self["c1"]

    @property
    def c2(self) -> float:
        """Coefficient of the speed."""
        return self["c2"]

    @property
    def c1_interval(self) -> tuple[float, float]:
        """95 % interval of c1."""
        return self.interval("c1")

    @property
    def c2_interval(self) -> tuple[float, float]:
        """95 % interval of c2."""
        return self.interval("c2")

    @property
    def used(self) -> np.ndarray:
        """Which points the fit used."""
        used = np.ones(len(self.speed), dtype=bool)
        for points in self.left_out.values():
            used &= ~points
        return used

    def interval(self, name: str, level: float = 0.95) -> tuple[float, float]:
        """Of a coefficient on its bound: from zero to where the fit becomes too bad."""
        return self.solution.interval(self.index(name), level)

    def predict(self, speed: Any) -> Array:
        """The fitted force."""
        return np.asarray(_design(np.asarray(speed, dtype=float)) @ self.values)

    def band(self, speed: Any, level: float = 0.95) -> Array:
        """Half the width of the confidence band of the curve."""
        design = _design(np.asarray(speed, dtype=float))
        variance = np.einsum("...j,jk,...k->...", design, self.covariance, design)
        return np.asarray(student(level, self.dof) * np.sqrt(variance))

    def words(self) -> dict[str, Any]:
        """Names of SNAME, as magnitudes."""
        row = MOTIONS.index(self.axis)
        force, rate = FORCES[row], SPEEDS[row]
        c1, c2 = readable(self.values)
        drag = {f"{force}_|{rate}|{rate}": c1, f"{force}_{rate}": c2, "sign": "magnitude"}
        return {"bodies": {"BODY": {"drag": drag}}}

    def draw(self, axes: Any) -> None:
        """Points, points left out, and the curve in its band."""
        used, error = self.used, self.error
        draw_points(
            axes,
            self.speed[used],
            self.force[used],
            None if error is None else error[used],
            "fitted points",
        )
        for place, (reason, points) in enumerate(self.left_out.items()):
            draw_left_out(axes, self.speed[points], self.force[points], reason, place)
        turning = MOTIONS.index(self.axis) > 2
        x = np.linspace(min(0.0, self.speed.min()), max(0.0, self.speed.max()), 201)
        name = f"{self.c1:.4g} |u| u + {self.c2:.4g} u"
        draw_curve(axes, x, self.predict(x), self.band(x), name)
        axes.set_xlabel("rate (rad/s)" if turning else "speed (m/s)")
        axes.set_ylabel("torque (N m)" if turning else "force (N)")
        axes.set_title(self.title)
        axes.legend(loc="upper left")


Points = Any  # a mask, indices, or a function of the speeds that gives a mask
Exclude = Points | Mapping[str, Points] | None


def fit_drag(
    speed: Any,
    force: Any,
    sigma: Any = None,
    exclude: Exclude = None,
    *,
    axis: str = "surge",
) -> DragFit:
    """Fit force = c1 |speed| speed + c2 speed with c1, c2 >= 0 (Nielsen et al. 2018, eq 38).

    sigma: standard deviations of the forces; they set the weights, and their common scale is
        estimated from the residuals.
    exclude: points that shall stay visible but not be used: a mask, indices, a function of the
        speeds that gives a mask, or a mapping from reasons to any of these.
    axis: surge, sway, heave, roll, pitch or yaw; for turning, speed is a rate and force a torque.

    With a bound active the other coefficient is fitted anew without it; see `least_squares`.

    Examples:
        >>> speed = np.array([0.2, 0.4, 0.6, 0.8, 1.0])
        >>> fit = pl.identify.fit_drag(speed, 30.0 * speed**2 + 4.0 * speed)
        >>> fit.values.round(6)
        array([30.,  4.])
    """
    if axis not in MOTIONS:
        raise refuse((f"axis: there is no {axis!r}", f"choose from {', '.join(MOTIONS)}"))
    speed, force = columns(3, speed=speed, force=force)
    error = deviations(sigma, speed.shape)
    left_out = _left_out(exclude, speed)
    used = _used(left_out, speed)
    spread("speed", np.abs(speed[used]), "measure at two different speeds at least")
    given = None if error is None else error[used]
    found = solve(_design(speed[used]), force[used], given, (0, 1))
    notes = [f"{int(p.sum())} points left out: {reason}" for reason, p in left_out.items()]
    for name, bound in zip(("c1", "c2"), found.at_bound, strict=True):
        if bound:
            notes.append(f"{name} is at its bound 0; the other was fitted without it")
    notes += linear_notes(
        found, given, ("c1", "c2"), [f"{u:g} {_SPEED[axis]}" for u in speed[used]]
    )
    unit = ("kg/m", "kg/s") if MOTIONS.index(axis) < 3 else ("kg m2", "kg m2/s")
    return DragFit(
        title=f"drag in {axis}",
        names=("c1", "c2"),
        units=unit,
        values=found.values,
        covariance=found.covariance,
        dof=found.dof,
        residuals=found.residuals,
        notes=tuple(notes),
        chi_square=None if error is None else found.scale(),
        speed=speed,
        force=force,
        error=error,
        left_out=left_out,
        solution=found,
        axis=axis,
    )


def _design(speed: Array) -> Array:
    return np.stack([np.abs(speed) * speed, speed], axis=-1)


def _used(left_out: Mapping[str, np.ndarray], speed: Array) -> np.ndarray:
    """The mask of all others."""
    used = np.ones(len(speed), dtype=bool)
    for points in left_out.values():
        used &= ~points
    if used.sum() < 3:
        said = f"{used.sum()} points are left of {len(speed)}"
        raise refuse((said, "at least 3 are needed; exclude fewer"))
    return used


def _left_out(exclude: Exclude, speed: Array) -> dict[str, np.ndarray]:
    """Masks by reason."""
    if exclude is None:
        return {}
    named = exclude if isinstance(exclude, Mapping) else {"as asked": exclude}
    return {str(reason): _mask(str(reason), points, speed) for reason, points in named.items()}


def _mask(reason: str, points: Points, speed: Array) -> np.ndarray:
    if isinstance(points, Callable):  # type: ignore[arg-type]
        points = points(speed)
    chosen = np.atleast_1d(np.asarray(points))
    if chosen.dtype == bool:
        if chosen.shape != speed.shape:
            said = f"exclude: {reason}: a mask of {chosen.size} for {len(speed)} points"
            raise refuse((said, "give one true or false per point"))
        return chosen
    mask = np.zeros(len(speed), dtype=bool)
    for index in chosen.ravel():
        if index != int(index) or not -len(speed) <= index < len(speed):
            said = f"exclude: {reason}: there is no point {index}"
            raise refuse((said, f"count from 0 to {len(speed) - 1}"))
        mask[int(index)] = True
    return mask

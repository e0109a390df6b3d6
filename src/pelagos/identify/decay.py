"""Free decay: a body pushed out of rest in heave, roll or pitch, or swinging as a pendulum.

x'' + w^2 (x - rest) + d1 x' + d2 |x'| x' = 0. A period gives w; the way amplitudes shrink tells
linear from quadratic damping. With the restoring force known (k = rho g times the waterplane, or
weight times metacentric height), mass and damping follow: m = k / w^2, c2 = d1 m, c1 = d2 m. See
Ross, Fossen and Johansen (2004); Eng et al. (2008) for the pendulum.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from pelagos.data.checks import Array, columns, increasing, positive, refuse, spread
from pelagos.identify.estimate import Estimate, readable
from pelagos.identify.identifiability import Identifiability, identifiability
from pelagos.identify.least_squares import Bound, at_bound, student, without
from pelagos.identify.outliers import series_notes
from pelagos.identify.steady import correlation_notes, correlation_time, is_constant
from pelagos.language.matrix6 import FORCES, MOTIONS, SPEEDS

_SUBSTEPS = 60  # per period at least, of the classic Runge-Kutta method
_LEAST = 0.1  # of its scale: the size of a parameter that may well be zero


@dataclass(frozen=True)
class DecayFit(Estimate):
    """Frequency and damping of a decay; mass and forces if the stiffness is known."""

    time: Array
    position: Array
    fitted: Array
    stiffness: float | None
    axis: str
    identifiability: Identifiability

    @property
    def period(self) -> float:
        """Undamped period [s]."""
        return 2 * np.pi / self["w"]

    @property
    def inertia(self) -> float:
        """Mass or moment of inertia with the water that moves along: k / w^2."""
        return self._k() / self["w"] ** 2

    @property
    def c1(self) -> float:
        """Quadratic damping, d2 times the inertia."""
        return self["d2"] * self.inertia

    @property
    def c2(self) -> float:
        """Linear damping, d1 times the inertia."""
        return self["d1"] * self.inertia

    def _k(self) -> float:
        if self.stiffness is None:
            raise refuse(("stiffness: not given", "give it to turn rates into forces"))
        return self.stiffness

    def inertia_interval(self, level: float = 0.95) -> tuple[float, float]:
        """Interval of the inertia, stiffness taken as exact."""
        half = student(level, self.dof) * 2 * self.sigma("w") / self["w"] * self.inertia
        return self.inertia - half, self.inertia + half

    def forces(self, level: float = 0.95) -> list[tuple[str, float, tuple[float, float], str]]:
        """Inertia and drag with intervals and units, the stiffness taken as exact."""
        turning = MOTIONS.index(self.axis) > 2
        units = ("kg m2", "kg m2", "kg m2/s") if turning else ("kg", "kg/m", "kg/s")
        found = [("inertia", self.inertia, self.inertia_interval(level), units[0])]
        for name, rate, unit in (("c1", "d2", units[1]), ("c2", "d1", units[2])):
            value = self[rate] * self.inertia
            if rate in self.bounds:
                low, high = (end * self.inertia for end in self.interval(rate, level))
            else:
                gradient = np.zeros(len(self.values))
                gradient[0], gradient[self.index(rate)] = -2 * value / self["w"], self.inertia
                variance = float(gradient @ self.covariance @ gradient)
                half = student(level, self.dof) * np.sqrt(variance)
                low, high = value - half, value + half
            found.append((name, value, (float(low), float(high)), unit))
        return found

    def rows(self, level: float = 0.95) -> list[tuple[str, ...]]:
        """With inertia and drag, if the stiffness is known."""
        found = [] if self.stiffness is None else self.forces(level)
        more = [(n, f"{v:.6g}", f"{low:.5g} .. {high:.5g}", u) for n, v, (low, high), u in found]
        return super().rows(level) + more

    def to_dict(self, level: float = 0.95) -> dict[str, Any]:
        """With inertia and drag, if the stiffness is known; and how well all is seen."""
        found = [] if self.stiffness is None else self.forces(level)
        forces = {n: {"estimate": v, "interval": list(i), "unit": u} for n, v, i, u in found}
        more: dict[str, Any] = {"identifiability": self.identifiability.to_dict()}
        return super().to_dict(level) | more | ({"forces": forces} if forces else {})

    def words(self) -> dict[str, Any]:
        """Drag by names of SNAME, if the stiffness is known."""
        if self.stiffness is None:
            return {}
        row = MOTIONS.index(self.axis)
        c1, c2 = readable((max(self.c1, 0.0), max(self.c2, 0.0)))
        force, rate = FORCES[row], SPEEDS[row]
        drag = {f"{force}_|{rate}|{rate}": c1, f"{force}_{rate}": c2, "sign": "magnitude"}
        return {"bodies": {"BODY": {"drag": drag}}}

    def draw(self, axes: Any) -> None:
        """Record and fit over time."""
        axes.plot(self.time, self.position, ".", color="#999999", ms=2.5, label="measured")
        axes.plot(self.time, self.fitted, label=f"fit, period {self.period:.4g} s")
        axes.set_xlabel("time (s)")
        axes.set_ylabel("angle (rad)" if MOTIONS.index(self.axis) > 2 else "position (m)")
        axes.set_title(self.title)
        axes.legend(loc="upper right")


def fit_decay(t: Any, x: Any, *, stiffness: float | None = None, axis: str = "heave") -> DecayFit:
    """Fit a free decay. The record starts when the body is let go; it may start in motion.

    Examples:
        >>> t = np.linspace(0, 20, 401)
        >>> noise = np.random.default_rng(1).normal(0, 1e-3, t.size)
        >>> x = 0.1 * np.exp(-0.1 * t) * np.cos(2.0 * t) + noise
        >>> fit = pl.identify.fit_decay(t, x)
        >>> round(float(fit.values[0]), 2)  # rad/s
        2.0
    """
    if axis not in MOTIONS:
        raise refuse((f"axis: there is no {axis!r}", f"choose from {', '.join(MOTIONS)}"))
    t, x = columns(20, time=t, x=x)
    increasing("time", t)
    spread("x", x, "the record must show a motion")
    if stiffness is not None:
        positive("stiffness", stiffness)
    found, scale, (low, high) = _search(t, x)
    fitted = _positions(t, found.x)
    residuals = x - fitted
    tau = 1.0 if is_constant(residuals) else max(1.0, correlation_time(residuals))
    variance = float(residuals @ residuals) / (len(x) - 6) * tau
    jac = found.jac * scale
    sigma = scale * np.sqrt(np.diag(np.linalg.pinv(jac.T @ jac)) * variance)
    free = at_bound(found.x, low, high, scale, sigma) == 0
    covariance = np.zeros((6, 6))
    inner = np.linalg.pinv(jac[:, free].T @ jac[:, free]) * variance
    covariance[np.ix_(free, free)] = inner * np.outer(scale[free], scale[free])
    names = ("w", "d1", "d2", "rest", "x0", "v0")
    bounds = {
        names[i]: Bound.of(
            0.0, without(jac[:, [i]], jac[:, free])[:, 0] / scale[i], residuals, variance
        )
        for i in np.flatnonzero(~free)
    }
    notes = [f"{name} is at its bound 0" for name in bounds] + correlation_notes(tau)
    notes += series_notes(axis, [(t, residuals)])
    length = "m" if MOTIONS.index(axis) < 3 else "rad"
    return DecayFit(
        title=f"free decay in {axis}",
        names=names,
        units=("rad/s", "1/s", f"1/{length}", length, length, f"{length}/s"),
        values=np.where(free, found.x, 0.0),
        covariance=covariance,
        dof=max(int(len(x) / tau) - int(free.sum()), 1),
        residuals=residuals,
        notes=tuple(notes),
        bounds=bounds,
        time=t,
        position=x,
        fitted=fitted,
        stiffness=stiffness,
        axis=axis,
        identifiability=_identifiability(names, found, scale, free, variance),
    )


def _identifiability(
    names: tuple[str, ...], found: Any, scale: Array, free: Array, variance: float
) -> Identifiability:
    """Of relative changes of what is not at its bound; a rest of zero is known, too."""
    sizes = np.maximum(np.abs(found.x), _LEAST * scale)
    kept = [name for name, f in zip(names, free, strict=True) if f]
    return identifiability(kept, (found.jac * sizes)[:, free], variance)


def _search(t: Array, x: Array) -> tuple[Any, Array, tuple[Array, Array]]:
    """The least squares, the scale of its parameters, and their bounds."""
    from scipy.optimize import least_squares

    start = _start(t, x)
    scale = np.array([start[0], 0.1 * start[0], 0.1 * start[0] / np.ptp(x), np.ptp(x), np.ptp(x)])
    scale = np.append(scale, np.ptp(x) * start[0])
    low = np.array([0.2 * start[0], 0.0, 0.0, -np.inf, -np.inf, -np.inf])
    high = np.array([5 * start[0], np.inf, np.inf, np.inf, np.inf, np.inf])
    found = least_squares(
        lambda p: _positions(t, p) - x,
        np.clip(start, low + 1e-9, high),
        lambda p: _gradient(t, p),
        bounds=(low, high),
        x_scale=scale,
        xtol=1e-12,
        ftol=1e-12,
    )
    return found, scale, (low, high)


def _start(t: Array, x: Array) -> Array:
    """A first guess: the strongest frequency, the decay of the envelope, the last mean."""
    rest = float(np.mean(x[-max(len(x) // 5, 5) :]))
    even = np.linspace(t[0], t[-1], 4 * len(t))
    y = np.interp(even, t, x) - rest
    power = np.abs(np.fft.rfft(y, 8 * len(y)))
    power[:2] = 0.0
    frequency = np.fft.rfftfreq(8 * len(y), even[1] - even[0])[int(np.argmax(power))]
    w = 2 * np.pi * max(frequency, 0.5 / (t[-1] - t[0]))
    half = len(y) // 2
    ratio = max(float(np.std(y[half:])) / max(float(np.std(y[:half])), 1e-12), 1e-3)
    d1 = max(-2 * np.log(ratio) / (0.5 * (t[-1] - t[0])), 1e-3 * w)
    v0 = (np.interp(t[0] + 0.05 / w, t, x) - x[0]) / (0.05 / w)
    return np.array([w, 0.5 * d1, 0.5 * d1 / np.ptp(x), rest, x[0], v0])


def _positions(t: Array, p: Array) -> Array:
    """Positions at the times, by Runge-Kutta steps between samples."""
    w, d1, d2, rest, x, v = p.tolist()

    def rate(x: Any, v: Any) -> Any:
        return -w * w * (x - rest) - (d1 + d2 * abs(v)) * v

    return _motion(t, w, x, v, rate)


def _gradient(t: Array, p: Array) -> Array:
    """Their slopes (time, parameter): each step is taken of the motion and of its six tangents."""
    w, d1, d2, rest, x, v = p.tolist()

    def rate(x: Array, v: Array) -> Array:
        off, fast = float(x[0]) - rest, float(v[0])
        found = -w * w * x - (d1 + 2 * d2 * abs(fast)) * v
        found[0] = -w * w * off - (d1 + d2 * abs(fast)) * fast
        found[1] -= 2 * w * off
        found[2] -= fast
        found[3] -= abs(fast) * fast
        found[4] += w * w
        return found

    unit = np.eye(7)  # the motion first; then by w, d1, d2, rest, x0, v0
    return _motion(t, w, x * unit[0] + unit[5], v * unit[0] + unit[6], rate)[:, 1:]


def _motion(t: Array, w: float, x: Any, v: Any, rate: Callable[[Any, Any], Any]) -> Array:
    """Positions at the times, each as x is: a number, or one with its tangents."""
    found, longest = [x], 2 * np.pi / w / _SUBSTEPS
    for dt in np.diff(t).tolist():
        count = max(1, int(np.ceil(dt / longest)))
        h = dt / count
        for _ in range(count):
            a1 = rate(x, v)
            v2 = v + h / 2 * a1
            a2 = rate(x + h / 2 * v, v2)
            v3 = v + h / 2 * a2
            a3 = rate(x + h / 2 * v2, v3)
            v4 = v + h * a3
            a4 = rate(x + h * v3, v4)
            x = x + h * v + h * h / 6 * (a1 + a2 + a3)
            v = v + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
        found.append(x)
    return np.array(found)

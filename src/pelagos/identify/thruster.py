"""Thrusters: from pulse width to rate of turn, and from rate and inflow to thrust."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pelagos.data.checks import Array, columns, deviations, positive, refuse, spread
from pelagos.identify.estimate import Estimate, readable
from pelagos.identify.least_squares import solve, student
from pelagos.identify.outliers import chi_square_notes, linear_notes, point_notes
from pelagos.identify.pictures import draw_curve, draw_points

NEUTRAL = 1500.0  # us
_EXPONENTS = np.concatenate([np.linspace(-3.0, -0.05, 60), np.linspace(0.05, 2.0, 40)])


@dataclass(frozen=True)
class RateFit(Estimate):
    """rpm = a x^-b + c with x = |pwm - neutral|; odd in pwm - neutral, zero in the dead band."""

    pwm: Array
    rpm: Array  # sizes
    error: Array | None
    neutral: float
    dead_band: float
    actuators: tuple[str, ...] = ()  # whose words the fragment holds
    reverse: bool = False  # of turning backwards

    def predict(self, pwm: Any) -> Array:
        """Signed rates in 1/min."""
        offset = np.asarray(pwm, dtype=float) - self.neutral
        size = np.abs(offset)
        turning = size > self.dead_band
        x = np.where(turning, size, 1.0)
        a, b, c = self.values
        return np.where(turning, np.sign(offset) * (a * x**-b + c), 0.0)

    def band(self, pwm: Any, level: float = 0.95) -> Array:
        """Half the width of the confidence band."""
        x = np.abs(np.asarray(pwm, dtype=float) - self.neutral)
        design = _rate_gradient(np.maximum(x, 1e-9), self.values)
        variance = np.einsum("...j,jk,...k->...", design, self.covariance, design)
        return np.where(x > self.dead_band, student(level, self.dof) * np.sqrt(variance), 0.0)

    def words(self) -> dict[str, Any]:
        """The curve of thrusters, which is one for both directions; else as parameters."""
        a, b, c = readable(self.values)
        if not self.actuators:
            return {"parameters": {"rpm_a": a, "rpm_b": b, "rpm_c": c}}
        if self.reverse:
            return {}
        if a <= 0 or b >= 0:
            said = f"rpm = {a:g} x^{-b:g} {c:+g} does not rise with the pulse as a thruster's must"
            raise refuse((said, "write a fragment of parameters, without naming actuators"))
        power = {"coefficient": a, "exponent": -b, "offset": c}
        band = {"dead_band": f"{self.dead_band:g} us", "neutral": f"{self.neutral:g} us"}
        curve = {"thruster": {"pwm": {"power": power, **band}}}
        return {"actuators": {name: copy.deepcopy(curve) for name in self.actuators}}

    def draw(self, axes: Any) -> None:
        """Points over pulse width, and the curve in its band."""
        sign = np.sign(self.pwm - self.neutral)
        draw_points(axes, self.pwm, sign * self.rpm, self.error, "measured")
        x = np.linspace(self.pwm.min(), self.pwm.max(), 400)
        draw_curve(axes, x, self.predict(x), self.band(x), "a x^-b + c")
        axes.set_xlabel("pulse width (us)")
        axes.set_ylabel("rate (1/min)")
        axes.set_title(self.title)
        axes.legend(loc="upper left")


def fit_pwm_rpm(
    pwm: Any,
    rpm: Any,
    sigma: Any = None,
    *,
    neutral: float = NEUTRAL,
    dead_band: float | None = None,
) -> RateFit:
    """Fit rpm = a x^-b + c (Nielsen et al. 2018, eq 39).

    The paper names neither direction nor dead band: here x = |pwm - neutral| in microseconds, the
    size of rpm is fitted, and points within `dead_band` (default: up to where rpm is zero) are not
    used. a, b and c are strongly correlated: compare predictions, not parameters.

    Examples:
        >>> pwm = np.array([1550.0, 1600, 1650, 1700, 1750, 1800])
        >>> x = np.abs(pwm - 1500.0)
        >>> fit = pl.identify.fit_pwm_rpm(pwm, -9000.0 * x**-0.3 + 4000.0)
        >>> [round(float(value), 3) for value in fit.values]
        [-9000.0, 0.3, 4000.0]
    """
    pwm, rpm = columns(5, pwm=pwm, rpm=rpm)
    error = deviations(sigma, pwm.shape)
    x, y = np.abs(pwm - neutral), np.abs(rpm)
    band = float(dead_band) if dead_band is not None else float(x[y == 0].max(initial=0.0))
    used = x > band
    if used.sum() < 5:
        said = f"pwm: {used.sum()} points outside the dead band of {band:g} us"
        raise refuse((said, "at least 5 are needed"))
    spread("rpm", y[used], "the thruster must turn at different rates")
    spread("pwm", x[used], "give different pulse widths")
    sigma = np.ones(int(used.sum())) if error is None else error[used]
    found = _rate(x[used], y[used], 1.0 / sigma)
    dof = int(used.sum()) - 3
    matrix = found.jac.T @ found.jac
    covariance = np.linalg.pinv(matrix, rcond=1e-15) * 2 * found.cost / max(dof, 1)
    residuals = y[used] - (found.x[0] * x[used] ** -found.x[1] + found.x[2])
    places = [f"{width:g} us" for width in pwm[used]]
    far_off = _far_off(x[used], y[used], sigma, found.x, places)
    if error is not None and dof > 0:
        far_off += chi_square_notes(residuals / sigma, dof, places)
    left = int(len(x) - used.sum())
    dead = [f"{left} points within the dead band of {band:g} us not used"] if left else []
    return RateFit(
        title="pulse width to rate of turn",
        names=("a", "b", "c"),
        units=("1/min", "", "1/min"),
        values=found.x,
        covariance=covariance,
        dof=dof,
        residuals=residuals,
        notes=(*dead, *far_off),
        chi_square=None if error is None else 2 * float(found.cost) / max(dof, 1),
        pwm=pwm,
        rpm=y,
        error=error,
        neutral=neutral,
        dead_band=band,
    )


def _far_off(x: Array, y: Array, sigma: Array, found: Array, places: list[str]) -> list[str]:
    """Notes on points that do not belong to the rest."""

    def residuals(weights: Array) -> Array:
        a, b, c = _rate(x, y, np.sqrt(weights) / sigma, found).x
        return np.asarray((y - (a * x**-b + c)) / sigma)

    def refitted(keep: NDArray[np.bool_]) -> str:
        if keep.sum() < 5:
            return "too few points are left for a fit"
        a, b, c = _rate(x[keep], y[keep], 1.0 / sigma[keep]).x
        return f"a = {a:.5g}, b = {b:.5g}, c = {c:.5g}"

    return point_notes(residuals, 3, places, refitted)


def _rate(x: Array, y: Array, weights: Array, values: Array | None = None) -> Any:
    """The best a, b and c, as scipy's least_squares hands them back."""
    from scipy.optimize import least_squares

    start = _rate_start(x, y, weights) if values is None else values
    return least_squares(
        lambda p: (p[0] * x ** -p[1] + p[2] - y) * weights,
        start,
        lambda p: _rate_gradient(x, p) * weights[:, None],
        x_scale=np.maximum(np.abs(start), 1e-3),
        xtol=1e-14,
        ftol=1e-14,
        gtol=1e-14,
        max_nfev=2000 if values is None else 50,
    )


def _rate_start(x: Array, y: Array, weights: Array) -> Array:
    """For each exponent the other two are linear: the best of a table of exponents."""
    best, found = np.inf, np.zeros(3)
    for b in _EXPONENTS:
        design = np.stack([x**-b, np.ones_like(x)], axis=1) * weights[:, None]
        (a, c), *_ = np.linalg.lstsq(design, y * weights, rcond=None)
        rest = float(np.sum((design @ [a, c] - y * weights) ** 2))
        if rest < best:
            best, found = rest, np.array([a, b, c])
    return found


def _rate_gradient(x: Array, p: Array) -> Array:
    power = x ** -p[1]
    return np.stack([power, -p[0] * power * np.log(x), np.ones_like(x)], axis=-1)


@dataclass(frozen=True)
class ThrustFit(Estimate):
    """K_T = alpha0 + alpha1 J, and what follows: thrust = T_ww |w| w + T_wu |w| u."""

    advance: Array  # J of the points
    coefficient: Array  # K_T of the points
    error: Array | None  # of K_T
    diameter: float
    density: float
    actuators: tuple[str, ...] = ()  # whose words the fragment holds
    reverse: bool = False  # of turning backwards

    @property
    def alpha0(self) -> float:
        """K_T without inflow."""
        return self["alpha0"]

    @property
    def alpha1(self) -> float:
        """Slope of K_T over J; zero, without interval, if there was no inflow."""
        return self["alpha1"] if "alpha1" in self.names else 0.0

    @property
    def T_ww(self) -> float:
        """Thrust by the square of the rate [N s2]: rho D^4 alpha0 / (4 pi^2)."""
        return self.density * self.diameter**4 * self.alpha0 / (4 * np.pi**2)

    @property
    def T_wu(self) -> float:
        """Thrust by rate and inflow [N s2/m]: rho D^3 alpha1 / (2 pi)."""
        return self.density * self.diameter**3 * self.alpha1 / (2 * np.pi)

    def predict(self, rate: Any, speed: Any = 0.0) -> Array:
        """Thrust in N at a rate in rad/s and an inflow in m/s (eq 12)."""
        rate, speed = np.asarray(rate, dtype=float), np.asarray(speed, dtype=float)
        return np.asarray(self.T_ww * np.abs(rate) * rate + self.T_wu * np.abs(rate) * speed)

    def words(self) -> dict[str, Any]:
        """The propeller of thrusters; else as parameters."""
        ww, wu = readable((self.T_ww, self.T_wu))
        if self.actuators:
            a0, a1 = readable((self.alpha0, self.alpha1))
            side = "reverse" if self.reverse else "propeller"
            words = {"thruster": {side: {"diameter": self.diameter, "a0": a0, "a1": a1}}}
            return {"actuators": {name: copy.deepcopy(words) for name in self.actuators}}
        return {"parameters": {"T_ww": ww, "T_wu": wu}}

    def draw(self, axes: Any) -> None:
        """K_T over J, and the line in its band."""
        draw_points(axes, self.advance, self.coefficient, self.error, "measured")
        x = np.linspace(min(0.0, self.advance.min()), max(self.advance.max(), 1e-3), 101)
        design = np.stack([np.ones_like(x), x], axis=1)[:, : len(self.values)]
        variance = np.einsum("ij,jk,ik->i", design, self.covariance, design)
        half = student(0.95, self.dof) * np.sqrt(variance)
        draw_curve(axes, x, design @ self.values, half, f"{self.alpha0:.3g} {self.alpha1:+.3g} J")
        axes.set_xlabel("advance number J")
        axes.set_ylabel("thrust coefficient K_T")
        axes.set_title(self.title)
        axes.legend(loc="best")


def _check_rates(rate: Array) -> None:
    if np.abs(rate).max() > 2e4 / 60 * 2 * np.pi:
        said = f"rate: {np.abs(rate).max():g} rad/s is beyond 20000 1/min"
        raise refuse((said, "give rad/s, which is 1/min times 2 pi / 60"))
    still = np.flatnonzero(rate == 0)
    if len(still):
        said = f"rate: is zero in {len(still)} points, the first at index {still[0]}"
        raise refuse((said, "K_T is force over rate squared; leave points at rest out"))


def fit_thrust_coefficient(
    rate: Any,
    thrust: Any,
    speed: Any = None,
    sigma: Any = None,
    *,
    diameter: float,
    density: float = 1000.0,
) -> ThrustFit:
    """Fit K_T = alpha0 + alpha1 J (Nielsen et al. 2018, eq 10 to 13).

    rate: of the propeller in rad/s, signed; thrust in N; speed: inflow in m/s, None or 0 for
    bollard tests, in which alpha1 cannot be seen. sigma: of the thrust; without it all thrusts
    count as equally certain, so slow turning, where K_T is a small force over a small square,
    weighs little. The rate is taken as exact.

    Examples:
        >>> turns = np.array([10.0, 20.0, 30.0])  # per second
        >>> thrust = 1000.0 * 0.076**4 * 0.4 * turns**2
        >>> fit = pl.identify.fit_thrust_coefficient(2 * np.pi * turns, thrust, diameter=0.076)
        >>> fit.values.round(6)
        array([0.4])
    """
    rate, thrust = columns(3, rate=rate, thrust=thrust)
    inflow = np.zeros_like(rate) if speed is None else columns(len(rate), speed=speed)[0]
    positive("diameter", diameter)
    positive("density", density)
    _check_rates(rate)
    unit = density * np.abs(rate) * rate * diameter**4 / (4 * np.pi**2)
    advance = 2 * np.pi * inflow / (rate * diameter)
    coefficient = thrust / unit
    given = np.ones_like(rate) if sigma is None else np.broadcast_to(sigma, rate.shape)
    (given,) = columns(1, sigma=given)
    positive("sigma", given)
    error = given / np.abs(unit)
    both = bool(np.ptp(advance) > 1e-9)
    design = np.stack([np.ones_like(rate), advance], axis=1)[:, : 2 if both else 1]
    found = solve(design, coefficient, error)
    notes = [] if both else ["all points have one advance number: alpha1 is not seen, taken as 0"]
    places = [f"{w:.4g} rad/s, {u:.3g} m/s" for w, u in zip(rate, inflow, strict=True)]
    names = ("alpha0", "alpha1")[: design.shape[1]]
    notes += linear_notes(found, sigma, names, places)
    return ThrustFit(
        title="thrust coefficient over advance number",
        names=names,
        units=("", "")[: design.shape[1]],
        values=found.values,
        covariance=found.covariance,
        dof=found.dof,
        residuals=found.residuals * unit,
        notes=tuple(notes),
        chi_square=None if sigma is None else found.scale(),
        advance=advance,
        coefficient=coefficient,
        error=None if sigma is None else error,
        diameter=diameter,
        density=density,
    )

"""A campaign in a towing tank, made up: known truth, seeded noise, the records it would leave.

The plan is that of Nielsen et al. 2018, sections 3 and 4.1: 128 surge runs at 42 velocities, 61
heave runs at 20, 25 pitch runs at 7 rates, thrusters at many pulse widths and speeds. Noise of the
load cells is correlated, with a part that grows with the force. No measured data of a BlueROV with
a usable licence are public, so this is how the chain is shown and tested.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from pelagos.data.checks import Array
from pelagos.identify.drag import BRACKET_ANGLE, DragFit, bracket_force, fit_drag
from pelagos.identify.fusion import as_columns, fuse_by
from pelagos.identify.steady import Segment, steady_segment
from pelagos.identify.thrust_loss import ThrustLoss, thrust_loss
from pelagos.identify.thruster import RateFit, ThrustFit, fit_pwm_rpm, fit_thrust_coefficient

# Quadratic drag in surge and heave, and pitch: Nielsen et al. 2018, table 3. Their linear parts are
# zero, or too small to be seen, which puts them on their bounds; larger ones are assumed here.
TRUTH = {"surge": (34.96, 4.0), "heave": (74.23, 6.0), "pitch": (0.028, 0.287)}
# Assumptions, as in the built-in bluerov: rpm = 60 x^0.65 - 25, K_T = 0.43 - 0.30 J, D = 76 mm.
RATE = (60.0, -0.65, -25.0)
ALPHA = (0.43, -0.30)
DIAMETER, DENSITY = 0.076, 1000.0

_SAMPLING = 50.0  # Hz
_RAMP, _STEADY = 1.5, 6.0  # s
_MEMORY = 0.7  # correlation of neighbouring samples of a load cell
_FLOOR = {"surge": 0.5, "heave": 0.5, "pitch": 0.02}  # N or N m, noise of a cell at rest
_SHARE = 0.03  # noise that grows with the force
_PRELOAD = 4.0  # N, of the wire to cell 3
_LOW = {"surge": 0.1, "heave": 0.06, "pitch": 0.0}  # below it the cells are not sensitive enough


@dataclass(frozen=True)
class TankRun:
    """One run of the carriage: name, setting and channels."""

    name: str
    axis: str
    speed: float
    channels: dict[str, Array]
    pwm: float = 1500.0


def plan(axis: str) -> list[float]:
    """Speeds of all runs of an axis."""
    if axis == "surge":
        speeds = np.linspace(0.05, 1.05, 21)
        settings = [*speeds, *-speeds]
        return sorted([*settings * 3, settings[10], settings[31]])
    if axis == "heave":
        settings = list(-np.linspace(0.03, 0.6, 20))  # upwards only, z is down
        return sorted([*settings * 3, settings[9]])
    settings = list(np.linspace(0.3, 1.5, 7))
    return sorted([*settings * 3, *settings[:4]])


def red_noise(rng: np.random.Generator, count: int, sigma: float) -> Array:
    """Noise whose neighbouring samples are correlated by _MEMORY."""
    from scipy.signal import lfilter

    white = rng.normal(0.0, sigma * np.sqrt(1 - _MEMORY**2), count + 60)
    return np.asarray(lfilter([1.0], [1.0, -_MEMORY], white)[60:])


def tow(
    rng: np.random.Generator, axis: str, speed: float, number: int, thrust: float = 0.0
) -> TankRun:
    """A run: at rest, up to speed, steady, down again."""
    t = np.arange(0.0, 2 * _RAMP + _STEADY, 1 / _SAMPLING)
    share = np.clip(t / _RAMP, 0, 1) * np.clip((2 * _RAMP + _STEADY - t) / _RAMP, 0, 1)
    v = speed * share
    c1, c2 = TRUTH[axis]
    force = c1 * np.abs(v) * v + c2 * v - thrust
    sigma = _FLOOR[axis] + _SHARE * abs(float(np.abs(force).max()))
    wire = _PRELOAD * (0.05 if axis == "pitch" else 1.0)
    m3 = wire + red_noise(rng, len(t), 0.3 * sigma)
    both = force + m3 * np.cos(BRACKET_ANGLE)
    m1, m2 = (both / 2 + red_noise(rng, len(t), sigma / np.sqrt(2)) for _ in range(2))
    measured = v + rng.normal(0, 0.001 * abs(speed) + 2e-4, len(t))
    channels = {"time": t, "speed": measured, "m1": m1, "m2": m2, "m3": m3}
    return TankRun(f"{axis}-{number:03d}", axis, speed, channels)


def tow_runs(rng: np.random.Generator, axis: str) -> Iterator[TankRun]:
    """All runs of an axis."""
    for number, speed in enumerate(plan(axis)):
        yield tow(rng, axis, float(speed), number)


def thruster_runs(rng: np.random.Generator) -> Iterator[TankRun]:
    """Two surge thrusters against the bracket, at pulse widths and speeds."""
    number = 0
    for pwm in np.arange(1540.0, 1841.0, 50.0):
        x = pwm - 1500
        rpm = RATE[0] * x ** -RATE[1] + RATE[2]
        w = rpm * 2 * np.pi / 60
        for speed in np.linspace(0.0, 0.9, 7):
            unit = DENSITY * w * w * DIAMETER**4 / (4 * np.pi**2)
            thrust = 2 * unit * (ALPHA[0] + ALPHA[1] * 2 * np.pi * speed / (w * DIAMETER))
            run = tow(rng, "surge", float(speed), number, thrust)
            turning = rpm + red_noise(rng, len(run.channels["time"]), 12.0)
            channels = {**run.channels, "rpm": turning}
            yield TankRun(f"thruster-{number:03d}", "surge", float(speed), channels, float(pwm))
            number += 1


def reduced(run: TankRun, angle: float = BRACKET_ANGLE) -> Segment:
    """The steady force of a run; a run at rest is steady throughout."""
    c = run.channels
    force = bracket_force(c["m1"], c["m2"], c["m3"], angle)
    moved = float(np.abs(c["speed"]).max()) > 0.01
    return steady_segment(c["time"], force, speed=c["speed"] if moved else None)


def identify_axis(runs: list[TankRun], axis: str) -> DragFit:
    """The chain of Nielsen et al. 2018, section 4.1: reduce, fuse, fit."""
    segments = [reduced(run) for run in runs]
    points = fuse_by(
        [run.speed for run in runs],
        [s.mean for s in segments],
        [s.variance_of_mean for s in segments],
    )
    speed, force, sigma = as_columns(points)
    exclude = {"sensitivity": lambda u: np.abs(u) < _LOW[axis]} if _LOW[axis] else None
    return fit_drag(speed, force, sigma, exclude, axis=axis)


@dataclass(frozen=True)
class Thrusters:
    """What the thruster runs give."""

    rate: RateFit
    thrust: ThrustFit
    loss: ThrustLoss


def identify_thrusters(
    runs: list[TankRun], drag: tuple[float, float] = TRUTH["surge"]
) -> Thrusters:
    """Rates over pulse width, K_T over J, and the loss of thrust, of one of two thrusters."""
    pwm, speed, thrust, variance, rate, rate_variance = ([] for _ in range(6))
    for run in runs:
        force = reduced(run)
        turning = steady_segment(run.channels["time"], run.channels["rpm"])
        pwm.append(run.pwm)
        speed.append(run.speed)
        # what the bracket lacks to the drag, shared by two
        thrust.append((drag[0] * abs(run.speed) * run.speed + drag[1] * run.speed - force.mean) / 2)
        variance.append(force.variance_of_mean / 4)
        rate.append(turning.mean)
        rate_variance.append(turning.variance_of_mean)
    fit = fit_pwm_rpm(pwm, rate, np.sqrt(rate_variance), dead_band=25.0)
    w = np.array(rate) * 2 * np.pi / 60
    coefficient = fit_thrust_coefficient(
        w, thrust, speed, np.sqrt(variance), diameter=DIAMETER, density=DENSITY
    )
    return Thrusters(fit, coefficient, thrust_loss(pwm, speed, thrust, variance))


def coverage(seed: int) -> dict[str, bool]:
    """Whether each 95 % interval of one campaign holds the truth."""
    rng = np.random.default_rng(np.random.SeedSequence([20181, seed]))
    found: dict[str, bool] = {}
    for axis, values in TRUTH.items():
        fit = identify_axis(list(tow_runs(rng, axis)), axis)
        for name, truth in zip(("c1", "c2"), values, strict=True):
            found[f"{axis} {name}"] = _inside(fit.interval(name), truth)
    thrusters = identify_thrusters(list(thruster_runs(rng)))
    for name, truth in zip(("a", "b", "c"), RATE, strict=True):
        found[f"rate {name}"] = _inside(thrusters.rate.interval(name), truth)
    for name, truth in zip(("alpha0", "alpha1"), ALPHA, strict=True):
        found[f"thrust {name}"] = _inside(thrusters.thrust.interval(name), truth)
    return found


def _inside(interval: tuple[float, float], truth: float) -> bool:
    return bool(interval[0] <= truth <= interval[1])


def table_of(run: TankRun) -> tuple[list[str], Any]:
    """Heading and rows of a run, as its file has them."""
    return list(run.channels), np.stack(list(run.channels.values()), axis=1)

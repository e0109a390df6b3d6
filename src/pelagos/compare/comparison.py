"""A simulated and a measured motion side by side: numbers per channel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from pelagos.compare.kalman import kalman_velocity, tuned
from pelagos.compare.measures import delay, pearson, rise_time, steady_value
from pelagos.compare.warping import dtw
from pelagos.data.checks import Array, refuse
from pelagos.data.recording import Recording
from pelagos.errors import PelagosError
from pelagos.result.columns import Column, with_unit
from pelagos.result.figures.panel import readable
from pelagos.shown import Shown

_MOST = 4000  # samples that are warped
# Numbers that have the unit of their channel.
_IN_UNIT = ("rmse", "mean error", "largest error", "DTW mean", "steady sim", "steady meas")


@dataclass(frozen=True)
class Channel:
    """One quantity, measured and simulated on the simulation's times."""

    name: str
    time: Array
    simulated: Array
    measured: Array
    numbers: Mapping[str, float]  # NaN where a number has no meaning
    unit: str = ""  # of the quantity, its errors and its steady values
    reasons: Mapping[str, str] = field(default_factory=dict)  # why a number has no meaning

    @property
    def label(self) -> str:
        """For an axis."""
        return with_unit(self.name, self.unit)

    @property
    def residual(self) -> Array:
        """Simulated less measured."""
        return self.simulated - self.measured

    @property
    def readable(self) -> Channel:
        """In degrees where the unit is radians: as tables and figures show it."""
        simulated, measured = (
            readable(Column(self.name, self.unit, values))
            for values in (self.simulated, self.measured)
        )
        if simulated.unit == self.unit:
            return self
        numbers = {n: np.rad2deg(v) if n in _IN_UNIT else v for n, v in self.numbers.items()}
        return replace(
            self,
            simulated=simulated.values,
            measured=measured.values,
            numbers=numbers,
            unit=simulated.unit,
        )


@dataclass(frozen=True)
class Comparison(Shown):
    """All quantities that a run and a recording share."""

    label: str
    channels: tuple[Channel, ...]
    notes: tuple[str, ...]

    def __repr__(self) -> str:
        return f"<Comparison of {self.label}: {len(self.channels)} channels>"

    def __getitem__(self, name: str) -> Channel:
        for channel in self.channels:
            if channel.name == name:
                return channel
        known = ", ".join(channel.name for channel in self.channels)
        raise refuse((f"{self.label}: {name} was not compared", f"compared were {known}"))

    def rows(self) -> list[tuple[str, ...]]:
        """A table, heading first; angles in degrees."""
        names = list(self.channels[0].numbers)
        rows: list[tuple[str, ...]] = [("channel", *names)]
        for channel in (channel.readable for channel in self.channels):
            cells = (_shown(channel.numbers[name]) for name in names)
            rows.append((channel.label, *cells))
        return rows

    def to_dict(self) -> dict[str, Any]:
        """For programs; numbers without meaning are None."""
        return {
            "label": self.label,
            "channels": {
                c.name: {n: None if np.isnan(v) else v for n, v in c.numbers.items()}
                for c in self.channels
            },
            "units": {c.name: c.unit for c in self.channels},
            "notes": list(self.notes),
        }


def _shown(value: float) -> str:
    return "" if np.isnan(value) else f"{value:.4g}"


def with_velocities(recording: Recording) -> Recording:
    """With speeds and rates of turn smoothed from positions and angles, where these are missing.

    speed.BODY is the size of the horizontal velocity, rate.BODY the rate of yaw.

    Examples:
        >>> t = np.linspace(0, 1, 101)
        >>> towed = {"position.hull.x": 2 * t, "position.hull.y": 0 * t}
        >>> record = pl.data.Recording("towed", dict.fromkeys(towed, t), towed)
        >>> sorted(set(pl.compare.with_velocities(record).channels) - set(towed))
        ['speed.hull']
    """
    times, channels = dict(recording.times), dict(recording.channels)
    units = dict(recording.units)
    notes = list(recording.notes)
    bodies = {n[9:-2] for n in channels if n.startswith("position.") and n.endswith(".x")}
    for body in sorted(bodies):
        flat = [f"position.{body}.{axis}" for axis in "xy"]
        if f"velocity.{body}.x" in channels:
            t = times[f"velocity.{body}.x"]
            v = [channels[f"velocity.{body}.{axis}"] for axis in "xy"]
        elif all(name in channels for name in flat):
            t = times[flat[0]]
            v = []
            for name in flat:
                q, r = tuned(times[name], channels[name])
                v.append(np.asarray(kalman_velocity(times[name], channels[name], q, r).velocity))
            notes.append(f"speed.{body} smoothed from positions (kinematic Kalman smoother)")
        else:
            continue
        times[f"speed.{body}"], channels[f"speed.{body}"] = t, np.hypot(*v)
        units[f"speed.{body}"] = "m/s"
    for name in [n for n in channels if n.startswith("euler.") and n.endswith(".yaw")]:
        body, t = name[6:-4], times[name]
        rate = np.zeros(len(t))  # of a straight run
        if np.ptp(channels[name]) > 1e-9:
            motion = kalman_velocity(t, channels[name], *tuned(t, channels[name]))
            rate = np.asarray(motion.velocity)
        times[f"rate.{body}"], channels[f"rate.{body}"] = t, rate
        units[f"rate.{body}"] = "rad/s"
    return replace(recording, times=times, channels=channels, units=units, notes=tuple(notes))


def compared(
    simulated: Recording,
    measured: Recording,
    *,
    label: str = "",
    channels: tuple[str, ...] | None = None,
) -> Comparison:
    """Compare what both hold, over the time both cover, on the times of the simulation.

    Examples:
        >>> run = pl.data.from_run(pl.simulate("pendulum", duration=1, every=0.01))
        >>> found = pl.compare.compared(run, run, channels=("q.rod",))
        >>> found.channels[0].numbers["rmse"]
        0.0
    """
    one, other = with_velocities(simulated), with_velocities(measured)
    chosen = channels or tuple(
        n for n in other.names if n in one.names and not n.startswith(("actuation", "input"))
    )
    if not chosen:
        said = f"{measured.name} and the run share no channel"
        raise refuse((said, f"map columns to names of the run: {', '.join(one.names[:12])} ..."))
    found = []
    for name in chosen:
        t = one.time(name)
        low, high = other.time(name)[[0, -1]]
        inside = (t >= low - 1e-9) & (t <= high + 1e-9)
        if inside.sum() < 10:
            said = f"{name}: {inside.sum()} samples in common"
            raise refuse((said, "run and record must overlap in time; shift one of them"))
        grid = np.clip(t[inside], low, high)
        item = _channel(name, t[inside], one[name][inside], other.at(name, grid))
        found.append(replace(item, unit=one.units.get(name, "")))
    return Comparison(label or measured.name, tuple(found), other.notes)


def _channel(name: str, t: Array, a: Array, b: Array) -> Channel:
    apart = a - b
    thin = slice(None, None, -(-len(t) // _MOST))
    warped = dtw(a[thin], b[thin])
    reasons: dict[str, str] = {}

    def known(number: str, find: Callable[[], float], x: str = "simulated") -> float:
        """A number that constants do not have; they are told apart by what the refusal names."""
        try:
            return float(find())
        except PelagosError as error:
            curve, _, why = str(error).splitlines()[0].partition(": ")
            whose = {"a": "simulated", "b": "measured"}.get(curve, x)
            reasons[number] = f"{whose} {why}"
            return float("nan")

    numbers = {
        "rmse": float(np.sqrt(np.mean(apart**2))),
        "mean error": float(np.mean(apart)),
        "largest error": float(np.abs(apart).max()),
        "DTW mean": warped.mean,
        "Pearson R": known("Pearson R", lambda: pearson(a, b)),
        "delay (s)": known("delay (s)", lambda: delay(t, a, t, b).seconds),
        "rise sim (s)": known("rise sim (s)", lambda: rise_time(t, a)),
        "rise meas (s)": known("rise meas (s)", lambda: rise_time(t, b), "measured"),
        "steady sim": steady_value(a),
        "steady meas": steady_value(b),
    }
    return Channel(name, t, a, b, numbers, reasons=reasons)

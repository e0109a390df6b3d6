"""A record of an experiment: named channels over time, and what was done to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from pelagos.data.checks import Array, increasing, refuse
from pelagos.language.suggest import did_you_mean

_GAP = 3.0  # steps longer than so many usual ones are gaps


@dataclass(frozen=True)
class Recording:
    """Channels with their own times, in SI; `notes` report gaps, outliers and corrections.

    Names are those of results where they mean the same: q.arm, u.arm, position.hull.x,
    euler.hull.yaw, velocity.hull.x, actuation.port.

    Examples:
        >>> t = np.linspace(0, 1, 5)
        >>> record = pl.data.Recording("made up", {"q.arm": t}, {"q.arm": np.sin(t)})
        >>> record.between(0.2, 0.8)["q.arm"].round(3)
        array([0.247, 0.479, 0.682])
    """

    name: str
    times: Mapping[str, Array]
    channels: Mapping[str, Array]
    units: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All channels."""
        return tuple(self.channels)

    def __getitem__(self, name: str) -> Array:
        if name not in self.channels:
            raise refuse((f"{self.name}: no channel {name!r}", did_you_mean(name, self.channels)))
        return self.channels[name]

    def time(self, name: str) -> Array:
        """Times of a channel."""
        self[name]
        return self.times[name]

    @property
    def span(self) -> tuple[float, float]:
        """First and last time that all channels cover."""
        begin = max(float(t[0]) for t in self.times.values())
        end = min(float(t[-1]) for t in self.times.values())
        if end <= begin:
            raise refuse((f"{self.name}: the channels do not overlap in time", "choose others"))
        return begin, end

    def only(self, names: Iterable[str]) -> Recording:
        """Some of the channels."""
        kept = {name: self[name] for name in names}
        return replace(self, channels=kept, times={name: self.times[name] for name in kept})

    def between(self, begin: float, end: float) -> Recording:
        """The samples from begin to end."""
        times, channels = {}, {}
        for name, t in self.times.items():
            inside = (t >= begin) & (t <= end)
            if inside.sum() < 2:
                said = f"{self.name}: {name} has {inside.sum()} samples in {begin:g} to {end:g} s"
                raise refuse((said, f"it lasts from {t[0]:g} to {t[-1]:g} s"))
            times[name], channels[name] = t[inside], self.channels[name][inside]
        return replace(self, times=times, channels=channels)

    def shifted(self, seconds: float) -> Recording:
        """With another zero of time."""
        times = {name: t + seconds for name, t in self.times.items()}
        note = f"times shifted by {seconds:+g} s"
        return replace(self, times=times, notes=(*self.notes, note))

    def at(self, name: str, times: Array) -> Array:
        """A channel at other times, straight between samples; no extrapolation."""
        t = self.time(name)
        if times[0] < t[0] - 1e-9 or times[-1] > t[-1] + 1e-9:
            said = f"{self.name}: {name} covers {t[0]:g} to {t[-1]:g} s"
            raise refuse((said, f"asked for {times[0]:g} to {times[-1]:g} s"))
        return np.interp(times, t, self.channels[name])

    def resampled(self, every: float) -> Recording:
        """All channels on one even grid over their common span."""
        begin, end = self.span
        count = int(np.floor((end - begin) / every * (1 + 1e-12))) + 1
        if count < 2:
            raise refuse((f"every: {every:g} s over {end - begin:g} s", "give a shorter interval"))
        grid: Array = begin + every * np.arange(count, dtype=float)
        channels = {name: self.at(name, grid) for name in self.channels}
        note = f"resampled to {count} samples every {every:g} s"
        times = dict.fromkeys(channels, grid)
        return replace(self, times=times, channels=channels, notes=(*self.notes, note))

    def without_outliers(
        self, names: Iterable[str] | None = None, sigmas: float = 6.0
    ) -> Recording:
        """Samples far from the median of their five neighbours replaced by it; each is reported."""
        channels, notes = dict(self.channels), list(self.notes)
        for name in names if names is not None else self.channels:
            values = self[name]
            if len(values) < 9:
                continue
            cleaned, bad, _ = _without_outliers(values, sigmas)
            if bad.any():
                channels[name] = cleaned
                first = self.times[name][int(np.argmax(bad))]
                notes.append(f"{name}: {int(bad.sum())} outliers replaced, first at {first:.4g} s")
        return replace(self, channels=channels, notes=tuple(notes))

    def gaps(self) -> dict[str, list[tuple[float, float]]]:
        """Per channel the intervals without samples."""
        found = {}
        for name, t in self.times.items():
            steps = np.diff(t)
            usual = np.median(steps) if len(steps) > 2 else np.inf
            long = np.flatnonzero(steps > _GAP * usual)
            if len(long):
                found[name] = [(float(t[i]), float(t[i + 1])) for i in long]
        return found


def cleaned(name: str, t: Array, values: Array, label: str) -> tuple[Array, Array, list[str]]:
    """Times that increase and finite values only, with notes on whatever was wrong."""
    notes = []
    finite = np.isfinite(t) & np.isfinite(values)
    if not finite.all():
        bad = int((~finite).sum())
        notes.append(f"{label}: {bad} of {len(t)} samples are not numbers and were left out")
        t, values = t[finite], values[finite]
    if len(t) < 2:
        raise refuse((f"{name}: {label} has {len(t)} samples", "at least 2 are needed"))
    order = np.argsort(t, kind="stable")
    if (np.diff(order) < 0).any():
        notes.append(f"{label}: samples were not in order of time and were sorted")
        t, values = t[order], values[order]
    again = np.concatenate([[False], np.diff(t) <= 0])
    if again.any():
        notes.append(f"{label}: {int(again.sum())} samples with a time seen before were left out")
        t, values = t[~again], values[~again]
    increasing("time", t)
    return t, values, notes


def assembled(
    name: str,
    series: Mapping[str, tuple[Array, Array]],
    units: Mapping[str, str],
    notes: Iterable[str] = (),
) -> Recording:
    """A recording from raw columns, cleaned and with its gaps reported."""
    times, channels, said = {}, {}, list(notes)
    for label, (t, values) in series.items():
        times[label], channels[label], found = cleaned(name, t, values, label)
        said += found
    recording = Recording(name, times, channels, dict(units))
    for label, gaps in recording.gaps().items():
        longest = max(end - begin for begin, end in gaps)
        said.append(f"{label}: {len(gaps)} gaps, the longest {longest:.4g} s")
    return replace(recording, notes=tuple(dict.fromkeys(said)))


def spikes(values: Array, sigmas: float) -> tuple[NDArray[np.bool_], Array, float]:
    """Samples far from the median of their five neighbours, how far, and how far samples usually
    are.
    """
    cleaned, bad, usual = _without_outliers(values, sigmas)
    return bad, np.abs(values - cleaned), usual


def _without_outliers(values: Array, sigmas: float) -> tuple[Array, NDArray[np.bool_], float]:
    """Samples far from the median of their five neighbours replaced by it, which these are, and
    how far away samples usually are.

    The worst of each neighbourhood goes first: it may have spoilt the medians of the others.
    """
    cleaned, bad = values.copy(), np.zeros(len(values), dtype=bool)
    usual = 0.0
    for _ in range(len(values)):
        padded = np.pad(cleaned, 2, mode="reflect", reflect_type="odd")  # keeps the slope
        median = np.median(sliding_window_view(padded, 5), axis=1)
        apart = np.abs(cleaned - median)
        usual = 1.4826 * float(np.median(apart[apart > 0])) if (apart > 0).any() else 0.0
        worst = apart == sliding_window_view(np.pad(apart, 2), 5).max(axis=1)
        found = worst & (apart > sigmas * usual) & ~bad
        if not found.any() or usual == 0.0:
            break
        cleaned[found], bad = median[found], bad | found
    return cleaned, bad, usual

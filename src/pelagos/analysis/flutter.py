"""From which speeds on a robot with wings flutters, and from which it diverges.

The two are told apart by the root that grows: an oscillation is flutter, whatever is near; only a
root without an imaginary part is divergence. See `aeroelastic` for the equations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.aero.strip import Instability
from pelagos.analysis.aeroelastic import LatticeRoots, Strips
from pelagos.analysis.queries import AnyRobot
from pelagos.errors import PelagosError
from pelagos.march.settings import read_robot
from pelagos.model.paths.shadowed import in_scenario
from pelagos.progress import Progress, with_bar

TURNS = 1e-6  # imaginary part over the modulus above which a root oscillates
GROWS = 1e-6  # real part over the modulus above which it grows
# 1/s: rounding makes that much of the zeros that bodies have which nothing holds
NEUTRAL = 1e-3
SLOWEST = 6  # modes that tables and drawings show
SCANNED = 60  # speeds at least that are looked at in a range
NARROW = 1e-8  # of a speed, to which onsets are found
ABOUT = "small motions about the undeformed shape, in a flow along the wing, without gravity"


@dataclass(frozen=True)
class Flutter:
    """Roots over speed, and where the first of each kind begins to grow."""

    robot: str
    method: str  # strip or vortex-lattice
    speeds: np.ndarray  # (n,) m/s
    roots: tuple[np.ndarray, ...]  # 1/s, per speed; of a pair that with positive imaginary part
    flutter: Instability | None
    divergence: Instability | None
    lost: int = 0  # modes that could not be followed to the last speed: they decay too fast

    def leading(self, k: int) -> complex:
        """What oscillates at the k-th speed with the least damping, among the slowest modes unless
        another grows."""
        found = _oscillation(self.roots[k])
        return found if _grows(found) else _oscillation(slowest(self.roots[k]))

    def verdict(self, k: int) -> str:
        """What a small disturbance does at the k-th speed."""
        words = []
        if _grows(self.leading(k)):
            words.append("flutter")
        if self.divergence is not None and self.speeds[k] >= self.divergence.speed:
            words.append("divergence")
        if not words and not np.isfinite(self.leading(k)):
            return "too fast for the panels"
        return " and ".join(words) or "decays"

    def plot(self, path: str | Path) -> Path:
        """Draw the root locus, and growth and frequency over speed, as PNG, PDF or SVG."""
        return _draw(self, path)

    def to_dict(self) -> dict[str, Any]:
        leading = np.array([self.leading(k) for k in range(len(self.speeds))])

        def onset(found: Instability | None) -> dict[str, float] | None:
            if found is None:
                return None
            return {"speed": found.speed, "frequency": found.frequency / (2 * np.pi)}

        return {
            "robot": self.robot,
            "method": self.method,
            "about": ABOUT,
            "flutter": onset(self.flutter),
            "divergence": onset(self.divergence),
            "lost": self.lost,
            "speeds": self.speeds.tolist(),
            "growth": leading.real.tolist(),
            "frequency": (leading.imag / (2 * np.pi)).tolist(),
            "verdict": [self.verdict(k) for k in range(len(self.speeds))],
        }


@with_bar
def flutter(
    robot: AnyRobot,
    speeds: Sequence[float] | np.ndarray,
    scenario: str | None = None,
    *,
    modes: int = 6,
    progress: Progress | None = None,
) -> Flutter:
    """Flutter and divergence speeds of a robot with wings, separately, and its roots at `speeds`.

    speeds: rising, in m/s; onsets are sought between the first and the last.
    modes: how many of the slowest are followed with a vortex lattice; with strips all are.

    Examples:
        >>> found = pl.flutter("goland", [120, 150])
        >>> round(found.flutter.speed, 1), found.divergence
        (137.4, None)
    """
    asked = np.asarray(speeds, dtype=float)
    if asked.ndim != 1 or len(asked) < 2 or not asked[0] > 0 or not (np.diff(asked) > 0).all():
        raise PelagosError(
            f"speeds: {np.array2string(asked, threshold=8)} do not rise from above zero\n"
            "    give two or more, such as 20:160"
        )
    resolved = in_scenario(read_robot(robot, None), scenario)
    lattice = any(wing.is_lattice for wing in resolved.wings.values())
    if progress is not None:
        progress(None, "linearising ...")
    system = LatticeRoots(resolved, modes) if lattice else Strips(resolved)
    grid = np.unique(np.concatenate([asked, np.linspace(asked[0], asked[-1], SCANNED)]))
    found: list[np.ndarray] = []
    for k, speed in enumerate(grid):
        found.append(system.roots(float(speed), found[-1] if found else None))
        if progress is not None:
            progress((k + 1) / len(grid), f"{speed:.1f} m/s")
    judged = [_judged(system, v, roots) for v, roots in zip(grid, found, strict=True)]
    return Flutter(
        robot=resolved.name,
        method="vortex-lattice" if lattice else "strip",
        speeds=asked,
        roots=tuple(judged[k] for k in np.searchsorted(grid, asked)),
        flutter=_onset("flutter", _oscillation, system, grid, found),
        divergence=_divergence(system, grid, found),
        lost=int(np.isnan(found[-1]).sum()),
    )


def _judged(system: Strips | LatticeRoots, speed: float, roots: np.ndarray) -> np.ndarray:
    """Roots whose motion is slow enough for the steps of a lattice."""
    return roots[np.abs(roots) <= system.resolved(float(speed))]


def slowest(roots: np.ndarray) -> np.ndarray:
    """The slowest of the roots that oscillate."""
    turning = roots[_turns(roots)]
    return turning[np.argsort(turning.imag)][:SLOWEST]


def _turns(roots: np.ndarray) -> np.ndarray:
    return np.abs(roots.imag) > np.maximum(TURNS * np.abs(roots), NEUTRAL)


def _oscillation(roots: np.ndarray) -> complex:
    """The oscillating root with the least damping ratio."""
    turning = roots[_turns(roots)]
    if not len(turning):
        return complex(-np.inf, 0.0)
    return complex(turning[np.argmax(turning.real / np.abs(turning))])


def _creeping(roots: np.ndarray) -> complex:
    """The largest root that does not oscillate."""
    still = roots[~_turns(roots)]
    return complex(still[np.argmax(still.real)].real) if len(still) else complex(-np.inf, 0.0)


def _grows(root: complex) -> bool:
    return bool(np.isfinite(root) and root.real > (GROWS * abs(root) if root.imag else NEUTRAL))


def _onset(
    kind: str,
    leader: Callable[[np.ndarray], complex],
    system: Strips | LatticeRoots,
    grid: np.ndarray,
    found: list[np.ndarray],
) -> Instability | None:
    """The first speed from which on the leading root of a kind grows: the scan, then halving."""
    leading = [leader(_judged(system, v, roots)) for v, roots in zip(grid, found, strict=True)]
    first = next((k for k, root in enumerate(leading) if _grows(root)), None)
    if first is None:
        return None
    high, root = float(grid[first]), leading[first]
    # followed from the speed before, where it may be too fast for a lattice to be judged
    before = found[max(first - 1, 0)]
    near = before if isinstance(system, Strips) else before[found[first] == root]
    if first and len(_judged(system, grid[first - 1], near)):
        low = float(grid[first - 1])
        while high - low > NARROW * high:
            middle = (low + high) / 2
            roots = system.roots(middle, near)
            if _grows(leader(roots)):
                high, root = middle, leader(roots)
            else:
                low, near = middle, roots
    return Instability(kind, high, abs(root.imag))


def _divergence(
    system: Strips | LatticeRoots, grid: np.ndarray, found: list[np.ndarray]
) -> Instability | None:
    if isinstance(system, Strips):
        return _onset("divergence", _creeping, system, grid, found)
    speed = system.divergence()
    if speed is None or speed > grid[-1]:
        return None
    return Instability("divergence", max(speed, float(grid[0])), 0.0)


def _draw(found: Flutter, path: str | Path) -> Path:
    """Root locus, and growth and frequency over speed."""
    from pelagos.result.plot import STYLE, check

    path = Path(path)
    check(path)
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(8.6, 5.2), layout="constrained")
        axes = figure.subplot_mosaic(
            [["locus", "growth"], ["locus", "frequency"]], width_ratios=(1.15, 1)
        )
        locus, growth, frequency = (axes[name] for name in ("locus", "growth", "frequency"))
        speed = np.concatenate(
            [np.full(len(r), v) for v, r in zip(found.speeds, found.roots, strict=True)]
        )
        roots = np.concatenate(found.roots)
        hertz = roots.imag / (2 * np.pi)
        shown = hertz <= _highest(found)
        dots = locus.scatter(roots.real[shown], hertz[shown], c=speed[shown], s=9, cmap="viridis")
        figure.colorbar(dots, ax=locus, label="speed / (m/s)", location="bottom")
        locus.axvline(0, color="#000000", lw=0.8)
        locus.set(xlabel="growth / (1/s)", ylabel="frequency / Hz", title="Root locus")
        growth.plot(speed[shown], roots.real[shown], ".", ms=3)
        growth.axhline(0, color="#000000", lw=0.8)
        growth.set(ylabel="growth / (1/s)")
        frequency.plot(speed[shown], hertz[shown], ".", ms=3)
        frequency.set(ylabel="frequency / Hz", xlabel="speed / (m/s)")
        for onset, color in ((found.flutter, "#D55E00"), (found.divergence, "#CC79A7")):
            if onset is None:
                continue
            for ax in (growth, frequency):
                ax.axvline(onset.speed, color=color, lw=1, ls="--", label=onset.kind)
        if found.flutter or found.divergence:
            growth.legend(loc="lower left")
        low, high = np.percentile(roots.real[shown], [15, 100])
        for axis in (locus.set_xlim, growth.set_ylim):
            axis(low - 0.1 * (high - low), high + 0.1 * (high - low) + 1e-9)
        figure.savefig(path, dpi=150)
    return path


def _highest(found: Flutter) -> float:
    """Frequency up to which roots are drawn: that of the sixth mode at the first speed."""
    first = slowest(found.roots[0])
    return float(1.1 * first[-1].imag / (2 * np.pi)) if len(first) else 1.0

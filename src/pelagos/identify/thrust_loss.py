"""How much thrust a vehicle loses with speed (Nielsen et al. 2018, figure 11)."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.data.checks import Array, columns, positive, refuse
from pelagos.identify.fusion import fuse
from pelagos.identify.pictures import CURVE, DATA, figure


@dataclass(frozen=True)
class ThrustLoss:
    """Thrust at speed below that at rest, per pulse width and speed, with intervals."""

    pwm: Array
    speed: Array
    loss: Array  # N, positive where the thrust is smaller than at rest
    half: Array  # half the width of the interval
    level: float

    def rising(self) -> list[str]:
        """Points at which the thrust is larger than at the next lower speed: worth a look."""
        found = []
        for width in np.unique(self.pwm):
            rows = np.flatnonzero(self.pwm == width)
            rows = rows[np.argsort(self.speed[rows])]
            for a, b in zip(rows, rows[1:], strict=False):
                if self.loss[b] < self.loss[a]:
                    found.append(f"{width:g} us at {self.speed[b]:g} m/s")
        return found

    def draw(self, axes: Any) -> None:
        """One line per pulse width, over speed."""
        import matplotlib

        widths = np.unique(self.pwm)
        shades = matplotlib.colormaps["viridis"](np.linspace(0, 0.92, len(widths)))
        for width, color in zip(widths, shades, strict=True):
            rows = np.flatnonzero(self.pwm == width)
            rows = rows[np.argsort(self.speed[rows])]
            axes.errorbar(
                self.speed[rows],
                self.loss[rows],
                self.half[rows],
                color=color,
                marker="o",
                ms=3,
                capsize=2,
                label=f"{width:g} us",
            )
        axes.axhline(0.0, color=CURVE, lw=0.6)
        axes.set_xlabel("speed (m/s)")
        axes.set_ylabel(f"loss of thrust (N), {100 * self.level:g} % intervals")
        axes.set_title("thrust loss", color=DATA)
        axes.legend(fontsize=7, ncols=2)

    def plot(self, path: str | os.PathLike[str]) -> Path:
        """Draw the map into a .png, .pdf or .svg file."""
        with figure(Path(path)) as drawing:
            self.draw(drawing.add_subplot())
        return Path(path)


def thrust_loss(
    pwm: Any, speed: Any, thrust: Any, variance: Any, *, level: float = 0.99
) -> ThrustLoss:
    """The map of Nielsen et al. 2018, figure 11: thrust at rest less thrust at speed.

    Repeated points at rest are fused first.

    Examples:
        >>> pwm, speed = [1700, 1700, 1700], [0.0, 0.5, 1.0]
        >>> found = pl.identify.thrust_loss(pwm, speed, [20.0, 18.0, 15.0], [0.1, 0.1, 0.1])
        >>> found.loss
        array([0., 2., 5.])
    """
    from scipy.stats import norm

    pwm, speed, thrust, variance = columns(
        2, pwm=pwm, speed=speed, thrust=thrust, variance=variance
    )
    positive("variance", variance)
    quantile = float(norm.ppf(0.5 + level / 2))
    loss, half = np.zeros_like(thrust), np.zeros_like(thrust)
    for width in np.unique(pwm):
        rows = np.flatnonzero(pwm == width)
        rest = rows[np.abs(speed[rows]) <= 1e-6]
        if not len(rest):
            said = f"speed: {width:g} us was not measured at rest"
            raise refuse((said, "the loss is against the thrust at speed 0; add that point"))
        still, doubt = fuse(thrust[rest], variance[rest])
        loss[rows] = still - thrust[rows]
        half[rows] = quantile * np.sqrt(doubt + variance[rows])
        half[rest] = quantile * np.sqrt(variance[rest])
    return ThrustLoss(pwm, speed, loss, half, level)

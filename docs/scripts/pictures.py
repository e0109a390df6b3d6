"""Makes the pictures of the documentation: `python docs/scripts/pictures.py`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib import colormaps
from matplotlib.figure import Figure

import pelagos as pl

FOLDER = Path(__file__).parents[1] / "assets"


def chain_whip() -> Figure:
    """The built-in chain20, released from a coil: its shape at equal intervals, and its energy."""
    run = pl.simulate("chain20", "whip", duration=2.0, every=0.01, rtol=1e-9)
    figure = Figure(figsize=(9.0, 3.8), layout="constrained")
    shapes, energy = figure.subplots(1, 2, width_ratios=[1.05, 1])
    _shapes(shapes, run)
    _energy(energy, run)
    return figure


def _shapes(axes, run, every: int = 5) -> None:
    """Shapes in the vertical plane of the coil, x = -y; the motion out of it is small at first."""
    time, position = run.arrays["time"], run.arrays["position"]
    across = (position[..., 0] - position[..., 1]) / np.sqrt(2.0)
    height = position[..., 2]
    for i in range(0, len(time), every):
        colour = colormaps["viridis"](time[i] / time[-1])
        axes.plot(across[i], height[i], color=colour, linewidth=1.3)
    axes.plot(across[:, -1], height[:, -1], color="#D55E00", linewidth=0.7)
    axes.set(xlabel="(x - y)/√2 [m]", ylabel="z [m]", aspect="equal")
    step = time[every] - time[0]
    axes.set_title(f"chain20, let go from a coil: every {step:.2g} s, dark to light", fontsize=10)
    _plain(axes)


def _energy(axes, run) -> None:
    time, kinetic = run.arrays["time"], run.arrays["kinetic_energy"]
    potential = run.arrays["potential_energy"] - run.arrays["potential_energy"][0]
    drift = np.max(np.abs(kinetic + potential - kinetic[0])) / np.ptp(potential)
    axes.plot(time, kinetic, label="kinetic", color="#D55E00")
    axes.plot(time, potential, label="potential", color="#0072B2")
    axes.plot(time, kinetic + potential, label="sum", color="black")
    axes.set_title(f"energy: the sum stays within {drift:.0e} of the range", fontsize=10)
    axes.set(xlabel="t [s]", ylabel="energy [J]")
    axes.legend(frameon=False, fontsize=8)
    _plain(axes)


def _plain(axes) -> None:
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(labelsize=8)


if __name__ == "__main__":
    for name, make in {"chain20.png": chain_whip}.items():
        make().savefig(FOLDER / name, dpi=110)
        print(FOLDER / name)

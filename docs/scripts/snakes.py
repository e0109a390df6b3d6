"""Makes the pictures and tables of docs/validation/snakes.md: `python docs/scripts/snakes.py`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import pelagos as pl

FOLDER = Path(__file__).parents[1] / "assets" / "snakes"
G = 9.81
FREQUENCIES = (0.5, 1.0, 1.5)
AMPLITUDES = np.arange(5.0, 31.0, 5.0)  # degrees
PHASES = np.arange(10.0, 61.0, 10.0)  # degrees


def swim(robot: pl.Robot, **parameters: float) -> tuple[float, float]:
    """Mean speed in m/s and cost of transport over the last periods of ten seconds.

    The cost is the mean mechanical power of the joints, braking not recovered, over weight and
    speed.
    """
    words = {f"parameters.{name}": value for name, value in parameters.items()}
    run = pl.simulate(robot.with_values(words), "serpenoid", duration=10, every=0.01)
    period = round(1 / parameters["frequency"] / 0.01)
    settled = slice(len(run) - 1 - 2 * period, None)
    centre = run.arrays["position"][settled].mean(axis=1)
    duration = run.arrays["time"][-1] - run.arrays["time"][settled][0]
    speed = float(np.linalg.norm(centre[-1] - centre[0]) / duration)
    joints = run.arrays["u"][settled, 6:]
    power = np.maximum(run.arrays["actuation"][settled] * joints, 0.0).sum(axis=1).mean()
    mass = sum(body.mass for body in robot.bodies.values())
    return speed, float(power / (mass * G * speed))


def draw_swimming() -> None:
    robot = pl.load("eel")
    figure = Figure(figsize=(9, 5.2), layout="constrained")
    axes = figure.subplots(2, 2, sharex="col", sharey="row")
    sweeps = (("amplitude", AMPLITUDES, "phase", 20.0), ("phase", PHASES, "amplitude", 15.0))
    for column, (varied, values, fixed, value) in enumerate(sweeps):
        for frequency in FREQUENCIES:
            found = [
                swim(
                    robot,
                    **{varied: np.radians(x), fixed: np.radians(value), "frequency": frequency},
                )
                for x in values
            ]
            for row, results in enumerate(zip(*found, strict=True)):
                axes[row, column].plot(values, results, "o-", ms=3, lw=1, label=f"{frequency} /s")
        axes[0, column].set_title(f"{fixed} {value:g} deg", fontsize=9, loc="left")
        axes[1, column].set_xlabel(f"{varied} of every joint / deg")
    axes[0, 0].set_ylabel("speed / (m/s)")
    axes[1, 0].set_ylabel("cost of transport")
    axes[1, 0].set_yscale("log")
    axes[0, 0].legend(fontsize=8, frameon=False)
    for ax in axes.ravel():
        ax.grid(color="#e4e4e4", lw=0.6)
    figure.savefig(FOLDER / "eel.png", dpi=150)


def net_turns() -> list[str]:
    """How far a free snake has turned after whole cycles of shapes."""
    run = pl.simulate("snake8-free", "rolling", rtol=1e-11, every=0.5)
    time = run.arrays["time"].tolist()
    turns = [run.arrays["orientation"][time.index(t), 0] for t in (1.0, 3.0, 5.0)]
    angles = [2 * np.arccos(min(1.0, abs(a @ b))) for a, b in zip(turns, turns[1:], strict=False)]
    momentum = max(np.abs(run.arrays[f"{k}_momentum"]).max() for k in ("linear", "angular"))
    return [
        "| cycle | turn of the tail | largest momentum so far |",
        "| --- | --- | --- |",
        *(f"| {k} | {np.degrees(a):.4f}° | {momentum:.0e} |" for k, a in enumerate(angles, 1)),
    ]


def matrices() -> list[str]:
    """B of a snake of four links at a state, as the appendix writes it."""
    robot = pl.snake(4, mass=0.2, half_length=0.04, radius=0.03, drive="motor")
    q = np.radians([20, -35, 50, 10])
    found = pl.moving_frame(robot, q, np.ones(4), at="mass-centres")
    lines = ["| row | joint 1 | joint 2 | joint 3 | joint 4 |", "| --- | --- | --- | --- | --- |"]
    for label, row in list(zip(found.rows, found.B, strict=True))[6:]:
        lines.append(f"| {label} | " + " | ".join(f"{x:+.6f}" for x in row + 0.0) + " |")
    return lines


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "turns.md").write_text("\n".join(net_turns()) + "\n")
    (FOLDER / "matrices.md").write_text("\n".join(matrices()) + "\n")
    draw_swimming()


if __name__ == "__main__":
    main()

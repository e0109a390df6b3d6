"""Makes the pictures and tables of docs/validation/3rpr.md: `python docs/scripts/3rpr.py`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import pelagos as pl
from pelagos.mechanisms.planar_3rpr import Planar3RPR

FOLDER = Path(__file__).parents[1] / "assets" / "3rpr"
SECONDS = {"small": 6.0, "irregular": 6.0, "large": 60.0}
MODELS = {"telescope": "-", "payout": "--", "notes": ":"}
COLOURS = ("#0072B2", "#D55E00", "#009E73")
TURNS = {"small": (-0.5, 0.0, 0.5), "irregular": (-0.17, 0.05, 0.3)}  # rad, of the workspaces
WORKSPACES = {"small": ((-1.1, 1.1), (-1.1, 1.1)), "irregular": ((-0.3, 2.3), (-0.5, 2.1))}
STROKE = (0.5, 1.5)  # m, least and largest length of a limb in the pictures


def models(name: str) -> list[str]:
    return [limb for limb in MODELS if (name, limb) != ("large", "telescope")]


def path(name: str, count: int = 1201) -> tuple:
    robot = Planar3RPR.builtin(name)
    times = np.linspace(0.0, SECONDS[name], count)
    return robot, times, *robot.path(times)


def forces() -> Figure:
    """Forces of the limbs along the path by each model, and those of the run of the engine."""
    picture = Figure(figsize=(10.0, 3.4), layout="constrained")
    for axes, name in zip(picture.subplots(1, 3), SECONDS, strict=True):
        robot, t, X, V, A = path(name)
        for limb in models(name):
            f = robot.inverse_dynamics(X, V, A, limb).f
            for k in range(3):
                label = f"{limb}" if k == 0 else None
                axes.plot(t, f[:, k], MODELS[limb], color=COLOURS[k], lw=1, label=label)
        if name != "large":
            run = pl.simulate(f"3rpr-{name}", "trajectory", every=0.3)
            found = run.arrays["actuation"]
            axes.plot(run.arrays["time"], found, "k.", ms=3, label=["engine", None, None])
        axes.set(xlabel="t [s]", ylabel="f [N]", title=name)
    finish(picture)
    return picture


def power() -> Figure:
    """What the actuators put in, and what each model lets appear or vanish."""
    picture = Figure(figsize=(10.0, 3.4), layout="constrained")
    for axes, name in zip(picture.subplots(1, 3), SECONDS, strict=True):
        robot, t, X, V, A = path(name)
        for limb in models(name):
            balance = robot.power_balance(X, V, A, limb)
            axes.plot(t, balance.violation, MODELS[limb], color=COLOURS[1], lw=1.4, label=limb)
        axes.plot(t, balance.actuators, color="#bbbbbb", lw=1, label="actuators")
        axes.set(xlabel="t [s]", ylabel="power [W]", title=name)
    finish(picture)
    return picture


def workspace() -> Figure:
    """Poses that can be reached at three turns, how well conditioned, and the singular curves."""
    picture = Figure(figsize=(10.0, 6.8), layout="constrained")
    rows = picture.subplots(2, 3, sharex="row", sharey="row")
    for row, (name, (across, up)) in zip(rows, WORKSPACES.items(), strict=True):
        robot = Planar3RPR.builtin(name)
        x, y = np.meshgrid(np.linspace(*across, 240), np.linspace(*up, 240))
        for axes, turn in zip(row, TURNS[name], strict=True):
            X = np.stack([x, y, np.full_like(x, turn)], axis=-1)
            lengths, condition = robot.inverse_kinematics(X).L, robot.condition(X)
            reached = np.all((lengths > STROKE[0]) & (lengths < STROKE[1]), axis=-1)
            shown = np.where(reached, np.log10(np.maximum(condition, 1.0)), np.nan)
            filled = axes.contourf(x, y, shown, np.linspace(0, 2, 9), cmap="Blues", extend="max")
            axes.contour(x, y, robot.determinant(X), [0.0], colors=COLOURS[1], linewidths=1.5)
            path_x, path_y, _ = robot.path(np.linspace(0.0, 2.2, 200))[0].T
            axes.plot(path_x, path_y, "k", lw=1)
            axes.plot(*robot.base.T, "k^", ms=4)
            axes.set(aspect="equal", title=f"{name}, φ = {turn:g} rad", xlabel="x [m]")
            axes.tick_params(labelsize=7)
        row[0].set_ylabel("y [m]")
    bar = picture.colorbar(filled, ax=rows, shrink=0.6, ticks=[0, 1, 2])
    bar.ax.set_yticklabels(["1", "10", "100"])
    bar.set_label("condition number")
    return picture


def effects() -> str:
    """Each model beside the others, along the paths of the sets."""
    lines = [
        "| set | model | largest force | differs from `payout` by | violation of power, of the "
        "actuators' largest | energy lost or won over the path |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for name in SECONDS:
        robot, t, X, V, A = path(name)
        right = robot.inverse_dynamics(X, V, A, "payout").f
        for limb in models(name):
            f = robot.inverse_dynamics(X, V, A, limb).f
            balance = robot.power_balance(X, V, A, limb)
            peak = np.abs(balance.actuators).max()
            spurious = np.trapezoid(np.abs(balance.violation), t)
            flow = np.trapezoid(np.abs(balance.actuators), t)
            share = np.abs(balance.violation).max() / peak
            cells = [
                name,
                f"`{limb}`",
                f"{np.abs(f).max():.4g} N",
                f"{100 * np.abs(f - right).max() / np.abs(right).max():.1f} %",
                f"{100 * share:.1f} %" if share > 1e-6 else f"{share:.0e}",
                f"{100 * spurious / flow:.1f} %" if share > 1e-6 else "none",
            ]
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def finish(picture: Figure) -> None:
    """One legend, of the first panel, which has all there is."""
    for axes in picture.axes:
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(labelsize=7)
    lines = picture.axes[0].get_legend_handles_labels()
    picture.legend(*lines, loc="outside lower center", ncols=4, frameon=False, fontsize=8)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True, parents=True)
    for make in (forces, power, workspace):
        place = FOLDER / f"{make.__name__}.png"
        make().savefig(place, dpi=80)
        print(place)
    table = FOLDER / "effects.md"
    table.write_text(effects(), encoding="utf-8")
    print(table.read_text(encoding="utf-8"))

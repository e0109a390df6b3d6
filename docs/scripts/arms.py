"""Makes the figures and tables of docs/validation/arms-beams-wings.md: `docs/scripts/arms.py`.

The three histories of the arm (figures 3 to 5 of Abdelaziz et al. 2004), and what accuracy costs
with the integrators: work against precision.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import pelagos as pl

FOLDER = Path(__file__).parents[1] / "assets" / "arms"
COLOURS = {
    "dopri5": "#0072B2",
    "kutta-merson": "#D55E00",
    "kutta-merson-halving": "#E69F00",
    "rk4": "#009E73",
}
TOLERANCES = [10.0**-k for k in range(2, 11)]
STEPS = [0.25 / 2**k for k in range(9)]


def histories(run: pl.Run) -> Figure:
    """Q3, Q1, Q2 over time, in the order of the paper's figures."""
    picture = Figure(figsize=(10.0, 2.9), layout="constrained")
    time, q, P = run.arrays["time"], run.arrays["q"], run.robot.parameters
    shown = (
        ("Q3 [deg], hub", np.rad2deg(q[:, 0]), np.rad2deg(P["Q3t"])),
        ("Q1 [deg], beam", np.rad2deg(q[:, 1]), np.rad2deg(P["Q1t"])),
        ("Q2 [m], slider", q[:, 2], P["Q2t"]),
    )
    for axes, (name, values, target) in zip(picture.subplots(1, 3), shown, strict=True):
        axes.axhline(target, color="0.7", lw=0.8, ls="--")
        axes.plot(time, values, color="#0072B2", lw=1.2)
        axes.set(xlabel="t [s]", ylabel=name)
        axes.spines[["top", "right"]].set_visible(False)
    return picture


def settling(run: pl.Run) -> str:
    """Overshoot and settling of the three coordinates."""
    time, q, P = run.arrays["time"], run.arrays["q"], run.robot.parameters
    lines = [
        "| | target | overshoot | swing back | within 2 % from | off at 15 s |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for k, (name, target, unit) in enumerate(
        [("Q3, hub", "Q3t", "rad"), ("Q1, beam", "Q1t", "rad"), ("Q2, slider", "Q2t", "m")]
    ):
        off = (q[:, k] - P[target]) / (P[target] - q[0, k])
        over = max(0.0, off.max())
        back = max(0.0, -off[np.argmax(off > 0) :].min()) if over else 0.0
        settled = time[np.flatnonzero(np.abs(off) > 0.02)[-1] + 1]
        lines.append(
            f"| {name} | {P[target]:.4f} {unit} | {over:.1%} | {back:.1%} | {settled:.2f} s "
            f"| {abs(off[-1]):.0e} of the way |"
        )
    return "\n".join(lines) + "\n"


def precision(name: str, duration: float) -> dict[str, list[tuple[int, float]]]:
    """By integrator: evaluations and the largest error of q and u at the end."""

    def end(**words) -> tuple[np.ndarray, int]:
        run = pl.simulate(name, duration=duration, every=duration, **words)
        last = np.concatenate([run.arrays["q"][-1], run.arrays["u"][-1]])
        return last, run.outcome.evaluations

    exact = end(rtol=1e-13, atol=1e-14)[0]
    found: dict[str, list[tuple[int, float]]] = {}
    for integrator in COLOURS:
        settings = (
            [{"step": step} for step in STEPS]
            if integrator == "rk4"
            else [{"rtol": tol, "atol": 1e-2 * tol} for tol in TOLERANCES]
        )
        for words in settings:
            last, evaluations = end(integrator=integrator, **words)
            found.setdefault(integrator, []).append((evaluations, np.abs(last - exact).max()))
    return found


CASES = {"arm": 5.0, "four-bodies": 5.0}


def work_precision() -> tuple[Figure, str]:
    picture = Figure(figsize=(9.0, 3.2), layout="constrained")
    lines = [
        "| | error below | " + " | ".join(f"`{name}`" for name in COLOURS) + " |",
        "| --- " * (len(COLOURS) + 2) + "|",
    ]
    for axes, (name, duration) in zip(picture.subplots(1, 2), CASES.items(), strict=True):
        found = precision(name, duration)
        for integrator, points in found.items():
            work, error = zip(*points, strict=True)
            axes.loglog(error, work, "o-", ms=3, lw=1, color=COLOURS[integrator], label=integrator)
        axes.set(xlabel="largest error after 5 s", ylabel="evaluations", title=name)
        axes.invert_xaxis()
        axes.spines[["top", "right"]].set_visible(False)
        for wanted in (1e-4, 1e-6, 1e-8):
            cells = [cheapest(points, wanted) for points in found.values()]
            lines.append(f"| `{name}` | {wanted:.0e} | " + " | ".join(cells) + " |")
    picture.axes[0].legend(frameon=False, fontsize=7)
    return picture, "\n".join(lines) + "\n"


def cheapest(points: list[tuple[int, float]], wanted: float) -> str:
    """Evaluations for an error, between the two nearest runs on a logarithmic scale."""
    points = sorted(points)
    work, error = (np.log([p[k] for p in points]) for k in (0, 1))
    below = np.flatnonzero(error <= np.log(wanted))
    if not len(below):
        return "-"
    k = below[0]
    if k == 0:
        return f"< {points[0][0]}"
    share = (np.log(wanted) - error[k - 1]) / (error[k] - error[k - 1])
    return f"{np.exp(work[k - 1] + share * (work[k] - work[k - 1])):.0f}"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True, parents=True)
    pl.modes("cantilever").plot(FOLDER / "modes.png")
    reach = pl.simulate("arm", "reach", every=0.01, rtol=1e-9, atol=1e-11)
    histories(reach).savefig(FOLDER / "reach.png", dpi=80)
    (FOLDER / "settling.md").write_text(settling(reach), encoding="utf-8")
    figure, table = work_precision()
    figure.savefig(FOLDER / "precision.png", dpi=80)
    (FOLDER / "precision.md").write_text(table, encoding="utf-8")
    print(settling(reach), table, sep="\n")

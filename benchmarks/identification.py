"""Speed of comparisons and fits on one core: `python -m benchmarks.identification`.

Time warping of two curves of 2000 samples; a fit of ten parameters of `bluerov` to 60 s of motion
under changing thrust, from a start that is off by up to 40 %, by exact sensitivities and by
differences of runs (forward ones in lanes of a batch, central ones in the end) with the same
search; and a fit of forty, all drag and added mass of `bluerov-heavy` with its couplings, to 60 s
under eight thrusters.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

import pelagos as pl
from benchmarks.timing import machine, taken_with
from pelagos import compare, identify
from pelagos.data.recording import Recording
from pelagos.identify.names import model_path, value_at
from pelagos.identify.responses.differences import Differences
from pelagos.identify.trajectory import TrajectoryFit
from pelagos.result.euler import ANGLES, angles

SECONDS = 60.0
TEN = (
    "drag.X_|u|u", "drag.Y_|v|v", "drag.N_|r|r", "drag.N_r", "drag.Y_v", "added_mass.surge",
    "added_mass.sway", "added_mass.yaw", "hull.inertia.2", "drag.K_p",
)  # fmt: skip
# pulse widths in seconds
PULSES = {
    "thruster1": (1.4e-3, 1.7e-3),
    "thruster2": (1.4e-3, 1.7e-3),
    "thruster6": (1.4e-3, 1.6e-3),
}
# Diagonals as in the model, where it has them; all else is made up, and small enough to dissipate.
ADDED_MASS = {
    "X_udot": 6.36, "Y_vdot": 7.12, "Z_wdot": 18.68, "K_pdot": 0.189, "M_qdot": 0.135,
    "N_rdot": 0.222, "X_qdot": 0.25, "Y_pdot": -0.3, "Y_rdot": 0.3, "Z_qdot": -0.3, "K_rdot": 0.02,
}  # fmt: skip
DRAG = {
    "X_u": 13.7, "Y_v": 9.0, "Z_w": 33.0, "K_p": 0.4, "M_q": 0.8, "N_r": 0.5, "Y_r": 0.6,
    "N_v": 0.5, "Z_q": -0.8, "M_w": -0.6, "Y_p": -0.4, "K_v": -0.3, "X_q": 0.5, "M_u": 0.4,
    "X_|u|u": 141.0, "Y_|v|v": 217.0, "Z_|w|w": 190.0, "K_|p|p": 1.19, "M_|q|q": 0.47,
    "N_|r|r": 1.5, "Y_|r|r": 2.0, "N_|v|v": 3.0, "Z_|q|q": -2.0, "M_|w|w": -3.0, "Y_|p|p": -1.5,
    "K_|v|v": -2.0, "X_|q|q": 1.5, "M_|u|u": 2.0, "K_|r|r": 0.2,
}  # fmt: skip
FORTY = (*(f"added_mass.{n}" for n in ADDED_MASS), *(f"drag.{n}" for n in DRAG))


@dataclass(frozen=True)
class Case:
    """A vehicle off its truth, and a record of the truth."""

    truth: pl.Robot
    start: pl.Robot
    measured: Recording
    free: Sequence[str]
    options: Mapping[str, Any]

    def fit(self) -> TrajectoryFit:
        return identify.fit_trajectory(
            self.start, self.measured, self.free, rtol=1e-6, **self.options
        )

    def off(self, fit: TrajectoryFit) -> float:
        """Root mean square distance from the truth in standard errors, of what is seen."""
        truth = np.array([value_at(self.truth, path) for path in fit.paths])
        apart = (fit.values - truth) / np.sqrt(np.diag(fit.covariance))
        return float(np.sqrt(np.mean(apart**2)))


def warping() -> str:
    """Best CPU time of several."""
    a, b = np.cumsum(np.random.default_rng(0).normal(size=(2, 2000)), axis=1)
    compare.dtw(a, b)
    best = np.inf
    for _ in range(10):
        start = time.process_time()
        compare.dtw(a, b)
        best = min(best, time.process_time() - start)
    return f"Time warping of 2000 x 2000 samples with path: {1e3 * best:.1f} ms."


def record(
    truth: pl.Robot,
    commands: Mapping[str, np.ndarray],
    knots: np.ndarray,
    between: str,
    rng: np.random.Generator,
) -> Recording:
    """Pose of the truth under commands, with noise of 2 mm and 3 mrad."""
    words = {
        f"actuators.{name}.{truth.actuators[name].kind}.input": {
            "table": {"time": knots.tolist(), "value": v.tolist(), "interpolation": between}
        }
        for name, v in commands.items()
    }
    run = pl.simulate(truth.with_values(words), duration=SECONDS, every=0.1, rtol=1e-8)
    t = np.asarray(run.arrays["time"])
    channels = {
        f"position.hull.{axis}": run.arrays["position"][:, 0, i] + rng.normal(0, 2e-3, len(t))
        for i, axis in enumerate("xyz")
    }
    turned = angles(run.arrays["orientation"][:, 0])
    for i, angle in enumerate(ANGLES):
        channels[f"euler.hull.{angle}"] = turned[:, i] + rng.normal(0, 3e-3, len(t))
    times = dict.fromkeys(channels, t)
    given = {f"input.{name}": values for name, values in commands.items()}
    return Recording("synthetic", {**times, **dict.fromkeys(given, knots)}, {**channels, **given})


def case_of(
    truth: pl.Robot,
    measured: Recording,
    free: Sequence[str],
    off: tuple[float, float],
    rng: np.random.Generator,
    **options: Any,
) -> Case:
    """From a start whose values are off by factors in a range."""
    paths = [model_path(truth, name) for name in free]
    start = truth.with_values({path: value_at(truth, path) * rng.uniform(*off) for path in paths})
    return Case(truth, start, measured, free, options)


def ten() -> Case:
    """Thrusts that change every second or two; three parameters do not show in the plane."""
    rng = np.random.default_rng(1)
    truth = pl.load("bluerov").with_values({"parameters.hold": 1})
    knots = np.arange(0.0, SECONDS + 0.5, 0.5)
    changes = np.arange(0, SECONDS + 2, 1.5)
    commands = {
        name: np.interp(knots, changes, rng.uniform(*ends, len(changes)))
        for name, ends in PULSES.items()
    }
    measured = record(truth, commands, knots, "linear", rng)
    seen = ["position.hull.x", "position.hull.y", "euler.hull.yaw"]
    return case_of(truth, measured, TEN, (0.7, 1.4), rng, outputs=seen, every=0.2, inputs="linear")


def forty() -> Case:
    """A new thrust of every thruster each second; 2.5 N between the vertical ones turn it."""
    rng = np.random.default_rng(3)
    water = {"added_mass": ADDED_MASS, "drag": DRAG}
    words = {f"bodies.hull.{k}": {"sign": "magnitude", **v} for k, v in water.items()}
    truth = pl.load("bluerov-heavy").with_values(words)
    knots = np.arange(0.0, SECONDS + 0.5, 1.0)
    level = rng.uniform(-12.0, 12.0, (4, len(knots)))
    up = rng.uniform(-10.0, 10.0, len(knots)) + rng.uniform(-2.5, 2.5, (4, len(knots)))
    commands = {f"thruster{k + 1}": values for k, values in enumerate([*level, *up])}
    measured = record(truth, commands, knots, "hold", rng)
    return case_of(truth, measured, FORTY, (0.7, 1.3), rng)


def by_differences(pieces: Any, paths: Any, rtol: float, x: np.ndarray, bounds: Any) -> Any:
    """As `pelagos.identify.responses.choice.predictions`, for robots without derivatives."""
    return Differences(pieces, paths, rtol, bounds[1], np.where(x != 0, np.abs(x), 1.0)), []


def timed(case: Case, exact: bool, rounds: int) -> tuple[float, TrajectoryFit]:
    """Least processor time of several fits, after one that compiles."""
    chosen = "pelagos.identify.trajectory.predictions"
    best = np.inf
    for k in range(rounds + 1):
        begin = time.process_time()
        if exact:
            fit = case.fit()
        else:
            with mock.patch(chosen, by_differences):
                fit = case.fit()
        best = min(best, time.process_time() - begin) if k else best
    return best, fit


def table(rounds: int) -> str:
    small, large = ten(), forty()
    rows = (
        ("10 of `bluerov`", "exact", small, True, rounds),
        ("10 of `bluerov`", "differences", small, False, rounds),
        ("40 of `bluerov-heavy`", "exact", large, True, rounds),
    )
    lines = [
        taken_with(machine()),
        "",
        f"Fits of parameters to {SECONDS:g} s of motion, rtol 1e-6, by `python -m "
        "benchmarks.identification`: processor time of one core, code compiled before. "
        "`differences`: the same search with forward differences of runs, which go in lanes of a "
        "batch, and central ones in the end. `off`: distance from the truth in standard errors, "
        "root mean square.",
        "",
        "| parameters | derivatives | time | runs | off |",
        "| --- | --- | --- | --- | --- |",
    ]
    spent = []
    for name, kind, case, exact, turns in rows:
        seconds, fit = timed(case, exact, turns)
        spent.append(seconds)
        lines.append(
            f"| {name} | {kind} | {seconds:.2f} s | {fit.evaluations} | {case.off(fit):.2f} |"
        )
    lines += ["", f"Differences take {spent[1] / spent[0]:.1f} times as long.", "", warping()]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--table", type=Path, metavar="FILE", help="also write the table here")
    parser.add_argument("--rounds", type=int, default=2, help="fits of each kind, the best counts")
    options = parser.parse_args()
    text = table(options.rounds)
    print(text)
    if options.table:
        options.table.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

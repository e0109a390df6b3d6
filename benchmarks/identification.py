"""Speed of comparisons and fits on one core: `python -m benchmarks.identification`.

Time warping of two curves of 2000 samples, and a fit of ten parameters of `bluerov` to 60 s of
motion under changing thrust, from a start that is off by up to 40 %.
"""

from __future__ import annotations

import time

import numpy as np

import pelagos as pl
from pelagos import compare, identify
from pelagos.data.recording import Recording
from pelagos.identify.names import model_path, value_at
from pelagos.result.euler import angles

FREE = (
    "drag.X_|u|u", "drag.Y_|v|v", "drag.N_|r|r", "drag.N_r", "drag.Y_v", "added_mass.surge",
    "added_mass.sway", "added_mass.yaw", "hull.inertia.2", "drag.K_p",
)  # fmt: skip
# pulse widths in seconds
PULSES = {
    "thruster1": (1.4e-3, 1.7e-3),
    "thruster2": (1.4e-3, 1.7e-3),
    "thruster6": (1.4e-3, 1.6e-3),
}
SECONDS = 60.0


def warping() -> None:
    """Best CPU time of several."""
    a, b = np.cumsum(np.random.default_rng(0).normal(size=(2, 2000)), axis=1)
    compare.dtw(a, b)
    best = np.inf
    for _ in range(10):
        start = time.process_time()
        compare.dtw(a, b)
        best = min(best, time.process_time() - start)
    print(f"DTW of 2000 x 2000 with path: {1e3 * best:.1f} ms")


def record(truth: pl.Robot, rng: np.random.Generator) -> Recording:
    """Motion of the truth, with noise, under thrusts that change every second or two."""
    knots = np.arange(0.0, SECONDS + 0.5, 0.5)
    inputs = {
        name: np.interp(knots, np.arange(0, SECONDS + 2, 1.5), rng.uniform(*ends, 42))
        for name, ends in PULSES.items()
    }
    words = {
        f"actuators.{name}.{truth.actuators[name].kind}.input": {
            "table": {"time": knots.tolist(), "value": v.tolist(), "interpolation": "linear"}
        }
        for name, v in inputs.items()
    }
    run = pl.simulate(truth.with_values(words), duration=SECONDS, every=0.1, rtol=1e-8)
    t = np.asarray(run.arrays["time"])
    channels = {
        f"position.hull.{axis}": run.arrays["position"][:, 0, i] + rng.normal(0, 2e-3, len(t))
        for i, axis in enumerate("xyz")
    }
    turned = angles(run.arrays["orientation"][:, 0])
    for i, angle in enumerate(("roll", "pitch", "yaw")):
        channels[f"euler.hull.{angle}"] = turned[:, i] + rng.normal(0, 3e-3, len(t))
    times = dict.fromkeys(channels, t)
    given = {f"input.{name}": values for name, values in inputs.items()}
    return Recording("synthetic", {**times, **dict.fromkeys(given, knots)}, {**channels, **given})


def fitting() -> None:
    rng = np.random.default_rng(1)
    truth = pl.load("bluerov").with_values({"parameters.hold": 1})
    measured = record(truth, rng)
    paths = [model_path(truth, name) for name in FREE]
    start = truth.with_values(
        {path: value_at(truth, path) * rng.uniform(0.7, 1.4) for path in paths}
    )
    begin, wall = time.process_time(), time.perf_counter()
    fit = identify.fit_trajectory(
        start,
        measured,
        FREE,
        outputs=["position.hull.x", "position.hull.y", "euler.hull.yaw"],
        every=0.2,
        inputs="linear",
        rtol=1e-6,
    )
    spent = time.process_time() - begin
    print(f"fit of {len(FREE)} parameters over {SECONDS:g} s of bluerov: {spent:.1f} s of CPU")
    print(f"  {time.perf_counter() - wall:.1f} s by the clock, {fit.evaluations} runs simulated")
    for name, path in zip(FREE, paths, strict=True):
        low, high = fit.interval(name)
        print(f"  {name:18} {value_at(truth, path):8.4g}  found {low:8.4g} .. {high:8.4g}")
    for note in fit.notes:
        print(f"  {note}")


if __name__ == "__main__":
    warping()
    fitting()

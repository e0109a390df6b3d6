"""The made-up campaign as a folder: records, what the chain finds in them, and figures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pelagos import compare
from pelagos.compare.comparison import Comparison
from pelagos.data.frames import product, to_quaternions
from pelagos.data.reading import from_run, read
from pelagos.identify.made_up import campaign
from pelagos.result.euler import rotate
from pelagos.result.storage import temporary

ARM = (0.05, 0.0, -0.12)  # of the markers in the frame of the port vehicle, m; assumption
LATE = 0.12  # s, of the motion capture's clock; assumption
HEAVIER = 4.0  # kg of the connector with its cables, in place of 1.8 in the model; assumption
BODY = "port.hull"
MAP = f"""# what the columns of the motion-capture records mean
time: {{column: time}}
markers:
  body: {BODY}
  position: [x, y, z]
  quaternion: [qw, qx, qy, qz]
  arm: {list(ARM)}
"""


@dataclass(frozen=True)
class WrittenCampaign:
    """What was found, heading first, and where it lies."""

    folder: Path
    rows: list[tuple[str, ...]]
    comparisons: list[Comparison]


def write_campaign(
    folder: Path, seed: int = 0, progress: Callable[[float | None, str], None] | None = None
) -> WrittenCampaign:
    """Write all records, identify from them, compare runs of the pair; figures beside them."""
    rng = np.random.default_rng(seed)
    rows: list[tuple[str, ...]] = [("parameter", "truth", "estimate", "95 % interval", "inside")]
    say = progress or (lambda _share, _text: None)
    for axis in campaign.TRUTH:
        say(None, f"{axis} runs ...")
        runs = list(campaign.tow_runs(rng, axis))
        _write(folder / axis, runs)
        fit = campaign.identify_axis(runs, axis)
        fit.plot(folder / f"{axis}.png")
        fit.write(folder / f"{axis}.yaml")
        for name, truth in zip(("c1", "c2"), campaign.TRUTH[axis], strict=True):
            rows.append(_row(f"{axis} {name}", truth, fit[name], fit.interval(name)))
    say(None, "thruster runs ...")
    runs = list(campaign.thruster_runs(rng))
    _write(folder / "thruster", runs)
    found = campaign.identify_thrusters(runs)
    found.rate.plot(folder / "pwm-rpm.png")
    found.thrust.plot(folder / "thrust-coefficient.png")
    found.loss.plot(folder / "thrust-loss.png")
    for name, truth in zip(("a", "b", "c"), campaign.RATE, strict=True):
        rows.append(_row(f"rpm {name}", truth, found.rate[name], found.rate.interval(name)))
    for name, truth in zip(("alpha0", "alpha1"), campaign.ALPHA, strict=True):
        rows.append(_row(name, truth, found.thrust[name], found.thrust.interval(name)))
    say(None, "runs of two docked vehicles ...")
    comparisons = {kind: _motions(folder / kind, kind, rng) for kind in ("straight", "turn")}
    for kind, items in comparisons.items():
        compare.write_report(items, folder / f"{kind}.html", f"Docked vehicles, {kind} runs")
    return WrittenCampaign(folder, rows, [c for items in comparisons.values() for c in items])


def _row(name: str, truth: float, value: float, interval: tuple[float, float]) -> tuple[str, ...]:
    inside = "yes" if interval[0] <= truth <= interval[1] else "no"
    return name, f"{truth:g}", f"{value:.5g}", f"{interval[0]:.5g} .. {interval[1]:.5g}", inside


def _write(folder: Path, runs: list[campaign.TankRun]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for run in runs:
        heading, table = campaign.table_of(run)
        name = (
            f"{run.name}-{run.pwm:.0f}us" if run.axis == "surge" and "rpm" in heading else run.name
        )
        _csv(folder / f"{name}.csv", heading, table)


def _csv(path: Path, heading: list[str], table: np.ndarray) -> None:
    with temporary(path) as beside:
        np.savetxt(beside, table, fmt="%.6g", delimiter=",", header=",".join(heading), comments="")
        beside.replace(path)


def _motions(folder: Path, kind: str, rng: np.random.Generator) -> list[Comparison]:
    """14 straight or 6 turning runs: a heavier pair, seen late and with noise; and the model's."""
    from pelagos.run import simulate

    folder.mkdir(parents=True, exist_ok=True)
    (folder / "map.yaml").write_text(MAP, encoding="utf-8")
    counts = (5, 5, 4) if kind == "straight" else (2, 2, 2)
    found = []
    for pwm, count in zip((1600, 1700, 1800), counts, strict=True):
        scenario = f"{kind}-{pwm}"
        model = simulate("bluerov-pair", scenario, every=0.02)
        model.save(folder / f"{scenario}.nc")
        for repeat in range(count):
            mass = float(rng.normal(HEAVIER, 0.3))
            truth = simulate(
                "bluerov-pair", scenario, every=0.02, set={"parameters.m_connector": mass}
            )
            path = folder / f"delta{pwm - 1500}-R{repeat}.csv"
            _capture(path, truth, rng)
            measured = read(path, folder / "map.yaml")
            found.append(compare.compared(from_run(model), measured, label=path.stem))
    return found


def _capture(path: Path, run: object, rng: np.random.Generator) -> None:
    """What a motion-capture system would write: the pose of the markers, late, with noise."""
    arrays = run.arrays  # type: ignore[attr-defined]
    place = run.body_index(BODY)  # type: ignore[attr-defined]
    t = np.asarray(arrays["time"])
    p, q = arrays["position"][:, place], arrays["orientation"][:, place]
    count = len(t)
    markers = p + rotate(q, np.broadcast_to(np.array(ARM), p.shape)) + rng.normal(0, 1e-3, p.shape)
    seen = product(q, to_quaternions(rng.normal(0, 2e-3, (count, 3))))
    shown = np.column_stack([t + LATE, markers, seen])
    _csv(path, ["time", "x", "y", "z", "qw", "qx", "qy", "qz"], shown)

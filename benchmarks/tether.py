"""What a tether costs: a vehicle alone, with 50 m in 40 segments, and MoorDyn with the same line.

    python -m benchmarks.tether [--write]

The vehicle holds its place for 60 s (`bluerov-heavy`, `hold`). MoorDyn moves the line alone, its
end led as the vehicle moved, in the same current (`Currents` 1, a table of depths), in which it
first comes to rest, untimed, as ours begins; its step is `dtM`, ours follows the tolerance. The
anchor is so deep that the line, which is lighter than water, stays below the surface, where MoorDyn
would have it float. Time is that of the processor, the least of some runs.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

import pelagos as pl
from pelagos.mathematics.algebra import Vec3
from pelagos.mechanism.robot import compile_robot

SEGMENTS, LENGTH, DIAMETER, MASS, EA, BA = 40, 50.0, 0.0076, 0.043, 1e4, 10.0
ANCHOR, DENSITY, G, EVERY, SECONDS = (-10.0, 0.0, 10.0), 1000.0, 9.81, 0.05, 60.0
REST, COARSE = 400.0, 0.002  # s: how long MoorDyn's line settles, and its step meanwhile
DEPTH, LEVELS = 20.0, 401  # of the water in `hold`, and of the current in MoorDyn's table
LINE = {
    "between": ["world", "hull"], "at": list(ANCHOR), "to": [-0.3, 0, 0], "length": LENGTH,
    "segments": SEGMENTS, "diameter": DIAMETER, "line_density": MASS, "EA": EA, "damping": BA,
}  # fmt: skip

INPUT = """MoorDyn input
---- LINE TYPES ----
Name Diam MassDenInAir EA BA EI Cd Ca CdAx CaAx
(-) (m) (kg/m) (N) (N-s) (N-m^2) (-) (-) (-) (-)
tether {d} {m} {EA} {BA} 0 1.2 1.0 0.01 0.0
---- POINTS ----
ID Attachment X Y Z Mass Volume CdA Ca
(-) (-) (m) (m) (m) (kg) (m^3) (m^2) (-)
1 Fixed {a} 0 {deep} 0 0 0 0
2 Coupled {x} {y} {z} 0 0 0 0
---- LINES ----
ID LineType AttachA AttachB UnstrLen NumSegs Outputs
(-) (-) (-) (-) (m) (-) (-)
1 tether 1 2 {L} {n} -
---- OPTIONS ----
{dt} dtM
{rho} WtrDnsty
{g} g
{depth} WtrDpth
1 Currents
20 TmaxIC
0 writeLog
1 disableOutTime
---- END ----
"""


def least(run: Callable[[], object], times: int) -> float:
    """Processor time of the fastest of some calls."""
    found = []
    for _ in range(times):
        begun = time.process_time()
        run()
        found.append(time.process_time() - begun)
    return min(found)


@contextmanager
def silence() -> Iterator[None]:
    """MoorDyn tells every step on the standard output, whatever its verbosity."""
    sys.stdout.flush()
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


def current_table(robot: pl.Robot) -> str:
    """The current of `hold` by height, z up, as MoorDyn reads it: three lines, then rows."""
    flows = compile_robot(robot.resolved("hold")).flows
    lines = [
        "MoorDyn steady currents",
        "table of the current",
        "z (m), ux (m/s), uy (m/s), uz (m/s)",
    ]
    for depth in np.linspace(DEPTH, 0.0, LEVELS).tolist():
        streams = [flow.stream((), 0.0, Vec3(0.0, 0.0, depth)) for flow in flows]
        u = sum((np.array([*s.velocity], dtype=float) for s in streams), np.zeros(3))
        lines.append(f"{-depth} {u[0]} {-u[1]} {-u[2]}")
    return "\n".join(lines) + "\n"


def moordyn_line(
    step: float, current: str, t: np.ndarray, x: np.ndarray, v: np.ndarray
) -> tuple[float, float]:
    """Seconds for the whole motion of the end, z up; tension of the last segment at its end."""
    import moordyn

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "line.txt"
        (Path(folder) / "current_profile.txt").write_text(current)
        place = {"x": x[0, 0], "y": x[0, 1], "z": x[0, 2], "a": ANCHOR[0], "deep": -ANCHOR[2]}
        numbers = {"d": DIAMETER, "m": MASS, "EA": EA, "BA": BA, "L": LENGTH, "n": SEGMENTS}
        path.write_text(INPUT.format(dt=step, rho=DENSITY, g=G, depth=DEPTH, **place, **numbers))
        system = moordyn.Create(str(path))
        moordyn.SetVerbosity(system, 0)
        moordyn.Init(system, x[0].tolist(), v[0].tolist())
        moordyn.SetDt(system, COARSE)
        moordyn.Step(system, x[0].tolist(), [0.0, 0.0, 0.0], 0.0, REST)
        moordyn.SetDt(system, step)
        begun = time.process_time()
        for k in range(len(t) - 1):
            at, long = REST + float(t[k]), float(t[k + 1] - t[k])
            moordyn.Step(system, x[k].tolist(), v[k].tolist(), at, long)
        spent = time.process_time() - begun
        tension = moordyn.GetLineFairTen(moordyn.GetLine(system, 1))
        moordyn.Close(system)
    return spent, float(tension)


def rows() -> list[tuple[str, str, float, str]]:
    """What, step, seconds of the processor, tension of the segment at the vehicle in the end."""
    tethered = pl.load("bluerov-heavy").with_values({"tethers": {"umbilical": LINE}})
    alone = least(lambda: pl.simulate("bluerov-heavy", "hold"), 8)
    found = [("vehicle alone", "1e-06", alone, "")]
    for rtol in (1e-5, 1e-6, 1e-7):
        given = {"rtol": rtol, "every": EVERY}
        run = pl.simulate(tethered, "hold", **given)
        spent = least(lambda given=given: pl.simulate(tethered, "hold", rtol=given["rtol"]), 6)
        tension = run.arrays["outputs"][-1, list(tethered.outputs).index(f"umbilical.T{SEGMENTS}")]
        found.append(("with tether", f"{rtol:g}", spent, f"{tension:.5f}"))
    up, current = np.array([1.0, -1.0, -1.0]), current_table(tethered)
    lever = np.array([-0.3, 0.0, 0.0])
    x = (run.arrays["position"][:, 0] + lever) * up
    v = run.arrays["velocity"][:, 0] * up
    for step in (0.002, 0.001, 0.0005):
        with silence():
            spent, tension = moordyn_line(step, current, run.arrays["time"], x, v)
        found.append(("MoorDyn, line alone", f"{step:g} s", spent, f"{tension:.5f}"))
    return found


def main() -> None:
    lines = ["| | rtol or step | s of the processor | times real time | tension at the end, N |"]
    lines.append("| --- | --- | --- | --- | --- |")
    for what, step, spent, tension in rows():
        lines.append(f"| {what} | {step} | {spent:.4f} | {SECONDS / spent:.0f} | {tension} |")
    text = "\n".join(lines)
    print(text)
    if "--write" in sys.argv:
        head = "# What a tether costs\n\n`python -m benchmarks.tether --write`: 60 s of "
        head += "`bluerov-heavy`, "
        head += (
            "`hold`, with 50 m of tether in 40 segments. MoorDyn's line is in the same current,\n"
        )
        head += "and its end is moved as the vehicle moved.\n\n"
        (Path(__file__).parent / "tether.md").write_text(f"{head}{text}\n")


if __name__ == "__main__":
    main()

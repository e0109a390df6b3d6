"""A line beside that of MoorDyn: at rest, and led at its end; theirs at three steps each."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from tests.tethers.lines import G, line, outputs, robot

moordyn = pytest.importorskip("moordyn")

pytestmark = pytest.mark.peers

INPUT = """MoorDyn input
---- LINE TYPES ----
Name Diam MassDenInAir EA BA EI Cd Ca CdAx CaAx
(-) (m) (kg/m) (N) (N-s) (N-m^2) (-) (-) (-) (-)
line 0.01 0.5 1e4 20 0 1.2 1.0 0.01 0.0
---- POINTS ----
ID Attachment X Y Z Mass Volume CdA Ca
(-) (-) (m) (m) (m) (kg) (m^3) (m^2) (-)
1 Fixed 0 0 0 0 0 0 0
2 Coupled 6 0 -3 0 0 0 0
---- LINES ----
ID LineType AttachA AttachB UnstrLen NumSegs Outputs
(-) (-) (-) (-) (m) (-) (-)
1 line 1 2 10 20 -
---- OPTIONS ----
{dt} dtM
1000 WtrDnsty
{g} g
200 WtrDpth
10 TmaxIC
1e-6 threshIC
0 writeLog
1 disableOutTime
---- END ----
"""
WORDS = line(segments=20, line_density=0.5, EA=1e4, damping=20)
STEPS = (1e-3, 5e-4, 2.5e-4)


def theirs(folder, step, until=0.0, every=1e-3):
    """Force of the line on its end at rest, and after its end swung for a time."""
    path = folder / "line.txt"
    path.write_text(INPUT.format(dt=step, g=G))
    system = moordyn.Create(str(path))
    moordyn.Init(system, [6.0, 0.0, -3.0], [0.0, 0.0, 0.0])
    found = [moordyn.GetLineFairTen(moordyn.GetLine(system, 1))]
    for k in range(round(until / every)):
        t = k * every
        x, v = 6.0 + 0.2 * (1 - np.cos(3 * t)), 0.6 * np.sin(3 * t)
        moordyn.Step(system, [x, 0.0, -3.0], [v, 0.0, 0.0], t, every)
        found.append(moordyn.GetLineFairTen(moordyn.GetLine(system, 1)))
    moordyn.Close(system)
    return np.array(found)


def test_at_rest(tmp_path):
    made = robot(WORDS, (6, 0, -3), water={"density": 1000})
    ours = outputs(made)["line.T20"]
    for step in STEPS:
        assert theirs(tmp_path, step)[0] == pytest.approx(ours, rel=1e-3)


def led() -> pl.Robot:
    """The body at the end is led along x."""
    slide = {"mass": 1.0, "joint": {"prismatic": "x"}, "at": [6, 0, -3]}
    return pl.Robot(
        name="led",
        bodies={"b": {**slide, "inertia": [1, 1, 1]}},
        actuators={"lead": {"motion": {"joint": "b", "input": "0.2 * (1 - cos(3 * t))"}}},
        tethers={"line": WORDS},
        water={"density": 1000},
        duration=1.0,
    )


def test_led(tmp_path):
    """Ours is the same at three tolerances; theirs is near it when it is led every millisecond."""
    runs = [pl.simulate(led(), every=1e-3, rtol=rtol) for rtol in (1e-5, 1e-6, 1e-7)]
    place = list(led().outputs).index("line.T20")
    ours = [run.arrays["outputs"][:, place] for run in runs]
    largest = ours[2].max()
    for other in ours[:2]:
        assert other == pytest.approx(ours[2], abs=1e-3 * largest)
    for step in STEPS:
        found = theirs(tmp_path, step, 1.0)
        assert np.sqrt(np.mean((found - ours[2]) ** 2)) < 2e-3 * largest

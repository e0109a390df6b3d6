"""Other readings of Donohue et al. 2023: numbers of the table, each found in a second way."""

from __future__ import annotations

import math
import runpy
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import brentq

import pelagos as pl

DOCS = Path(__file__).parents[2] / "docs"
MADE = runpy.run_path(str(DOCS / "scripts/maarco.py"))
TABLE = (DOCS / "assets/maarco/effects.md").read_text(encoding="utf-8")


def cell(row, column):
    """A number of the table as it stands in the documentation."""
    head, _, *rows = ([c.strip() for c in line.split("|")[1:-1]] for line in TABLE.splitlines())
    (found,) = (r for r in rows if r[0] == row)
    return float(found[head.index(column)].split()[0])


def reading(name):
    return MADE["reading"](MADE["READINGS"][name])


def test_the_cubic_drag_of_the_chassis():
    """Thrust against eq 27 on four links and eq 38 to the letter on the chassis, in still water."""
    rho, inch = 998.2, 0.0254
    a = (0.5 + 12.5) * inch / 4
    links = 4 * 0.5 * rho * 1.1 * 0.25 * inch * 10 * inch
    chassis = 0.5 * rho * 0.25 * math.pi * a * a
    speed = brentq(lambda v: links * v**2 + chassis * v**3 - 20.0, 0.1, 10.0)
    run = pl.simulate(reading("eq 38-40 to the letter, cubic"), "forward", duration=10.0)
    assert np.linalg.norm(run.arrays["velocity"][-1, 0]) == pytest.approx(speed, rel=1e-6)
    assert cell("eq 38-40 to the letter, cubic", "5.1 speed") == round(speed, 3)


@pytest.mark.parametrize("name", ["links of 0.32 kg", "r is the diameter"])
def test_peaks_of_roll(name):
    """Where the rate of roll passes zero, by the cubic through the ends of that interval."""
    run = pl.simulate(reading(name), "roll-ballast", rtol=1e-10, every=0.02, duration=4.0)
    roll = np.array(run.euler("chassis"))[:, 0]
    rate = run.arrays["angular_velocity"][:, 0, 0]
    i = int(np.flatnonzero((rate[:-1] > 0) & (rate[1:] <= 0))[0])
    h, (r0, r1), (s0, s1) = 0.02, rate[i : i + 2], roll[i : i + 2]
    x = brentq(
        lambda x: (
            r0
            + x * (6 * (s1 - s0) / h - 4 * r0 - 2 * r1)
            + 3 * x * x * (r0 + r1 - 2 * (s1 - s0) / h)
        ),
        0.0,
        1.0,
    )
    peak = s0 + h * (
        r0 * x + x * x * (3 * (s1 - s0) / h - 2 * r0 - r1) + x**3 * (r0 + r1 - 2 * (s1 - s0) / h)
    )
    assert cell(name, "5.4.1 roll, peak") == pytest.approx(peak, abs=5.1e-4)
    assert cell(name, "5.4.1 roll, peak") == round(peak, 3)


def test_where_the_two_quadratic_readings_of_the_chassis_differ():
    """Erratum 4: in 5.3 and 5.5; elsewhere the chassis moves along one of its axes."""
    speed, cross = (
        reading(n) for n in (next(iter(MADE["READINGS"])), "cross-flow drag of the chassis")
    )
    for scenario in ("forward", "rise", "roll-ballast", "roll-slider"):
        runs = [pl.simulate(r, scenario, duration=5.0, rtol=1e-9) for r in (speed, cross)]
        assert np.ptp([run.arrays["position"] for run in runs], axis=0).max() < 1e-8
    runs = [pl.simulate(r, "yaw", rtol=1e-9, every=0.01) for r in (speed, cross)]
    apart = np.linalg.norm(runs[0].arrays["position"] - runs[1].arrays["position"], axis=2).max()
    assert apart == pytest.approx(
        cell("cross-flow drag of the chassis", "5.3 farthest from the first line"), abs=1e-3
    )
    assert apart > 0.1

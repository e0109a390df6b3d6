"""A run against a record of the same motion: errors, delay and correlation of every channel.

python examples/comparison.py [--report report.html]
"""

import argparse

import numpy as np

import pelagos as pl

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--report", metavar="FILE.html", help="write the comparison as a page")
options = parser.parse_args()

simulated = pl.data.from_run(pl.simulate("pendulum", duration=3, every=0.01))

# In place of an experiment: a pendulum that is a little shorter, seen late and through noise.
shorter = pl.load("pendulum", set={"bodies.rod.com": [0, 0, -0.45]})
seen = pl.data.from_run(pl.simulate(shorter, duration=3, every=0.01)).shifted(0.05)
rng = np.random.default_rng(1)
channels = {n: v + rng.normal(0.0, 0.01, len(v)) for n, v in seen.channels.items() if n[0] == "q"}
measured = pl.data.Recording("bench", {n: seen.time(n) for n in channels}, channels)

found = pl.compare.compared(simulated, measured, label="bench 1")
for channel in found.channels:
    rmse, r = channel.numbers["rmse"], channel.numbers["Pearson R"]
    print(f"{channel.name}: rmse {rmse:.3f} {channel.unit}, Pearson R {r:.4f}")
    t, a, b = channel.time, channel.simulated, channel.measured
    print(f"  the measurement is {pl.compare.delay(t, a, t, b).seconds * 1e3:+.0f} ms late")

if options.report:
    print("page:", pl.compare.write_report([found], options.report))

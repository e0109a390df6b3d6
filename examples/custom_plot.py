"""A plot of one's own from the arrays of a run: the path of a vehicle, coloured by its speed.

python examples/custom_plot.py [path.png]
"""

import sys

import numpy as np

import pelagos as pl

run = pl.simulate("remus100", "turn", duration=30, every=0.1)
x, y, _ = run.arrays["position"][:, 0].T
speed = np.linalg.norm(run.arrays["velocity"][:, 0], axis=1)
length = np.hypot(np.diff(x), np.diff(y)).sum()
print(f"{run.robot.name} went {length:.1f} m in {run.outcome.time:g} s")
print(f"speed {speed[0]:.2f} m/s at the start, {speed[-1]:.2f} m/s at the end")
print(f"the circle is about {np.ptp(y[len(y) // 2 :]):.1f} m wide")

if len(sys.argv) > 1:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 5), layout="constrained")
    axes = figure.subplots()
    drawn = axes.scatter(y, x, c=speed, s=4)
    axes.set(xlabel="east (m)", ylabel="north (m)", aspect="equal", title=run.robot.name)
    figure.colorbar(drawn, label="speed (m/s)")
    figure.savefig(sys.argv[1])
    print("picture:", sys.argv[1])

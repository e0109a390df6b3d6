"""A vehicle with an arm, in water: how far the hull moves when the arm reaches out.

python examples/vehicle_with_arm.py [--view reach.html]
"""

import argparse

import numpy as np

import pelagos as pl

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--view", metavar="FILE.html", help="write the run as a 3D page")
options = parser.parse_args()

run = pl.simulate("rov-arm", "reach", duration=6)
hull = run.body_index("hull")
position = run.arrays["position"][:, hull]
roll, pitch, _ = np.abs(np.degrees(run.euler("hull"))).max(axis=0)

print(run.outcome.message or f"finished at t = {run.outcome.time:g} s")
print(f"the hull moves by up to {np.linalg.norm(position - position[0], axis=1).max():.3f} m")
print(
    f"and turns by up to {np.abs(roll).max():.1f} deg in roll, {np.abs(pitch).max():.1f} in pitch"
)
for name in run.robot.order:
    height = run.arrays["position"][-1, run.body_index(name), 2]
    print(f"  {name:8} ends at z = {height:+.3f} m")

if options.view:
    print("page:", run.view(options.view))

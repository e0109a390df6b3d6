"""Two vehicles meet, dock and part again; what the dock takes when it closes.

python examples/docking.py [--view rendezvous.html]
"""

import argparse

import numpy as np

import pelagos as pl

MODEL = """
name: rendezvous
gravity: [0, 0, 0]
bodies:
  tug:   {mass: 20, inertia: [0.5, 0.8, 0.8], shape: {box: [0.5, 0.3, 0.3]}}
  barge: {mass: 60, inertia: [2, 3, 3], shape: {box: [0.8, 0.5, 0.4]}}
initial:
  tug: {position: [-2, 0.02, 0], velocity: [0.2, 0, 0]}
constraints:
  nose: {weld: {between: [tug, barge], at: [0.25, 0, 0], to: [-0.4, 0, 0], active: false}}
events:
  contact: {when: {distance: nose, below: 3 cm}, dock: nose, capture: here}
  release: {at: 12 s, undock: nose}
duration: 16
"""

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--view", metavar="FILE.html", help="write the run as a 3D page")
options = parser.parse_args()

run = pl.simulate(pl.loads(MODEL))
for event in run.outcome.events:
    print(f"{event['name']} at t = {event['time']:.3f} s: {event['action']} {event['dock']}")
    if event["action"] == "dock":
        impulse = np.linalg.norm(event["impulse"])
        print(f"  the dock takes {impulse:.3g} N s; {event['energy_loss']:.3g} J are lost")
time = run.arrays["time"]
speed = run.arrays["velocity"][:, :, 0]
for t in (5.0, 11.0, 16.0):
    tug, barge = speed[np.argmin(np.abs(time - t))]
    print(f"  t = {t:4.1f} s: tug {tug:.4f} m/s, barge {barge:.4f} m/s")

if options.view:
    print("page:", run.view(options.view))

"""Parameters from a record: drag and added mass of a vehicle, from a noisy run of it.

python examples/identification.py
"""

import numpy as np

import pelagos as pl

MODEL = """
name: sled
gravity: [0, 0, 0]
bodies:
  sled:
    joint: {prismatic: x, damping: 4 N s/m}
    mass: 11.5
    inertia: [0.2, 0.3, 0.3]
actuators:
  push: {motor: {joint: sled, input: "6 * sin(1.5 * t)"}}
duration: 12
"""

# The record: a run with the true numbers, and what a sensor adds to it.
truth = pl.loads(MODEL)
run = pl.simulate(truth, every=0.05)
noise = np.random.default_rng(1).normal(0.0, 2e-3, len(run.arrays["time"]))
time = run.arrays["time"]
channels = {"q.sled": run.arrays["q"][:, 0] + noise, "input.push": run.arrays["actuation"][:, 0]}
record = pl.data.Recording("made up", dict.fromkeys(channels, time), channels)

# The model as it would be guessed, fitted to the record.
guess = truth.with_values({"bodies.sled.mass": 9, "bodies.sled.joint.damping": 2})
fit = pl.identify.fit_trajectory(
    guess, record, ["sled.mass", "sled.joint.damping"], outputs=["q.sled"], inputs="linear"
)
for name, true in (("sled.mass", 11.5), ("sled.joint.damping", 4.0)):
    low, high = fit.interval(name)
    print(f"{name:20} {fit[name]:7.3f}, with 95 % between {low:.3f} and {high:.3f}; truth {true:g}")

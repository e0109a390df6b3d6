"""A controller in Python: a vehicle with an arm dives to a depth and stays there.

python examples/control_loop.py
"""

import numpy as np

import pelagos as pl

DEPTH = 1.5  # m; z is down in this model
RATE = 50  # calls per second; commands are held in between


class DepthHold:
    """PID from depth to the force of the vertical thruster, with a limit."""

    def __init__(self) -> None:
        self.integral = 0.0

    def __call__(self, t, seen) -> dict[str, float]:
        """`seen` has the variables of a result at time t; a label picks an element."""
        error = DEPTH - seen["position", "hull"][2]
        force = 80 * error + 15 * self.integral - 120 * seen["velocity", "hull"][2]
        if abs(force) < 60:  # else the integral would wind up
            self.integral += error / RATE
        return {"heave": float(np.clip(force, -60, 60))}


run = pl.simulate("rov-arm", controller=DepthHold(), rate=RATE, duration=20, every=0.05)
time, depth = run.arrays["time"], run.arrays["position"][:, run.body_index("hull"), 2]
off = np.flatnonzero(np.abs(depth - DEPTH) > 0.05)
print(f"depth after {time[-1]:g} s: {depth[-1]:.3f} m, wanted {DEPTH} m")
print(f"overshoot {100 * max(0.0, depth.max() / DEPTH - 1):.1f} %")
print(f"within 5 cm from t = {time[off[-1]] if len(off) else 0:.1f} s on")

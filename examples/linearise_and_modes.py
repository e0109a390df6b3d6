"""Small motions: a robot at rest, its modes, its linear system, and a controller from it.

python examples/linearise_and_modes.py
"""

import numpy as np
import scipy.linalg

import pelagos as pl

# Where a double pendulum rests, and how it swings about that.
rest = pl.equilibrium("double-pendulum")
print("at rest:", (rest.round(6) + 0.0).tolist())
modes = pl.modes("double-pendulum")
for frequency, shape in zip(modes.frequencies, modes.shapes, strict=True):
    print(f"  mode of {frequency:.3f} Hz, shape {np.real(shape).round(3)}")

# A cart that balances its pole: LQR from the exact A and B at the upright position.
system = pl.linearize("cart-pole", q=[0.0, 0.0], u=[0.0, 0.0])
A, B = system.A, system.B[:, :1]
P = scipy.linalg.solve_continuous_are(A, B, np.diag([1.0, 10.0, 1.0, 1.0]), np.eye(1))
K = B.T @ P
print("growth without control:", np.linalg.eigvals(A).real.max().round(3), "1/s")
print("growth with u = -K x:  ", np.linalg.eigvals(A - B @ K).real.max().round(3), "1/s")

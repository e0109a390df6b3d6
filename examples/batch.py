"""A thousand runs at once: how far apart vehicles end that are not quite alike.

python examples/batch.py
"""

import numpy as np

import pelagos as pl

robot = pl.load("remus100")
thrust = robot.parameters["thrust"]


def made(rng: np.random.Generator, n: int) -> np.ndarray:
    """Propellers differ by two percent."""
    return thrust * rng.normal(1.0, 0.02, n)


batch = pl.simulate_batch(
    robot,
    "turn",
    n=1000,
    vary={"parameters.thrust": made},
    seed=1,
    duration=10,
    every=0.5,
    keep=["position"],
)
end = batch.arrays["position"][:, -1, 0]  # run, time, body, axis
print(f"{len(end)} vehicles with {thrust:g} N of thrust, give or take 2 %, after a turn of 10 s:")
for axis, values in zip("xyz", end.T, strict=True):
    low, middle, high = np.percentile(values, [5, 50, 95])
    print(f"  {axis} = {middle:+.3f} m; nine out of ten between {low:+.3f} and {high:+.3f}")

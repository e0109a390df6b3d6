"""A law of the water that no model file has words for, as a Python function.

python examples/own_law.py
"""

import pelagos as pl
from pelagos.laws import Force, Vec3, sin


def brake(velocity, density, p):
    """A plate across x, 0.2 m behind the origin: quadratic drag at that point."""
    point = Vec3(-0.2, 0.0, 0.0)
    u = (velocity.v + velocity.w.cross(point)).x
    return Force.at(point, Vec3(-0.5 * density * p.plate * abs(u) * u, 0.0, 0.0))


def tide(position, time):
    """A current along x that turns every 20 s."""
    return Vec3(0.1 * sin(0.314 * time), 0.0, 0.0)


MODEL = """
name: torpedo
gravity: [0, 0, 9.81]
water: {density: 1000}
parameters: {plate: 0}      # m2, of the law above
bodies:
  hull:
    joint: {prismatic: x}
    mass: 20
    inertia: [0.1, 2, 2]
    shape: {cylinder: {radius: 0.08, length: 1, along: x}}
actuators:
  propeller: {force: {body: hull, direction: [1, 0, 0], input: 15}}
"""
robot = pl.loads(MODEL).with_laws(drag={"hull": brake}, flow=tide)

# The area is a parameter: the batch below compiles once for all of its values.
areas = [0.0, 0.02, 0.05, 0.1]
batch = pl.simulate_batch(
    robot, vary={"parameters.plate": areas}, duration=6, every=0.5, keep=["position"]
)
for area, x in zip(areas, batch.arrays["position"][:, -1, 0, 0], strict=True):
    print(f"plate of {area:4.2f} m2: {x:.2f} m ahead after 6 s")

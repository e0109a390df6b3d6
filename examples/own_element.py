"""An element of one's own: a gripper that holds a load by suction, and lets go.

python examples/own_element.py
"""

from collections.abc import Iterator
from dataclasses import dataclass

import pelagos as pl
from pelagos.laws import (
    AtLeastZero,
    BodyName,
    Element,
    ElementWords,
    End,
    Number,
    Output,
    OwnState,
    Point,
    Signal,
    Site,
    exp,
    sqrt,
)


class Suction(ElementWords):
    """A cup that pulls a load to it; the pressure follows the pump with a lag."""

    place, key = "section", "suctions"
    outputs = (Output("pull", "N", "force of the cup"), Output("gap", "m", "cup to load"))
    states = (OwnState("pressure"),)

    cup: BodyName
    at: Point
    load: BodyName
    area: AtLeastZero  # m2
    pump: Signal  # Pa
    lag: Number = 0.05  # s
    reach: Number = 0.02  # m: how soon a gap leaks

    def build(self, site: Site) -> Iterator[Element]:
        ends = site.end(self.cup, self.at), site.end(self.load, (0.0, 0.0, 0.0))
        numbers = self.area, self.lag, self.reach
        yield Cup(*ends, site.channel(self.pump), site.states[0], *numbers)


@dataclass(frozen=True)
class Cup(Element):
    a: End
    b: End
    channel: int
    state: int
    area: float
    lag: float
    reach: float

    def act(self, at):
        gap = at.position(self.b) - at.position(self.a)
        square = gap.dot(gap)
        pressure = at.states[self.state]
        at.rates[self.state] = (at.signals[self.channel] - pressure) / self.lag
        # the pull of a spring that is slack where the gap is zero, and leaks where it is wide
        stiffness = pressure * self.area / self.reach * exp(-square / (2.0 * self.reach**2))
        damping = 0.05 * stiffness
        pull = stiffness * gap + damping * (at.velocity(self.b) - at.velocity(self.a))
        at.push(self.a, pull)
        at.push(self.b, -1.0 * pull)
        return sqrt(pull.dot(pull)), sqrt(square)


MODEL = """
name: gripper
bodies:
  arm: {joint: {prismatic: z}, mass: 2, inertia: [0.01, 0.01, 0.01]}
  load: {joint: {prismatic: z}, mass: 0.5, inertia: [0.001, 0.001, 0.001]}
actuators:
  lift: {motion: {joint: arm, input: {ramp: {from: 0, to: 0.3, start: 0, end: 1, shape: smooth}}}}
parameters: {vacuum: 40 kPa}
duration: 2
"""
words = {"cup": "arm", "at": [0, 0, 0], "load": "load", "area": 0.001}
words["pump"] = "where(t < 1.5, vacuum, 0)"
robot = pl.loads(MODEL).with_elements(Suction, suctions={"cup": words})
robot = robot.with_values({"initial": {"load": {"position": -0.002}}})

# Parameters and numbers of the element vary without another compilation.
pressures = [5e3, 15e3, 40e3]
batch = pl.simulate_batch(robot, vary={"parameters.vacuum": pressures}, every=0.01)
time = batch.arrays["time"]
for pressure, values in zip(pressures, batch.arrays["outputs"], strict=True):
    held = values[time <= 1.5]
    most = held[:, 0].max()
    said = "held" if held[-1, 1] < 0.02 else "lost"
    print(f"pump at {pressure / 1e3:4.1f} kPa: pull of at most {most:5.2f} N, the load is {said}")

"""Runs of every built-in robot without events, differentiated forward and backward: beside
differences of runs."""

from __future__ import annotations

import numpy as np
import pytest

from pelagos.language.parser import parse
from pelagos.march.engine import Engine
from pelagos.march.variational.adjoint import Adjoint, steps_taken
from pelagos.march.variational.forward import Tangents
from pelagos.model import builtin_names
from pelagos.model.paths.numbers import number_at
from pelagos.run.directions import directions_of
from pelagos.run.request import Request
from pelagos.run.sensitivities import with_smooth_steps
from pelagos.run.variations import Variations
from tests.run.differences import extrapolated, moved_values

pytestmark = pytest.mark.usefixtures("asked_once")

STEPS, STEP = 10, 2e-3
OTHERS = {"cantilever": 2e-5, "goland": 2e-5, "snake8-planar": 2e-4, "eel": 2e-2, "wing": 2e-4}

# of each robot a scenario and a number that matters from its first steps on
CASES = {
    "3rpr-irregular": ("trajectory", "parameters.b1x"),
    "3rpr-small": ("tracking", "parameters.R"),
    "arm": ("reach", "initial.slider.position"),
    "arm6": ("pick", "initial.forearm.angle"),
    "bicycle": ("sway", "parameters.wheelbase"),
    "bluerov": ("hold", "bodies.hull.added_mass.0"),
    "bluerov-alpha": ("aside", "bodies.hull.mass"),
    "bluerov-arm": ("reach", "bodies.hull.drag.linear.0"),
    "bluerov-heavy": (
        "waypoints",
        "scenarios.waypoints.controllers.course.waypoints.gains.surge.kp",
    ),
    "bluerov-pair": ("hold", "bodies.port.hull.added_mass.0"),
    "bluerov-raft": ("hold", "bodies.r1c1.hull.added_mass.0"),
    "cantilever": ("sag", "parameters.length"),
    "cart-pole": ("fall", "bodies.cart.mass"),
    "chain20": ("swing", "parameters.length"),
    "closed-chain6": ("turn", "parameters.length"),
    "double-pendulum": ("chaos", "parameters.length"),
    "eel": ("serpenoid", "parameters.half_length"),
    "ellipsoid": ("push", "water.density"),
    "five-bar": ("trajectory", "parameters.ground"),
    "four-bar": ("release", "parameters.crank"),
    "four-bodies": ("tumble", "bodies.A.mass"),
    "free-body": ("tumble", "initial.box.angular_velocity.0"),
    "goland": ("100", "water.density"),
    "maarco": ("forward", "bodies.chassis.drag.ellipsoid.axial"),
    "maarco-amphibious": ("ashore", "parameters.V_tank"),
    "maarco-corrected": ("forward", "bodies.chassis.drag.ellipsoid.axial"),
    "parallelogram": ("swing", "parameters.length"),
    "pendulum": ("swing", "parameters.length"),
    "remus100": ("straight", "parameters.thrust"),
    "rolling-disc": ("wobble", "parameters.radius"),
    "rov-arm": ("reach", "bodies.hull.mass"),
    "slider-crank": ("turning", "parameters.crank"),
    "snake-ground": ("serpenoid", "ground.stiffness"),
    "snake20": ("accordion", "parameters.mass"),
    "snake8-free": ("coil", "parameters.half_length"),
    "snake8-planar": ("sinusoid", "parameters.half_length"),
    "solar-arm": ("deploy", "gravity.2"),
    "sphere-in-water": ("sink", "parameters.density"),
    "stewart": ("hold", "parameters.mass"),
    "wet-double-pendulum": ("release", "parameters.density"),
    "winch-pendulum": ("hoist", "parameters.sideways"),
    "wing": ("60", "parameters.link_mass"),
}


def test_no_robot_is_left_out():
    assert sorted(CASES) == sorted(builtin_names())


@pytest.mark.parametrize("name", CASES)
def test_steps_are_differentiated_to_1e_7(name, monkeypatch):
    """Forward: coordinates, speeds and further states at the end, or the work of joints that are
    led. Backward: a cost of the end and of an integral."""
    scenario, path = CASES[name]
    step = OTHERS.get(name, STEP)
    words = {"integrator": "rk4", "step": step, "duration": STEPS * step, "every": None}
    words |= {"rtol": None, "atol": None, "max_steps": None}
    request = with_smooth_steps(Request.read(name, scenario, "newton-euler", None, **words))
    directions = directions_of(request, [path])
    engine, moves = directions.engine, (directions.numbers, directions.starts, directions.corners)
    tangents = Tangents(engine, request.settings, *moves)
    states, moved, _ = tangents.march(np.array([0.0, STEPS * step]))

    value = number_at(request.base, path)
    values = moved_values(value)
    robots = Variations(request.base, scenario, {path: values}, first=engine.robot)
    others = [Engine([robots[k]], request.method, [engine.programs]) for k in range(len(values))]
    assert all(own.programs is engine.programs for own in others)
    runs = [steps_taken(own, request.settings) for own in others]

    ends = np.array([run.checkpoints[-1].state for run in runs])
    expected, found = extrapolated(ends, values), moved[0, -1]
    rounding = 1e-12 * np.abs(states[-1]) / (abs(value) or 1.0) + 1e-15
    for part in _parts(engine.robot):
        largest = 1e-7 * np.abs(expected[part]).max(initial=0.0) + rounding[part].max(initial=0.0)
        assert np.abs(found - expected)[part].max(initial=0.0) <= largest
    assert (np.abs(expected) > 1e7 * rounding).any()  # it does not only agree that nothing moves

    adjoint = Adjoint(engine, request.settings, np.flatnonzero(directions.numbers.any(axis=0)))
    cost = _cost(engine.robot.robot, STEPS * step)
    taken = steps_taken(engine, request.settings)
    back = adjoint.gradient(taken, *cost)
    rates = directions.numbers[0, directions.numbers.any(axis=0)]
    found = directions.starts[0, : len(back.state)] @ back.state + rates @ back.numbers
    found += np.sum(directions.corners[0] * back.corners) if back.corners.size else 0.0
    costs = []
    for own, run in zip(others, runs, strict=True):
        monkeypatch.setattr(adjoint, "_engine", own)  # the same programs
        there = Adjoint(own, request.settings, rates[:0]) if back.corners.size else adjoint
        costs.append(there.gradient(run, *cost).cost)
    expected = extrapolated(np.array(costs), values)
    rounding = 1e-12 * max(map(abs, costs)) / (abs(value) or 1.0)
    assert abs(found - expected) <= 1e-7 * abs(expected) + rounding
    assert abs(expected) > 1e4 * rounding or len(engine.robot.elements.driven) == engine.robot.nv


def _cost(robot, duration):
    """A cost of the end, and the mean of another one: each number counts by another weight."""
    numbers = [f"q[{label}]" for label in robot.coordinates]
    numbers += [f"u[{label}]" for label in robot.speeds]
    numbers = numbers[:: 1 + len(numbers) // 80]  # as deep as expressions may be
    end = " + ".join(f"{1.0 / (k + 2):.6f}*{x}" for k, x in enumerate(numbers))
    squares = " + ".join(f"{1.0 / (k + 2):.6f}*({x})^2" for k, x in enumerate(numbers))
    integral = f"({squares})/{duration!r}"
    return tuple(parse(text, [], state=True, bodies=True).node for text in (end, integral))


def _parts(robot):
    """What is compared: each part has a size of its own."""
    if len(robot.elements.driven) == robot.nv:
        return [slice(robot.size - 1, robot.size)]
    ends = (0, robot.nq, robot.nq + robot.nv, robot.size - 1)
    return [slice(a, b) for a, b in zip(ends, ends[1:], strict=False)]

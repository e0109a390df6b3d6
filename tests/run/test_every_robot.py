"""Runs of every built-in robot without events, differentiated: beside differences of runs."""

from __future__ import annotations

import numpy as np
import pytest

from pelagos.march.engine import Engine
from pelagos.march.variational.adjoint import steps_taken
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
    "bluerov-heavy": ("hold", "bodies.hull.mass"),
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
def test_steps_are_differentiated_to_1e_7(name):
    """Coordinates, speeds and further states at the end, or the work of joints that are led."""
    scenario, path = CASES[name]
    step = OTHERS.get(name, STEP)
    words = {"integrator": "rk4", "step": step, "duration": STEPS * step, "every": None}
    words |= {"rtol": None, "atol": None, "max_steps": None}
    request = with_smooth_steps(Request.read(name, scenario, "newton-euler", None, **words))
    directions = directions_of(request, [path])
    moves = (directions.numbers, directions.starts, directions.corners)
    tangents = Tangents(directions.engine, request.settings, *moves)
    states, moved, _ = tangents.march(np.array([0.0, STEPS * step]))

    value = number_at(request.base, path)
    values = moved_values(value)
    robots = Variations(request.base, scenario, {path: values})
    ends = [_end(robots[k], directions.engine, request) for k in range(len(values))]
    expected, found = extrapolated(np.array(ends), values), moved[0, -1]
    rounding = 1e-12 * np.abs(states[-1]) / (abs(value) or 1.0) + 1e-15
    for part in _parts(directions.engine.robot):
        largest = 1e-7 * np.abs(expected[part]).max(initial=0.0) + rounding[part].max(initial=0.0)
        assert np.abs(found - expected)[part].max(initial=0.0) <= largest
    assert (np.abs(expected) > 1e7 * rounding).any()  # it does not only agree that nothing moves


def _end(robot, engine, request):
    """The state at the end of the same steps, by the same programs."""
    own = Engine([robot], request.method, [engine.programs])
    assert own.programs is engine.programs
    return steps_taken(own, request.settings).checkpoints[-1].state


def _parts(robot):
    """What is compared: each part has a size of its own."""
    if len(robot.elements.driven) == robot.nv:
        return [slice(robot.size - 1, robot.size)]
    ends = (0, robot.nq, robot.nq + robot.nv, robot.size - 1)
    return [slice(a, b) for a, b in zip(ends, ends[1:], strict=False)]

"""Laws written in Python as part of a robot's program: the numbers of plain floats, everywhere."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos import laws
from pelagos.equations import kane, moving_frame, newton_euler, udwadia_kalaba
from pelagos.laws import Force, Vec3, where
from pelagos.mechanism.objects import mechanism_of
from pelagos.mechanism.robot import compile_robot
from tests.twins import relative
from tests.water.test_flows import strain
from tests.water.test_laws import REFUSED, WRITTEN, chain, driving, states

FORMULATIONS = {
    "newton-euler": newton_euler,
    "kane": kane,
    "moving-frame": moving_frame,
    "udwadia-kalaba": udwadia_kalaba,
}
ROUNDING = 1e-12


def every_function(v, density, p):
    """A force of no meaning, but smooth where it is tried, from all that `pelagos.laws` has."""
    x, y, z = v.v
    speed = laws.sqrt(v.v.dot(v.v) + 0.1)
    smooth = laws.sin(x) + laws.cos(y) * laws.tan(0.1 * z) + laws.tanh(x * y) + laws.exp(-speed)
    arcs = laws.atan(x) + laws.atan2(y, speed) + laws.asin(x / (2.0 + speed)) * laws.acos(0.3)
    powers = laws.log(speed) + laws.power(speed, 1.7) + speed**2 + abs(z) ** 3
    steps = laws.floor(0.01 * speed) + laws.sign(speed) + laws.clip(x, -0.2, 0.3)
    steps = steps + laws.minimum(x, y) + laws.maximum(y, z) + laws.absolute(z)
    chosen = where((x > 0.0) & (y < 0.1), steps, where(z <= 0.0, smooth, arcs))
    return Force(
        (-1e-3 * density * p.k * (smooth + arcs + powers)) * v.v,
        Vec3(chosen, -v.w.y, 0.5 * v.w.z * v.w.z),
    )


def swirl(x, t, p):
    """A flow with a gradient in place and time, a parameter, and a condition."""
    radius = laws.sqrt(x.x * x.x + x.y * x.y + 0.01)
    turn = where(radius < 1.0, p.k, p.k / radius) * laws.sin(0.7 * t)
    return Vec3(-turn * x.y, turn * x.x, 0.2 * laws.tanh(x.z))


def steady(x, t):
    return Vec3(0.3, 0.0, -0.1)


ROBOTS = {
    "copies": WRITTEN,
    "all functions": chain(False).with_laws(drag={"arm": every_function}, may_drive=True),
    "a flow alone": chain(True).with_laws(flow=swirl),
    "strain": pl.Robot(**chain(True).to_dict() | {"parameters": {"s": 0.7, "k": 0.1}}).with_laws(
        flow=strain
    ),
    "a constant": chain(False).with_laws(flow=steady),
    "drag beside built-in drag": chain(True).with_laws(
        drag={"hull": every_function, "arm": driving}, flow=swirl, may_drive=True
    ),
}


@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize("method", FORMULATIONS)
def test_a_program_gives_the_numbers_of_plain_floats(name, method):
    """One state on one lane, and many side by side; these give equal bits."""
    robot, (q, u) = ROBOTS[name], states(9)
    function, plain = pl.dynamics(robot, method=method), mechanism_of(compile_robot(robot))
    found = function.acceleration(q, u, t=0.4)
    for row, one_q, one_u in zip(found, q, u, strict=True):
        floats = FORMULATIONS[method].forward_dynamics(plain, 0.4, one_q.tolist(), one_u.tolist())
        assert relative(row, floats) < ROUNDING
        np.testing.assert_array_equal(function.acceleration(one_q, one_u, t=0.4), row)


@pytest.mark.parametrize("name", ["copies", "all functions", "drag beside built-in drag"])
def test_derivatives_of_laws(name):
    """Along one direction, against central differences; and forward against backward."""
    robot, (q, u) = ROBOTS[name], (part[0] for part in states())
    function, rng = pl.dynamics(robot), np.random.default_rng(5)
    tau, du, weights = rng.normal(size=(3, 7))
    still, h = np.zeros(7), 1e-6
    _, rate = function.jvp(q, u, tau, still, du, still, t=0.4)
    ahead, behind = (function.acceleration(q, u + s * h * du, tau, 0.4) for s in (1, -1))
    assert relative(rate, (ahead - behind) / (2 * h)) < 1e-7
    gradient = function.vjp(q, u, tau, weights, t=0.4)
    assert gradient.u @ du == pytest.approx(weights @ rate, rel=1e-10)


def test_a_law_reads_the_parameters_of_its_robot():
    q, u = states()
    few, many = (
        pl.dynamics(WRITTEN.with_values({"parameters.k": k})).acceleration(q, u) for k in (0.0, 0.1)
    )
    assert relative(few, many) > 1e-2
    dry = chain(False).with_laws(flow=WRITTEN.laws[-1].function)
    assert relative(few, pl.dynamics(dry).acceleration(q, u)) < ROUNDING


@pytest.mark.parametrize(("law", "remedy"), REFUSED)
def test_what_is_refused_names_function_and_remedy(law, remedy):
    """Before anything is compiled: a program would only say that it cannot decide."""
    with pytest.raises(pl.PelagosError) as caught:
        pl.dynamics(chain(False).with_laws(drag={"hull": law}))
    for words in (law.__name__, "drag.hull", remedy):
        assert words in str(caught.value)


def in_two_depths(x, t):
    return Vec3(1.0, 0.0, 0.0) if x.z < -10.0 else Vec3(0.0, 0.0, 0.0)


def at_night(x, t):
    return Vec3(0.1, 0.0, 0.0) if t > 3600.0 else Vec3(0.0, 0.0, 0.0)


@pytest.mark.parametrize("flow", [in_two_depths, at_night])
def test_a_flow_that_branches_is_refused(flow):
    with pytest.raises(pl.PelagosError, match=r"use where\(\), not if") as caught:
        pl.dynamics(chain(False).with_laws(flow=flow))
    assert flow.__name__ in str(caught.value)

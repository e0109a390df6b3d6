"""Programs of robots against the plain equations on floats, in any number of lanes."""

import numpy as np
import pytest

import pelagos as pl
from pelagos.equations import motion, totals
from pelagos.march.attitudes import with_unit_quaternions
from pelagos.march.engine import engine_of
from pelagos.mechanism.closures import loops_of
from pelagos.mechanism.objects import mechanism_of
from pelagos.mechanism.robot import compile_robot
from pelagos.programs.numbers import flat, numbers_of
from pelagos.programs.observed import KINETIC, POTENTIAL, observed_of, parts_of
from pelagos.programs.robot import FORMULATIONS, Programs
from tests.dressed import dressed_robot

ROBOTS = {
    "tree": lambda: dressed_robot(3, 6),
    "axes": lambda: dressed_robot(4, 7),
    "rover": lambda: pl.load("maarco").resolved("yaw"),
    "vehicle": lambda: pl.load("rov-arm").resolved("reach"),
    "eel": lambda: pl.load("eel").resolved("serpenoid"),
    "wing": lambda: pl.load("goland").resolved(None),
}


def states(robot, count=3, seed=1):
    rng = np.random.default_rng(seed)
    x = robot.start + 0.2 * rng.normal(size=(count, robot.size))
    return rng.uniform(0.0, 2.0, count), with_unit_quaternions(robot, x, "test")


def asked(programs, name, t, x, by_signals, lanes):
    """One program, with so many lanes."""
    numbers = programs.numbers.read(flat(programs.robot)[None])[0]
    programs.lanes_for = lambda count: lanes
    return programs.run(name, t, x, numbers, by_signals)


@pytest.mark.parametrize("method", FORMULATIONS)
@pytest.mark.parametrize("name", ["tree", "axes", "rover"])
def test_rates_are_those_of_the_equations(name, method):
    robot = compile_robot(ROBOTS[name]())
    programs = Programs(robot, numbers_of([robot]), method)
    t, x = states(robot)
    m, loops = mechanism_of(robot), loops_of(robot)
    for by_signals in (False, True):
        found = asked(programs, "rates", t, x, by_signals, 4)
        for time, state, dx in zip(t.tolist(), x.tolist(), found, strict=True):
            plain, known = motion.known_at(m, time, state, by_signals)
            wanted = motion.rates(plain, known, FORMULATIONS[method](plain, known, loops))
            if by_signals:
                wanted = motion.without_prescribed(plain, wanted)
            np.testing.assert_allclose(dx, wanted, rtol=1e-9, atol=1e-10 * np.abs(wanted).max())


@pytest.mark.parametrize("name", ROBOTS)
def test_lanes_do_not_show_in_the_bits(name):
    robot = compile_robot(ROBOTS[name]())
    programs = Programs(robot, numbers_of([robot]), "newton-euler")
    t, x = states(robot, 11)
    for program in ("rates", "observe"):
        one, four, eight = (asked(programs, program, t, x, True, n) for n in (1, 4, 8))
        np.testing.assert_array_equal(one, four)
        np.testing.assert_array_equal(one, eight)


def test_a_number_that_is_read_gives_the_bits_of_one_that_folds():
    base = pl.load("rov-arm")
    first, second = (
        compile_robot(base.with_values({"bodies.hull.mass": mass}).resolved("reach"))
        for mass in (11.0, 12.5)
    )
    shared = Programs(first, numbers_of([first, second]), "newton-euler")
    t, x = states(first, 5)
    assert shared.numbers.size > 0
    for robot in (first, second):
        own = Programs(robot, numbers_of([robot]), "newton-euler")
        numbers = shared.numbers.read(flat(robot)[None])[0]
        read = shared.run("rates", t, x, numbers, True)
        np.testing.assert_array_equal(read, asked(own, "rates", t, x, True, 1))


@pytest.mark.parametrize("name", ["tree", "vehicle"])
def test_what_is_observed_is_what_the_equations_say(name):
    robot = compile_robot(ROBOTS[name]())
    programs = Programs(robot, numbers_of([robot]), "newton-euler")
    t, x = states(robot)
    seen = observed_of(parts_of(robot), asked(programs, "observe", t, x, False, 1))
    for k in range(len(t)):
        m, known = motion.known_at(mechanism_of(robot), float(t[k]), x[k].tolist(), False)
        sums = totals.totals(m, known)
        poses = np.array([[*pose] for pose in known.world])
        np.testing.assert_allclose(seen.poses[k], poses, atol=1e-13)
        np.testing.assert_allclose(seen.totals[k, KINETIC], sums.kinetic, rtol=1e-12)
        np.testing.assert_allclose(seen.totals[k, POTENTIAL], sums.potential, rtol=1e-11)
        np.testing.assert_array_equal(seen.x[k], x[k])


def test_what_is_compiled_is_not_traced_again(monkeypatch):
    """Neither for memory of its own nor for a question that would do with code made in haste."""
    engine = engine_of(pl.load("double-pendulum"))
    programs = engine.programs
    well = programs.native("rates", 1)
    monkeypatch.setattr(programs, "_traced", None)
    assert programs.buffer("rates").run is well.run
    assert programs.native("rates", 1, often=False) is well

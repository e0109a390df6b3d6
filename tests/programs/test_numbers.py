"""Numbers that programs read: what varies, what folds, and who may share a program."""

import dataclasses

import numpy as np

import pelagos as pl
from pelagos.mechanism.robot import compile_robot
from pelagos.programs import numbers
from pelagos.programs.numbers import Numbers, flat, numbers_of, patterns, value_places
from pelagos.tape.numbers import Number, Tape


def variant(**values):
    return compile_robot(pl.load("double-pendulum").with_values(values).resolved(None))


def heavier(mass):
    base = variant()
    bodies = base.bodies.copy()
    bodies[1] *= mass
    return dataclasses.replace(base, bodies=bodies)


def test_a_robot_alone_reads_its_parameters_and_inputs_only():
    robot = compile_robot(pl.load("rov-arm").resolved("reach"), external=["shoulder"])
    read = numbers_of([robot])
    assert read.size == len(set(value_places(robot))) > 0
    place = read.place_of(numbers.first_value(robot) + robot.input_slots["shoulder"])
    changed = dataclasses.replace(robot, values=robot.values.copy())
    changed.values[robot.input_slots["shoulder"]] = 0.3
    before, after = read.read(np.stack([flat(robot), flat(changed)]))
    assert np.flatnonzero(before != after).tolist() == [place]
    assert after[place] == 0.3


def test_what_differs_is_read_once_where_it_is_the_same_everywhere():
    robots = [heavier(1.0), heavier(1.5), heavier(1.7)]
    rows = np.stack([flat(robot) for robot in robots])
    read = numbers_of(robots)
    differing = rows[:, (rows != rows[0]).any(axis=0)]
    assert read.size == len(np.unique(differing, axis=1).T) < differing.shape[1]
    tape = Tape()
    traced = read.on_tape(robots[0], tape)
    found = [isinstance(x, Number) for x in traced.bodies.ravel().tolist()]
    assert found == (robots[0].bodies != robots[1].bodies).ravel().tolist()
    assert traced.rotor is robots[0].rotor  # untouched tables are the same arrays


def test_programs_serve_variants_that_differ_in_what_they_read():
    read = numbers_of([heavier(1.0), heavier(1.5)])
    assert read.serve(np.stack([flat(heavier(2.5)), flat(heavier(0.3))]))
    other = dataclasses.replace(heavier(1.0), gravity=np.array([0.0, 0.0, -1.6]))
    assert not read.serve(flat(other)[None])
    twisted = heavier(1.0)
    twisted.bodies[1, -4] *= 2.0  # no longer the same number as its twins
    assert not read.serve(flat(twisted)[None])


def test_variants_with_other_special_numbers_get_programs_of_their_own():
    rows = np.array([[0.0, 2.0, 5.0], [0.5, 3.0, 5.0], [0.7, 4.0, 5.0], [0.0, 6.0, 5.0]])
    assert [group.tolist() for group in patterns(rows)] == [[0, 3], [1, 2]]
    many = np.random.default_rng(0).choice([0.0, 1.0, 0.3], size=(60, 6))
    assert [len(group) for group in patterns(many)] == [60]
    assert [group.tolist() for group in patterns(rows[:1])] == [[0]]


def test_programs_do_not_serve_variants_whose_numbers_would_fold():
    rows = np.array([[0.3, 2.0], [0.5, 3.0]])
    read = Numbers(rows, ())
    assert read.serve(np.array([[0.7, 4.0]]))
    assert not read.serve(np.array([[1.0, 4.0]]))
    parameters = Numbers(rows, (0, 1))  # are read in any case
    assert parameters.serve(np.array([[1.0, 0.0]]))
    many = Numbers(np.array([[0.0, 2.0], [0.5, 3.0]]), ())  # too many patterns to keep apart
    assert many.serve(np.array([[1.0, 4.0]]))


def test_infinite_limits_are_numbers_as_others():
    rows = np.array([[np.inf, 1.0], [np.inf, 2.0]])
    assert Numbers(rows, ()).size == 1
    assert Numbers(rows, (0,)).size == 2

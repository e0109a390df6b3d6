"""Constraints beyond the tree in plain equations, against partial velocities and virtual work."""

from __future__ import annotations

import numpy as np
import pytest

from pelagos.equations import kane, newton_euler
from pelagos.equations.affine import NO_LOOPS, Loops
from pelagos.equations.closed_tree import WeldFrame, rows_of, sides_of, unaccelerated
from pelagos.equations.mechanism import coordinate_rates
from pelagos.equations.observation import joint_wrenches, observed_rows
from pelagos.equations.restoration import restoration, weld_impulses
from tests.dressed import dressed_robot
from tests.loop_cases import (
    LOOPS,
    RAFTS,
    TIME,
    WELDED,
    Case,
    carrying,
    case_of,
    random_loops,
)
from tests.trees import random_state, starting_at
from tests.twins import along, energies, relative, slope


def solved(G, wanted):
    """Forces of least norm; a row that is there twice has half of its force."""
    return np.linalg.pinv(np.array(G), rcond=1e-10, hermitian=True) @ np.array(wanted)


class Kane:
    """Mass matrix, forces and rows of a case by partial velocities."""

    def __init__(self, case: Case, extra=None):
        self.known = case.known(extra)
        bodies = kane.partials(case.mechanism, self.known)
        found = kane.equations(case.mechanism, self.known, bodies)
        closures = case.loops.closures
        self.free = found.free
        self.M = np.array(found.mass).reshape(len(found.free), len(found.free))
        self.h = np.array(found.active) - np.array(found.remainder)
        rows = kane.held_rows(self.known, bodies, closures)
        self.wanted = np.array([row.wanted for row in rows])
        self.residuals = np.array([row.residual for row in rows])
        self.rates = np.array([row.rate for row in rows])
        every = [row.entries(range(len(case.u))) for row in rows]
        J = np.array(every).reshape(len(rows), len(case.u))
        self.driven = [v for v in range(len(case.u)) if v not in found.free]
        self.J, self.J_driven = J[:, self.free], J[:, self.driven]


@pytest.mark.parametrize("name", LOOPS)
def test_unit_forces_and_gram_matrix(name):
    case = case_of(LOOPS[name]())
    found = newton_euler.affine(case.mechanism, case.known(), case.loops)
    by = Kane(case)
    unit_responses = np.linalg.solve(by.M, by.J.T).T
    ours = np.array([unit.udot for unit in found.units])
    assert relative(ours[:, by.free], unit_responses) < 1e-10
    assert not np.any(ours[:, by.driven])
    assert relative(found.gram, by.J @ unit_responses.T) < 1e-10
    still = np.linalg.solve(by.M, by.h)
    assert relative(np.array(found.udot)[by.free], still) < 1e-10
    assert relative(found.wanted, by.wanted - by.J @ still) < 1e-9
    # the size of the terms is not below that of their sum
    G, couples = np.diag(found.gram), np.array([not row.any() for row in by.J])
    assert np.all((np.array(found.span) >= G * (1 - 1e-12)) | (np.array(found.span) == 0) | couples)


def named(name: str, monkeypatch) -> Case:
    """With all rows loose, or with welds that attach bodies."""
    if name in LOOPS:
        return case_of(LOOPS[name]())
    case = case_of(WELDED[name](), monkeypatch)
    assert case.loops.attached
    return case


def combined(case: Case, extra=None):
    """Forces of the loose rows, and the whole answer under them."""
    known = case.known(extra)
    found = newton_euler.affine(case.mechanism, known, case.loops)
    f = solved(found.gram, found.wanted) if found.wanted else np.zeros(0)
    return found, f, observed_rows(case.mechanism, known, case.loops, f.tolist())


@pytest.mark.parametrize("name", [*LOOPS, *WELDED])
def test_all_rows_hold_and_their_forces_balance(name, monkeypatch):
    """J udot = wanted; M udot = h + J^T f, of loose rows and of welds that attach bodies."""
    case = named(name, monkeypatch)
    _, _, seen = combined(case)
    by = Kane(case)
    udot = np.array(seen.udot)[by.free]
    forces = np.array(seen.forces)
    # rows may repeat each other: what is left over, none of them can reach
    assert relative(by.J.T @ (by.J @ udot), by.J.T @ by.wanted) < 1e-8
    assert relative(by.M @ udot, by.h + by.J.T @ forces) < 1e-9
    assert relative(seen.residuals, by.residuals) < 1e-14
    # prescribed joints: what virtual work asks for under these forces
    all_loose = Loops(case.loops.closures, len(case.loops.closures), ())
    found = kane.affine(case.mechanism, by.known, all_loose)
    for v in by.driven:
        needed = found.efforts[v] + forces @ [unit.efforts[v] for unit in found.units]
        assert relative(seen.efforts[v], needed) < 1e-9


@pytest.mark.parametrize("name", [*LOOPS, *WELDED, *RAFTS])
def test_the_answer_is_affine_in_the_forces(name, monkeypatch):
    case = case_of({**LOOPS, **WELDED, **RAFTS}[name](), monkeypatch)
    known = case.known()
    found = newton_euler.affine(case.mechanism, known, case.loops)
    f = np.random.default_rng(1).standard_normal(len(found.wanted))
    seen = observed_rows(case.mechanism, known, case.loops, f.tolist())
    units = np.array([unit.udot for unit in found.units]).reshape(len(f), len(case.u))
    assert relative(np.array(found.udot) + f @ units, seen.udot) < 1e-12
    for v, effort in found.efforts.items():
        total = effort + sum(x * unit.efforts[v] for x, unit in zip(f, found.units, strict=True))
        assert relative(total, seen.efforts[v]) < 1e-12
    power = found.power + sum(x * unit.power for x, unit in zip(f, found.units, strict=True))
    assert relative(power, seen.power) < 1e-12


@pytest.mark.parametrize("name", WELDED)
def test_efforts_given_to_attached_bodies_act_on_them(name, monkeypatch):
    case = named(name, monkeypatch)
    extra = np.random.default_rng(5).standard_normal(len(case.u)).tolist()
    _, _, seen = combined(case, extra)
    by, udot = Kane(case, extra), np.array(seen.udot)
    assert relative(by.M @ udot[by.free], by.h + by.J.T @ np.array(seen.forces)) < 1e-9
    assert relative(udot, combined(case)[2].udot) > 1e-3


@pytest.mark.parametrize("seed", [2, 3])
def test_attaching_welds_hold_where_loose_rows_contradict(seed, monkeypatch):
    """Off the constraints more rows than freedoms cannot all hold; those of attached bodies do."""
    case = case_of(random_loops(seed)(), monkeypatch)
    found, _, seen = combined(case)
    by, first = Kane(case), len(found.wanted)
    assert case.loops.attached
    held = slice(first, first + 6 * len(case.loops.attached))
    udot = np.array(seen.udot)[by.free]
    assert relative(by.J[held] @ udot, by.wanted[held]) < 1e-9
    assert relative(by.M @ udot, by.h + by.J.T @ np.array(seen.forces)) < 1e-9


@pytest.mark.parametrize("name", WELDED)
def test_attached_bodies_move_as_rows_would_make_them(name, monkeypatch):
    """The same robot with all constraints loose: another way to the same accelerations."""
    robot = WELDED[name]()
    _, _, seen = combined(case_of(robot, monkeypatch))
    loose = case_of(robot, monkeypatch, attach=False)
    assert not loose.loops.attached
    _, _, other = combined(loose)
    assert relative(seen.udot, other.udot) < 1e-9
    assert relative(seen.forces, other.forces) < 1e-9
    assert relative(list(seen.efforts.values()), list(other.efforts.values())) < 1e-9


@pytest.mark.parametrize(
    "build",
    [
        random_loops(1, losses=False, actuators=False),
        random_loops(2, losses=False, actuators=False),
        LOOPS["driven loop"],
        LOOPS["gears"],
        LOOPS["ropes"],
        lambda: carrying(conservative=True),
    ],
)
def test_power_is_what_the_energy_gains(build, monkeypatch):
    """Without losses only moving constraints and prescribed joints do work; also off the welds."""
    case = case_of(build(), monkeypatch)
    _, _, seen = combined(case)
    qdot = coordinate_rates(case.mechanism, case.q, case.u)
    kinetic, potential = energies(
        case.mechanism, TIME, along(case.q, qdot), along(case.u, seen.udot)
    )
    assert abs(seen.power) > 1e-3
    assert seen.power == pytest.approx(slope(kinetic) + slope(potential), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("name", [*LOOPS, *WELDED])
def test_wrenches_through_joints_carry_the_efforts(name, monkeypatch):
    """Along every axis: what acts there, less what turns the rotor."""
    case = named(name, monkeypatch)
    _, _, seen = combined(case)
    known, m = case.known(), case.mechanism
    wrenches = joint_wrenches(m, known, case.loops, seen.udot, seen.forces)
    carried = newton_euler.kinematics(known)
    tau = np.array(known.tau)
    for v, effort in seen.efforts.items():
        tau[v] += effort
    first = 0
    for c in case.loops.closures:
        for (_, v), factor in zip(c.coordinates, c.constants, strict=True):
            tau[v] += factor * seen.forces[first]
        first += c.count
    along_axes = [
        wrenches[i].dot(S) + m.rotor[v] * seen.udot[v]
        for i, link in enumerate(m.links)
        for v, S in enumerate(carried[i].columns, link.u.start)
    ]
    assert relative(along_axes, tau) < 1e-10


@pytest.mark.parametrize("name", [*LOOPS, *WELDED])
def test_restoration_is_the_least_change(name, monkeypatch):
    """J s = -c with M s = J^T (impulses), for coordinates and for speeds."""
    case = named(name, monkeypatch)
    found = restoration(case.mechanism, case.known(), case.loops)
    by = Kane(case)
    assert found.held == len(by.J)
    assert relative(found.residuals, by.residuals) < 1e-14
    assert relative(found.rates, by.rates) < 1e-12
    for wanted, move, missed in (
        (found.wanted_position, found.move_position, by.residuals),
        (found.wanted_speed, found.move_speed, by.rates),
    ):
        f = solved(found.gram, wanted) if wanted else np.zeros(0)
        unit_responses = np.array(found.unit_responses).reshape(len(f), len(case.u))
        change = np.array(move) + f @ unit_responses
        assert not np.any(change[by.driven])
        assert relative(by.J.T @ (by.J @ change[by.free]), -by.J.T @ missed) < 1e-9
    impulses = weld_impulses(case.mechanism, case.known(), case.loops, f.tolist())
    assert relative(by.M @ change[by.free], by.J.T @ np.array(impulses)) < 1e-10


@pytest.mark.parametrize("name", RAFTS)
def test_closing_welds_are_reported_but_carry_nothing(name):
    case = case_of(RAFTS[name]())
    closing = len(case.loops.closures) - len(case.loops.attached)
    assert closing > 0
    known = case.known()
    seen = observed_rows(case.mechanism, known, case.loops, [])
    found = restoration(case.mechanism, known, case.loops)
    impulses = weld_impulses(case.mechanism, known, case.loops, [])
    by = Kane(case)
    assert relative(seen.residuals, by.residuals) < 1e-14
    assert relative(found.residuals, by.residuals) < 1e-14
    assert relative(found.rates, by.rates) < 1e-12
    assert found.held == 6 * len(case.loops.attached)
    for forces in (seen.forces, impulses):
        assert len(forces) == len(by.J)
        assert not np.any(forces[found.held :])
        assert np.any(forces[: found.held])
    # the tree that is left balances
    assert relative(by.M @ np.array(seen.udot), by.h + by.J.T @ np.array(seen.forces)) < 1e-10


@pytest.mark.parametrize("end", [0, 1])
def test_a_hold_from_its_sides(end):
    """The same as from its six unit wrenches."""
    case = case_of(WELDED["row"]())
    known = case.known()
    velocities = {i: body.velocity for i, body in enumerate(newton_euler.kinematics(known))}
    for c in case.loops.closures:
        rows = rows_of(known, c, unaccelerated(velocities, known))
        expected = WeldFrame.of([row.wrenches[end][1] for row in rows])
        sides = sides_of(known, c, unaccelerated(velocities, known))
        found = WeldFrame.between(*sides, end)
        assert relative([*found.axes, *found.r], [*expected.axes, *expected.r]) < 1e-14


def test_a_weld_may_end_on_a_body_that_is_fixed_to_its_vehicle(monkeypatch):
    """The cases above hold one: the body that is attached is not the one with the weld."""
    loops = case_of(carrying(), monkeypatch).loops
    ends = [loops.closures[a.closure].links[a.side] != a.link for a in loops.attached]
    assert any(ends)
    assert not all(ends)


def test_a_plain_tree_has_nothing_beyond():
    robot = dressed_robot(3, 8)
    case = case_of(starting_at(robot, *random_state(robot, 3)))
    known = case.known()
    found = newton_euler.affine(case.mechanism, known, NO_LOOPS)
    assert (found.wanted, found.gram, found.span, found.units) == ([], [], [], [])
    expected = newton_euler.forward_dynamics(case.mechanism, TIME, case.q, case.u)
    assert found.udot == expected
    efforts = newton_euler.inverse_dynamics(case.mechanism, TIME, case.q, case.u, expected)
    assert found.efforts
    for v, effort in enumerate(efforts):
        assert found.efforts.get(v, 0.0) == pytest.approx(effort, abs=1e-9)
    assert found.power == pytest.approx(sum(e * case.u[v] for v, e in found.efforts.items()))

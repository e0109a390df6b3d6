"""The flow about wings in compiled loops, against plain numpy and closed forms, in any lanes."""

from __future__ import annotations

import numpy as np
import pytest

from pelagos.aero import vortex_lattice as plain
from pelagos.equations import mechanism
from pelagos.loops.data import UNCOUPLED
from pelagos.mechanism.lattice import CIRCULATION, LOADS
from pelagos.mechanism.objects import mechanism_of
from pelagos.mechanism.robot import compile_robot
from tests.march.air import Flight
from tests.wings.surfaces import stations
from tests.wings.test_coupled import plate
from tests.wings.test_lattice import CHORD, SPEED, flapping

STEP = CHORD / 3 / np.hypot(SPEED, 0.7)
STARTS = (0.0, 0.031, 0.4, 0.05, 0.013, 0.2, 0.77, 0.1)  # s


def surface(robot, time, in_mirror):
    """Corners and their velocities, (chordwise + 1, spanwise + 1, 3) each, from the equations."""
    compiled, wing = compile_robot(robot), robot.wings["w"]
    m, rest = mechanism_of(compiled), [0.0] * compiled.nv
    known = mechanism.given(m, time, *mechanism.as_prescribed(m, time, rest, rest))
    rows, columns = wing.panels.chord + 1, stations(wing, in_mirror)
    places, motion = np.zeros((2, rows, len(columns), 3))
    for i, j in np.ndindex(rows, len(columns)):
        x = (i / (rows - 1) - wing.elastic_axis) * wing.chord
        for body, y in columns[j]:
            b = compiled.names.index(body)
            pose, velocity = known.world[b], known.velocities[b]
            R = np.reshape([*pose], (4, 3))[:3].T
            own = compiled.align[b].T @ (x * np.array(wing.aft) + y * np.array(wing.along))
            places[i, j] += ([*pose.p] + R @ own) / len(columns[j])
            speed = np.array([*velocity.v]) + np.cross([*velocity.w], own)
            motion[i, j] += R @ speed / len(columns[j])
    return places, motion


@pytest.mark.parametrize("mirror", ["none", "y"])
def test_every_panel_is_that_of_the_plain_lattice(mirror):
    """Circulation, force and moment of a bending wing whose wake is cut, to rounding."""
    robot, lattice = flapping(mirror), None
    flight = Flight(robot, [0.0])
    first = flight.robot.lattice.stream[CIRCULATION]
    for n in range(12):
        flow = np.array((SPEED, 0, 0.5 * np.sin(4 * n * STEP) + 0.7))
        if lattice is None:
            axis = None if mirror == "none" else mirror
            lattice = plain.VortexLattice(flow, 1.0, density=1.3, mirror=axis)
        # rows of rings: 6, whatever the speed
        speed = np.linalg.norm(flow)
        lattice.flow, lattice.wake_length = flow, 5.5 * STEP * speed
        lattice._drifted = STEP * speed * np.arange(1, len(lattice._drifted) + 1)
        corners, motion = surface(robot, n * STEP, mirror == "y")
        loads = lattice.step(corners, STEP if n else 1e300, motion)
        kept = flight.m.y[first : first + 12, 0]
        np.testing.assert_allclose(kept, loads.circulation.ravel(), rtol=0, atol=1e-12)
        wrenches, origins = flight.loads(0), origins_of(flight, 0)
        np.testing.assert_allclose(wrenches[:, :3].sum(axis=0), loads.force, rtol=0, atol=1e-10)
        moment = wrenches[:, 3:] + np.cross(origins, wrenches[:, :3])
        np.testing.assert_allclose(moment.sum(axis=0), loads.moment(), rtol=0, atol=1e-10)
        flight.fly()
    assert len(lattice.shed) == 6
    np.testing.assert_allclose(flight.air.shed[0].reshape(6, 4)[1:], lattice.shed[:-1], atol=1e-12)


def origins_of(flight, lane):
    rows = flight.robot.lattice.loaded
    return np.array([flight.work.y[18 * b + 9 : 18 * b + 12, lane] for b in rows])


@pytest.mark.parametrize("lanes", [4, 8])
def test_lanes_give_the_bits_of_single_runs(lanes):
    """Each from its own time; an idle lane is left alone."""
    together = Flight(flapping(), STARTS[:lanes], idle=[2])
    alone = {k: Flight(flapping(), STARTS[k : k + 1]) for k in together.busy}
    for _ in range(8):
        for flight in (together, *alone.values()):
            flight.fly()
    for k, single in alone.items():
        np.testing.assert_array_equal(together.m.y[:, k], single.m.y[:, 0])
        for name in ("now", "wake", "shed", "matrix", "reach", "wind"):
            mine, other = getattr(together.air, name)[k], getattr(single.air, name)[0]
            np.testing.assert_array_equal(mine, other)
    np.testing.assert_array_equal(together.m.y[:, 2], together.robot.start)
    assert not together.air.now[2].any()


def test_loads_go_on_from_step_to_step():
    """At the end of a step the bodies feel what the flow made of it: level + rate (t - start)."""
    flight = Flight(flapping(), [0.0])
    for _ in range(4):
        felt = []

        def move(y, time, felt=felt):
            felt.append(flight.held(0, time))
            return y

        flight.fly(move)
        np.testing.assert_allclose(felt[-1], flight.loads(0), rtol=0, atol=1e-5)
        assert 1 < len(felt) < 8


def heaving(mass, push):
    """The exact motion of a plate in z under loads that change evenly, and a push."""
    flight = Flight(plate(mass, 6), [0.0])
    first, row = flight.robot.lattice.stream[LOADS], flight.robot.nq

    def move(y, time):
        h = time - flight.m.t[0]
        level, rate = y[first + 2] + push, y[first + 8]
        y[0] += h * y[row] + h * h * (level / 2 + h * rate / 6) / mass
        y[row] += h * (level + h * rate / 2) / mass
        return y

    return flight, move


def added_mass(mass):
    flight, move = heaving(mass, 1.0)
    flight.fly(move)
    return flight.m.t[0] / flight.m.y[flight.robot.nq, 0] - mass


def test_a_light_plate_takes_the_fluid_along():
    """Added mass is implicit: a thousand times that of the plate, it does not depend on it."""
    heavy, light = added_mass(1e3), added_mass(0.1)
    assert light == pytest.approx(heavy, rel=1e-5)
    assert light > 100.0


def test_a_flow_that_does_not_agree_ends_the_run():
    """The march stands at the start of the step, with the state that it had."""
    flight, _ = heaving(1.0, 1.0)
    before, rng = flight.m.y[:, 0].copy(), np.random.default_rng(0)

    def anyhow(y, time):
        y[flight.robot.nq] = rng.normal()
        return y

    flight.fly(anyhow)
    assert flight.m.run[0] == -1
    assert flight.runs.outcome[0] == UNCOUPLED
    assert flight.runs.time[0] == 0.0
    np.testing.assert_array_equal(flight.runs.last[0], before)

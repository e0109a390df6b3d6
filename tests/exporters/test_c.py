"""Exported C: compiled without a warning, and the same numbers as the engine's."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.exporters.c.names import distinct, identifier, remark
from pelagos.exporters.compilers import compilers
from pelagos.exporters.opened import opened
from pelagos.march.engine import engine_of
from tests.exporters.c_library import c_robot
from tests.tethers import lines

pytestmark = pytest.mark.skipif(not compilers(), reason="no C compiler")

# A lagging thruster, a table, a parameter of signals, friction, and a name that C must not see.
NASTY = r"""
name: "3 */ int x[1e9]; /* \" \\ rov"
parameters: {amplitude: 0.3, rate: 2.0}
water: {density: 1000, current: [0.1, 0.05, 0]}
bodies:
  hull: {mass: 10, inertia: [1, 2, 3], com: [0.02, 0, 0.01], joint: free,
         buoyancy: {volume: 0.0102, at: [0, 0, 0.05]}, added_mass: [4, 6, 8, 0.1, 0.2, 0.3],
         drag: {linear: [3, 5, 6, 1, 1, 1], quadratic: [20, 30, 40, 2, 2, 2]}}
  rod: {parent: hull, at: [0.2, 0, 0.1], joint: {revolute: y, damping: 0.1, coulomb: 0.05},
        mass: 0.5, com: [0.1, 0, 0], inertia: [0.01, 0.01, 0.01]}
actuators:
  ahead: {thruster: {body: hull, at: [-0.2, 0.1, 0], direction: x, command: thrust,
          limits: [-40, 40], lag: 0.2, input: 5}}
  turn: {motor: {joint: rod, input: {table: {time: [0, 0.2, 1], value: [0, 0.4, -0.2]}}}}
  sway: {force: {body: hull, direction: y, input: "amplitude*sin(rate*t)"}}
"""
ROCK = "{name: rock, bodies: {rock: {joint: fixed, mass: 1, inertia: [1, 1, 1]}}}"
H = 1e-3


def relative(found, expected):
    return np.abs(found - expected).max() / np.abs(expected).max()


def same_numbers(code, robot, x, t, rng):
    """Accelerations, inverse dynamics and a step against the engine's own."""
    engine, nq, nv = engine_of(robot), code.opened.compiled.nq, code.nv
    times, state = np.array([t]), np.append(x, 0.0)[None]
    tau = rng.normal(size=nv)
    rates = engine.rates(times, state, by_signals=True)[0, :-1]
    assert relative(code.rates(t, x), rates) < 1e-13
    pushed = engine.rates(times, state, tau[None])[0, nq : nq + nv]
    assert relative(code.acceleration(t, x, tau), pushed) < 1e-13
    assert (
        relative(code.inverse_dynamics(t, x, tau), engine.efforts(times, state, tau[None])) < 1e-13
    )
    session = pl.Session(robot, integrator="rk4", step=H, lands=True)
    session.set_state(x[:nq], x[nq : nq + nv], x[nq + nv :], time=t)
    session.advance(t + H)
    after = session._march.state[:-1]
    assert relative(code.step(t, H, x), after) < 1e-13


@pytest.mark.parametrize(
    ("name", "scenario", "paths"),
    [
        ("rov-arm", None, ["bodies.hull.mass", "water.density"]),
        ("snake8-free", "coil", []),  # prescribed joints
        ("four-bar", "driven", ["bodies.coupler.mass"]),  # a loop, rows that repeat each other
        ("bicycle", "sway", []),  # wheels that roll, an attitude
        ("bluerov-pair", None, []),  # a weld
    ],
)
def test_equal_to_the_engine(tmp_path, name, scenario, paths):
    rng = np.random.default_rng(5)
    robot = pl.load(name).resolved(scenario)
    code = c_robot(tmp_path, robot, inputs=(), parameters=paths)
    t, x = 0.37, code.x + 0.0
    if not code.opened.engine.programs.loose_rows:
        x += 0.1 * rng.normal(size=len(x))
    start = engine_of(robot).assembled(np.append(x, 0.0), 0, t)[:-1]
    for q in code.opened.compiled.quaternions:
        start[q : q + 4] /= np.linalg.norm(start[q : q + 4])
    same_numbers(code, robot, start, t, rng)
    if paths:
        given = {p.name: 1.3 * p.value for p in code.opened.parameters if p.name in paths}
        code.parameters = np.array([given.get(p.name, p.value) for p in code.opened.parameters])
        same_numbers(code, robot.with_values(given), start, t, rng)


def test_inputs_tables_lags_and_names(tmp_path):
    robot, rng = pl.loads(NASTY), np.random.default_rng(2)
    own = ["bodies.hull.com.0", "bodies.hull.mass"]  # act on the same inertias
    code = c_robot(tmp_path, robot, inputs=["ahead", "turn"], parameters=own, derivatives=True)
    assert code.source.name == "r3_int_x_1e9_rov"
    names = [p.name for p in code.opened.parameters]
    assert names == [*own, "parameters.amplitude", "parameters.rate"]
    assert "*/ int" not in code.source.header
    code.inputs, t = np.array([12.0, 0.2]), 0.3
    x = code.x + 0.1 * rng.normal(size=len(code.x))
    x[3:7] /= np.linalg.norm(x[3:7])
    code.parameters = np.array([0.05, 11.0, 0.5, 3.0])
    changed = robot.with_values(
        {"actuators.ahead.thruster.input": 12.0, "actuators.turn.motor.input": 0.2}
        | dict(zip(names, code.parameters.tolist(), strict=True))
    )
    same_numbers(code, changed, x, t, rng)
    found = code.derivatives(t, x)
    for slopes, values in zip(found, (x, code.inputs, code.parameters), strict=True):
        for j in range(len(values)):
            own, values[j] = values[j], values[j] + 1e-5
            after = code.rates(t, x)
            values[j] = own - 1e-5
            before = code.rates(t, x)
            values[j] = own
            assert np.allclose(slopes[:, j], (after - before) / 2e-5, atol=1e-7)
    (tmp_path / "signals").mkdir()
    signals = c_robot(tmp_path / "signals", robot, inputs=())  # the table is followed
    same_numbers(signals, robot, x, t, rng)


def test_docked_vehicles_stay_docked_and_jumps_belong_to_one_step(tmp_path):
    """Steps that are long enough to part the vehicles, if nothing brought them together again, and
    that end and begin at 3 s, where thrusters are switched on."""
    scenario, h, count = "turn-1700", 0.05, 80
    code = c_robot(tmp_path, "bluerov-pair", scenario, inputs=())
    session = pl.Session("bluerov-pair", scenario, integrator="rk4", step=h, lands=True)
    x = code.x
    for k in range(count):
        x = code.step(k * h, h, x)
    session.advance(count * h)
    assert np.abs(x[:7] - code.x[:7]).max() > 0.1
    assert np.abs(x - session._march.state[:-1]).max() < 1e-12  # of 80 steps of rounding
    gaps = code.opened.engine.restored(np.append(x, 0.0), 0, count * h).residuals
    assert np.abs(gaps).max() < 1e-14


def test_a_loop_that_cannot_be_closed_is_told(tmp_path):
    code = c_robot(tmp_path, "four-bar", "release", parameters=["parameters.crank"])
    code.parameters[0] = 1.1
    code.step(0.0, H, code.x)  # the loop is closed anew
    code.parameters[0] = 5.0  # longer than all others together
    code.step(0.0, H, code.x, said=2)
    code.parameters[0] = 1.0
    code.step(0.0, H, np.full(6, 1e200), said=1)


def test_inputs_begin_as_their_signals_do():
    """0 us would be full speed astern."""
    told = {i.name: i.value for i in opened("bluerov", "straight-1700").inputs}
    assert told["thruster1"] == told["thruster3"] == 1500.0
    words = pl.load("bluerov").to_dict()
    words["actuators"]["thruster1"]["thruster"]["input"] = "1600 - 100*u[hull.u]"
    assert opened(pl.Robot(**words)).inputs[0].value == 1500.0  # fed back: it does nothing
    session = pl.Session("bluerov", "straight-1700", inputs=["thruster1"])
    session.advance(1.0)
    assert np.abs(session.u).max() < 1e-12


def test_states_of_elements_have_units(tmp_path):
    code = c_robot(tmp_path, lines.robot(lines.line(segments=2), (3.0, 0.0, -8.0)))
    assert "/* s[line.x1] (m):" in code.source.header
    assert "/* s[line.vx1] (m/s):" in code.source.header


def test_derivatives_with_a_closed_loop(tmp_path):
    code = c_robot(tmp_path, "four-bar", "release", parameters=["gravity.2"], derivatives=True)
    engine = code.opened.engine
    a = code.derivatives(0.0, code.x)[0]
    expected = engine.programs.state_slopes(0.0, np.append(code.x, 0.0), code.opened.defaults)
    assert relative(a, expected[:-1, :-1]) < 1e-12


def test_large_programs_are_cut(tmp_path, monkeypatch):
    rng = np.random.default_rng(3)
    whole = c_robot(tmp_path, "rov-arm", inputs=(), derivatives=True)
    x = whole.x + 0.1 * rng.normal(size=len(whole.x))
    expected = whole.rates(0.0, x), whole.derivatives(0.0, x)[0]
    monkeypatch.setattr("pelagos.exporters.c.functions.PIECE", 37)
    (tmp_path / "cut").mkdir()
    cut = c_robot(tmp_path / "cut", "rov-arm", inputs=(), derivatives=True)
    assert "rates_program_20(" in cut.source.source
    assert np.array_equal(cut.rates(0.0, x), expected[0])
    assert np.array_equal(cut.derivatives(0.0, x)[0], expected[1])
    monkeypatch.setattr("pelagos.exporters.c.functions.MOST", 100)
    with pytest.raises(pl.PelagosError, match="too many for a C file"):
        c_robot(tmp_path, "rov-arm")


@pytest.mark.parametrize(
    ("given", "more", "said"),
    [
        (("wing",), {}, "vortex lattice"),
        (("rov-arm", "hold"), {}, "controllers"),
        (("rov-arm",), {"inputs": ["slwe"]}, "there is no actuator 'slwe'"),
        (("eel", "serpenoid"), {"inputs": ["link1"]}, "prescribes a motion"),
        (("rov-arm",), {"parameters": ["bodies.hull.colour"]}, "no number of the model"),
        (("rov-arm",), {"parameters": ["bodies.hul.mass"]}, "did you mean bodies.hull.mass"),
        (("rov-arm",), {"parameters": ["bodies.hull.mass"] * 2}, "given twice"),
        (("pendulum",), {"parameters": ["duration"]}, "changes nothing"),
        ((pl.loads(ROCK),), {}, "nothing of it moves"),
    ],
)
def test_refusals(given, more, said):
    with pytest.raises(pl.PelagosError, match=said):
        opened(*given, **more)


def test_names():
    assert identifier("__int*/") == "int"
    assert identifier("9 µm") == "r9_m"
    assert identifier("☃") == "x"
    assert distinct(["a.b", "a-b", "A_B"]) == ["a_b", "a_b_2", "A_B_3"]
    assert "*" not in remark("*/ evil(); /*\n#define x")


# A ball at two rods that are nearly parallel: the smaller pivot is the square of their angle.
RODS = """
name: rods
bodies:
  cart: {joint: {prismatic: x}, mass: 1, inertia: [1, 1, 1]}
  ball: {parent: cart, joint: {prismatic: z}, mass: 2, inertia: [1, 1, 1]}
constraints:
  one: {distance: {between: [world, ball], at: [-1, 0, 0]}}
  other: {distance: {between: [world, ball], at: [-1, 0, ANGLE]}}
"""


@pytest.mark.parametrize(("angle", "rank"), [(3e-5, 2), (3e-6, 1)])
def test_rows_count_as_redundant_where_they_do_in_the_engine(tmp_path, angle, rank):
    robot = pl.loads(RODS.replace("ANGLE", repr(angle)))
    engine, code = engine_of(robot), c_robot(tmp_path, robot)
    assert engine.rank == rank
    expected = engine.rates(np.zeros(1), np.append(code.x, 0.0)[None])[0, :-1]
    found = code.rates(0.0, code.x)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-6)  # of 1 / angle times rounding
    assert (np.abs(found[3]) > 5.0) == (rank == 1)  # one rod lets the ball fall

"""The running simulation, ticked by hand: driving, recording, refusals."""

from __future__ import annotations

import json
import time

import numpy as np
import pytest

import pelagos as pl
from pelagos.live import Live
from pelagos.live.simulation import TICK


@pytest.fixture
def start(tmp_path):
    opened = []

    def make(robot, scenario=None, **words):
        live = Live(pl.load(robot), scenario, out=tmp_path, **words)
        opened.append(live)
        return live.simulation

    yield make
    for live in opened:
        live._server.server_close()


def ticks(simulation, count):
    simulation._grip = np.inf
    for _ in range(count):
        simulation._tick()


def frame(simulation):
    return json.loads(simulation._frame())


def test_left_alone_it_is_the_run_of_simulate(start):
    """Bit for bit: pieces of a session leave no trace."""
    simulation = start("rov-arm", "reach")
    ticks(simulation, 120)
    session = simulation._plant.session
    run = pl.simulate("rov-arm", "reach", every=session.time)
    assert np.array_equal(session.q, run.arrays["q"][1])


def test_driving_is_the_scenario_with_that_input(start):
    """Ahead with 15 N is the built-in scenario transit, in other words."""
    simulation = start("rov-arm")
    simulation.command({"do": "drive", "axes": {"ahead": 1.0}})
    ticks(simulation, 60)
    session = simulation._plant.session
    run = pl.simulate("rov-arm", "transit", duration=session.time, every=session.time)
    assert np.allclose(session.q, run.arrays["q"][-1], atol=1e-5)
    simulation.command({"do": "slide", "name": "power", "value": 0.5})
    simulation._tick()
    assert simulation._facts["actuation"][0] == pytest.approx(7.5)
    simulation.command({"do": "drive", "axes": {}})
    simulation._tick()
    assert simulation._facts["actuation"][0] == 0


def test_inputs_are_added_to_the_signals_of_the_model(start):
    simulation = start("maarco", "forward")
    simulation.command({"do": "drive", "axes": {"up": 0.5}})
    ticks(simulation, 2)
    assert simulation._facts["actuation"][:4] == pytest.approx([10, 10, 4.905 + 5, 4.905 + 5])


def test_prescribed_joints_are_moved_with_their_rates(start):
    simulation = start("maarco")
    simulation.command({"do": "drive", "channels": {"hinge_A": 1.0}})
    angle = []
    for _ in range(30):
        ticks(simulation, 1)
        session = simulation._plant.session
        angle.append(float(session.q[7]))
    assert angle[-1] > np.pi / 2 + 0.2
    # the rate that the engine prescribes is that of the place: central differences
    assert np.allclose(np.diff(angle)[20:], 0.8 * TICK, rtol=1e-9)
    assert session.u[6] == pytest.approx(0.8)


def test_servos_inside_modules_show_where_their_own_joints_are(start, tmp_path):
    """Names have dots there, and a body beside the module may have its name."""
    solid = "mass: 1, inertia: [1, 1, 1]"
    servo = "servo: {joint: %s, stiffness: 10, input: 0.0}"
    (tmp_path / "arm.yaml").write_text(
        f"name: arm\nbodies: {{wrist: {{joint: {{universal: [x, y]}}, {solid}}}, "
        f"slide: {{parent: wrist, joint: {{prismatic: z}}, {solid}}}}}\n"
        f"actuators: {{bend: {{{servo % 'wrist, dof: 2'}}}, push: {{{servo % 'slide'}}}}}\n"
    )
    (tmp_path / "two.yaml").write_text(
        "name: two\nmodules: {left: {file: arm.yaml}}\n"
        f"bodies: {{left: {{joint: {{prismatic: x}}, {solid}}}}}\n"
        f"actuators: {{shift: {{{servo % 'left'}}}}}\n"
        "initial: {left: {position: 0.1}, left.wrist: {position: [0.2, 0.3]}, "
        "left.slide: {position: 0.4}}\n"
    )
    shown = start(tmp_path / "two.yaml")._plant.shown()
    assert shown == {"left.bend": 0.3, "left.push": 0.4, "shift": 0.1}


def test_a_driver_who_falls_silent_lets_go(start):
    simulation = start("rov-arm")
    simulation.command({"do": "drive", "axes": {"ahead": 1.0}})
    simulation._grip = 0.0
    simulation._tick()
    assert simulation._facts["actuation"][0] == 0


def test_sliders_of_the_model_keep_the_state(start):
    simulation = start("rov-arm", "current", sliders=["bodies.hull.mass"])
    ticks(simulation, 60)
    before = simulation._plant.session
    q, u, time = before.q, before.u, before.time
    assert simulation.command({"do": "slide", "name": "bodies.hull.mass", "value": 20.0}) == {}
    after = simulation._plant.session
    assert after is not before
    assert after.robot.bodies["hull"].mass == 20
    assert (after.time, after.q.tolist(), after.u.tolist()) == (time, q.tolist(), u.tolist())
    ticks(simulation, 1)
    assert frame(simulation)["status"]["sliders"]["bodies.hull.mass"] == 20
    simulation.command({"do": "record", "value": True})
    answer = simulation.command({"do": "slide", "name": "bodies.hull.mass", "value": 10.0})
    assert "recording" in answer["problem"]
    simulation.command({"do": "record", "value": False})


def test_parameters_of_signals_change_without_a_new_engine(start):
    simulation = start("maarco")
    session = simulation._plant.session
    simulation.command({"do": "slide", "name": "ballast", "value": 6.0})
    ticks(simulation, 1)
    assert simulation._plant.session is session
    assert simulation._facts["actuation"][2] == pytest.approx(6.0)


def test_recordings_open_as_results(start, tmp_path):
    simulation = start("rov-arm")
    for _ in range(2):
        ticks(simulation, 6)
        simulation.command({"do": "record", "value": True})
        simulation.command({"do": "drive", "axes": {"ahead": 1.0}})
        ticks(simulation, 30)
        simulation.command({"do": "record", "value": False})
    assert [path.name for path in simulation.saved] == ["rov-arm-live-1.nc", "rov-arm-live-2.nc"]
    run = pl.open(simulation.saved[0])
    assert run.outcome.finished
    assert run.arrays["time"][0] == pytest.approx(6 * TICK)
    assert np.diff(run.arrays["time"]).max() == pytest.approx(0.02)
    assert run.arrays["actuation"][5, 0] == 15
    assert run.view(tmp_path / "a.html").exists()
    assert "saved rov-arm-live-2.nc" in frame(simulation)["status"]["message"]


def test_what_was_saved_is_told_for_a_while_only(start, monkeypatch):
    simulation = start("pendulum")
    simulation.command({"do": "record", "value": True})
    ticks(simulation, 2)
    simulation.command({"do": "reset"})
    assert "saved pendulum-live-1.nc" in frame(simulation)["status"]["message"]
    simulation.command({"do": "pause", "value": True})
    now = time.perf_counter()
    monkeypatch.setattr(time, "perf_counter", lambda: now + 6.1)
    assert frame(simulation)["status"]["message"] == ""


def test_reset_begins_again_and_ends_a_recording(start):
    simulation = start("rov-arm")
    simulation.command({"do": "record", "value": True})
    ticks(simulation, 10)
    assert frame(simulation)["epoch"] == 0
    simulation.command({"do": "reset"})
    shown = frame(simulation)
    assert (shown["epoch"], shown["t"], shown["status"]["recording"]) == (1, 0.0, None)
    assert len(simulation.saved) == 1


def test_a_failure_is_told_and_a_reset_mends_it(start):
    simulation = start("pendulum", integrator="rk4")
    session = simulation._plant.session
    session.set_state(u=[1e160])
    ticks(simulation, 5)
    status = frame(simulation)["status"]
    assert status["paused"]
    assert "non-finite" in status["message"]
    assert "Reset" in status["message"]
    simulation.command({"do": "reset"})
    ticks(simulation, 5)
    assert not frame(simulation)["status"]["paused"]


@pytest.mark.parametrize(
    "words",
    [
        {},
        {"do": "fly"},
        {"do": ["pause"]},
        {"do": "speed", "value": 0},
        {"do": "speed", "value": "1"},
        {"do": "speed", "value": float("nan")},
        {"do": "speed", "value": True},
        {"do": "slide", "name": "nothing", "value": 1},
        {"do": "slide", "name": "power", "value": 99},
        {"do": "drive", "axes": {"sideways": 1}},
        {"do": "drive", "axes": {"ahead": 2}},
        {"do": "drive", "axes": [1]},
        {"do": "drive", "channels": {"elbow": None}},
    ],
)
def test_commands_that_make_no_sense_are_refused(start, words):
    simulation = start("rov-arm")
    assert simulation.command(words)["problem"]
    ticks(simulation, 1)
    assert simulation._message == ""


def test_plots_have_a_value_for_every_line(start):
    simulation = start("maarco", "forward")
    ticks(simulation, 3)
    shown = frame(simulation)
    page = simulation._header
    assert len(shown["p"]) == 3 * len(page.bodies)
    assert len(shown["q"]) == 4 * len(page.bodies)
    assert all(y is not None for y in shown["y"])


def test_events_happen_and_are_told(tmp_path):
    """Docks and stops of a live run are those of simulate; sliders of the model keep docks."""
    ball = {"mass": 1.0, "inertia": [0.1, 0.1, 0.1]}
    robot = pl.Robot(
        name="pair",
        gravity=[0, 0, 0],
        bodies={"a": ball, "b": ball},
        initial={"a": {"velocity": [1, 0, 0]}, "b": {"position": [0.5, 0, 0]}},
        actuators={"push": {"force": {"body": "a", "direction": "y", "input": 0.0}}},
        constraints={"nose": {"weld": {"between": ["a", "b"], "active": False}}},
        events={"contact": {"at": 0.3, "dock": "nose", "capture": "here"}},
        stop={"when": "pos[a.x] > 0.45"},
        duration=2,
    )
    live = Live(robot, out=tmp_path, sliders=["bodies.a.mass"])
    simulation = live.simulation
    ticks(simulation, 20)
    assert "contact: dock nose at t = 0.300 s" in frame(simulation)["status"]["message"]
    simulation.command({"do": "slide", "name": "bodies.a.mass", "value": 1.2})
    session = simulation._plant.session
    assert [event["name"] for event in session.events] == ["contact"]
    assert session.u[0] == pytest.approx(session.u[6])  # still docked
    ticks(simulation, 40)
    status = frame(simulation)["status"]
    assert "stop condition: pos[a.x] > 0.45" in status["message"]
    assert status["paused"]
    simulation.command({"do": "reset"})
    assert simulation._plant.session.events == ()
    ticks(simulation, 5)
    assert simulation._plant.session.time == pytest.approx(5 * TICK)
    live._server.server_close()

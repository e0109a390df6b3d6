"""Sessions: pieces equal the whole, inputs and values from outside, recording, failures."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.errors import PelagosError
from pelagos.model import Robot

FIXED = ["rk4", "semi-implicit"]
ADAPTIVE = ["dopri5", "dop853", "kutta-merson"]


def mass(signal="0", **words):
    """A mass of 2 kg on a straight rail, pushed by a motor."""
    return Robot(
        name="mass",
        gravity=[0, 0, 0],
        bodies={"cart": {"mass": 2, "inertia": [1, 1, 1], "joint": {"prismatic": "x"}}},
        actuators={"push": {"motor": {"joint": "cart", "input": signal}}},
        **words,
    )


@pytest.mark.parametrize("integrator", [*FIXED, *ADAPTIVE])
@pytest.mark.parametrize("robot", ["rov-arm", "four-bar", "cart-pole"])
def test_pieces_take_the_steps_of_the_whole(robot, integrator):
    """The march stays inside its own step, so the pieces leave no trace at all."""
    words = {"duration": 2.0, "integrator": integrator, "step": 1e-2, "every": 1 / 60}
    whole = pl.simulate(robot, set={"duration": 2.0}, **words)
    words.pop("duration"), words.pop("every")
    session = pl.Session(robot, set={"duration": 2.0}, **words)
    # the whole ends with a step that lands on its end: earlier samples are free of it
    for i in np.flatnonzero(whole.arrays["time"] < 1.5)[1:]:
        session.advance(whole.arrays["time"][i])
        seen = session.observe()
        for name in ("q", "u", "udot", "work", "position", "actuation"):
            np.testing.assert_array_equal(seen[name], whole.arrays[name][i], err_msg=name)
    np.testing.assert_array_equal(session.q, seen["q"])
    np.testing.assert_array_equal(session.u, seen["u"])
    assert session.time == whole.arrays["time"][i]


@pytest.mark.parametrize("integrator", [*FIXED, *ADAPTIVE])
def test_inputs_are_held(integrator):
    """Piecewise constant forces on a mass: parabolas, whatever the signal says."""
    session = pl.Session(mass("100*t"), integrator=integrator, rtol=1e-10)
    position = speed = 0.0
    for k, force in enumerate([3.0, -1.0, 4.0, 4.0, 0.0]):
        session.set_input("push", force)
        assert session.inputs == {"push": force}
        assert session.observe()["actuation"][0] == force
        session.advance((k + 1) * 0.25)
        position += 0.25 * speed + 0.5 * force / 2.0 * 0.25**2
        speed += force / 2.0 * 0.25
    assert session.u[0] == pytest.approx(speed, abs=1e-13)
    if integrator != "semi-implicit":
        assert session.q[0] == pytest.approx(position, abs=1e-12)
    session.set_input("push", None)
    assert session.inputs == {}
    assert session.observe()["actuation"][0] == pytest.approx(125.0)


def test_a_step_input_is_met_at_its_time():
    """Corners of signals in force are landed on; those of replaced signals are not."""
    session = pl.Session(mass({"step": {"at": 0.503, "after": 2.0}}))
    for t in np.arange(1, 61) / 60:
        session.advance(t)
    assert session.u[0] == pytest.approx(1.0 - 0.503, abs=1e-14)
    session.reset()
    assert session.time == 0.0
    assert session.u[0] == 0.0
    session.advance(1.0)
    assert session.u[0] == pytest.approx(1.0 - 0.503, abs=1e-14)


def test_values_of_parameters():
    robot = mass("where(t < start, 0, f)", parameters={"f": 2.0, "start": 0.5, "idle": 1.0})
    session = pl.Session(robot)
    session.set_value("start", 0.25)
    session.advance(0.75)
    session.set_value("f", 6.0)
    session.advance(1.0)
    assert session.u[0] == pytest.approx(0.5 * 1.0 + 0.25 * 3.0, abs=1e-13)
    with pytest.raises(PelagosError, match="used by no signal"):
        session.set_value("idle", 2.0)
    with pytest.raises(PelagosError, match="start"):
        session.set_value("strt", 2.0)


def test_another_state():
    rng = np.random.default_rng(3)
    session = pl.Session("free-body")
    session.advance(0.3)
    q, u = session.q, rng.normal(size=6)
    q[:3] += 1.0
    session.set_state(q, u)
    np.testing.assert_array_equal(session.u, u)
    assert session.time == 0.3
    momentum = session.observe()["linear_momentum"]
    session.advance(0.5)
    weight = (
        0.2 * np.array(session.robot.gravity) * sum(b.mass for b in session.robot.bodies.values())
    )
    np.testing.assert_allclose(
        session.observe()["linear_momentum"], momentum + weight, rtol=1e-6, atol=1e-6
    )
    with pytest.raises(PelagosError, match="give 6 finite numbers"):
        session.set_state(u=[1.0, 2.0])


def test_loops_stay_closed_when_inputs_change():
    session = pl.Session("four-bar")
    actuator = next(n for n, a in session.robot.actuators.items() if a.kind != "motion")
    for k in range(30):
        session.set_input(actuator, 0.3 * (-1) ** k)
        session.advance((k + 1) / 30)
        assert session.observe()["constraint_error"] < 1e-10


@pytest.mark.parametrize("to_file", [False, True])
def test_recording(tmp_path, to_file):
    """Samples on their own grid, as a `Run` like any other."""
    session = pl.Session(mass(), integrator="rk4")
    path = tmp_path / "pieces.nc" if to_file else None
    session.record(path, every=0.1)
    for k in range(60):
        session.set_input("push", 2.0 if k < 30 else -2.0)
        session.advance((k + 1) / 60)
    run = session.close()
    assert run.outcome.finished
    assert run.outcome.steps == session.steps
    time = run.arrays["time"][:]
    np.testing.assert_allclose(time, np.arange(11) / 10, atol=1e-15)
    np.testing.assert_allclose(run.arrays["u"][:, 0], np.minimum(time, 1 - time), atol=1e-12)
    np.testing.assert_array_equal(run.arrays["actuation"][1:, 0], 5 * [2.0] + 5 * [-2.0])
    if to_file:
        assert pl.open(path).header.integrator["every"] == 0.1
    with pytest.raises(PelagosError, match="record"):
        session.close()


def test_failures_leave_the_last_good_state():
    session = pl.Session(mass("log(1 - t)"))
    session.record(every=0.1)
    with pytest.raises(PelagosError, match=r"acceleration cart .*check that input"):
        session.advance(2.0)
    assert session.time == pytest.approx(1.0, abs=1e-3)
    assert np.all(np.isfinite(session.q))
    session.set_input("push", 0.0)
    session.advance(2.0)
    run = session.close()
    assert run.outcome.code == "non-finite"
    assert len(run.arrays["time"]) == 21


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"integrator": "radau"}, "cannot be advanced in pieces"),
        ({"inputs": ["pull"]}, "push"),
        ({"method": "newton"}, "newton-euler"),
    ],
)
def test_refusals(words, message):
    with pytest.raises(PelagosError, match=message):
        pl.Session(mass(), **words)


def test_refusals_on_the_way():
    session = pl.Session(mass())
    session.advance(1.0)
    for call, message in [
        (lambda: session.advance(0.5), "later time"),
        (lambda: session.advance(float("nan")), "later time"),
        (lambda: session.set_input("push", float("inf")), "finite"),
        (lambda: session.record(every=0.0), "positive"),
    ]:
        with pytest.raises(PelagosError, match=message):
            call()


def test_another_session_goes_on_where_one_was():
    """State, auxiliary and sampled states and time are all there is to hand over."""
    robot = mass(
        "s[x] + s[n]",
        states={
            "x": {"initial": 1.0, "rate": "-s[x]"},
            "n": {"initial": 0.0, "next": "s[n] + 1", "every": 0.1},
        },
    )
    whole, first, second = (pl.Session(robot) for _ in range(3))
    whole.advance(1.0)
    first.advance(0.43)
    second.set_state(first.q, first.u, first.state, time=first.time)
    assert second.time == 0.43
    second.advance(1.0)
    assert np.allclose(second.q, whole.q, rtol=1e-6)
    assert np.allclose(second.state, whole.state, rtol=1e-6)


def test_loops_are_closed_at_the_time_that_is_set():
    """A crank is where its signal says at that time, not at the start; the rest follows it."""
    words = pl.load("five-bar").to_dict()
    turned = {"motion": {"joint": "right", "input": "2.5 + 0.4*sin(3*t)"}}
    robot = pl.Robot(**{**words, "actuators": {"turn": turned}, "scenarios": {}})
    session, other = pl.Session(robot), pl.Session(robot)
    session.advance(0.5)
    q, u = session.q.copy(), session.u.copy()
    other.set_state(q, u, time=0.5)
    assert other.q == pytest.approx(q, abs=1e-9)
    assert other.u == pytest.approx(u, abs=1e-9)

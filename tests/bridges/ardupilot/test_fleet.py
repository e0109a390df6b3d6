"""Lockstep with a scripted ArduSub: lost, repeated, late and foreign frames, restarts, company."""

from __future__ import annotations

import math

import numpy as np
import pytest

import pelagos as pl
from benchmarks.ardusub import BLUEROV1, VECTORED_6DOF, mixed, packet
from pelagos.bridges.ardupilot.link import LATE
from pelagos.bridges.ardupilot.vehicle import Vehicle
from pelagos.errors import PelagosError

AHEAD = mixed(VECTORED_6DOF, forward=0.5, lateral=0.2)


def pulses_at(k: int) -> list[int]:
    return mixed(VECTORED_6DOF, forward=0.5 * math.sin(0.1 * k), throttle=0.3, yaw=0.2)


def test_every_frame_is_one_step_of_the_autopilot(tank):
    here = tank("bluerov-heavy")
    for k in range(1000):
        (answer,) = here.send(k)
        assert answer["timestamp"] == pytest.approx((k + 1) / 400, abs=1e-9)
    assert here.fleet.session.time == 2.5  # rounding does not add up
    for k in range(1000, 1010):  # the autopilot may change its mind
        (answer,) = here.send(k, rate=1200)
        assert answer["timestamp"] == pytest.approx(2.5 + (k - 999) / 1200, abs=1e-9)
    assert here.fleet.members[0].answers == 1010
    assert here.links[0].ignored == {}


def test_a_run_in_lockstep_is_the_run_of_a_session_to_the_bit(tank):
    here, robot = tank("bluerov-heavy"), pl.load("bluerov-heavy")
    vehicle = Vehicle(robot, "ardusub", robot.autopilots["ardusub"])
    session = pl.Session(robot, inputs=vehicle.actuators, every=0.02, lands=True)
    for k in range(200):
        here.send(k, pulses_at(k))
        session.set_inputs(vehicle.inputs((*pulses_at(k), *[0] * 8)))
        session.advance((k + 1) / 400)
    assert np.array_equal(here.fleet.session.q, session.q)
    assert np.array_equal(here.fleet.session.u, session.u)


def test_16_and_32_channels_do_the_same(tank):
    short, long = tank("bluerov-heavy"), tank("bluerov-heavy")
    for k in range(20):
        one, other = short.send(k, AHEAD), long.send(k, [*AHEAD, *[0] * 24])
        assert one == other


def test_a_frame_that_was_answered_is_answered_alike_and_not_run_again(tank):
    here = tank("bluerov-heavy")
    here.send(0)
    data = packet(AHEAD, 1)
    (first,) = here.raw(data)
    time = here.fleet.session.time
    assert here.raw(data) == here.raw(data) == [first]
    assert here.fleet.session.time == time
    assert here.links[0].repeated == 2
    assert here.links[0].ignored == {}


def test_lost_frames_are_counted_and_cost_no_time(tank):
    here = tank("bluerov-heavy")
    here.send(0)
    (answer,) = here.send(4)
    assert answer["timestamp"] == pytest.approx(2 / 400)
    assert here.links[0].lost == 3
    here.send(5)
    assert here.links[0].lost == 3


def test_late_frames_are_ignored_and_counted(tank):
    here = tank("bluerov-heavy")
    for k in (0, 1, 3, 4):
        here.send(k)
    time = here.fleet.session.time
    assert here.send(2) == here.send(1) == here.send(0) == []
    assert here.links[0].ignored == {"late frame": 3}
    assert here.fleet.session.time == time
    assert len(here.send(5)) == 1
    assert here.fleet.restarts == 0


def test_the_frame_count_goes_round(tank):
    here = tank("bluerov-heavy")
    for k in (2**32 - 2, 2**32 - 1, 0, 1):
        assert len(here.send(k)) == 1
    assert (here.links[0].lost, here.fleet.restarts) == (0, 0)
    assert here.send(2**32 - 1) == []
    assert here.links[0].ignored == {"late frame": 1}


def test_what_is_no_servo_packet_is_counted_by_its_reason(tank):
    here = tank("bluerov-heavy")
    here.send(0)
    good = packet(AHEAD, 1)
    for data in (b"", good[:-1], good * 2, bytes(9000), b"\0\0" + good[2:]):
        assert here.raw(data) == []
    assert here.send(1, rate=5) == []
    expected = {"wrong size": 4, "wrong magic number": 1, "frame rate too low": 1}
    assert here.links[0].ignored == expected
    assert here.fleet.session.time == 1 / 400


def test_random_datagrams_do_no_harm(tank):
    here, random = tank("bluerov-heavy"), np.random.default_rng(4)
    here.send(0)
    for _ in range(3000):
        data = bytearray(packet(AHEAD, 1))
        for _ in range(random.integers(1, 4)):
            data[random.integers(len(data))] = random.integers(256)
        here.raw(bytes(data[: random.choice([40, random.integers(41)])]))
        assert math.isfinite(here.fleet.session.time)
    assert sum(here.links[0].ignored.values()) > 1000
    assert np.all(np.isfinite(here.fleet.session.q))


def test_another_autopilot_waits_until_the_first_is_silent(tank):
    here = tank("bluerov-heavy")
    for k in range(200):
        here.send(k, AHEAD)
    assert here.send(0, port=6000) == []
    assert here.links[0].ignored == {"another autopilot": 1}
    here.wait(2.5)
    (answer,) = here.send(0, port=6000)
    assert answer["timestamp"] == pytest.approx(1 / 400)
    assert here.fleet.restarts == 1


@pytest.mark.parametrize("far", [True, False])
def test_a_count_that_starts_again_takes_the_run_back_to_its_start(tank, far):
    here = tank("bluerov-heavy")
    (first,) = here.send(0, AHEAD)
    for k in range(1, (2 if far else 0) * LATE + 10):
        here.send(k, AHEAD)
    if not far:  # this may be late: it is believed when the autopilot insists
        assert here.send(0, AHEAD) == []
    (again,) = here.send(0, AHEAD)
    assert again == first
    assert here.fleet.restarts == 1
    assert here.fleet.session.time == 1 / 400
    (answer,) = here.send(1, AHEAD)
    assert answer["timestamp"] == pytest.approx(2 / 400)


def test_no_pulse_is_neutral_and_so_is_an_autopilot_that_disappears(tank):
    here = tank("bluerov-heavy")
    neutral = dict.fromkeys(here.fleet.members[0].vehicle.actuators, 0.0)
    assert here.fleet.session.inputs == neutral
    here.send(0, AHEAD)
    assert here.fleet.session.inputs["thruster1"] != 0
    here.send(1, [0] * 8)
    assert here.fleet.session.inputs == neutral
    (before,) = here.send(2, AHEAD)
    here.wait(1.0)
    assert here.fleet.members[0].present
    here.wait(1.5)
    assert not here.fleet.members[0].present
    assert here.fleet.session.inputs == neutral
    # it was only asleep: time goes on where it stood, and the outputs are back
    (after,) = here.send(3, AHEAD)
    assert after["timestamp"] - before["timestamp"] == pytest.approx(1 / 400)
    assert here.fleet.session.inputs["thruster1"] != 0
    assert here.fleet.restarts == 0


def test_the_models_own_signals_rest(tank):
    here = tank("bluerov-heavy", "surge")
    for k in range(100):
        (answer,) = here.send(k)
    assert answer["velocity"][0] == 0


def test_two_vehicles_wait_for_each_other(tank):
    here = tank("bluerov-pair")
    ahead = mixed(BLUEROV1, forward=0.5)
    (alone,) = here.send(0)  # while nobody else is there, one goes alone
    assert alone["vehicle"] == 0
    assert here.send(0, vehicle=1) == []  # the first owes a frame now
    both = here.send(1, ahead)
    assert [a["vehicle"] for a in both] == [0, 1]
    assert [a["timestamp"] for a in both] == pytest.approx([2 / 400, 1 / 400])
    time = here.fleet.session.time
    assert here.send(2, ahead) == []
    assert here.send(2, ahead) == []  # asking again does not help
    assert here.fleet.session.time == time
    assert len(here.send(1, vehicle=1)) == 2
    # port pushes, starboard does not: the pair turns to starboard
    for k in range(3, 400):
        here.send(k, ahead)
        found = here.send(k - 1, vehicle=1)
    assert all(answer["gyro"][2] > 0.01 for answer in found)
    assert found[0]["position"][1] < found[1]["position"][1]


def test_different_rates_meet_at_the_earlier_time(tank):
    here = tank("bluerov-pair")
    fast, slow, times = 0, 0, []
    here.send(fast, rate=1200)
    here.send(slow, vehicle=1)
    for _ in range(30):
        fast += 1
        found = here.send(fast, rate=1200)
        times.append(here.fleet.session.time)
        if any(answer["vehicle"] == 1 for answer in found):
            slow += 1
            here.send(slow, vehicle=1)
    assert np.allclose(np.diff(times), 1 / 1200, atol=1e-6)
    assert slow == 10


def test_one_of_two_disappears_and_comes_back(tank):
    here = tank("bluerov-pair")
    here.send(0)
    here.send(0, vehicle=1)
    (_, second) = here.send(1)
    assert here.send(2) == []  # waits for the second
    (first,) = here.wait(2.5)
    assert first["vehicle"] == 0
    for k in range(3, 500):
        assert len(here.send(k)) == 1
    assert here.send(1, vehicle=1) == []
    both = here.send(500)
    assert both[1]["timestamp"] - second["timestamp"] == pytest.approx(1 / 400)  # without a jump
    assert here.fleet.restarts == 0


def test_one_of_two_starts_again_without_disturbing_the_other(tank):
    here = tank("bluerov-pair")
    here.send(0)
    here.send(0, vehicle=1)
    for k in range(1, 100):
        here.send(k)
        here.send(k, vehicle=1)
    here.send(100)
    time = here.fleet.session.time
    # the second comes from another port, with a count from zero
    here.now += 2.5
    assert here.send(101) == []
    both = here.send(0, vehicle=1, port=7000)
    assert here.fleet.restarts == 1
    assert here.fleet.session.time == pytest.approx(time + 1 / 400)
    assert both[0]["timestamp"] == pytest.approx(time + 1 / 400)
    assert both[1]["timestamp"] == pytest.approx(1 / 400)


def test_a_scripted_autopilot_holds_depth_and_heading(tank):
    """Dives to 2 m and turns to the east on what it is told alone."""
    here, command = tank("bluerov-heavy"), {}
    for k in range(50 * 40):
        (told,) = here.send(k, mixed(VECTORED_6DOF, **command), rate=50)
        w, x, y, z = told["quaternion"]
        heading = math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))
        depth, sinking = told["position"][2], told["velocity"][2]
        command = {
            "throttle": -(0.8 * (2 - depth) - 0.6 * sinking) + 0.03,
            "yaw": 0.5 * (math.pi / 2 - heading) - 0.3 * told["gyro"][2],
        }
    assert depth == pytest.approx(2, abs=0.05)
    assert heading == pytest.approx(math.pi / 2, abs=0.03)
    assert np.linalg.norm(told["velocity"]) < 0.01


def test_recordings(tank, tmp_path):
    here = tank("bluerov-heavy", out=tmp_path / "dive.nc", every=0.05)
    assert not list(tmp_path.iterdir())  # nobody came yet
    for k in range(200):
        here.send(k, AHEAD)
    here.send(0, AHEAD)  # starts again
    for k in range(1, 41):
        here.send(k, AHEAD)
    first, second = here.fleet.close()
    assert [run.path.name for run in (first, second)] == ["dive.nc", "dive-2.nc"]
    assert (len(first), len(second)) == (11, 3)
    run = pl.open(tmp_path / "dive.nc")
    assert run.outcome.finished
    assert run.time[-1] == pytest.approx(0.5)
    assert run.actuation.shape == (11, 8)
    assert np.max(np.abs(run.actuation[1:])) > 1
    assert run.audit().energy_balance < 1e-4


def test_nothing_is_recorded_over_files_of_others(tank, tmp_path):
    (tmp_path / "dive.nc").write_text("mine")
    with pytest.raises(PelagosError, match="not overwritten"):
        tank("bluerov-heavy", out=tmp_path / "dive.nc")


def test_the_duration_ends_it(tank):
    here = tank("bluerov-heavy", duration=0.1)
    for k in range(40):
        assert not here.fleet.ended
        assert len(here.send(k)) == 1
    assert here.fleet.ended
    assert here.fleet.session.time == 0.1
    assert here.send(40) == []


def test_a_stop_of_the_model_ends_it(tank):
    words = pl.load("bluerov-heavy").to_dict() | {"stop": {"when": "q[hull.x] > 0.05"}}
    here = tank(pl.Robot(**words))
    for k in range(4000):
        here.send(k, AHEAD)
        if here.fleet.ended:
            break
    assert here.fleet.session.outcome.code == "stopped"
    assert here.fleet.session.q[0] == pytest.approx(0.05, abs=1e-6)
    assert here.fleet.failure == ""


def test_a_robot_without_autopilots_is_refused(tank):
    with pytest.raises(PelagosError, match="has no autopilots"):
        tank("pendulum")


def test_gravity_sideways_is_refused(tank):
    words = pl.load("bluerov-heavy").to_dict()  # whose scenarios have horizontal currents
    robot = pl.Robot(**{**words, "scenarios": {}, "gravity": [9.81, 0, 0]})
    with pytest.raises(PelagosError, match="gravity"):
        tank(robot)

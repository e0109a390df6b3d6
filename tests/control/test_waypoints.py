"""Waypoints: visited in order in currents, the line of sight, what happens at the end, refusals."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.errors import ModelError
from pelagos.model import Robot
from tests.control.vehicles import states, words

GAINS = {
    "surge": {"kp": 40, "ki": 20}, "sway": {"kp": 40, "ki": 20}, "heave": {"kp": 40, "ki": 20},
    "roll": {"kp": 6, "kd": 3}, "pitch": {"kp": 6, "kd": 3}, "yaw": {"kp": 6, "kd": 4},
}  # fmt: skip
POINTS = [[4, 0, 1], [4, 3, 1], [0, 3, 2]]


def course(points=POINTS, current=(0, 0, 0), up=False, **own):
    """The vehicle of the tests with a controller `course`."""
    law = {"body": "hull", "rate": 20, "points": points, "speed": 0.5, "radius": 0.3,
           "look_ahead": 1.0, "gains": GAINS, **own}  # fmt: skip
    given = words(up=up, drag=15.0, controllers={"course": {"waypoints": law}})
    given["water"]["current"] = list(current)
    return Robot(**given)


def visits(run, points, radius, turn=None):
    """Sample numbers at which a run first comes near each point, one after the other."""
    path, at = run.arrays["position"][:, 0] @ (np.eye(3) if turn is None else turn), 0
    found = []
    for point in points:
        near = np.linalg.norm(path[at:] - np.array(point), axis=1) < radius
        assert near.any(), f"{point} is not visited after sample {at}"
        at += int(np.argmax(near))
        found.append(at)
    return found


@pytest.mark.parametrize("up", [False, True])
def test_points_are_visited_in_order_in_a_current(up):
    turn = np.diag([1.0, -1.0, -1.0]) if up else np.eye(3)
    current = (turn @ [0.2, -0.15, 0.05]).tolist()
    run = pl.simulate(course(current=current, up=up), duration=60, every=0.1)
    visits(run, POINTS, 0.3, turn)
    found = states(run)
    assert found["course.missed"].max() == 0
    assert found["course.done"][-1] == 1
    np.testing.assert_array_equal(np.unique(found["course.leg"]), [0, 1, 2])
    # it holds the last one
    np.testing.assert_allclose(turn @ run.arrays["position"][-1, 0], POINTS[-1], atol=0.01)
    # the heading is towards the east on the second leg, whichever way z points
    late = (found["course.leg"] == 1) & (np.abs(found["course.east.measure"] - 2) < 0.5)
    assert np.degrees(np.abs(found["course.heading.measure"][late] - np.pi / 2)).max() < 15


def test_the_line_of_sight():
    """Wanted heading and velocity against the definition, from what was recorded."""
    run = pl.simulate(course(current=(0.1, 0.2, 0)), duration=25, every=0.25 + 1e-3)
    found = states(run)
    at = {key: np.stack([found[f"course.{n}.{key}"] for n in ("north", "east", "depth")], axis=1)
          for key in ("target", "measure")}  # fmt: skip
    start = np.stack([found[f"course.from.{n}"] for n in ("north", "east", "depth")], axis=1)
    checked = 0
    for k in range(1, len(run.arrays["time"])):
        leg = at["target"][k] - start[k]
        t = leg / np.linalg.norm(leg)
        passed = at["measure"][k] - start[k]
        across = passed - (passed @ t) * t
        assert found["course.cross"][k] == pytest.approx(np.linalg.norm(across), abs=1e-9)
        sight = 1.0 * t - across
        if found["course.leg"][k] < 2:
            heading = np.arctan2(sight[1], sight[0])
            assert found["course.heading.target"][k] == pytest.approx(heading, abs=1e-9)
            wanted = [found[f"course.{axis}.target"][k] for axis in ("surge", "sway", "heave")]
            assert np.linalg.norm(wanted) == pytest.approx(0.5, abs=1e-9)
            checked += 1
    assert checked > 50


def test_a_survey_by_fins_across_a_current():
    """A torpedo without sway: integral line of sight, climbing and diving by pitch."""
    robot = pl.load("remus100")
    run = pl.simulate(robot, "waypoints", every=0.2)
    assert run.outcome.code == "stopped"
    assert "s[course.done] > 0.5" in run.outcome.message
    law = robot.scenarios["waypoints"].controllers["course"].words
    visits(run, [point.at for point in law.points], law.radius)
    found = states(run)
    assert found["course.missed"].max() == 0
    assert np.degrees(np.abs(found["course.yaw.output"])).max() <= 20 * (1 + 1e-12)
    # on the long way back drift has been learnt: it runs beside the line by decimetres
    back = (found["course.leg"] == 2) & (run.arrays["position"][:, 0, 0] < 40)
    assert found["course.cross"][back].max() < 0.5
    # without it, a current of 0.3 m/s keeps it metres away
    plain = robot.with_values({"scenarios.waypoints.controllers.course.waypoints.integral": 0})
    other = pl.simulate(plain, "waypoints", duration=110, every=0.2)
    seen = states(other)
    back = (seen["course.leg"] == 2) & (other.arrays["position"][:, 0, 0] < 40)
    assert seen["course.cross"][back].min() > 1.5


def test_ends():
    short = [[2, 0, 0], [2, 2, 0]]
    loop = pl.simulate(course(short, end="loop"), duration=40, every=0.1)
    found = states(loop)
    assert found["course.done"].max() == 0
    changes = np.count_nonzero(np.diff(found["course.leg"]))
    assert changes > 4
    stop = pl.simulate(course(short, end="stop", current=(0.1, 0, 0)), duration=25, every=0.1)
    found = states(stop)
    over = found["course.done"] == 1
    assert over[-1]
    for axis in GAINS:
        assert np.all(found[f"course.{axis}.output"][over] == 0.0)
    # nothing holds it any more: the current takes it along
    assert stop.arrays["velocity"][-1, 0, 0] == pytest.approx(0.1, abs=0.02)


def test_passed_points_are_counted():
    """Points that a current carries it past: outside of the radius, they are missed."""
    run = pl.simulate(course([[2, 0, 0], [8, 0, 0]], current=(0.8, 0.8, 0), gains=GAINS | {
        "surge": {"kp": 40, "limits": [-10, 10]}, "sway": {"kp": 40, "limits": [-5, 5]}},
        end="loop"), duration=30, every=0.5)  # fmt: skip
    assert states(run)["course.missed"][-1] >= 1


def test_paused_it_goes_on_to_the_same_point():
    session = pl.Session(course(), inputs=["course.on"])
    now = lambda: dict(zip(session.robot.state_labels, session.state, strict=True))  # noqa: E731
    session.set_input("course.on", 1)
    session.advance(12.0)
    assert now()["course.leg"] == 1
    session.set_input("course.on", 0)
    session.advance(14.0)
    assert now()["course.surge.output"] == 0.0
    place = session.q[:3]
    session.set_input("course.on", 1)
    session.advance(14.06)
    seen = now()
    assert seen["course.leg"] == 1
    assert [seen[f"course.from.{n}"] for n in ("north", "east", "depth")] == pytest.approx(
        place, abs=0.05
    )
    session.advance(60.0)
    assert now()["course.done"] == 1


def test_points_with_speeds_and_headings():
    points = [{"at": [3, 0, 0], "speed": 0.2}, {"at": [3, 3, 0], "heading": "45 deg"}]
    run = pl.simulate(course(points, heading=0.1), duration=40, every=0.1)
    found = states(run)
    first = (found["course.leg"] == 0) & (run.arrays["time"] > 5)
    np.testing.assert_allclose(run.arrays["velocity"][first, 0, 0], 0.2, atol=0.02)
    np.testing.assert_allclose(found["course.heading.target"][first], 0.1)
    assert np.degrees(found["course.heading.measure"][-1]) == pytest.approx(45, abs=0.5)


@pytest.mark.parametrize(
    ("own", "message"),
    [
        ({"points": [[0, 0, 1]]}, r"points: 1 waypoint is no way(.|\n)*station"),
        ({"points": [[0, 0, 1], [0, 0.1, 1]]}, "no further apart than the radius"),
        ({"points": [[0, 0], [1, 1]]}, r"points\.0\.at: a list of 3 numbers"),
        ({"radius": 0}, "radius"),
        ({"look_ahead": -1}, "look_ahead"),
        ({"speed": None}, r"speed: how fast\?"),
        ({"gains": {"yaw": {"kp": 1}}, "speed": None}, "cannot hold a point"),
        ({"gains": {"yaw": {"kp": 1}}, "end": "loop"}, "nothing steers the speed"),
        ({"gains": {"heave": {"kp": 1}}, "end": "stop"}, "nothing steers it"),
        ({"gains": GAINS | {"surge": {"kp": 1, "kd": 1}}}, "remove kd of surge"),
        ({"steepest": 0.2}, "remove steepest"),
        ({"end": "return"}, "must be hold, loop, stop"),
    ],
)
def test_refusals(own, message):
    law = {"body": "hull", "rate": 20, "points": POINTS, "speed": 0.5, "radius": 0.3,
           "look_ahead": 1.0, "gains": GAINS, **own}  # fmt: skip
    given = {key: value for key, value in law.items() if value is not None}
    with pytest.raises(ModelError, match=message):
        Robot(**words(controllers={"course": {"waypoints": given}}))

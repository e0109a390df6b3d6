"""Controllers written in Python that steer a robot through its events."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl

TIGHT = {"rtol": 1e-10, "atol": 1e-12}
WORDS = {
    "name": "tug and barge",
    "gravity": [0, 0, 0],
    "bodies": {
        "tug": {"mass": 20, "inertia": [0.5, 0.8, 0.8]},
        "barge": {"mass": 60, "inertia": [2, 3, 3]},
    },
    "initial": {"tug": {"position": [-2, 0, 0]}},
    "actuators": {
        "push": {"force": {"body": "tug", "direction": "x"}},
        "side": {"force": {"body": "tug", "direction": "y", "input": "0.1*sin(t)"}},
    },
    "constraints": {
        "nose": {
            "weld": {"between": ["tug", "barge"], "at": [0.25, 0, 0], "to": [-0.4, 0, 0],
                     "active": False}
        }
    },
    "duration": 10,
}  # fmt: skip
EVENTS = {
    "contact": {"when": {"distance": "nose", "below": "20 cm"}, "dock": "nose", "capture": "here"},
    "release": {"at": 8, "undock": "nose"},
}


def approach(t, seen):
    gap = seen["position", "barge", "x"] - seen["position", "tug", "x"] - 0.65
    aside = {"side": 0.0 if t < 2 else None} if t >= 1 else {}  # held for a while, given back
    return {"push": 10 * gap - 25 * seen["u", "tug.u"] + 1, **aside}


def test_a_condition_that_is_never_met_changes_nothing():
    free, watched = pl.Robot(**WORDS), pl.Robot(**WORDS, stop={"when": "t > 100"})
    runs = [pl.simulate(r, controller=approach, rate=20, **TIGHT) for r in (free, watched)]
    for name in ("time", "q", "u", "actuation", "udot", "work"):
        one, other = (run.arrays[name] for run in runs)
        np.testing.assert_allclose(one, other, atol=1e-8)


@pytest.mark.parametrize("method", ["newton-euler", "udwadia-kalaba"])
def test_inputs_go_on_through_docks(method):
    """A controller whose commands follow a signal, against that signal: the same events."""
    steps = {"time": [k / 4 for k in range(41)], "value": [5 - k / 16 for k in range(41)]}
    inputs = {"push": {"table": {**steps, "interpolation": "hold"}}, "side": 0.0}
    robot = pl.Robot(**WORDS, events=EVENTS, scenarios={"signal": {"inputs": inputs}})
    runs = [
        pl.simulate(robot, "signal", method=method, **TIGHT),
        pl.simulate(
            robot,
            controller=lambda t, seen: {"push": 5 - round(4 * t) / 16, "side": 0},
            rate=4,
            method=method,
            **TIGHT,
        ),
    ]
    events = [run.outcome.events for run in runs]
    assert [e["name"] for e in events[0]] == ["contact", "release"]
    for one, other in zip(*events, strict=True):
        assert one["time"] == pytest.approx(other["time"], abs=1e-8)
    assert events[0][0]["impulse"] == pytest.approx(events[1][0]["impulse"], abs=1e-7)
    between = np.mod(runs[0].arrays["time"] + 1e-9, 0.25) > 1e-6  # loads jump with the commands
    for name in ("time", "q", "u", "load_force"):
        one, other = (run.arrays[name][between] for run in runs)
        np.testing.assert_allclose(one, other, atol=1e-7)
    assert np.abs(runs[1].arrays["load_force"]).max() > 1.0


def test_a_controller_sees_what_events_did():
    """Push until docked: from then on both move with 20/80 of the speed of the tug."""
    robot = pl.Robot(**WORDS, events={"contact": EVENTS["contact"]})
    speeds = []

    def until_docked(t, seen):
        docked = seen["u", "barge.u"] > 0
        speeds.append(seen["u", "tug.u"])
        return {"push": 0.0 if docked or t >= 3 else 2.0, "side": 0.0}

    run = pl.simulate(robot, controller=until_docked, rate=10, duration=6.0, every=0.1)
    (event,) = run.outcome.events
    assert event["time"] > 3.0
    assert speeds[-1] == pytest.approx(0.3 * 20 / 80, rel=1e-9)  # 2 N for 3 s on 20 kg
    assert run.time.values.tolist() == pytest.approx(np.linspace(0, 6, 61).tolist())


def test_failures_keep_what_came_before():
    robot = pl.Robot(**WORDS, events=EVENTS)

    def breaks(t, seen):
        return {"push": 1.0 / (t < 0.95)}

    run = pl.simulate(robot, controller=breaks, rate=10, every=0.1)
    assert run.outcome.code == "controller"
    assert "the controller breaks at t = 1 s raised ZeroDivisionError" in run.outcome.message
    assert len(run) == 11
    with pytest.raises(pl.PelagosError, match="rate: nan is no rate"):
        pl.simulate(robot, controller=breaks, rate=float("nan"))
    with pytest.raises(pl.PelagosError, match="a controller runs at a rate"):
        pl.simulate(robot, controller=breaks)

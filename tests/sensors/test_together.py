"""Sensors that name other parts, on one vehicle: equal bits in batches, other names in modules."""

from __future__ import annotations

import json

import numpy as np

import pelagos as pl

NOISE = {"noise": 0.1, "instability": 0.01, "random_walk": 0.001, "bias": 0.1, "scale": 0.01}
VEHICLE = {
    "name": "vehicle",
    "water": {"density": 1000, "surface": 0},
    "bodies": {
        "hull": {
            "joint": "free",
            "mass": 10,
            "inertia": [1, 1, 1],
            "buoyancy": {"volume": 0.01, "at": [0, 0, 0.1]},
            "drag": {"linear": [5, 5, 5, 1, 1, 1]},
        },
        "arm": {
            "parent": "hull",
            "joint": {"revolute": "y"},
            "mass": 1,
            "inertia": [0.1, 0.1, 0.1],
        },
        "tool": {"joint": "free", "mass": 1, "inertia": [0.1, 0.1, 0.1]},
    },
    "initial": {"hull": {"position": [0, 0, -0.3]}, "tool": {"position": [0.3, 0, -0.4]}},
    "constraints": {"grip": {"weld": {"between": ["arm", "tool"], "at": [0.3, 0, -0.1]}}},
    "actuators": {
        "main": {
            "thruster": {
                "body": "hull",
                "direction": "x",
                "command": "speed",
                "coefficients": {"T_ww": 4e-4},
                "lag": 0.2,
                "input": {"noise": {"sigma": 50, "rate": 10, "tau": 1}},
            }
        }
    },
    "sensors": {
        "imu": {"imu": {"body": "hull", "preset": "icm-20602"}},
        "gps": {"gps": {"body": "hull", "at": [0, 0, 0.3], "preset": "neo-m8n", "delay": 0.13}},
        "usbl": {
            "usbl": {
                "body": "world",
                "target": "hull",
                "at": [5, 0, -3],
                "target_at": [0, 0, -0.2],
                "preset": "seatrac-x150",
                "rate": 5,
                "outliers": {"share": 0.3, "range": 5, "angle": 0.3},
            }
        },
        "lbl": {
            "lbl": {
                "body": "hull",
                "at": [0, 0, -0.2],
                "rate": 5,
                "noise": 0.1,
                "position": True,
                "transponders": {
                    "a": [9, 0, -9],
                    "b": [-9, 1, -8],
                    "c": {"body": "tool", "at": [0, 0, 0]},
                },
            }
        },
        "elbow": {"encoder": {"joint": "arm", "rate": 50, "position": {"noise": 0.01}}},
        "wrist": {"force_torque": {"dock": "grip", "rate": 20, "force": NOISE, "torque": NOISE}},
        "mount": {"force_torque": {"joint": "arm", "rate": 20, "delay": 0.1, "dropout": 0.2}},
        "shaft": {"rpm": {"thruster": "main", "rate": 10, "noise": 2}},
        "pack": {"battery": {"preset": "blue-robotics-18ah", "thrusters": ["main"], "hotel": 20}},
    },
}
SETTINGS = {"duration": 1.0, "every": 0.05, "integrator": "rk4", "step": 0.01}


def test_runs_of_a_batch_have_the_bits_of_runs_alone():
    robot = pl.Robot(**VEHICLE)
    seeds = [5, 1, 9, 2, 7]
    runs = pl.simulate_batch(robot, n=5, vary={"seed": seeds}, **SETTINGS)
    states = [run.arrays["state"] for run in runs]
    for seed, found in list(zip(seeds, states, strict=True))[:3]:
        alone = pl.simulate(robot, set={"seed": seed}, **SETTINGS)
        np.testing.assert_array_equal(found, alone.arrays["state"])
        assert np.isfinite(found).all()
    labels = list(runs[0].header.states)
    for label in ("imu.gyro.x", "gps.north", "usbl.range", "lbl.range.c", "wrist.force.x"):
        seen = {tuple(found[:, labels.index(label)]) for found in states}
        assert len(seen) == 5, label
    sizes = {"sensors.usbl.usbl.noise": [0.1, 0.2, 0.3], "sensors.pack.battery.hotel": [20, 30, 40]}
    vary = pl.simulate_batch(robot, n=3, vary=sizes, **SETTINGS)
    np.testing.assert_array_equal(
        vary[0].arrays["state"], pl.simulate(robot, **SETTINGS).arrays["state"]
    )
    changed = {path: values[2] for path, values in sizes.items()}
    other = pl.simulate(robot, set=changed, **SETTINGS)
    np.testing.assert_array_equal(vary[2].arrays["state"], other.arrays["state"])


def test_modules_rename_what_sensors_name(tmp_path):
    (tmp_path / "vehicle.yaml").write_text(json.dumps(VEHICLE))
    (tmp_path / "pair.yaml").write_text(
        "name: pair\nmodules: {a: {file: vehicle.yaml}, b: {file: vehicle.yaml, at: [0, 9, 0]}}\n"
    )
    robot = pl.load(tmp_path / "pair.yaml")
    law = robot.sensors["b.lbl"].law
    assert law.transponders["c"].body == "b.tool"
    assert law.transponders["a"].body == "world"
    assert robot.sensors["b.wrist"].law.dock == "b.grip"
    assert robot.sensors["b.shaft"].law.thruster == "b.main"
    assert robot.sensors["b.pack"].law.thrusters == ("b.main",)
    assert robot.sensors["b.usbl"].law.target == "b.hull"
    assert robot.sensors["b.usbl"].law.body == "world"
    run = pl.simulate(robot, duration=0.2, every=0.1, integrator="rk4", step=0.01)
    state = dict(zip(run.header.states, run.arrays["state"][-1], strict=True))
    assert state["a.imu.gyro.x"] != state["b.imu.gyro.x"]
    assert np.isfinite(list(state.values())).all()


def test_controllers_and_expressions_read_them():
    words = {
        **VEHICLE,
        "states": {"seen": {"next": "y[lbl.range.a] + y[pack.current]", "every": 0.1}},
    }
    target = {"noise": {"sigma": 0.2, "rate": 5}}
    pid = {
        "measure": "y[elbow.position]",
        "target": target,
        "rate": 20,
        "kp": 1.0,
        "actuator": "bend",
    }
    words["controllers"] = {"bend-pid": pid}
    bend = {"motor": {"joint": "arm"}}
    words["actuators"] = {**VEHICLE["actuators"], "bend": bend}
    run = pl.simulate(pl.Robot(**words), **SETTINGS)
    state = dict(zip(run.header.states, run.arrays["state"].T, strict=True))
    assert np.isfinite(run.arrays["state"]).all()
    assert np.ptp(run.arrays["actuation"][:, 1]) > 0.05
    np.testing.assert_allclose(
        state["seen"][1:3], (state["lbl.range.a"] + state["pack.current"])[1:3], rtol=1e-12
    )

"""What sensors read, as frames of the live page have it."""

from __future__ import annotations

import json

import numpy as np
import pytest

from pelagos.live import Live
from pelagos.live.readings import LiveReadings
from tests.live.vehicle import WORDS, vehicle


@pytest.fixture
def simulation(tmp_path):
    arm = {"joint": {"revolute": "y"}, "parent": "hull", "mass": 1, "inertia": [0.1, 0.1, 0.1]}
    rail = {"joint": {"prismatic": "x"}, "parent": "hull", "mass": 1, "inertia": [0.1, 0.1, 0.1]}
    sensors = {
        "imu": {"imu": {"body": "hull", "rate": 20, "gyro": {"noise": 0.01}}},
        "gps": {"gps": {"body": "hull", "rate": 5}},
        "elbow": {"encoder": {"joint": "arm", "rate": 20}},
        "carriage": {"encoder": {"joint": "rail", "rate": 20}},
        "net": {"lbl": {"body": "hull", "rate": 5, "max_range": 100, "position": True}},
        "field": {"magnetometer": {"body": "hull", "rate": 20}},
    }
    sensors["net"]["lbl"]["transponders"] = {"a": [9, 0, 9], "b": [0, 9, 9], "c": [-9, -9, 9]}
    sensors["field"]["magnetometer"]["field"] = {"strength": 5e-5, "inclination": "70 deg"}
    bodies = {**WORDS["bodies"], "arm": arm, "rail": rail}
    initial = {**WORDS["initial"], "arm": {"angle": 0.5}, "rail": {"position": 0.25}}
    live = Live(vehicle(bodies=bodies, initial=initial, sensors=sensors), "hold", out=tmp_path)
    yield live.simulation
    live._server.server_close()


def test_frames_have_every_reading_in_units_people_read(simulation):
    for _ in range(13):
        simulation._tick()
    facts = simulation._facts
    read = dict(zip(facts._robot.sensors, json.loads(simulation._frame())["r"], strict=True))
    assert read["imu"][0] == 1
    np.testing.assert_allclose(read["imu"][1:4], np.degrees(facts["imu"][:3]), rtol=1e-5)
    np.testing.assert_allclose(read["imu"][4:7], facts["imu"][3:], rtol=1e-5)
    assert np.ptp(read["imu"][1:4]) > 0
    assert read["gps"][0] == 0  # under water
    np.testing.assert_allclose(read["elbow"][1:], np.degrees(facts["elbow"]), rtol=1e-5)
    np.testing.assert_allclose(read["carriage"][1:], facts["carriage"], rtol=1e-5)
    np.testing.assert_allclose(read["field"][1:], 1e6 * facts["field"], rtol=1e-5)
    assert np.linalg.norm(read["field"][1:]) == pytest.approx(50, rel=1e-4)
    assert len(read["net"]) == 1 + len(facts["net"])
    # in the order of the rows, which is not that of the channels
    labels = {s["name"]: s["rows"] for s in simulation._readings.to_dict()}["net"]
    names = [f"{row['label']}.{p}" if p else row["label"] for row in labels for p in row["parts"]]
    for name, value in zip(names, read["net"][1:], strict=True):
        assert value == pytest.approx(float(facts["net", name]), rel=1e-5), name


def test_channels_that_belong_together_share_a_row(simulation):
    told = {sensor["name"]: sensor for sensor in simulation._readings.to_dict()}
    assert told["imu"]["kind"] == "imu"
    assert told["imu"]["rows"] == [
        {"label": "gyro", "unit": "°/s", "parts": ["x", "y", "z"]},
        {"label": "accel", "unit": "m/s²", "parts": ["x", "y", "z"]},
    ]
    assert [row["unit"] for row in told["elbow"]["rows"]] == ["°", "°/s"]
    assert [row["unit"] for row in told["carriage"]["rows"]] == ["m", "m/s"]
    assert told["net"]["rows"][0] == {"label": "range", "unit": "m", "parts": ["a", "b", "c"]}


def test_a_robot_without_sensors_has_no_readings(simulation):
    none = LiveReadings(vehicle(sensors={}))
    assert (none.to_dict(), none.shown(simulation._facts)) == ([], [])

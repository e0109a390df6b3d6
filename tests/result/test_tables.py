"""Runs as tables for other programs: data frames, Parquet, MATLAB; and text read back."""

import sys

import numpy as np
import pytest

import pelagos as pl
from pelagos.errors import PelagosError
from pelagos.result.columns import columns
from pelagos.result.schema import VARIABLES
from pelagos.result.tables.matlab import write_mat
from pelagos.result.tables.parquet import write_parquet

MODEL = {
    "name": "buoy",
    "gravity": [0, 0, 9.81],
    "water": {"density": 1000},
    "bodies": {
        "hull": {"mass": 10, "inertia": [1, 1, 1], "buoyancy": {"volume": 0.01, "at": [0, 0, 0]}}
    },
    "actuators": {
        "jet": {
            "thruster": {
                "body": "hull",
                "direction": "x",
                "command": "speed",
                "coefficients": {"T_ww": 0.01},
                "lag": 0.2,
                "input": "20 * t",
            }
        },
        "lift": {"force": {"body": "hull", "direction": "z", "input": 1}},
    },
    "controllers": {
        "dive": {
            "measure": "depth",
            "body": "hull",
            "target": 2,
            "kp": 3,
            "ki": 0.5,
            "kd": 1,
            "rate": 20,
            "actuator": "lift",
        }
    },
    "sensors": {"imu": {"imu": {"body": "hull", "rate": 50}}},
    "duration": 1,
}


@pytest.fixture(scope="module")
def run():
    return pl.simulate(pl.Robot(**MODEL), every=0.1)


def test_commands_are_what_actuators_are_told(run):
    """By hand: the signal; and with a controller its input and the output that is held."""
    told = dict(zip(run.header.commands, run.arrays["commands"].T, strict=True))
    np.testing.assert_allclose(told["jet"], 20 * run.arrays["time"], rtol=1e-14)
    state = dict(zip(run.header.states, run.arrays["state"].T, strict=True))
    np.testing.assert_allclose(told["lift"], 1 + state["dive.output"], rtol=1e-14)
    np.testing.assert_array_equal(told["lift"], run.arrays["actuation"][:, 1])
    assert run.header.command_units == ("rad/s", "N")
    # a shaft that lags behind: w' = (20 t - w) / 0.2
    t = run.arrays["time"]
    lagging = 20 * (t - 0.2 + 0.2 * np.exp(-t / 0.2))
    np.testing.assert_allclose(state["jet"], lagging, rtol=1e-5, atol=1e-6)


def test_terms_of_controllers_have_units(run):
    units = dict(zip(run.header.states, run.header.units("auxiliary"), strict=True))
    assert units["jet"] == "rad/s"
    assert units["dive.target"] == units["dive.measure"] == units["dive.error"] == "m"
    assert {"dive.proportional", "dive.integral", "dive.derivative", "dive.on"} <= units.keys()
    assert units["imu.gyro.x"] == "rad/s"
    assert str(run.state.sel(auxiliary="dive.error").auxiliary_unit.values) == "m"


def test_pulse_widths_are_shown_in_microseconds():
    given = {"actuators.thruster1.thruster.input": 0.0016}
    run = pl.simulate("bluerov", duration=0.1, every=0.1, set=given)
    assert run.header.command_units[0] == "us"
    np.testing.assert_allclose(run.arrays["commands"][:, 0], 1600)


def test_a_session_records_the_inputs_it_was_given():
    session = pl.Session("rov-arm", inputs=["heave"])
    session.set_input("heave", 7.0)
    seen = session.observe()
    assert seen["commands", "heave"] == 7.0


def test_data_frames(run):
    frame = run.to_dataframe()
    assert frame.index.name == "time"
    np.testing.assert_array_equal(frame.index, run.arrays["time"])
    names = [c.name for v in VARIABLES if v != "time" for c in columns(run, v)]
    assert list(frame.columns) == names
    np.testing.assert_array_equal(frame["commands.jet"], run.arrays["commands"][:, 0])
    assert frame.attrs["units"]["velocity.hull.x"] == "m/s"
    few = run.to_dataframe(["position", "work"], units=True)
    assert list(few.columns)[-2:] == ["position.hull.z (m)", "work (J)"]
    assert few.index.name == "time (s)"
    with pytest.raises(PelagosError, match="give a list"):
        run.to_dataframe("position")
    with pytest.raises(PelagosError, match="did you mean velocity"):
        run.to_dataframe(["velocty"])


def test_data_frames_of_readings(run):
    imu = run.readings("imu")
    frame = imu.to_dataframe()
    np.testing.assert_array_equal(frame.index, imu.time)
    np.testing.assert_array_equal(frame.iloc[:, : len(imu.channels)], imu.values)
    assert frame.equals(run.to_dataframe(["imu"]))
    assert frame.attrs["units"]["imu.gyro.x"] == "rad/s"
    assert "imu.gyro.x (rad/s)" in imu.to_dataframe(units=True)
    with pytest.raises(PelagosError, match="imu has times of its own"):
        run.to_dataframe(["imu", "q"])
    batch = pl.simulate_batch(pl.Robot(**MODEL), n=2, duration=0.2, keep=["q", "imu"])
    with pytest.raises(PelagosError, match="readings of many runs"):
        batch.readings("imu").to_dataframe()
    assert len(batch[1].readings("imu").to_dataframe()) == 10


def test_without_pandas_the_extra_is_named(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(PelagosError, match=r"pelagos\[analysis\]"):
        run.to_dataframe()
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(PelagosError, match=r"pelagos\[parquet\]"):
        write_parquet(run, "never.parquet")


def test_parquet_is_read_by_pandas_with_its_units(run, tmp_path):
    import pandas as pd
    from pyarrow import parquet

    path = write_parquet(run, tmp_path / "a.parquet")
    frame = pd.read_parquet(path)
    own = run.to_dataframe()
    np.testing.assert_array_equal(frame["time"], own.index)
    for name in own:
        np.testing.assert_array_equal(frame[name], own[name])
    assert frame.attrs["units"] == own.attrs["units"]
    assert parquet.read_schema(path).field("q.hull.x").metadata[b"unit"] == b"m"


def test_matlab(run, tmp_path):
    from scipy.io import loadmat

    found = loadmat(write_mat(run, tmp_path / "a.mat"), simplify_cells=True)
    for name in VARIABLES:
        if run.arrays[name].size:
            seen = found[name].reshape(run.arrays[name].shape)
            np.testing.assert_array_equal(seen, run.arrays[name])
    assert list(found["labels"]["command"]) == ["jet", "lift"]
    assert list(found["units"]["commands"]) == ["rad/s", "N"]
    assert list(found["units"]["udot"]) == ["m/s2"] * 3 + ["rad/s2"] * 3
    assert found["units"]["position"] == "m"
    assert list(found["dims"]["position"]) == ["time", "body", "axis"]
    imu = found["sensors"]["imu"]
    np.testing.assert_array_equal(imu["readings"], run.readings("imu").values)
    assert list(imu["channels"]) == list(run.readings("imu").channels)
    assert found["info"]["robot"] == "buoy"
    assert found["info"]["outcome"] == "finished"


def test_matlab_takes_names_that_it_does_not_know(tmp_path):
    from scipy.io import loadmat

    sensors = {"port-imu": MODEL["sensors"]["imu"], "port_imu": MODEL["sensors"]["imu"]}
    run = pl.simulate(pl.Robot(**{**MODEL, "sensors": sensors}), duration=0.1, every=0.1)
    found = loadmat(write_mat(run, tmp_path / "a.mat"), simplify_cells=True)["sensors"]
    assert {name: own["name"] for name, own in found.items()} == {
        "port_imu": "port-imu",
        "port_imu_1": "port_imu",
    }


def test_text_is_read_back_in_si(run, tmp_path):
    path = run.to_csv(tmp_path / "a.csv", ["q", "u", "actuation"])
    record = pl.data.read(path)
    np.testing.assert_array_equal(record["q.hull.z"], run.arrays["q"][:, 2])
    assert record.units["u.hull.p"] == "rad/s"
    text = path.read_text()
    head, rows = text.split("\n", 1)
    path.write_text(head.replace("u.hull.p (rad/s)", "u.hull.p (deg/s)") + "\n" + rows)
    turned = pl.data.read(path)["u.hull.p"]
    np.testing.assert_allclose(turned, np.deg2rad(run.arrays["u"][:, 3]))
    named = pl.data.read(path, {"channels": {"q.hull.x": {}, "z": {"column": "q.hull.z (m)"}}})
    np.testing.assert_array_equal(named["z"], run.arrays["q"][:, 2])
    np.testing.assert_array_equal(named["q.hull.x"], run.arrays["q"][:, 0])

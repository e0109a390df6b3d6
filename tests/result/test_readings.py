"""Readings in results: a time axis of their own for each sensor, with the guarantees of samples."""

from __future__ import annotations

import dataclasses
import json

import h5py
import numpy as np
import pytest
import xarray

from pelagos import result
from pelagos.errors import PelagosError
from pelagos.result import Batch, Outcome, Recorder
from pelagos.result import recorder as recorder_module
from pelagos.result.schema import VARIABLES, SensorRecord

IMU = SensorRecord(
    kind="imu",
    rate=250.0,
    delay=0.002,
    channels=("gyro.x", "gyro.y", "accel.x"),
    units=("rad/s", "rad/s", "m/s2"),
    meanings=("about x", "about y", "along x"),
    variances=(1e-4, 1e-4, 0.04),
)
DVL = dataclasses.replace(IMU, kind="dvl", rate=7.0, channels=("u",), units=("m/s",),
                          meanings=("ahead",), variances=None)  # fmt: skip
# names that variables, dimensions and other names with a word behind them might have, too
SENSORS = {"imu": IMU, "port.dvl": DVL, "time": DVL, "imu.time": IMU, "position": DVL}
PER_SAMPLE = {name: k % 3 + 1 for k, name in enumerate(SENSORS)}  # readings


def rows(name, start, count):
    """Rows as a march gives them: channels, 1 if good, variances; every fifth one is lost."""
    record, k = SENSORS[name], np.arange(start, start + count, dtype=float)
    width = len(record.channels)
    values = 10.0 * k[:, None] + np.arange(width)
    good = (k % 5 != 3).astype(float)[:, None]
    spread = [] if record.variances is not None else [values + 0.5]
    return k / record.rate, np.concatenate([values, good, *spread], axis=1)


def readings(start, count):
    """Of all sensors, while so many samples were taken."""
    found = {}
    for name, each in PER_SAMPLE.items():
        found[name] = SENSORS[name].block(name, *rows(name, each * start, each * count))
    return found


@pytest.fixture
def equipped(header):
    return dataclasses.replace(header, sensors=SENSORS, integrator={"duration": 1.0})


@pytest.fixture
def recorded(equipped, blocks):
    """Record samples and readings in blocks of seven, some of which have only one of them."""

    def make(path=None, header=equipped, count=100, close=True):
        recorder = Recorder(header, path)
        for start in range(0, count, 7):
            some = min(7, count - start)
            if start % 2:
                recorder.append(blocks(header, start, 0), readings(start, some))
                recorder.append(blocks(header, start, some))
            else:
                recorder.append(blocks(header, start, some), readings(start, some))
        return recorder.close(Outcome("finished", 1.0)) if close else recorder

    return make


@pytest.fixture(scope="module")
def sound():
    """The bytes of a good file, once it was written."""
    return {}


@pytest.fixture
def damaged(recorded, sound, tmp_path):
    """A copy of a good file, to be damaged."""
    path = tmp_path / "a.nc"
    if not sound:
        recorded(path)
        sound["bytes"] = path.read_bytes()
    path.write_bytes(sound["bytes"])
    return path


def check(run, count=100):
    assert len(run) == count
    assert run.sensors == tuple(SENSORS)
    for name, record in SENSORS.items():
        found, each = run.readings(name), PER_SAMPLE[name]
        times, expected = rows(name, 0, each * count)
        good = expected[:, len(record.channels)] == 1.0
        np.testing.assert_array_equal(found.time, times)
        np.testing.assert_array_equal(found.values[good], expected[good][:, : len(record.channels)])
        spread = record.variances or expected[good][:, len(record.channels) + 1 :]
        spread = np.broadcast_to(spread, found.values[good].shape)
        np.testing.assert_array_equal(found.variances[good], spread)
        assert np.isnan(found.values[~good]).all()
        assert np.isnan(found.variances[~good]).all()
        assert found.lost == np.count_nonzero(~good)
        assert (found.kind, found.rate, found.units) == (record.kind, record.rate, record.units)


def test_memory_files_and_copies_hold_the_same(recorded, equipped, tmp_path):
    in_memory = recorded()
    check(in_memory)
    check(recorded(tmp_path / "a.nc"))
    opened = result.open(tmp_path / "a.nc")
    check(opened)
    assert opened.header == equipped
    assert set(opened.arrays) == set(in_memory.arrays)
    in_memory.save(tmp_path / "b.nc")
    check(result.open(tmp_path / "b.nc"))


def test_room_grows_as_it_is_needed(recorded, equipped, tmp_path, monkeypatch):
    monkeypatch.setattr(recorder_module, "_FIRST_BYTES", 10_000)
    for samples in (None, 3, 10**9):
        check(recorded(tmp_path / "a.nc", dataclasses.replace(equipped, samples=samples)))


def test_xarray_reads_what_dataset_shows(recorded, tmp_path):
    run = recorded(tmp_path / "a.nc")
    with xarray.open_dataset(tmp_path / "a.nc", engine="h5netcdf") as stored:
        counts = ["n_valid", *(f"{name}.n_valid" for name in SENSORS)]
        assert [int(stored[name]) for name in counts] == [
            100,
            *(100 * each for each in PER_SAMPLE.values()),
        ]
        xarray.testing.assert_identical(stored.drop_vars(counts).load(), run.dataset)
        one = stored["imu.readings"].sel({"imu.channel": "gyro.y"})
        assert one.dims == ("imu.time",)
        assert str(one["imu.unit"].values) == "rad/s"
        assert stored["imu.variance"].dims == ("imu.channel",)
        assert stored["port.dvl.variance"].dims == ("port.dvl.time", "port.dvl.channel")
        assert stored["imu.time.time"].attrs["units"] == "s"
    alone = run.readings("port.dvl").to_xarray()
    xarray.testing.assert_identical(alone["port.dvl.readings"], run.dataset["port.dvl.readings"])


def test_a_file_without_sensors_is_laid_out_as_before(record, tmp_path):
    record(tmp_path / "a.nc")
    with h5py.File(tmp_path / "a.nc") as file:
        assert not [name for name in file if "." in name]
        words = json.loads(file["pelagos/header"][()])
        assert words.pop("sensors") == {}
    with h5py.File(tmp_path / "a.nc", "r+") as file:  # as earlier versions wrote it
        del file["pelagos/header"]
        file["pelagos/header"] = np.bytes_(json.dumps(words))
    assert result.open(tmp_path / "a.nc").sensors == ()


def test_while_it_is_written_and_after_a_kill(recorded, tmp_path):
    path = tmp_path / "a.nc"
    recorder = recorded(path, count=40, close=False)
    check(result.open(path), 40)
    with h5py.File(path, "r") as file:
        assert np.isnan(file["imu.time"][40:]).all()
    recorder._sink._file.close()  # what the end of a process does
    run = result.open(path)
    check(run, 40)
    assert run.outcome.code == "interrupted"
    assert result.recover(path) == 40
    check(result.open(path), 40)
    with h5py.File(path, "r") as file:
        assert file["imu.time"].shape == (40 * PER_SAMPLE["imu"],)


def test_readings_are_there_before_the_samples(recorded, blocks, equipped, tmp_path, monkeypatch):
    """Whoever sees a sample, in a file that is being written, sees the readings before it."""
    recorder = Recorder(equipped, tmp_path / "a.nc")
    order = []
    write = recorder._sink._file.write
    monkeypatch.setattr(
        recorder._sink._file, "write", lambda name, *rest: order.append(name) or write(name, *rest)
    )
    recorder.append(blocks(equipped, 0, 2), readings(0, 2))
    assert order == [*SENSORS, ""]


def test_blocks_of_wrong_shape_are_a_mistake(equipped, blocks):
    recorder, good = Recorder(equipped), readings(0, 3)
    for bad in (
        {"imu": {**good["imu"], "imu.readings": np.zeros((3, 9))}},
        {"imu": {"imu.time": np.zeros(3)}},
        {"port.dvl": {**good["port.dvl"], "more": np.zeros(3)}},
    ):
        with pytest.raises(ValueError, match=r"shape|exactly the variables"):
            recorder.append(blocks(equipped, 0, 3), bad)


@pytest.mark.parametrize(
    ("sensors", "said"),
    [
        (3, "the header is incomplete"),
        ({"imu": 3}, "the header is incomplete"),
        ({"imu": {"kind": "imu"}}, "the header is incomplete"),
        ({"a/b": {}}, "sensors.a/b is not a name of a sensor"),
        ({"": {}}, "sensors. is not a name of a sensor"),
        ({"imu": {"kind": 3}}, "sensors.imu.kind is not a text"),
        ({"imu": {"rate": "fast"}}, "sensors.imu.rate is not a number from 0 on"),
        ({"imu": {"rate": 1e999}}, "sensors.imu.rate is not a number from 0 on"),
        ({"imu": {"delay": -1}}, "sensors.imu.delay is not a number"),
        ({"imu": {"channels": []}}, "sensors.imu.channels is not different names"),
        ({"imu": {"channels": ["a", "a", "b"]}}, "sensors.imu.channels is not different names"),
        ({"imu": {"units": ["m"]}}, "sensors.imu is not as long as its channels"),
        ({"imu": {"meanings": 3}}, "sensors.imu.meanings is not a list of texts"),
        ({"imu": {"variances": [1, 2, "x"]}}, "sensors.imu.variances is not a list of numbers"),
        ({"imu": {"variances": [1, 2]}}, "sensors.imu is not as long as its channels"),
        ({"imu": {"variances": None}}, "imu.variance is "),
        ({"gone": {}}, "gone.time is missing"),
    ],
)
def test_edited_headers_are_refused(damaged, sensors, said):
    sound = dataclasses.asdict(IMU)
    if isinstance(sensors, dict):
        for name, words in sensors.items():
            if isinstance(words, dict) and said != "the header is incomplete":
                sensors = {**sensors, name: {**sound, **words}}
    with h5py.File(damaged, "r+") as file:
        words = {**json.loads(file["pelagos/header"][()]), "sensors": sensors}
        del file["pelagos/header"]
        file["pelagos/header"] = np.bytes_(json.dumps(words))
    with pytest.raises(PelagosError, match=f"a.nc: damaged or truncated: {said}"):
        result.open(damaged)


@pytest.mark.parametrize(
    ("name", "values", "said"),
    [
        ("imu.time", np.zeros((4, 2)), "imu.time is"),
        ("imu.time", np.full(100, np.nan), "its times do not increase: imu.time"),
        ("imu.readings", np.zeros((100, 2)), "imu.readings is"),
        ("port.dvl.variance", np.zeros(1), "port.dvl.variance is"),
        ("imu.n_valid", np.array(101), "it claims 101 readings of imu and has room for 100"),
        ("imu.n_valid", None, "imu.n_valid is missing"),
    ],
)
def test_damaged_variables_are_refused(damaged, name, values, said):
    with h5py.File(damaged, "r+") as file:
        del file[name]
        if values is not None:
            file[name] = values
    with pytest.raises(PelagosError, match=f"a.nc: damaged or truncated: {said}"):
        result.open(damaged)


def test_names_and_channels_that_are_not_there(recorded):
    run = recorded()
    with pytest.raises(PelagosError, match="no readings of 'imo'; did you mean imu"):
        run.readings("imo")
    with pytest.raises(PelagosError, match=r"imu has no channel 'gyro\.z'; did you mean gyro"):
        run.readings("imu")["gyro.z"]
    np.testing.assert_array_equal(run.readings("imu")["gyro"], run.readings("imu").values[:, :2])


def test_tables(recorded, tmp_path):
    run = recorded()
    run.to_csv(tmp_path / "imu.csv", ["imu"])
    head, *lines = (tmp_path / "imu.csv").read_text().splitlines()
    assert head.split(",")[:3] == ["time (s)", "imu.gyro.x (rad/s)", "imu.gyro.y (rad/s)"]
    assert head.split(",")[-1] == "imu.accel.x.variance ((m/s2)^2)"
    table = np.array([line.split(",") for line in lines], dtype=float)
    found = run.readings("imu")
    np.testing.assert_array_equal(table[:, 0], found.time)
    np.testing.assert_array_equal(table[:, 1:4], found.values)
    np.testing.assert_array_equal(table[:, 4:], found.variances)
    # a variable has the name of this one
    run.to_csv(tmp_path / "b.csv", ["position"])
    assert "position.hull.x" in (tmp_path / "b.csv").read_text()
    run.to_csv(tmp_path / "c.csv", ["sensors.position"])
    assert (tmp_path / "c.csv").read_text().startswith("time (s),position.u (")
    with pytest.raises(PelagosError, match="imu has times of its own"):
        run.to_csv(tmp_path / "d.csv", ["imu", "q"])
    assert len((run.to_csv(tmp_path / "e.csv")).read_text().splitlines()) == len(run) + 1


def test_pictures(recorded):
    run = recorded()
    figure = run.plot(quantities=["imu", "port.dvl", "imu.gyro", "sensors.position", "q"])
    axes = figure.axes
    titles = [ax.get_title(loc="left") for ax in axes]
    assert titles[:3] == ["imu (deg/s)", "imu (m/s2)", "port.dvl (m/s)"]
    assert titles[3:5] == ["imu.gyro (deg/s)", "position (m/s)"]
    line = axes[0].lines[1]
    assert (line.get_label(), line.get_drawstyle()) == ("gyro.y", "steps-post")
    np.testing.assert_array_equal(line.get_xdata(), run.readings("imu").time)
    np.testing.assert_allclose(line.get_ydata(), np.rad2deg(run.readings("imu")["gyro.y"]))
    assert [text.get_text() for text in axes[2].get_legend().get_texts()] == ["u"]
    for wrong, said in (("imu.giro", "imu has no channel 'giro'"), ("imo", "did you mean imu")):
        with pytest.raises(PelagosError, match=said):
            run.plot(quantities=[wrong])


def test_pages_hold_them_at_the_samples(recorded):
    from pelagos.result.panels import quantity_panels

    run = recorded()
    (panel,) = quantity_panels(run, "port.dvl")
    held = panel.values_at(run.arrays["time"], panel.lines[0])
    found = run.readings("port.dvl")
    for t, value in zip(run.arrays["time"], held, strict=True):
        before = found.values[(found.time <= t) & np.isfinite(found.values[:, 0]), 0]
        assert value == before[-1]


def test_a_run_of_a_batch_has_variances_of_its_own(equipped, block):
    """Noise may differ from run to run."""
    header = dataclasses.replace(equipped, sensors={"imu": IMU})
    several = {n: v if n == "time" else np.stack([v, v]) for n, v in block.items()}
    one = IMU.block("imu", *rows("imu", 0, 20))
    spread = np.array([IMU.variances, [1.0, 2.0, 3.0]])
    several |= {
        "imu.time": one["imu.time"],
        "imu.readings": np.stack([one["imu.readings"]] * 2),
        "imu.variance": spread,
        "imu.n_valid": np.array([20, 12]),
    }
    outcome = Outcome("finished", 1.0)
    batch = Batch(header, [outcome] * 2, several, reached=[100, 60])
    for run, count in enumerate((20, 12)):
        found = batch[run].readings("imu")
        assert len(found) == count
        np.testing.assert_array_equal(found.variances[0], spread[run])
        np.testing.assert_array_equal(batch.readings("imu").variances[run, 0], spread[run])
    assert batch.dataset["imu.variance"].dims == ("run", "imu.channel")
    assert set(batch[1].arrays) == {*VARIABLES, "imu.time", "imu.readings"}

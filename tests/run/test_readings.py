"""Readings of sensors in runs, batches, sessions and studies: their own times, the same bits."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import pelagos as pl
from pelagos.march.samples import readings as march_readings
from pelagos.run import batch_runs, recording
from tests.swinging import MODEL, swing

SENSORS = ("imu", "noisy")
# loops that close: what an accelerometer feels depends on the forces of constraints
TIED = "constraints: {tie: {distance: {between: [tip, world], to: [0.3, 1.2, -0.4]}}}\n"
STOPPED = 'stop: {when: "y[noisy.gyro.z] > 1"}\n'
LANES = (1, 4, 8)


def same(one, other, names=SENSORS):
    """Times and values to the bit."""
    for name in names:
        a, b = one.readings(name), other.readings(name)
        assert len(a)
        np.testing.assert_array_equal(a.time, b.time)
        np.testing.assert_array_equal(a.values, b.values)
        np.testing.assert_array_equal(a.variances, b.variances)


@pytest.fixture(scope="module")
def run():
    return pl.simulate(swing())


def test_they_are_what_the_states_hold_at_the_samples(run):
    """States on the output grid and the log come on different ways."""
    time, states = run.arrays["time"], run.header.states
    assert run.sensors == SENSORS
    for name in SENSORS:
        found = run.readings(name)
        for k in range(1, len(time)):
            good = np.isfinite(found.values[:, 0]) & (found.time < time[k])
            held = run.arrays["state"][k, [states.index(f"{name}.{c}") for c in found.channels]]
            last = found.values[good][-1] if good.any() else np.zeros(6)
            np.testing.assert_array_equal(held, last)
        # 0 where the last one was lost
        last = np.searchsorted(found.time, time[1:], side="left") - 1
        valid = run.arrays["state"][1:, states.index(f"{name}.valid")]
        np.testing.assert_array_equal(valid, np.isfinite(found.values[last, 0]))


def test_times_are_those_of_arrival(run):
    np.testing.assert_array_equal(run.readings("imu").time, np.arange(100) / 100)
    late = run.readings("noisy").time  # measured at k / 50 s, the first of them before the start
    np.testing.assert_allclose(late, 0.013 + np.arange(50) / 50, atol=1e-15)
    assert 3 < run.readings("noisy").lost < 25


def test_a_gyroscope_without_errors_reads_the_turning(run):
    """Of a tip that turns by a about its x in a rod that turns with the rate w about its y."""
    imu, fine = run.readings("imu"), pl.simulate(swing(), every=0.01)
    (_, a), (w, own) = (fine.arrays[name][:-1].T for name in ("q", "u"))
    turning = np.stack([own, w * np.cos(a), -w * np.sin(a)], axis=1)
    np.testing.assert_allclose(imu["gyro"], turning, atol=1e-12)
    np.testing.assert_array_equal(imu["gyro.z"], imu.values[:, 2])
    assert imu["gyro"].shape == (100, 3)


def test_variances_stand_beside_the_values(run):
    noisy = run.readings("noisy")
    good = np.isfinite(noisy.values)
    assert noisy.variances.shape == noisy.values.shape == (50, 6)
    np.testing.assert_array_equal(np.isfinite(noisy.variances), good)
    np.testing.assert_allclose(noisy.variances[good[:, 0]][:, :3], 0.01**2 * 50)  # density^2 rate
    assert np.all(run.readings("imu").variances == 0.0)


@pytest.mark.parametrize("integrator", ["rk4", "dop853", "radau"])
def test_any_integrator(run, integrator):
    other = pl.simulate(swing(), integrator=integrator)
    for name in SENSORS:
        a, b = run.readings(name), other.readings(name)
        np.testing.assert_array_equal(a.time, b.time)
        np.testing.assert_allclose(a.values, b.values, atol=1e-8)


def test_auto_goes_over_from_one_march_to_another(monkeypatch):
    """No reading is lost or comes twice where `auto` goes on by radau."""
    from pelagos.march import auto

    monkeypatch.setattr(auto, "FIRST_CHECK", 400)
    damped = pl.loads(
        """
name: damped
bodies:
  rod: {joint: {revolute: y}, mass: 1, com: [0, 0, -0.5], inertia: [0.1, 0.1, 0.01]}
  tip: {parent: rod, at: [0, 0, -1], joint: {revolute: y, damping: 2e4}, mass: 1,
        inertia: [0.1, 0.1, 0.1]}
initial: {rod: {angle: 0.4}}
duration: 0.6
sensors: {imu: {imu: {body: tip, rate: 10}}}
""",
        "damped.yaml",
    )
    run = pl.simulate(damped)
    assert "radau" in run.outcome.message
    np.testing.assert_array_equal(run.readings("imu").time, np.arange(6) / 10)


def test_a_log_in_pieces_changes_nothing(run, monkeypatch):
    monkeypatch.setattr(march_readings, "MOST_LOGGED", 60)
    short = pl.simulate(swing())
    for name in run.arrays:
        np.testing.assert_array_equal(short.arrays[name], run.arrays[name], err_msg=name)


def test_in_a_file(run, tmp_path):
    stored = pl.simulate(swing(), out=tmp_path / "run.nc")
    same(stored, run)
    same(pl.open(tmp_path / "run.nc"), run)


def test_other_seeds_and_other_sensors(run):
    """A seed changes what is drawn; a sensor more changes nothing of the others."""
    other = pl.simulate(swing(seed=1))
    same(other, run, ["imu"])
    assert np.nanmin(np.abs(other.readings("noisy")["gyro"] - run.readings("noisy")["gyro"])) > 0
    more = {**swing().to_dict()["sensors"], "third": {"imu": {"body": "rod", "rate": 100}}}
    third = pl.simulate(pl.Robot(**{**swing().to_dict(), "sensors": more}), every=0.01)
    same(third, run)
    np.testing.assert_allclose(third.readings("third")["gyro.y"], third.arrays["u"][:-1, 0])


def test_names_with_dots(tmp_path):
    (tmp_path / "swing.yaml").write_text(MODEL)
    (tmp_path / "pair.yaml").write_text(
        "name: pair\nmodules: {port: {file: swing.yaml}, star: {file: swing.yaml, at: [0, 2, 0]}}\n"
        "duration: 0.1\n"
    )
    run = pl.simulate(tmp_path / "pair.yaml", out=tmp_path / "pair.nc")
    assert run.sensors == ("port.imu", "port.noisy", "star.imu", "star.noisy")
    found = pl.open(tmp_path / "pair.nc").readings("star.imu")
    assert found["gyro.z"].shape == (10,)
    names = [f"{name}.readings" for name in run.sensors]
    assert set(names) < set(run.dataset.data_vars)


def test_leaving_the_water_keeps_them_until_then():
    ball = {"mass": 3.0, "shape": {"sphere": 0.1}, "buoyancy": True}
    robot = pl.Robot(
        name="ball",
        water={"surface": 0.0},
        bodies={"a": ball},
        initial={"a": {"position": [0, 0, -0.4]}},
        duration=2,
        integrator={"method": "dopri5", "every": 0.05},
        sensors={"imu": {"imu": {"body": "a", "rate": 100}}},
    )
    run = pl.simulate(robot)
    assert run.outcome.code == "left-water"
    end = run.outcome.time
    count = int(np.ceil(100 * end - 1e-9))
    np.testing.assert_allclose(run.readings("imu").time, np.arange(count) / 100)
    batch = pl.simulate_batch(robot, n=2, keep=["imu"])
    same(batch[1], run, ["imu"])


def test_interrupted_runs_keep_them():
    def stop(fraction, message):
        if fraction:
            raise KeyboardInterrupt

    found = pl.simulate(swing(), duration=100.0, every=0.02, progress=stop)
    assert found.outcome.code == "interrupted"
    imu = found.readings("imu")
    assert 0.0 < found.outcome.time < 100.0
    assert imu.time[-1] > found.outcome.time - 0.0101
    whole = pl.simulate(swing(), duration=100.0, every=0.02).readings("imu")
    np.testing.assert_array_equal(imu.values, whole.values[: len(imu)])


# batches


@pytest.mark.parametrize("lanes", LANES)
@pytest.mark.parametrize("more", ["", TIED, STOPPED], ids=["open", "tied", "stopped"])
def test_batches_equal_single_runs(more, lanes, monkeypatch):
    monkeypatch.setattr(batch_runs, "WIDTH", lanes)
    robot, seeds = swing(more), [3, 1, 4, 15, 9]
    batch = pl.simulate_batch(robot, vary={"seed": seeds}, keep=["q", *SENSORS], threads=1)
    ends = []
    for k, seed in enumerate(seeds):
        alone = pl.simulate(swing(more, seed=seed))
        same(batch[k], alone)
        ends.append(len(alone.readings("imu")))
        np.testing.assert_array_equal(batch.arrays["imu.n_valid"][k], ends[-1])
        assert np.isnan(batch.arrays["imu.readings"][k, ends[-1] :]).all()
    assert (len(set(ends)) > 1) == (more == STOPPED)
    assert set(batch.arrays) == {"time", "q", *names_of("imu"), *names_of("noisy")}


def names_of(sensor):
    return {f"{sensor}.{word}" for word in ("time", "readings", "variance", "n_valid")}


def test_batches_whose_runs_go_one_by_one(run):
    def still(t, seen):
        return {"motor": 0.0}

    batch = pl.simulate_batch(swing(), n=2, keep=["noisy"], controller=still, rate=20)
    alone = pl.simulate(swing(), controller=still, rate=20)
    same(batch[1], alone, ["noisy"])
    assert batch[1].sensors == ("noisy",)


def test_nothing_is_logged_unless_it_is_asked_for(monkeypatch):
    made = []
    layout = batch_runs.LogLayout
    monkeypatch.setattr(batch_runs, "LogLayout", lambda *a: made.append(layout(*a)) or made[-1])
    batch = pl.simulate_batch(swing(), n=2)
    assert [log.size for log in made] == [0]
    assert not [name for name in batch.arrays if "." in name]
    with pytest.raises(pl.PelagosError, match="by its keep, has no readings of 'imu'"):
        batch.readings("imu")


def test_variances_of_a_batch_are_those_of_its_runs():
    noise = {"sensors.noisy.imu.gyro.noise": [0.02, 0.02]}  # 0.01 in the model
    batch = pl.simulate_batch(swing(), vary=noise, keep=["noisy"])
    same(batch[1], pl.simulate(swing(), set={path: v[1] for path, v in noise.items()}), ["noisy"])
    assert np.nanmax(batch.readings("noisy").variances) == pytest.approx(0.02**2 * 50)


def test_a_batch_with_labels(tmp_path):
    import xarray

    batch = pl.simulate_batch(swing(), n=2, keep=["noisy", "u"], duration=0.2)
    assert batch.readings("noisy").to_xarray()["noisy.readings"].dims == (
        "run",
        "noisy.time",
        "noisy.channel",
    )
    batch.save(tmp_path / "batch.nc")
    with xarray.open_dataset(tmp_path / "batch.nc") as stored:
        found = stored["noisy.readings"].sel({"noisy.channel": "gyro.z", "run": 1})
        np.testing.assert_array_equal(found, batch.readings("noisy")["gyro.z"][1])
        assert list(stored["noisy.n_valid"]) == [10, 10]


def test_what_cannot_be_kept_is_refused(monkeypatch):
    with pytest.raises(pl.PelagosError, match=r"there is no 'imo'\n    did you mean imu"):
        pl.simulate_batch(swing(), n=2, keep=["imo"])
    rates = {"sensors.imu.imu.rate": [100.0, 50.0]}
    with pytest.raises(pl.PelagosError, match="rate or delay of imu differs from run to run"):
        pl.simulate_batch(swing(), vary=rates, keep=["imu"])
    pl.simulate_batch(swing(), vary=rates, keep=["noisy"], duration=0.1)
    monkeypatch.setattr(recording, "MOST_READINGS", 1000)
    with pytest.raises(pl.PelagosError, match=r"over 1 s make 1.05e\+03 numbers.*\n.*--out"):
        pl.simulate(swing())


def test_a_run_too_long_for_memory_goes_to_a_file(tmp_path, monkeypatch):
    monkeypatch.setattr(recording, "MOST_READINGS", 1000)
    assert len(pl.simulate(swing(), out=tmp_path / "run.nc").readings("imu")) == 100


# sessions


def test_sessions_record_them(run, tmp_path):
    session = pl.Session(swing())
    session.record(tmp_path / "run.nc", every=0.02)
    for t in np.linspace(0.013, 1.0, 30):
        session.advance(t)
    same(session.close(), run)


def test_a_recording_begins_on_the_way(run):
    session = pl.Session(swing())
    session.advance(0.305)
    session.record(every=0.1)
    session.advance(1.0)
    found, whole = session.close().readings("noisy"), run.readings("noisy")
    np.testing.assert_array_equal(found.time, whole.time[whole.time > 0.305])
    np.testing.assert_array_equal(found.values, whole.values[whole.time > 0.305])


def test_what_a_session_observes(run):
    session = pl.Session(swing())
    session.advance(0.995)
    seen, last = session.observe(), run.readings("imu").values[-1]
    np.testing.assert_array_equal(seen["imu"], last)
    assert seen["imu", "gyro.z"] == seen["y", "imu.gyro.z"] == last[2]
    assert seen["state", "imu.gyro.z"] == last[2]
    assert seen["y", "imu.valid"] == 1.0
    assert set(SENSORS) < set(seen)
    assert len(seen) == len(list(seen))
    for key, said in (("imo", "did you mean imu"), (("imu", "gyro.q"), "did you mean gyro")):
        with pytest.raises(KeyError, match=said):
            seen[key]


def test_controllers_see_readings_that_came_before(run):
    seen = []

    def watch(t, facts):
        seen.append((t, facts["imu", "gyro.z"], facts["y", "imu.valid"]))
        return {}

    pl.simulate(swing(), controller=watch, rate=50)
    assert seen[0] == (0.0, 0.0, 0.0)
    imu = run.readings("imu")
    for t, value, valid in seen[1:]:
        assert valid == 1.0
        assert value == pytest.approx(imu["gyro.z"][imu.time < t][-1], abs=1e-8)


def test_a_sensor_that_is_called_as_a_variable():
    robot = pl.Robot(
        **{
            **swing().to_dict(),
            "sensors": {"velocity": {"imu": {"body": "tip", "rate": 100}}},
        }
    )
    session = pl.Session(robot)
    session.advance(0.5)
    seen = session.observe()
    assert seen["velocity"].shape == (2, 3)
    assert seen["sensors.velocity"].shape == (6,)
    assert seen["sensors.velocity", "gyro.x"] == pytest.approx(2.0)
    batch = pl.simulate_batch(robot, n=1, keep=["velocity", "sensors.velocity"], duration=0.1)
    assert batch.arrays["velocity"].shape[2:] == (2, 3)
    assert batch.readings("velocity").values.shape == (1, 10, 6)


def test_episodes_differ_by_their_seed_and_nothing_is_compiled():
    session = pl.Session(swing())
    engine, found = session._march.engine, {}
    for seed in (0, 5, 0, 7):
        session.reset(seed=seed)
        assert session._march.engine is engine
        session.record(every=0.1)
        session.advance(1.0)
        run = session.close()
        assert (session.seed, run.robot.seed) == (seed, seed)
        same(run, pl.simulate(swing(seed=seed)))
        if seed in found:
            same(run, found[seed])
        found[seed] = run
    session.reset()
    assert session.seed == 7
    for bad in (-1, 0.5, True, "a", 10**16):
        with pytest.raises(pl.PelagosError, match="give a whole number from 0 on"):
            session.reset(seed=bad)


def test_checkpoints_and_copies_keep_the_seed():
    session = pl.Session(swing())
    session.reset(seed=5)
    session.advance(0.31)
    kept, others = session.checkpoint(), [session.copy(), pickle.loads(pickle.dumps(session))]
    others.append(copy.deepcopy(session))
    session.advance(1.0)
    again = pl.Session(swing())
    again.restore(kept)
    for other in (*others, again):
        assert other.seed == 5
        other.advance(1.0)
        np.testing.assert_array_equal(other.observe()["noisy"], session.observe()["noisy"])
        np.testing.assert_array_equal(other.state, session.state)
    fresh = pl.Session(swing())
    fresh.advance(1.0)
    assert np.any(fresh.observe()["noisy"] != session.observe()["noisy"])


# events and studies


@pytest.mark.parametrize(
    "words", [STOPPED, 'events: {fast: {when: "y[noisy.gyro.z] > 1", stop: true}}\n']
)
def test_a_reading_ends_a_run(run, words):
    ended = pl.simulate(swing(words))
    noisy = run.readings("noisy")
    assert ended.outcome.code == "stopped"
    assert ended.outcome.time == noisy.time[np.flatnonzero(noisy["gyro.z"] > 1)[0]]
    np.testing.assert_array_equal(
        ended.readings("noisy").time, noisy.time[noisy.time <= ended.outcome.time]
    )


def sinking(**words):
    """A heavy ball with a depth sensor, whose variances come with each reading."""
    return pl.Robot(
        name="ball",
        water={"surface": 0.0},
        bodies={"a": {"mass": 8.0, "shape": {"sphere": 0.1}, "buoyancy": True}},
        initial={"a": {"position": [0, 0, -1]}},
        sensors={"depth": {"depth": {"body": "a", "rate": 20, "noise": 300}}},
        duration=2,
        integrator={"method": "dopri5", "every": 0.05},
        **words,
    )


def test_a_depth_ends_a_run():
    depth = pl.simulate(sinking()).readings("depth")
    ended = pl.simulate(sinking(events={"deep": {"when": "y[depth.depth] > 3", "stop": True}}))
    assert ended.outcome.code == "stopped"
    assert ended.outcome.time == depth.time[np.flatnonzero(depth["depth"] > 3)[0]]


def test_variances_that_come_with_readings(tmp_path):
    noise = {"sensors.depth.depth.noise": [200.0, 400.0, 300.0]}
    batch = pl.simulate_batch(sinking(), vary=noise, keep=["depth"])
    for k, own in enumerate(noise["sensors.depth.depth.noise"]):
        words = {"sensors.depth.depth.noise": own}
        alone = pl.simulate(sinking(), set=words, out=tmp_path / "run.nc")
        same(batch[k], alone, ["depth"])
        spread = alone.readings("depth").variances
        np.testing.assert_allclose(spread[:, 1], own**2)  # of the pressure
        weight = 9.81 * sinking().water.density
        np.testing.assert_allclose(spread[:, 0], (own / weight) ** 2)


def test_metrics_of_studies(run):
    from pelagos.study.metrics import Metrics
    from pelagos.study.words import Metric

    words = {
        "peak": Metric(max="abs(y[imu.gyro.z])"),
        "share": Metric(mean="y[noisy.valid]"),
        "last": Metric(final="state.imu.accel.z"),
    }
    metrics = Metrics(words, run.header, swing())
    assert not metrics.problems
    peak, share, last = metrics.of(run)
    grid = run.arrays["state"][:, run.header.states.index("imu.gyro.z")]
    assert peak == np.abs(grid).max()
    assert 0.5 < share < 1.0
    assert last == run.readings("imu")["accel.z"][-1]
    assert metrics.units == {"peak": "rad/s", "share": "", "last": "m/s2"}

"""Trials of a vehicle with an arm: made by the engine, so that the truth is known."""

from __future__ import annotations

import functools
import json
import shutil
from pathlib import Path

import numpy as np
import pytest

import pelagos as pl
from pelagos.identify.trials.added_mass import matrices, scalar_mean
from pelagos.identify.trials.clocks import check_delay, clock_check
from pelagos.identify.trials.folder import read_trials
from pelagos.identify.trials.preparing import prepared
from pelagos.identify.trials.smoothing import fresh_rows, smooth_angle
from pelagos.identify.trials.splitting import split

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "uvms_hinsdale"
TRUE = {"trim": 0.01, "height": 0.03, "damping": 0.5}
WORDS = """
pelagos: 1
name: float-and-arm
gravity: [0, 0, -9.81]
water: {density: 1000}
parameters: {trim: 0.004, height: 0.04, damping: 0.3}
bodies:
  hull:
    joint: free
    mass: 10
    inertia: [0.2, 0.25, 0.3]
    buoyancy: {volume: 0.01045, at: [trim, -0.002, height]}
    added_mass: [4, 9, 12, 0.15, 0.2, 0.2]
    drag: {linear: [5, 6, 8, damping, damping, damping], quadratic: [20, 25, 40, 1, 1, 1]}
  link:
    parent: hull
    at: {position: [0.2, -0.1, 0], rpy: [0, 30 deg, 20 deg]}
    joint: {revolute: y}
    mass: 0.9
    shape: {cylinder: {radius: 0.025, length: 0.3, along: x}, at: [0.15, 0, 0]}
    buoyancy: {volume: 0.45e-3, at: [0.15, 0, 0]}
actuators: {swing: {motion: {joint: link, input: 0}}}
"""
MOVES = {  # rad and s: from, to, begin, end
    "one": (0.0, 1.6, 1.5, 4.0),
    "two": (1.2, -0.8, 2.0, 5.0),
    "three": (-0.5, 2.2, 1.0, 4.5),
    "four": (0.3, -1.4, 1.5, 3.5),
}
NOISE = {"angle": 2e-3, "place": 2e-3, "joint": 1e-3, "rate": 2e-3}


REST = 12  # s, until the vehicle lies still


@functools.cache
def true_run(name: str):
    """The last 8 s of a run of the true robot, which has come to rest before, and their times."""
    begin, end, start, stop = MOVES[name]
    ramp = {"from": begin, "to": end, "start": REST + start, "end": REST + stop, "shape": "smooth"}
    values = {f"parameters.{k}": v for k, v in TRUE.items()}
    robot = pl.loads(WORDS).with_values(values | {"actuators.swing.motion.input": {"ramp": ramp}})
    return pl.simulate(robot, duration=REST + 8, every=0.01), np.arange(801) * 0.01


def write_trial(folder: Path, name: str, imu_late: float = 0.0, joint_late: float = 0.0) -> None:
    """The files of one trial of the true robot, with noise, uneven times and repeated angles."""
    run, t = true_run(name)
    rng = np.random.default_rng(sum(map(ord, name)))
    q, w = run.arrays["q"][-len(t) :], run.arrays["u"][-len(t) :, 3:6]
    turned = np.stack([q[:, 4], q[:, 5], q[:, 6], q[:, 3]], axis=1)
    turned = turned + NOISE["angle"] / 2 * rng.normal(size=turned.shape)
    turned /= np.linalg.norm(turned, axis=1)[:, None]
    place = q[:, :3] + NOISE["place"] * rng.normal(size=(len(t), 3))
    late = np.cumsum(rng.uniform(0.5, 1.5, len(t))) * 0.01
    late *= 8.0 / late[-1]  # uneven

    def save(kind: str, heading: str, times: np.ndarray, rows: np.ndarray) -> None:
        table = np.column_stack([times, rows])
        np.savetxt(folder / f"{name}_{kind}.csv", table, delimiter=",", header=heading, comments="")

    ori = "x_ori,y_ori,z_ori,w_ori"
    save("mocap", f"time_secs,x_pose,y_pose,z_pose,{ori}", t, np.column_stack([place, turned]))
    rate = w + NOISE["rate"] * rng.normal(size=w.shape)
    save(
        "imu",
        f"time_secs,{ori},x_angvel,y_angvel,z_angvel",
        t[::5] + imu_late,
        np.column_stack([turned, rate])[::5],
    )
    angle = np.interp(late, t, q[:, 7]) + NOISE["joint"] * rng.normal(size=len(t))
    held = angle[2 * (np.arange(len(t)) // 2)]  # asked twice as often as it answers
    save(
        "joint_states",
        "time_secs,swing_pos,spare_pos",
        late + joint_late,
        np.column_stack([held, held]),
    )
    (folder / f"{name}_metadata.yml").write_text(f"start_time: {MOVES[name][2]}\n")


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    place = tmp_path_factory.mktemp("trials")
    for name in MOVES:
        write_trial(place, name)
    return place


@pytest.fixture(scope="module")
def found(folder) -> pl.identify.Validation:
    return pl.validate(pl.loads(WORDS), folder, fit=0.5, free=list(TRUE), seed=3, models=("none",))


def test_truth_is_recovered(found):
    fit = found.results["full"].fit
    for name, value in TRUE.items():
        low, high = fit.interval(name, 0.999)
        assert low < value < high, (name, value, fit.rows())
        assert high - low < 0.5 * value


def test_trials_that_were_not_fitted_are_predicted(found):
    angle = "euler.hull.pitch"
    full = found.results["full"]
    assert full.rms(angle) < 3 * NOISE["angle"]
    for p in full.predictions:
        assert p.stayed(angle) > 10 * p.rms(angle)  # there was something to predict
        assert p.inside(angle, found.quantile()) > 0.8
    assert found.results["none"].rms(angle) > full.rms(angle)  # here the truth has added mass


def test_interval_grows_with_the_doubt_of_the_fit(found):
    p = found.results["full"].predictions[0]
    name = "euler.hull.pitch"
    assert (p.sigma[name] >= p.fit_sigma[name]).all()
    assert p.fit_sigma[name].max() > 0


def test_split_is_seeded_and_written_down(found, tmp_path):
    names = sorted(MOVES)
    first, again, other = (split(names, 0.5, None, seed) for seed in (3, 3, 4))
    assert first == again == found.split
    assert first.fitted != other.fitted
    assert not set(first.fitted) & set(first.predicted)
    page = found.write_report(tmp_path / "page.html").read_text()
    assert f"seed {found.seed}" in page
    assert ", ".join(found.split.fitted) in page
    assert ", ".join(found.split.predicted) in str(found)


@pytest.mark.parametrize(
    ("fit", "predict", "said"),
    [
        (1.5, None, "fit: a share of 1.5"),
        (["one"], ["one"], "one: fitted and predicted"),
        (["onee"], None, "there is no trial 'onee'"),
        (["*"], None, "no trial to predict"),
    ],
)
def test_split_refuses(fit, predict, said):
    with pytest.raises(pl.PelagosError, match=said):
        split(list(MOVES), fit, predict, 0)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"bounds": {"dampin": (0, 1)}}, "bounds: dampin is not fitted"),
        ({"models": ["ful"]}, "models: there is no 'ful'"),
        ({"attitude": "gps"}, "attitude: there is no 'gps'"),
        ({"every": 5}, "every: 5 s"),
        ({"free": []}, "free: no parameter"),
    ],
)
def test_words_are_checked_before_anything_is_fitted(folder, words, said):
    given = {"free": ["trim", "damping"], "progress": pytest.fail, **words}
    with pytest.raises(pl.PelagosError, match=said):
        pl.validate(pl.loads(WORDS), folder, **given)


def test_stars_stand_for_many():
    chosen = split(["a1", "a2", "b1"], ["a*"], None, 0)
    assert chosen.fitted == ("a1", "a2")
    assert chosen.predicted == ("b1",)


def test_missing_files_are_named_and_the_rest_goes_on(folder, tmp_path):
    place = tmp_path / "some"
    shutil.copytree(folder, place)
    (place / "one_imu.csv").unlink()
    (place / "two_mocap.csv").unlink()
    (place / "three_joint_states.csv").unlink()
    (place / "four_metadata.yml").unlink()
    trials, said = read_trials(place)
    assert [trial.name for trial in trials] == ["four", "one", "two"]
    assert "three_joint_states.csv is missing" in said[0]
    robot = pl.loads(WORDS)
    ready = {trial.name: prepared(robot, trial, 0.1) for trial in trials}
    assert ready["one"].attitude == "mocap"
    assert "position.hull.z" not in ready["two"].piece.measured
    assert any("one_imu.csv is missing" in note for note in ready["one"].notes)
    assert ready["four"].start_time is None


@pytest.mark.parametrize(
    ("times", "said"),
    [
        (np.r_[0:5:0.1, 4.0, 5:8:0.1], "its clock runs backwards, from 4.9 to 4 s"),
        (np.arange(80) * 1e6, "lasts 7.9e"),
        (np.arange(5) * 0.1, "5 rows of numbers"),
    ],
)
def test_times_that_cannot_be(folder, tmp_path, times, said):
    shutil.copytree(folder, tmp_path / "bad")
    table = np.column_stack([times, times])
    file = tmp_path / "bad" / "one_joint_states.csv"
    np.savetxt(file, table, delimiter=",", header="time_secs,swing_pos", comments="")
    trials, unused = read_trials(tmp_path / "bad")
    assert "one" not in [trial.name for trial in trials]
    assert said in unused[0]


def test_delay_of_clocks_is_found():
    t = np.arange(0, 20, 0.02)
    rate = np.stack([np.sin(1.3 * t) * np.exp(-((t - 9) ** 2) / 20), np.cos(2 * t) / 3], axis=1)
    found = clock_check(t, rate, t + 0.137, rate)
    assert found.delay == pytest.approx(0.137, abs=2e-3)
    rng = np.random.default_rng(1)
    noise = clock_check(t, rate, t, rng.normal(size=rate.shape))
    assert noise.delay is None
    check_delay(noise, "nothing is known, so nothing is refused")


def test_clocks_that_are_apart_are_refused(folder, tmp_path):
    place = tmp_path / "late"
    shutil.copytree(folder, place)
    write_trial(place, "one", imu_late=0.6)
    write_trial(place, "two", joint_late=0.7)
    trials = {trial.name: trial for trial in read_trials(place)[0]}
    with pytest.raises(pl.PelagosError, match=r"one: imu after mocap: the clocks differ by \+6"):
        prepared(pl.loads(WORDS), trials["one"], 0.1)
    near = pl.loads(WORDS).with_values({"parameters.trim": 0.0095})
    with pytest.raises(pl.PelagosError) as error:
        pl.validate(near, place, fit=["two"], predict=["four"], free=["trim"])
    assert "two: vehicle after arm: the clocks differ by -" in str(error.value)


def test_joints_are_smoothed_and_the_error_is_said(folder):
    (trial,) = [t for t in read_trials(folder)[0] if t.name == "two"]
    angle = prepared(pl.loads(WORDS), trial, 0.1).joints["swing"]
    run, t = true_run("two")
    true = np.interp(angle.time, t, run.arrays["q"][-len(t) :, 7])
    off = np.sqrt(np.mean((angle.value - true) ** 2))
    assert off < angle.rms < 0.03  # repeated answers come up to 10 ms late


def test_repeated_answers_are_no_measurements():
    x = np.array([[1.0, 2], [1, 2], [1, 3], [1, 3]])
    assert fresh_rows(x).tolist() == [True, False, True, False]
    t = np.linspace(0, 10, 101)
    still = smooth_angle("still", t, np.full(101, 0.7), np.ones(101, dtype=bool))
    assert not still.moves
    assert still.value == pytest.approx(np.full(len(still.time), 0.7))


def test_scalar_mean_of_a_matrix():
    """A scalar mass that is displaced keeps its matrix, and a mean keeps the trace."""
    c = np.array([0.3, -0.2, 0.5])
    cross = np.array([[0, -c[2], c[1]], [c[2], 0, -c[0]], [-c[1], c[0], 0]])
    one = np.block(
        [[2 * np.eye(3), -2 * cross], [2 * cross, 0.4 * np.eye(3) + 2 * cross.T @ cross]]
    )
    assert scalar_mean(one) == pytest.approx(one)
    robot = pl.load("bluerov-alpha")
    for name, matrix in matrices(robot).items():
        mean = scalar_mean(matrix)
        assert np.trace(mean[:3, :3]) == pytest.approx(np.trace(matrix[:3, :3])), name
        assert np.linalg.eigvalsh(mean)[0] > -1e-12
    none = pl.identify.with_added_mass(robot, "none")
    assert not matrices(none)
    assert len(matrices(robot)) == 7  # hull and every link


def test_authors_numbers_are_those_of_the_robot():
    """Dry masses, and the arm stowed and stretched by plain trigonometry."""
    robot = pl.load("bluerov-alpha")
    arm = ["base", "shoulder", "upper-arm", "forearm", "wrist", "jaw"]
    assert sum(robot.bodies[n].mass for n in arm) == pytest.approx(1.462)
    dry = sum(b.mass for b in robot.bodies.values()) - 1.462
    assert dry == pytest.approx(14.24, abs=1e-3)
    q, _ = robot.initial_state()
    names = {a: robot.coordinates.index(j) for a, j in (("d", "upper-arm"), ("c", "forearm"))}
    q[robot.coordinates.index("shoulder")] = 3.07
    q[names["d"]], q[names["c"]] = 1.3, np.pi / 2 + 1.3
    jaw, _ = pl.poses(robot, q)["jaw"]
    straight = np.array([0.25 + 0.02 + 0.15 + 0.19, -0.10965, 0.005 + 0.046 - 0.02])
    assert jaw == pytest.approx(straight, abs=1e-12)


@pytest.mark.skipif(not DATA.is_dir(), reason="no shared data here")
def test_measured_trials_of_the_tank():
    """Two trials of a real vehicle: read, on one clock, smooth; the robot as it is comes near."""
    trials = [t for t in read_trials(DATA)[0] if t.name in ("traj006-0", "traj_alt_002-0")]
    robot = pl.load("bluerov-alpha")
    for trial in trials:
        ready = prepared(robot, trial, 0.2)
        assert ready.attitude == "imu"
        assert all(joint.rms < np.radians(0.6) for joint in ready.joints.values())
    from pelagos.identify.trials.fitting import TrialResponse

    motion = TrialResponse(ready, robot, ()).alone(np.zeros(0), np.zeros(0))
    for angle in ("roll", "pitch"):
        name = f"euler.hull.{angle}"
        apart = motion[name] - ready.piece.measured[name]
        assert np.sqrt(np.mean(apart**2)) < np.radians(2.5)


def test_another_folder_is_predicted_by_the_same_command(folder, tmp_path):
    """Its trials may have names that the first folder has, too."""
    from click.testing import CliRunner

    from pelagos.cli.experiments.validate_trials import command

    first, other, model = tmp_path / "first", tmp_path / "other", tmp_path / "float.yaml"
    for place, names in ((first, ("one", "two")), (other, ("one", "three"))):
        place.mkdir()
        for file in (file for name in names for file in folder.glob(f"{name}_*")):
            shutil.copy(file, place)
    (other / "three_mocap.csv").unlink()
    model.write_text(WORDS)
    said = ["--robot", str(model), "--free", "trim,height", "--fit", "1", "--json"]
    ran = CliRunner().invoke(command, [str(first), "--predict", str(other), *said])
    assert ran.exit_code == 0, ran.output
    found = json.loads(ran.stdout)
    assert found["split"]["fitted"] == ["one", "two"]
    assert found["split"]["predicted"] == ["other/one", "three"]
    assert "three_mocap.csv is missing" in " ".join(found["notes"])
    assert found["models"]["full"]["trials"]["three"]["euler.hull.pitch"]["rms"] < 0.02

"""Exact derivatives of predictions: against differences of tight runs, and closed forms."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

import pelagos as pl
from pelagos import identify
from pelagos.cli.main import cli
from pelagos.data.reading import from_run
from pelagos.data.recording import Recording
from pelagos.errors import PelagosError
from pelagos.identify import decay
from pelagos.identify.experiment import pieces
from pelagos.identify.identifiability import identifiability
from pelagos.identify.names import value_at
from pelagos.identify.responses.choice import predictions
from pelagos.identify.responses.differences import Differences
from pelagos.identify.responses.exact import ExactPrediction
from pelagos.identify.responses.slopes import KeptSlopes
from pelagos.identify.search import Search
from tests.identify.arms import ARM

LIFTED = ARM + "initial: {arm: {angle: 0.4}}\n"
VEHICLE = """
name: vehicle
gravity: [0, 0, 9.81]
water: {density: 1000}
bodies:
  hull:
    joint: free
    mass: 12
    com: [0.01, 0, 0.02]
    inertia: [0.2, 0.3, 0.35]
    buoyancy: {volume: 0.012, at: [0, 0, -0.02]}
    added_mass: [6, 7, 15, 0.2, 0.15, 0.2]
    drag: {linear: [10, 12, 30, 0.4, 0.8, 0.5], quadratic: [140, 200, 190, 1.2, 0.5, 1.5]}
  pod:
    parent: hull
    at: [0.2, 0, 0.1]
    joint: {revolute: y, damping: 0.05}
    mass: 0.5
    com: [0.1, 0, 0]
    inertia: [0.001, 0.002, 0.002]
actuators:
  push: {force: {body: hull, at: [0.1, 0.2, 0.05], direction: [2, 1, 0.5]}}
initial: {hull: {velocity: [0.3, 0.1, -0.1], angular_velocity: [0.1, 0.2, -0.3]}, pod: {angle: 0.3}}
duration: 2
"""
LOOP = """
name: four bar
parameters: {coupler: 0.5, drag: 0.05}
bodies:
  crank:
    joint: {revolute: y, damping: drag}
    mass: 1
    com: [0.1, 0, 0]
    inertia: [0.01, 0.01, 0.01]
  coupler:
    parent: crank
    at: [0.2, 0, 0]
    joint: {revolute: y}
    mass: 2
    com: [0.25, 0, 0]
    inertia: [0.01, 0.02, 0.02]
  rocker:
    joint: {revolute: y}
    at: [0.5, 0, 0]
    mass: 1
    com: [0, 0, 0.2]
    inertia: [0.01, 0.01, 0.01]
constraints:
  loop: {hinge: {between: [coupler, rocker], at: [coupler, 0, 0], to: [0, 0, 0.4], axis: y}}
initial: {crank: {angle: -0.5}, coupler: {angle: 0.2}}
duration: 1
"""


def made(text, paths, channels, commands=None, rtol=1e-11, length=None):
    """A prediction of a record of the robot itself, and the values at the paths."""
    robot = pl.loads(text)
    run = pl.simulate(robot, every=robot.duration / 10, rtol=1e-9)
    record = from_run(run)
    kept = {n: record[n] for n in record.names if n.partition(".")[0] in ("q", "position", "euler")}
    kept |= {n: record[n] for n in channels}
    times = dict.fromkeys(kept, record.time(channels[0]))
    for name, (at, values) in (commands or {}).items():
        kept[f"input.{name}"], times[f"input.{name}"] = values, at
    found, _ = pieces(robot, Recording("r", times, kept), outputs=tuple(channels), length=length)
    x = np.array([value_at(robot, path) for path in paths])
    return ExactPrediction(found, tuple(paths), rtol, x, np.abs(x)), x


def against_differences(model, point, steps):
    """The largest errors of derivatives, each relative to the largest one by its unknown."""
    moves = model.moves(point)
    columns = [*moves.by_values.T]
    first = 0
    for own in moves.by_offsets:
        for column in own.T:
            whole = np.zeros(model.samples)
            whole[first : first + len(column)] = column
            columns.append(whole)
        first += len(own)
    np.testing.assert_allclose(
        model.apart(moves.motions), model.rows(point[None])[0], rtol=0, atol=1e-9
    )
    found = []
    for i, (column, step) in enumerate(zip(columns, steps, strict=True)):
        move = np.eye(len(point))[i] * step
        ends = model.rows(np.array([point + f * move for f in (1, -1, 0.5, -0.5)]))
        wide, narrow = (ends[0] - ends[1]) / (2 * step), (ends[2] - ends[3]) / step
        slope = (4 * narrow - wide) / 3
        found.append(np.abs(column - slope).max() / max(np.abs(slope).max(), 1e-6))
    return np.array(found)


def test_a_vehicle_with_a_pod_moves_as_differences_say():
    """Mass and centre act as a product, offsets turn a free body, inputs jump, in all channels."""
    at = np.arange(0.0, 2.01, 0.5)
    paths = [f"bodies.hull.{p}" for p in ("mass", "com.2", "added_mass.1", "drag.quadratic.0")]
    paths += ["bodies.pod.joint.damping", "bodies.pod.com.0"]
    channels = ["position.hull.x", "velocity.pod.z", "angular_velocity.pod.x", "q.pod", "u.pod"]
    channels += ["euler.pod.pitch", "euler.hull.roll", "euler.hull.yaw"]
    commands = {"push": (at, np.array([5.0, -2.5, 3.5, 1.0, -5.0]))}
    model, x = made(VEHICLE, paths, channels, commands)
    offsets = np.random.default_rng(0).normal(0, 0.5, model.offsets)
    assert len(offsets) == 14
    steps = np.concatenate([3e-4 * np.abs(x), np.full(14, 0.1)])
    errors = against_differences(model, np.append(x, offsets), steps)
    assert errors[:6].max() < 1e-6
    assert errors.max() < 5e-6


def test_a_closed_loop_moves_as_differences_say():
    """Its initial state follows the length of the coupler."""
    paths = ["parameters.coupler", "parameters.drag"]
    model, x = made(LOOP, paths, ["q.crank", "u.rocker", "position.coupler.x"])
    assert model.offsets == 0
    assert against_differences(model, x, 1e-3 * x).max() < 2e-6


def test_pieces_share_what_is_known_of_the_robot():
    at = np.arange(0.0, 4.01, 0.25)
    paths = ["bodies.arm.mass", "bodies.arm.com.2"]
    commands = {"motor": (at, 0.8 * np.sin(2 * at))}
    model, x = made(LIFTED, paths, ["q.arm"], commands, length=2.0)
    assert len(model.pieces) == 2
    steps = np.concatenate([3e-3 * np.abs(x), np.full(4, 0.1)])
    point = np.append(x, [0.3, -0.2, 0.1, 0.4])
    assert against_differences(model, point, steps).max() < 2e-6


def test_slopes_are_kept_where_numbers_are_affine():
    asked = []

    def numbers(x):
        asked.append(x)
        a, b, c = x
        return np.array([2 * a - b, 7.0, a * b, c, np.inf, b / a])

    x = np.array([1.5, 0.0, -2.0])
    kept = KeptSlopes(numbers, x, np.ones(3), "abc")
    assert kept.moving.tolist() == [True, False, True, True, False, True]
    assert not kept.affine
    for a, b, c in ((1.5, 0.0, -2.0), (1.7, 0.3, -1.0), (1.7, 0.3, 5.0)):
        wanted = [[2, 0, b, 0, 0, -b / a**2], [-1, 0, a, 0, 0, 1 / a], [0, 0, 0, 1, 0, 0]]
        found = kept.slopes(np.array([a, b, c]))
        np.testing.assert_allclose(found, wanted, rtol=1e-9, atol=1e-9)
    straight = KeptSlopes(lambda x: np.array([x[0] + x[1]]), x[:2], np.ones(2), "ab")
    assert straight.affine
    asked.clear()
    for c in (3.0, 4.0):  # nothing that is bent depends on it
        kept.at(np.array([1.7, 0.3, c]))
    assert len(asked) == 2
    shifted = kept.shared_by(lambda x: numbers(x) + 1)
    np.testing.assert_array_equal(
        shifted.at(np.array([1.7, 0.3, 4.0]))[[0, 2]],
        kept.at(np.array([1.7, 0.3, 4.0]))[[0, 2]] + 1,
    )
    assert kept.shared_by(lambda x: numbers(x) * 2) is None


def test_a_corner_in_a_number_is_refused():
    corner = KeptSlopes(lambda x: np.abs(x - 1.002) ** 1.5, np.array([1.0]), np.ones(1), ["a"])
    with pytest.raises(PelagosError, match="smoothly on a at 1"):
        corner.slopes(np.array([1.0]))


def test_a_kink_at_the_very_value_is_refused():
    """Differences to both sides agree on the mean of two slopes, however small they are."""
    kinked = KeptSlopes(
        lambda x: np.abs(x - 1.0) + x**2,
        np.array([1.0]),
        np.ones(1),
        ["a"],
    )
    with pytest.raises(PelagosError, match="smoothly on a at 1"):
        kinked.slopes(np.array([1.0]))
    np.testing.assert_allclose(kinked.slopes(np.array([1.2])), [[3.4]], rtol=1e-9)


def recorded(robot, noise, every=0.05):
    run = pl.simulate(robot, every=every, rtol=1e-9)
    t = np.asarray(run.arrays["time"])
    q = run.arrays["q"][:, 0] + np.random.default_rng(0).normal(0, noise, len(t))
    return Recording("r", {"q.arm": t}, {"q.arm": q})


def test_differences_step_in_where_there_are_events_and_agree():
    robot, free = pl.loads(LIFTED), ["joint.damping", "com.2"]
    record = recorded(robot, 2e-3)
    off = {"bodies.arm.joint.damping": 0.15, "bodies.arm.com.2": -0.35}
    exact = identify.fit_trajectory(robot.with_values(off), record, free)
    assert not any("differences" in note for note in exact.notes)
    watched = pl.loads(LIFTED + "stop: {when: 'q[arm] > 10'}\n").with_values(off)
    found = identify.fit_trajectory(watched, record, free)
    said = "fitted by differences, which are less exact: driven arm has events or a stop condition"
    assert found.notes[0] == said
    sigma = np.sqrt(np.diag(exact.covariance))
    assert np.abs((found.values - exact.values) / sigma).max() < 0.1
    np.testing.assert_allclose(np.sqrt(np.diag(found.covariance)), sigma, rtol=0.02)


def test_a_motion_that_ends_early_is_refused():
    """A ball that rises through the surface, of which there was none in the record."""
    ball = pl.loads("""
name: ball
water: {density: 1000, surface: 0}
bodies:
  ball:
    joint: {prismatic: z}
    mass: 0.5
    inertia: [0.1, 0.1, 0.1]
    shape: {sphere: 0.05}
    buoyancy: {}
    drag: {quadratic: [1, 1, 1, 1, 1, 1]}
initial: {ball: {position: -1}}
""")
    t = np.linspace(0, 4, 41)
    record = Recording("r", {"q.ball": t}, {"q.ball": -1 + 0.3 * np.sin(t)})
    with pytest.raises(PelagosError, match=r"does not reach the end of the record\n.*`starts`"):
        identify.fit_trajectory(ball, record, ["ball.mass"])
    heavy = pl.simulate(ball, set={"bodies.ball.mass": 0.53}, duration=4, every=0.1)
    seen = heavy.arrays["q"][:, 0] + 1e-4 * np.cos(9 * t)
    record = Recording("r", {"q.ball": t}, {"q.ball": seen})
    for remedy in ({"starts": 6}, {"length": 0.5}):  # what the message says
        found = identify.fit_trajectory(ball, record, ["ball.mass"], **remedy)
        assert found.values[0] == pytest.approx(0.53, rel=1e-3)


def test_starts_are_eliminated_as_a_joint_fit_has_them():
    """Values, Jacobian and covariance as of all unknowns in one dense problem."""
    robot = pl.loads(LIFTED)
    found, _ = pieces(robot, recorded(robot, 2e-3), length=1.0)
    paths = ("bodies.arm.joint.damping", "bodies.arm.com.2")
    x = np.array([0.12, -0.38])
    low, high = np.array([0.01, -2.0]), np.array([1.0, -0.01])
    model, notes = predictions(found, paths, 1e-9, x, (low, high))
    assert isinstance(model, ExactPrediction)
    assert not notes
    search = Search(model, low, high, None)
    best, _ = search.run(x, 1, 0)
    moves = model.moves(search.point(best))
    sigma = search._sigma[0]
    count = model.samples
    whole = np.zeros((count + model.offsets, 2 + model.offsets))
    whole[:count, :2] = moves.by_values * search.scale / sigma
    row, column = 0, 2
    for own in moves.by_offsets:
        whole[row : row + len(own), column : column + own.shape[1]] = own / sigma
        row, column = row + len(own), column + own.shape[1]
    whole[count:, 2:] = np.eye(model.offsets)
    rows = np.append(model.apart(moves.motions) / sigma, search.offsets)
    system = search.system(best)
    marginal = np.linalg.inv(whole.T @ whole)[:2, :2]
    np.testing.assert_allclose(
        np.linalg.inv(system.jacobian.T @ system.jacobian), marginal, rtol=1e-8
    )
    step = -np.linalg.lstsq(whole, rows, rcond=None)[0][:2]
    own = -np.linalg.lstsq(system.jacobian, system.residuals, rcond=None)[0]
    np.testing.assert_allclose(own, step, rtol=1e-6, atol=1e-12)
    assert np.all(np.abs(step) < 0.05 * np.sqrt(np.diag(marginal)))  # nothing is left to gain


def test_differences_move_all_starts_at_once():
    robot = pl.loads(LIFTED)
    found, _ = pieces(robot, recorded(robot, 2e-3), length=1.0)
    paths = ("bodies.arm.joint.damping", "bodies.arm.com.2")
    x = np.array([0.12, -0.38])
    exact = ExactPrediction(found, paths, 1e-10, x, np.abs(x))
    rough = Differences(found, paths, 1e-10, 20 * np.abs(x), np.abs(x))
    point = np.append(x, np.full(exact.offsets, 0.2))
    one, other = exact.moves(point), rough.last_moves(point)
    np.testing.assert_allclose(other.by_values, one.by_values, atol=1e-5)
    for a, b in zip(one.by_offsets, other.by_offsets, strict=True):
        np.testing.assert_allclose(b, a, atol=1e-4)  # by one standard deviation: not small


def test_slopes_of_a_decay_are_those_of_its_closed_form():
    """Without quadratic damping, by complex steps, as closely as the steps follow the motion."""
    t = np.linspace(0, 6, 61)
    p = np.array([2.0, 0.3, 0.0, 0.02, 0.1, -0.05])

    def closed(w, d1, rest, x0, v0):
        damped = np.sqrt(w * w - d1 * d1 / 4)
        wave = (x0 - rest) * np.cos(damped * t)
        wave = wave + (v0 + d1 / 2 * (x0 - rest)) / damped * np.sin(damped * t)
        return rest + np.exp(-d1 / 2 * t) * wave

    kept = [0, 1, 3, 4, 5]
    found = decay._gradient(t, p)
    np.testing.assert_allclose(decay._positions(t, p), closed(*p[kept]), atol=1e-6)
    for k, place in enumerate(kept):
        moved = p[kept].astype(complex)
        moved[k] += 1e-30j
        np.testing.assert_allclose(found[:, place], closed(*moved).imag / 1e-30, atol=1e-5)
    step = np.array([0, 0, 1e-3, 0, 0, 0])  # quadratic damping acts linearly at first
    ends = [decay._positions(t, p + f * step) for f in (1, 2)]
    slope = (4 * ends[0] - ends[1] - 3 * decay._positions(t, p)) / 2e-3
    np.testing.assert_allclose(found[:, 2], slope, atol=1e-7)


def test_weak_combinations_are_named():
    """Columns a, b, a + b/1000 of independent parts: the third tells hardly more than the first."""
    rng = np.random.default_rng(0)
    a, b, c = np.linalg.qr(rng.normal(size=(50, 3)))[0].T
    jacobian = np.column_stack([100 * a, 100 * a + 0.01 * b, 5 * c])
    seen = identifiability(("mass", "inertia", "drag"), jacobian, variance=4.0)
    np.testing.assert_allclose(seen.information, jacobian.T @ jacobian, atol=1e-9)
    np.testing.assert_allclose(np.sort(np.linalg.eigvalsh(seen.information))[1:],
                               seen.eigenvalues[1::-1], rtol=1e-9)  # fmt: skip
    assert seen.weakest(1) == [2]
    assert seen.in_words(2) == "mass against inertia"
    assert seen.in_words(1) == "drag alone"
    assert seen.in_words(0) in ("mass with inertia", "inertia with mass")
    assert seen.deviations[1] == pytest.approx(2.0 / 5.0)
    _, weak, *rest = seen.rows()
    assert (weak[0], weak[2]) == ("mass against inertia", "not seen")
    assert rest[0][2] == "40 %"


def test_what_shows_nothing_at_all_is_not_seen():
    """Alone, too, when there is nothing that is stronger."""
    seen = identifiability(("mass",), np.zeros((50, 1)))
    assert seen.rows()[1] == ("mass alone", "0", "not seen")
    assert seen.notes() == ["not seen in the data: +1.00 mass"]
    assert seen.to_dict()["standard_errors"] == [None]


def test_numbers_that_are_equal_by_chance_are_fitted_exactly():
    """Two motors under one input, of which the strength of one is fitted."""
    wave = {"motor": {"joint": "arm", "input": {"sine": {"amplitude": 0.4, "rate": 3}}}}
    robot = pl.loads(LIFTED).with_values({"actuators": {"motor": wave, "other": wave}})
    path = "actuators.other.motor.input.sine.amplitude"
    found = identify.fit_trajectory(robot, recorded(robot, 1e-3), [path, "joint.damping"])
    assert not any("differences" in note for note in found.notes)
    assert found[path] == pytest.approx(0.4, abs=4 * found.sigma(path))
    assert found.sigma(path) < 0.01


def test_a_search_that_has_not_settled_says_so(monkeypatch):
    robot = pl.loads(LIFTED)
    record = recorded(robot, 2e-3)
    off = robot.with_values({"bodies.arm.com.2": -0.2})
    assert not any("settled" in n for n in identify.fit_trajectory(off, record, ["com.2"]).notes)
    monkeypatch.setattr("pelagos.identify.search._MOST", 2)
    found = identify.fit_trajectory(off, record, ["com.2"])
    assert any("had not settled" in note for note in found.notes)


def test_the_command_line_tells_what_is_seen_worst(tmp_path):
    robot = pl.loads(LIFTED)
    (tmp_path / "arm.yaml").write_text(LIFTED)
    record = recorded(robot, 1e-3)
    table = np.column_stack([record.time("q.arm"), record["q.arm"]])
    np.savetxt(tmp_path / "r.csv", table, delimiter=",", header="time,q.arm", comments="")
    words = ["identify", "run", str(tmp_path / "arm.yaml"), str(tmp_path / "r.csv")]
    words += ["--free", "mass,joint.damping"]
    found = CliRunner().invoke(cli, words, catch_exceptions=False)
    assert found.exit_code == 0, found.output
    assert "weakest combinations" in found.output
    facts = json.loads(CliRunner().invoke(cli, [*words, "--json"]).output)["identifiability"]
    values = facts["eigenvalues"]
    assert values == sorted(values, reverse=True)
    assert facts["condition"] == pytest.approx((values[0] / values[-1]) ** 0.5)
    assert len(facts["weakest"]) == 2


def test_a_decay_about_zero_shows_its_rest():
    """A rest of nearly zero is known to a small part of the swing, whatever part of itself."""
    t = np.linspace(0, 8, 401)
    noise = np.random.default_rng(1).normal(0, 2e-4, t.size)
    found = identify.fit_decay(t, 0.1 * np.exp(-0.2 * t) * np.cos(4.0 * t) + noise)
    assert abs(found.values[3]) < 1e-4
    assert not [row for row in found.identifiability.rows() if row[2] == "not seen"]

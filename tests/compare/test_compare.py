"""Kalman filter, warping and measures against independent answers."""

import numpy as np
import pytest

import pelagos as pl
from pelagos import compare, data
from pelagos.compare import report
from pelagos.compare.kalman import model
from pelagos.data.recording import Recording
from pelagos.errors import PelagosError
from pelagos.result import pages
from pelagos.result.euler import rotate


def test_steady_gain_is_that_of_the_riccati_equation():
    from scipy.linalg import solve_discrete_are

    h, q, r = 0.02, 0.3, 1e-4
    t = np.arange(2000) * h
    found = compare.kalman_velocity(t, np.sin(t), q, r)
    F, Q = model(h, q)
    H = np.array([[1.0, 0.0]])
    P = solve_discrete_are(F.T, H.T, Q, [[r]])
    gain = (P @ H.T / (H @ P @ H.T + r)).ravel()
    assert np.abs(found.gain[-1] / gain - 1).max() < 1e-9


@pytest.mark.parametrize("even", [True, False])
def test_smoother_is_the_least_squares_over_all_samples(even):
    rng = np.random.default_rng(3)
    h = np.full(39, 0.1) if even else rng.uniform(0.02, 0.3, 39)
    t = np.concatenate([[0.0], np.cumsum(h)])
    q, r = 0.7, 0.01
    x = np.stack([np.sin(t), t**2], axis=1) + rng.normal(0, 0.1, (40, 2))
    # unknowns (x, v) at every time; rows: samples over sqrt(r), steps whitened by Q
    rows, right = [], []
    for k in range(40):
        row = np.zeros(80)
        row[2 * k] = 1
        rows.append(row / np.sqrt(r))
        right.append(x[k] / np.sqrt(r))
    for k in range(39):
        F, Q = model(t[k + 1] - t[k], q)
        white = np.linalg.inv(np.linalg.cholesky(Q))
        block = np.zeros((2, 80))
        block[:, 2 * k : 2 * k + 2] = -white @ F
        block[:, 2 * k + 2 : 2 * k + 4] = white
        rows += list(block)
        right += [np.zeros(2), np.zeros(2)]
    A, y = np.array(rows), np.array(right)
    best = np.linalg.lstsq(A, y, rcond=None)[0]
    covariance = np.linalg.inv(A.T @ A)
    found = compare.kalman_velocity(t, x, q, r)
    assert np.abs(found.position - best[0::2]).max() < 1e-10
    assert np.abs(found.velocity - best[1::2]).max() < 1e-9
    for k in range(40):
        expected = covariance[2 * k : 2 * k + 2, 2 * k : 2 * k + 2]
        assert np.allclose(found.covariance[k], expected, rtol=1e-8, atol=1e-12)


def test_velocity_of_a_line_is_its_slope():
    t = np.linspace(0, 2, 50)
    found = compare.kalman_velocity(t, 3 * t - 1, 1.0, 0.01)
    assert np.abs(found.velocity - 3).max() < 1e-9
    assert np.abs(found.filtered_velocity[1:] - 3).max() < 1e-9


@pytest.mark.parametrize("lengths", [(1, 1), (1, 7), (30, 41), (41, 30), (64, 64)])
def test_warping_equals_dtaidistance(lengths):
    dtaidistance = pytest.importorskip("dtaidistance")
    rng = np.random.default_rng(sum(lengths))
    a, b = (np.cumsum(rng.normal(size=n)) for n in lengths)
    found = compare.dtw(a, b)
    distance, _ = dtaidistance.dtw.warping_paths(a, b, inner_dist="euclidean")
    assert found.cost == pytest.approx(distance, rel=1e-13)
    path = dtaidistance.dtw.warping_path(a, b, inner_dist="euclidean")
    assert found.path.tolist() == [list(pair) for pair in path]
    assert found.mean == found.cost / len(found.path)
    assert found.cost == pytest.approx(sum(abs(a[i] - b[j]) for i, j in found.path), rel=1e-12)


def test_warping_in_the_plane_equals_dtaidistance():
    ndim = pytest.importorskip("dtaidistance.dtw_ndim")
    rng = np.random.default_rng(8)
    a, b = (np.cumsum(rng.normal(size=(n, 2)), axis=0) for n in (25, 33))
    found = compare.dtw(a, b)
    assert found.cost == pytest.approx(ndim.distance(a, b, inner_dist="euclidean"), rel=1e-12)


def test_warping_of_a_curve_onto_itself_stretched_costs_nothing():
    a = np.sin(np.linspace(0, 6, 40))
    assert compare.dtw(a, np.repeat(a, 3)).cost == 0.0
    cost, path, mean = compare.dtw(a, a)
    assert (cost, mean, path.tolist()) == (0.0, 0.0, [[i, i] for i in range(40)])


def test_pearson_equals_scipy():
    from scipy.stats import pearsonr

    a, b = np.random.default_rng(1).normal(size=(2, 50))
    assert compare.pearson(a, b) == pytest.approx(pearsonr(a, b)[0], rel=1e-12)


def test_delay_is_found_between_samples():
    t = np.arange(0, 10, 0.05)
    s = np.arange(0, 10, 0.02)
    curve = lambda x: np.tanh(x - 4) + 0.1 * np.sin(2 * x)  # noqa: E731
    found = compare.delay(t, curve(t), s, curve(s - 0.313))
    assert found.seconds == pytest.approx(0.313, abs=2e-3)
    assert found.rmse < 1e-3 < found.rmse_without


def test_rise_time_of_a_first_order_lag():
    t = np.linspace(0, 30, 3001)
    x = 1 + 2 * (1 - np.exp(-t / 1.5))
    assert compare.rise_time(t, x) == pytest.approx(1.5 * np.log(9), rel=1e-3)
    assert compare.steady_value(x) == pytest.approx(3.0, abs=1e-6)


def test_lever_arm_gives_the_body_back():
    rng = np.random.default_rng(5)
    q = rng.normal(size=(20, 4))
    q /= np.linalg.norm(q, axis=1, keepdims=True)
    p, arm, mounting = rng.normal(size=(20, 3)), np.array([0.1, -0.2, 0.3]), rng.normal(size=4)
    from pelagos.data.frames import product, unit

    markers = p + rotate(q, np.broadcast_to(arm, p.shape))
    seen = product(q, unit(mounting[None])[0])
    body, attitude = compare.lever_arm(markers, seen, arm, mounting)
    assert np.abs(body - p).max() < 1e-14
    assert np.abs(attitude - q).max() < 1e-14


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: compare.pearson([1, 1, 1], [1, 2, 3]), "constant has no correlation"),
        (lambda: compare.kalman_velocity([0, 1, 1], [0, 1, 2], 1, 1), "times must increase"),
        (lambda: compare.kalman_velocity([0, 1, 2], [0, np.nan, 2], 1, 1), "not finite"),
        (lambda: compare.kalman_velocity([0, 1, 2], [0, 1], 1, 1), "2 samples for 3 times"),
        (lambda: compare.kalman_velocity([0, 1, 2], [0, 1, 2], 0, 1), "q: 0 is not positive"),
        (lambda: compare.dtw(np.zeros((3, 2)), np.zeros(3)), "a has 2 columns, b has 1"),
        (lambda: compare.dtw([], [1.0]), "no samples"),
        (lambda: compare.rmse([1, 2], [1, 2, 3]), "differ in length"),
        (lambda: compare.rise_time(np.arange(9), np.ones(9)), "ends where it began"),
    ],
)
def test_refusals(call, said):
    with pytest.raises(PelagosError, match=said):
        call()


def test_delay_of_a_long_record_is_as_fine():
    """Some samples first, all of them about the best lags: far finer than a step of 10 ms."""
    t = np.arange(12_000) * 0.01
    curve = lambda t: np.sin(t) + 0.3 * np.sin(7.1 * t)  # noqa: E731
    found = compare.delay(t, curve(t), t, curve(t - 0.2537), largest=2.0)
    assert found.seconds == pytest.approx(0.2537, abs=1e-4)


def test_units_stand_beside_the_channels(tmp_path):
    run = pl.simulate("bluerov", "straight-1600", duration=2, every=0.05)
    record = data.from_run(run)
    found = compare.compared(record, record, channels=("position.hull.x", "speed.hull"))
    assert [row[0] for row in found.rows()[1:]] == ["position.hull.x (m)", "speed.hull (m/s)"]
    assert found.to_dict()["units"] == {"position.hull.x": "m", "speed.hull": "m/s"}
    page = compare.write_report([found, found], tmp_path / "page.html").read_text()
    assert "speed.hull (m/s)" in page


def test_noise_has_no_rise_time():
    t = np.arange(500) * 0.02
    noise = np.random.default_rng(1).normal(0, 1e-3, 500)
    with pytest.raises(PelagosError, match="less than its noise"):
        compare.rise_time(t, noise)
    assert compare.rise_time(t, noise + np.clip(t - 2, 0, 1)) == pytest.approx(0.8, abs=0.03)


def test_the_page_shows_every_channel_of_every_data_set(tmp_path, monkeypatch):
    monkeypatch.setattr(pages, "image", lambda drawn, said: pages.Markup(f"<i>{said}</i>{drawn}"))
    monkeypatch.setattr(report, "series", lambda channel: channel.unit)
    monkeypatch.setattr(report, "bars", lambda *given: " | ".join(given[-1]))
    t = np.linspace(0, 5, 60)
    names = [f"q.joint{k}" for k in range(11)] + ["position.hull.x", "position.hull.y"]
    names.append("euler.hull.yaw")
    sets = []
    for k in range(2):
        series = {name: np.sin(t + i / 9 + k / 50) for i, name in enumerate(names)}
        series["q.joint3"] = 0 * t
        record = Recording(f"set{k}", dict.fromkeys(series, t), series)
        sets.append(compare.compared(record, record, label=f"set{k}"))
    all_names = [*names, "speed.hull", "rate.hull"]
    assert [c.name for c in sets[0].channels] == all_names
    text = compare.write_report(sets, tmp_path / "x.html").read_text()
    for name in all_names:
        label = sets[0][name].readable.label
        assert text.count(f"<i>mean distance and Pearson's R of {label}</i>") == 1
        assert text.count(f"<i>{label}</i>") == 2  # of either data set
    assert text.count("simulated is constant | simulated is constant") == 1
    assert text.count("simulated is 0 throughout") == 4  # R and delay of either
    assert (text.count(" open>"), text.count("<details id=")) == (1, 2)


def test_numbers_of_angles_are_told_in_degrees(tmp_path):
    t = np.linspace(0, 5, 60)
    series = {"euler.hull.yaw": np.sin(t), "position.hull.x": np.cos(t)}
    units = {"euler.hull.yaw": "rad", "position.hull.x": "m"}
    one = Recording("one", dict.fromkeys(series, t), series, units)
    moved = {name: values + 0.1 * t for name, values in series.items()}
    other = Recording("other", dict.fromkeys(moved, t), moved, units)
    found = compare.compared(one, other)
    angle, place, rate = (found[n] for n in ("euler.hull.yaw", "position.hull.x", "rate.hull"))
    assert (angle.readable.unit, rate.readable.unit) == ("deg", "deg/s")
    assert place.readable is place
    shown = angle.readable
    np.testing.assert_allclose(shown.residual, np.rad2deg(angle.residual), rtol=0, atol=1e-12)
    for name, value in shown.numbers.items():
        # what is found anew of the curves in degrees: an angle is scaled, a time is not
        factor = 180 / np.pi if name in ("rmse", "mean error", "largest error") else 1.0
        if factor != 1.0 or name.endswith("(s)"):
            assert value == pytest.approx(factor * angle.numbers[name])
    assert shown.numbers["rmse"] == pytest.approx(compare.rmse(shown.simulated, shown.measured))
    assert shown.numbers["DTW mean"] == pytest.approx(
        compare.dtw(shown.simulated, shown.measured).mean
    )
    assert found.rows()[1][0] == "euler.hull.yaw (deg)"
    assert found.to_dict()["units"]["euler.hull.yaw"] == "rad"
    page = compare.write_report([found], tmp_path / "one.html").read_text()
    assert "rate.<wbr>hull (deg/s)" in page
    assert "speed.<wbr>hull" not in page  # no y, no speed


def test_what_was_not_compared_is_said(tmp_path, monkeypatch):
    given = []
    monkeypatch.setattr(report, "bars", lambda *words: given.append(words))
    monkeypatch.setattr(report, "series", lambda channel: None)
    monkeypatch.setattr(pages, "image", lambda drawn, said: pages.Markup(""))
    t = np.linspace(0, 5, 60)
    both = {"q.a": np.sin(t), "q.b": np.cos(t)}
    record = Recording("r", dict.fromkeys(both, t), both)
    sets = [compare.compared(record, record), compare.compared(record, record, channels=("q.a",))]
    compare.write_report(sets, tmp_path / "x.html")
    (_, distances, correlations, reasons) = given[1]  # of q.b
    assert reasons == ["", "not compared"]
    np.testing.assert_array_equal(np.isnan(distances), [False, True])
    np.testing.assert_array_equal(np.isnan(correlations), [False, True])

"""Towing tank and thrusters: closed forms, scipy, lmfit and the manufacturer's tables."""

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from pelagos import identify
from pelagos.errors import PelagosError
from pelagos.identify.least_squares import student

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"


def towed(seed=0, c1=35.0, c2=2.0, noise=0.3):
    rng = np.random.default_rng(seed)
    speed = np.concatenate([np.linspace(0.05, 1.2, 21), -np.linspace(0.05, 1.2, 21)])
    sigma = noise * (0.5 + np.abs(speed))
    return speed, c1 * np.abs(speed) * speed + c2 * speed + rng.normal(0, sigma), sigma


def test_fused_value_and_variance_are_the_closed_form():
    mean, variance = np.array([1.0, 2.0, 4.0]), np.array([0.5, 0.1, 0.7])
    value, fused = identify.fuse(mean, variance)
    assert fused == pytest.approx(1 / (1 / 0.5 + 1 / 0.1 + 1 / 0.7), rel=1e-15)
    assert value == pytest.approx(fused * (1 / 0.5 + 2 / 0.1 + 4 / 0.7), rel=1e-15)
    assert identify.fuse([3.0], [0.2]) == (pytest.approx(3.0), pytest.approx(0.2))
    both = identify.fuse_by([0.5, 0.2, 0.5], [1.0, 5.0, 2.0], [1.0, 1.0, 1.0])
    assert [(p.setting, p.value, p.variance, p.runs) for p in both] == [
        (0.2, 5.0, 1.0, 1),
        (0.5, 1.5, 0.5, 2),
    ]


@pytest.mark.parametrize("weighted", [True, False])
def test_drag_equals_scipy_and_lmfit(weighted):
    from scipy.optimize import curve_fit
    from scipy.stats import t

    lmfit = pytest.importorskip("lmfit")
    speed, force, sigma = towed()
    law = lambda u, c1, c2: c1 * np.abs(u) * u + c2 * u  # noqa: E731
    found = identify.fit_drag(speed, force, sigma if weighted else None)
    best, covariance = curve_fit(law, speed, force, [1, 1], sigma if weighted else None)
    assert found.values == pytest.approx(best, rel=1e-6)
    assert found.covariance == pytest.approx(covariance, rel=1e-6)
    weights = 1 / sigma if weighted else None
    theirs = lmfit.Model(law).fit(force, u=speed, c1=1.0, c2=1.0, weights=weights)
    for name in ("c1", "c2"):
        half = t.ppf(0.975, len(speed) - 2) * theirs.params[name].stderr
        middle = theirs.params[name].value
        assert found.interval(name) == pytest.approx((middle - half, middle + half), rel=1e-6)
    assert found.correlation[0, 1] == pytest.approx(theirs.params["c1"].correl["c2"], rel=1e-6)
    x = np.linspace(-1, 1, 7)
    band = theirs.eval_uncertainty(u=x, sigma=0.95)
    assert found.band(x) == pytest.approx(band, rel=1e-5, abs=1e-9)


def test_predictions_take_single_numbers():
    fit = identify.fit_drag(*towed())
    assert fit.predict(0.5) == fit.predict([0.5])[0]
    assert fit.band(0.5) == fit.band([0.5])[0] > 0
    assert fit.band(np.full((2, 3), 0.5)).shape == (2, 3)
    pwm = np.linspace(1540, 1840, 12)
    rate = identify.fit_pwm_rpm(pwm, 60 * (pwm - 1500) ** 0.65 - 25 + np.sin(pwm))
    assert rate.predict(1700) == rate.predict([1700])[0]
    assert rate.band(1700) == rate.band([1700])[0] > 0


def test_with_the_bound_active_the_rest_is_refitted():
    speed, force, sigma = towed(c2=-4.0)
    found = identify.fit_drag(speed, force, sigma)
    square, weight = np.abs(speed) * speed, sigma**-2
    c1 = (weight * square) @ force / ((weight * square) @ square)
    chi = float(weight @ (force - c1 * square) ** 2) / (len(speed) - 1)
    from scipy.stats import t

    half = t.ppf(0.975, len(speed) - 1) * np.sqrt(chi / ((weight * square) @ square))
    assert (found.c1, found.c2) == (pytest.approx(c1, rel=1e-12), 0.0)
    assert found.c1_interval == pytest.approx((c1 - half, c1 + half), rel=1e-10)
    # the upper limit is where chi-square has risen by t^2, c1 refitted
    low, high = found.c2_interval
    rest = force - high * speed
    other = (weight * square) @ rest / ((weight * square) @ square)
    risen = (weight @ (rest - other * square) ** 2) / chi - (len(speed) - 1)
    assert low == 0.0
    assert risen == pytest.approx(t.ppf(0.975, len(speed) - 1) ** 2, rel=1e-9)
    assert any("at its bound" in note for note in found.notes)


def test_excluded_points_stay_visible(tmp_path):
    speed, force, sigma = towed()
    exclude = {"sensitivity": lambda u: np.abs(u) < 0.2, "anomaly": [20]}
    found = identify.fit_drag(speed, force, sigma, exclude)
    kept = identify.fit_drag(speed[found.used], force[found.used], sigma[found.used])
    assert np.array_equal(found.values, kept.values)
    assert {k: int(v.sum()) for k, v in found.left_out.items()} == {"sensitivity": 6, "anomaly": 1}
    assert "6 points left out: sensitivity" in str(found)
    picture = found.plot(tmp_path / "drag.svg")
    assert "left out: sensitivity" in picture.read_text() or picture.stat().st_size > 10_000


def test_fragment_is_a_piece_of_a_model(tmp_path):
    import yaml

    found = identify.fit_drag(*towed(), axis="heave")
    text = found.write(tmp_path / "heave.yaml", body="rov").read_text()
    drag = yaml.safe_load(text)["bodies"]["rov"]["drag"]
    assert drag["Z_|w|w"] == pytest.approx(found.c1, rel=1e-5)
    assert "95 % interval" in text


def test_bracket_force():
    found = identify.bracket_force([1.0, 2.0], [3.0, 4.0], [0.5, 1.0])
    assert found == pytest.approx([4 - 0.5 * np.cos(np.deg2rad(47)), 6 - np.cos(np.deg2rad(47))])


def red(rng, count, rho):
    from scipy.signal import lfilter

    noise = rng.normal(size=count + 500) * np.sqrt(1 - rho**2)
    return lfilter([1.0], [1.0, -rho], noise)[500:]


@pytest.mark.parametrize("rho", [0.0, 0.5, 0.9])
def test_variance_of_the_mean_of_correlated_samples(rho):
    rng = np.random.default_rng(11)
    records = np.array([red(rng, 2000, rho) for _ in range(200)])
    tau = np.mean([identify.correlation_time(x) for x in records])
    assert tau == pytest.approx((1 + rho) / (1 - rho), rel=0.1)
    # against the spread of the means themselves; 200 of them give it to 5 %
    said = np.mean([x.var() * identify.correlation_time(x) / 2000 for x in records])
    assert said == pytest.approx(records.mean(axis=1).var(), rel=0.3)


def test_steady_part_is_found():
    rng = np.random.default_rng(4)
    t = np.arange(0, 20, 0.02)
    speed = np.clip(t - 2, 0, 1) * np.clip(18 - t, 0, 1)
    for given in (None, speed + rng.normal(0, 0.002, len(t))):
        errors = []
        for _ in range(40):
            x = 10 * speed**2 + 0.5 * red(rng, len(t), 0.8)
            found = identify.steady_segment(t, x, speed=given)
            assert found.begin > 2.5
            assert found.end < 17.5
            assert found.end - found.begin > 7
            errors.append((found.mean - 10) / found.sigma)
        assert np.abs(np.mean(errors)) < 0.5
        assert 0.7 < np.std(errors) < 1.5


def test_normality_tells_a_sine_from_noise():
    rng = np.random.default_rng(0)
    t = np.arange(2000) * 0.01
    assert identify.steady_segment(t, rng.normal(size=2000)).normality > 0.01
    assert identify.steady_segment(t, rng.exponential(size=2000)).normality < 1e-6


def test_rate_over_pulse_width():
    pwm = np.concatenate([np.linspace(1100, 1470, 20), np.linspace(1530, 1900, 20), [1500]])
    x = np.abs(pwm - 1500)
    rpm = np.where(x > 0, 60 * np.maximum(x, 1.0) ** 0.65 - 25, 0.0)
    found = identify.fit_pwm_rpm(pwm, rpm)
    assert found.predict(pwm) == pytest.approx(np.sign(pwm - 1500) * rpm, rel=1e-9)
    assert found["b"] == pytest.approx(-0.65, rel=1e-8)
    assert found.predict([1500.0]) == 0.0
    assert found.predict([1400.0]) == -found.predict([1600.0])


def test_rate_fit_equals_lmfit():
    lmfit = pytest.importorskip("lmfit")
    rng = np.random.default_rng(2)
    x = np.linspace(40, 400, 25)
    rpm = 60 * x**0.65 - 25 + rng.normal(0, 15, 25)
    found = identify.fit_pwm_rpm(1500 + x, rpm)
    model = lmfit.Model(lambda x, a, b, c: a * x**-b + c, independent_vars=["x"])
    theirs = model.fit(rpm, x=x, a=50.0, b=-0.7, c=0.0, fit_kws={"xtol": 1e-15, "ftol": 1e-15})
    assert found.rms == pytest.approx(np.sqrt(np.mean(theirs.residual**2)), rel=1e-8)
    assert found.predict(1500 + x) == pytest.approx(theirs.best_fit, rel=1e-6)
    assert found.band(1500 + x) == pytest.approx(theirs.eval_uncertainty(x=x, sigma=0.95), rel=1e-3)


def test_thrust_coefficient():
    rate = np.repeat([100.0, 200.0, 300.0, -150.0], 3)
    speed = np.tile([0.0, 0.4, 0.8], 4)
    D, rho = 0.076, 1000.0
    unit = rho * np.abs(rate) * rate * D**4 / (4 * np.pi**2)
    thrust = unit * (0.43 - 0.3 * 2 * np.pi * speed / (rate * D))
    found = identify.fit_thrust_coefficient(rate, thrust, speed, diameter=D)
    assert (found.alpha0, found.alpha1) == pytest.approx((0.43, -0.3), rel=1e-10)
    assert found.predict(rate, speed) == pytest.approx(thrust, rel=1e-10)
    still = identify.fit_thrust_coefficient(rate, unit * 0.4, diameter=D)
    assert still.alpha1 == 0.0
    assert "alpha1 is not seen" in still.notes[0]


def test_thrust_loss_map(tmp_path):
    pwm = np.repeat([1600.0, 1700.0], 3)
    speed = np.tile([0.0, 0.5, 0.9], 2)
    found = identify.thrust_loss(pwm, speed, [5, 4, 4.5, 9, 8, 7], np.full(6, 0.04))
    assert found.loss.tolist() == [0, 1, 0.5, 0, 1, 2]
    assert found.half[1] == pytest.approx(2.5758293 * np.sqrt(0.08), rel=1e-6)
    assert found.rising() == ["1600 us at 0.9 m/s"]
    assert found.plot(tmp_path / "loss.png").stat().st_size > 10_000
    twice = identify.thrust_loss([1600] * 3, [0, 0, 0.5], [5.0, 5.4, 4.0], [0.04, 0.04, 0.02])
    assert twice.loss[2] == pytest.approx(1.2)  # against the mean of both
    assert twice.half[2] == pytest.approx(2.5758293 * 0.2, rel=1e-6)


def test_damping_by_ratio_of_added_masses():
    """Table 3 of Nielsen et al. 2018: K_pp and N_rr are printed 4 to 5 % off their own formula."""
    fits = {
        "heave": identify.fit_drag(*exact(74.23, 0.19), axis="heave"),
        "pitch": identify.fit_drag(*exact(0.028, 0.287), axis="pitch"),
    }
    added = {"sway": 18.5, "heave": 13.3, "roll": 0.054, "pitch": 0.0173, "yaw": 0.28}
    found = identify.extrapolate_damping(added, fits)
    assert found["sway"] == pytest.approx((103.25, 0.26), rel=0.02)
    assert found["roll"] == pytest.approx((0.0874, 0.895), rel=2e-3)
    assert found["yaw"] == pytest.approx((0.453, 4.64), rel=2e-3)
    assert identify.drag_words(found)["N_r"] == pytest.approx(4.645, rel=1e-3)


def exact(c1, c2):
    speed = np.linspace(-1, 1, 9)
    return speed, c1 * np.abs(speed) * speed + c2 * speed


def test_decay_gives_back_what_made_it():
    from scipy.integrate import solve_ivp

    w, d1, d2 = 2.1, 0.06, 0.7
    t = np.linspace(0, 15, 301)
    motion = solve_ivp(
        lambda _, y: [y[1], -(w**2) * (y[0] - 0.02) - d1 * y[1] - d2 * abs(y[1]) * y[1]],
        (0, 15),
        [0.3, 0.0],
        t_eval=t,
        rtol=1e-10,
        atol=1e-12,
    ).y[0]
    clean = identify.fit_decay(t, motion, stiffness=50.0)
    assert [clean[n] for n in ("w", "d1", "d2", "rest")] == pytest.approx(
        [w, d1, d2, 0.02], rel=1e-4
    )
    assert clean.inertia == pytest.approx(50 / w**2, rel=1e-5)
    assert (clean.c1, clean.c2) == pytest.approx((d2 * 50 / w**2, d1 * 50 / w**2), rel=1e-4)
    assert "inertia" not in str(identify.fit_decay(t, motion))
    shown = {row[0]: row for row in clean.rows()}
    assert float(shown["c1"][1]) == pytest.approx(clean.c1, rel=1e-5)
    assert [shown[name][3] for name in ("inertia", "c1", "c2")] == ["kg", "kg/m", "kg/s"]
    noisy = identify.fit_decay(t, motion + np.random.default_rng(1).normal(0, 0.003, 301))
    for name, truth in (("w", w), ("d1", d1), ("d2", d2)):
        low, high = noisy.interval(name, 0.999)
        assert low < truth < high
    # intervals of products against draws from the covariance
    known = dataclasses.replace(noisy, stiffness=50.0)
    draws = np.random.default_rng(0).multivariate_normal(noisy.values, noisy.covariance, 20_000)
    mass = 50 / draws[:, 0] ** 2
    half = student(0.95, noisy.dof)
    drawn = {"inertia": mass, "c1": draws[:, 2] * mass, "c2": draws[:, 1] * mass}
    for name, value, (low, high), _ in known.forces():
        assert (low + high) / 2 == pytest.approx(value)
        assert (high - low) / 2 == pytest.approx(half * drawn[name].std(), rel=0.03)
    assert set(known.to_dict()["forces"]) == set(drawn)


def test_decay_without_linear_damping_has_an_interval_from_zero():
    """A decay by quadratic drag alone: half of the fits end at the bound of d1."""
    from scipy.integrate import solve_ivp

    t = np.linspace(0, 15, 301)
    fall = lambda _, y: [y[1], -4.41 * y[0] - 0.7 * abs(y[1]) * y[1]]  # noqa: E731
    motion = solve_ivp(fall, (0, 15), [0.3, 0.0], t_eval=t, rtol=1e-9, atol=1e-11).y[0]
    noises = [np.random.default_rng(seed).normal(0, 0.003, 301) for seed in range(6)]
    fits = [identify.fit_decay(t, motion + noise) for noise in noises]
    bound = [fit for fit in fits if fit.bounds]
    assert 0 < len(bound) < 6
    for fit in bound:
        low, high = fit.interval("d1")
        assert low == fit["d1"] == 0
        assert 0.001 < high < 0.02
        assert fit.notes[0] == "d1 is at its bound 0"
    assert fits[0].units == ("rad/s", "1/s", "1/m", "m", "m", "m/s")


@pytest.mark.skipif(not DATA.is_dir(), reason="no shared data here")
def test_tables_of_the_t200():
    table = np.genfromtxt(
        DATA / "t200_bollard" / "t200_bollard_10-20V.csv", delimiter=",", names=True
    )
    for voltage in np.unique(table["voltage_V"]):
        rows = (table["voltage_V"] == voltage) & (table["pwm_us"] > 1500)
        rate = identify.fit_pwm_rpm(table["pwm_us"][rows], table["rpm"][rows])
        assert rate.rms < 0.012 * table["rpm"][rows].max()
        rows &= table["rpm"] > 0
        newton = 9.80665 * table["thrust_kgf"][rows]
        turning = table["rpm"][rows] * 2 * np.pi / 60
        thrust = identify.fit_thrust_coefficient(turning, newton, diameter=0.076)
        assert thrust.alpha0 == pytest.approx(0.44, rel=0.03)
        assert thrust.rms < 0.016 * newton.max()


@pytest.mark.skipif(not DATA.is_dir(), reason="no shared data here")
def test_towing_tank_of_the_rm2():
    table = np.genfromtxt(DATA / "towtank_rm2" / "tare_drag.csv", delimiter=",", names=True)
    found = identify.fit_drag(table["tow_speed"], table["tare_drag"])
    assert found.rms < 0.02 * table["tare_drag"].max()
    assert found.c1_interval[0] > 0


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: identify.fit_drag([1, 2], [1, 2]), "2 points"),
        (lambda: identify.fit_drag([1, 2, np.nan], [1, 2, 3]), "nan at index 2"),
        (lambda: identify.fit_drag([1, 1, 1], [1, 2, 3]), "is 1 throughout"),
        (lambda: identify.fit_drag([100, 200, 300], [1, 2, 3]), "beyond 30 m/s"),
        (lambda: identify.fit_drag([1, 2, 3], [1, 2, 3], sigma=[1, 0, 1]), "not positive"),
        (lambda: identify.fit_drag([1, 2, 3], [1, 2, 3], exclude=[5]), "no point 5"),
        (lambda: identify.fit_drag([1, 2, 3], [1, 2, 3], axis="up"), "no 'up'"),
        (lambda: identify.fuse([1, 2], [1, -1]), "not positive"),
        (lambda: identify.fuse([1, 2], [1]), "differ in length"),
        (lambda: identify.fuse([1, "x"], [1, 1]), "no number"),
        (lambda: identify.fit_pwm_rpm([0.0015] * 6, range(6)), "microseconds"),
        (lambda: identify.fit_pwm_rpm(range(1600, 1606), [500] * 6), "throughout"),
        (lambda: identify.steady_segment(range(60), np.ones(60)), "constant"),
        (lambda: identify.steady_segment(range(99), np.arange(99) ** 2), "no part"),
        (lambda: identify.bracket_force([1], [1], [1], 47), "radians"),
        (lambda: identify.fit_decay(range(30), np.ones(30)), "throughout"),
    ],
)
def test_refusals(call, said):
    with pytest.raises(PelagosError, match=said):
        call()

"""Points far off are named with their distance and what the fit would be without them."""

import numpy as np
import pytest

import pelagos as pl
from pelagos import identify
from pelagos.data.recording import Recording
from pelagos.identify.outliers import series_notes


def towed(seed=0, count=20):
    rng = np.random.default_rng(seed)
    speed = np.linspace(-1, 1, count)
    sigma = 0.1 + 0.02 * np.abs(speed)
    return speed, 35 * np.abs(speed) * speed + 4 * speed + rng.normal(0, sigma), sigma


def test_a_point_that_is_far_off_is_named_and_kept():
    speed, force, sigma = towed()
    clean = identify.fit_drag(speed, force, sigma)
    assert clean.notes == ()
    assert 0.2 < clean.chi_square < 2.5
    force[17] += 90 * sigma[17]
    found = identify.fit_drag(speed, force, sigma)
    off, without, scaled = found.notes
    size = float(off.partition("(")[2].partition(" sigmas")[0])
    assert off.startswith(f"1 point is far off: {speed[17]:g} m/s (")
    assert 60 < size < 140  # the usual scatter of 19 points is known to some 20 %
    alone = identify.fit_drag(speed, force, sigma, exclude=[17])
    assert without == f"without it: c1 = {alone.c1:.5g}, c2 = {alone.c2:.5g}"
    assert found.chi_square == pytest.approx(np.sum((found.residuals / sigma) ** 2) / 18)
    ratio = np.sqrt(found.chi_square)
    assert scaled.startswith(f"residuals are {ratio:.3g} times as large as sigma says")
    assert f"chi-square per degree of freedom: {found.chi_square:.4g}" in str(found)
    assert len(found.residuals) == 20  # nothing is dropped
    # without sigmas likewise
    found = identify.fit_drag(speed, force)
    assert found.notes[0].startswith(f"1 point is far off: {speed[17]:g} m/s (")
    assert found.chi_square is None


def test_several_points_do_not_hide_each_other():
    speed, force, _ = towed()
    force[[2, 3, 17]] += 20.0
    notes = identify.fit_drag(speed, force).notes
    assert any(note.startswith("3 points are far off: ") for note in notes)


@pytest.mark.parametrize("count", [5, 9, 42])
def test_noise_alone_is_hardly_ever_named(count):
    """One in a thousand: more than 2 of 50 would come in one of fifty thousand cases."""
    named = [identify.fit_drag(*towed(seed, count)[:2]).notes for seed in range(50)]
    assert sum(any("far off" in note for note in notes) for notes in named) <= 2


def test_sigmas_that_are_too_large_are_said():
    speed, force, sigma = towed()
    (note,) = identify.fit_drag(speed, force, 10 * sigma).notes
    assert note.startswith("residuals are 0.0")


def test_thrusters():
    rng = np.random.default_rng(1)
    pwm = np.linspace(1540, 1840, 25)
    rpm = 60 * (pwm - 1500) ** 0.65 - 25 + rng.normal(0, 5, 25)
    thrust = 1000 * 0.076**4 * 0.43 * (rpm / 60) ** 2 + rng.normal(0, 0.05, 25)
    assert identify.fit_pwm_rpm(pwm, rpm, 5.0).notes == ()
    rate = rpm * 2 * np.pi / 60
    assert not any(
        "off" in n for n in identify.fit_thrust_coefficient(rate, thrust, diameter=0.076).notes
    )
    rpm[9] += 300
    thrust[4] += 3
    turned = identify.fit_pwm_rpm(pwm, rpm, 5.0)
    assert turned.notes[0].startswith(f"1 point is far off: {pwm[9]:g} us (")
    assert turned.notes[1].startswith("without it: a = ")
    assert turned.chi_square > 50
    pushed = identify.fit_thrust_coefficient(rate, thrust, sigma=0.05, diameter=0.076)
    assert f"1 point is far off: {rate[4]:.4g} rad/s, 0 m/s (" in pushed.notes[1]


def test_samples_of_records():
    t = np.arange(0, 10, 0.02)
    x = 0.2 * np.exp(-0.1 * t) * np.cos(3 * t) + np.random.default_rng(0).normal(0, 1e-3, len(t))
    x[77] += 0.09
    fit = identify.fit_decay(t, x)
    (note,) = [n for n in fit.notes if "far off" in n]
    assert note.startswith("heave: 1 sample is far off: at 1.54 s (")
    assert 60 < float(note.partition("s (")[2].partition(" sigmas")[0]) < 140


def test_samples_of_motions():
    robot = pl.load("pendulum")
    run = pl.simulate(robot, duration=2, every=0.02)
    t = run.arrays["time"]
    q = run.arrays["q"][:, 0] + np.random.default_rng(0).normal(0, 1e-3, len(t))
    q[40] += 0.1
    label = f"q.{robot.coordinates[0]}"
    fit = identify.fit_trajectory(
        robot, Recording("r", {label: t}, {label: q}), ["length"], rtol=1e-6
    )
    assert any(n.startswith(f"{label}: 1 sample is far off: at 0.8 s (") for n in fit.notes)


def test_residuals_of_a_wrong_model_are_no_outliers():
    """They bend and jump where pieces begin, but no sample stands alone."""
    t = np.arange(0, 4, 0.02)
    noise = np.random.default_rng(0).normal(0, 1e-4, len(t))
    parts = [(t[:100], 0.1 * np.sin(3 * t[:100])), (t[100:], 0.3 + 0.1 * np.cos(3 * t[100:]))]
    parts = [(time, rest + noise[: len(rest)]) for time, rest in parts]
    assert series_notes("q", parts) == []
    parts[1][1][50] += 1.0
    (note,) = series_notes("q", parts)
    assert note.startswith("q: 1 sample is far off: at 3 s (")

"""Sea states: their spectra, the waves they consist of, and bodies in them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import quad, solve_ivp
from scipy.signal import periodogram

import pelagos as pl
from pelagos.elements.flow.field import STILL
from pelagos.elements.flow.wave import AiryWave
from pelagos.mathematics.algebra import Vec3
from pelagos.mechanism.robot import compile_robot
from pelagos.model.hydrodynamics.spectrum import HIGHEST, LOWEST, density, shape, waves_of
from pelagos.model.hydrodynamics.waves import SeaState
from tests.sensors.tools import readings
from tests.trees import starting_at

G = 9.81
DOWN = (0.0, 0.0, -G)
HEIGHT, PERIOD = 2.0, 8.0
PEAK = 2 * math.pi / PERIOD


def sea(**words):
    own = {"spectrum": "jonswap", "height": HEIGHT, "period": PERIOD} | words
    return SeaState.model_validate(own)


def buoy(depth=None, sensors=None, gravity=DOWN, **words):
    """A neutral ball at 5 m, and what is asked for."""
    waves = {"spectrum": "jonswap", "height": HEIGHT, "period": PERIOD} | words
    water = {"density": 1000.0, "waves": waves} | ({} if depth is None else {"depth": depth})
    ball = {"joint": "free", "shape": {"sphere": 0.01}, "density": 1000.0, "drag": False}
    start = {"ball": {"position": [1.0, 2.0, -5.0]}}
    return pl.Robot(
        name="buoy",
        gravity=gravity,
        bodies={"ball": ball},
        water=water,
        initial=start,
        sensors=sensors or {},
    )


def flow_of(robot):
    (found,) = compile_robot(robot).flows
    return found


def moment(spectrum, order, low=LOWEST * PEAK, high=HIGHEST * PEAK):
    """Integral of frequency^order times a density, the peak apart."""
    ends = [low, *(x * PEAK for x in (0.8, 1.0, 1.2) if low < x * PEAK < high), high]
    parts = zip(ends, ends[1:], strict=False)
    return sum(quad(lambda w: w**order * spectrum(w), a, b, epsrel=1e-10)[0] for a, b in parts)


# --- spectra


@pytest.mark.parametrize("gamma", [1.0, 3.3, 7.0])
def test_periods_of_the_shape_are_those_of_the_standard(gamma):
    """DNV-RP-C205 (2010), section 3.5.5: T_1 and T_z over T_p as polynomials of gamma."""
    zero, first, second = (
        quad(lambda r, n=n: r**n * float(shape(np.array(r), gamma)), 0.2, 1)[0]
        + quad(lambda r, n=n: r**n * float(shape(np.array(r), gamma)), 1, 200, limit=500)[0]
        for n in (0, 1, 2)
    )
    mean = 0.7303 + 0.04936 * gamma - 0.006556 * gamma**2 + 0.0003610 * gamma**3
    crossing = 0.6673 + 0.05037 * gamma - 0.006230 * gamma**2 + 0.0003341 * gamma**3
    assert zero / first == pytest.approx(mean, rel=0.004)
    assert math.sqrt(zero / second) == pytest.approx(crossing, rel=0.004)
    if gamma == 1.0:
        assert zero == pytest.approx(0.2, rel=1e-6)


@pytest.mark.parametrize("words", [{}, {"gamma": 6.0}, {"spectrum": "pierson-moskowitz"}])
def test_waves_have_the_moments_of_the_spectrum(words):
    """The height for any seed; others on the mean of seeds, within the error of that mean."""
    state = sea(**words)

    def spectrum(x):
        return float(density(state, np.array(x)))

    assert moment(spectrum, 0) == pytest.approx(HEIGHT**2 / 16, rel=1e-6)
    orders, found = (-1, 1, 2, 4), []
    for seed in range(16):
        waves = waves_of(sea(seed=seed, **words), 0, DOWN, 1e4)
        energy = np.array([wave.amplitude for wave in waves]) ** 2 / 2
        w = np.array([wave.frequency for wave in waves])
        assert len(waves) == 100
        assert (np.diff(w) > 0).all()
        assert 4 * math.sqrt(energy.sum()) == pytest.approx(HEIGHT, rel=1e-12)
        found.append([energy @ w**order for order in orders])
    known = np.array([moment(spectrum, order) for order in orders])
    spread = np.std(found, axis=0, ddof=1)
    assert (np.abs(np.mean(found, axis=0) - known) < 4 * spread / math.sqrt(16)).all()
    assert (spread < known * [3e-3, 2e-3, 1e-2, 5e-2]).all()


@pytest.mark.parametrize("depth", [3.0, 20.0, 1e4])
def test_waves_obey_the_dispersion_of_their_depth(depth):
    waves = waves_of(sea(height=0.5), 0, DOWN, depth)
    for wave in waves:
        k, w = wave.wavenumber, wave.frequency
        assert w * w == pytest.approx(G * k * math.tanh(k * depth), rel=1e-12)
        assert math.hypot(wave.ahead, wave.aside) == pytest.approx(1.0)
    if depth == 3.0:  # long waves have the speed sqrt(g d)
        assert waves[0].frequency / waves[0].wavenumber == pytest.approx(
            math.sqrt(G * depth), rel=0.05
        )


@pytest.mark.parametrize("s", [2.0, 15.0])
def test_directions_spread_as_they_should(s):
    """Of cos^2s(a/2) the means of cos a and cos 2a are s/(s+1) and s(s-1)/((s+1)(s+2))."""
    waves = waves_of(sea(spreading=s, components=400), 0, DOWN, 1e4)
    angle = np.array([math.atan2(wave.aside, wave.ahead) for wave in waves])
    first, second = s / (s + 1), s * (s - 1) / ((s + 1) * (s + 2))
    assert np.cos(angle).mean() == pytest.approx(first, abs=2e-3)
    assert np.cos(2 * angle).mean() == pytest.approx(second, abs=4e-3)
    assert np.sin(angle).mean() == pytest.approx(0.0, abs=2e-3)
    # and they have nothing to do with the frequencies
    rank = np.corrcoef(angle, [wave.frequency for wave in waves])[0, 1]
    assert abs(rank) < 0.15
    energy = np.array([wave.amplitude**2 for wave in waves])
    assert energy @ np.cos(angle) / energy.sum() == pytest.approx(first, abs=0.03)


# --- the flow


@pytest.mark.parametrize(("depth", "z"), [(12.0, -3.0), (None, -1.0), (12.0, -12.0)])
def test_the_sum_is_that_of_single_waves(depth, z):
    """Velocity, rate and gradient beside those that jets give of each wave."""
    robot = buoy(depth, spreading=6, direction=[3, 4], components=20)
    flow = flow_of(robot)
    assert (flow.depth is None) == (depth is None)
    point, t = Vec3(3.0, -7.0, z), 12.3
    known, lifted = STILL, 0.0
    for wave in flow.waves:
        along = wave.ahead * flow.ahead + wave.aside * flow.aside
        numbers = (wave.amplitude, wave.wavenumber, wave.frequency, wave.phase)
        one = AiryWave(*numbers, along, flow.up, 0.0, depth or 1e4)
        known = known + one.stream((), t, point)
        lifted += one.elevation(t, point)
    found = flow.stream((), t, point)
    scale = max(map(abs, known))
    np.testing.assert_allclose([*found], [*known], atol=1e-13 * scale)
    assert flow.elevation(t, point) == pytest.approx(lifted, rel=1e-12)
    if z == -12.0:
        assert abs(found.velocity.z) < 1e-13  # nothing goes through the bed


def test_down_may_be_anywhere():
    """The same sea in a world with z down, seen from there."""
    up, down = flow_of(buoy(20.0, spreading=6)), flow_of(buoy(20.0, None, (0, 0, G), spreading=6))
    here, there = (
        flow.stream((), 4.0, Vec3(2.0, side * 3.0, side * -4.0))
        for flow, side in ((up, 1), (down, -1))
    )
    mirrored = [1.0, -1.0, -1.0]
    assert [*there.velocity] == pytest.approx([*(np.array([*here.velocity]) * mirrored)])


# --- runs

GAUGES = {
    "staff": {"wave_gauge": {"rate": 2}},
    "log": {"flow": {"body": "mast", "at": [0, 0, -6], "axes": "xz", "rate": 2}},
}


@pytest.fixture(scope="module")
def record():
    """Three hours of a sea in 20 m of water at a mast."""
    mast = {"joint": "fixed", "mass": 1.0, "inertia": [1, 1, 1]}
    bob = {"parent": "mast", "joint": {"revolute": "z"}, "mass": 1.0, "inertia": [1, 1, 1]}
    waves = {"spectrum": "jonswap", "height": HEIGHT, "period": PERIOD, "seed": 3}
    robot = pl.Robot(
        name="mast",
        bodies={"mast": mast, "bob": bob},
        water={"depth": 20.0, "waves": waves},
        sensors=GAUGES,
    )
    return robot, readings(robot, 10_800.0, rtol=1e-3, atol=1e-3)


def test_the_height_is_recovered_from_a_run(record):
    elevation = record[1]["staff"]["elevation"]
    assert 4 * elevation.std() == pytest.approx(HEIGHT, rel=0.03)
    assert abs(elevation.mean()) < 0.01
    # a Gaussian process: its fourth moment is 3
    assert np.mean(elevation**4) / np.mean(elevation**2) ** 2 == pytest.approx(3.0, abs=0.25)


def test_the_spectrum_is_recovered_from_a_run(record):
    """Energy by bands: n Fourier lines have a sampling error of 1 / sqrt(n)."""
    robot, found = record
    state = robot.water.waves[0]
    f, power = periodogram(found["staff"]["elevation"], fs=2.0)
    ends = np.array([0.08, 0.11, 0.125, 0.14, 0.17, 0.22, 0.35, 0.6])
    for low, high in zip(ends, ends[1:], strict=False):
        lines = (f >= low) & (f < high)
        energy = power[lines].sum() * f[1]
        known = quad(
            lambda w: float(density(state, np.array(w))), 2 * math.pi * low, 2 * math.pi * high
        )[0]
        assert energy == pytest.approx(known, rel=3 / math.sqrt(lines.sum()))


def test_the_sea_does_not_repeat_itself(record):
    """Waves at even steps of frequency come again as they were; these never do."""
    x = record[1]["staff"]["elevation"]
    spectrum = np.abs(np.fft.rfft(x - x.mean(), 2 * len(x))) ** 2
    correlation = np.fft.irfft(spectrum)[: len(x) // 2]
    assert np.abs(correlation[400:] / correlation[0]).max() < 0.6


def test_orbital_speeds_at_depth_are_those_of_linear_theory(record):
    """Variances are integrals of S w^2 (cosh or sinh k(z+d) / sinh k d)^2."""
    robot, found = record
    state, depth, height = robot.water.waves[0], 20.0, 14.0

    def squared(w, function):
        k = w * w / G
        for _ in range(200):
            k = w * w / (G * math.tanh(k * depth))
        share = function(k * height) / math.sinh(k * depth)
        return float(density(state, np.array(w))) * (w * share) ** 2

    for axis, function in (("x", math.cosh), ("z", math.sinh)):
        known = moment(lambda w, own=function: squared(w, own), 0)
        assert found["log"][f"speed.{axis}"].std() == pytest.approx(math.sqrt(known), rel=0.03)


@pytest.mark.parametrize("depth", [None, 15.0])
def test_a_neutral_ball_goes_where_the_water_goes(depth):
    """Displaced and added mass feel the water's acceleration, as in a single wave."""
    robot = buoy(depth, spreading=8, components=20)
    flow = flow_of(robot)

    def velocity(t, x):
        return np.array([*flow.stream((), t, Vec3(*x.tolist())).velocity])

    q, u = robot.initial_state()
    u[:3] = velocity(0.0, q[:3])
    run = pl.simulate(starting_at(robot, q, u), duration=30.0, every=5.0, rtol=1e-11, atol=1e-12)
    path = solve_ivp(velocity, (0, 30.0), q[:3], t_eval=run.arrays["time"], rtol=1e-11, atol=1e-12)
    np.testing.assert_allclose(run.arrays["position"][:, 0], path.y.T, atol=1e-7)
    assert np.ptp(path.y[0]) > 0.3


def test_the_books_of_energy_balance_in_a_sea():
    body = {"joint": "free", "shape": {"ellipsoid": [0.5, 0.2, 0.2]}, "density": 1000.0}
    water = {"density": 1000.0, "waves": {"spectrum": "jonswap", "height": 1.0, "period": 6.0}}
    start = {"egg": {"position": [0, 0, -3]}}
    robot = pl.Robot(name="egg", bodies={"egg": body}, water=water, initial=start)
    run = pl.simulate(robot, duration=20.0, rtol=1e-10, atol=1e-11)
    kinetic, work = run.arrays["kinetic_energy"], run.arrays["work"]
    books = kinetic + run.arrays["potential_energy"] - work
    assert np.ptp(work) > 10.0
    assert np.ptp(books) < 1e-7 * np.ptp(work)


def test_seeds_vary_in_batches_to_the_bit():
    robot = buoy(components=12, spreading=10)
    batch = pl.simulate_batch(robot, vary={"water.waves.seed": [0, 1, 2, 3, 4]}, duration=5.0)
    places = np.array([run.arrays["position"][-1, 0] for run in batch])
    for seed in (0, 3):
        own = robot.with_values({"water.waves.seed": seed})
        alone = pl.simulate(own, duration=5.0, integrator="dopri5")
        assert alone.arrays["position"][-1, 0].tolist() == places[seed].tolist()
    assert len(np.unique(places[:, 0])) == 5


def test_two_seas_of_one_seed_are_not_the_same():
    """A wind sea on a swell, with a single wave between: each has numbers of its own."""
    swell = {"spectrum": "jonswap", "height": 1.0, "period": 12.0, "components": 10}
    mixed = [swell, {"amplitude": 0.1, "period": 5}, swell]
    flows = compile_robot(buoy().with_values({"water.waves": mixed})).flows
    first, single, second = flows
    assert isinstance(single, AiryWave)
    assert {wave.phase for wave in first.waves}.isdisjoint(wave.phase for wave in second.waves)

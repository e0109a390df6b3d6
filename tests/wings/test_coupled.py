"""Wings that move by the loads of the flow: added mass, Theodorsen, energy, formulations."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import hankel2

import pelagos as pl
from pelagos.errors import PelagosError

METHODS = ("newton-euler", "kane", "moving-frame", "udwadia-kalaba")
DRY = {"mass": 1.0, "inertia": [1.0, 1.0, 1.0], "water": False}
ACROSS = {"rpy": [0, 0, "90 deg"]}  # x along the span, -y with the stream


def plate(mass, panels, stiffness=0.0, **words):
    """A plate of 1 m by 0.5 m that can heave in water at rest."""
    return pl.Robot(
        name="plate",
        gravity=[0, 0, 0],
        water={"density": 1000},
        bodies={
            "plate": {
                **DRY,
                "joint": {"prismatic": "z", "stiffness": stiffness},
                "at": ACROSS,
                "mass": mass,
            }
        },
        wings={
            "w": {
                "bodies": "plate",
                "span": 1.0,
                "chord": 0.5,
                "speed": 1.0,
                "wake": 2,
                "panels": {"chord": panels, "span": panels},
            }
        },
        **words,
    )


def added_mass(mass, panels):
    """By how much a plate seems heavier than it is when it is pushed."""
    push = {"push": {"force": {"body": "plate", "direction": "z", "input": 1.0}}}
    dt = 0.5 / panels
    run = pl.simulate(plate(mass, panels, actuators=push), duration=2 * dt, every=dt)
    assert run.outcome.finished
    return dt / run.arrays["u"][1, 0] - mass


def test_a_light_plate_takes_the_fluid_along():
    """The fluid's mass may exceed the plate's a thousandfold, and does not depend on it."""
    heavy, light = added_mass(1e3, 8), added_mass(0.1, 8)
    assert light == pytest.approx(heavy, rel=1e-5)
    # rectangular plate of 1 : 2, DNV-RP-H103 (2011), table A-2; of first order in the panels
    limit = 2 * added_mass(1.0, 16) - light
    assert limit == pytest.approx(0.757 * np.pi / 4 * 1000 * 0.5**2, rel=0.015)


def test_a_plate_on_a_spring_oscillates_with_its_added_mass():
    """In water, a spring of a light plate feels twenty times its mass; nothing is excited."""
    mass, wish = 8.0, 2.0  # kg, rad/s
    total = mass + added_mass(mass, 8)
    small = {"plate": {"position": [1e-5]}}
    robot = plate(mass, 8, total * wish**2, initial=small).with_values({"wings.w.step": 0.02})
    run = pl.simulate(robot, duration=1.6)
    t, q = run.arrays["time"], run.arrays["q"][:, 0]
    zero = np.interp(0.0, -q, t)
    # shed vorticity damps it; the step is of first order
    assert zero == pytest.approx(np.pi / 2 / wish, rel=0.03)
    assert np.abs(q).max() == q[0]


SPEED, CHORD, DENSITY, OFFSET, REDUCED = 10.0, 1.0, 1.2, -0.2, 0.5


def section(panels, heave, pitch):
    """Amplitudes of lift (up) and moment (nose up) per length of a very long wing."""
    width, w = 1000.0, REDUCED * SPEED / (CHORD / 2)
    signals = (f"{heave}*sin({w}*t)", f"{pitch}*sin({w}*t)")
    robot = pl.Robot(
        name="section",
        gravity=[0, 0, 0],
        water={"density": DENSITY, "current": [SPEED, 0, 0]},
        bodies={
            "up": {**DRY, "joint": {"prismatic": "z"}},
            # the lattice ends a quarter panel before either tip, and has a single panel
            "wing": {
                **DRY,
                "parent": "up",
                "at": {**ACROSS, "position": [0, -0.75 * width, 0]},
                "joint": {"revolute": "x"},
            },
        },
        actuators={
            "heave": {"motion": {"joint": "up", "input": signals[0]}},
            "pitch": {"motion": {"joint": "wing", "input": signals[1]}},
        },
        wings={
            "w": {
                "bodies": "wing",
                "span": 1.5 * width,
                "chord": CHORD,
                "elastic_axis": (1 + OFFSET) / 2,
                "panels": {"chord": panels, "span": 1},
                "wake": 40,
            }
        },
    )
    period, cycles = 2 * np.pi / w, 4
    run = pl.simulate(robot, duration=cycles * period, every=period / 64)
    last = run.arrays["time"] >= (cycles - 1) * period - 1e-9
    t = run.arrays["time"][last]
    basis = np.stack([np.sin(w * t), np.cos(w * t), np.ones_like(t)], axis=1)
    found = []
    for values in (run.arrays["wing_force"][last, 0, 2], run.arrays["wing_moment"][last, 0, 1]):
        s, c, _ = np.linalg.lstsq(basis, values / width, rcond=None)[0]
        found.append(s + 1j * c)
    return np.array(found)


def theodorsen(heave, pitch):
    """The same in closed form (Theodorsen 1935)."""
    b, a, k, V, rho = CHORD / 2, OFFSET, REDUCED, SPEED, DENSITY
    s = 1j * k * V / b
    C = hankel2(1, k) / (hankel2(1, k) + 1j * hankel2(0, k))
    seen = V * pitch - s * heave + b * (0.5 - a) * s * pitch
    lift = np.pi * rho * b**2 * (-(s**2) * heave + V * s * pitch - a * b * s**2 * pitch)
    moment = (-a * s**2 * heave - V * (0.5 - a) * s * pitch) * b
    moment -= (1 / 8 + a**2) * b**2 * s**2 * pitch
    circulatory = 2 * np.pi * rho * V * b * C * seen
    return np.array([lift + circulatory, np.pi * rho * b**2 * moment + b * (a + 0.5) * circulatory])


@pytest.mark.parametrize(("heave", "pitch"), [(0.01, 0.0), (0.0, 0.01)])
def test_an_oscillating_section_is_that_of_theodorsen(heave, pitch):
    """Lift and moment, in phase and out of it; of first order in panels, so extrapolated."""
    exact = theodorsen(heave, pitch)
    coarse, fine = section(8, heave, pitch), section(16, heave, pitch)
    assert np.abs(fine / exact - 1).max() < 0.06
    assert np.abs((2 * fine - coarse) / exact - 1).max() < 0.006


@pytest.fixture(scope="module")
def flutter():
    return pl.load("wing").resolved("100")


def test_formulations_agree_and_energy_is_accounted_for(flutter):
    runs = [pl.simulate(flutter, duration=0.02, every=1e-3, method=m, rtol=1e-9) for m in METHODS]
    for run in runs:
        for name in ("q", "u", "wing_force", "wing_moment", "work"):
            wanted = runs[0].arrays[name]
            np.testing.assert_allclose(
                run.arrays[name], wanted, rtol=0, atol=1e-7 * np.abs(wanted).max()
            )
        energy = run.arrays["kinetic_energy"] + run.arrays["potential_energy"]
        assert energy.max() > 1e-4
        np.testing.assert_allclose(energy - run.arrays["work"], energy[0], atol=1e-7 * energy.max())


def test_a_batch_gives_the_bits_of_single_runs(flutter):
    speeds = [40.0, 60, 80, 100, 120, 70]
    words = {"duration": 8e-3, "every": 1e-3}
    batch = pl.simulate_batch("wing", vary={"parameters.V": speeds}, **words)
    for run, speed in enumerate(speeds):
        alone = pl.simulate("wing", set={"parameters.V": speed}, **words)
        for name in ("q", "u", "wing_force", "work"):
            np.testing.assert_array_equal(batch.arrays[name][run], alone.arrays[name])


def test_a_session_follows_the_run(flutter):
    """It sees predictions inside of an air step, and goes on as the run does."""
    run = pl.simulate(flutter, duration=0.02, every=1e-3)
    session = pl.Session(flutter)
    for sample in range(1, 21):
        session.advance(sample * 1e-3)
        wanted = run.arrays["q"][sample]
        np.testing.assert_allclose(session.q, wanted, atol=2e-3 * np.abs(wanted).max())
    session.set_state(q=session.q)  # the flow begins anew
    session.advance(0.021)
    session.reset()
    session.advance(1e-3)
    np.testing.assert_allclose(session.q, run.arrays["q"][1], rtol=1e-2)


def test_what_a_lattice_cannot_do_is_refused(flutter):
    with pytest.raises(PelagosError, match="radau does not take air steps again"):
        pl.simulate(flutter, duration=0.01, integrator="radau")


def test_an_air_step_that_is_too_long_for_water_is_said_so():
    water = {"water.density": 1000, "parameters.V": 1.0}
    run = pl.simulate("wing", "60", set={**water, "wings.plate.wake": 2})
    assert run.outcome.code == "uncoupled"
    assert "a shorter `step`" in run.outcome.message
    assert run.arrays["time"][-1] <= run.outcome.time  # nothing of the step that failed
    fine = pl.simulate("wing", "60", set={**water, "wings.plate.step": 1e-3, "wings.plate.wake": 1})
    assert fine.outcome.finished
    bend = fine.arrays["q"][:, 1::2].sum(axis=1)
    assert np.ptp(bend[-200:]) < 0.1 * np.ptp(bend)


def test_flows_and_docks_that_a_wake_cannot_follow_are_refused(flutter):
    def swirl(position, time):
        from pelagos.laws import Vec3

        return Vec3(position.y, 0.0, 0.0)

    with pytest.raises(PelagosError, match="swirl moves the fluid"):
        pl.simulate(flutter.with_laws(flow=swirl), duration=0.01)
    words = flutter.to_dict()
    words["constraints"] = {"hold": {"weld": {"between": ["world", "link4"], "active": False}}}
    words["events"] = {"catch": {"at": 0.005, "dock": "hold"}}
    with pytest.raises(PelagosError, match="the wake of a wing would be lost"):
        pl.simulate(pl.Robot(**words), duration=0.01)


def test_a_run_that_is_stopped_keeps_what_has_settled(flutter):
    """A condition ends it; samples until then are those of the whole run."""
    words = {**flutter.to_dict(), "stop": {"when": "q[link1.1] > 0.01"}}
    whole = pl.simulate(flutter, duration=0.02, every=1e-3)
    run = pl.simulate(pl.Robot(**words), duration=0.02, every=1e-3)
    assert run.outcome.code == "stopped"
    last = len(run.arrays["time"]) - 2
    assert last > 3
    np.testing.assert_allclose(run.arrays["q"][:last], whole.arrays["q"][:last], atol=1e-7)

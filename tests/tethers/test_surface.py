"""Lines that cross the surface: dry above it, wet below, and continuous in between."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.equations.mechanism import given
from pelagos.mechanism.objects import mechanism_of
from pelagos.mechanism.robot import compile_robot
from tests.tethers.lines import G, line, outputs, robot

DENSITY, CROSSING = 1000.0, {"density": 1000.0, "surface": 0.0, "crossing": True}
LINE = line(between=["world", "b"], at=[0, 0, 3], length=4.0, segments=8, EA=1e7)
AREA = np.pi / 4 * 0.01**2


def hung(place, water, **words):
    """A heavy body without volume on the line, so that all buoyancy is the line's."""
    return robot({**LINE, "stretched": True, **words}, place, gravity=[0, 0, -G], water=water)


def test_a_vertical_line_weighs_in_air_what_it_does_there():
    """Every share is exact on a straight line, wherever the surface cuts it."""
    for bottom in (-0.3, -0.99, 0.51, 1.7):
        made = robot(
            {**LINE, "at": [0, 0, bottom + 4.0001], "EA": 1e8, "stretched": True},
            (0, 0, bottom), gravity=[0, 0, -G], water=CROSSING,
        )  # fmt: skip
        found = outputs(made)
        wet = min(4.0, max(0.0, -bottom))
        weight = G * (0.2 * 4.0 - DENSITY * AREA * wet)
        # both ends are held: what they carry differs by the weight, whatever the line is stretched
        difference = found["line.tension_at"] - found["line.tension_to"]
        assert difference == pytest.approx(weight, rel=1e-4)


def test_below_the_surface_nothing_differs():
    deep, calm = ({**CROSSING, "surface": 50.0}, {"density": DENSITY})
    current = {"current": [0.5, 0, 0]}
    words = {"at": [0, 0, 2], "stretched": False}
    crossing, plain = (hung((2, 0, -0.5), {**water, **current}, **words) for water in (deep, calm))
    for name, value in outputs(plain).items():
        assert outputs(crossing)[name] == pytest.approx(value, rel=1e-6)


def test_above_the_surface_a_line_swings_as_in_air():
    swing = {"at": [0, 0, 3], "length": 4.0, "segments": 4, "EA": 1e4}
    water = {**CROSSING, "surface": -50.0}
    runs = [
        pl.simulate(
            robot({**LINE, **swing}, (2, 0, 0), gravity=[0, 0, -G], water=own),
            duration=0.5, every=0.1, rtol=1e-8,
        )
        for own in (water, {"density": 0.0})
    ]  # fmt: skip
    one, other = (np.asarray(run.q) for run in runs)
    assert np.abs(one[-1] - one[0]).max() > 0.3
    assert one == pytest.approx(other, abs=1e-6)


@pytest.mark.parametrize("waves", [False, True])
def test_the_energy_books_close_while_a_line_falls_in(waves):
    """Buoyancy, drag, added mass and slams are work on the line."""
    water = dict(CROSSING)
    if waves:
        water["waves"] = {"amplitude": 0.1, "period": 2.0, "direction": [1, 0.3, 0]}
    made = robot(
        line(at=[0, 0, 0.4], length=3, segments=6, EA=1e3), (1.5, 0, 0.3), water=water,
        gravity=[0, 0, -G], initial={"b": {"position": [1.5, 0, 0.3], "velocity": [0, 0, -1]}},
    )  # fmt: skip
    run = pl.simulate(made, duration=1.0, every=0.05, integrator="dopri5", rtol=1e-9, atol=1e-11)
    energy = run.arrays["kinetic_energy"] + run.arrays["potential_energy"]
    assert np.abs(np.diff(run.arrays["work"])).max() > 0.01
    assert energy - energy[0] == pytest.approx(run.arrays["work"], abs=1e-6)
    heights = np.asarray(run.state.sel(auxiliary=[f"line.z{k}" for k in range(1, 6)]))
    assert (heights[0] < 0).any()
    linear = pl.simulate(made, duration=1.0, every=0.05, rtol=1e-7)
    assert np.asarray(linear.q)[-1] == pytest.approx(np.asarray(run.q)[-1], abs=2e-4)


def test_a_flat_line_floats_where_it_displaces_its_weight():
    """Half as dense as water, it lies with half of its section below the surface."""
    floating = line(at=[0, 0, 0], length=2.0, segments=4, line_density=0.5 * DENSITY * AREA)
    made = robot(floating, (1.9, 0, 0), gravity=[0, 0, -G], water=CROSSING,
                 bodies={"b": {"joint": "fixed", "at": [1.9, 0, 0], "mass": 1,
                               "inertia": [1, 1, 1]},
                         "c": {"mass": 1, "inertia": [1, 1, 1]}},
                 initial={"c": {"position": [9, 0, 9]}})  # fmt: skip
    heights = pl.Session(made).state[2:9:3]
    assert heights == pytest.approx(0.0, abs=1e-3)


@pytest.mark.parametrize("speed", [-0.7, 0.7])
def test_a_piece_that_falls_in_sets_water_in_motion(speed):
    """Half wet and slack: weight, half of buoyancy, drag and added mass, and von Karman's force,
    which is there while the wet share grows."""
    words = line(at=[-0.95, 0, 0], length=2.0, segments=2)
    c = compile_robot(robot(words, (0.95, 0, 0), gravity=[0, 0, -G], water=CROSSING))
    states = np.array([0, 0, 0, 0, 0, speed], dtype=float)
    known = given(mechanism_of(c, states), 0.0, c.q0.tolist(), c.u0.tolist())
    mass, displaced = 0.2, DENSITY * AREA
    drag = 0.5 * DENSITY * 0.01 * 1.2
    growing = max(0.0, -speed) * 0.5 / 0.005  # of the share, over the height of the line
    force = G * (0.5 * displaced - mass) - 0.5 * drag * abs(speed) * speed
    force -= growing * displaced * speed
    assert known.rates[5] == pytest.approx(force / (mass + 0.5 * displaced), rel=1e-9)

"""Swimming: against an independent planar model, forward where it should, by every method."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from tests.snake.kelasidi import Swimmer

METHODS = ("newton-euler", "kane", "moving-frame", "udwadia-kalaba")
# about the robot of Kelasidi et al. 2015, with fewer links
MODEL = Swimmer(
    links=5,
    l=0.07,
    m=0.6597,
    J=1.3e-3,
    mu_n=0.4,
    c_t=0.26,
    c_n=8.4,
    lambda_1=2.3e-3,
    lambda_2=4.3e-3,
    lambda_3=2.3e-3,
)
AMPLITUDE, OMEGA, LAG = np.radians(30), 2.0, np.radians(60)


def joints(t):
    """Angles, rates, accelerations: a sine with a lag that swells as (1 - cos(pi t/2))/2 to 2 s."""
    k = np.arange(MODEL.links - 1)
    s, s1, s2 = 1.0, 0.0, 0.0
    if t < 2:
        w = np.pi / 2
        s, s1, s2 = (1 - np.cos(w * t)) / 2, w / 2 * np.sin(w * t), w * w / 2 * np.cos(w * t)
    f, c = np.sin(OMEGA * t + k * LAG), OMEGA * np.cos(OMEGA * t + k * LAG)
    return (
        AMPLITUDE * s * f,
        AMPLITUDE * (s1 * f + s * c),
        AMPLITUDE * (s2 * f + 2 * s1 * c - s * OMEGA**2 * f),
    )


def water_words(model, centre):
    """Added mass and drag of a link at its mass centre, about the frame's origin."""
    along, across = model.c_t, model.c_n
    cross = np.cross(np.array(centre), np.eye(3)).T
    shift = np.block([[np.eye(3), -cross], [np.zeros((3, 3)), np.eye(3)]])
    linear = np.diag([across, along, across, 0, 0, model.lambda_2])
    quadratic = np.diag([0, 0, 0, 0, 0, model.lambda_3])
    areas = {"axial_area": along, "normal_area": across, "axial": 2, "normal": 2}
    return {
        "added_mass": {
            "matrix": [model.mu_n, 0, model.mu_n, 0, 0, model.lambda_1],
            "at": list(centre),
        },
        "added_mass_form": "acceleration",
        "buoyancy": False,
        "drag": [
            {"linear": shift.T @ linear @ shift, "quadratic": quadratic},
            {"ellipsoid": {**areas, "axis": "y", "at": list(centre)}},
        ],
    }


@pytest.fixture(scope="module")
def eel():
    """The same swimmer in words; rho is one, so that areas are coefficients."""
    model = MODEL
    swell = "where(t < 2, (1 - cos(pi/2*t))/2, 1)"
    wave = {f"link{k + 1}": f"{swell}*{AMPLITUDE}*sin({OMEGA}*t + {k * LAG})" for k in range(4)}
    return pl.snake(
        model.links - 1,
        axes="z",
        base="free",
        mass=model.m,
        half_length=model.l,
        radius=0.03,
        inertia=[model.J] * 3,
        link=water_words(model, (0, model.l, 0)),
        water={"density": 1},
        bodies={"tail": water_words(model, (0, 0, 0))},
        scenarios={"swim": {"inputs": wave}},
    )


def test_the_model_of_kelasidi(eel):
    """Two seconds of swelling and four of swimming; both by tolerances of 1e-9."""
    times = np.linspace(0, 6, 61)
    expected = MODEL.swim(joints, times)
    run = pl.simulate(eel, "swim", duration=6, every=0.1, rtol=1e-10)
    np.testing.assert_allclose(run.arrays["position"][:, 0, :2], expected[:, :2], atol=1e-7)
    w, z = run.arrays["orientation"][:, 0, 0], run.arrays["orientation"][:, 0, 3]
    np.testing.assert_allclose(np.unwrap(2 * np.arctan2(z, w)), expected[:, 2], atol=1e-7)
    assert expected[-1, 1] > 0.1  # it does swim


def test_kirchhoff_is_another_model(eel):
    """The default has the rate of the normal's direction too: the paths differ, not by much."""
    words = {f"bodies.{name}.added_mass_form": "kirchhoff" for name in eel.order}
    other = pl.simulate(eel.with_values(words), "swim", duration=6)
    same = pl.simulate(eel, "swim", duration=6)
    apart = np.abs(other.arrays["position"][-1] - same.arrays["position"][-1]).max()
    assert 1e-3 < apart < 0.2


def test_an_eel_swims_ahead():
    run = pl.simulate("eel", "serpenoid", duration=5)
    centre = run.arrays["position"].mean(axis=1)
    assert centre[-1, 1] - centre[0, 1] > 1.5
    assert np.abs(run.arrays["linear_momentum"]).max() > 1.0


def test_drag_alike_in_all_directions_moves_no_mass_centre():
    """The forces -c v on equal links add up to -c/m times the momentum, which stays zero."""
    robot = pl.load("eel")
    words = {"snake.link.added_mass": False, "snake.link.drag": False}
    for name, body in robot.bodies.items():
        cross = np.cross(np.array(body.com), np.eye(3)).T
        at_com = np.hstack([np.eye(3), -cross])
        words[f"bodies.{name}.drag"] = {"linear": 2.0 * at_com.T @ at_com}
    run = pl.simulate(robot.with_values(words), "serpenoid", duration=5, rtol=1e-9)
    assert np.abs(run.arrays["linear_momentum"]).max() < 1e-6


def test_an_eel_stays_in_its_plane_and_rests_when_it_rests():
    run = pl.simulate("eel", duration=2)
    assert not run.arrays["velocity"].any()  # neutral: to the bit
    run = pl.simulate("eel", "turn", duration=6)
    assert np.abs(run.arrays["position"][:, :, 2]).max() == 0.0
    roll, _, yaw = run.euler("tail").values.T
    assert np.abs(roll).max() < 1e-12
    assert np.abs(yaw[-100:]).min() > 0.5


def test_all_methods_swim_alike():
    runs = [pl.simulate("eel", "serpenoid", duration=1, rtol=1e-9, method=m) for m in METHODS]
    for other in runs[1:]:
        np.testing.assert_allclose(other.arrays["position"], runs[0].arrays["position"], atol=1e-9)


def test_links_in_water_are_pieces_of_one_cylinder():
    """Their strips add up to the body; as cylinders of their own they would push water ahead."""
    sizes = {"mass": 0.2, "half_length": 0.04, "radius": 0.03, "water": {"density": 1000}}
    joined = pl.snake(4, **sizes)
    strip = 1000 * np.pi * 0.03**2 * 0.08
    for body in joined.bodies.values():
        assert np.diag(body.added_mass)[:3] == pytest.approx([strip, 0, strip], abs=1e-12)
    apart = pl.snake(4, **sizes, link={"added_mass": {"ends": "flat"}})
    across, along, _ = np.diag(apart.bodies["link2"].added_mass)[:3]
    assert across < 0.7 * strip
    assert along > 3 * 1000 * 0.03**3

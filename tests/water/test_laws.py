"""Laws written in Python: the same numbers as built-in ones, everywhere; and what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest

import pelagos as pl
from pelagos.equations import newton_euler
from pelagos.laws import Force, Vec3, absolute, exp, log, maximum, sqrt, where
from pelagos.tape.machine.lanes import WIDTH
from tests.twins import relative, twin

METHODS = ["newton-euler", "kane", "moving-frame", "udwadia-kalaba"]
AXIAL, NORMAL, RADIUS = 0.3, 0.8, 0.1
SHEAR = {"velocity": [0.5, 0.2, 0.0], "reference_depth": 20.0}


def cross_flow(v, density, p):
    """The built-in law of an ellipsoid, about the body's z axis."""
    along = v.v.z
    across = Vec3(v.v.x, v.v.y, 0.0)
    half = -0.5 * density * p.k
    axial = half * AXIAL * absolute(along) * along
    return Force.at(
        Vec3(0.0, 0.0, 0.0),
        Vec3(0.0, 0.0, axial) + (half * NORMAL * sqrt(across.dot(across))) * across,
    )


def shear(x, t):
    height = maximum(x.z + 20.0, 1e-9 * 20.0)
    return exp(log(height / 20.0) / 7.0) * Vec3(0.5, 0.2, 0.0)


def chain(drag, water=None):
    """Two links with unlike joint axes, so that body axes and joint axes differ."""
    area = math.pi * RADIUS**2
    law = {"ellipsoid": {"axial": AXIAL, "normal": NORMAL, "axis": "z", "at": [0, 0, 0],
                         "axial_area": area, "normal_area": area}}  # fmt: skip
    link = {"shape": {"sphere": RADIUS}, "density": 1300.0, "drag": law if drag else False}
    bodies = {
        "hull": {"joint": "free", **link},
        "arm": {"parent": "hull", "at": [0.3, 0, 0], "joint": {"revolute": [1, 2, 3]}, **link},
    }
    return pl.Robot(
        name="chain",
        parameters={"k": area},
        bodies=bodies,
        water={"density": 1000.0} | (water or {}),
    )


BUILT_IN = chain(True, {"current": {"shear": SHEAR}, "depth": 20.0})
WRITTEN = chain(False).with_laws(drag={"hull": cross_flow, "arm": cross_flow}, flow=shear)


def states(count=3):
    rng = np.random.default_rng(3)
    q0, _ = WRITTEN.initial_state()
    q, u = q0 + 0.3 * rng.normal(size=(count, 8)), rng.normal(size=(count, 7))
    q[:, 3:7] /= np.linalg.norm(q[:, 3:7], axis=1)[:, None]
    return q, u


@pytest.mark.parametrize("method", METHODS)
def test_copies_of_built_in_laws_give_the_same_numbers(method):
    q, u = states()
    expected = pl.acceleration(BUILT_IN, q, u, t=0.4, method=method)
    assert relative(pl.acceleration(WRITTEN, q, u, t=0.4, method=method), expected) < 1e-12


def test_plain_python_runs_them_too():
    q, u = states()
    expected = pl.acceleration(WRITTEN, q, u, t=0.4)
    for row, one_q, one_u in zip(expected, q.tolist(), u.tolist(), strict=True):
        plain = newton_euler.forward_dynamics(twin(WRITTEN), 0.4, one_q, one_u)
        assert relative(plain, row) < 1e-12


def test_linearisation_is_exact():
    q, u = (part[0] for part in states())
    found, expected = (pl.linearize(robot, q, u, t=0.4) for robot in (WRITTEN, BUILT_IN))
    assert relative(found.A, expected.A) < 1e-12


def test_runs_and_batches_with_a_parameter_of_the_law():
    """Runs of a batch equal single runs to the bit, with other values of a law's parameter."""
    values = np.linspace(0.01, 0.05, WIDTH + 1)
    words = {"duration": 0.5, "every": 0.1}
    batch = pl.simulate_batch(WRITTEN, vary={"parameters.k": values}, **words)
    for run in (0, 1, WIDTH):
        single = pl.simulate(WRITTEN, set={"parameters.k": float(values[run])}, **words)
        assert np.array_equal(batch.arrays["q"][run], single.arrays["q"])
    assert np.ptp(batch.arrays["q"][:, -1, 0]) > 1e-4


def test_a_result_remembers_the_law(tmp_path):
    said = []
    run = pl.simulate(
        WRITTEN, duration=0.1, out=tmp_path / "run.nc", progress=lambda _, text: said.append(text)
    )
    for header in (run.header, pl.open(tmp_path / "run.nc").header):
        assert header.laws["drag.hull"]["name"] == "cross_flow"
        assert "axial = half * AXIAL" in header.laws["drag.hull"]["source"]
        assert header.laws["flow"]["name"] == "shear"
    assert WRITTEN.hash != chain(False).hash
    assert chain(False).with_laws(flow=shear) == chain(False).with_laws(flow=shear)
    assert chain(False).with_laws(flow=lambda x, t: x) != chain(False).with_laws(flow=shear)


def test_laws_of_one_text_differ_by_the_values_they_read():
    def of_area(area):
        return lambda velocity, density: Force.at(Vec3.zero(), -area * AXIAL * velocity.v)

    small, large = (chain(False).with_laws(drag={"hull": of_area(np.float64(a))}) for a in (1, 2))
    assert small.hash != large.hash
    assert small.hash == chain(False).with_laws(drag={"hull": of_area(1.0)}).hash
    assert small.laws[0].values == f"AXIAL = {AXIAL!r}, area = 1.0"
    assert chain(False).with_laws(flow=shear).laws[0].values == ""


def test_scenarios_and_values_keep_the_laws():
    assert WRITTEN.with_values({"parameters.k": 0.1}).laws == WRITTEN.laws
    assert WRITTEN.resolved(None).laws == WRITTEN.laws
    assert "laws" not in WRITTEN.to_dict()


def branching(v, density):
    return Force(-1.0 * v.v, Vec3(0, 0, 0)) if v.v.x > 0 else Force(-2.0 * v.v, Vec3(0, 0, 0))


def with_numpy(v, density):
    return Force(Vec3(-np.sqrt(v.v.x), 0.0, 0.0), Vec3(0.0, 0.0, 0.0))


def with_math(v, density):
    return Force(Vec3(-math.sin(v.v.x), 0.0, 0.0), Vec3(0.0, 0.0, 0.0))


def driving(v, density):
    return Force(v.v, Vec3(0.0, 0.0, 0.0))


def undefined(v, density):
    speed = sqrt(v.v.dot(v.v))
    return Force((-1.0 / where(speed > 0.0, speed, float("inf")) * speed) * v.v + Vec3(
        where(speed > 0.0, 0.0, float("nan")), 0.0, 0.0), Vec3(0.0, 0.0, 0.0))  # fmt: skip


def a_list(v, density):
    return [0.0] * 6


def misnamed(v, density, p):
    return Force(-p.kk * v.v, Vec3(0.0, 0.0, 0.0))


REFUSED = [
    (branching, "where"), (with_numpy, "no numpy"), (with_math, "no math"), (driving, "may_drive"),
    (undefined, "0/0"), (a_list, "not a Force"), (misnamed, "'kk'"),
]  # fmt: skip


@pytest.mark.parametrize(("law", "remedy"), REFUSED)
def test_what_is_refused_names_function_and_remedy(law, remedy):
    robot = chain(False).with_laws(drag={"hull": law})
    with pytest.raises(pl.PelagosError) as caught:
        pl.simulate(robot, duration=0.1)
    said = str(caught.value)
    assert law.__name__ in said
    assert "drag.hull" in said
    assert remedy in said


def test_what_may_drive_is_accepted():
    robot = chain(False).with_laws(drag={"hull": driving}, may_drive=True)
    assert np.all(np.isfinite(pl.acceleration(robot, *(part[0] for part in states()))))


def test_other_refusals():
    robot = chain(False)
    with pytest.raises(pl.PelagosError, match="no body 'hul'"):
        robot.with_laws(drag={"hul": cross_flow})
    with pytest.raises(pl.PelagosError, match="takes 1 arguments"):
        robot.with_laws(flow=lambda x: x)
    with pytest.raises(pl.PelagosError, match="is not a function"):
        robot.with_laws(flow=3.0)
    with pytest.raises(pl.PelagosError, match="not a Vec3"):
        pl.acceleration(robot.with_laws(flow=lambda x, t: 1.0), *(part[0] for part in states()))
    with pytest.raises(pl.ModelError, match="not in water"):
        pl.load("double-pendulum").with_laws(flow=shear)

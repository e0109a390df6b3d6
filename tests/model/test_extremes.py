"""Models that are wrong or absurd in ways that once ended in a traceback, or took for ever."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.errors import ModelError
from pelagos.language import parser, scope
from pelagos.model import reading

BALL = "{joint: free, mass: 1, shape: {sphere: 1}"


@pytest.mark.parametrize("parent", ["3", "[]", "{a: b}", "~"])
def test_a_body_that_cannot_be_read_carries_another(parent):
    """Its parent is not known either, which is no circle."""
    text = f"name: a\nbodies:\n  b: {{parent: {parent}}}\n  c: {{parent: b, joint: fixed}}\n"
    for bodies in (text, f"{text}  d: 3\n  e: {{parent: d, joint: fixed}}\n"):
        with pytest.raises(ModelError) as caught:
            pl.loads(bodies)
        assert not any("circle" in problem.message for problem in caught.value.problems)
        assert caught.value.problems[0].line == 3


@pytest.mark.parametrize("given", ["[]", "3", "{a: 1}", "~"])
def test_scenarios_of_modules_are_named_by_text(given):
    with pytest.raises(ModelError, match="the name of a scenario is needed"):
        pl.load("bluerov-pair", set=[f"scenarios.straight-1600.modules={{port: {given}}}"])


@pytest.mark.parametrize("size", ["1e-120", "1e-90"])
@pytest.mark.parametrize("mass", ["mass: 1", "density: 1000"])
def test_shapes_without_volume(size, mass):
    """Zero by rounding, or so small that mass by volume overflows."""
    with pytest.raises(ModelError, match="the shape has a volume of"):
        pl.loads(f"name: a\nbodies: {{b: {{{mass}, shape: {{sphere: {size}}}}}}}")


@pytest.mark.parametrize(
    "wave",
    [
        "{amplitude: 1, wavelength: 1e-200}, depth: 1e-200",
        "{amplitude: 1, wavelength: 1e14}, depth: 1e-300",
        "{amplitude: 1, period: 1e14}, depth: 1e-300",
        "{amplitude: 1, period: 1e-300}, depth: 1",
    ],
)
def test_absurd_waves(wave):
    waves, _, depth = wave.partition(", depth: ")
    with pytest.raises(ModelError, match="the wave would"):
        pl.loads(f"name: a\nbodies: {{b: {BALL}}}}}\nwater: {{waves: [{waves}], depth: {depth}}}")


def test_long_waves_in_shallow_water():
    """The limit of shallow water, wavelength = period sqrt(g depth), from the same formula."""
    text = "name: a\nbodies: {b: %s}}\nwater: {waves: [{amplitude: 1, period: 1e6}], depth: 1}"
    (wave,) = pl.loads(text % BALL).water.waves
    # tanh(x) = x (1 - x^2/3) with x = 2 pi / (1e6 sqrt(9.81)) = 2e-6: to 1e-12
    assert wave.wavelength == pytest.approx(1e6 * np.sqrt(9.81), rel=1e-11)


def many(count):
    given = "".join(f"  p{k}: {f'p{k - 1} + 1' if k else 0}\n" for k in range(count))
    return f"name: a\nparameters:\n{given}bodies: {{b: {BALL}}}}}"


def test_parameters_take_linear_time(monkeypatch):
    """Each may use all before it; they are neither copied nor compared for each of them."""
    copied, compared = [], []
    plain, parsed = scope.with_parameters, parser._parsed
    monkeypatch.setattr(scope, "with_parameters", lambda p: copied.append(len(p)) or plain(p))
    monkeypatch.setattr(
        parser,
        "_parsed",
        lambda text, used, *rest: compared.append(used) or parsed(text, used, *rest),
    )
    assert pl.loads(many(500)).parameters["p499"] == 499
    assert sum(copied) <= 500
    assert sum(map(len, compared)) <= 500


def test_too_many_parameters_are_refused():
    with pytest.raises(ModelError, match="at most 10000 are allowed"):
        pl.loads(many(reading.MAX_PARAMETERS + 1))


@pytest.mark.parametrize("given", ["added_mass", "drag"])
@pytest.mark.parametrize(
    "shape",
    [
        "box: [1, 1, 1e-90]",
        "box: [1e-170, 1e-170, 1e-170]",
        "ellipsoid: [1e-60, 1, 1]",
        "ellipsoid: [4e-185, 2e-175, 6e-162]",
        "mesh: {file: none.stl, volume: 1, centroid: [0, 0, 0], inertia: [0, 0, 0]}",
    ],
)
def test_shapes_too_thin_to_reckon_with(shape, given):
    other = {"added_mass": "drag", "drag": "added_mass"}[given]
    words = f"shape: {{{shape}}}, {given}: shape, {other}: false"
    body = f"{{mass: 1, inertia: [1, 1, 1], {words}}}"
    with pytest.raises(ModelError, match="m thin cannot be reckoned with"):
        pl.loads(f"name: a\nwater: {{}}\nbodies: {{b: {body}}}")


@pytest.mark.parametrize("kind", ["cylinder", "capsule"])
@pytest.mark.parametrize(
    ("radius", "length"), [(1e-300, 1), (1e-310, 1e15), (1e-200, 1e-200), (1, 1e-320)]
)
def test_rods_may_be_as_thin_as_they_like(kind, radius, length):
    """They have limits: the infinitely long one, and the disc or the sphere."""
    shape = f"{{{kind}: {{radius: {radius}, length: {length}}}}}"
    body = f"{{mass: 1, inertia: [1, 1, 1], shape: {shape}, added_mass: shape, drag: shape}}"
    robot = pl.loads(f"name: a\nwater: {{}}\nbodies: {{b: {body}}}")
    assert np.isfinite(robot.bodies["b"].added_mass).all()


def test_rafts_that_nobody_could_wait_for():
    with pytest.raises(ModelError, match="the modules have more than 600000 values"):
        pl.load("bluerov-raft", set={"modules.rov.grid": [3, 3000]})

"""Elements that users write: from a file with --allow-code, or as classes."""

from __future__ import annotations

import textwrap

import numpy as np
import pytest

import pelagos as pl
from pelagos.errors import ModelError, PelagosError

MAGNET = textwrap.dedent('''
    from collections.abc import Iterator
    from dataclasses import dataclass

    from pelagos.laws import (
        BodyName, Element, ElementWords, End, Number, Output, OwnState, Signal, Site, sqrt
    )


    class Magnet(ElementWords):
        """Attraction strength / distance^2, whose field lags behind the current."""

        place, key = "section", "magnets"
        outputs = (Output("force", "N", "attraction"),)
        states = (OwnState("field", 0.5),)

        one: BodyName
        other: BodyName
        strength: Signal
        lag: Number = 0.1

        def build(self, site: Site) -> Iterator[Element]:
            ends = site.end(self.one, (0, 0, 0)), site.end(self.other, (0, 0, 0))
            yield Attraction(*ends, site.channel(self.strength), site.states[0], self.lag)


    @dataclass(frozen=True)
    class Attraction(Element):
        a: End
        b: End
        channel: int
        state: int
        lag: float

        def act(self, at):
            r = at.position(self.b) - at.position(self.a)
            square = r.dot(r) + 1e-4
            field = at.states[self.state]
            at.rates[self.state] = (at.signals[self.channel] - field) / self.lag
            force = field / square
            at.push(self.a, (force / sqrt(square)) * r)
            at.push(self.b, (-force / sqrt(square)) * r)
            return (force,)
''')
MODEL = """
name: magnets
gravity: [0, 0, 0]
bodies:
  a: {mass: 1, inertia: [0.01, 0.01, 0.01]}
  b: {mass: 3, inertia: [0.1, 0.1, 0.1]}
initial: {b: {position: [1, 0.3, 0]}}
elements: {magnet.py: Magnet}
magnets: {m: {one: a, other: b, strength: "2 + sin(3*t)"}}
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "magnet.py").write_text(MAGNET)
    (tmp_path / "model.yaml").write_text(MODEL)
    return tmp_path


@pytest.fixture
def robot(folder):
    return pl.load(folder / "model.yaml", allow_code=True)


def test_code_lies_in_the_folder_of_the_model(folder):
    inner = folder / "inner"
    inner.mkdir()
    (inner / "model.yaml").write_text(MODEL.replace("magnet.py", "../magnet.py"))
    with pytest.raises(ModelError, match="outside"):
        pl.load(inner / "model.yaml", allow_code=True)
    assert pl.load(inner / "model.yaml", allow_code=True, allow_outside=True).elements


def test_it_runs_is_recorded_and_lags(robot):
    run = pl.simulate(robot, duration=1.0, rtol=1e-10)
    time, field = run.arrays["time"], run.arrays["state"][:, 0]
    assert run.header.states == ("m.field",)
    # field' = (2 + sin 3t - field) / lag in closed form
    w, T = 3.0, 0.1
    steady = 2.0 + (np.sin(w * time) - w * T * np.cos(w * time)) / (1.0 + (w * T) ** 2)
    gone = 0.5 - 2.0 + w * T / (1.0 + (w * T) ** 2)
    np.testing.assert_allclose(field, steady + gone * np.exp(-time / T), atol=1e-8)
    distance = np.linalg.norm(np.diff(run.arrays["position"], axis=1)[:, 0], axis=1)
    np.testing.assert_allclose(run.arrays["outputs"][:, 0], field / (distance**2 + 1e-4), rtol=1e-9)
    assert run.audit()
    assert "Attraction" in run.header.laws["magnets"]["source"]


def test_all_formulations_and_derivatives_have_it(robot):
    q, u = robot.initial_state()
    u = u + np.random.default_rng(1).normal(size=len(u))
    methods = ("newton-euler", "kane", "moving-frame", "udwadia-kalaba")
    found = [pl.acceleration(robot, q, u, method=m) for m in methods]
    for other in found[1:]:
        np.testing.assert_allclose(other, found[0], rtol=1e-12, atol=1e-13)
    assert np.abs(found[0]).max() > 0.1
    f = pl.dynamics(robot)
    exact = f.derivatives(q, u).q  # by displacements
    h = 1e-6
    moved = [pl.acceleration(robot, np.array([q[0] + s * h, *q[1:]]), u) for s in (1, -1)]
    np.testing.assert_allclose(exact[:, 0], (moved[0] - moved[1]) / (2 * h), atol=1e-7)


def test_a_class_is_as_good_as_a_file(folder, robot):
    from pelagos.elements.own import from_file

    kind = from_file(folder / "magnet.py", "Magnet")
    plain = pl.loads(MODEL.split("elements:")[0])
    other = plain.with_elements(kind, magnets={"m": {"one": "a", "other": "b", "strength": 1}})
    assert other.with_values({"magnets.m.lag": 0.5}).elements["m"].lag == 0.5
    words = {"m": {"one": "a", "other": "b", "strength": "2 + sin(3*t)"}}
    same = plain.with_elements(kind, magnets=words)
    runs = [pl.simulate(r, duration=0.5, integrator="dopri5") for r in (robot, same)]
    np.testing.assert_array_equal(runs[0].arrays["q"], runs[1].arrays["q"])
    with pytest.raises(ModelError, match="there are no such elements"):
        plain.with_elements(kind, magnet={})
    with_springs = plain.with_elements(springs={"s": {"between": ["a", "b"], "stiffness": 3}})
    assert set(with_springs.elements) == {"s"}


def test_a_result_opens_without_the_code(robot, folder):
    run = pl.simulate(robot, duration=0.2, out=folder / "r.nc")
    (folder / "magnet.py").unlink()
    again = pl.open(folder / "r.nc")
    np.testing.assert_array_equal(again.arrays["outputs"], run.arrays["outputs"])
    assert again.robot.elements == {}
    assert again.header.robot_hash == robot.hash != again.robot.hash


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("class Magnet", "class Magnetic"), "has no 'Magnet'"),
        (
            ('"section", "magnets"', '"section", "springs"'),
            "'springs', which models have already",
        ),
        (('"section", "magnets"', '"section", "sensors"'), "key 'sensors', which models have"),
        (('"section", "magnets"', '"section", "bodies"'), "key 'bodies', which models have"),
        (('"section", "magnets"', '"body", "magnets"'), "place 'body'"),
        (("def build", "def built"), "has no build"),
        (("Output(", "str("), "TypeError"),
        (("class Magnet(ElementWords)", "class Magnet"), "is no kind of element"),
    ],
)
def test_wrong_code_is_named(folder, change, said):
    (folder / "magnet.py").write_text(MAGNET.replace(*change))
    with pytest.raises(PelagosError, match=said):
        pl.load(folder / "model.yaml", allow_code=True)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            ("return (force,)", "return (force,) if force > 0 else ()"),
            r"magnet\.py:43: Attraction.act",
        ),
        (("return (force,)", "return at.nothing"), r"raised AttributeError: .* 'nothing'"),
        (("return (force,)", "return ()"), r"Attraction.act\(\) returned 0 of its outputs"),
        (("return (force,)", "pass"), "Attraction.act"),
        (
            ("site.states[0]", "site.states[1]"),
            r"magnet\.py:\d+: Magnet.build\(\) raised IndexError",
        ),
    ],
)
def test_code_that_fails_when_it_is_called_is_named(folder, change, said):
    assert MAGNET.count(change[0]) == 1
    (folder / "magnet.py").write_text(MAGNET.replace(*change))
    robot = pl.load(folder / "model.yaml", allow_code=True)
    with pytest.raises(PelagosError, match=said):
        pl.simulate(robot, duration=0.1)


def test_its_words_are_checked(folder):
    (folder / "model.yaml").write_text(MODEL.replace("other: b", "other: c"))
    with pytest.raises(ModelError, match=r"magnets\.m\.other: there is no such body"):
        pl.load(folder / "model.yaml", allow_code=True)

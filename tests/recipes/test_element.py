"""The recipe "A force element": a bungee between two bodies, in one file."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tests.recipes.tools import with_file

BUNGEE = '''
    """Bungees: cords that stiffen as they stretch."""

    from __future__ import annotations

    from collections.abc import Iterator, Sequence
    from dataclasses import dataclass
    from typing import Any

    from pelagos.elements.contract import BodyName, BodyOrWorld, Element, ElementWords, Output
    from pelagos.elements.contract import Thread
    from pelagos.elements.site import End, Site
    from pelagos.language.words import Length, Number
    from pelagos.mathematics.scalars import maximum, sqrt


    class Bungee(ElementWords):
        """Pulls two bodies together with strength (stretch / length)^3."""

        place, key = "section", "bungees"
        outputs = (Output("tension", "N", "pull of the bungee"),)

        body: BodyName
        tied_to: BodyOrWorld
        length: Length
        strength: Number

        def build(self, site: Site) -> Iterator[Element]:
            ends = (site.end(name, (0.0, 0.0, 0.0)) for name in (self.body, self.tied_to))
            yield BungeePull(*ends, self.length, self.strength)

        def drawn(self) -> tuple[Thread, ...]:
            return (Thread((self.body, self.tied_to), ((0.0, 0.0, 0.0),) * 2, 0.01),)

        @property
        def keeps_momentum(self) -> bool:
            return self.tied_to != "world"


    @dataclass(frozen=True)
    class BungeePull(Element):
        a: End
        b: End
        length: float
        strength: float

        conservative = True

        def act(self, at: Any) -> Sequence[Any]:
            gap = at.position(self.b) - at.position(self.a)
            distance = sqrt(gap.dot(gap))
            x = self._stretch(distance)
            tension = self.strength * x * x * x
            at.push(self.a, (tension / distance) * gap, stored=True)
            at.push(self.b, (-tension / distance) * gap, stored=True)
            return (tension,)

        def potential(self, at: Any) -> Any:
            gap = at.position(self.b) - at.position(self.a)
            x = self._stretch(sqrt(gap.dot(gap)))
            return 0.25 * self.strength * self.length * x * x * x * x

        def _stretch(self, distance: Any) -> Any:
            return maximum(distance / self.length - 1.0, 0.0)
'''
MODEL = """
name: jump
gravity: [0, 0, 0]
bodies:
  a: {mass: 1, inertia: [1, 1, 1]}
  b: {mass: 3, inertia: [1, 1, 1]}
bungees:
  cord: {body: a, tied_to: b, length: 1, strength: 50}
initial: {b: {position: [2, 0.3, 0], velocity: [0, 0.5, 0.2]}}
duration: 1.0
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("element")
    (folder / "jump.yaml").write_text(MODEL)
    twice = "{port: {file: jump.yaml}, star: {file: jump.yaml, at: [0, 9, 0]}}"
    (folder / "pair.yaml").write_text(f"name: pair\nmodules: {twice}\n")
    return with_file(folder, "elements/bungee.py", BUNGEE)


def test_it_keeps_energy_and_momentum_in_all_formulations(copy):
    found = copy.python("""
        import json
        import pelagos as pl
        robot = pl.load("jump.yaml")
        assert robot.is_left_alone
        settings = {"rtol": 1e-11, "atol": 1e-12, "integrator": "dop853", "every": 0.05}
        names = ("position", "velocity", "outputs", "kinetic_energy", "potential_energy")
        found = {}
        for method in ("newton-euler", "kane", "moving-frame", "udwadia-kalaba"):
            run = pl.simulate(robot, method=method, **settings)
            assert run.header.outputs == ("cord.tension",)
            assert run.header.output_units == ("N",)
            found[method] = {name: run.arrays[name].tolist() for name in names}
        batch = pl.simulate_batch(robot, vary={"bungees.cord.strength": [50.0, 60.0]}, **settings)
        assert (batch.arrays["q"][0] == pl.simulate(robot, **settings).arrays["q"]).all()
        print(json.dumps(found))
    """)
    runs = {m: {k: np.array(v) for k, v in a.items()} for m, a in json.loads(found).items()}
    for a in runs.values():
        np.testing.assert_allclose(a["position"], runs["kane"]["position"], atol=1e-9)
        assert np.ptp(a["kinetic_energy"] + a["potential_energy"]) < 1e-6
        momentum = a["velocity"][:, 0] + 3 * a["velocity"][:, 1]
        np.testing.assert_allclose(momentum, np.tile(momentum[0], (len(momentum), 1)), atol=1e-9)
        distance = np.linalg.norm(a["position"][:, 1] - a["position"][:, 0], axis=1)
        tension = 50 * np.maximum(distance - 1, 0) ** 3
        np.testing.assert_allclose(a["outputs"][:, 0], tension, atol=1e-9)
        assert tension[0] > 50
        assert tension.min() == 0


def test_commands_modules_and_views_know_it(copy):
    run = "run jump.yaml --out jump.nc --view jump.html"
    lines = ("info jump.yaml", "schema", "check jump.yaml", "info pair.yaml", run)
    told, schema, check, pair, _ = copy.commands(*lines)
    assert "body a, tied_to b" in told
    assert "pull of the bungee" in told
    assert "tied_to" in schema
    assert "all within tolerance" in check
    assert "body port.a, tied_to port.b" in pair


def test_its_words_are_checked(copy):
    copy.python("""
        import pelagos as pl
        try:
            pl.loads(open("jump.yaml").read().replace("tied_to: b", "tied_to: c"))
        except pl.PelagosError as error:
            assert "bungees.cord.tied_to: there is no such body" in str(error)
        else:
            raise AssertionError("accepted")
    """)

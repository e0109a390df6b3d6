"""The recipe "A controller": a relay with a dead band, in one file."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tests.recipes.tools import with_file

RELAY = '''
    """Relay: full push towards the target, none within a dead band."""

    from __future__ import annotations

    from collections.abc import Sequence
    from dataclasses import dataclass
    from typing import Any

    from pelagos.controllers.contract import ControllerWords, Push, SetPoint, ToldValue
    from pelagos.controllers.measures import SteeredBody
    from pelagos.elements.contract import BodyName, Output
    from pelagos.elements.sampled import SampledLaw
    from pelagos.language.signals import SampledSignal
    from pelagos.language.words import AtLeastZero, Number
    from pelagos.mathematics.scalars import Scalar, absolute, sign, where


    class Relay(ControllerWords):
        """Keeps the depth of a body by pushing its heave with full `force`, or not at all."""

        key = "relay"

        body: BodyName
        depth: SampledSignal
        force: Number
        band: AtLeastZero = 0.0

        @property
        def inputs(self) -> tuple[SetPoint, ...]:
            return (SetPoint("depth", self.depth, "m", "wanted depth"),)

        @property
        def records(self) -> tuple[Output, ...]:
            return (
                Output("output", "N", "push along heave"),
                Output("target", "m", "wanted depth"),
                Output("measure", "m", "depth"),
                Output("error", "m", "target less measure"),
            )

        @property
        def pushes(self) -> tuple[Push, ...]:
            return (Push("output", "heave"),)

        @property
        def pushed_body(self) -> str:
            return self.body

        @property
        def needs_north(self) -> str:
            return "body"

        def law(self, site: Any, name: str) -> SampledLaw:
            told, on = site.input(f"{name}.depth"), site.input(f"{name}.on")
            body = site.vehicle(self.body, True)
            return RelayLaw(body, ToldValue(told), on, self.force, self.band)

        def facts(self) -> dict[str, Any]:
            return {"measure": f"depth of {self.body}", "acts_on": f"heave of {self.body}",
                    "gains": {}, "limits": (-self.force, self.force)}


    @dataclass(frozen=True)
    class RelayLaw(SampledLaw):
        body: SteeredBody
        told: ToldValue
        on: int
        force: float
        band: float

        def next(self, at: Any) -> Sequence[Scalar]:
            target, depth = self.told.value(at, 0.0), self.body.place(at).z
            error = target - depth
            push = where(absolute(error) > self.band, self.force * sign(error), 0.0)
            return [where(at.signals[self.on] > 0.5, push, 0.0), target, depth, error]
'''
MODEL = """
name: diver
gravity: [0, 0, 9.81]
water: {density: 1000}
bodies:
  hull: {joint: free, mass: 10, inertia: [1, 1, 1], buoyancy: {volume: 0.01, at: [0, 0, 0]},
         drag: {linear: [9, 9, 9, 1, 1, 1]}}
actuators:
  up: {thruster: {body: hull, direction: z, command: thrust, limits: [-5, 5]}}
controllers:
  keep: {relay: {body: hull, depth: 2, force: 4, band: 0.1, rate: 10}}
duration: 20
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("controller")
    (folder / "diver.yaml").write_text(MODEL)
    twice = "{port: {file: diver.yaml}, star: {file: diver.yaml, at: [0, 2, 0]}}"
    pair = f"name: pair\ngravity: [0, 0, 9.81]\nwater: {{density: 1000}}\nmodules: {twice}\n"
    (folder / "pair.yaml").write_text(pair)
    return with_file(folder, "controllers/relay.py", RELAY)


def test_it_pushes_and_is_recorded_and_told_what_to_do(copy):
    found = copy.python("""
        import json
        import pelagos as pl
        run = pl.simulate("diver.yaml", every=0.05)
        session = pl.Session("diver.yaml")
        session.set_input("keep.depth", 1.0)
        session.advance(20.0)
        print(json.dumps({"state": run.arrays["state"].T.tolist(), "labels": run.header.states,
                          "force": run.arrays["actuation"][:, 0].tolist(),
                          "inputs": list(run.header.inputs), "told": float(session.q[2])}))
    """)
    a = json.loads(found)
    state = dict(zip(a["labels"], np.array(a["state"]), strict=True))
    output, error = state["keep.output"][1:], state["keep.error"][1:]
    np.testing.assert_array_equal(output, np.where(np.abs(error) > 0.1, 4 * np.sign(error), 0.0))
    np.testing.assert_array_equal(a["force"][1:], output)
    assert abs(error[-1]) < 0.3
    assert abs(a["told"] - 1.0) < 0.3
    assert a["inputs"] == ["up", "keep.depth", "keep.on"]


def test_commands_and_modules_know_it(copy):
    lines = ("info diver.yaml", "schema", "info pair.yaml", "validate pair.yaml")
    told, schema, pair, _ = copy.commands(*lines)
    assert "relay" in told
    assert "keep.depth" in told
    assert "relay" in schema
    assert "port.keep.depth" in pair


def test_wrong_words_are_refused_where_they_stand(copy):
    copy.python("""
        import pelagos as pl
        text = open("diver.yaml").read()
        for old, new, said in (
            ("body: hull, depth", "body: hul, depth", "keep.relay.body: there is no such body"),
            ("{relay:", "{rely:", "did you mean relay?"),
            ("force: 4,", "", "controllers.keep.relay.force: this key is required"),
            ("force: 4,", "force: 4, pace: 3,", "controllers.keep.relay.pace: unknown key"),
            ("depth: 2,", "depth: 'q[hul.x]',", "there is no q[hul.x]"),
        ):
            try:
                pl.loads(text.replace(old, new, 1), "diver.yaml")
            except pl.PelagosError as error:
                assert said in str(error), error
                assert "diver.yaml:" in str(error), error
            else:
                raise AssertionError(new)
    """)

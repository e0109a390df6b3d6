"""The recipe "A signal": a chirp, in one file."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tests.recipes.tools import with_file

CHIRP = '''
    """A chirp: a sine whose frequency grows evenly."""

    from __future__ import annotations

    import math

    from pelagos.language.expressions import Const, Node, add, mul, op
    from pelagos.language.signals.contract import SignalKind, clipped
    from pelagos.language.words import Number


    class Chirp(SignalKind):
        """amplitude sin(2 pi (frequency t + growth t^2 / 2)); Hz and Hz/s."""

        key = "chirp"

        amplitude: Number
        frequency: Number
        growth: Number = 0.0

        def tree(self) -> Node:
            t = clipped(0.0, None)
            turns = mul(t, add(Const(self.frequency), mul(Const(0.5 * self.growth), t)))
            return mul(Const(self.amplitude), op("sin", mul(Const(2 * math.pi), turns)))
'''
MODEL = """
name: turner
gravity: [0, 0, 0]
bodies:
  disc: {joint: {revolute: z}, mass: 1, inertia: [1, 1, 2]}
  held: {joint: {revolute: z}, mass: 1, inertia: [1, 1, 2]}
actuators:
  drive: {motor: {joint: disc, input: {chirp: {amplitude: 3, frequency: 0.5, growth: 2}}}}
  turn: {motion: {joint: held, input: {chirp: {amplitude: 1, frequency: 0.25, growth: 1}}}}
initial: {held: {rate: 1.5707963267948966}}
duration: 1.0
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("signal")
    (folder / "turner.yaml").write_text(MODEL)
    return with_file(folder, "language/signals/chirp.py", CHIRP)


def test_it_drives_motors_and_prescribes_motions(copy):
    found = copy.python("""
        import json
        import pelagos as pl
        found = {}
        for method in ("newton-euler", "kane", "moving-frame", "udwadia-kalaba"):
            run = pl.simulate("turner.yaml", method=method, every=0.1, rtol=1e-10)
            found[method] = {name: run.arrays[name].tolist() for name in ("q", "u", "udot")}
        print(json.dumps(found))
    """)
    t = np.linspace(0.0, 1.0, 11)
    for run in json.loads(found).values():
        q, u, udot = (np.array(run[name]) for name in ("q", "u", "udot"))
        driven = 1.5 * np.sin(2 * np.pi * (0.5 * t + t**2))  # torque / inertia
        np.testing.assert_allclose(udot[:, 0], driven, atol=1e-12)
        # position, rate and acceleration of the motion
        turns, rate = 2 * np.pi * (0.25 * t + 0.5 * t**2), 2 * np.pi * (0.25 + t)
        np.testing.assert_allclose(q[:, 1], np.sin(turns), atol=1e-8)
        np.testing.assert_allclose(u[:, 1], rate * np.cos(turns), atol=1e-8)
        expected = 2 * np.pi * np.cos(turns) - rate**2 * np.sin(turns)
        np.testing.assert_allclose(udot[:, 1], expected, atol=1e-8)


def test_the_schema_and_messages_know_it(copy):
    assert "chirp" in copy.commands("schema", "validate turner.yaml")[0]
    copy.python("""
        import pelagos as pl
        for words, said in (({}, "chirp"), ({"chirp": {"amplitude": 1}}, "frequency")):
            try:
                pl.load("turner.yaml", set={"actuators.drive.motor.input": words})
            except pl.PelagosError as error:
                assert said in str(error), error
            else:
                raise AssertionError(words)
    """)


def test_one_without_its_parts_is_an_error_at_import(tmp_path):
    copy = with_file(tmp_path, "language/signals/chirp.py", CHIRP.replace("def tree", "def wood"))
    with pytest.raises(AssertionError, match=r"signals\.chirp: Chirp needs a key and tree"):
        copy.python("import pelagos.model")

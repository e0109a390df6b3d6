"""The recipe "A sensor": the tilt of a body, in one file."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tests.recipes.tools import with_file

TILT = '''
    """Tilt: the angle between an axis of a body and the vertical."""

    from __future__ import annotations

    from dataclasses import dataclass
    from typing import Any

    from pelagos.elements.contract import BodyName, Output
    from pelagos.language.words import AtLeastZero, Axis
    from pelagos.mathematics.algebra import Vec3
    from pelagos.mathematics.randomness import stream_of
    from pelagos.mathematics.scalars import atan2, sqrt
    from pelagos.sensors.contract import Measured, Sensor, SensorWords
    from pelagos.sensors.errors import white


    class Tilt(SensorWords):
        """How far `axis` of a body leans from the vertical."""

        key = "tilt"
        outputs = (Output("angle", "rad", "between the axis and the vertical"),)

        body: BodyName
        axis: Axis = (0.0, 0.0, 1.0)
        noise: AtLeastZero = 0.0

        @property
        def variances(self) -> tuple[float, ...]:
            return (self.noise**2,)

        def sensor(self, site: Any, name: str, drift: int) -> Sensor:
            place = site.body(self.body)
            up, stream = Vec3(*site.up.tolist()), int(stream_of(name, "noise"))
            return TiltOf(place.link, place.vector(self.axis), up, self.noise, stream)


    @dataclass(frozen=True)
    class TiltOf(Sensor):
        link: int
        axis: Vec3
        up: Vec3
        noise: float
        stream: int

        def measure(self, at: Any) -> Measured:
            axis = at.world[self.link].R @ self.axis
            across = self.up.cross(axis)
            angle = atan2(sqrt(across.dot(across)), self.up.dot(axis))
            return Measured([angle + self.noise * white(at, [self.stream])[0]])
'''
MODEL = """
name: swing
bodies:
  rod: {joint: {revolute: y}, mass: 1, com: [0, 0, -0.5], inertia: [0.1, 0.1, 0.01]}
  tip: {parent: rod, at: [0, 0, -1], joint: {revolute: x}, mass: 1, inertia: [0.1, 0.1, 0.1]}
initial: {rod: {angle: 0.4}, tip: {rate: 2}}
duration: 1.0
"""
SENSORS = """sensors:
  lean: {tilt: {body: rod, rate: 20}}
  roll: {tilt: {body: tip, axis: y, rate: 20, noise: 0.1}}
states: {doubled: {next: "2*y[lean.angle]", every: 0.1}}
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sensor")
    (folder / "plain.yaml").write_text(MODEL)
    (folder / "swing.yaml").write_text(MODEL + SENSORS)
    twice = "{port: {file: swing.yaml}, star: {file: swing.yaml, at: [0, 2, 0]}}"
    (folder / "pair.yaml").write_text(f"name: pair\nmodules: {twice}\n")
    return with_file(folder, "sensors/tilt.py", TILT)


def test_it_measures_at_its_own_times_and_exerts_no_force(copy):
    found = copy.python("""
        import json
        import pelagos as pl
        words = {"integrator": "rk4", "step": 0.01, "every": 0.01}
        run, plain = (pl.simulate(f"{name}.yaml", **words) for name in ("swing", "plain"))
        names = ("q", "state")
        print(json.dumps({n: run.arrays[n].tolist() for n in names}
                         | {"plain": plain.arrays["q"].tolist(), "labels": run.header.states}))
    """)
    a = json.loads(found)
    q, plain = np.array(a["q"]), np.array(a["plain"])
    state = dict(zip(a["labels"], np.array(a["state"]).T, strict=True))
    np.testing.assert_allclose(q, plain, atol=1e-9)  # the steps of both are not the same
    seen = np.arange(101) % 5 > 0  # samples between readings of 20 Hz
    held = (np.arange(101) // 5 * 5)[seen]
    np.testing.assert_allclose(state["lean.angle"][seen], np.abs(q[held, 0]), atol=1e-9)
    # y of the tip, turned about x by q1 and then about y by q0, has the height cos q0 sin q1
    true = np.arccos(np.cos(q[held, 0]) * np.sin(q[held, 1]))
    noise = (state["roll.angle"][seen] - true)[::4]
    assert 0.05 < np.std(noise) < 0.2
    assert np.all(state["lean.valid"][seen] == 1.0)
    # who looks at a reading sees the one of the same moment
    looked = (np.arange(101) // 10 * 10)[seen]
    np.testing.assert_allclose(state["doubled"][seen], 2 * np.abs(q[looked, 0]), atol=1e-9)


def test_commands_and_modules_know_it(copy):
    lines = ("info swing.yaml", "schema", "info pair.yaml", "validate pair.yaml")
    told, schema, pair, _ = copy.commands(*lines)
    assert "Sensors" in told
    assert "tilt, body rod; 20 Hz" in told
    assert "tilt" in schema
    assert "port.lean" in pair


def test_wrong_words_are_refused_where_they_stand(copy):
    copy.python("""
        import pelagos as pl
        text = open("swing.yaml").read()
        for old, new, said in (
            ("body: rod", "body: rood", "sensors.lean.tilt.body: there is no such body"),
            ("tilt: {body: rod", "tild: {body: rod", "did you mean tilt?"),
            ("{tilt: {body: rod, rate: 20}}", "{}", "the sensor has no kind"),
            ("body: rod,", "body: rod, pace: 3,", "sensors.lean.tilt.pace: unknown key"),
            ("rate: 20}}", "rate: 0}}", "sensors.lean.tilt.rate: the value 0 is not positive"),
            ("rate: 20}}", "rate: 20, preset: x}}", "tilt has no preset 'x'"),
            ("rate: 20}}", "rate: 20, dropout: 1}}", "a dropout of 1 leaves nothing"),
            ("rate: 20}}", "rate: 20, delay: 90}}", "keeps 1.8e+03 readings back"),
            ("y[lean.angle]", "y[lean.angel]", "there is no y[lean.angel]"),
        ):
            try:
                pl.loads(text.replace(old, new, 1), "swing.yaml")
            except pl.PelagosError as error:
                assert said in str(error), error
                assert "swing.yaml:" in str(error), error
            else:
                raise AssertionError(new)
    """)

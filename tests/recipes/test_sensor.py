"""The recipe "A sensor": the tilt of a body, in one file, and the section without any kind."""

from __future__ import annotations

import json

import numpy as np
import pytest

import pelagos as pl
from pelagos.errors import ModelError
from tests.recipes.tools import with_file

TILT = '''
    """Tilt: the angle between an axis of a body and the vertical."""

    from __future__ import annotations

    from collections.abc import Iterator, Sequence
    from dataclasses import dataclass
    from typing import Any

    from pelagos.elements.contract import BodyName, Element, Output
    from pelagos.elements.site import Site
    from pelagos.language.words import Axis
    from pelagos.mathematics.algebra import Vec3
    from pelagos.mathematics.scalars import atan2, sqrt
    from pelagos.sensors.contract import Sensor, SensorWords


    class Tilt(SensorWords):
        """How far `axis` of a body leans from the vertical."""

        key = "tilt"
        outputs = (Output("angle", "rad", "between the axis and the vertical"),)

        body: BodyName
        axis: Axis = (0.0, 0.0, 1.0)

        def build(self, site: Site) -> Iterator[Element]:
            place = site.body(self.body)
            yield TiltOf(place.link, place.vector(self.axis), Vec3(*site.up.tolist()))


    @dataclass(frozen=True)
    class TiltOf(Sensor):
        link: int
        axis: Vec3
        up: Vec3

        def measure(self, at: Any) -> Sequence[Any]:
            axis = at.world[self.link].R @ self.axis
            across = self.up.cross(axis)
            return (atan2(sqrt(across.dot(across)), self.up.dot(axis)),)
'''
MODEL = """
name: swing
bodies:
  rod: {joint: {revolute: y}, mass: 1, com: [0, 0, -0.5], inertia: [0.1, 0.1, 0.01]}
  tip: {parent: rod, at: [0, 0, -1], joint: {revolute: x}, mass: 1, inertia: [0.1, 0.1, 0.1]}
initial: {rod: {angle: 0.4}, tip: {rate: 2}}
duration: 1.0
"""
SENSORS = "sensors:\n  lean: {tilt: {body: rod}}\n  roll: {tilt: {body: tip, axis: y}}\n"


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sensor")
    (folder / "plain.yaml").write_text(MODEL)
    (folder / "swing.yaml").write_text(MODEL + SENSORS)
    twice = "{port: {file: swing.yaml}, star: {file: swing.yaml, at: [0, 2, 0]}}"
    (folder / "pair.yaml").write_text(f"name: pair\nmodules: {twice}\n")
    return with_file(folder, "sensors/tilt.py", TILT)


def test_it_measures_the_true_state_and_exerts_no_force(copy):
    found = copy.python("""
        import json
        import pelagos as pl
        run, plain = (pl.simulate(f"{name}.yaml", every=0.1) for name in ("swing", "plain"))
        assert run.header.outputs == ("lean.angle", "roll.angle")
        assert run.header.output_units == ("rad", "rad")
        names = ("q", "outputs")
        print(json.dumps({n: run.arrays[n].tolist() for n in names}
                         | {"plain": plain.arrays["q"].tolist()}))
        batch = pl.simulate_batch("swing.yaml", vary={"bodies.rod.mass": [1.0, 2.0]})
        assert batch.arrays["outputs"].shape[2] == 2
    """)
    a = json.loads(found)
    q, outputs = np.array(a["q"]), np.array(a["outputs"])
    np.testing.assert_array_equal(q, a["plain"])
    np.testing.assert_allclose(outputs[:, 0], np.abs(q[:, 0]), atol=1e-12)
    # y of the tip, turned about x by q1 and then about y by q0, has the height cos q0 sin q1
    np.testing.assert_allclose(np.cos(outputs[:, 1]), np.cos(q[:, 0]) * np.sin(q[:, 1]), atol=1e-12)


def test_commands_and_modules_know_it(copy):
    told = copy.command("info", "swing.yaml")
    assert "Sensors" in told
    assert "tilt, body rod" in told
    assert "lean.angle" in told
    assert "tilt" in copy.command("schema")
    assert "port.lean.angle" in copy.command("info", "pair.yaml")
    copy.command("validate", "pair.yaml")


def test_wrong_words_are_refused_where_they_stand(copy):
    copy.python("""
        import pelagos as pl
        text = open("swing.yaml").read()
        for old, new, said in (
            ("body: rod", "body: rood", "sensors.lean.tilt.body: there is no such body"),
            ("{tilt: {body: rod}}", "{tild: {body: rod}}", "did you mean tilt?"),
            ("{tilt: {body: rod}}", "{}", "the sensor has no kind"),
            ("body: rod}", "body: rod, rate: 3}", "sensors.lean.tilt.rate: unknown key"),
        ):
            try:
                pl.loads(text.replace(old, new), "swing.yaml")
            except pl.PelagosError as error:
                assert said in str(error), error
                assert "swing.yaml:9" in str(error), error
            else:
                raise AssertionError(new)
    """)


def test_one_that_pushes_is_refused(tmp_path):
    pushing = TILT.replace("axis = at.world", "at.add_effort(0, 1.0)\n            axis = at.world")
    (tmp_path / "swing.yaml").write_text(MODEL + SENSORS)
    copy = with_file(tmp_path, "sensors/tilt.py", pushing)
    with pytest.raises(AssertionError, match="TiltOf puts a force on the robot"):
        copy.python("import pelagos as pl; pl.simulate('swing.yaml')")


def test_without_any_kind_the_section_says_so():
    with pytest.raises(ModelError) as caught:
        pl.loads(MODEL + SENSORS)
    assert "sensors.lean.tilt: there is no such kind of sensor" in str(caught.value)
    assert "this version has none" in str(caught.value)
    assert pl.loads(MODEL).sensors == {}

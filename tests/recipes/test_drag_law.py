"""The recipe "A drag law": one that grows with the third power of the speed, in one file."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tests.recipes.tools import with_file

CUBIC = '''
    """Drag that grows with the third power of the speed."""

    from __future__ import annotations

    from collections.abc import Iterator
    from dataclasses import dataclass
    from typing import Any, Literal

    from pelagos.elements.drag.law import DragWords, WaterForce
    from pelagos.elements.site import Axes
    from pelagos.language.words import AtLeastZero
    from pelagos.mathematics.algebra import Force, Motion, Vec3
    from pelagos.text import number


    class CubicDrag(DragWords):
        """-coefficient |v|^2 v at the origin of the body; N s3/m3."""

        key = "cubic"
        per_density = False

        kind: Literal["cubic"] = "cubic"
        coefficient: AtLeastZero

        def element(self, body: Axes) -> WaterForce:
            return CubicForce(body.link, self.coefficient)

        def told(self) -> Iterator[str]:
            yield f"cubic, {number(self.coefficient)} N s3/m3"


    @dataclass(frozen=True)
    class CubicForce(WaterForce):
        coefficient: float

        def wrench(self, density: Any, v: Motion) -> Force:
            return Force((-self.coefficient * v.v.dot(v.v)) * v.v, Vec3.zero())
'''
MODEL = """
name: ball
gravity: [0, 0, 0]
water: {density: 1000, current: [0.5, 0, 0]}
bodies:
  ball:
    mass: 2
    inertia: [1, 1, 1]
    buoyancy: false
    drag: {cubic: {coefficient: 3}}
initial: {ball: {velocity: [2, 1, 0], angular_velocity: [0.3, 0.2, 0.1]}}
duration: 1.0
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("drag")
    (folder / "ball.yaml").write_text(MODEL)
    return with_file(folder, "elements/drag/cubic.py", CUBIC)


def test_it_slows_down_as_in_closed_form_in_all_formulations(copy):
    found = copy.python("""
        import json
        import pelagos as pl
        settings = {"rtol": 1e-11, "atol": 1e-12, "integrator": "dop853", "every": 0.1}
        methods = ("newton-euler", "kane", "moving-frame", "udwadia-kalaba")
        found = {}
        for method in methods:
            run = pl.simulate("ball.yaml", method=method, **settings)
            assert run.audit()
            found[method] = run.arrays["velocity"][:, 0].tolist()
        print(json.dumps(found))
        batch = pl.simulate_batch(
            "ball.yaml", vary={"bodies.ball.drag.cubic.coefficient": [0.0, 3.0]}, **settings
        )
        one = pl.simulate("ball.yaml", **settings)
        assert (batch.arrays["q"][1] == one.arrays["q"]).all()
        assert abs(batch.arrays["velocity"][0, :, 0, 0] - 2.0).max() < 1e-12
        robot = pl.load("ball.yaml")
        slopes = pl.dynamics(robot).derivatives(*robot.initial_state()).u
        print(json.dumps(slopes[:3, :3].tolist()))
    """)
    time = np.linspace(0.0, 1.0, 11)
    start = np.array([1.5, 1.0, 0.0])  # relative to the water
    # m v' = -c v^3: 1 / v^2 grows by 2 c t / m
    size = 1.0 / np.sqrt(1.0 / start.dot(start) + 2.0 * 3.0 * time / 2.0)
    expected = np.array([0.5, 0, 0]) + np.outer(size, start / np.linalg.norm(start))
    velocities, slopes = map(json.loads, found.splitlines())
    # d(-c/m |v|^2 v)/dv, and -w x v: these are axes of the body
    turning = np.array([[0, 0.1, -0.2], [-0.1, 0, 0.3], [0.2, -0.3, 0]])
    drag = -1.5 * (start.dot(start) * np.eye(3) + 2 * np.outer(start, start))
    np.testing.assert_allclose(slopes, drag + turning, atol=1e-12)
    for method, velocity in velocities.items():
        np.testing.assert_allclose(velocity, expected, atol=1e-8, err_msg=method)


def test_commands_know_it(copy):
    told, schema, check = copy.commands("info ball.yaml", "schema", "check ball.yaml")
    assert "cubic, 3 N s3/m3" in told
    assert "cubic" in schema
    assert "all within tolerance" in check


def test_wrong_words_are_refused(copy):
    copy.python("""
        import pelagos as pl
        text = open("ball.yaml").read()
        for old, new, said in (
            ("coefficient: 3", "coefficient: -3", "bodies.ball.drag"),
            ("cubic:", "cubik:", "did you mean cubic?"),
        ):
            try:
                pl.loads(text.replace(old, new))
            except pl.PelagosError as error:
                assert said in str(error), error
            else:
                raise AssertionError(new)
    """)

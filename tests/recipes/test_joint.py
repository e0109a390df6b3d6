"""The recipe "A joint": a screw, in one file, works wherever joints do."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tests.recipes.tools import with_file

HELICAL = '''
    """Helical: a screw along z; one coordinate turns the child and moves it along its axis."""

    from __future__ import annotations

    import math
    from typing import Annotated

    from pelagos.joints.contract import (
        ANGLE,
        ANGLE_RATE,
        Component,
        JointKind,
        JointWords,
        Numbers,
        StartWords,
        turn_z,
        unit_forces,
    )
    from pelagos.language import units
    from pelagos.language.words import Axis, Quantity, Words
    from pelagos.mathematics.algebra import Force, Motion, Vec3
    from pelagos.mathematics.inertia import Pose
    from pelagos.mathematics.scalars import sincos, sqrt


    class Screw(Words):
        """The axis, and how far the child moves along it in one turn; negative: left-handed."""

        axis: Axis
        pitch: Annotated[float, Quantity(units.LENGTH)]


    class Helical(JointKind):
        word, numbers = "helical", ("lead",)  # lead: m/rad
        words = JointWords(
            field=Screw,
            example="{axis: z, pitch: 5 mm}",
            count=0,
            axes=lambda screw: (screw.axis,),
            numbers=lambda screw: (screw.pitch / (2.0 * math.pi),),
        )
        coordinates = (Component("", ANGLE, "joint angle"),)
        speeds = (Component("", ANGLE_RATE, "joint rate"),)
        start = (StartWords(1, ("angle", "position")),)
        start_rates = (StartWords(1, ("rate",)),)
        turning = None
        in_world = pays_out = False
        resisted = turnable = True
        hub, fixture = "pin", "rail"
        urdf = ()

        def pose(self, placement: Pose, q: Numbers) -> Pose:
            R = turn_z(placement.R, *sincos(q[0]))
            return Pose(R, placement.p + (self.lead * q[0]) * placement.R.c)

        def columns(self, q: Numbers) -> tuple[Motion, ...]:
            return (Motion(Vec3(0.0, 0.0, self.lead), Vec3(0.0, 0.0, 1.0)),)

        def column_rates(self, q: Numbers, u: Numbers) -> tuple[Motion, ...]:
            return (Motion.zero(),)

        def rates(self, q: Numbers, u: Numbers) -> Numbers:
            return u

        def active(self, q: Numbers) -> tuple[Force, ...]:
            return unit_forces(5)

        def held(self, q: Numbers) -> tuple[Force, ...]:
            size = 1.0 / sqrt(1.0 + self.lead * self.lead)
            across = Force(Vec3(0.0, 0.0, size), Vec3(0.0, 0.0, -self.lead * size))
            return (*unit_forces(0, 1, 3, 4), across)

        def held_rates(self, q: Numbers, relative: Motion) -> tuple[Force, ...]:
            return (Force.zero(),) * 5
'''

MODEL = """
name: press
parameters: {turn: 5 mm}
bodies:
  spindle:
    joint: {helical: {axis: z, pitch: turn}, armature: 0.01, stiffness: 3.0}
    mass: 2.0
    com: [0.02, 0, 0.1]
    inertia: [0.01, 0.02, 0.03]
  arm:
    parent: spindle
    at: [0.1, 0, 0]
    joint: {helical: {axis: [0.6, 0, 0.8], pitch: -0.3}, stiffness: 2.0, rest: 10 deg}
    mass: 0.5
    com: [0.2, 0.05, 0]
    inertia: [0.001, 0.01, 0.01]
  tip:
    parent: arm
    at: [0.3, 0, 0]
    joint: {revolute: y}
    mass: 0.1
    com: [0.1, 0, 0]
    inertia: [0.0001, 0.001, 0.001]
actuators:
  drive: {motor: {joint: spindle, input: 0}}
scenarios:
  driven: {inputs: {drive: "0.1*sin(3*t)"}}
initial:
  spindle: {angle: 30 deg, rate: 2.0}
  arm: {position: -0.4}
duration: 1.0
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("joint")
    (folder / "press.yaml").write_text(MODEL)
    return with_file(folder, "joints/helical.py", HELICAL)


def test_all_formulations_agree_and_keep_the_energy(copy):
    found = copy.python("""
        import json
        import numpy as np
        import pelagos as pl
        found = {}
        for method in ("newton-euler", "kane", "moving-frame", "udwadia-kalaba"):
            settings = {"rtol": 1e-11, "atol": 1e-12, "integrator": "dop853"}
            for scenario in (None, "driven"):
                run = pl.simulate("press.yaml", scenario, method=method, every=0.1, **settings)
                assert run.outcome.code == "finished", run.outcome
                a = run.arrays
                energy = a["kinetic_energy"] + a["potential_energy"] - a["work"]
                found[f"{method} {scenario}"] = {
                    **{name: a[name].tolist() for name in ("q", "u", "udot")},
                    "spread": float(np.ptp(energy)), "work": float(np.ptp(a["work"])),
                    "place": a["position"][:, 0, 2].tolist(),
                }
        print(json.dumps(found))
    """)
    runs = json.loads(found)
    for name, run in runs.items():
        first = runs[f"newton-euler {name.split()[1]}"]
        for key in ("q", "u", "udot"):
            np.testing.assert_allclose(run[key], first[key], rtol=1e-9, atol=1e-9)
        assert run["spread"] < 1e-8
        assert (run["work"] > 1e-3) == name.endswith("driven")
        # one turn is 5 mm along the axis
        angle = np.array(run["q"])[:, 0]
        np.testing.assert_allclose(run["place"], 0.005 * angle / (2 * np.pi), rtol=0, atol=1e-14)


def test_the_tests_of_joints_hold_for_it(copy):
    """Its parts fit each other, and random trees of all kinds agree in all formulations."""
    copy.python("""
        import sys
        import pytest
        from tests.recipes.tools import ROOT
        from tests.trees import KINDS
        assert "helical" in KINDS
        options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--rootdir", str(ROOT)]
        sys.exit(pytest.main([*options, str(ROOT / "tests" / "joints")]))
    """)


def test_a_chain_of_screws_agrees_in_all_formulations(copy):
    copy.python("""
        import pelagos as pl
        from pelagos.programs.robot import FORMULATIONS
        from tests.trees import random_robot, random_state
        from tests.twins import relative
        robot = random_robot(5, 6, kinds=("helical", "universal"), armature=True)
        assert sum(body.joint.kind == "helical" for body in robot.bodies.values()) >= 2
        q, u = random_state(robot, 5)
        first, *others = [pl.acceleration(robot, q, u, u, method=m) for m in FORMULATIONS]
        assert all(relative(other, first) < 1e-9 for other in others)
    """)


def test_commands_know_it(copy):
    run = "run press.yaml --out press.nc --view press.html"
    lines = ("info press.yaml", "schema", "check press.yaml", run, "modes press.yaml")
    told, schema, check, _, modes = copy.commands(*lines)
    assert "helical" in told
    assert "helical" in schema
    assert "all within tolerance" in check
    assert "spindle" in (copy.folder / "press.html").read_text()
    assert "spindle" in modes


def test_results_have_units_and_pitches_vary(copy):
    copy.python(
        """
        import numpy as np
        import pelagos as pl
        from pelagos.result.meaning import coordinates, speeds
        robot = pl.load("press.yaml")
        assert [c.unit for c in coordinates(robot)] == ["rad"] * 3
        assert speeds(robot)[0].unit == "rad/s"
        run = pl.simulate(robot, every=0.5)
        assert list(run.header.units("coordinate")) == ["rad"] * 3
        # a number of the joint's kind is a number like any other: batches read it, studies vary it
        path, pitches = "bodies.arm.joint.helical.pitch", [-0.3, 0.1, 0.2]
        for method in ("newton-euler", "udwadia-kalaba"):
            settings = {"every": 0.5, "method": method}
            batch = pl.simulate_batch(robot, vary={path: pitches}, **settings)
            for one, pitch in zip(batch, pitches, strict=True):
                words = {path: pitch}
                alone = pl.simulate(robot, set=words, integrator="dopri5", **settings)
                np.testing.assert_array_equal(one.arrays["q"], alone.arrays["q"])
        # other robots are what they were
        assert pl.load("pendulum").hash == HASH
    """.replace("HASH", repr(_hash("pendulum")))
    )


def _hash(name):
    import pelagos as pl

    return pl.load(name).hash


def test_words_are_refused_where_they_do_not_fit(copy):
    copy.python("""
        import pelagos as pl
        def refused(joint):
            try:
                pl.Robot(name="r", bodies={"a": {"joint": joint, "mass": 1, "inertia": [1, 1, 1]}})
            except pl.PelagosError as error:
                return str(error)
            raise AssertionError(f"{joint} was accepted")
        assert "{helical: {axis: z, pitch: 5 mm}}" in refused("helical")
        assert "pitch" in refused({"helical": {"axis": "z"}})
        assert "force" in refused({"helical": {"axis": "z", "pitch": "3 N"}})
        assert "pays nothing out" in refused(
            {"helical": {"axis": "z", "pitch": 0.1}, "payout": {"line_density": 1}}
        )
    """)


@pytest.mark.parametrize(
    ("change", "lacking"),
    [
        (("def held_rates(", "def something_else("), "held_rates"),
        (("        resisted", "        resists"), "resisted"),
        (('hub, fixture = "pin", "rail"', 'hub, fixture = "pin", "raft"'), "fixture"),
        (("        start = (StartWords(1,", "        start = (StartWords(2,"), "start gives 2"),
    ],
)
def test_a_kind_that_lacks_a_part_is_an_error_at_import(tmp_path, change, lacking):
    assert HELICAL.count(change[0]) == 1
    copy = with_file(tmp_path, "joints/helical.py", HELICAL.replace(*change))
    with pytest.raises(AssertionError, match=rf"joints/helical.py: Helical.*{lacking}"):
        copy.python("import pelagos.model")


def test_a_recipe_that_needs_a_second_file_fails(tmp_path):
    copy = with_file(tmp_path, "joints/helical.py", HELICAL)
    copy.check()
    other = tmp_path / "pelagos" / "joints" / "revolute.py"
    other.write_text(other.read_text() + "\n")
    with pytest.raises(AssertionError, match=r"more than one file.*joints/revolute\.py"):
        copy.check()

"""Words of wings: on beams and on bodies, and what is wrong with them."""

from __future__ import annotations

import numpy as np
import pytest

from pelagos import model
from pelagos.errors import ModelError
from pelagos.model.robot import Robot

ON_A_BEAM = """\
pelagos: 1
name: blade
parameters: {V: 60, L: 0.4}
water: {density: 1.225, current: ["V", 0, 0]}
beams:
  spar: {length: L, segments: 4, EI: 6, GJ: 10, torsion: true, mass_per_length: 1}
wings:
  blade: {beam: spar, chord: 12 cm, mirror: y}
"""


def test_a_beam_stands_for_its_segments():
    robot = model.loads(ON_A_BEAM)
    wing = robot.wings["blade"]
    assert wing.bodies == ("spar1", "spar2", "spar3", "spar4")
    assert wing.spans == pytest.approx([0.1] * 4)
    assert (wing.chord, wing.elastic_axis, wing.method) == (0.12, 0.5, "vortex-lattice")
    # lift points along aft x along
    assert np.cross(wing.aft, wing.along).tolist() == [0, 0, 1]
    assert Robot(**robot.to_dict()) == robot
    assert robot.with_values({"parameters.L": 0.8}).wings["blade"].spans[0] == pytest.approx(0.2)
    assert robot.with_values({"wings.blade.wake": 5}).wings["blade"].wake == 5


def test_torsion_goes_with_bending_in_one_plane():
    robot = model.loads(ON_A_BEAM.replace("torsion: true", "torsion: true, bending: y"))
    joint = robot.bodies["spar2"].joint
    assert joint.universal == ((1, 0, 0), (0, 1, 0))
    assert joint.stiffness == pytest.approx((100, 60))


def test_wings_of_modules_keep_their_bodies(tmp_path):
    (tmp_path / "blade.yaml").write_text(ON_A_BEAM)
    text = "pelagos: 1\nname: two\nmodules: {port: blade.yaml, starboard: blade.yaml}\n"
    (tmp_path / "two.yaml").write_text(text)
    robot = model.load(tmp_path / "two.yaml")
    wing = robot.wings["starboard.blade"]
    assert wing.bodies[0] == "starboard.spar1"
    assert (wing.mirror, wing.spans[0]) == ("y", pytest.approx(0.1))


BAD = """\
pelagos: 1
name: bad
water: {density: 1.225}
beams:
  spar: {length: 1, segments: 2, EI: 6, mass_per_length: 1}
wings:
  a: {beam: spr, chord: 1}
  b: {beam: spar, span: 2, chord: 1}
  c: {bodies: [spar1, spar1], span: 1, chord: 1}
  d: {bodies: spar1, span: [1, 2], chord: 0, methd: strip}
  e: {bodies: [spar1, spar3], span: 1, chord: 1}
  f: {bodies: spar1, span: 1, chord: 1, mirror: x, speed: 3}
  g: {bodies: spar2, span: 1, chord: 1, aft: x, speed: 3}
"""
EXPECTED = [
    # line, key, message, remedy
    (7, "wings.a.beam", "no such beam", "did you mean spar?"),
    (8, "wings.b.beam", "already says what span says", "one of them"),
    (9, "wings.c.bodies", "named twice", "once"),
    (10, "wings.d.chord", "0 is not positive", "above 0"),
    (10, "wings.d.methd", "unknown key", "did you mean method?"),
    (11, "wings.e.bodies.1", "no such body", "did you mean spar"),
    (11, "wings.e", "at rest at the start", "add speed"),
    (12, "wings.f.bodies.0", "carries 'e' already", "one wing"),
    (12, "wings.f.mirror", "has the mirror none", "the same"),
    (13, "wings.g.aft", "at 0 degrees", "perpendicular"),
]


def test_every_problem_at_once():
    with pytest.raises(ModelError) as caught:
        model.loads(BAD)
    found = {(p.line, p.key): p for p in caught.value.problems}
    assert len(found) == len(EXPECTED)
    for line, key, message, remedy in EXPECTED:
        assert message in found[line, key].message
        assert remedy in found[line, key].remedy


@pytest.mark.parametrize(
    ("water", "message"),
    [
        ("", "needs a fluid"),
        ("water: {current: [1, 0, 0], waves: [{amplitude: 1, period: 5}]}", "has waves"),
        ("water: {depth: 9, current: {shear: {velocity: [1, 0, 0]}}}", "has a shear current"),
    ],
)
def test_the_flow_must_be_uniform(water, message):
    lines = ON_A_BEAM.splitlines()
    lines[3] = water
    with pytest.raises(ModelError, match=message):
        model.loads("\n".join(lines))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("panels: {chord: 20, span: 20}", "have 1600 panels"),
        ("wake: 1e5", "have 3200000 rings"),
        ("step: 1e-9", "rings up to this one"),
    ],
)
def test_a_lattice_that_nobody_could_wait_for_is_refused(words, message):
    with pytest.raises(ModelError, match=message):
        model.loads(ON_A_BEAM.replace("mirror: y", words))


def test_an_infinite_stream_is_refused():
    """An expression of constants that overflows: its wake would have 0/0 rows."""
    with pytest.raises(ModelError, match="rings up to this one"):
        model.load("wing", set={"water.current.1": "2^9999"})

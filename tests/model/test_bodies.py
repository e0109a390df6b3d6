"""Bodies, placements and joints: what the words become, and what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest
from pydantic import ValidationError

import pelagos as pl
from pelagos.language import scope as scopes
from pelagos.model import Body, Joint, Placement, builtin_names
from pelagos.model.reading import Reading

EYE6 = np.eye(6).tolist()


def messages(model, words):
    with pytest.raises(ValidationError) as caught:
        model.model_validate(words)
    return "\n".join(
        f"{error['loc']} {error.get('ctx', {}).get('message', error['msg'])} "
        f"{error.get('ctx', {}).get('remedy', '')}"
        for error in caught.value.errors()
    )


# --- placements


def turn(axis, angle):
    return Placement.model_validate({"axis": axis, "angle": angle}).R


def test_orientations_agree():
    roll, pitch, yaw = 0.3, -0.4, 0.5
    R = turn("z", yaw) @ turn("y", pitch) @ turn("x", roll)
    by_rpy = Placement.model_validate({"rpy": [roll, pitch, yaw]})
    by_quaternion = Placement.model_validate({"quaternion": list(by_rpy.unit_quaternion)})
    np.testing.assert_allclose(by_rpy.R, R, atol=1e-15)
    np.testing.assert_allclose(by_quaternion.R, R, atol=1e-15)


def test_rotations_are_right_handed():
    np.testing.assert_allclose(turn("z", "90 deg") @ [1, 0, 0], [0, 1, 0], atol=1e-15)
    np.testing.assert_allclose(turn("x", "90 deg") @ [0, 1, 0], [0, 0, 1], atol=1e-15)


def test_a_list_is_a_position():
    placement = Placement.model_validate(["3 cm", 0, 1])
    np.testing.assert_array_equal(placement.p, [0.03, 0, 1])
    np.testing.assert_array_equal(placement.R, np.eye(3))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"rpy": [0, 0, 0], "quaternion": [1, 0, 0, 0]}, "rpy and quaternion"),
        ({"axis": "x"}, "angle is missing"),
        ({"angle": 1}, "axis is missing"),
        ({"position": [1, 2]}, "a list of 3 numbers is needed, this one has 2"),
        ({"position": ["1 s", 2, 3]}, "a time stands where a length belongs"),
    ],
)
def test_bad_placements(words, message):
    assert message in messages(Placement, words)


# --- joints


def test_kinds_and_axes():
    cases = {
        "free": ("free", (), 7, 6),
        "fixed": ("fixed", (), 0, 0),
        "spherical": ("spherical", (), 4, 3),
        "revolute": ({"revolute": "-y"}, ((0, -1, 0),), 1, 1),
        "prismatic": ({"prismatic": [0, 3, 4]}, ((0, 0.6, 0.8),), 1, 1),
        "universal": ({"universal": ["x", "z"]}, ((1, 0, 0), (0, 0, 1)), 2, 2),
        "planar": ({"planar": "x"}, ((1, 0, 0),), 3, 3),
    }
    for kind, (words, axes, nq, nv) in cases.items():
        joint = Joint.model_validate(words)
        assert (joint.kind, joint.nq, joint.nv) == (kind, nq, nv)
        assert joint.axes == pytest.approx(axes) if not axes else joint.axes == axes
        assert len(joint.damping) == len(joint.limits) == len(joint.limit_stiffness) == nv


def test_values_are_spread_over_the_freedoms():
    joint = Joint.model_validate(
        {"planar": "z", "damping": 2, "stiffness": [1, 2, 3], "limits": [[0, 1], None, [-1, 1]]}
    )
    assert joint.damping == (2, 2, 2)
    assert joint.stiffness == (1, 2, 3)
    assert joint.limits == ((0, 1), None, (-1, 1))
    assert joint.limit_stiffness == (1e4, 1e4, 1e3)
    assert joint.armature == (0, 0, 0)
    one = Joint.model_validate({"revolute": "x", "limits": ["-90 deg", "90 deg"]})
    assert one.limits == ((-math.pi / 2, math.pi / 2),)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("revolut", "unknown joint 'revolut' did you mean revolute?"),
        ("revolute", "a revolute joint needs an axis write {revolute: y}"),
        ({}, "the joint has no kind"),
        ({"revolute": "x", "prismatic": "y"}, "prismatic and revolute"),
        (3, "a joint cannot be a number"),
        ({"revolute": [0, 0, 0]}, "length zero"),
        ({"universal": ["x", [1, 1, 0]]}, "meet at 45 degrees make them perpendicular"),
        ({"universal": "x"}, "needs two axes"),
        ({"free": True, "damping": 1}, "a free joint has no damping"),
        ({"revolute": "x", "damping": -1}, "the value -1 is negative"),
        ({"revolute": "x", "friction_speed": 0}, "is not positive"),
        ({"revolute": "x", "damping": [1, 2]}, "2 values for a revolute joint give one value"),
        ({"revolute": "x", "limits": [1, 0]}, "lower limit 1 is not below the upper 0"),
        ({"universal": ["x", "y"], "limits": [0, 1]}, "1 limits for a universal joint of 2"),
        ({"spherical": True, "limits": [0, 1]}, "a spherical joint has no limits"),
        ({"spherical": True, "rest": 1}, "remove rest"),
    ],
)
def test_bad_joints(words, message):
    assert message in messages(Joint, words)


# --- bodies


def test_inertia_forms():
    full = [[2, 0.1, 0.2], [0.1, 3, 0.3], [0.2, 0.3, 4]]
    six = [2, 3, 4, 0.1, 0.2, 0.3]
    for words in (full, six):
        assert Body(mass=1, inertia=words).inertia == tuple(tuple(row) for row in full)
    assert np.diag(Body(mass=1, inertia=[1, 2, 3]).inertia).tolist() == [1, 2, 3]


def test_mass_properties_follow_from_the_shape():
    shape = {"box": [1, 2, 3], "at": [0, 0, 1]}
    dense = Body(shape=shape, density=100)
    heavy = Body(shape=shape, mass=600)
    assert dense.mass == pytest.approx(600)
    assert dense.com == heavy.com == (0, 0, 1)
    np.testing.assert_allclose(np.diag(dense.inertia), [650, 500, 250])
    np.testing.assert_allclose(dense.inertia, heavy.inertia, rtol=1e-14)
    assert Body(shape=shape, mass=1, com=[0, 0, 0]).com == (0, 0, 0)


def test_general_inertia_weighs_what_mass_says():
    body = Body(spatial_inertia=EYE6)
    assert (body.mass, body.com) == (0, (0, 0, 0))
    assert body.spatial_inertia == tuple(tuple(row) for row in EYE6)
    assert Body(spatial_inertia=EYE6, mass=3, com=[0, 0, 1]).mass == 3


def test_defaults():
    body = Body()
    assert (body.parent, body.joint.kind, body.mass) == ("world", "free", 0)
    np.testing.assert_array_equal(body.inertia, np.zeros((3, 3)))
    assert Body(mass=1, inertia=[1, 1, 2]).com == (0, 0, 0)  # a plate meets the inequality just so


def test_rotated_inertias_pass_the_triangle_inequality():
    rng = np.random.default_rng(1)
    for _ in range(50):
        R, _ = np.linalg.qr(rng.normal(size=(3, 3)))
        plate = R @ np.diag([1.0, 2.0, 3.0]) @ R.T
        assert Body(mass=1, inertia=plate.tolist()).mass == 1


SKEW = [[1, 0.5, 0], [0, 1, 0], [0, 0, 1]]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"mass": -1, "inertia": [1, 1, 1]}, "('mass',) the value -1 is below 0 use 0 or more"),
        ({"mass": 1}, "a body with mass needs an inertia add inertia"),
        ({"inertia": [1, 1, 1]}, "inertia is given without mass"),
        ({"mass": 1, "inertia": [1, 1, 3]}, "triangle inequality"),
        ({"mass": 1, "inertia": [1, 1, 3]}, "its principal values are 1, 1, 3"),
        ({"mass": 1, "inertia": [1, 1, -1]}, "not positive, its principal values are -1, 1, 1"),
        ({"mass": 1, "inertia": [1, 1, 1, 5, 0, 0]}, "its principal values are -4, 1, 6"),
        ({"mass": 1, "inertia": SKEW}, "differs from its transpose by 0.5"),
        ({"mass": 1, "inertia": [1, 1]}, "3 or 6 numbers is needed, this one has 2"),
        ({"mass": 1, "inertia": [[1, 0, 0]] * 6}, "6 rows"),
        ({"density": 3}, "density is given without a shape"),
        ({"density": 3, "shape": {"sphere": 1}, "mass": 1}, "mass is given too remove density"),
        ({"density": 0, "shape": {"sphere": 1}}, "not positive"),
        ({"shape": {"box": [1, 1, 0]}, "mass": 1}, "('shape', 'box', 2) the value 0 is not pos"),
        ({"shape": {"sphere": 1, "box": [1, 1, 1]}, "mass": 1}, "sphere and box"),
        ({"parent": "hull", "mass": 0}, "the joint to the parent 'hull' is missing add a joint"),
        ({"spatial_inertia": EYE6, "inertia": [1, 1, 1]}, "both given"),
        ({"spatial_inertia": EYE6[:5]}, "a list of 6"),
        ({"spatial_inertia": (-np.eye(6)).tolist()}, "smallest eigenvalue is -1"),
        ({"spatial_inertia": np.triu(np.ones((6, 6))).tolist()}, "differs from its transpose by 1"),
    ],
)
def test_bad_bodies(words, message):
    assert message in messages(Body, words)


def facts(body):
    return body.model_dump(mode="json"), body.water_sources, body.model_fields_set


@pytest.mark.parametrize("name", builtin_names())
def test_reading_one_key_again_changes_nothing(name):
    """Any key, of any body: what is completed from several keys is completed again."""
    robot = pl.load(name)
    with scopes.within(Reading(robot.flat, robot.scope).scope):
        for body, words in robot.flat["bodies"].items():
            whole = robot.bodies[body]
            for key in type(whole).model_fields:
                assert facts(whole.changed(words, {key})) == facts(whole), (body, key)


def test_a_body_in_other_words_is_the_body_read_from_these():
    ball = {"joint": "free", "shape": {"sphere": 0.1}, "mass": 3.0}
    other = {
        "mass": ball | {"mass": 4.0},
        "com": ball | {"com": [0, 0, 0.01]},
        "shape": ball | {"shape": {"sphere": 0.2}},
        "drag": ball | {"drag": False},
        "water": ball | {"water": False},
        "joint": {key: ball[key] for key in ("shape", "mass")},
    }
    for density in (None, 1000.0, 1025.0):
        with scopes.within(scopes.Scope(density=1000.0)):
            body = Body.model_validate(ball)
        with scopes.within(scopes.Scope(density=density)):
            assert facts(body.changed(ball, set())) == facts(Body.model_validate(ball))
            for key, words in other.items():
                assert facts(body.changed(words, {key})) == facts(Body.model_validate(words)), key

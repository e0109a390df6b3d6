"""The table of joint kinds: whole kinds only, and what follows from what they state."""

from __future__ import annotations

import numpy as np
import pytest

from pelagos.joints.contract import ANGLE, LENGTH_RATE, Component, JointKind, StartWords, Turning
from pelagos.joints.revolute import Revolute
from pelagos.joints.spherical import Spherical
from pelagos.joints.table import BY_WORD, CODES, KINDS, WORDS, checked
from pelagos.language.placement import turn
from pelagos.model.joints import Joint
from pelagos.model.start import joint_pose
from tests.trees import SHARED


def test_every_file_is_a_kind():
    assert set(WORDS) >= set(SHARED)
    assert [CODES[kind.word] for kind in KINDS] == list(range(len(KINDS)))


def test_no_kind_is_another_one():
    """What a kind does not state it cannot get from another kind."""
    assert all(type(kind).__bases__ == (JointKind,) for kind in KINDS)


def test_missing_parts_are_named_together():
    class Half(JointKind):
        word = "half"

        def rates(self, q, u):
            return u

    with pytest.raises(TypeError, match=r"joints/half\.py: Half lacks words, .*urdf.*, pose") as e:
        checked(Half, "joints/half.py")
    lacking = str(e.value).partition("lacks ")[2].partition(";")[0].split(", ")
    assert {"columns", "held", "held_rates", "active", "start", "hub", "turning"} <= set(lacking)
    assert not {"word", "rates", "bias", "nq"} & set(lacking)


@pytest.mark.parametrize(
    ("base", "change", "said"),
    [
        (Revolute, {"hub": "knob"}, "hub is none of pin, ball, none"),
        (Revolute, {"start": ()}, "start gives 0 numbers of 1"),
        (Revolute, {"start_rates": (StartWords(2, ("rate",)),)}, "start_rates gives 2 numbers"),
        (Revolute, {"coordinates": (Component("", "deg", "angle"),)}, "coordinate 0 .* 'deg'"),
        (Revolute, {"speeds": (Component("", "m", "rate"),)}, "speed 0 .* 'm'"),
        (Revolute, {"speeds": (Component("", LENGTH_RATE, "rate"),) * 2}, "1 coordinates .* 2 sp"),
        (Revolute, {"in_world": True}, "in_world needs"),
        (Spherical, {"turning": None}, "coordinate 0 .* '1'"),
        (Spherical, {"turning": Turning(1, 0, None)}, "coordinate 0 .* '1'"),
    ],
)
def test_contradictions_are_named(base, change, said):
    with pytest.raises(TypeError, match=f"file: Odd: .*{said}"):
        checked(type("Odd", (base,), change), "file")


def test_limits_have_the_unit_of_their_speed():
    def stiffness(words):
        return Joint.model_validate(words).limit_stiffness

    (angle,), (length,) = stiffness({"revolute": "y"}), stiffness({"prismatic": "y"})
    assert angle != length
    assert stiffness({"planar": "z"}) == (length, length, angle)
    assert stiffness({"universal": ["x", "y"]}) == (angle, angle)


@pytest.mark.parametrize("axis", ["x", "-y", [0.6, 0.0, 0.8]])
def test_the_pose_at_the_start_is_in_the_body_axes_of_the_user(axis):
    """By the formula of Rodrigues, not by the joint-aligned frame."""
    near = {"rtol": 0, "atol": 1e-15}
    revolute = Joint.model_validate({"revolute": axis})
    z = revolute.axes[0]
    R, p = joint_pose(revolute, [0.7])
    np.testing.assert_allclose(R, turn(z, 0.7), **near)
    np.testing.assert_array_equal(p, np.zeros(3))
    R, p = joint_pose(Joint.model_validate({"prismatic": axis}), [0.7])
    np.testing.assert_allclose(R, np.eye(3), **near)
    np.testing.assert_allclose(p, 0.7 * np.array(z), **near)
    R, p = joint_pose(Joint.model_validate({"planar": axis}), [0.3, 0.4, 0.7])
    np.testing.assert_allclose(R, turn(z, 0.7), **near)
    np.testing.assert_allclose([np.linalg.norm(p), p @ z], [0.5, 0.0], **near)


def test_a_universal_joint_turns_about_one_axis_then_the_other():
    joint = Joint.model_validate({"universal": ["z", [0.6, 0.8, 0.0]]})
    R, _ = joint_pose(joint, [0.3, -0.8])
    expected = turn(joint.axes[0], 0.3) @ turn(joint.axes[1], -0.8)
    np.testing.assert_allclose(R, expected, rtol=0, atol=1e-15)


def test_what_follows_from_the_mechanics():
    known = [BY_WORD[word] for word in SHARED]
    keeps = {kind.word for kind in known if kind.keeps_origin}
    assert keeps == {"revolute", "universal", "spherical", "fixed"}
    assert [kind.word for kind in known if not kind.keeps_directions] == ["universal"]
    free = BY_WORD["free"]
    assert [free.coordinate_of(k) for k in range(6)] == [None] * 6
    assert [BY_WORD["planar"].coordinate_of(k) for k in range(3)] == [0, 1, 2]
    assert BY_WORD["revolute"].coordinates[0].unit == ANGLE

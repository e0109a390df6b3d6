"""Random trees as SDF, with poses written in many ways, against Pinocchio built link by link."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import pelagos as pl

pytestmark = pytest.mark.peers

COUNT = 7


def _pose(rng):
    return rng.normal(size=3) * 0.4, Rotation.from_euler("xyz", rng.uniform(-1.4, 1.4, 3))


def _written(p, R, how, relative=""):
    attribute = f' relative_to="{relative}"' if relative else ""
    if how % 3 == 0:
        numbers = [*p, *R.as_quat()]
        return f'<pose rotation_format="quat_xyzw"{attribute}>{_text(numbers)}</pose>'
    if how % 3 == 1:
        return f'<pose degrees="true"{attribute}>{_text([*p, *R.as_euler("xyz", True)])}</pose>'
    return f"<pose{attribute}>{_text([*p, *R.as_euler('xyz')])}</pose>"


def _text(numbers):
    return " ".join(repr(float(number)) for number in numbers)


def _random(rng, pin):
    """The text of a model, and the same robot made by Pinocchio's own functions."""
    theirs, text = pin.Model(), []
    rest = [pin.SE3.Identity()]  # of links in the model
    joint_rest, numbers = [pin.SE3.Identity()], [0]
    for k in range(COUNT):
        parent = int(rng.integers(0, k + 1))  # 0 is the world
        p, R = _pose(rng)
        link = pin.SE3(R.as_matrix(), p)  # relative to the parent's link
        rest.append(rest[parent] * link)
        q, S = _pose(rng)
        on_link = pin.SE3(S.as_matrix(), q)
        joint_rest.append(rest[-1] * on_link)
        axis = rng.normal(size=3)
        axis /= np.linalg.norm(axis)
        turns = rng.random() < 0.6
        kind = pin.JointModelRevoluteUnaligned if turns else pin.JointModelPrismaticUnaligned
        placement = joint_rest[parent].inverse() * joint_rest[-1] if parent else joint_rest[-1]
        numbers.append(theirs.addJoint(numbers[parent], kind(axis), placement, f"j{k}"))
        mass, c, C = rng.uniform(0.5, 3), *_pose(rng)
        diagonal = mass * (1 + rng.random(3))
        inertia = C.as_matrix() @ np.diag(diagonal) @ C.as_matrix().T
        on_joint = on_link.inverse()
        theirs.appendBodyToJoint(numbers[-1], pin.Inertia(mass, c, inertia), on_joint)
        # in the file: links by their parents or by the model, joints by links or by frames
        how = int(rng.integers(0, 6))
        if how < 3 and parent:
            pose = _written(p, R, how, f"l{parent - 1}")
        else:
            M = rest[-1]
            pose = _written(M.translation, Rotation.from_matrix(M.rotation), how)
        entries = zip(("ixx", "iyy", "izz"), diagonal, strict=True)
        moments = "".join(f"<{key}>{float(value)!r}</{key}>" for key, value in entries)
        inertial = f"<inertial>{_written(c, C, how)}<mass>{mass!r}</mass>"
        text.append(
            f'<link name="l{k}">{pose}{inertial}<inertia>{moments}</inertia></inertial></link>'
        )
        name = f"l{parent - 1}" if parent else "world"
        kind_text = "revolute" if turns else "prismatic"
        text.append(f'<joint name="j{k}" type="{kind_text}"><parent>{name}</parent>')
        text.append(f"<child>l{k}</child>{_written(q, S, how + 1)}")
        if how % 2:
            text.append(f"<axis><xyz>{_text(axis)}</xyz></axis></joint>")
        else:
            turned = S.as_matrix() @ axis
            told = f'<xyz expressed_in="l{k}">{_text(turned)}</xyz>'
            text.append(f"<axis>{told}</axis></joint>")
    return f'<sdf version="1.9"><model name="m">{"".join(text)}</model></sdf>', theirs


@pytest.mark.parametrize("seed", range(3))
def test_random_trees_equal_pinocchio(seed):
    pin = pytest.importorskip("pinocchio")
    rng = np.random.default_rng(seed)
    text, theirs = _random(rng, pin)
    robot, data = pl.loads(text, "m.sdf"), theirs.createData()
    theirs.gravity.linear = np.array([0, 0, -9.81])
    assert sum(b.mass for b in robot.bodies.values()) == pytest.approx(pin.computeTotalMass(theirs))
    order = [theirs.idx_vs[theirs.getJointId("j" + name[1:])] for name in robot.order]
    q, u, udot = rng.normal(size=(3, COUNT))
    ours = pl.inverse_dynamics(robot, q[order], u[order], udot[order])
    tau = pin.rnea(theirs, data, q, u, udot)[order]
    assert np.allclose(ours, tau, rtol=0, atol=1e-9 * np.abs(tau).max())
    still = np.zeros(COUNT)
    columns = [pin.rnea(theirs, data, q, still, e) for e in np.eye(COUNT)]
    M = np.transpose(columns) - pin.rnea(theirs, data, q, still, still)[:, None]
    M = M[np.ix_(order, order)]
    assert np.allclose(pl.mass_matrix(robot, q[order]), M, rtol=0, atol=1e-9 * np.abs(M).max())

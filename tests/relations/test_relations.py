"""What holds for every relation of the table."""

import numpy as np
import pytest

import pelagos as pl
from pelagos.mathematics.algebra import Mat3, Motion, Vec3
from pelagos.mathematics.inertia import Pose
from pelagos.relations.contract import Relation, Seen, Side
from pelagos.relations.frames import Between
from pelagos.relations.table import CAPTURED, DOCKABLE, KINDS, RELATIONS

BETWEEN = [kind for kind in KINDS if issubclass(RELATIONS[kind], Between)]
SAMPLES = 4


def rotation(rng):
    R = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    return R * np.sign(np.linalg.det(R))


def poses(rng):
    """(sample, axis, xyz) and (sample, xyz)."""
    return np.array([rotation(rng) for _ in range(SAMPLES)]), rng.normal(size=(SAMPLES, 3))


def pose(axes, point):
    return Pose(Mat3(*(Vec3(*axes[:, k].T) for k in range(3))), Vec3(*point.T))


def sides(rng, frames, moving):
    found = []
    for frame in frames:
        v, w = (Vec3(*rng.normal(size=3)) if moving else Vec3.zero() for _ in range(2))
        found.append(Side(pose(*frame), Motion(v, w), Motion.zero(), Pose.identity()))
    return tuple(found)


def seen_by(kind, rng, moving=True):
    """A relation's view of random states; its axes are those of the bodies."""
    frames = [poses(rng), poses(rng)] if kind in BETWEEN else []
    terms = 0 if kind in BETWEEN else 3
    q, u, k = rng.normal(size=(3, terms))
    numbers = {"rolling": (0.3, 0.05)}.get(kind, k)
    return frames, Seen(sides(rng, frames, moving), q, u, numbers, [2.0, 0.0, 0.0])


def test_kinds_have_their_places():
    """Lists that users see begin with what is used most; a new kind stands behind."""
    assert KINDS[0] == DOCKABLE[0] == CAPTURED[0] == "weld"
    assert set(CAPTURED) <= set(DOCKABLE) <= set(KINDS)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if not RELATIONS[kind].stands_for])
def test_the_rate_is_the_power_of_a_unit_force(kind):
    _, seen = seen_by(kind, np.random.default_rng(1))
    rows = RELATIONS[kind].rows(seen)
    assert len(rows) == len(RELATIONS[kind].units)
    for row in rows:
        assert len(row.wrenches) == len(seen.sides)
        assert len(row.efforts) == len(seen.q)
        power = sum(w.dot(s.velocity) for w, s in zip(row.wrenches, seen.sides, strict=True))
        power = power + sum(k * u for k, u in zip(row.efforts, seen.u, strict=True))
        np.testing.assert_allclose(row.rate, power, atol=1e-13)


@pytest.mark.parametrize("kind", BETWEEN)
def test_loads_are_the_wrenches_of_the_rows(kind):
    """What a relation says of its loads, and what follows from its rows."""
    rng = np.random.default_rng(2)
    relation = RELATIONS[kind]
    frames, seen = seen_by(kind, rng, moving=False)
    if kind != "distance":  # rows act where the second frame is, and that is on both bodies
        frames[1] = frames[1][0], frames[0][1]
        seen = seen._replace(sides=sides(rng, frames, moving=False))
    forces = rng.normal(size=(SAMPLES, len(relation.units)))
    general = Relation.load.__func__(relation, seen, frames, forces)
    for said, follows in zip(relation.load(seen, frames, forces), general, strict=True):
        np.testing.assert_allclose(said, follows, atol=1e-14)


@pytest.mark.parametrize("kind", BETWEEN)
def test_rows_of_speeds_alone_have_no_residual(kind):
    relation = RELATIONS[kind]
    _, seen = seen_by(kind, np.random.default_rng(3))
    for label, row in zip(relation.units, relation.rows(seen), strict=True):
        assert np.all(np.asarray(row.residual) == 0.0) == (label in relation.rate_only)


def test_a_relation_without_its_own_methods_says_so():
    with pytest.raises(NotImplementedError, match="has no rows"):
        RELATIONS["hold"].rows(Seen((), (), (), (), ()))
    gear = RELATIONS["gear"](joints={"a": 1.0}, value={"constant": 0.0})
    with pytest.raises(NotImplementedError, match="stands for itself"):
        gear.parts("g", None)
    with pytest.raises(NotImplementedError, match="cannot take over"):
        gear.captured(None)


def test_words_of_a_relation_stay_in_a_module(tmp_path):
    """Directions that a hold keeps are no names."""
    words = "name: m\nbodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n"
    words += "constraints: {h: {hold: {body: a, axes: [x, roll, pitch]}}}\n"
    (tmp_path / "m.yaml").write_text(words)
    (tmp_path / "whole.yaml").write_text("name: whole\nmodules: {left: m.yaml}\n")
    robot = pl.load(tmp_path / "whole.yaml")
    assert {n: c.bodies for n, c in robot.constraints.items()} == {
        "left.h-x": ("world", "left.a"),
        "left.h-upright": ("world", "left.a"),
    }

"""URDF files as people write them: what is read all the same, and what is said about it."""

from __future__ import annotations

import contextlib

import numpy as np
import pytest

import pelagos as pl
from pelagos.errors import ModelError, ModelWarning
from pelagos.language.inertias import nearest_possible, principal_values

HEAVY = '<inertial><mass value="5"/><inertia ixx="1" iyy="1" izz="1"/></inertial>'
Z = '<axis xyz="0 0 1"/>'


def link(name, inside=HEAVY):
    return f'<link name="{name}">{inside}</link>'


def inertial(mass, xx, yy, zz, xyz="0 0 0"):
    diagonal = f'ixx="{xx}" iyy="{yy}" izz="{zz}"'
    return f'<inertial><origin xyz="{xyz}"/><mass value="{mass}"/><inertia {diagonal}/></inertial>'


def joint(name, parent, child, kind="revolute", inside=Z):
    ends = f'<parent link="{parent}"/><child link="{child}"/>'
    return f'<joint name="{name}" type="{kind}">{ends}{inside}</joint>'


@pytest.fixture
def load(tmp_path):
    def load(*parts, head="", **options):
        path = tmp_path / "r.urdf"
        path.write_text(f'{head}<robot name="r">{"".join(parts)}</robot>')
        return pl.load(path, **options)

    return load


def said(robot, text):
    return [note for note in robot.notes if text in note]


def test_impossible_inertias_that_the_rigid_group_makes_up_for(load):
    """The mass matrix is that of the sum, as other programs have it."""
    placeholder = inertial(1e-6, 1, 1e-3, 1e-3)  # breaks the triangle inequality
    negative = inertial(0.1, -1e-3, 1e-3, 1e-3, xyz="0.1 0 0")
    robot = load(
        link("base"),
        link("sensor", placeholder),
        link("antenna", negative),
        joint("a", "base", "sensor", "fixed", ""),
        joint("b", "base", "antenna", "fixed", '<origin xyz="0 0.2 0"/>'),
    )
    assert robot.bodies["sensor"].inertia[0][0] == 1
    assert said(robot, "fit together with what they are fixed to") == [
        note for note in robot.notes if "sensor, antenna" in note
    ]
    M = pl.mass_matrix(robot, robot.initial_state()[0])
    xx = 1 + 1 - 1e-3 + 0.1 * 0.2**2
    assert M[3, 3] == pytest.approx(xx, rel=1e-14)
    # as words they say so, and are read again
    words = robot.to_dict()
    assert set(words["bodies"]["sensor"]["inertia"]) == {"as_given"}
    assert pl.Robot(**words) == robot


def test_a_group_that_breaks_the_triangle_inequality_is_read_with_a_warning(load, tmp_path):
    with pytest.warns(ModelWarning, match=r"arm by 80.00%"):
        robot = load(link("base"), link("arm", inertial(1, 1, 1, 10)), joint("j", "base", "arm"))
    assert robot.bodies["arm"].inertia[2][2] == 10
    assert said(robot, "--balance")


def test_a_group_of_negative_inertia_is_refused_unless_balanced(load):
    parts = [link("base"), link("arm", inertial(1, -0.1, 1, 1)), joint("j", "base", "arm")]
    with pytest.raises(ModelError, match=r"r.urdf:1: bodies.arm.inertia: with all that is fixed"):
        load(*parts)
    robot = load(*parts, balance=True)
    low, middle, high = principal_values(np.array(robot.bodies["arm"].inertia))
    assert low >= -1e-15
    assert high <= low + middle + 1e-15
    assert said(robot, "balanced, the nearest possible inertia: arm (changed by")


def test_rounding_of_a_link_far_from_its_inertia_is_no_matter(load):
    """Exported from CAD: zero but for an entry of 1e-35 off the diagonal."""
    tiny = '<inertial><origin xyz="0.1 0 0"/><mass value="1"/><inertia ixz="2.4e-35"/></inertial>'
    robot = load(link("base"), link("head", tiny), joint("j", "base", "head"))
    assert not said(robot, "impossible")
    assert not said(robot, "exceeds")


def test_the_nearest_possible_inertia():
    """Against a search over all inertias that bodies can have, from three axes and squares."""
    from scipy.optimize import minimize

    rng = np.random.default_rng(3)
    for _ in range(8):
        given = rng.normal(size=(3, 3)) + np.eye(3)
        given = given + given.T
        nearest = nearest_possible(given)

        def distance(x, given=given):
            L = np.zeros((3, 3))
            L[np.tril_indices(3)] = x
            S = L @ L.T  # int r r^T dm of any body
            return np.sum((np.trace(S) * np.eye(3) - S - given) ** 2)

        if np.linalg.eigvalsh(nearest)[0] < 2e-3 * np.abs(given).max():
            continue  # a rod, which is made thicker
        starts = rng.normal(size=(8, 6))
        found = min(minimize(distance, x, tol=1e-14).fun for x in starts)
        assert np.sum((nearest - given) ** 2) == pytest.approx(found, rel=1e-6, abs=1e-9)
    assert np.linalg.eigvalsh(nearest_possible(np.diag([-1.0, 1.0, 1.0])))[0] == pytest.approx(1e-3)
    possible = np.diag([1.0, 2.0, 2.5])
    assert np.allclose(nearest_possible(possible), possible, rtol=0, atol=1e-15)


def test_balancing_what_cannot_be_balanced(load, tmp_path):
    assert said(load(link("base"), balance=True), "nothing to balance")
    with pytest.raises(ModelError, match="has no imported file"):
        pl.load("pendulum", balance=True)
    (tmp_path / "part.yaml").write_text("description: x\n")
    model = tmp_path / "m.yaml"
    model.write_text(
        "name: m\ninclude: {file: part.yaml, balance: true}\n"
        "bodies: {b: {mass: 1, inertia: [1, 1, 1]}}\n"
    )
    with pytest.raises(ModelError, match="only MJCF, SDF, URDF files are balanced"):
        pl.load(model)


def test_balance_beside_a_file_that_is_included(tmp_path):
    arm = link("arm", inertial(1, 1, 1, 10))
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "r.urdf").write_text(f'<robot name="r">{arm}</robot>')
    model = tmp_path / "m.yaml"
    model.write_text("name: m\ninclude: {file: parts/r.urdf, balance: true}\n")
    robot = pl.load(model)
    # [1, 1, 10] moves along the normal of the face it is beyond: by 8/3 in each
    assert np.allclose(np.diag(robot.bodies["arm"].inertia), [11 / 3, 11 / 3, 22 / 3], rtol=1e-12)
    assert said(robot, "balanced")


def test_mimics_that_nothing_can_follow(load):
    robot = load(
        link("base"),
        link("a"),
        link("b"),
        link("c"),
        joint("ja", "base", "a", "fixed", '<mimic joint="jb"/>'),
        joint("jb", "base", "b", inside=Z + '<mimic joint="ja"/>'),
        joint("jc", "base", "c", inside=Z + '<mimic joint="finger"/>'),
    )
    assert not robot.constraints
    assert said(robot, "mimics on fixed joints, left out: ja, jb")
    assert said(robot, "mimics of joints that are not there, left out: jc of finger")


@pytest.mark.parametrize(
    ("limit", "ends", "note"),
    [
        ('lower="1" upper="-1"', None, "the lower is not below the upper: j [1, -1]"),
        ('lower="0" upper="0"', None, "the lower is not below the upper"),
        ('lower="-1e16" upper="1e16"', None, "beyond 1e+06"),
        ('lower="-inf" upper="inf"', None, "beyond 1e+06"),
        ('lower="-1" upper="1e20"', (-1, 1e15), ""),
        ('effort="3"', None, ""),
        ('lower="-1" upper="2"', (-1, 2), ""),
    ],
)
def test_limits(load, limit, ends, note):
    robot = load(link("base"), link("a"), joint("j", "base", "a", inside=f"{Z}<limit {limit}/>"))
    assert robot.bodies["a"].joint.limits == (ends,)
    assert bool(said(robot, "limits taken as none")) == bool(note)
    assert not note or said(robot, note)


def test_names_that_labels_cannot_hold(load):
    robot = load(
        link("base"),
        link("a/b"),
        link("a_b"),
        joint("j/1", "base", "a/b"),
        joint("k", "a/b", "a_b", inside=Z + '<mimic joint="j/1"/>'),
    )
    assert list(robot.bodies) == ["base", "a_b", "a_b_2"]
    assert robot.bodies["a_b_2"].parent == "a_b"
    assert dict(robot.constraints["k-mimic"].gear.joints) == {"a_b_2": 1.0, "a_b": -1.0}
    assert said(robot, "links renamed: a/b is a_b, a_b is a_b_2")


def test_numbers_with_commas_and_four_for_three(load):
    inside = '<origin xyz="0.1, 0.2 ,0.3" rpy="0 0 1.5 0"/>' + Z
    robot = load(link("base"), link("a"), joint("j", "base", "a", inside=inside))
    assert robot.bodies["a"].at.position == (0.1, 0.2, 0.3)
    assert robot.bodies["a"].at.rpy == (0, 0, 1.5)
    assert said(robot, "four numbers for three")
    assert said(robot, "commas between numbers")


def test_a_blank_line_before_the_declaration(load):
    head = "\n \n<?xml version='1.0'?>\n"
    assert list(load(link("base"), head=head).bodies) == ["base"]
    with pytest.raises(ModelError, match=r"r.urdf:4: bodies.base.mass"):
        load(link("base", inertial(-1, 1, 1, 1)), head=head)


def test_joints_that_move_no_mass(load):
    robot = load(
        link("base"),
        link("finger", ""),
        link("tip", ""),
        joint("j", "base", "finger"),
        joint("k", "finger", "tip", inside=Z + '<mimic joint="j"/>'),
    )
    assert [body.joint.kind for body in robot.bodies.values()] == ["free", "fixed", "fixed"]
    assert said(robot, "joints that move no mass, fixed: finger, tip")
    assert not robot.constraints


def test_a_massless_leader_of_a_heavy_joint_is_not_fixed(load):
    """Without the gear the follower would swing freely."""
    with pytest.raises(ModelError, match=r"lead.mass: its revolute joint moves no mass"):
        load(
            link("base"),
            link("lead", ""),
            link("heavy"),
            joint("j", "base", "lead"),
            joint("k", "base", "heavy", inside=Z + '<mimic joint="j"/>'),
        )


def test_a_root_without_mass_that_holds_some(load):
    held = joint("j", "base", "trunk", "fixed", "")
    robot = load(link("base", ""), link("trunk"), held)
    assert said(robot, "--set bodies.base.joint=free lets it go): base")
    assert (
        len(load(link("base", ""), link("trunk"), held, set=["bodies.base.joint=free"]).speeds) == 6
    )


def test_shapes_that_touch_and_that_are_seen(load):
    box = '<{0}><geometry><box size="1 1 1"/></geometry></{0}>'
    mesh = '<{0}><geometry><mesh filename="package://p/x.stl"/></geometry></{0}>'
    robot = load(link("base", HEAVY + box.format("collision") + mesh.format("visual")))
    assert robot.bodies["base"].shape.box == (1, 1, 1)
    assert robot.bodies["base"].visual is None
    assert said(robot, "left out, a mesh")
    ball = '<visual><geometry><sphere radius="0.3"/></geometry></visual>'
    apart = load(link("base", HEAVY + box.format("collision") + ball + box.format("visual") + ball))
    body = apart.bodies["base"]
    assert body.shape.box == (1, 1, 1)
    assert [part.form for part in body.visual] == ["sphere", "box", "sphere"]
    assert body.visual[0].sphere == 0.3
    assert pl.Robot(**apart.to_dict()).hash == apart.hash
    two = box.format("collision") + box.format("collision").replace("1 1 1", "2 2 2")
    assert said(load(link("base", HEAVY + two)), "one shape per link is kept: collision shapes")
    same = load(link("base", HEAVY + box.format("collision") + box.format("visual")))
    assert not said(same, "one shape")


def test_what_other_programs_put_into_links_and_joints(load):
    inside = Z + '<safety_controller k_velocity="1"/>'
    robot = load(link("base"), link("a"), joint("j", "base", "a", inside=inside))
    assert said(robot, "left out: <safety_controller> of joints")


def test_spherical_joints(load):
    robot = load(link("base"), link("a"), joint("j", "base", "a", "spherical"))
    assert robot.bodies["a"].joint.kind == "spherical"


def test_notes_outlive_changes_and_modules(load, tmp_path):
    load(link("base"), link("a/b"), joint("j", "base", "a/b"))
    robot = pl.load(tmp_path / "r.urdf", set={"bodies.base.mass": 2})
    assert said(robot, "renamed")
    (tmp_path / "m.yaml").write_text(
        "name: m\nmodules: {one: {file: r.urdf}, two: {file: r.urdf}}\n"
    )
    assert len(said(pl.load(tmp_path / "m.yaml"), "renamed")) == 1


@pytest.mark.parametrize("balance", [False, True])
@pytest.mark.parametrize("size", ["1e-320", "-1e-320", "1e308", "-1e308", "1e15", "-1e15", "nan"])
@pytest.mark.parametrize("place", ["mass", "xx", "zz"])
def test_numbers_of_any_size_are_read_or_refused(load, size, place, balance):
    numbers = {"mass": 1, "xx": 1, "yy": 1, "zz": 1, place: size}
    parts = [link("base"), link("a", inertial(**numbers)), joint("j", "base", "a", "fixed", "")]
    with contextlib.suppress(ModelError):
        assert list(load(*parts, balance=balance).bodies) == ["base", "a"]


def test_joints_that_follow_others_begin_where_these_put_them(load):
    """Nothing has to move at the start, the base least of all."""
    limit = '<limit lower="-3" upper="3"/>'
    robot = load(
        *map(link, "abcd"),
        joint("one", "a", "b", inside=Z + limit),
        joint("two", "b", "c", inside=Z + '<mimic joint="one" multiplier="-2" offset="0.1"/>'),
        joint("three", "c", "d", "prismatic", Z + limit + '<mimic joint="two" multiplier="3"/>'),
    )
    q, _ = robot.initial_state()
    np.testing.assert_allclose(q, [0, 0, 0, 1, 0, 0, 0, 0, 0.1, 0.3], atol=1e-15)
    assert robot.constraints["two-mimic"].law.described() == "c + 2 b = 0.1"
    assert robot.constraints["three-mimic"].law.described() == "d - 3 c = 0"


def test_pictures_of_no_size_are_left_out(load):
    nothing = '<visual><geometry><sphere radius="0"/></geometry></visual>'
    touched = '<collision><geometry><sphere radius="0.1"/></geometry></collision>'
    robot = load(link("a", HEAVY + nothing + touched))
    assert robot.bodies["a"].shape.sphere == 0.1
    assert robot.bodies["a"].visual is None
    assert said(robot, "left out: visual shapes of no size")

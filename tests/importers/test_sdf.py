"""SDF files as words: poses, joints, loops, inclusions, water and thrust."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.errors import ModelError

MASS = (
    "<inertial><mass>2</mass>"
    "<inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia>{}</inertial>"
)
BOX = (
    '<collision name="{}"><pose>{}</pose><geometry><box><size>0.4 0.2 0.1</size></box></geometry>'
    "</collision>"
)
WET = """<plugin filename="gz-sim-hydrodynamics-system" name="gz::sim::systems::Hydrodynamics">
  <link_name>{}</link_name><water_density>1020</water_density>
  <default_current>0.1 0 0</default_current>
  <xDotU>-5</xDotU><yDotV>-6</yDotV><zDotW>-7</zDotW><kDotP>-0.1</kDotP><mDotQ>-0.1</mDotQ>
  <nDotR>-0.1</nDotR><xU>-4</xU><yV>-3</yV><nR>-0.2</nR><xUabsU>-18</xUabsU><yVabsV>-9</yVabsV>
</plugin>"""


def link(name, pose="", inside="", attributes=""):
    pose = f"<pose {attributes}>{pose}</pose>" if pose else ""
    return f'<link name="{name}">{pose}{MASS.format("")}{inside}</link>'


def joint(name, parent, child, kind="revolute", inside="<axis><xyz>0 1 0</xyz></axis>"):
    ends = f"<parent>{parent}</parent><child>{child}</child>"
    return f'<joint name="{name}" type="{kind}">{ends}{inside}</joint>'


def read(*parts, version="1.9"):
    return pl.loads(
        f'<sdf version="{version}"><model name="m">{"".join(parts)}</model></sdf>', "m.sdf"
    )


def told(robot, text):
    return [note for note in robot.notes if text in note]


def test_poses_relative_to_any_frame():
    robot = read(
        link("a", "0 0 1 0 0 0"),
        '<frame name="f" attached_to="a"><pose degrees="true">1 0 0 0 0 90</pose></frame>',
        link("b", "0 2 0 0 0 0", attributes='relative_to="f"'),
        joint("j", "a", "b", inside='<pose relative_to="f"/><axis><xyz>1 0 0</xyz></axis>'),
    )
    b = robot.bodies["b"]
    assert np.allclose(b.at.p, [1, 0, 0])  # the joint is where f is
    assert np.allclose(b.com, [0, 2, 0])  # and the link two along f's y
    assert np.allclose(b.joint.axes[0], [1, 0, 0])
    assert robot.initial["a"].position == (0, 0, 1)
    axis = '<axis><xyz expressed_in="a">1 0 0</xyz></axis>'
    turned = read(
        link("a"), link("b", "0 0 0 0 0 1.5707963267948966"), joint("j", "a", "b", inside=axis)
    )
    assert np.allclose(turned.bodies["b"].joint.axes[0], [0, -1, 0], atol=1e-12)


def test_nested_models_and_the_world():
    inner = (
        f'<model name="in" placement_frame="p"><pose>0 0 5 0 0 0</pose>{link("p", "1 0 0 0 0 0")}'
    )
    inner += link("q", "3 0 0 0 0 0") + joint("k", "p", "q", "prismatic") + "</model>"
    robot = read(
        link("a"),
        inner,
        joint("j", "a", "in::p", "fixed", ""),
        joint("w", "world", "a", "ball", ""),
    )
    assert list(robot.bodies) == ["a", "in.p", "in.q"]
    assert np.allclose(robot.bodies["in.p"].at.p, [0, 0, 5])
    assert np.allclose(robot.bodies["in.q"].at.p, [2, 0, 0])
    assert robot.bodies["a"].joint.kind == "spherical"
    assert robot.bodies["in.q"].joint.name == "in.k"


def test_loops_are_relations_and_mimics_gears():
    mimic = '<axis><xyz>0 1 0</xyz><mimic joint="j"><multiplier>2</multiplier><offset>1</offset>'
    mimic += "<reference>0.25</reference></mimic></axis>"
    robot = read(
        link("a"),
        link("b", "1 0 0 0 0 0"),
        link("c", "0 0 1 0 0 0"),
        joint("w", "world", "a", "fixed", ""),
        joint("j", "a", "b"),
        joint("k", "a", "c", inside=mimic),
        joint("l", "b", "c", inside="<pose>0 0 0.5 0 0 0</pose><axis><xyz>0 1 0</xyz></axis>"),
    )
    hinge = robot.constraints["l"].law
    assert hinge.between == ("b", "c")
    assert np.allclose(hinge.to.p, [0, 0, 0.5])
    assert np.allclose(hinge.at.p, [-1, 0, 1.5])
    gear = robot.constraints["c-mimic"].law
    assert gear.joints == {"c": 1, "b": -2}
    assert gear.value.constant == 0.5


def test_water_and_thrust():
    added = MASS.format(
        "<fluid_added_mass><xx>5</xx><yr>0.5</yr><yy>9</yy><rr>2</rr></fluid_added_mass>"
    )
    boxes = BOX.format("c", "0 0 0.1 0 0 0") + BOX.format("d", "0 0 0.3 0 0 0")
    hull = f'<link name="hull">{added}{boxes}</link>'
    thrust = '<plugin filename="gz-sim-thruster-system" name="gz::sim::systems::Thruster">'
    thrust += "<joint_name>spin</joint_name><thrust_coefficient>-0.01</thrust_coefficient>"
    thrust += "<propeller_diameter>0.2</propeller_diameter><fluid_density>1020</fluid_density>"
    robot = read(
        hull,
        link("prop", "-1 0.2 0 0 0 0"),
        joint("spin", "hull", "prop", inside="<axis><xyz>1 0 0</xyz></axis>"),
        WET.format("hull"),
        thrust + "<use_angvel_cmd>1</use_angvel_cmd></plugin>",
        '<plugin filename="x" name="gz::sim::systems::Battery"/>',
    )
    body = robot.bodies["hull"]
    assert robot.water.density == 1020
    assert robot.flat["water"]["current"] == [0.1, 0, 0]
    assert body.added_mass[0][0] == 5  # of the link itself, not of the plugin
    assert body.added_mass[1][5] == body.added_mass[5][1] == 0.5
    matrix = body.drag[0]
    assert np.allclose(np.diag(matrix.linear), [4, 3, 0, 0, 0, 0.2])
    assert np.allclose(np.diag(matrix.quadratic), [18, 9, 0, 0, 0, 0])
    assert body.volume == pytest.approx(2 * 0.4 * 0.2 * 0.1)
    assert np.allclose(body.cob, [0, 0, 0.2])
    assert not robot.bodies["prop"].drag
    thruster = robot.actuators["spin"].law
    assert (thruster.body, thruster.command) == ("hull", "speed")
    assert np.allclose(thruster.at, [-1, 0.2, 0])
    assert np.allclose(thruster.direction, [-1, 0, 0])
    assert thruster.coefficients.T_ww == pytest.approx(1020 * 0.01 * 0.2**4)
    for what in ("the link itself goes before", "no buoyancy plugin", "the plugin Battery"):
        assert told(robot, what)


def test_water_holds_about_the_link_where_its_joint_is_elsewhere():
    """The matrices are about the link's origin, the body's origin is at the joint."""
    arm = link("arm", "1 0 0 0 0 0")
    place = "<pose>-0.5 0 0 0 0 0</pose><axis><xyz>0 0 1</xyz></axis>"
    robot = read(link("a"), arm, joint("j", "a", "arm", inside=place), WET.format("arm"))
    there = np.array(robot.bodies["arm"].added_mass)
    assert there[1, 5] == pytest.approx(6 * 0.5)
    assert there[5, 5] == pytest.approx(0.1 + 6 * 0.25)


def test_a_world(tmp_path):
    (tmp_path / "rov").mkdir()
    hull = link("hull", "", BOX.format("c", ""))
    model = f'<sdf version="1.9"><model name="rov">{hull}</model></sdf>'
    (tmp_path / "rov" / "model.sdf").write_text(model)
    place = tmp_path / "sea.world"
    buoyancy = '<plugin name="gz::sim::systems::Buoyancy" filename="b">'
    buoyancy += "<uniform_fluid_density>1025</uniform_fluid_density></plugin>"
    twice = "".join(
        f"<include><uri>model://rov</uri><name>{name}</name><pose>{x} 0 -5 0 0 0</pose></include>"
        for name, x in (("one", 0), ("two", 3))
    )
    ground = f'<model name="ground"><static>true</static>{link("g")}</model>'
    rest = "<include><uri>model://sun</uri></include><gravity>0 0 -9.7</gravity><light/>"
    place.write_text(
        f'<sdf version="1.9"><world name="w">{buoyancy}{twice}{ground}{rest}</world></sdf>'
    )
    robot = pl.load(place)
    assert list(robot.bodies) == ["one.hull", "two.hull"]
    assert robot.initial["two.hull"].position == (3, 0, -5)
    assert robot.gravity == (0, 0, -9.7)
    assert robot.water.density == 1025
    assert robot.bodies["one.hull"].volume == pytest.approx(0.008)
    assert told(robot, "static models: ground")
    assert told(robot, "not at hand: model://sun")


def test_a_world_says_itself_whether_there_is_buoyancy():
    hull = link("hull", "", BOX.format("c", ""))
    model = f'<model name="m">{hull}{WET.format("hull")}</model>'
    robot = pl.loads(f'<sdf version="1.9"><world name="w">{model}</world></sdf>', "w.sdf")
    assert robot.bodies["hull"].volume == 0
    assert told(robot, "so nothing has any")


def test_visuals_are_apart_from_collisions():
    ball = '<visual name="v"><geometry><sphere><radius>0.3</radius></sphere></geometry></visual>'
    body = read(link("a", "", BOX.format("c", "") + ball)).bodies["a"]
    assert (body.shape.box, body.visual[0].sphere) == ((0.4, 0.2, 0.1), 0.3)


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ((link("a"), joint("j", "a", "b")), "the child of a joint must be a link"),
        ((link("a"), link("b"), joint("j", "a", "b", "screw")), "joints of this type are not read"),
        ((link("a"), link("a")), "two parts have this name"),
        ((link("a", "1 2"),), "the text of <pose> must be 6 numbers"),
        ((link("a", "0 0 0 0 0 0", attributes='relative_to="x"'),), "there is no such frame"),
        (
            (
                link("a", "1 0 0 0 0 0", attributes='relative_to="b"'),
                link("b", "1 0 0 0 0 0", attributes='relative_to="a"'),
            ),
            "poses lead back to themselves",
        ),
        ((link("a"), WET.format("b")), "the link of the hydrodynamics is not there"),
        (("<include><uri>model://none</uri></include>",), "no such file"),
        (("<static>true</static>",), "it needs a <link>"),
    ],
)
def test_refusals(parts, said):
    with pytest.raises(ModelError) as caught:
        read(*parts)
    assert said in str(caught.value)


def test_models_of_one_name_are_told_apart():
    model = f'<model name="m">{link("a")}{link("b", "1 0 0 0 0 0")}{joint("j", "a", "b")}</model>'
    robot = pl.loads(f'<sdf version="1.7"><world name="w">{2 * model}</world></sdf>', "w.sdf")
    assert list(robot.bodies) == ["m.a", "m.b", "m_2.a", "m_2.b"]
    assert robot.bodies["m_2.b"].parent == "m_2.a"
    assert told(robot, "models of the same name renamed: m is m_2")


def test_axes_are_free_of_rounding():
    quarter = "<pose>0 0 0 0 1.5707963267948966 0</pose><axis><xyz>0 0 1</xyz></axis>"
    robot = read(link("a"), link("b"), joint("j", "a", "b", inside=quarter))
    assert robot.bodies["b"].joint.axes == ((1.0, 0.0, 0.0),)

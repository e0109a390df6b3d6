"""list, info, validate, schema."""

from __future__ import annotations

import re

import pytest

from pelagos import model


def test_list(pelagos):
    text, data = pelagos("list", "--scenarios").out, pelagos("list", "--json").json
    assert [robot["name"] for robot in data] == list(model.builtin_names())
    short = pelagos("list").out.splitlines()
    for robot, line in zip(data, short[:-2], strict=True):
        assert line.split("  ", 1)[0] == robot["name"]
        assert line.endswith(robot["description"])
        assert f"{robot['name']}: {robot['description']}" in text
        for scenario, description in robot["scenarios"].items():
            assert scenario in text
            assert description in text


def test_list_takes_a_word(pelagos):
    """In names, descriptions and scenarios, whatever its case."""
    found = [robot["name"] for robot in pelagos("list", "PUMA", "--json").json]
    assert found == ["arm6"]
    names = [line.split()[0] for line in pelagos("list", "waypoints").out.splitlines()[:-2]]
    assert "remus100" in names
    assert "pendulum" not in names
    done = pelagos("list", "zeppelin")
    assert done.code == 2
    assert "no built-in robot has 'zeppelin' in its texts" in done.err


@pytest.mark.parametrize(
    ("robot", "freedom"),
    [
        ("four-bar", "1 (3 speeds, 2 held by loops)"),
        ("five-bar", "2 (4 speeds, 2 held by loops)"),
        ("stewart", "6 (24 speeds, 18 held by loops)"),
        ("3rpr-small", "3 (9 speeds, 6 held by loops)"),
        ("bluerov-pair", "6 (18 speeds, 12 held by loops)"),
        ("double-pendulum", "2"),
    ],
)
def test_freedoms_of_linkages(pelagos, robot, freedom):
    """As textbooks count them, by what the loops leave."""
    assert f"degrees of freedom  {freedom}\n" in pelagos("info", robot).out


def test_prescribed_degrees_of_freedom_are_named_as_such(pelagos):
    """By every command alike."""
    assert "degrees of freedom  20, all prescribed\n" in pelagos("info", "snake20").out
    assert "degrees of freedom  26, 20 of them prescribed\n" in pelagos("info", "eel").out
    assert pelagos("info", "snake20", "--json").json["prescribed"] == [
        f"link{k}" for k in range(1, 21)
    ]
    assert pelagos("info", "cantilever", "--json").json["prescribed"] == []
    for command in ("equations", "modes"):
        done = pelagos(command, "snake20")
        assert done.code == 2
        assert "all 20 degrees of freedom of snake20 are prescribed" in done.err


def test_info_says_what_every_number_is(pelagos, arm):
    data = pelagos("info", arm, "--json").json
    robot = model.load(arm)
    assert [e["label"] for e in data["q"]] == list(robot.coordinates)
    assert [e["label"] for e in data["u"]] == list(robot.speeds)
    units = {e["label"]: e["unit"] for e in data["q"] + data["u"]}
    assert units["base.x"] == "m"
    assert units["base.qw"] == "1"
    assert units["base.u"] == "m/s"
    assert units["hand.q"] == "rad/s"
    assert units["slide"] == "m/s"
    assert data["mass"] == 5
    assert data["degrees_of_freedom"] == 11
    assert [(a["name"], a["unit"], a["input"]) for a in data["actuators"]] == [
        ("elbow", "N m", "effort at joint arm"),
        ("grip", "m", "target position of joint slide"),
        ("twist", "N m", "effort at joint hand.q"),
        ("jet", "N", "force on body base"),
    ]
    assert data["scenarios"] == [{"name": "wave", "duration": 3, "description": "waves"}]

    text = pelagos("info", arm).out
    for words in ("q[3]", "base.qw", "effort at joint hand.q", "5 kg", "revolute [0, 0.707107"):
        assert words in text


def test_info_of_changed_values(pelagos, arm):
    assert pelagos("info", arm, "--json", "--set", "bodies.arm.mass=3").json["mass"] == 7


@pytest.mark.parametrize("name", model.builtin_names())
def test_info_of_every_builtin_robot(pelagos, name):
    assert model.load(name).name in pelagos("info", name).out


def test_validate(pelagos, arm, tmp_path):
    done = pelagos("validate", arm)
    assert done.code == 0
    assert done.out == f"{arm}: ok (4 bodies, 11 degrees of freedom, 1 scenario)\n"

    bad = tmp_path / "bad.yaml"
    bad.write_text("name: bad\nbodies:\n  a: {mass: -1, inertia: [1, 1, 1]}\n  b: {mas: 1}\n")
    done = pelagos("validate", arm, bad)
    assert done.code == 2
    assert "ok" in done.out
    assert f"{bad}:3: bodies.a.mass" in done.err
    assert f"{bad}:4: bodies.b" in done.err
    assert "1 of 2 files cannot be used" in done.err

    good, wrong = pelagos("validate", arm, bad, "--json").json
    assert good["valid"]
    assert not wrong["valid"]
    assert {problem["line"] for problem in wrong["problems"]} == {3, 4}
    assert {"file", "line", "key", "found", "message", "remedy"} == wrong["problems"][0].keys()


def test_a_wrong_model_is_refused_by_run_and_info_alike(pelagos, tmp_path):
    (tmp_path / "bad.yaml").write_text("name: bad\nbodies: {a: {mass: -1, inertia: [1, 1, 1]}}\n")
    for command in ("run", "info"):
        done = pelagos(command, "bad.yaml")
        assert done.code == 2
        assert "bad.yaml:2" in done.err
        assert done.out == ""
    assert not list(tmp_path.glob("*.nc"))


def test_schema(pelagos):
    schema = pelagos("schema").json
    assert "bodies" in schema["properties"]


def test_info_shows_the_allocation(pelagos):
    text = pelagos("info", "bluerov-heavy").out
    assert "Allocation: wrench on hull per newton of each thruster" in text
    assert "rank 6 of 6" in text
    failed = pelagos("info", "bluerov", "--set", "actuators.thruster6.thruster.health=0").out
    assert "rank 5 of 6; lost: sway" in failed
    facts = pelagos("info", "bluerov", "--json").json
    assert facts["allocation"]["rank"] == 6


def test_info_shows_controllers_events_and_ground(pelagos, tmp_path):
    (tmp_path / "all.yaml").write_text(
        """\
name: all
ground: {stiffness: 2000, friction: {along: 0.1, across: 0.5}}
bodies: {a: {mass: 1, inertia: [1, 1, 1]}, b: {mass: 1, inertia: [1, 1, 1]}}
actuators: {push: {force: {body: a, direction: x}}}
controllers:
  go: {measure: "q[a.x]", actuator: push, target: 1, kp: 2, kd: 3, rate: 10, limits: [-5, 5]}
constraints: {nose: {weld: {between: [a, b], active: false}}}
events:
  meet: {when: {distance: nose, below: 1 cm}, dock: nose, capture: here}
  part: {at: 3 s, undock: nose}
stop: {when: "t > 4"}
"""
    )
    text = pelagos("info", "all.yaml").out
    for line in (
        r"ground +2000 N/m, at 0 m, friction 0\.1 along, 0\.5 across",
        r"go +pid +q\[a\.x\] +push +10 +kp 2, kd 3 +-5 to 5",
        r"nose +weld +a and b, waits for an event",
        r"meet +dock nose +distance of nose below 0\.01 m +as they stand",
        r"part +undock nose +t = 3 s",
        r"stop +stop +t > 4",
    ):
        assert re.search(line, text), line
    facts = pelagos("info", "all.yaml", "--json").json
    assert [event["action"] for event in facts["events"]] == ["dock", "undock"]
    assert facts["ground"]["friction"] == {"along": 0.1, "across": 0.5}


def test_info_of_a_result(pelagos):
    pelagos("run", "cart-pole", "--duration", "0.5", "--out", "cart.nc", "--quiet")
    text = pelagos("info", "cart.nc").out
    assert "cart.nc: a run of cart-pole" in text
    assert "finished at t = 0.5 s" in text
    assert re.search(r"^  u  +m/s, rad/s +cart pole +speeds$", text, re.MULTILINE)
    data = pelagos("info", "cart.nc", "--json").json
    assert (data["start"], data["end"], data["samples"]) == (0, 0.5, 501)
    assert data["variables"]["udot"]["units"] == ["m/s2", "rad/s2"]
    assert "wing_force" not in data["variables"]
    flat = pelagos("info", "cart.nc", "--flat").out
    assert model.loads(flat).hash == data["hash"]


def test_info_of_a_result_takes_no_changes(pelagos):
    pelagos("run", "pendulum", "--duration", "0.1", "--out", "a.nc", "--quiet")
    done = pelagos("info", "a.nc", "--set", "bodies.arm.mass=3")
    assert (done.code, "this is a result" in done.err) == (2, True)
    assert pelagos("info", "b.nc").code == 2


def test_the_program_of_a_robot(pelagos):
    text = pelagos("info", "pendulum", "--program").out
    assert "udot[rod] = v4" in text
    data = pelagos("info", "pendulum", "--program", "--json").json
    assert data["program"][0] == "v0 = sin q[rod]"
    assert data["operations"]["sin"] == 1
    assert data["instructions"]["fma"] > 10
    for refused, said in (
        (("four-bar", "--program"), "closed loops"),
        (("pendulum", "--program", "--flat"), "ask for one"),
    ):
        done = pelagos("info", *refused)
        assert done.code == 2
        assert said in done.err

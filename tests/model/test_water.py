"""Water in the words: density, currents, waves, buoyancy and added mass of bodies."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from click.testing import CliRunner

from pelagos import model
from pelagos.cli.show.info import command
from pelagos.language.expressions import evaluate
from pelagos.model import Robot
from pelagos.model.hydrodynamics.added_mass_of_rods import cylinder
from pelagos.model.hydrodynamics.waves import wavenumber

TEXT = """\
name: rov
gravity: [0, 0, 9.81]
parameters: {rho: 1000, v: 0.3}
water: {density: rho, current: [v, "0.1*sin(t)", 0]}
bodies:
  hull:
    shape: {box: [0.46, 0.34, 0.25]}
    mass: 11.5
    buoyancy: {volume: 0.0114, at: [0, 0, -0.02]}
    added_mass: {surge: 5.5, sway: 12.7, heave: 14.6, roll: 0.12, pitch: 0.12, yaw: 0.12}
    drag: {linear: [4, 6, 5, 0.1, 0.1, 0.1], quadratic: [18, 22, 37, 1.5, 1.5, 1.5]}
  arm:
    parent: hull
    at: [0.2, 0, 0.1]
    joint: {revolute: y}
    shape: {cylinder: {radius: 0.02, length: 0.3, along: x}, at: [0.15, 0, 0]}
    density: 1200
scenarios:
  deep: {water: {density: 1025, waves: [{amplitude: 1, period: 8}]}}
  still: {parameters: {v: 0}}
"""


@pytest.fixture
def robot():
    return model.loads(TEXT)


def one(water=None, gravity=(0, 0, -9.81), **body):
    """A robot of one body."""
    body = {"mass": 1, "inertia": [1, 1, 1], **body}
    water = {"density": 1000} if water is None else water
    return Robot(name="a", gravity=gravity, water=water, bodies={"a": body})


# --- the robot as a whole


def test_what_is_given_and_what_follows(robot):
    hull, arm = robot.bodies["hull"], robot.bodies["arm"]
    assert (hull.volume, hull.cob) == (0.0114, (0, 0, -0.02))
    assert np.diag(hull.added_mass).tolist() == [5.5, 12.7, 14.6, 0.12, 0.12, 0.12]
    assert hull.water_sources == {"buoyancy": "given", "added_mass": "given", "drag": "given"}
    displaced = 1000 * math.pi * 0.02**2 * 0.3
    assert arm.volume == pytest.approx(displaced / 1000)
    assert arm.cob == (0.15, 0, 0)
    added = np.array(arm.added_mass)
    along, across, turning, _ = cylinder(0.02, 0.3, "flat")
    assert np.diag(added)[:3] == pytest.approx([1000 * along, *2 * [1000 * across]])
    assert 0.94 * displaced < 1000 * across < 0.96 * displaced
    # about the joint: m (l/2)^2 more than about the centre, and the coupling m l / 2
    about = 1000 * (turning + across * 0.15**2)
    assert np.diag(added)[3:] == pytest.approx([0, about, about])
    assert (added[1, 5], added[2, 4]) == pytest.approx((150 * across, -150 * across))
    assert [law.kind for law in arm.drag] == ["strip", "ellipsoid"]
    assert set(arm.water_sources) == {"buoyancy", "added_mass", "drag"}


def test_round_trip_hash_and_paths(robot):
    again = Robot(**json.loads(json.dumps(robot.to_dict())))
    assert again == robot
    denser = robot.with_values({"water.density": 1100})
    assert denser.hash != robot.hash
    assert denser.bodies["arm"].added_mass[1][1] == pytest.approx(
        1.1 * robot.bodies["arm"].added_mass[1][1]
    )
    assert denser.bodies["hull"].added_mass == robot.bodies["hull"].added_mass
    assert robot.with_values({"parameters.rho": 1100}) == denser.with_values(
        {"water.density": "rho", "parameters.rho": 1100}
    )
    changed = robot.with_values(
        {
            "bodies.hull.added_mass.surge": 6,
            "bodies.hull.drag.linear.0": 9,
            "bodies.hull.buoyancy.volume": 0.012,
            "bodies.arm.drag": False,
            "water.current.0": 0.7,
        }
    )
    hull = changed.bodies["hull"]
    assert (hull.added_mass[0][0], hull.drag[0].linear[0][0], hull.volume) == (6, 9, 0.012)
    assert changed.bodies["arm"].drag == ()
    assert changed.water.current_signals[0].constant == 0.7


def test_scenarios_change_the_water_in_part(robot):
    deep = robot.resolved("deep")
    assert (deep.water.density, len(deep.water.waves)) == (1025, 1)
    assert deep.water.current == robot.water.current
    assert deep.bodies["arm"].added_mass[1][1] > robot.bodies["arm"].added_mass[1][1]
    assert robot.scenarios["deep"].water.density == 1025
    still = robot.resolved("still")
    node = still.water.current_signals[0].node
    assert evaluate(node, parameters=still.parameters) == 0
    # a robot in air may have a scenario in water
    words = {"name": "a", "bodies": {"a": {"shape": {"sphere": 1}, "density": 1000}}}
    words["scenarios"] = {"wet": {"water": {"density": 1000}}}
    dry = Robot(**words)
    assert dry.bodies["a"].added_mass is None
    assert not dry.bodies["a"].drag
    assert dry.resolved("wet").bodies["a"].volume > 4


def test_currents_from_files_need_no_file_later(tmp_path):
    (tmp_path / "tide.csv").write_text("t,u\n0,0\n10,1\n20,0\n")
    column = "{table: {file: tide.csv, time: t, value: u}}"
    for current in (f"[{column}, 0, 0]", f"{{velocity: [0, {column}, 0]}}"):
        path = tmp_path / "a.yaml"
        bodies = "bodies: {a: {mass: 1, inertia: [1, 1, 1]}}"
        path.write_text(f"name: a\nwater: {{current: {current}}}\n{bodies}\n")
        robot = model.load(str(path))
        (tmp_path / "tide.csv").rename(tmp_path / "gone.csv")
        assert Robot(**robot.to_dict()) == robot
        (tmp_path / "gone.csv").rename(tmp_path / "tide.csv")


def test_each_part_can_be_switched_off():
    shape = {"shape": {"sphere": 0.5}}
    wet = one(**shape).bodies["a"]
    assert wet.volume > 0
    for off in (False, "none"):
        assert one(**shape, buoyancy=off).bodies["a"].volume == 0
        assert one(**shape, added_mass=off).bodies["a"].added_mass is None
        assert one(**shape, drag=off).bodies["a"].drag == ()
    for on in (True, "shape"):
        same = one(**shape, buoyancy=on, added_mass=on, drag=on).bodies["a"]
        assert (same.volume, same.added_mass, same.drag) == (wet.volume, wet.added_mass, wet.drag)
    words = {"name": "a", "water": {}, "bodies": {"a": {**shape, "density": 1, "water": False}}}
    dry = Robot(**words).bodies["a"]
    assert (dry.volume, dry.added_mass, dry.drag, dry.water_sources) == (0, None, (), {})
    bare = one().bodies["a"]
    assert (bare.volume, bare.added_mass, bare.drag) == (0, None, ())


def test_no_density_leaves_shapes_without_effect():
    body = one({"density": 0}, shape={"box": [1, 2, 3]}).bodies["a"]
    assert not np.array(body.added_mass).any()


def test_info_lists_what_is_unconfirmed(tmp_path):
    """Marks in the sources of bodies, shapes and presets; nothing where there are none."""
    model = tmp_path / "a.yaml"
    model.write_text(
        "pelagos: 1\nname: a\nwater: {}\nbodies:\n  a:\n    joint: free\n    mass: 1\n    "
        "shape: {ellipsoid: [3, 2, 1]}\n    source: 'sheet; unconfirmed: mass, a forum'\n"
        "sensors: {d: {depth: {body: a, preset: keller-10lhpx-30bar}}}\n"
    )
    facts = json.loads(CliRunner().invoke(command, [str(model), "--json"]).output)
    assert [fact["where"] for fact in facts["unconfirmed"]] == ["a", "a, drag", "d"]
    assert facts["unconfirmed"][0]["what"] == "mass, a forum"
    text = CliRunner().invoke(command, [str(model)]).output
    assert "accuracy 0.05 %" in text.split("\nUnconfirmed\n")[1]
    assert "Unconfirmed" not in CliRunner().invoke(command, ["pendulum"]).output


def test_info_names_sources():
    text = CliRunner().invoke(command, ["rov-arm"]).output
    assert "1000 kg/m3" in text
    for part in ("given", "C_a = 0.62 for length / diameter 1.2", "DNV-RP-H103", "Matthews"):
        assert part in text
    # the numbers themselves, and what stands beside the diagonal
    for part in (
        "quadratic, diagonal [18.18, 21.66, 36.99, 1.55, 1.55, 1.55] N s2/m2",
        "strip: 0.648 across z, 0.05 m by 0.06 m",
        "4 x 0.872474 on 0.0006 m2 along x",
    ):
        assert part in text
    coupling = model.load("rov-arm").bodies["upper-arm"].added_mass[1][5]
    assert f"(sway, yaw) {coupling:.6g}, (heave, pitch) {-coupling:.6g} and mirrored" in text
    facts = json.loads(CliRunner().invoke(command, ["maarco", "--json"]).output)
    chassis = next(body for body in facts["bodies"] if body["name"] == "chassis")
    assert chassis["water"]["added_mass_form"] == "acceleration"
    assert chassis["water"]["sources"]["buoyancy"] == "volume of the ellipsoid"


@pytest.mark.parametrize(
    ("water", "lines"),
    [
        ("{current: [v, 0.25, {sine: {amplitude: 1, period: 5}}]}", ["[v, 0.25, a sine] m/s"]),
        (
            "{depth: 20, current: {shear: {velocity: [1, 0, 0], reference_depth: 5}}}",
            [
                "1025 kg/m3, 20 m deep",
                "[1, 0, 0] m/s 5 m over the bed (reference_depth)",
                "the bed, at height -20 m; below it the water rests",
            ],
        ),
        (
            "{waves: [{amplitude: 0.5, wavelength: 40, direction: -y}], surface: 2}",
            ["surface at 2 m", "amplitude 0.5 m, 5.06157 s, 40 m long, along -y"],
        ),
        (
            "{waves: {spectrum: jonswap, height: 2, period: 8, spreading: 7.5, gamma: 2, seed: 4}}",
            [
                "jonswap (gamma 2), significant height 2 m, peak at 8 s, along x",
                "spread by cos^15 of half the angle; 100 waves, seed 4",
            ],
        ),
        (
            "{current: {profile: {depth: [0, 9], velocity: [[1, 0], [0, 0]]}, "
            "tide: {velocity: [0.5, 0, 0]}, turbulence: {sigma: 0.1, tau: 5}}}",
            [
                "[1, 0, 0] m/s at a depth of 0 m to [0, 0, 0] m/s at a depth of 9 m",
                "by a table of 2 rows",
                "  [0.5, 0, 0] m/s, 44714.2 s",
                "+- [0.1, 0.1, 0.1] m/s, fading in 5 s",
            ],
        ),
    ],
)
def test_info_describes_the_flow(tmp_path, water, lines):
    path = tmp_path / "a.yaml"
    bodies = "bodies: {a: {mass: 1, inertia: [1, 1, 1]}}"
    path.write_text(f"name: a\nparameters: {{v: 1}}\nwater: {water}\n{bodies}\n")
    text = CliRunner().invoke(command, [str(path)]).output
    for line in lines:
        assert line in text


def test_info_of_lift_laws():
    text = CliRunner().invoke(command, ["remus100"]).output
    assert "fin     rad   angle of the fin on body hull  -0.349066 to 0.349066" in text
    assert "hull: slope 1.00917 on 0.036481 m2 across x" in text


# --- added mass by words


def test_ways_to_write_added_mass():
    diagonal = [5.5, 12.7, 14.57, 0.12, 0.13, 0.14]
    names = ("X_udot", "Y_vdot", "Z_wdot", "K_pdot", "M_qdot", "N_rdot")
    motions = ("surge", "sway", "heave", "roll", "pitch", "yaw")
    forms = [
        diagonal,
        np.diag(diagonal).tolist(),
        {"matrix": diagonal},
        dict(zip(motions, diagonal, strict=True)),
        dict(zip(names, [-x for x in diagonal], strict=True)),
        {**dict(zip(names, diagonal, strict=True)), "sign": "magnitude"},
    ]
    for form in forms:
        assert np.array(one(added_mass=form).bodies["a"].added_mass) == pytest.approx(
            np.diag(diagonal)
        )


def test_one_of_two_mirrored_derivatives_is_enough():
    both = {"Y_vdot": -35.5, "N_rdot": -4.88, "Y_rdot": 1.93, "N_vdot": 1.93}
    half = {key: value for key, value in both.items() if key != "N_vdot"}
    one_, other = (np.array(one(added_mass=form).bodies["a"].added_mass) for form in (both, half))
    assert (one_ == other).all()
    assert one_[1, 5] == one_[5, 1] == -1.93


def test_another_reference_point():
    at = [0.5, 0, 0]
    added = np.array(one(added_mass={"sway": 2, "yaw": 1, "at": at}).bodies["a"].added_mass)
    assert (added[1, 1], added[5, 5], added[1, 5]) == pytest.approx((2, 1 + 2 * 0.25, 1))
    turned = {"position": [0, 0, 0], "rpy": [0, 0, "90 deg"]}
    added = np.array(one(added_mass={"surge": 2, "at": turned}).bodies["a"].added_mass)
    assert np.diag(added)[:2] == pytest.approx([0, 2])


def test_ends_of_cylinders():
    shape = {"cylinder": {"radius": 0.1, "length": 1, "along": "x"}}
    for words in ({"shape": True, "ends": "round"}, {"ends": "round"}):
        added = one(shape=shape, added_mass=words).bodies["a"].added_mass
        assert added[0][0] == pytest.approx(1000 * 2 / 3 * math.pi * 0.1**3)


def test_only_cylinders_have_ends(refused):
    body = {"shape": {"sphere": 1}, "added_mass": {"ends": "flat"}}
    problems = refused({}, load=lambda water: one(water, **body))
    assert "the body is a sphere" in problems["bodies.a.added_mass"].message


# --- flows


def test_kinds_of_current():
    assert one({}).water.current_kind == "none"
    uniform = one({"current": [1, 0, 0]}).water
    assert (uniform.current_kind, uniform.shear) == ("uniform", None)
    shear = one({"current": {"shear": {"velocity": [1, 0, 0]}}, "depth": 20}).water
    assert shear.current_kind == "shear"
    assert shear.current_signals is None
    velocity, reference, exponent = shear.shear
    assert (velocity, reference, exponent) == ((1, 0, 0), 20, 1 / 7)
    given = {"velocity": [1, 0, 0], "reference_depth": 5, "exponent": 0}
    assert one({"current": {"shear": given}}).water.depth == 5
    assert one({"current": {"shear": given}, "depth": 30}).water.shear.reference == 5


@pytest.mark.parametrize("depth", [0.01, 0.5, 5, 30, 1e4])
@pytest.mark.parametrize("period", [0.3, 2, 8, 300])
def test_dispersion(depth, period):
    w = 2 * math.pi / period
    k = wavenumber(w, depth, 9.81)
    assert 9.81 * k * math.tanh(k * depth) == pytest.approx(w * w, rel=1e-13)
    wave = one({"waves": [{"amplitude": 1, "period": period}], "depth": depth}).water.waves[0]
    assert (wave.wavenumber, wave.frequency) == (pytest.approx(k), pytest.approx(w))
    other = {"amplitude": 1, "wavelength": 2 * math.pi / k}
    assert one({"waves": [other], "depth": depth}).water.waves[0].period == pytest.approx(period)


def test_directions_of_waves():
    for words, wanted in [([3, 4], (0.6, 0.8, 0)), ("-y", (0, -1, 0)), ([0, 2, 0], (0, 1, 0))]:
        water = {"waves": [{"amplitude": 1, "period": 5, "direction": words}]}
        assert one(water).water.waves[0].direction == pytest.approx(wanted)


# --- refusals

WAVE = {"amplitude": 1, "period": 5}
SEA = {"spectrum": "jonswap", "height": 1, "period": 5}


@pytest.mark.parametrize(
    ("water", "key", "message", "remedy"),
    [
        ({"density": -1}, "water.density", "-1 is below 0", "0 or more"),
        ({"density": "3 m"}, "water.density", "a length stands where", "SI"),
        ({"densty": 1}, "water.densty", "unknown key", "density"),
        (True, "water", "true or false", "water: {density"),
        ({"depth": 0}, "water.depth", "0 is not positive", "above 0"),
        ({"current": [1, 2]}, "water.current.velocity", "this one has 2", "give 3"),
        ({"current": {}}, "water.current", "no kind", "velocity, shear"),
        ({"current": ["q[a.x]", 0, 0]}, "water.current.0", "cannot depend on", "parameters"),
        (
            {"current": [{"step": {"at": 1, "after": 2}}, 0, 0]},
            "water.current.0",
            "jumps by 2 m/s at t = 1 s",
            "ramp",
        ),
        (
            {"current": {"shear": {"velocity": [1, 0, 0]}}},
            "water.current",
            "the depth",
            "add depth",
        ),
        ({"waves": [{**WAVE, "period": 0}]}, "water.waves.0.period", "0 is not positive", "above"),
        ({"waves": [{**WAVE, "period": -2}]}, "water.waves.0.period", "-2 is not", "above 0"),
        ({"waves": [{"amplitude": 1}]}, "water.waves.0", "neither period", "exactly one"),
        ({"waves": [{**WAVE, "wavelength": 1}]}, "water.waves.0", "both", "exactly one"),
        ({"waves": [{**WAVE, "amplitude": -1}]}, "water.waves.0.amplitude", "-1 is below", "0 or"),
        ({"waves": [{**WAVE, "direction": [0, 1, 1]}]}, "water.waves", "45 degrees", "perpendic"),
        ({"waves": {**SEA, "height": -1}}, "water.waves.0.height", "-1 is below 0", "0 or more"),
        ({"waves": {**SEA, "period": 0}}, "water.waves.0.period", "0 is not positive", "above 0"),
        ({"waves": {**SEA, "spreading": -1}}, "water.waves.0.spreading", "not from 0", "5 to 15"),
        ({"waves": {**SEA, "spreading": 2e3}}, "water.waves.0.spreading", "to 1000", "leave it"),
        ({"waves": {**SEA, "gamma": 9}}, "water.waves.0.gamma", "not from 1 to 7", "3.3"),
        ({"waves": {**SEA, "seed": 0.5}}, "water.waves.0.seed", "0.5 is no seed", "whole number"),
        ({"waves": {**SEA, "height": 9}}, "water.waves", "5.54 m high at most", "lower the height"),
        ({"waves": {**SEA, "direction": "z"}}, "water.waves", "90 degrees", "perpendicular"),
        ({"waves": [{**SEA, "components": 401}]}, "water.waves.0.components", "400", ""),
        ({"waves": {**SEA, "spectrum": "ochi"}}, "water.waves.0.spectrum", "jonswap", ""),
        ({"waves": {"height": 1, "period": 5}}, "water.waves.0.spectrum", "required", "spectrum"),
        ({"waves": {**SEA, "amplitude": 1}}, "water.waves.0.amplitude", "unknown key", ""),
        (
            {"waves": {**SEA, "spectrum": "pierson-moskowitz", "gamma": 2}},
            "water.waves.0.gamma",
            "gamma is of JONSWAP",
            "jonswap",
        ),
        (
            {"current": {"shear": {"velocity": [1, 0, -1]}}, "depth": 9},
            "water.current",
            "45 degrees to the horizontal",
            "perpendicular",
        ),
    ],
)
def test_refused_water(refused, water, key, message, remedy):
    problems = refused(water, load=one)
    assert list(problems) == [key]
    assert message in problems[key].message
    assert remedy in problems[key].remedy


@pytest.mark.parametrize(("key", "words"), [("waves", [WAVE]), ("surface", 0)])
def test_what_needs_gravity(refused, key, words):
    problems = refused({key: words}, load=lambda water: one(water, gravity=(0, 0, 0)))
    assert "gravity" in problems[f"water.{key}"].message
    assert key in problems[f"water.{key}"].remedy


def test_nothing_floats_without_gravity(refused):
    body = {"shape": {"sphere": 1}, "buoyancy": "floating"}
    problems = refused({}, load=lambda water: one(water, gravity=(0, 0, 0), **body))
    assert "without gravity" in problems["bodies.a.buoyancy"].message


def test_waves_have_a_surface():
    assert one({"waves": [WAVE]}).water.surface == 0
    assert one({"waves": [WAVE], "surface": 3}).water.surface == 3
    assert one({}).water.surface is None


ASYMMETRIC = np.eye(6)
ASYMMETRIC[1, 5] = 0.5
INDEFINITE = np.eye(6)
INDEFINITE[1, 5] = INDEFINITE[5, 1] = 2


@pytest.mark.parametrize(
    ("body", "key", "message", "remedy"),
    [
        ({"buoyancy": {"volume": -1, "at": [0, 0, 0]}}, "buoyancy.volume", "-1 is below 0", "0 or"),
        ({"buoyancy": {"volume": 1}}, "buoyancy", "centre of buoyancy is missing", "at: [x, y, z]"),
        ({"buoyancy": True}, "buoyancy", "the body has none", "give the body a shape"),
        (
            {"added_mass": ASYMMETRIC.tolist()},
            "added_mass",
            "entry (sway, yaw) is 0.5, entry (yaw, sway) is 0",
            "make the two equal",
        ),
        (
            {"added_mass": INDEFINITE.tolist()},
            "added_mass",
            "its eigenvalues are -1, 1, 1, 1, 1, 3",
            "signs",
        ),
        ({"added_mass": {"surge": -3}}, "added_mass", "entry (surge, surge) is -3", "signs"),
        ({"added_mass": {"X_udot": 3}}, "added_mass", "(surge, surge) is -3", "sign: magnitude"),
        ({"added_mass": {"Y_rdot": 1, "N_vdot": 2}}, "added_mass", "not symmetric", "equal"),
        ({"added_mass": {"surg": 3}}, "added_mass.surg", "unknown key", "did you mean surge"),
        ({"added_mass": {"surge": "x"}}, "added_mass.surge", "'x'", ""),
        ({"added_mass": {"surge": 3, "X_udot": -3}}, "added_mass", "X_udot and surge", "exactly"),
        ({"added_mass": {"surge": 3, "sign": "fossen"}}, "added_mass.sign", "belongs", "remove"),
        ({"added_mass": {"surge": 3, "ends": "flat"}}, "added_mass.ends", "of a shape", "remove"),
        ({"added_mass": {"surge": 3, "at": [1]}}, "added_mass.at.position", "has 1", "give 3"),
        ({"added_mass": [1, 2]}, "added_mass", "this one has 2", "give 6"),
        ({"added_mass": 3}, "added_mass", "cannot be a number", "6 numbers"),
        ({"added_mass_form": "eq51"}, "added_mass_form", "must be kirchhoff, acc", "choose"),
        ({"water": False, "drag": False}, "water", "water is false, and drag", "remove drag"),
    ],
)
def test_refused_bodies(refused, body, key, message, remedy):
    words = {"name": "a", "water": {}, "bodies": {"a": {"mass": 1, "inertia": [1, 1, 1], **body}}}
    problems = refused(words, load=lambda words: Robot(**words))
    assert list(problems) == [f"bodies.a.{key}"]
    (problem,) = problems.values()
    assert message in problem.message
    assert remedy in problem.remedy


def test_water_keys_on_a_robot_in_air(refused):
    problems = refused(TEXT.replace("water: {density: rho", "#"))
    assert list(problems) == ["bodies.hull.buoyancy"]
    problem = problems["bodies.hull.buoyancy"]
    assert "buoyancy, added_mass, drag" in problem.message
    assert "add water" in problem.remedy
    assert problem.line == 9


def test_problems_of_the_water_hide_no_others(refused):
    text = TEXT.replace("density: rho,", "density: -3,").replace("sway: 12.7", "sway: -12.7")
    assert list(refused(text)) == ["water.density", "bodies.hull.added_mass"]


def test_added_mass_is_inertia():
    """A body without mass may move if the water is moved with it."""
    body = {"mass": 0, "inertia": None, "added_mass": [1] * 6}
    words = {"name": "a", "water": {}, "bodies": {"a": {k: v for k, v in body.items() if v}}}
    assert Robot(**words).bodies["a"].mass == 0

"""Beams of rigid segments: closed forms of their deflection, frequencies and large bending."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl

METHODS = ("newton-euler", "kane", "moving-frame", "udwadia-kalaba")
L, EI, GJ, MU = 1.0, 3.0, 2.0, 0.5
# zeros of 1 + cos(b) cosh(b): the frequencies of a cantilever are b^2 sqrt(EI/mu)/L^2
ROOTS = np.array([1.875104068711961, 4.694091132974175, 7.854757438237613, 10.995540734875467])
KINDS = ({"bending": "z"}, {}, {"torsion": True, "GJ": GJ})


def cantilever(segments, load=None, **words):
    """Without gravity; `load` acts on the tip."""
    tip = {"body": f"beam{segments}", **(load or {"direction": "y", "frame": "world"})}
    kind = "torque" if load else "force"
    if kind == "force":
        tip["at"] = [L / segments, 0, 0]
    return pl.beam(
        L,
        segments,
        EI=EI,
        mass_per_length=MU,
        gravity=[0, 0, 0],
        actuators={"tip": {kind: tip}},
        **words,
    )


def compliance(robot, segments):
    """Deflection of the tip along y per newton, by exact derivatives."""
    found, nv = pl.linearize(robot, *robot.initial_state()), len(robot.speeds)
    s = -np.linalg.solve(found.A[nv:, :nv], found.B[nv:, 0])
    about_z = [i for i, label in enumerate(robot.speeds) if not label.endswith((".1", ".p", ".q"))]
    return sum(s[i] * (L - k * L / segments) for k, i in enumerate(about_z))


@pytest.mark.parametrize("words", KINDS)
@pytest.mark.parametrize("segments", [1, 4, 10])
def test_deflection_under_a_tip_load(words, segments):
    """1 + 1/(2N^2) times Euler and Bernoulli's, or 1 + 3/(2N) + 1/(2N^2) with the paper's root."""
    exact, N = L**3 / (3 * EI), segments
    found = compliance(cantilever(N, **words), N)
    assert found == pytest.approx(exact * (1 + 1 / (2 * N * N)), rel=1e-11)
    found = compliance(cantilever(N, root="document", **words), N)
    assert found == pytest.approx(exact * (1 + 1.5 / N + 1 / (2 * N * N)), rel=1e-11)


def test_frequencies_converge_with_the_second_power():
    exact = ROOTS**2 * np.sqrt(EI / MU) / L**2 / (2 * np.pi)
    off = []
    for N in (10, 20):
        robot = pl.beam(L, N, EI=EI, mass_per_length=MU, bending="z", gravity=[0, 0, 0])
        found = pl.modes(robot)
        assert np.abs(found.damping[:4]).max() < 1e-9
        off.append(np.abs(found.frequencies[:4] / exact - 1))
    assert off[1].max() < 0.01
    np.testing.assert_allclose(np.log2(off[0] / off[1]), 2.0, atol=0.05)


def test_torsion_is_that_of_a_shaft():
    """The twist of a uniform torque is T L / GJ, less half a segment's at the clamped half."""
    N = 8
    robot = cantilever(N, load={"direction": "x"}, torsion=True, GJ=GJ)
    robot = robot.with_values({"actuators.tip.torque.input": 0.3})
    q = pl.equilibrium(robot)
    w, x = pl.poses(robot, q)[f"beam{N}"][1][:2]
    twist = 0.3 * L / GJ * (1 - 0.5 / N)
    assert 2 * np.arctan2(x, w) == pytest.approx(twist, rel=1e-9)


@pytest.mark.parametrize("words", KINDS)
def test_an_end_moment_bends_a_circle(words):
    """M = 2 pi EI / L: the tip comes back to the root, and the middle is a diameter off."""
    N = 50 if words.get("bending") else 20
    robot = cantilever(N, load={"direction": "z"}, **words)
    robot = robot.with_values({"actuators.tip.torque.input": 2 * np.pi * EI / L})
    q = pl.equilibrium(robot)
    frames = pl.poses(robot, q)
    position, (w, _, _, z) = frames[f"beam{N}"]
    heading = 2 * np.arctan2(z, w)
    tip = position + L / N * np.array([np.cos(heading), np.sin(heading), 0])
    assert np.abs(tip).max() < 1e-3 * L
    middle = frames[f"beam{N // 2 + 1}"][0]
    assert np.linalg.norm(middle) == pytest.approx(L / np.pi, rel=5e-3 if N == 20 else 1e-3)


def test_unequal_springs_of_a_ball_joint_by_every_method():
    robot = pl.beam(L, 3, EI=[2.0, 5.0], GJ=1.0, torsion=True, mass_per_length=MU, damping=1e-3)
    rng = np.random.default_rng(0)
    q = rng.normal(size=12).reshape(3, 4)
    q = (q / np.linalg.norm(q, axis=1, keepdims=True)).ravel()
    u = rng.normal(size=9)
    found = [pl.acceleration(robot, q, u, method=m) for m in METHODS]
    for other in found[1:]:
        np.testing.assert_allclose(other, found[0], rtol=1e-9, atol=1e-9 * np.abs(found[0]).max())


def test_energy_of_a_flicked_beam_stays():
    robot = pl.beam(
        L, 4, EI=[2.0, 5.0], GJ=1.0, torsion=True, mass_per_length=MU, gravity=[0, 0, 0],
        initial={"beam1": {"rpy": [0.3, 0.4, -0.5]}, "beam3": {"rpy": [-0.2, 0.5, 0.3]}},
    )  # fmt: skip
    run = pl.simulate(robot, duration=0.5, rtol=1e-10)
    assert run.audit().energy_balance < 1e-8


def test_sections():
    strip = pl.beam(
        L, 2, E=2e11, G=8e10, density=7800, torsion=True, section={"rectangle": [0.05, 0.002]}
    )
    b, t, h = 0.05, 0.002, L / 2
    J = b * t**3 * (1 / 3 - 0.21 * t / b * (1 - (t / b) ** 4 / 12))
    stiffness = strip.bodies["beam2"].joint.stiffness
    expected = [8e10 * J / h, 2e11 * b * t**3 / 12 / h, 2e11 * t * b**3 / 12 / h]
    assert stiffness == pytest.approx(expected)
    assert strip.bodies["beam1"].joint.stiffness == pytest.approx([2 * k for k in expected])
    mass = 7800 * b * t * h
    assert strip.bodies["beam1"].mass == pytest.approx(mass)
    prism = np.diag([mass * (b * b + t * t), mass * (h * h + t * t), mass * (h * h + b * b)]) / 12
    np.testing.assert_allclose(strip.bodies["beam1"].inertia, prism, rtol=1e-12)
    tube = pl.beam(L, 1, E=1, density=1, section={"tube": [0.2, 0.1]})
    I = np.pi / 4 * (0.2**4 - 0.1**4)
    assert tube.bodies["beam1"].joint.stiffness == pytest.approx([2 * I, 2 * I])


def test_beams_attach_to_any_body():
    robot = pl.Robot(
        name="hub with booms",
        bodies={"hub": {"mass": 10, "inertia": [1, 1, 1]}},
        beams={
            name: {
                "parent": "hub",
                "at": {"position": [0, side, 0], "rpy": [0, 0, turn]},
                "length": 2,
                "segments": 3,
                "EI": 5,
                "mass_per_length": 0.1,
            }
            for name, side, turn in (("port", 1, "90 deg"), ("starboard", -1, "-90 deg"))
        },
    )
    assert robot.order == (
        "hub", "port1", "port2", "port3", "starboard1", "starboard2", "starboard3",
    )  # fmt: skip
    assert pl.Robot(**robot.to_dict()) == robot


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"EI": None}, "bending stiffness is not given"),
        ({"mass_per_length": None}, "the mass is not given"),
        ({"torsion": True}, "torsional stiffness is not given"),
        ({"segments": 0}, "segments"),
        ({"root": "glued"}, "clamped-half"),
        ({"root": ["clamped-half"]}, "clamped-half"),
        ({"section": {"circle": 1, "tube": [2, 1]}}, "one kind of section"),
        ({"EI": [1, 2, 3]}, "one number or two"),
    ],
)
def test_refusals(words, message):
    given = {"length": 1, "segments": 2, "EI": 1, "mass_per_length": 1, **words}
    given = {key: value for key, value in given.items() if value is not None}
    with pytest.raises(pl.ModelError, match=message):
        pl.Robot(name="beam", beams={"beam": given})


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ({"length": "-L"}, "length"),
        ({"E": "5 m"}, "E"),
        ({"E": "210 GP"}, "E"),
        ({"density": 0}, "density"),
        ({"section": {"rectangle": [0.1, "0 mm"]}}, "section.rectangle.1"),
        ({"section": {"tube": [0.01, 0.02]}}, "section.tube"),
        ({"damping": -0.1}, "damping"),
        ({"length": "M"}, "length"),
    ],
)
def test_a_wrong_number_is_told_once_under_its_key(words, key):
    """Not in the formulas of every segment."""
    section = {"rectangle": ["0.1 m", 0.01]}
    right = {"length": "L", "segments": 9, "E": "210 GPa", "section": section, "density": 7800}
    steel = pl.Robot(name="x", parameters={"L": 2}, beams={"boom": right})
    moment = 2.1e11 * 0.1 * 0.01**3 / 12
    assert steel.bodies["boom2"].joint.stiffness[0] == pytest.approx(moment * 9 / 2, rel=1e-12)
    with pytest.raises(pl.ModelError) as refused:
        pl.Robot(name="x", parameters={"L": 2}, beams={"boom": {**right, **words}})
    assert [problem.key for problem in refused.value.problems] == [f"beams.boom.{key}"]


def test_no_rest_is_told():
    with pytest.raises(pl.PelagosError, match="no position of rest"):
        pl.equilibrium(
            pl.Robot(name="falling", bodies={"ball": {"shape": {"sphere": 1}, "density": 1}})
        )


def test_bare_numbers_stand_beside_units():
    bare = {"length": 1, "segments": 3, "E": 7e10, "G": 2.6e10, "density": 2700, "torsion": True}
    units = {**bare, "length": "100 cm", "E": "70 GPa", "density": "2.7 g/cm^3", "damping": "1 ms"}
    sections = [
        ({"rectangle": [0.05, 0.004]}, {"rectangle": ["5 cm", 0.004]}),
        ({"circle": 0.004}, {"circle": "4 mm"}),
        ({"tube": [0.004, 0.003]}, {"tube": [0.004, "3 mm"]}),
    ]
    for section, other in sections:
        one = pl.Robot(name="x", beams={"b": {**bare, "section": section, "damping": 1e-3}})
        two = pl.Robot(name="x", beams={"b": {**units, "section": other}})
        for name, body in one.bodies.items():
            same = two.bodies[name]
            assert np.allclose(body.inertia, same.inertia, rtol=1e-14)
            assert same.mass == pytest.approx(body.mass, rel=1e-14)
            for key in ("stiffness", "damping"):
                left, right = getattr(body.joint, key), getattr(same.joint, key)
                assert np.allclose(left, right, rtol=1e-14)


def test_words_of_segments_know_their_length():
    """Mass centre, inertia and shape of any number of segments; text stays text."""
    words = {
        "com": ["segment_length/2", "-0.1*segment_length", 0],
        "inertia": [0.01, "2*segment_length^2", "2*segment_length^2"],
        "shape": {"box": ["segment_length", 0.1, 0.1], "at": ["segment_length/2", 0, 0]},
        "source": "inertia by segment_length",
    }
    for count in (1, 4):
        robot = pl.beam(
            "L", count, EI=1, mass_per_length=1, segment=words, parameters={"L": "80 cm"}
        )
        h, body = 0.8 / count, robot.bodies[f"beam{count}"]
        assert body.com == pytest.approx((h / 2, -0.1 * h, 0))
        np.testing.assert_allclose(body.inertia, np.diag([0.01, 2 * h**2, 2 * h**2]))
        assert body.shape.box == pytest.approx((h, 0.1, 0.1))
        assert body.source == "inertia by segment_length"


@pytest.mark.parametrize("count", [4, 9])
def test_refining_built_in_beams_keeps_what_they_are(count):
    """Mass, its moment and its inertia about the elastic axis; springs go with the number."""
    wing = pl.load("goland").with_values({"beams.spar.segments": count})
    p, bodies = wing.parameters, wing.bodies.values()
    assert sum(b.mass for b in bodies) == pytest.approx(p["mu"] * p["half_span"])
    assert {b.com[1] for b in bodies} == {-p["behind"]}
    about = sum(b.inertia[0][0] + b.mass * b.com[1] ** 2 for b in bodies)
    assert about == pytest.approx(p["inertia"] * p["half_span"])
    assert wing.bodies["spar2"].at.position[0] == 2 * wing.bodies["spar1"].com[0]
    for root in (1, 2):
        changes = {"beams.link.segments": count, "parameters.root": root}
        plate = pl.load("wing").with_values(changes)
        p, h = plate.parameters, 4 * plate.parameters["link"] / count
        assert sum(b.mass for b in plate.bodies.values()) == pytest.approx(4 * p["link_mass"])
        springs = np.array([p["twist"] / h, p["EI"] / h])
        assert plate.bodies["link1"].joint.stiffness == pytest.approx(root * springs)
        assert plate.bodies["link2"].joint.stiffness == pytest.approx(springs)


@pytest.mark.parametrize("segments", [2, 9])
def test_round_segments_in_water_are_pieces_of_one_cylinder(segments):
    """Finer segments share the same water; cylinders with ends would have ever less across."""
    words = {"E": 1e9, "G": 4e8, "section": {"circle": 0.02}, "density": 1200}
    rod = pl.beam(0.6, segments, **words, water={"density": 1000})
    added = sum(np.diag(body.added_mass)[:3] for body in rod.bodies.values())
    displaced = 1000 * np.pi * 0.02**2 * 0.6
    assert added == pytest.approx([0, displaced, displaced], rel=1e-12, abs=1e-12)

"""The exercises of docs/lectures: commands print what the page shows, solutions are what they give.

The closed forms here are those of the page's solutions, written once more by hand.
"""

from __future__ import annotations

import re
import shlex
import tempfile
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import sympy
from click.testing import CliRunner
from sympy import cos, sin

import pelagos as pl
from pelagos.cli.main import cli
from pelagos.model import loads
from pelagos.symbolic import equations_of_motion
from tests.symbolic.mechanics import assert_equal, real

PAGE = Path(__file__).parents[2] / "docs/lectures/exercises.md"
SECTIONS = re.split(r"\n## ", PAGE.read_text(encoding="utf-8"))[1:]


def block(section, language):
    found = re.search(rf"```{language}\n(.*?)\n```", section, re.DOTALL)
    return found[1] if found else None


@cache
def solved(number):
    """The equations of an exercise by the options of its command, and what the command prints."""
    section = SECTIONS[number - 1]
    text = re.search(r"```\npelagos (.*?)\n```", section, re.DOTALL)[1]
    words = shlex.split(text.replace("\\\n", " "))
    told = {}

    def keep(*given, **options):
        told["found"] = equations_of_motion(*given, **options)
        return told["found"]

    runner = CliRunner()
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        if (model := block(section, "yaml")) is not None:
            words[1] = str(Path(folder) / words[1])
            Path(words[1]).write_text(model, encoding="utf-8")
        patch.setattr("pelagos.symbolic.equations_of_motion", keep)
        done = runner.invoke(cli, words)
    assert done.exit_code == 0, done.output
    return told["found"], done.output


def step(found, letter, of=""):
    return next(s.value for s in found.steps if s.letter == letter and s.of == of)


def at_rest(expression):
    """Without motors and pushes."""
    return expression.subs(dict.fromkeys(real("motor", "push", "drive"), 0))


def test_there_are_ten():
    assert [section.partition(".")[0] for section in SECTIONS] == [str(k) for k in range(1, 11)]
    for section in SECTIONS:
        assert all(part in section for part in ("**Problem.**", "**Model.**", "**Solution.**"))


@pytest.mark.parametrize("number", range(1, 11))
def test_the_command_prints_what_the_page_shows(number):
    printed = solved(number)[1].splitlines()
    for line in block(SECTIONS[number - 1], "text").splitlines():
        assert line in printed


def test_1_rod():
    found, _ = solved(1)
    l, m, g, phi, rate = real("l", "m", "g", "phi", "udot_rod")
    assert_equal(step(found, "N", "rod")[4:5, :], [m * l**2 / 3 * rate])
    assert_equal(at_rest(found.forcing), [-m * g * l / 2 * sin(phi)])
    (mode,) = pl.modes("pendulum").frequencies
    assert mode == pytest.approx(np.sqrt(1.5 * 9.81) / (2 * np.pi), rel=1e-6)
    assert f"{mode:.4f} Hz" in SECTIONS[0]


def test_2_hinge():
    found, _ = solved(2)
    l, m, g, phi, u = real("l", "m", "g", "phi", "u_rod")
    along, across = m * (g * cos(phi) + l * u**2 / 2), -m * g * sin(phi) / 4
    assert_equal(at_rest(step(found, "f")), [along, across])
    assert_equal(step(found, "G"), sympy.diag(1 / m, 4 / m))


def test_3_kane():
    found, _ = solved(3)
    l, m, g, one, two = real("l", "m", "g", "theta_1", "theta_2")
    active = [-m * g * l * (3 * sin(one) + sin(one + two)) / 2, -m * g * l * sin(one + two) / 2]
    assert_equal(step(found, "F_r"), active)
    # the hinge of the lower rod, by differentiating where it is and turning into its axes
    hinge = sympy.Matrix([-l * sin(one), 0, -l * cos(one)]).diff(one)
    turn = one + two
    axes = sympy.Matrix([[cos(turn), 0, -sin(turn)], [0, 1, 0], [sin(turn), 0, cos(turn)]])
    assert_equal(step(found, "V_r", "lower")[:3, 0], axes * hinge)


def test_4_moving_frame():
    found, _ = solved(4)
    l, m, two, u1, u2 = real("l", "m", "theta_2", "u_upper", "u_lower")
    E = sympy.Matrix([[cos(two), 0, sin(two), 0], [0, 1, 0, 0], [-sin(two), 0, cos(two), -l]])
    assert_equal(step(found, "E", "lower/upper")[:3, :], E)
    motion = m * l**2 / 2 * sin(two) * sympy.Matrix([-u2 * (2 * u1 + u2), u1**2])
    assert_equal(step(found, "N*") * sympy.Matrix([u1, u2]), motion)


def test_5_track():
    found, _ = solved(5)
    m, h, g, phi, u = real("m", "h", "g", "phi", "u_pole")
    below = 4 + m * (1 + 3 * sin(phi) ** 2)
    force = (g * (m + 1) * (m + 4) - m * h * (m + 4) * u**2 * cos(phi)) / below
    assert_equal(at_rest(step(found, "f"))[:1, :], [force])
    # Newton: the height of the mass centre, twice differentiated, with udot of the cart-pole
    free = at_rest(found.mass_matrix)
    assert free.shape == (12, 12)
    usual = equations_of_motion("cart-pole", symbols={"m": "pole", "h": "half", "phi": "q[pole]"})
    udot = at_rest(usual.mass_matrix.LUsolve(usual.forcing))[1]
    rise = -h * (udot * sin(phi) + u**2 * cos(phi))
    assert_equal([g * (m + 1) + m * rise], [force])


def test_6_slider_crank():
    found, _ = solved(6)
    R, L, phi, joint = real("R", "L", "phi", "q_rod")
    crank, rod, piston = real("crank_mass", "rod_mass", "piston")
    psi, reduced = phi + joint, found.reduced
    turn = -R * cos(phi) / (L * cos(psi))
    inertia = crank * R**2 / 3 + rod * L**2 * turn**2 / 3 + rod * R**2
    inertia += (
        rod * R * L * turn * cos(phi - psi) + piston * (R * sin(phi) + L * turn * sin(psi)) ** 2
    )
    # the piston moves along x, as the loop keeps its height
    level = {joint: -phi - sympy.asin(R * sin(phi) / L)}
    mass = reduced.mass.subs(reduced.letters)
    numbers = {R: 0.1, L: 0.3, crank: 1.1, rod: 0.9, piston: 0.6, phi: 0.7}
    values = [x.subs(level).subs(numbers).evalf() for x in (mass[0], inertia)]
    assert float(values[0]) == pytest.approx(float(values[1]), rel=1e-10)


def test_7_parallelogram():
    found, _ = solved(7)
    l, m, bar, g, left, u = real("l", "m", "m_b", "g", "q_left", "u_left")
    short = found.reduced
    parallel = dict(
        zip(real("q_right", "q_bar", "u_right", "u_bar"), (left, -left, u, -u), strict=True)
    )
    letters = {name: sympy.simplify(x.subs(parallel)) for name, x in short.letters.items()}
    assert [letters[s] for s in real("T_bar", "T_right")] == [-1, 1]
    mass, force = (part.subs(letters).subs(parallel) for part in (short.mass, short.force))
    assert_equal(mass, [(2 * m / 3 + bar) * l**2])
    assert_equal(at_rest(force), [-(m + bar) * g * l * sin(left)])


def test_8_bead():
    found, _ = solved(8)
    m, s, rate = real("m", "s", "u_rod")
    assert_equal(found.forcing, [m * s * rate**2])
    run = pl.simulate(loads(block(SECTIONS[7], "yaml")))
    end = 0.1 * np.cosh(2.0)
    assert run.q[-1, 1] == pytest.approx(end, rel=1e-6)
    assert f"{end:.4f} m" in SECTIONS[7]


def test_9_ball():
    found, _ = solved(9)
    a, rho, m, g = real("a", "rho", "m", "g")
    volume = sympy.Rational(4, 3) * sympy.pi * a**3
    assert_equal(found.mass_matrix, [m + rho * volume / 2])
    assert_equal(found.forcing, [(rho * volume - m) * g])
    ratio = (found.forcing[0] / found.mass_matrix[0]).subs(found.parameters)
    assert f"{float(ratio):.2f} m/s²" in SECTIONS[8]


def test_10_munk():
    found, _ = solved(10)
    X, Z, U, W = real("X", "Z", "U", "W")
    still = dict.fromkeys(real("u_hull_v", "u_hull_p", "u_hull_q", "u_hull_r"), 0)
    assert_equal(found.forcing.subs(still)[3:, :], [0, (Z - X) * U * W, 0])

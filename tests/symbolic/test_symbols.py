"""Letters that the user chose, in the model and for one call."""

from __future__ import annotations

import numpy as np
import pytest
import sympy
from click.testing import CliRunner

import pelagos as pl
from pelagos.cli.main import cli
from pelagos.symbolic import equations_of_motion
from pelagos.symbolic.dependence import polynomials, powers_of
from tests.symbolic.mechanics import assert_equal, real

LETTERS = {
    "m_1": "bodies.upper.mass",
    "m_2": "bodies.lower.mass",
    "l_1": "bodies.lower.at.2",
    "c_2": "bodies.lower.com.2",
}


def test_parameters_and_coordinates_under_other_names():
    e = equations_of_motion(
        "double-pendulum",
        method="kane",
        symbols={"l": "length", "theta_1": "q[upper]", "omega_1": "u[upper]", "G": "gravity"},
    )
    usual = equations_of_motion("double-pendulum", method="kane")
    names = {"length": "l", "q_upper": "theta_1", "u_upper": "omega_1", "g": "G"}
    table = dict(zip(real(*names), real(*names.values()), strict=True))
    assert e.forcing == usual.forcing.subs(table)
    assert e.parameters[real("G")[0]] == 9.81
    assert r"\theta_{1}" in e.latex()
    assert "qdot[upper] = omega_1" in e.text()


def test_numbers_at_paths():
    """Rods of unequal masses: J + m c^2 is no power of the mass, but a sum."""
    e = equations_of_motion("double-pendulum", method="newton-euler", symbols=LETTERS)
    m_1, m_2, l_1, c_2, length, mass, q = real(
        *["m_1", "m_2", "l_1", "c_2", "length", "mass", "q_lower"]
    )
    J = mass * length**2 / 12
    both = J + m_2 * c_2 * (c_2 + l_1 * sympy.cos(q))
    first = 2 * J + m_1 * length**2 / 4 + m_2 * (c_2**2 + l_1**2 + 2 * c_2 * l_1 * sympy.cos(q))
    M = sympy.Matrix([[first, both], [both, J + m_2 * c_2**2]])
    assert_equal(e.mass_matrix, M)
    assert e.error < 1e-10


def test_symbols_of_the_model():
    words = pl.load("pendulum").to_dict()
    robot = pl.Robot(**words, symbols={"l_1": "length", "phi": "q[rod]"})
    assert robot.symbols == {"l_1": "length", "phi": "q[rod]"}
    assert "sin(phi)" in equations_of_motion(robot).text()
    other = equations_of_motion(robot, symbols={"psi": "q[rod]"})  # the call wins
    assert "sin(psi)" in other.text()
    assert pl.Robot(**robot.to_dict()).symbols == robot.symbols
    assert pl.load("pendulum").hash != robot.hash


@pytest.mark.parametrize(
    ("symbols", "message"),
    [
        ({"l 1": "length"}, "no symbol: letters"),
        ({"l": "lenght"}, "did you mean length"),
        ({"l": "q[rodd]"}, "no coordinate 'rodd'"),
        ({"l": "limbs.rod.mass"}, "no parameter"),
    ],
)
def test_wrong_symbols_are_refused_by_model_and_call(symbols, message):
    words = pl.load("pendulum").to_dict()
    with pytest.raises(pl.ModelError, match=message):
        pl.Robot(**words, symbols=symbols)
    with pytest.raises(pl.PelagosError, match=message):
        equations_of_motion("pendulum", symbols=symbols)


@pytest.mark.parametrize(
    ("symbols", "message"),
    [
        ({"M": "mass"}, "a letter of the equations"),
        ({"l": "bodies.rod.masse"}, "no number at"),
        ({"l": "bodies.rod.com.0"}, "com.0 is 0"),
        ({"J_1": "bodies.rod.inertia.0"}, "triangle inequality"),
        ({"l": "length", "k": "length"}, None),
    ],
)
def test_what_cannot_be_a_letter(symbols, message):
    if message is None:  # the last one of two names
        assert "k^2" in equations_of_motion("pendulum", symbols=symbols).text()
        return
    with pytest.raises(pl.PelagosError, match=message):
        equations_of_motion("pendulum", symbols=symbols)


def test_polynomials_are_found():
    """c0 + c1 x^2 y + c2 / x, and a number that is none."""

    def sample(values):
        x, y = values.get("x", 2.0), values.get("y", 3.0)
        return np.array([5 + 7 * x**2 * y, 3 / x, y, 4.0, 0.0])

    powers = [powers_of("x", 2.0, sample), powers_of("y", 3.0, sample)]
    assert powers[0] == [(0, 2), (-1,), (0,), (0,), (0,)]
    found = polynomials({"x": 2.0, "y": 3.0}, powers, sample)
    assert found[0] == pytest.approx({(0, 0): 5.0, (2, 1): 7.0})
    assert found[1:] == [{(-1, 0): pytest.approx(3)}, {(0, 1): pytest.approx(1)}, {(0, 0): 4.0}, {}]
    assert powers_of("x", 2.0, lambda v: np.array([np.sin(v["x"])])) is None


def test_the_command_line():
    runner = CliRunner()
    words = [
        "equations",
        "pendulum",
        "--no-steps",
        "--symbol",
        "l_1=length",
        "--symbol",
        "phi=q[rod]",
    ]
    done = runner.invoke(cli, words)
    assert done.exit_code == 0
    assert "M[rod, rod] = l_1^2*mass/3" in done.output
    assert "sin(phi)" in done.output
    for wrong in ("length", "=length", "l_1="):
        assert runner.invoke(cli, ["equations", "pendulum", "--symbol", wrong]).exit_code == 2
    assert runner.invoke(cli, ["equations", "pendulum", "--python", "--steps"]).exit_code == 2

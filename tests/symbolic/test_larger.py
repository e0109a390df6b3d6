"""Linkages in one speed, and robots of more freedoms."""

from __future__ import annotations

import numpy as np
import pytest
import sympy

import pelagos as pl
from pelagos.symbolic import equations_of_motion
from pelagos.symbolic import reduced as reducing
from pelagos.symbolic.verify import evaluator
from tests.symbolic.mechanics import assert_equal, real


def test_slider_crank_is_the_textbooks():
    """Velocity ratio of the rod and the reduced inertia, by the energy of crank, rod and piston."""
    robot = pl.load("slider-crank").with_values({"bodies.piston.inertia": [1e-4, 1e-4, 1e-4]})
    found = equations_of_motion(robot, method="kane").reduced
    assert found.independent == ("crank",)
    assert found.dependent == ("rod", "piston")
    r, l, M, m, p, a, b = real(
        "crank", "rod", "crank_mass", "rod_mass", "piston", "q_crank", "q_rod"
    )
    lean = a + b  # angle of the rod
    turn = -r * sympy.cos(a) / (l * sympy.cos(lean))  # its rate per rate of the crank
    T = dict(found.letters)
    T_rod, T_piston = real("T_rod", "T_piston")
    assert_equal([T[T_rod], T[T_piston]], [turn - 1, -turn])
    centre = [-r * sympy.sin(a) - l / 2 * sympy.sin(lean) * turn]
    centre.append(r * sympy.cos(a) + l / 2 * sympy.cos(lean) * turn)
    slide = -r * sympy.sin(a) - l * sympy.sin(lean) * turn
    rise = r * sympy.cos(a) + l * sympy.cos(lean) * turn  # zero
    energy = M * r**2 / 3 + m * (centre[0] ** 2 + centre[1] ** 2) + m * l**2 * turn**2 / 12
    assert_equal(found.mass.subs(T), [energy + p * (slide**2 + rise**2)])


def test_wrong_reduced_equations_are_not_returned(monkeypatch):
    sound = reducing.reduced

    def wrong(*given):
        found = sound(*given)
        return type(found)(**{**vars(found), "force": 1.001 * found.force})

    monkeypatch.setattr(reducing, "reduced", wrong)
    with pytest.raises(pl.PelagosError, match="reduced equations of four-bar linkage"):
        equations_of_motion("four-bar", "driven", method="kane")


def test_reduced_equations_are_printed():
    found = equations_of_motion("four-bar", method="kane")
    text, latex = found.text(), found.latex()
    assert "reduced to crank: m udot = f" in text
    assert text.count("  0 = ") == 2
    assert r"T_{\mathrm{rocker}}" in latex
    assert equations_of_motion("double-pendulum", method="kane").reduced is None


def test_the_rover_of_six_freedoms():
    """Compared with the engine before it is returned; its surge is what Donohue et al. push."""
    found = equations_of_motion("maarco", "forward", method="kane")
    assert found.error < 1e-10
    assert found.mass_matrix.shape == (6, 6)
    assert len(found.text()) < 80_000
    theta = real("theta")[0]
    held = real("q_link1", "q_link3", "q_link4", "q_link6")
    assert all(found.prescribed[q] == theta for q in held)
    # at rest both drives push 10 N forward, against all mass and the added mass of the chassis
    rates = evaluator(found)
    values = {symbol.name: value for symbol, value in found.parameters.items()}
    q = [0, 0, 0, 1, 0, 0, 0, *[np.pi / 2] * 4, 0, 0]
    surge = rates(0.0, q, [0.0] * 12, values)[13]
    robot = pl.load("maarco").resolved("forward")
    assert surge == pytest.approx(pl.acceleration(robot, q, [0.0] * 12)[0], rel=1e-9)
    assert surge * float(found.mass_matrix[0, 0].subs(real("slider")[0], 0.5)) == pytest.approx(20)

"""Numbers that docs/errata.md states of misprints, where no other test finds them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import fsolve

from tests.docked import composite


def test_the_printed_rates_of_donohue():
    """det Y = -cos(theta) cos(2 phi); the printed inverse belongs to the corrected one."""
    rng = np.random.default_rng(3)
    for phi, theta in rng.uniform(-1.4, 1.4, (5, 2)):
        s, c, st, ct = math.sin(phi), math.cos(phi), math.sin(theta), math.cos(theta)
        printed = np.array([[1, 0, -st], [0, c, -ct * s], [0, s, -ct * c]])
        assert np.linalg.det(printed) == pytest.approx(-ct * math.cos(2 * phi))
        right = np.array([[1, 0, -st], [0, c, ct * s], [0, -s, ct * c]])
        inverse = np.array([[1, s * st / ct, c * st / ct], [0, c, -s], [0, s / ct, c / ct]])
        np.testing.assert_allclose(inverse @ right, np.eye(3), atol=1e-12)


def test_what_printed_formulas_of_nielsen_give():
    # eq 34 lacks a factor w, at 1700 us
    assert composite.shaft_speed(1700) == pytest.approx(200, rel=0.04)
    # Table 3 by the ratios of the text
    pitch, ratios = 0.028, np.array([0.054, 0.28]) / 0.0173
    assert pitch * ratios == pytest.approx([0.087, 0.453], abs=5e-4)
    # the tether, N per metre at 1 m/s, and with 47 degrees for the same letter
    tether = 0.5 * 1000 * 0.0076 * 0.01
    assert tether * math.pi == pytest.approx(0.119, abs=5e-4)
    assert math.radians(47) / math.pi == pytest.approx(0.25, abs=0.02)


@pytest.mark.parametrize("pwm", [1600, 1800])
def test_inflow_decides_the_turn_rate(pwm):
    """Steady turns of two docked vehicles: without loss of thrust they turn 18 to 19 % faster."""
    rovs = [composite.rov([0, y, 0]) for y in (-0.4, 0.4)]
    body = composite.Composite([*rovs, composite.connector()])
    shaft = composite.shaft_speed(pwm)

    def turn_rate(loss):
        def wrench(speeds):
            V = np.array([speeds[0], speeds[1], 0, 0, 0, speeds[2]])
            still = np.concatenate([[0, 0, 0, 1, 0, 0, 0], V])
            total = body.inertia @ body.rate(0.0, still)[7:]
            X = body.motions[0]
            own = X @ V
            for at in composite.SURGE_THRUSTERS:
                inflow = loss * (own[:3] + np.cross(own[3:], at))[0]
                thrust = composite.T_WW * shaft**2 + composite.T_WU * shaft * inflow
                force = np.array([thrust, 0, 0])
                total += X.T @ np.concatenate([force, np.cross(at, force)])
            return total[[0, 1, 5]]

        return fsolve(wrench, [0.5, 0.0, 0.5])[2]

    assert turn_rate(0.0) / turn_rate(1.0) - 1 == pytest.approx(0.187, abs=0.004)


def test_the_bar_of_abdelaziz():
    """A square bar of steel, 1.455 mm thick: its weight, and how far one degree would turn it."""
    thick, length, links = 1.455e-3, 0.085725, 4
    assert 7850 * thick**2 * length == pytest.approx(1.4e-3, rel=0.02)
    assert 0.124 / (7850 * thick * length) == pytest.approx(0.127, rel=0.01)  # the chord of a plate
    # elliptic lift on the half span at 60 m/s and one degree, on the root's spring
    chord, half = 0.127, links * length
    ratio = 2 * half / chord
    slope = 2 * math.pi * ratio / (ratio + 2)
    lift = 0.5 * 1.225 * 60**2 * chord * half * slope * math.radians(1)
    turned = lift * 4 / (3 * math.pi) * half / (2e11 * thick**4 / 12 / length)
    assert math.degrees(turned) == pytest.approx(70, rel=0.08)


def test_springs_of_abdelaziz():
    """Tip deflection of a chain of links over that of the beam, spring by spring."""
    for root, said in ((1, 1.406), (2, 1.031)):
        links = 4
        ends = np.arange(links) / links  # springs from the root on, for a beam of length one
        stiffness = np.full(links, float(links))  # EI = 1
        stiffness[0] *= root
        tip = ((1 - ends) ** 2 / stiffness).sum()
        assert tip / (1 / 3) == pytest.approx(said, abs=5e-4)
    poisson = 0.3
    assert 2 / (1 + poisson) == pytest.approx(1.54, abs=0.002)  # GJ / EI of a thin plate

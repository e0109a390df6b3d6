"""Lines at rest: catenaries, a line across a current, the seabed."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import fsolve

from tests.tethers.lines import G, accelerations, at_start, elastic_catenary, line, outputs, robot


@pytest.mark.parametrize("EA", [1e9, 3e3], ids=["inextensible", "elastic"])
def test_catenary(EA):
    """Order 2 in the number of segments; two numbers of them together give six digits."""
    exact = elastic_catenary(6.0, 3.0, 10.0, 0.2 * G, EA)
    counts = (20, 40, 80)
    found = [outputs(robot(line(EA=EA, segments=n), (6, 0, -3)))["line.tension_at"] for n in counts]
    errors = np.array(found) / exact - 1
    assert np.log2(errors[:-1] / errors[1:]) == pytest.approx(2.0, abs=0.05)
    assert (4 * found[2] - found[1]) / 3 == pytest.approx(exact, rel=1e-6)


def test_a_fine_line_alone_gives_almost_five_digits():
    exact = elastic_catenary(6.0, 3.0, 10.0, 0.2 * G, 3e3)
    found = outputs(robot(line(EA=3e3, segments=200), (6, 0, -3)))["line.tension_at"]
    assert found == pytest.approx(exact, rel=1e-6)


def test_across_a_current():
    """Drag that is normal alone bends a weightless line into a catenary of constant tension."""
    rho, d, U, B, L = 1000.0, 0.01, 0.8, 6.0, 10.0
    D = 0.5 * rho * d * 1.2 * U * U
    ratio = fsolve(lambda a: np.sinh(a) / a - L / B, 1.5, xtol=1e-14)[0]
    exact = D * B / (2 * ratio)
    water = {"density": rho, "current": [U, 0, 0]}
    drag = {"normal": 1.2, "tangential": 0}
    found = []
    for n in (20, 40, 80):
        words = line(EA=1e8, segments=n, weight=0, drag=drag)
        seen = outputs(robot(words, (0, B, 0), water=water))
        tensions = [value for name, value in seen.items() if ".T" in name]
        assert tensions == pytest.approx([tensions[0]] * n, rel=0.02)
        found.append(tensions[n // 2])
    errors = np.array(found) / exact - 1
    assert np.log2(errors[:-1] / errors[1:]) == pytest.approx(2.0, abs=0.1)
    assert (4 * found[2] - found[1]) / 3 == pytest.approx(exact, rel=1e-5)


WATERS = {
    "vacuum": None,
    "current": {"current": [0.5, 0.3, 0]},
    "shear": {"depth": 30, "current": {"shear": {"velocity": [0.5, 0, 0], "reference_depth": 5}}},
    "seabed": {"depth": 12},
}


@pytest.mark.parametrize("water", WATERS)
@pytest.mark.parametrize("bends", [{}, {"EI": 0.5}], ids=["limp", "bends"])
def test_begins_at_rest(water, bends):
    more = {} if WATERS[water] is None else {"water": WATERS[water]}
    made = robot(line(length=25, segments=20, damping=50, **bends), (8, 0, -10), **more)
    slack = bends and water == "seabed"  # it creeps, if at all: no force but of bending is left
    assert np.abs(accelerations(made)).max() < (1e-2 if slack else 1e-6)


def test_lies_on_the_seabed():
    """The part that lies there carries its weight; at the anchor is what friction leaves: none."""
    made = robot(line(length=30, segments=60, weight=2.0), (20, 0, -10), water={"depth": 10})
    c, _ = at_start(made)
    z = c.start[c.nq + c.nv :].reshape(-1)[2 : 3 * 59 : 3]
    lying = z < -10 + 1e-9
    assert 30 < lying.sum() < 50
    assert z[lying][1:-2] == pytest.approx(-10 - 2.0 / 1e3, abs=1e-5)


def test_moves_with_its_ends():
    made = robot(line(), (6, 0, -3), initial={"b": {"position": [6, 0, -3], "velocity": [1, 0, 0]}})
    c, _ = at_start(made)
    speeds = c.start[c.nq + c.nv + 27 : c.nq + c.nv + 54].reshape(-1, 3)
    assert speeds[:, 0] == pytest.approx(np.arange(1, 10) / 10)


def test_a_slack_line_without_load_stays_where_it_is():
    made = robot(line(), (6, 0, -3), gravity=[0, 0, 0])
    assert np.abs(accelerations(made)).max() < 1e-9
    assert outputs(made)["line.tension_to"] < 1e-6

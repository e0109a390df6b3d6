"""Where robots rest: closed forms of chains, columns and floats; stability; honest words."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.special import ellipe, ellipk

import pelagos as pl
from pelagos.analysis.rest import rest_of
from pelagos.analysis.tangent import Manifold
from pelagos.cli.main import main
from pelagos.march.engine import engine_of
from tests.closed import closed_robot
from tests.trees import random_robot, random_state

pytestmark = pytest.mark.usefixtures("asked_once")


def chain(n: int, span: float, joint: str = "revolute") -> pl.Robot:
    """n rods of 1 m and 1 kg in all, hung at the origin and at (span, 0, 0); begins as a V."""
    l, slope = 1.0 / n, math.acos(span)
    rod = {"mass": l, "com": [l / 2, 0, 0], "inertia": [1e-3 * l**3, l**3 / 12, l**3 / 12]}
    kind = {"revolute": "y"} if joint == "revolute" else joint
    bodies = {f"rod{i}": {**rod, "joint": kind} for i in range(n)}
    for i in range(1, n):
        bodies[f"rod{i}"] |= {"parent": f"rod{i - 1}", "at": [l, 0, 0]}
    initial = {}
    for name, angle in (("rod0", slope), (f"rod{n // 2}", -2 * slope)):
        turned = [math.cos(angle / 2), 0, math.sin(angle / 2), 0]
        initial[name] = {"angle": angle} if joint == "revolute" else {"quaternion": turned}
    end = {"ball": {"between": [f"rod{n - 1}", "world"], "at": [l, 0, 0], "to": [span, 0, 0]}}
    return pl.Robot(name="chain", bodies=bodies, initial=initial, constraints={"end": end})


def catenary(n: int, span: float) -> np.ndarray:
    """Ends of the rods: moments about each rod's middle give slopes c (i - (n - 1)/2)."""
    steps = np.arange(n) - (n - 1) / 2

    def along(c: float) -> np.ndarray:
        return 1 / np.hypot(1.0, c * steps) / n

    c = brentq(lambda c: along(c).sum() - span, 1e-9, 1e6, xtol=1e-15)
    links = np.stack([along(c), np.zeros(n), c * steps * along(c)], axis=1)
    return np.cumsum(links, axis=0)


@pytest.mark.parametrize(
    ("n", "joint", "span"),
    [(10, "revolute", 0.6), (11, "revolute", 0.1), (30, "revolute", 0.6), (12, "spherical", 0.7)],
)
def test_a_chain_hangs_as_the_discrete_catenary(n, joint, span):
    robot = chain(n, span, joint)
    found = rest_of(robot)
    frames = pl.poses(robot, found.q)
    places = np.array([frames[f"rod{i}"][0] for i in range(1, n)])
    # rounding of positions grows with the number of rods; 1e-9 is the bound of the last step
    np.testing.assert_allclose(places, catenary(n, span)[:-1], atol=1e-9)
    assert found.stable


def test_a_chain_begun_on_the_catenary_stays():
    robot = chain(12, 0.7, "spherical")
    q = pl.equilibrium(robot)
    np.testing.assert_allclose(pl.equilibrium(robot, q=q), q, atol=1e-9)


def column(n: int, load: float) -> pl.Robot:
    """A clamped strip of EI = 1 and 1 m, upright and straight, pushed down at its tip."""
    tip = {"body": f"beam{n}", "at": [1.0 / n, 0, 0]}
    push = {"force": {**tip, "direction": "-x", "frame": "world", "input": load}}
    words = {"EI": 1.0, "mass_per_length": 1.0, "bending": "z", "gravity": [0, 0, 0]}
    return pl.beam(1.0, n, actuators={"push": push}, **words)


def test_a_column_buckles_into_the_elastica():
    """Beyond pi^2/4 straight is unstable; the tip sinks as elliptic integrals say (Love 1927)."""
    load, sinks = 4.0, []
    m = brentq(lambda m: ellipk(m) - math.sqrt(load), 1e-6, 0.99)  # m = sin^2(tip angle / 2)
    exact = 2 * ellipe(m) / ellipk(m) - 1
    for n in (10, 20):
        robot = column(n, load)
        assert not rest_of(robot, nearest=True).stable
        found = rest_of(robot)
        assert found.stable
        tip = np.cos(np.cumsum(found.q)) / n
        sinks.append(tip.sum())
    off = np.abs(np.array(sinks) - exact)
    assert off[1] < 5e-3
    assert math.log2(off[0] / off[1]) == pytest.approx(2.0, abs=0.1)


def test_stable_rest_comes_first():
    upright = {"initial.upper.angle": math.pi, "initial.lower.angle": 0.0}
    robot = pl.load("double-pendulum").with_values(upright)
    near, stable = rest_of(robot, nearest=True), rest_of(robot)
    np.testing.assert_allclose(near.q, [math.pi, 0], atol=1e-9)
    frames = pl.poses(robot, stable.q)
    assert frames["lower"][0][2] < frames["upper"][0][2]
    assert stable.stable
    assert not near.stable
    growth = pl.modes(robot, nearest=True).growth.max()
    assert near.growth == pytest.approx(growth, rel=1e-6)


def test_what_feedback_holds_is_stable():
    """By its static stiffness the pole would fall; the damping of the gains holds it."""
    robot = pl.load("cart-pole").resolved("balance")
    found = rest_of(robot)
    assert found.stable
    np.testing.assert_allclose(found.q, 0.0, atol=1e-9)


def test_docked_vehicles_trim():
    """The common centre of mass hangs below that of buoyancy."""
    hull = {
        "shape": {"box": [0.4, 0.3, 0.2]}, "mass": 24.0, "inertia": [1, 1, 1], "joint": "free"
    }  # fmt: skip
    robot = pl.Robot(
        name="pair",
        water={"density": 1000},
        bodies={"port": {**hull, "com": [0.03, 0, -0.05]}, "starboard": {**hull, "com": [0, 0, 0]}},
        initial={"port": {"rpy": [0.3, 0.2, 0]}, "starboard": {"position": [0, -0.5, 0]}},
        constraints={"dock": {"weld": {"between": ["port", "starboard"]}}},
    )
    q = rest_of(robot).q
    frames = pl.poses(robot, q)
    heavy = [_point(*frames["port"], [0.03, 0, -0.05]), _point(*frames["starboard"], [0, 0, 0])]
    middle = (frames["port"][0] + frames["starboard"][0]) / 2
    lever = sum(heavy) / 2 - middle
    np.testing.assert_allclose(lever[:2], 0.0, atol=1e-9)
    assert lever[2] < 0.0


def _point(p, q, r) -> np.ndarray:
    w, v = q[0], np.array(q[1:])
    return p + np.array(r) + 2 * np.cross(v, w * np.array(r) + np.cross(v, r))


def test_a_float_sinks_to_its_displacement():
    """Half as heavy as water: a sphere floats at its middle, from wherever it is put."""
    ball = {"shape": {"sphere": 0.2}, "density": 500, "buoyancy": "floating", "joint": "free"}
    robot = pl.Robot(
        name="buoy", water={"density": 1000, "surface": 0}, bodies={"ball": ball},
        initial={"ball": {"position": [0, 0, 0.15]}},
    )  # fmt: skip
    assert pl.equilibrium(robot)[2] == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("seed", range(4))
def test_slopes_of_conservative_forces_are_symmetric(seed):
    """Covariant derivatives of a gradient, far from rest; ball joints, vehicles and loops."""
    robot = random_robot(seed, 6)
    if seed % 2:
        robot = closed_robot(robot, seed, ("ball",))
    places = Manifold(engine_of(robot))
    q = robot.initial_state()[0] if seed % 2 else random_state(robot, seed)[0]
    A = places.tangent(places.at(q, np.zeros(0))).A
    # central differences of 1e-5: their errors are 1e-10, rounding over that is 1e-11
    # (of a tree that falls freely, nothing is left but rounding)
    assert np.abs(A - A.T).max() < 1e-7 * max(1.0, np.abs(A).max())


def test_no_rest_is_said_honestly():
    with pytest.raises(pl.PelagosError, match=r"hull\.w accelerates at 0\.03\d+ m/s2.*small disp"):
        pl.equilibrium("bluerov-heavy")
    with pytest.raises(pl.PelagosError, match=r"further away, hull\.z by [\d.]+ m"):
        pl.equilibrium("rov-arm")
    with pytest.raises(pl.PelagosError, match=r"q: shape \(1,\) where 2 finite numbers"):
        pl.equilibrium("double-pendulum", q=[0.0])


def test_a_vehicle_that_nothing_moves_rests_where_it_is(capsys):
    q = pl.load("maarco").initial_state()[0]
    np.testing.assert_array_equal(pl.equilibrium("maarco"), q)
    with pytest.raises(SystemExit) as ended:
        main(["modes", "maarco"])
    assert not ended.value.code
    assert "stays where it is put" in capsys.readouterr().out


def test_prescribed_joints_stay_where_their_motion_begins():
    """The hinge is held at 0.4 rad; the rod on it hangs down all the same."""
    rod = {"joint": {"revolute": "y"}, "mass": 1, "com": [0, 0, -0.5], "inertia": [0.1, 0.1, 0.1]}
    robot = pl.Robot(
        name="held",
        bodies={"hinge": rod, "rod": {**rod, "parent": "hinge", "at": [0, 0, -1]}},
        actuators={"hold": {"motion": {"joint": "hinge", "input": "0.4 + t^3"}}},
        initial={"rod": {"angle": 1.0}},
    )
    np.testing.assert_allclose(pl.equilibrium(robot), [0.4, -0.4], atol=1e-9)

"""Lift of hulls and fins: the coefficients of Prestero 2001, and a current as a Galilean shift."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from tests.twins import rates

# Prestero 2001, tables C.4 and C.10, without what Kirchhoff's equations give (Munk, added mass)
Y_UV, Y_UR, Y_UUD = -28.6, 6.15, 9.64
N_UV, N_UR, N_UUD = 10.62, -3.93, -6.15


def lift(robot, u):
    """Force and moment of the lift alone, of the hull and of fins."""
    words = robot.to_dict() | {"scenarios": {}}
    words["actuators"] = {n: a for n, a in words["actuators"].items() if "fin" in a}
    hull = words["bodies"]["hull"]
    del hull["visual"]  # has a propeller that turns with the thruster
    plain = words | {"bodies": {"hull": {k: v for k, v in hull.items() if k != "lift"}}}
    plain["actuators"] = {}
    q, _ = robot.initial_state()
    M = pl.mass_matrix(robot, q)
    with_lift, without = (pl.acceleration(pl.Robot(**w), q, u) for w in (words, plain))
    return M @ (with_lift - without)


def test_coefficients_of_remus100():
    """Small incidence and angles, where the law is the sum of Prestero's products."""
    rudder, stern = 1e-4, -2e-4
    robot = pl.load("remus100").with_values(
        {"parameters.rudder": rudder, "parameters.stern": stern}
    )
    u, v, w, q, r = 1.5, 1e-4, -2e-4, 3e-4, 2e-4
    found = lift(robot, np.array([u, v, w, 0.0, q, r]))
    y = Y_UV * u * v + Y_UR * u * r + Y_UUD * u * u * rudder
    n = N_UV * u * v + N_UR * u * r + N_UUD * u * u * rudder
    z = Y_UV * u * w - Y_UR * u * q - Y_UUD * u * u * stern
    m = -N_UV * u * w + N_UR * u * q + N_UUD * u * u * stern
    # his coefficients have three digits
    np.testing.assert_allclose(found[[1, 2, 4, 5]], [y, z, m, n], rtol=5e-3)


@pytest.mark.parametrize("scenario", ["turn", "dive"])
def test_a_current_carries_the_lift_along(scenario):
    """The same run over ground, shifted: the lift goes by the velocity through the water."""
    still = pl.load("remus100").resolved(scenario)
    words = still.to_dict()
    current = [0.4, -0.3, 0.1]
    words["water"] = words["water"] | {"current": current}
    words["initial"]["hull"]["velocity"] = [1.54 + 0.4, -0.3, 0.1]
    carried = pl.Robot(**words)
    runs = [
        pl.simulate(r, duration=5.0, every=1.0, rtol=1e-11, atol=1e-12) for r in (still, carried)
    ]
    first, second = (run.arrays["position"][:, 0] for run in runs)
    np.testing.assert_allclose(second - first, runs[0].arrays["time"][:, None] * current, atol=1e-8)


def fixed_fins(words):
    """The steered fins of a robot's words as fins at fixed angles."""
    law = {"area": "2*0.00665", "slope": "9.64/(rho*0.00665)", "at": [-0.638, 0, 0]}
    rudder, stern = {"span": "z", "angle": "rudder"}, {"span": "y", "angle": "stern"}
    return [{"fin": law | own} for own in (rudder, stern)]


def test_a_steered_fin_is_a_fin_at_its_angle():
    """The same force as that of a fin in `lift:` that was turned before the run."""
    robot = pl.load("remus100").with_values({"parameters.rudder": 0.3, "parameters.stern": -0.2})
    words = robot.to_dict() | {"scenarios": {}}
    hull, own = words["bodies"]["hull"], words["actuators"]
    kept = {name: actuator for name, actuator in own.items() if "fin" not in actuator}
    lifted = hull | {"lift": [*hull["lift"], *fixed_fins(words)]}
    fixed = pl.Robot(**words | {"actuators": kept, "bodies": {"hull": lifted}})
    q, _ = robot.initial_state()
    for seed in range(5):
        u = np.random.default_rng(seed).normal(size=6)
        np.testing.assert_allclose(
            pl.acceleration(robot, q, u), pl.acceleration(fixed, q, u), rtol=1e-12
        )
    # beyond the limits it stays there
    far = robot.with_values({"parameters.rudder": 2.0})
    most = robot.with_values({"parameters.rudder": "20 deg"})
    np.testing.assert_array_equal(pl.acceleration(far, q, u), pl.acceleration(most, q, u))


def test_fins_take_energy():
    words = pl.load("remus100").to_dict() | {"actuators": {}, "scenarios": {}}
    hull = words["bodies"]["hull"]
    words["bodies"] = {"hull": hull | {"lift": fixed_fins(words), "drag": False}}
    words["parameters"] = words["parameters"] | {"rudder": 0.3, "stern": -0.2}
    robot = pl.Robot(**words)
    for seed in range(10):
        q, _ = robot.initial_state()
        assert rates(robot, q, np.random.default_rng(seed).normal(size=6))[2] < 0.0


def test_refusals():
    body = {"joint": "free", "mass": 1.0, "inertia": [1, 1, 1]}

    def robot(lift):
        return pl.Robot(name="r", bodies={"b": body | {"lift": lift}}, water={})

    with pytest.raises(pl.ModelError, match="perpendicular"):
        robot({"fin": {"area": 0.1, "slope": 3, "at": [0, 0, 0], "span": "x"}})
    with pytest.raises(pl.ModelError, match="hull"):
        robot({"hul": {"area": 0.1, "slope": 3}})
    with pytest.raises(pl.ModelError, match="slope"):
        robot({"hull": {"area": 0.1, "slope": -3}})
    with pytest.raises(pl.ModelError, match="not in water"):
        pl.Robot(name="r", bodies={"b": body | {"lift": {"hull": {"area": 1, "slope": 1}}}})

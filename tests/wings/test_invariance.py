"""What must not matter: who moves, and whether an image is a mirror's or a wing of its own."""

from __future__ import annotations

import numpy as np

import pelagos as pl

SPEED, HEIGHT = 12.0, 0.15
PLANFORM = {"span": 0.8, "chord": 0.3, "panels": {"chord": 3, "span": 4}, "wake": 3}
BODY = {"mass": 1.0, "inertia": [0.1, 0.1, 0.1], "water": False}


def pitching(sides, mirror):
    """Wings above (1) and below (-1) a plane, which pitch against each other."""
    bodies, actuators, wings = {}, {}, {}
    for side in sides:
        name = "above" if side > 0 else "below"
        at = {"position": [0, 0, side * HEIGHT], "rpy": [0, 0, "90 deg"]}
        bodies[name] = {**BODY, "at": at, "joint": {"revolute": "x"}}
        path = f"{side}*(0.08 + 0.05*sin(20*t))"
        actuators[name] = {"motion": {"joint": name, "input": path}}
        wings[name] = {"bodies": name, "mirror": mirror, **PLANFORM}
    water = {"density": 1.2, "current": [SPEED, 0, 0]}
    return pl.Robot(
        name="ground effect", water=water, bodies=bodies, actuators=actuators, wings=wings
    )


def test_a_mirror_is_a_wing_below_the_ground():
    """Two wings that see each other, and one with its image: the same loads, to rounding."""
    alone = pl.simulate(pitching([1], "z"), duration=0.15)
    both = pl.simulate(pitching([1, -1], "none"), duration=0.15)
    wanted, found = alone.arrays["wing_force"][:, 0], both.arrays["wing_force"]
    size = np.abs(wanted).max()
    np.testing.assert_allclose(found[:, 0], wanted, atol=1e-10 * size)
    np.testing.assert_allclose(found[:, 1], wanted * [1, 1, -1], atol=1e-10 * size)
    # and the ground adds to the lift of a wing alone
    free = pl.simulate(pitching([1], "none"), duration=0.15)
    assert wanted[-1, 2] > 1.02 * free.arrays["wing_force"][-1, 0, 2]


def held(moving):
    """A level wing in a slanting stream, too heavy to care; or the air rests and the wing moves."""
    flow = np.array([SPEED, 0, 0.06 * SPEED])
    heavy = {"mass": 1e9, "inertia": [1e9, 1e9, 1e9], "water": False, "joint": "free"}
    turn = [[0, 1, 0], [-1, 0, 0], [0, 0, 1]]  # rows: the body's axes in the world
    return pl.Robot(
        name="wing",
        gravity=[0, 0, 0],
        water={"density": 1.2, "current": [0, 0, 0] if moving else flow.tolist()},
        bodies={"wing": heavy},
        wings={"wing": {"bodies": "wing", "speed": SPEED, **PLANFORM}},
        initial={
            "wing": {
                "rpy": [0, 0, "90 deg"],
                "velocity": (np.array(turn) @ -flow * moving).tolist(),
            }
        },
    )


def test_a_wing_in_a_stream_is_one_that_flies():
    stands, flies = (pl.simulate(held(moving), duration=0.1) for moving in (False, True))
    wanted = stands.arrays["wing_force"]
    assert wanted[-1, 0, 2] > 1.0
    assert np.ptp(flies.arrays["position"][:, 0, 0]) > 1.0
    for name in ("wing_force", "wing_moment"):
        size = np.abs(stands.arrays[name]).max()
        np.testing.assert_allclose(flies.arrays[name], stands.arrays[name], atol=1e-6 * size)

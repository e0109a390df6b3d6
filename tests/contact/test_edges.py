"""Edges of boxes and hulls that cross, and ellipsoids at faces, edges and corners."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy.optimize import linprog, lsq_linear
from scipy.spatial.transform import Rotation

import pelagos as pl
from pelagos.elements.contact.shapes import PlacedShape
from pelagos.language.shapes import Shape
from pelagos.mathematics.algebra import Mat3, Vec3
from pelagos.mathematics.inertia import Pose
from tests.contact.made import SOFT, fault, outputs, two

ONE, OTHER, EGG = [0.3, 0.2, 0.15], [0.25, 0.3, 0.2], [0.2, 0.15, 0.1]
NEAR = {"box": (0.16, 0.32), "ellipsoid": (0.15, 0.32)}  # of the centres, where they may touch


def placed(**shape):
    return PlacedShape.of(Shape(**shape), np.eye(3))


BOX, WALL = placed(box=ONE), placed(box=OTHER)
FEELERS = {
    "box": [*BOX.feelers(WALL.surface, 1.0, True)],
    "ellipsoid": [*placed(ellipsoid=EGG).feelers(WALL.surface, 1.0)],
}


def pressed(kind, R, p):
    """Energy per stiffness, force and moment about the centre of the first body."""
    energy, force, moment = 0.0, np.zeros(3), np.zeros(3)
    at = Pose(Mat3.of(R.T.ravel().tolist()), Vec3(*p.tolist()))
    for feeler in FEELERS[kind]:
        for x in feeler.felt(at, WALL.surface):
            depth = max(-x.distance, 0.0)
            push = x.share * depth * np.array([*x.gradient])
            energy += 0.5 * x.share * depth**2
            force += push
            moment += np.cross(np.array([*x.point]) - p, push)
    return energy, force, moment


def poses(kind, count, seed):
    rng = np.random.default_rng(seed)
    for turn in Rotation.random(count, rng=rng).as_matrix():
        way = rng.normal(size=3)
        yield turn, way / np.linalg.norm(way) * rng.uniform(*NEAR[kind])


@pytest.mark.parametrize("kind", FEELERS)
def test_forces_and_moments_are_the_slopes_of_the_energy(kind):
    touching, h = 0, 1e-7
    for R, p in poses(kind, 30, 3):
        energy, force, moment = pressed(kind, R, p)
        touching += energy > 0.0
        steps = h * np.eye(3)
        moved = [[pressed(kind, R, p + s * x)[0] for s in (1, -1)] for x in steps]
        turned = [
            [pressed(kind, Rotation.from_rotvec(s * x).as_matrix() @ R, p)[0] for s in (1, -1)]
            for x in steps
        ]
        for slopes, found in ((moved, force), (turned, moment)):
            expected = -np.diff(np.array(slopes)[:, ::-1], axis=1)[:, 0] / (2 * h)
            np.testing.assert_allclose(found, expected, atol=1e-6)
    assert touching > 8


def boxes_overlap(R, p):
    """Whether some point lies inside of both: a linear program."""
    half = np.concatenate([np.array(OTHER), np.array(ONE)]) / 2
    rows = np.concatenate([np.eye(3), R.T])
    middle = np.concatenate([np.zeros(3), R.T @ p])
    A, b = np.concatenate([rows, -rows]), np.concatenate([half + middle, half - middle])
    found = linprog([0, 0, 0, -1], np.column_stack([A, np.ones(12)]), b, bounds=[(None, None)] * 4)
    return found.x[3]


def egg_overlaps(R, p):
    """One less the least scaled distance of a point of the box from the centre."""
    scaled = R.T / np.array(EGG)[:, None]
    half = np.array(OTHER) / 2
    return 1.0 - math.sqrt(2 * lsq_linear(scaled, scaled @ p, (-half, half)).cost)


@pytest.mark.parametrize(("kind", "overlap"), [("box", boxes_overlap), ("ellipsoid", egg_overlaps)])
def test_whatever_overlaps_is_felt_and_nothing_else(kind, overlap):
    """Corners of the second box feel the first one; all else are edges of that."""
    signs = np.array([*itertools.product((-0.5, 0.5), repeat=3)])
    told = {True: 0, False: 0}
    for R, p in poses(kind, 100, 4):
        depth = overlap(R, p)
        if abs(depth) < 1e-5:
            continue
        corners = ((signs * OTHER) - p) @ R
        felt = pressed(kind, R, p)[0] > 0.0
        felt = felt or (kind == "box" and (np.abs(corners) < np.array(ONE) / 2).all(axis=1).any())
        assert felt == (depth > 0.0)
        told[felt] += 1
    assert min(told.values()) > 10


def test_edges_that_cross_at_right_angles_throw_each_other_back():
    """On edge each, the depth along the normal grows at two planes at once: 2/3 of a point's
    stiffness, half a swing of which they touch."""
    bar, speed = {"box": [0.4, 0.1, 0.1]}, 0.5
    reach = 0.1 * math.sqrt(0.5)
    start = {
        "a": {"position": [0, 0, 2 * reach + 0.01], "rpy": [math.pi / 4, 0, 0]},
        "b": {"position": [0.013, -0.021, 0], "rpy": [math.pi / 4, 0, math.pi / 2]},
    }
    start["a"]["velocity"] = Rotation.from_euler("x", -math.pi / 4).apply([0, 0, -speed]).tolist()
    run = pl.simulate(
        two(bar, bar, start, {"damping": 0, "stiffness": SOFT}), duration=0.06, every=2e-5
    )
    time = run.arrays["time"][outputs(run, "hit.load") > 0.0]
    # each turns away as well, as the crossing is off its centre
    inertia = (0.4**2 + 0.1**2) / 12
    inverse = 1 + 0.013**2 / inertia + 0.5 + 0.5 * 0.021**2 / inertia
    held = math.pi / math.sqrt(2 / 3 * SOFT * inverse)
    assert time[-1] - time[0] == pytest.approx(held, rel=0.03)
    assert fault(run) < 1e-6


def beam_on_block(centre):
    """A bar across a block, whose centre is so far from that of the block."""
    return pl.Robot(
        name="beam",
        bodies={
            "block": {"mass": 5, "shape": {"box": [0.2, 0.3, 0.2]}, "joint": "fixed"},
            "beam": {"mass": 1, "shape": {"box": [0.8, 0.1, 0.05]}},
        },
        initial={"beam": {"position": [centre, 0, 0.125]}},
        contacts={"rests": {"of": "beam", "against": "block", "friction": 0.5}},
    )


def test_a_beam_rests_on_the_edges_of_a_block_until_its_centre_is_beyond():
    """No corner of either lies in the other: four crossings bear it."""
    robot = beam_on_block(0.09)
    run = pl.simulate(robot, duration=1.0)
    tilted = run.arrays["orientation"][:, 1]
    assert np.abs(tilted[-1, 1:]).max() < 1e-4
    assert outputs(run, "rests.load")[-1] == pytest.approx(9.81, rel=1e-3)
    over = robot.with_values({"initial.beam.position": [0.11, 0, 0.125]})
    assert abs(pl.simulate(over, duration=0.5).arrays["orientation"][-1, 1, 2]) > 0.02

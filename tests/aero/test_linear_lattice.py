"""The lattice as matrices, against the lattice itself under tiny motions."""

from __future__ import annotations

import numpy as np
import pytest

from pelagos.aero.linear_lattice import linear_lattice
from pelagos.aero.vortex_lattice import VortexLattice, plate, steady
from pelagos.errors import PelagosError

FLOW, DENSITY, SMALL = np.array([20.0, 0, 0]), 1.3, 1e-6
CHORD, SPAN, ROWS = 0.5, 3.0, 6


def wing():
    """A half wing on two bodies, whose corners between them move with both."""
    corners = plate(CHORD, SPAN, chordwise=3, spanwise=4, half=True)
    y = corners[0, :, 1]
    origins = np.array([[0.2, 0, 0], [0.2, y[2], 0]])
    carriers = np.array([[1, 0], [1, 0], [0.5, 0.5], [0, 1], [0, 1]], float)
    return corners, origins, carriers, [0, 0, 1, 1]


def matrices(mirror="y", **words):
    corners, origins, carriers, owners = wing()
    options = {"rows": ROWS, "step": CHORD / 3 / 20, "density": DENSITY, **words}
    return linear_lattice(corners, FLOW, origins, carriers, owners, mirror=mirror, **options)


def test_tiny_motions_give_the_loads_of_the_whole_lattice():
    corners, origins, carriers, owners = wing()
    linear, dt = matrices(), CHORD / 3 / 20
    lattice = VortexLattice(FLOW, ROWS * dt * 20 * (1 - 1e-9), DENSITY, "y")
    rates = np.random.default_rng(0).normal(size=12)
    rates[[1, 3, 5]] = 0  # the root stays in the mirror
    g, s = np.zeros(12), np.zeros(len(linear.drift))
    for n in range(10):
        phase = 0.7 * n
        x, v = SMALL * np.sin(phase) * rates, SMALL * 40 * np.cos(phase) * rates
        moves, speeds = np.zeros((2, *corners.shape))
        for b in range(2):
            arm, share = corners - origins[b], carriers[None, :, b, None]
            for target, twist in ((moves, x), (speeds, v)):
                own = twist[6 * b : 6 * b + 6]
                target += share * (own[:3] + np.cross(own[3:], arm))
        found = lattice.step(corners + moves, dt if n else 1e300, speeds)
        s = linear.shed @ g + linear.drift @ s if n else s
        right = linear.wake @ s + linear.turned @ x + linear.moved @ v
        new = np.linalg.solve(linear.influence, -right)
        loads = linear.bound @ new + (linear.pressed @ (new - g) / dt if n else 0)
        g = new
        np.testing.assert_allclose(g, found.circulation.ravel(), rtol=1e-4, atol=1e-4 * SMALL)
        for b in range(2):
            strips = [j for j in range(4) if owners[j] == b]
            force = found.forces[:, strips].sum(axis=(0, 1))
            arms = found.points - origins[b]
            about = (np.cross(arms, found.forces) + found.couples)[:, strips].sum(axis=(0, 1))
            size = np.abs(loads).max()
            # in the flow's direction forces are of second order
            np.testing.assert_allclose(loads[6 * b + 1 : 6 * b + 3], force[1:], atol=1e-4 * size)
            np.testing.assert_allclose(loads[6 * b + 3 : 6 * b + 5], about[:2], atol=1e-4 * size)


def test_after_a_long_time_the_loads_are_those_of_a_steady_flow():
    linear = matrices(rows=400)
    corners, origins, _, _ = wing()
    nose_up = np.tile([0, 0, 0, 0, -1.0, 0], 2)  # lift along z needs the nose up: about -y
    nose_up[6 + 2] = 0.0
    loads = linear.steady() @ (SMALL * -nose_up)
    turned = corners + SMALL * np.cross([0, 1.0, 0], corners - origins[0])
    wanted = steady(turned, FLOW, DENSITY, "y", wake_length=400 * CHORD / 3)
    assert loads[2] + loads[8] == pytest.approx(wanted.force[2], rel=1e-4)


def test_a_surface_with_lift_is_refused():
    corners, origins, carriers, owners = wing()
    with pytest.raises(PelagosError, match="passes through the surface"):
        linear_lattice(corners, [20, 0, 1], origins, carriers, owners, rows=3, step=0.01)

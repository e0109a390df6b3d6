"""Robots that touch, and what is asked of their runs."""

from __future__ import annotations

import numpy as np

import pelagos as pl

GRAVITY = 9.81
SOFT = 1e6  # N/m: default stiffness of a kilogramme at 1000 rad/s
SHAPES = {
    "sphere": {"sphere": 0.1},
    "capsule": {"capsule": {"radius": 0.08, "length": 0.3}},
    "ellipsoid": {"ellipsoid": [0.2, 0.15, 0.1]},
    "disc": {"cylinder": {"radius": 0.12, "length": 0.1}},
    "rod": {"cylinder": {"radius": 0.06, "length": 0.3}},
    "box": {"box": [0.3, 0.2, 0.15]},
}


def alone(shape, start, contact, **words):
    """A body of one kilogramme with a shape."""
    bodies = {"body": {"mass": 1, "shape": shape}}
    contacts = {"touch": {"of": "body", **contact}}
    return pl.Robot(name="one", bodies=bodies, initial={"body": start}, contacts=contacts, **words)


def two(one, other, start, contact, **words):
    """Bodies of one and two kilogrammes, in no gravity, the first on its way to the second."""
    return pl.Robot(
        name="two",
        gravity=[0, 0, 0],
        bodies={"a": {"mass": 1, "shape": one}, "b": {"mass": 2, "shape": other}},
        initial=start,
        contacts={"hit": {"of": "a", "against": "b", **contact}},
        **words,
    )


def hills():
    """A smooth map of 25 by 25 heights."""
    x = np.linspace(-3, 3, 25)
    heights = 0.15 * np.sin(2 * x)[None, :] * np.cos(1.5 * x)[:, None]
    return {"origin": [-3, -3], "spacing": [0.25, 0.25], "heights": heights.tolist()}


def fault(run):
    """How far the energy books are from closing, of the largest energy."""
    a = run.arrays
    total = a["kinetic_energy"] + a["potential_energy"] - a["work"]
    return float(np.abs(total - total[0]).max() / np.abs(a["kinetic_energy"]).max())


def assert_momentum_is_kept(run):
    for name in ("linear_momentum", "angular_momentum"):
        found = run.arrays[name]
        np.testing.assert_allclose(found, np.broadcast_to(found[0], found.shape), atol=1e-8)


def outputs(run, name):
    """An output of an element over time."""
    return run.arrays["outputs"][:, run.header.outputs.index(name)]

"""A made-up run: one free hull with an arm, numbers that are easy to predict."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from pelagos.result import Header, Outcome, Recorder
from pelagos.result.schema import VARIABLES

FREE = ("x", "y", "z", "qw", "qx", "qy", "qz")
HEADER = Header(
    robot={"pelagos": 1, "name": "toy", "bodies": {}},
    robot_hash="0" * 64,
    bodies=("hull", "arm"),
    coordinates=(*(f"hull.{part}" for part in FREE), "arm"),
    speeds=(*(f"hull.{part}" for part in "uvwpqr"), "arm"),
    actuators=("motor",),
    coordinate_units=("m",) * 3 + ("1",) * 4 + ("rad",),
    speed_units=("m/s",) * 3 + ("rad/s",) * 4,
    actuator_units=("N m",),
    scenario="spin",
    integrator={"method": "rk4", "step": 0.01},
    samples=100,
)
DONE = Outcome("finished", 0.99, "", steps=99, evaluations=396, wall=0.5)


def make_block(header: Header, start: int, count: int) -> dict[str, np.ndarray]:
    """Samples whose numbers tell their variable and time: variable index + time."""
    time = 0.01 * np.arange(start, start + count)
    block = {}
    for i, name in enumerate(VARIABLES):
        row = header.row_shape(name)
        block[name] = (i + time).reshape(-1, *(1 for _ in row)) + np.zeros((count, *row))
    # Attitude: a steady turn about z, six turns per second.
    turn = np.stack([np.cos(6 * np.pi * time), 0 * time, 0 * time, np.sin(6 * np.pi * time)], 1)
    block["time"] = time
    block["orientation"] = np.repeat(turn[:, None], len(header.bodies), axis=1)
    if "hull.qw" in header.coordinates:
        block["q"][:, 3:7] = turn
    return block


@pytest.fixture
def header():
    return HEADER


@pytest.fixture
def block(header):
    return make_block(header, 0, 100)


@pytest.fixture
def blocks():
    return make_block


@pytest.fixture
def record():
    """Record `count` samples in blocks of 7 and close."""

    def make(path=None, header=HEADER, count=100, outcome=DONE):
        recorder = Recorder(header, path)
        for start in range(0, count, 7):
            recorder.append(make_block(header, start, min(7, count - start)))
        return recorder.close(outcome)

    return make


@pytest.fixture
def bare_header(header):
    """No actuators, one fixed body: several axes of length zero."""
    return dataclasses.replace(
        header,
        bodies=("block",),
        coordinates=(),
        speeds=(),
        actuators=(),
        coordinate_units=(),
        speed_units=(),
        actuator_units=(),
    )

"""Key frames: few, true to the samples, and honest about what is lost."""

from __future__ import annotations

import base64
import zlib

import numpy as np
import pytest

from pelagos.view import track
from pelagos.view.packing import Packer


def make_track(run, **limits):
    names = ("time", "position", "orientation", "actuation")
    hooks = [None, (0, np.array([0.3, 0, 0.1])), (1, np.array([0, 0, 0.5]))]
    chosen = {"tolerance": 1e-4, "angle_tolerance": 1e-3, "room": 10**6, "hooks": hooks, **limits}
    return track.make(*(np.asarray(run.arrays[name]) for name in names), **chosen)


def test_smooth_motion_needs_few_keys(make, truth):
    run = make(time=np.linspace(0, 4, 4001))
    made = make_track(run)
    assert len(made.time) < 200
    assert made.samples == 4001
    assert made.position_error <= 1e-4
    assert made.angle_error <= 1e-3
    # the error also holds between the samples
    times = np.linspace(0, 4, 7777)
    p, q, _ = made.at(times)
    true_p, true_q = truth(times)
    assert np.abs(p - true_p).max() < 1.1e-4
    assert np.abs(np.sum(q * true_q, axis=-1)).min() > np.cos(1.1e-3 / 2)


def test_the_stated_error_is_the_real_one_when_room_is_short(make):
    run = make(time=np.linspace(0, 40, 4001))
    made = make_track(run, room=60 * (3 * 8 + 6 + 1))
    assert len(made.time) <= 60
    p, _, _ = made.at(run.arrays["time"])
    assert made.position_error == pytest.approx(np.abs(p - run.arrays["position"]).max())
    assert made.position_error > 1e-4


def test_more_samples_than_may_become_keys(make):
    run = make(time=np.linspace(0, 4, 20_001))
    made = make_track(run)
    assert made.time[-1] == 4
    assert made.position_error <= 2e-4


def test_hooks_that_do_not_hold_are_not_believed(make):
    wrong = [None, (0, np.array([0.3, 0, 0.2])), (1, np.array([0, 0, 0.5]))]
    made = make_track(make(), hooks=wrong)
    assert made.loose == [0, 1]
    assert made.position_error <= 1e-4
    assert make_track(make()).loose == [0]


def test_jumps_of_forces_are_kept(make):
    run = make()
    forces = np.where(run.arrays["time"] < 1.0, 5.0, 0.0)[:, None]
    made = track.make(
        run.arrays["time"],
        run.arrays["position"],
        run.arrays["orientation"],
        forces,
        [None] * 3,
        1,
        1,
        10**6,
    )
    assert np.allclose(track.linear(made.time, made.actuation, run.arrays["time"]), forces)


def test_quaternions_of_either_sign_are_one_turn(make):
    run = make()
    flipped = np.array(run.arrays["orientation"])
    flipped[::3] *= -1
    arrays = (run.arrays["time"], run.arrays["position"], flipped, run.arrays["actuation"])
    made = track.make(*arrays, [None] * 3, 1e-4, 1e-3, 10**6)
    assert made.angle_error <= 1e-3
    assert len(made.time) < 150


@pytest.mark.parametrize("count", [1, 2, 3])
def test_short_runs(make, count):
    run = make(time=np.linspace(0, 0.1, count))
    made = make_track(run)
    p, _, _ = made.at(run.arrays["time"])
    assert np.allclose(p, run.arrays["position"])


def unpack(text, facts):
    """What the page does."""
    data = np.frombuffer(zlib.decompress(base64.b64decode(text)), np.uint8)
    size, rows, columns = facts["size"], facts["rows"], facts["columns"]
    block = data[facts["offset"] : facts["offset"] + size * rows * columns]
    planes = block.reshape(size, columns, rows).astype(np.int64)
    apart = sum(planes[b] << (8 * b) for b in range(size))
    whole = np.cumsum(apart, axis=1) % 256**size
    return (np.array(facts["low"])[:, None] + np.array(facts["step"])[:, None] * whole).T


@pytest.mark.parametrize(("error", "size"), [(np.inf, 2), (1e-7, 4)])
def test_packed_numbers_come_back(error, size):
    rng = np.random.default_rng(3)
    values = np.cumsum(rng.normal(size=(500, 3)), axis=0)
    constant = np.full((500, 2), 7.5)
    packer = Packer()
    first, second = packer.add(values, error), packer.add(constant)
    assert first["size"] == size
    half_step = np.array(first["step"]) / 2
    assert np.all(np.abs(unpack(packer.text, first) - values) <= 1.001 * half_step)
    assert np.array_equal(unpack(packer.text, second), constant)
    if size == 4:
        assert np.abs(unpack(packer.text, first) - values).max() < error

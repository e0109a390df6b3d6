"""Data of the planar 3-RPR in compiled loops: a robot, states and answers."""

from __future__ import annotations

from itertools import chain

import numpy as np

from pelagos.equations.limbs import LIMBS
from pelagos.equations.planar_3rpr import Platform
from pelagos.kernels.bundle import Bundle, Int, Real2
from pelagos.kernels.lanes import WIDTH

NUMBERS = 3 * 4 + 3 * 7 + 4  # points, limbs, platform and gravity
GIVEN = 12  # X, V, A or f, disturbance
FOUND = 18  # f or A, F_is, F_in, g, base


class Platform3RPR(Bundle):
    """A robot and the model of its limbs, the same in every lane."""

    aligned = True

    model: Int  # index into LIMBS
    numbers: Real2  # (NUMBERS, lane)


class Samples3RPR(Bundle):
    """States and answers, and scratch for as many as there are lanes."""

    aligned = True

    states: Real2  # (sample, GIVEN)
    answers: Real2  # (sample, FOUND)
    given: Real2  # (GIVEN, lane)
    found: Real2  # (FOUND, lane)


def robot_of(platform: Platform, limb: str) -> Platform3RPR:
    numbers = [
        *chain.from_iterable(platform.points),
        *chain.from_iterable(platform.limbs),
        platform.mass,
        platform.inertia,
        *platform.gravity,
    ]
    lanes = np.repeat(np.array(numbers)[:, None], WIDTH, axis=1)
    return Platform3RPR(model=list(LIMBS).index(limb), numbers=lanes)


def samples_of(states: np.ndarray) -> Samples3RPR:
    return Samples3RPR(
        states=states,
        answers=np.empty((len(states), FOUND)),
        given=np.zeros((GIVEN, WIDTH)),
        found=np.zeros((FOUND, WIDTH)),
    )

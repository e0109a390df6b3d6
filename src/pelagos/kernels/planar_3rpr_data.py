"""Data of the planar 3-RPR in compiled loops: a robot, states and answers."""

from __future__ import annotations

from itertools import chain

import numpy as np

from pelagos.equations.limbs import LIMBS
from pelagos.equations.planar_3rpr import Platform
from pelagos.kernels.bundle import Bundle, Int, Real2
from pelagos.kernels.lanes import WIDTH

NUMBERS = 3 * 4 + 3 * 7 + 4 + 1  # points, limbs, platform and gravity, length of the condition
GIVEN = 12  # X, V, A or f, disturbance
FOUND = 19  # f or A, F_is, F_in, g, base, condition number


class Platform3RPR(Bundle):
    """A robot and the model of its limbs, the same in every lane; and scratch for a loop."""

    aligned = True

    model: Int  # index into LIMBS
    numbers: Real2  # (NUMBERS, lane)
    given: Real2  # (GIVEN, lane)
    found: Real2  # (FOUND, lane)


class Samples3RPR(Bundle):
    """States and answers."""

    states: Real2  # (sample, GIVEN)
    answers: Real2  # (sample, FOUND)


def robot_of(platform: Platform, limb: str, length: float) -> Platform3RPR:
    numbers = [
        *chain.from_iterable(platform.points),
        *chain.from_iterable(platform.limbs),
        platform.mass,
        platform.inertia,
        *platform.gravity,
        length,
    ]
    return Platform3RPR(
        model=list(LIMBS).index(limb),
        numbers=np.repeat(np.array(numbers)[:, None], WIDTH, axis=1),
        given=np.zeros((GIVEN, WIDTH)),
        found=np.zeros((FOUND, WIDTH)),
    )


def samples_of(states: np.ndarray) -> Samples3RPR:
    return Samples3RPR(states=states, answers=np.empty((len(states), FOUND)))

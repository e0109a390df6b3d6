"""Running equations in lanes: a numba loop around one kernel."""

from collections.abc import Callable

import numba
import numpy as np
import pytest

from pelagos.kernels.trace import kernel


def in_lanes(function: Callable, inputs: int, outputs: int, width: int = 4) -> Callable:
    """Compile `function(*numbers) -> tuple` and map it over arrays, one number per lane."""

    def body(given, answer):
        for row, number in enumerate(function(*(given[i] for i in range(inputs)))):
            answer[row] = number

    traced = kernel(width)(body)

    @numba.njit
    def loop(given, answer):
        for i in range(given.shape[0]):
            traced((given, i), (answer, i))

    def call(*arrays):
        count = len(arrays[0])
        rows = -(-count // width)
        # the last vector is filled up with ones
        given = np.ones((inputs, rows * width))
        given[:, :count] = arrays
        given = np.ascontiguousarray(given.reshape(inputs, rows, width).swapaxes(0, 1))
        answer = np.full((rows, outputs, width), np.nan)
        loop(given, answer)
        return answer.swapaxes(0, 1).reshape(outputs, -1)[:, :count]

    return call


@pytest.fixture(scope="session")
def lanes() -> Callable:
    return in_lanes

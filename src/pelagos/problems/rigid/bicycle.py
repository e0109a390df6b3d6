"""The benchmark bicycle: eigenvalues of steady straight riding, and the speeds where these turn."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter

import numpy as np
from scipy.optimize import brentq

from pelagos.analysis import linearize
from pelagos.errors import PelagosError
from pelagos.model import Robot, load
from pelagos.problems.contract import Figure, PublishedProblem, SolvedProblem, largest

# 1/s by speed in m/s: castering, capsize and the two of weave (Meijaard et al. 2007)
EIGENVALUES: Mapping[float, tuple[complex, ...]] = {
    speed: (castering, capsize, weave, complex(weave).conjugate())
    for speed, castering, capsize, weave in (
        (1.0, -7.11008014637442, -3.13423125066578, 3.52696170990070 + 0.80774027519930j),
        (2.0, -8.67387984831735, -3.07158645641514, 2.68234517512745 + 1.68066296590675j),
        (3.0, -10.35101467245920, -2.63366137253667, 1.70675605663975 + 2.31582447384325j),
        (4.0, -12.15861426576447, -1.42944427361326, 0.41325331521125 + 3.07910818603206j),
        (5.0, -14.07838969279822, -0.32286642900409, -0.77534188219585 + 4.46486771378823j),
        (6.0, -16.08537123098030, -0.00406690076970, -1.52644486584142 + 5.87673060598709j),
        (7.0, -18.15788466125262, 0.10268170574766, -2.13875644258362 + 7.19525913329805j),
        (8.0, -20.27940894394569, 0.14327879765713, -2.69348683581097 + 8.46037971396931j),
        (9.0, -22.43788559040858, 0.15790184030917, -3.21675402252485 + 9.69377351531791j),
        (10.0, -24.62459635017404, 0.16105338653172, -3.72016840437287 + 10.90681139476287j),
    )
} | {0.0: (-5.53094371765393, -3.13164324790656, 3.13164324790656, 5.53094371765393)}
IGNORED = 1e-11  # of A: what is rounding
WEAVE, CAPSIZE = 4.29238253634111, 6.02426201538837  # m/s: from where the bicycle rights itself


def eigenvalues(robot: Robot, speed: float) -> np.ndarray:
    """The four of lean and steer about straight riding.

    Nothing else acts on these: place, heading, angles of the wheels and the speed ahead may be any,
    with eigenvalues that are zero.
    """
    q, u = robot.initial_state()
    found = linearize(robot, q, np.array(u) / robot.parameters["speed"] * speed)
    own = [found.states.index(f"{kind}[{name}]") for kind in "su" for name in ("frame.p", "fork")]
    others = np.delete(found.A[own], own, axis=1)
    if np.abs(others).max() > IGNORED:
        raise PelagosError(f"bicycle: lean and steer depend on other states: {others}")
    return np.linalg.eigvals(found.A[np.ix_(own, own)])


def paired(values: np.ndarray, answers: np.ndarray) -> np.ndarray:
    """The values in the order of their answers."""
    nearest = np.abs(values[None] - answers[:, None]).argmin(axis=1)
    return np.asarray(values[nearest])


class BenchmarkBicycle(PublishedProblem):
    """All printed eigenvalues, and the two speeds between which the bicycle is stable."""

    name = "benchmark-bicycle"
    title = "Benchmark bicycle (Meijaard et al. 2007), eigenvalues from 0 to 10 m/s"
    source = (
        "Meijaard, Papadopoulos, Ruina and Schwab, Proceedings of the Royal Society A 463, 2007, "
        "1955-1982: parameters, eigenvalues, weave and capsize speed of the benchmark bicycle."
    )
    why = (
        "1e-12: eigenvalues and speeds are printed with fourteen decimals, but matrices printed "
        "with as many determine the castering eigenvalue at 7 m/s to 8e-13 only."
    )
    strong = True

    def solve(self) -> SolvedProblem:
        robot, begun = load("bicycle"), perf_counter()
        figures: list[Figure] = []
        for speed, printed in sorted(EIGENVALUES.items()):
            answers = np.array(printed, dtype=complex)
            values = paired(eigenvalues(robot, speed), answers)
            ours, theirs = (np.stack([part.real, part.imag]) for part in (values, answers))
            figures.append(largest(f"eigenvalues at {speed:g} m/s", ours, theirs, 1e-12, "1/s"))
        weave = brentq(lambda v: _growth(robot, v, swings=True), 4.0, 5.0, xtol=1e-14)
        capsize = brentq(lambda v: _growth(robot, v, swings=False), 5.5, 6.5, xtol=1e-14)
        figures.append(Figure("weave speed", weave, WEAVE, 1e-12, "m/s"))
        figures.append(Figure("capsize speed", capsize, CAPSIZE, 1e-12, "m/s"))
        return SolvedProblem(figures, seconds=perf_counter() - begun)


def _growth(robot: Robot, speed: float, swings: bool) -> float:
    """1/s: of the pair that swings, or of the slowest of the others."""
    values = eigenvalues(robot, speed)
    if not swings:
        return float(values[np.argmin(np.abs(values))].real)
    return float(values[np.argmax(values.imag)].real)

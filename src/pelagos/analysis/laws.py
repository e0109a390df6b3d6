"""Laws that hold for every formulation, as errors at given states relative to their terms."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from pelagos.march.engine import Engine
from pelagos.mechanism.layout import BODY
from pelagos.programs.observed import ANGULAR, KINETIC, LINEAR, POTENTIAL, Observed
from pelagos.result.run import Run

FLOOR = 1e-3  # errors are relative to a state's own terms, or to this fraction of typical ones
AT_REST = 1e-4  # the same fraction for energies: what they are at a hundredth of typical speeds
# largest change of any number in a finite difference along the motion: the shorter one is right
# where the motion bends, the longer one where stiff springs hold much energy, which is rounded
STEPS = (1e-3, 1e-2)

Measure = Callable[[Engine, np.ndarray, Observed], np.ndarray]


def largest(values: np.ndarray) -> float:
    return float(np.max(np.abs(values), initial=0.0))


def worst(before: tuple[float, str], found: Iterable[tuple[float, str]]) -> tuple[float, str]:
    """The largest error and where it is; NaN is worse than any number."""
    value, where = before
    for error, label in found:
        if not (np.isnan(value) or error <= value):
            value, where = float(error), label
    return value, where


def force_scale(seen: Observed) -> float:
    """A number for forces where no joint carries any: a share of the energies, over a metre."""
    return max(FLOOR * largest(seen.totals[:, : POTENTIAL + 1]), np.finfo(float).tiny)


def inverse_error(seed: int) -> Measure:
    """forward(inverse(udot)) - udot, at accelerations that random efforts bring about."""

    def measure(engine: Engine, times: np.ndarray, seen: Observed) -> np.ndarray:
        nv = engine.robot.nv
        tau = np.random.default_rng(seed).normal(size=(len(times), nv))
        first = engine.accelerations(times, seen.x, tau)
        wanted = engine.efforts(times, seen.x, first)
        second = engine.accelerations(times, seen.x, wanted)
        return relative(second - first, first)

    return measure


def power_error(engine: Engine, times: np.ndarray, seen: Observed) -> np.ndarray:
    """Rate of kinetic and potential energy less the power of all other forces."""
    power = seen.dx[:, -1]
    exchanged = _rate_of_change(engine, seen) * seen.totals[:, KINETIC]
    found = []
    for step in STEPS:
        rates = _rates(engine, times, seen, step)
        terms = np.column_stack([rates[:, KINETIC], rates[:, POTENTIAL], power, exchanged])
        off = rates[:, KINETIC] + rates[:, POTENTIAL] - power
        found.append(relative(off[:, None], terms))
    return np.min(found, axis=0)


def momentum_error(engine: Engine, times: np.ndarray, seen: Observed) -> np.ndarray:
    """Rates of linear and angular momentum less the weight and its moment."""
    robot = engine.robot
    poses = seen.poses.reshape(len(times), robot.nb, 4, 3)
    mass, moment = robot.bodies[:, BODY["mass"].start], robot.bodies[:, BODY["moment"].span]
    first_moment = np.einsum("b,tbw->tw", mass, poses[:, :, 3])
    first_moment += np.einsum("bk,tbkw->tw", moment, poses[:, :, :3])
    force = np.broadcast_to(mass.sum() * robot.gravity, (len(times), 3))
    external = np.hstack([force, np.cross(first_moment, robot.gravity)])
    rates = _rates(engine, times, seen, STEPS[0])[:, LINEAR : ANGULAR + 3]
    exchanged = _rate_of_change(engine, seen)[:, None] * seen.totals[:, LINEAR : ANGULAR + 3]
    return relative(rates - external, np.hstack([rates, external, exchanged]))


def energy_error(run: Run, usual: float) -> float:
    """Energy balance of a run; near rest, relative to a small share of a usual energy."""
    audit = run.audit()
    scale = max(audit.energy_scale, AT_REST * max(usual, largest(run.arrays["potential_energy"])))
    return audit.energy_error / scale if scale > 0.0 else 0.0


def _rates(engine: Engine, times: np.ndarray, seen: Observed, change: float) -> np.ndarray:
    """Rates of energies and momenta along the motion: central differences, extrapolated."""
    x, dx = seen.x, seen.dx
    step = change / np.maximum(1.0, np.abs(dx[:, :-1]).max(axis=1, initial=0.0))

    def difference(h: np.ndarray) -> np.ndarray:
        ends = (
            engine.observe(times + s * h, x + (s * h)[:, None] * dx, 0, given=True).totals
            for s in (1.0, -1.0)
        )
        after, before = ends
        return np.asarray((after - before) / (2.0 * h)[:, None])

    return np.asarray((4.0 * difference(step) - difference(2.0 * step)) / 3.0)


def _rate_of_change(engine: Engine, seen: Observed) -> np.ndarray:
    """How quickly the motion of each state changes, 1/s: what a sum of zeros is measured by."""
    return np.abs(seen.dx[:, engine.robot.nq : -1]).max(axis=1, initial=0.0)


def relative(error: np.ndarray, terms: np.ndarray, least: float = 0.0) -> np.ndarray:
    """Largest error of each state per its largest term, but at least per the usual size."""
    usual = least or FLOOR * largest(terms)
    scale = np.maximum(np.abs(terms).max(axis=1, initial=0.0), usual)
    return np.abs(error).max(axis=1, initial=0.0) / np.maximum(scale, np.finfo(float).tiny)

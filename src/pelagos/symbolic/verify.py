"""Printed equations are compared with the engine first, and kept back if they differ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import sympy

from pelagos.analysis import laws
from pelagos.analysis.random_states import random_states
from pelagos.errors import PelagosError
from pelagos.march.engine import engine_of
from pelagos.model.robot import Robot

if TYPE_CHECKING:
    from pelagos.symbolic.motion import EquationsOfMotion

STATES = 5
TOLERANCE = 1e-8


def verified(found: EquationsOfMotion, robot: Robot) -> EquationsOfMotion:
    """The equations with their largest error, at the robot's parameters and at others."""
    rates = evaluator(found)
    values = {symbol.name: value for symbol, value in found.parameters.items()}
    cases = [(robot, values)]
    other = {
        path: values[word] * (1.1 + 0.03 * k)
        for k, (path, word) in enumerate(found.parameter_words.items())
    }
    if other:
        words = {found.parameter_words[path]: value for path, value in other.items()}
        try:
            cases.append((robot.with_values(other), {**values, **words}))
            engine_of(cases[1][0], found.method).initial()
        except PelagosError:  # no such robot, as with lengths that do not close
            cases = cases[:1]
    error = max(_error(found, one, rates, told) for one, told in cases)
    if not error <= TOLERANCE:
        raise PelagosError(
            f"equations: the symbolic equations of {found.robot} by {found.method} differ from the "
            f"engine by {error:.2g} of the largest acceleration (at most {TOLERANCE:g})\n"
            "    nothing is printed; please report this robot as a bug of Pelagos"
        )
    return replace(found, error=error)


def _error(
    found: EquationsOfMotion,
    robot: Robot,
    rates: Callable[..., np.ndarray],
    values: dict[str, float],
) -> float:
    engine = engine_of(robot, found.method)
    times, states = random_states(engine, STATES, 1, given=False)
    seen = engine.observe(times, states, 0)
    count = engine.robot.nq + engine.robot.nv
    ours = [
        rates(t, x[: engine.robot.nq], x[engine.robot.nq : count], values)
        for t, x in zip(times, seen.x, strict=True)
    ]
    theirs = seen.dx[:, :count]
    return float(np.max(laws.relative(np.array(ours) - theirs, theirs)))


def check_reduced(found: EquationsOfMotion, robot: Robot) -> None:
    """The equations of the independent speeds give the engine's accelerations of these."""
    if (short := found.reduced) is None:
        return
    engine = engine_of(robot, found.method)
    times, states = random_states(engine, STATES, 4, given=False)
    seen = engine.observe(times, states, 0)
    nq, n = engine.robot.nq, len(short.independent)
    places = [nq + robot.speeds.index(label) for label in short.independent]
    known = {symbol: function_of([x]) for symbol, x in {**found.known, **short.letters}.items()}
    whole = function_of([*short.mass, *short.force])
    for t, x, dx in zip(times, seen.x, seen.dx, strict=True):
        numbers = {"t": t, **{symbol.name: value for symbol, value in found.parameters.items()}}
        letters = (*found.coordinates, *found.speeds)
        numbers.update(zip([symbol.name for symbol in letters], x, strict=False))
        for symbol, function in known.items():
            (numbers[symbol.name],) = function(numbers)
        entries = np.array(whole(numbers), dtype=float)
        udot = np.linalg.solve(entries[: n * n].reshape(n, n), entries[n * n :])
        error = float(np.abs(udot - dx[places]).max() / np.abs(dx[nq:-1]).max())
        if not error <= TOLERANCE:
            raise PelagosError(
                f"equations: the reduced equations of {found.robot} by {found.method} differ from "
                f"the engine by {error:.2g}\n    nothing is printed; please report this robot as a "
                "bug of Pelagos"
            )


def evaluator(found: EquationsOfMotion) -> Callable[..., np.ndarray]:
    """(qdot, udot) as numbers of t, q, u and the values of the parameters."""
    P, r = found.back or (sympy.eye(len(found.free)), sympy.zeros(len(found.free), 1))
    parts = [found.mass_matrix, found.forcing, found.jacobian, found.target, P, r, found.kinematics]
    steps = {symbol: function_of([x]) for symbol, x in found.known.items()}
    whole = function_of([entry for part in parts for entry in part])
    held = [v for v in range(len(found.speeds)) if v not in found.free]

    def rates(t: float, q: Any, u: Any, values: dict[str, float]) -> np.ndarray:
        numbers = {"t": t, **values}
        numbers.update(zip([s.name for s in found.coordinates], q, strict=True))
        numbers.update(zip([s.name for s in found.speeds], u, strict=True))
        for symbol, step in steps.items():
            (numbers[symbol.name],) = step(numbers)
        entries = iter(whole(numbers))
        M, f, J, g, P, r, qdot = (_matrix(entries, part.shape) for part in parts)
        udot = np.zeros(len(found.speeds))
        udot[list(found.free)] = (P @ solved(M, f, J, g) + r)[:, 0]
        udot[held] = [numbers[found.accelerations[v].name] for v in held]
        return np.concatenate([qdot[:, 0], udot])

    return rates


def function_of(expressions: list[Any]) -> Callable[[dict[str, float]], list[float]]:
    """Expressions as a function of a table of numbers by name."""
    mentioned = set().union(*(x.free_symbols for x in expressions))
    symbols = sorted(mentioned, key=lambda symbol: symbol.name)
    compiled = sympy.lambdify(symbols, expressions, "math", cse=True)
    return lambda numbers: compiled(*(numbers[symbol.name] for symbol in symbols))


def solved(M: np.ndarray, f: np.ndarray, J: np.ndarray, g: np.ndarray) -> np.ndarray:
    """y of M y = f + J' forces, J y = g; rows of J may repeat each other."""
    rows = len(J)
    whole = np.block([[M, -J.T], [J, np.zeros((rows, rows))]])
    right = np.concatenate([f, g])
    return np.linalg.lstsq(whole, right, rcond=1e-13)[0][: len(M)]


def _matrix(entries: Any, shape: tuple[int, int]) -> np.ndarray:
    numbers = [float(next(entries)) for _ in range(shape[0] * shape[1])]
    return np.array(numbers).reshape(shape)

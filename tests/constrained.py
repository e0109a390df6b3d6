"""Formulations as affine functions of the forces of loose rows: asked, and solved in floats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from pelagos.equations import kane, moving_frame, newton_euler, udwadia_kalaba
from pelagos.equations.affine import Affine, Loops
from pelagos.equations.mechanism import Mechanism, given
from pelagos.mechanism.closures import loops_of
from pelagos.mechanism.objects import mechanism_of
from pelagos.mechanism.robot import compile_robot
from pelagos.model import Robot
from pelagos.tape.numbers import Tape, run

AFFINE: dict[str, Callable[..., Affine]] = {
    "newton-euler": newton_euler.affine,
    "kane": kane.affine,
    "moving-frame": moving_frame.affine,
    "udwadia-kalaba": udwadia_kalaba.affine,
}
ATTACHES = ("newton-euler", "udwadia-kalaba")
IMMOVABLE = 1e-12  # share of its terms below which a diagonal of G is rounding


class Solved(NamedTuple):
    """Everything that follows once the forces of the loose rows are known."""

    udot: np.ndarray
    forces: np.ndarray
    efforts: dict[int, float]
    power: float


def parts_of(robot: Robot, method: str) -> tuple[Mechanism, Loops]:
    compiled = compile_robot(robot)
    return mechanism_of(compiled), loops_of(compiled, method in ATTACHES)


def asked(robot: Robot, method: str, t: float, q: Any, u: Any, tau: Any = None) -> Affine:
    """In floats."""
    m, loops = parts_of(robot, method)
    known = given(m, t, np.ravel(q).tolist(), np.ravel(u).tolist(), tau)
    return AFFINE[method](m, known, loops)


def taped(robot: Robot, method: str, t: float, q: Any, u: Any) -> Affine:
    """On a tape, whose operations then run in plain Python."""
    m, loops = parts_of(robot, method)
    tape = Tape()
    time, x = tape.input("t"), tape.row(f"x{i}" for i in range(len(q) + len(u)))
    found = AFFINE[method](m, given(m, time, x[: len(q)], x[len(q) :]), loops)
    numbers = run(tape, flat(found), [t, *np.ravel(q).tolist(), *np.ravel(u).tolist()])
    return _like(found, iter(numbers))


def flat(found: Any) -> list:
    """All numbers of an answer, in one row."""
    if isinstance(found, dict):
        found = list(found.values())
    if isinstance(found, list | tuple):
        return [x for part in found for x in flat(part)]
    return [found]


def _like(found: Any, numbers: Any) -> Any:
    if isinstance(found, dict):
        return {key: _like(part, numbers) for key, part in found.items()}
    if isinstance(found, list):
        return [_like(part, numbers) for part in found]
    if isinstance(found, tuple):
        return type(found)(*(_like(part, numbers) for part in found))
    return next(numbers)


def solved(found: Affine) -> Solved:
    """Forces by the pseudo-inverse of G, and what they change."""
    count = len(found.wanted)
    G = np.array(found.gram).reshape(count, count)
    immovable = np.diag(G) <= IMMOVABLE * np.array(found.span)
    G[immovable] = G[:, immovable] = 0.0
    f = np.linalg.pinv(G, rcond=1e-10, hermitian=True) @ np.array(found.wanted)
    return Solved(
        udot=np.array(found.udot) + _changed(f, [unit.udot for unit in found.units]),
        forces=f,
        efforts={
            v: effort + float(_changed(f, [unit.efforts[v] for unit in found.units]))
            for v, effort in found.efforts.items()
        },
        power=found.power + float(_changed(f, [unit.power for unit in found.units])),
    )


def _changed(forces: np.ndarray, units: Sequence[Any]) -> Any:
    return np.tensordot(forces, np.array(units), 1) if len(units) else 0.0

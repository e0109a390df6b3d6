"""Equations of a linkage in its independent speeds alone.

The rows J udot = g of the loops give the dependent accelerations, udot_d = T udot_i + c, and
virtual motions, so that  m udot_i = f  with m = T' M T and f = T' (f - M c), T with ones for the
independent speeds. T and c have letters of their own: written out they would fill pages.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pelagos.analysis.random_states import random_states
from pelagos.errors import PelagosError
from pelagos.march.engine import engine_of
from pelagos.mathematics import dense
from pelagos.model.robot import Robot
from pelagos.symbolic import derive as dv
from pelagos.symbolic.adjugate import adjugate
from pelagos.symbolic.exact import Generators
from pelagos.symbolic.names import SymbolNames, numbered
from pelagos.symbolic.parameters import parts_of

MOST_DEPENDENT = 4  # speeds whose rows are solved in symbols
SMALL = 1e-6  # share of the largest singular value below which rows count as dependent


@dataclass(frozen=True)
class ReducedEquations:
    """m udot = f in the independent speeds; SymPy expressions.

    `letters` say what T and c are; `closure` are the conditions that the coordinates fulfil (each
    is zero), labelled by `rows`.
    """

    independent: tuple[str, ...]
    dependent: tuple[str, ...]
    mass: Any
    force: Any
    letters: dict[Any, Any]
    closure: Any
    rows: tuple[str, ...]


@dataclass(frozen=True)
class Choice:
    """Which free speeds stay, and which rows give the others: places among them."""

    independent: list[int]
    dependent: list[int]
    rows: list[int]


def choice(robot: Robot, method: str) -> Choice | None:
    """By numbers at a state on the constraints; None where nothing can be reduced."""
    engine = engine_of(robot, method)
    compiled, (m, closures) = engine.robot, parts_of(robot)
    if not closures:
        return None
    try:
        _, states = random_states(engine, 1, 5, given=False)
    except PelagosError:
        return None
    q, u = np.split(states[0][: compiled.nq + compiled.nv], [compiled.nq])
    driven = {int(speed) for _, speed, _ in compiled.elements.driven}
    free = [v for v in range(compiled.nv) if v not in driven]
    state = dv.Letters(Generators(), 0.0, q.tolist(), u.tolist(), [0.0] * len(u), free)
    J = np.array(dv.closed_rows(m, closures, state).J, dtype=float)
    least = SMALL * float(np.linalg.norm(J, 2))
    dependent = sorted(_enough(J.T, reversed(range(len(free))), least))
    rows = sorted(_enough(J[:, dependent], range(len(J)), least))
    independent = [i for i in range(len(free)) if i not in dependent]
    if not independent or not dependent or len(dependent) > MOST_DEPENDENT:
        return None
    return Choice(independent, dependent, rows)


def _enough(vectors: np.ndarray, order: Any, least: float) -> list[int]:
    """Vectors that are independent of those before them."""
    found: list[int] = []
    for i in order:
        singular = np.linalg.svd(vectors[[*found, i]], compute_uv=False)
        if len(singular) > len(found) and singular[-1] > least:
            found.append(i)
    return found


def reduced(
    system: dv.DerivedSystem,
    chosen: Choice,
    state: dv.Letters,
    names: SymbolNames,
    speeds: Sequence[str],
    row_names: tuple[str, ...],
    write: Callable[[Any], Any],
) -> ReducedEquations:
    """The same as expressions; `write` turns numbers of the derivation into them."""
    import sympy

    of, free = state.of, [speeds[v] for v in state.free]
    Jd = [[system.J[r][k] for k in chosen.dependent] for r in chosen.rows]
    inverse, determinant = adjugate(Jd)
    sides = [[-system.J[r][k] for k in chosen.independent] for r in chosen.rows]
    letters: dict[Any, Any] = {}

    def letter(kind: str, label: str, line: Sequence[Any], column: Sequence[Any]) -> Any:
        """A letter for an entry of T or c, and what it is."""
        value = dense.dot(line, column)
        if value == 0.0:
            return 0.0
        value = value / determinant
        symbol = of.symbol(names.word(kind, label))
        letters[write(symbol)] = write(value)
        return symbol

    T = dense.zeros(len(free), len(chosen.independent))
    c: list[Any] = [0.0] * len(free)
    for j, k in enumerate(chosen.independent):
        T[k][j] = 1.0
        for line, d in zip(inverse, chosen.dependent, strict=True):
            label = free[d] if len(chosen.independent) == 1 else f"{free[d]}_{free[k]}"
            T[d][j] = letter("T", label, line, [side[j] for side in sides])
    targets = [system.g[r] for r in chosen.rows]
    for line, d in zip(inverse, chosen.dependent, strict=True):
        c[d] = letter("c", free[d], line, targets)
    back = [list(row) for row in zip(*T, strict=True)]
    left = dv.product(back, dv.product(system.M, T))
    known = dv.product(system.M, [[x] for x in c])
    lacking = [f - x[0] for f, x in zip(system.f, known, strict=True)]
    right = [dense.dot(row, lacking) for row in back]
    n = len(chosen.independent)
    return ReducedEquations(
        tuple(free[k] for k in chosen.independent),
        tuple(free[k] for k in chosen.dependent),
        sympy.Matrix(n, n, [write(x) for row in left for x in row]),
        sympy.Matrix(n, 1, [write(x) for x in right]),
        letters,
        sympy.Matrix([write(system.residual[r]) for r in chosen.rows]),
        tuple(numbered(row_names, r) for r in chosen.rows),
    )

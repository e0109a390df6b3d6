"""Lines that joints pay out, as tables; see `equations.payout`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pelagos.compiled.tree import PARENT, Q_START, V_START
from pelagos.equations.payout import NUMBERS
from pelagos.model.robot import Robot

# Columns of a line: rows of child and parent in the state arrays, coordinate, speed, store held.
BODY, HOLDER, COORDINATE, SPEED, HELD = range(5)


@dataclass(frozen=True)
class PayoutTables:
    """All lines, and the bodies whose mass they change."""

    table: np.ndarray  # int (lines, 5)
    numbers: np.ndarray  # (lines, len(NUMBERS))
    varying: np.ndarray  # int: bodies (from 0) that lines or stores are part of
    fixed: np.ndarray  # (varying, BODY.size): these bodies without lines and stores


def collect_payouts(
    robot: Robot, names: Sequence[str], tree: np.ndarray, bodies: np.ndarray
) -> PayoutTables:
    lines = [
        (b, payout)
        for b, name in enumerate(names)
        if (payout := robot.bodies[name].joint.payout) is not None
    ]
    table, numbers = [], []
    varying: set[int] = set()
    for b, payout in lines:
        parent, held = int(tree[b, PARENT]), payout.supply is not None
        varying |= {b, parent - 1} if held else {b}
        table.append((b + 1, parent, tree[b, Q_START], tree[b, V_START], held))
        pulled = payout.feed == "pulled"
        numbers.append((payout.line_density, payout.length, pulled, held, payout.supply or 0.0))
    rows = np.array(sorted(varying), dtype=np.int64)
    return PayoutTables(
        table=np.array(table, dtype=np.int64).reshape(-1, 5),
        numbers=np.array(numbers, dtype=float).reshape(-1, len(NUMBERS)),
        varying=rows,
        fixed=bodies[rows],
    )

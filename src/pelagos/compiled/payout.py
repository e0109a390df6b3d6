"""Lines that joints pay out, as tables; see `equations.payout`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pelagos.equations.payout import NUMBERS
from pelagos.model.robot import Robot


@dataclass(frozen=True)
class PayoutTables:
    """All lines."""

    bodies: np.ndarray  # int (lines,): rows of the bodies whose joints pay them out
    numbers: np.ndarray  # (lines, len(NUMBERS))


def collect_payouts(robot: Robot, names: Sequence[str]) -> PayoutTables:
    bodies, numbers = [], []
    for row, name in enumerate(names, 1):
        payout = robot.bodies[name].joint.payout
        if payout is not None:
            held, pulled = payout.supply is not None, payout.feed == "pulled"
            bodies.append(row)
            numbers.append((payout.line_density, payout.length, pulled, held, payout.supply or 0.0))
    return PayoutTables(
        bodies=np.array(bodies, dtype=np.int64),
        numbers=np.array(numbers, dtype=float).reshape(-1, len(NUMBERS)),
    )

r"""Whether the steps of a plan are short enough for what decays most quickly at its start.

An explicit step of h multiplies a motion of the eigenvalue l by R(h l), where

    R(z) = 1 + z b^T (1 - z A)^{-1} 1

(Hairer and Wanner 1996, eq IV.3.2). What decays by itself must not grow by that.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pelagos.integrators.table import TABLEAUX
from pelagos.integrators.tableau import Tableau
from pelagos.planning.transcription import Transcription
from pelagos.shooting.intervals import MOST_STEPS

HOPELESS = 1e3  # by which a deviation may grow in one interval that should have decayed


@dataclass(frozen=True)
class Stiffness:
    """What decays too quickly for the steps."""

    rate: float  # 1/s
    growth: float  # of a deviation in one interval
    steps: int  # of an interval that would be enough

    def told(self, step: float) -> tuple[str, str]:
        """What is wrong, and what to do."""
        message = f"steps of {step:.2g} s are too long for a motion as quick as {self.rate:.3g}/s"
        if self.steps > MOST_STEPS:
            return message, "use a model without its stiffest parts (springs, contacts, servos)"
        return message, f"take {self.steps:,} or more in each interval"


def stiffness(program: Transcription) -> Stiffness | None:
    """Of the robot where the plan starts; None: the steps are short enough."""
    shots, words = program.shots, program.request.words
    found = shots.eigenvalues(words.begin, program.start, shots.given, shots.values)
    decaying = found[found.real < 0.0] * shots.length
    tableau = TABLEAUX[words.integrator]
    growth = np.abs(grown(tableau, decaying / shots.steps))
    if not (growth > 1.0).any():
        return None
    return Stiffness(
        rate=float(np.abs(decaying[growth > 1.0]).max()) / shots.length,
        growth=float(np.exp(np.minimum(shots.steps * np.log(growth.max()), 700.0))),
        steps=_enough(tableau, decaying, shots.steps),
    )


def grown(tableau: Tableau, z: np.ndarray) -> np.ndarray:
    """R(z), stage by stage: each needs those before it alone."""
    stages = np.zeros((len(tableau.b), len(z)), dtype=complex)
    for i in range(len(stages)):
        stages[i] = 1.0 + z * (tableau.a[i, :i] @ stages[:i])
    return np.asarray(1.0 + z * (tableau.b @ stages))


def _enough(tableau: Tableau, decaying: np.ndarray, steps: int) -> int:
    """The fewest steps that let none of them grow, up to a tenth."""
    while steps <= MOST_STEPS and (np.abs(grown(tableau, decaying / steps)) > 1.0).any():
        steps = max(steps + 1, int(1.1 * steps))
    return steps

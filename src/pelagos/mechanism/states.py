"""Auxiliary states as tables: channels of rates, and the programs of sampled ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pelagos.mechanism.programs import Programmer
from pelagos.model.control.auxiliary import Auxiliary

# Columns of the table of samplers: instructions from start to stop, assignments from first to last.
START, STOP, FIRST, LAST = range(4)


@dataclass(frozen=True)
class StateTables:
    """Auxiliary states: continuous, sampled, then held ones; all empty for most robots."""

    labels: tuple[str, ...]
    initial: np.ndarray  # (ns,)
    shown: int  # how many results have; the others are held
    continuous: int  # how many have a rate
    first_rate: int  # channel of the first rate; the others follow
    program: np.ndarray  # int (n, 4): instructions run at sample times
    samplers: np.ndarray  # int (groups, 4): START, STOP, FIRST, LAST
    frequencies: np.ndarray  # (groups,) in Hz
    assignments: np.ndarray  # int (m, 2): element of the state vector, register

    @property
    def count(self) -> int:
        return len(self.labels)


def collect_states(states: Sequence[Auxiliary], before: int, programmer: Programmer) -> StateTables:
    """Tables of the states, whose first is element `before` of the state vector."""
    continuous = [state for state in states if state.frequency is None and not state.held]
    channels = [programmer.channel(state.node) for state in continuous]
    program: list[tuple] = []
    samplers: list[tuple] = []
    assignments: list[tuple[int, int]] = []
    # one program per frequency, in the order of their first states
    for frequency in dict.fromkeys(s.frequency for s in states if s.frequency is not None):
        own = programmer.sibling()
        members = [(i, s) for i, s in enumerate(states, before) if s.frequency == frequency]
        for _, state in members:
            own.channel(state.node)
        instructions, registers = own.instructions(len(program))
        first = len(assignments)
        assignments += zip((i for i, _ in members), registers, strict=True)
        span = (len(program), len(program) + len(instructions))
        samplers.append((*span, first, len(assignments), frequency))
        program += instructions
    return StateTables(
        labels=tuple(state.label for state in states),
        initial=np.array([state.initial for state in states], dtype=float),
        shown=sum(not state.held for state in states),
        continuous=len(continuous),
        first_rate=channels[0] if channels else 0,
        program=np.array(program, dtype=np.int64).reshape(-1, 4),
        samplers=np.array([row[:4] for row in samplers], dtype=np.int64).reshape(-1, 4),
        frequencies=np.array([row[4] for row in samplers], dtype=float),
        assignments=np.array(assignments, dtype=np.int64).reshape(-1, 2),
    )

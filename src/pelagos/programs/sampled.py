"""What sampled laws set their states to, and signals that look at bodies, on a tape."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pelagos.equations import motion, program
from pelagos.equations.mechanism import Given, Mechanism
from pelagos.equations.sampling import Sampling
from pelagos.mechanism.conditions import FACTS
from pelagos.programs.tracing import Trace


def next_values(trace: Trace, sampler: int, forces: Sequence[Any]) -> list:
    """Of the states of a sampler, under forces of the loose rows, if its laws feel these."""
    robot, states = trace.robot, trace.robot.states
    m, known = motion.known_at(trace.m, trace.t, trace.x, by_signals=True)
    registers = registers_of(states.program, trace.t, m, known)
    at = Sampling(
        m=m,
        known=known,
        loops=trace.loops,
        forces=forces,
        signals=[registers[k] for k in states.channels[sampler]],
        clock=states.clocks[sampler],
        seed=m.values[robot.seed_slot] if robot.seed_slot >= 0 else 0.0,
        actuators=[(place.element, place.speed) for place in robot.elements.actuation],
        closures={name: k for k, name in enumerate(robot.constraints.names)},
    )
    return [value for law in states.laws[sampler] for value in law.next(at)]


def registers_of(instructions: np.ndarray, t: Any, m: Mechanism, known: Given) -> list:
    """All registers of a program of signals that may look at bodies."""
    seen = [0.0] * FACTS  # of the world, of which nothing is asked
    for pose, v in zip(known.world, known.velocities, strict=True):
        seen += [*pose.R, *pose.p, *(pose.R @ v.v), *(pose.R @ v.w)]
    read = [*known.u, *m.states, *seen]
    listed = [tuple(row) for row in instructions.tolist()]
    return program.run(listed, m.values, m.tables, t, known.q, read)

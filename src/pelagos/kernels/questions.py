"""Data of questions to the equations of motion: states, and what is read off them."""

from __future__ import annotations

import numpy as np

from pelagos.kernels.bundle import Bundle, Int, Int1, Real1, Real2, Real3
from pelagos.kernels.lanes import WIDTH

KINETIC, POTENTIAL, LINEAR, ANGULAR, TOTALS = 0, 1, 2, 5, 8  # rows of `totals`


# Newton steps back onto the constraints after each step in time: the start is near.
PROJECTIONS = 4

# What prescribed joints take from their signals: nothing where accelerations are given, too; their
# acceleration at a given state; position, rate and acceleration in a march.
NOTHING, ACCELERATION, MOTION = 0, 1, 2


class States(Bundle):
    """Independent states, taken as lanes."""

    times: Real1  # (sample,)
    x: Real2  # (sample, n): coordinates, speeds and perhaps more that is not looked at


class Efforts(Bundle):
    """Joint efforts and accelerations: one is given, the other found."""

    tau: Real2  # (sample, nv); no rows for none
    udot: Real2  # (sample, nv)


class Rates(Bundle):
    """Rates of the states."""

    dx: Real2  # (sample, n)


class Restored(Bundle):
    """A state put back onto its constraints."""

    iterations: Int  # at most so many Newton steps
    x: Real2  # (n, lane)
    residuals: Real1  # (rows,)
    rates: Real1  # (rows,)
    impulses: Real1  # (rows,): of the last change of speeds, N s or N m s
    rank: Int1  # (1,): independent rows


class Jacobians(Bundle):
    """Velocity of every body, joint-aligned body axes, per unit of each speed."""

    columns: Real3  # (nb, 6, nv)


class Observed(Bundle):
    """Facts about each sample, in joint-aligned body axes."""

    x: Real2  # (sample, n): the state; of a march with prescribed joints filled in
    dx: Real2  # (sample, n): its rates
    poses: Real3  # (sample, nb, 12): in the world
    velocities: Real3  # (sample, nb, 6): body axes
    totals: Real2  # (sample, TOTALS): kinetic, potential, momenta about the world origin
    actuation: Real2  # (sample, actuators)
    errors: Real1  # (sample,): largest residual of a constraint
    row_forces: Real2  # (sample, rows): constraint forces
    lifts: Real3  # (sample, sections, 6): on sections of wings


def room_for(
    samples: int, n: int, bodies: int, actuators: int, rows: int, sections: int = 0
) -> Observed:
    return Observed(
        x=np.zeros((samples, n)),
        dx=np.zeros((samples, n)),
        poses=np.zeros((samples, bodies, 12)),
        velocities=np.zeros((samples, bodies, 6)),
        totals=np.zeros((samples, TOTALS)),
        actuation=np.zeros((samples, actuators)),
        errors=np.zeros(samples),
        row_forces=np.zeros((samples, rows)),
        lifts=np.zeros((samples, sections, 6)),
    )


def room_to_restore(n: int, rows: int, iterations: int) -> Restored:
    """An answer of `restore` to come, for a state of n numbers under so many rows."""
    return Restored(
        iterations=iterations,
        x=np.zeros((n, WIDTH)),
        residuals=np.zeros(rows),
        rates=np.zeros(rows),
        impulses=np.zeros(rows),
        rank=np.zeros(1),
    )

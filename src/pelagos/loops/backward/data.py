"""What the way back needs, and what has come back so far. All in one lane."""

from __future__ import annotations

from pelagos.kernels.bundle import Bundle, Int, Int1, Real, Real1, Real2


class Sweep(Bundle):
    """Steps between two checkpoints, and weights on their way to the beginning.

    Programs are addresses. Each of them is given a state and what follows it in `x`, and gives
    weights of all but the work, of the moved numbers, then more. The state has `count` elements
    without the work: what flows, and what is held between samples.
    """

    aligned = True

    reverse: Int  # of weights of rates and integrand, forces, weights of wants: the integrand
    reverse_restore: Int  # of forces, weights of wants and changes: see `programs.held_forces`
    reverse_shift: Int  # of displacements and weights of the coordinates: those of displacements
    reverse_samples: Int1  # by sampler, of forces if they are felt and weights: those of forces
    count: Int
    moved: Int  # numbers of p whose weights are asked for
    of_integral: Real  # weight of the integral over time
    times: Real1  # (steps + 1,): where the steps of the run begin and end
    landed: Int1  # (steps,): 1 for a step that ends on a stop
    returned: Int1  # (steps,): 1 for one whose stages were brought back to the constraints
    now: Real1  # (1,): the time of a stage
    ticks: Real2  # (steps between checkpoints + 1, samplers): samples taken before each step
    before: Real2  # (steps between checkpoints, held): held states before its samples
    active: Real2  # (steps between checkpoints, loose rows): rows that it uses
    y: Real2  # (n, 1): the state between two steps
    place: Real2  # (n, 1): a state on its way back to the constraints
    on_the_way: Real2  # (projections + 1, n): where it was
    x: Real2  # (n + more, 1): a state, and what programs want behind it
    k: Real2  # (stage, flowing + 1): rates
    stages: Real2  # (steps between checkpoints times stages, n): before they are brought back
    found: Real2  # (outputs of programs, 1)
    scratch: Real2
    weights: Real1  # (count,): of the state
    own: Real1  # (count,): of a stage
    back: Real2  # (stage, flowing): of the stages
    changes: Real1  # (flowing + 1,): of rates, or of changes of speeds or displacements
    held_before: Real2  # (samplers, held): held states before each sampler
    gradient: Real1  # (moved,)
    integral: Real1  # (1,)

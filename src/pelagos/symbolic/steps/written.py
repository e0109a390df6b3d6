"""Steps as SymPy expressions, compared with the same steps in numbers before they are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.analysis.random_states import random_states
from pelagos.errors import PelagosError
from pelagos.march.engine import engine_of
from pelagos.model.robot import Robot
from pelagos.symbolic import derive as dv
from pelagos.symbolic.exact import Generators
from pelagos.symbolic.parameters import parts_of
from pelagos.symbolic.steps.contract import Derivation, DerivationStep
from pelagos.symbolic.steps.table import steps_of
from pelagos.symbolic.steps.udwadia_kalaba import LoadedPart, loaded_part
from pelagos.symbolic.verify import TOLERANCE, function_of

if TYPE_CHECKING:
    from pelagos.symbolic.motion import EquationsOfMotion

STATES = 2
SHORT = 700  # terms, multiplied out, up to which steps are shown without being asked for
LONGEST = 8000  # terms up to which they are shown at all


@dataclass(frozen=True)
class RawSteps:
    """Steps in numbers of the derivation; why there are none is in the note."""

    steps: list[DerivationStep]
    part: LoadedPart | None = None
    note: str = ""


def chosen_steps(
    wanted: bool | None, robot: str, method: str, d: Derivation, system: dv.DerivedSystem
) -> RawSteps:
    """The steps if they are wanted, or, with None, if they are short."""
    if wanted is False:
        return RawSteps([])
    chosen = loaded_part(system) if method == "udwadia-kalaba" else None
    steps = steps_of(method, d, system, chosen)
    exact = d.state.of.exact
    terms = sum(len(exact(x).terms) for step in steps for row in step.value for x in row)
    if not steps:
        note = "steps: the inertia of a body has no inverse, so there is no motion without joints"
        return RawSteps([], chosen, note)
    if wanted is None and terms > SHORT:
        note = f"steps of {method} left out: {terms} terms; --steps (steps=True) shows them"
        return RawSteps([], chosen, note)
    if terms > LONGEST:
        raise PelagosError(
            f"equations: the steps of {robot} have {terms} terms; they are readable up to about "
            f"{LONGEST}\n    leave them out (--no-steps, steps=False), or print a simpler robot"
        )
    return RawSteps(steps, chosen)


def written(raw: Sequence[DerivationStep], matrix: Any) -> tuple[DerivationStep, ...]:
    """With SymPy matrices; `matrix` writes one of given rows and number of columns."""
    return tuple(
        replace(step, value=matrix(step.value, 1 if step.columns is None else len(step.columns)))
        for step in raw
    )


def check_steps(found: EquationsOfMotion, robot: Robot, chosen: LoadedPart | None) -> None:
    """Every step against the code of the formulation on floats, at random states."""
    engine = engine_of(robot, found.method)
    compiled, (m, closures) = engine.robot, parts_of(robot)
    align, names = compiled.align.tolist(), tuple(compiled.constraints.row_names)
    known = {symbol: function_of([x]) for symbol, x in found.known.items()}
    ours = [function_of(list(step.value)) for step in found.steps]
    rng = np.random.default_rng(3)
    times, states = random_states(engine, STATES, 2, given=False)
    for t, x in zip(times.tolist(), engine.observe(times, states, 0).x.tolist(), strict=True):
        numbers = {"t": t, **{symbol.name: value for symbol, value in found.parameters.items()}}
        letters = (*found.coordinates, *found.speeds, *found.accelerations)
        values = [*x[: compiled.nq + compiled.nv], *rng.normal(size=compiled.nv).tolist()]
        numbers.update(zip([symbol.name for symbol in letters], values, strict=True))
        for symbol, function in known.items():  # prescribed motions among them
            (numbers[symbol.name],) = function(numbers)
        q, u, udot = (
            [numbers[symbol.name] for symbol in part]
            for part in (found.coordinates, found.speeds, found.accelerations)
        )
        state = dv.Letters(Generators(), t, q, u, udot, list(found.free))
        d = Derivation(m, closures, state, robot.speeds, align, names)
        theirs = steps_of(found.method, d, _system(found.method, d), chosen)
        pairs = [
            (np.array(function(numbers), dtype=float), np.array(step.value, dtype=float).ravel())
            for function, step in zip(ours, theirs, strict=True)
        ]
        _compare(found, pairs)


def _system(method: str, d: Derivation) -> dv.DerivedSystem | None:
    """Of free bodies, which those of minimal coordinates do not need."""
    if method != "udwadia-kalaba":
        return None
    return dv.derive(method, d.mechanism, d.closures, d.state, d.align)


def _compare(found: EquationsOfMotion, pairs: list[tuple[np.ndarray, np.ndarray]]) -> None:
    """Relative to the largest entry of a step; what rounding leaves of a zero counts as one."""
    least = 1e-6 * max(np.abs(theirs).max(initial=0.0) for _, theirs in pairs)
    for step, (ours, theirs) in zip(found.steps, pairs, strict=True):
        scale = max(np.abs(theirs).max(initial=0.0), least, np.finfo(float).tiny)
        error = float(np.abs(ours - theirs).max(initial=0.0) / scale)
        if not error <= TOLERANCE:
            raise PelagosError(
                f"equations: step {step.letter} {step.of} of {found.robot} by {found.method} "
                f"differs from the numbers of the formulation by {error:.2g}\n    nothing is "
                "printed; please report this robot as a bug of Pelagos"
            )

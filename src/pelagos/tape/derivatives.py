"""Derivatives of a tape, as more operations on the same tape.

`pushforward` carries one direction from inputs to outputs, J v; `pullback` carries weights of the
outputs back to all inputs, w J, for about three times the work of the outputs themselves (reverse
accumulation; Griewank and Walther 2008, chapter 3). Both go through `OPERATIONS[...].slopes`.

A direction or weight of zero stays zero, also where a slope is infinite: what `where` did not
choose has no part in a derivative, and a vector that rests at zero has a length with slope zero.
For its sake a root that is zero passes no weight back: whether what stands below it moves is not
known on the way back. A power a^b = exp(b log a) of zero does not move with its exponent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pelagos.mathematics import scalars
from pelagos.tape.collector import paused
from pelagos.tape.numbers import CONSTANT, INPUT, ROW, Number, Tape, TapeCondition
from pelagos.tape.operations import OPERATIONS

# A quotient by zero is not finite itself, so only weights that come back from a `where` need care.
_STEEP_FORWARD = frozenset(n for n, o in OPERATIONS.items() if o.steep) - {"div", "atan2"}
_STEEP_BACKWARD = frozenset(n for n, o in OPERATIONS.items() if o.steep)


@paused()
def pushforward(
    tape: Tape, outputs: Sequence[Any], directions: Mapping[int, Any]
) -> list[Number | float]:
    """J v: the rates of the outputs when the inputs move.

    directions: by index of an input's operation, its rate: a number or a tape number.
    """
    rates: dict[int, Any] = {}
    for index in tape.needed(outputs):
        name = tape.names[index]
        if name == INPUT:
            rate = directions.get(index, 0.0)
        elif name == "where":
            condition, a, b = tape.arguments[index]
            x, y = rates.get(a, 0.0), rates.get(b, 0.0)
            still = _is_zero(x) and _is_zero(y)
            rate = 0.0 if still else TapeCondition(tape, condition).apply_where(x, y)
        else:
            moving = [(k, rates[a]) for k, a in enumerate(tape.operands(index)) if a in rates]
            rate = 0.0
            if moving and (slopes := _slopes(tape, index)):
                guarded = name in _STEEP_FORWARD
                for k, v in moving:
                    rate = rate + _product(slopes[k], v, guarded)
        if not _is_zero(rate):
            rates[index] = rate
    return [rates.get(o.index, 0.0) if isinstance(o, Number) else 0.0 for o in outputs]


@paused()
def pullback(tape: Tape, outputs: Sequence[Any], weights: Sequence[Any]) -> dict[int, Any]:
    """w J: the gradient of the weighted sum of the outputs, by index of an input's operation."""
    found: dict[int, Any] = {}

    def add(index: int, weight: Any) -> None:
        if tape.names[index] != CONSTANT and not _is_zero(weight):
            found[index] = found[index] + weight if index in found else weight

    for output, weight in zip(outputs, weights, strict=True):
        if isinstance(output, Number):
            add(output.index, weight)
    for index in reversed(tape.needed(outputs)):
        name = tape.names[index]
        if name == INPUT or index not in found:
            continue
        weight = found.pop(index)
        if name == "where":
            chosen = TapeCondition(tape, tape.arguments[index][0])
            add(tape.arguments[index][1], chosen.apply_where(weight, 0.0))
            add(tape.arguments[index][2], chosen.apply_where(0.0, weight))
        elif slopes := _slopes(tape, index):
            guarded = name in _STEEP_BACKWARD
            if name == "sqrt":
                slopes = [scalars.where(Number(tape, index).equals(0.0), 0.0, slopes[0])]
            for argument, slope in zip(tape.operands(index), slopes, strict=True):
                add(argument, _product(slope, weight, guarded))
    return found


def _slopes(tape: Tape, index: int) -> Sequence[Any]:
    """The slope of an operation by each of its arguments; none for what has no slope."""
    name = tape.names[index]
    if name == ROW or OPERATIONS[name].slopes is None:
        return ()
    found = OPERATIONS[name].slopes(  # type: ignore[misc]
        Number(tape, index), *(tape.number(a) for a in tape.arguments[index])
    )
    return [_finite_log(tape, slope) for slope in found] if name == "mul" else found


def _finite_log(tape: Tape, factor: Any) -> Any:
    """A factor as a slope: the logarithm of zero, beside which exponents stand, counts as zero."""
    if not isinstance(factor, Number) or tape.names[factor.index] != "log":
        return factor
    argument = Number(tape, tape.arguments[factor.index][0])
    return scalars.where(argument.equals(0.0), 0.0, factor)


def _product(slope: Any, factor: Any, guarded: bool) -> Any:
    product = slope * factor
    if guarded and isinstance(factor, Number):
        return scalars.where(factor.equals(0.0), 0.0, product)
    return product


def _is_zero(x: Any) -> bool:
    return not isinstance(x, Number) and x == 0.0

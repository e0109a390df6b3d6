"""Input signals of a robot: a letter for each channel, and what it stands for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pelagos.equations import program
from pelagos.equations.affine import Closure
from pelagos.equations.mechanism import Mechanism
from pelagos.errors import PelagosError
from pelagos.mathematics import scalars as s
from pelagos.mechanism.robot import Compiled
from pelagos.symbolic.derive import Letters
from pelagos.symbolic.exact import Exact
from pelagos.symbolic.names import SymbolNames

_DERIVATIVES = ("", ".rate", ".acceleration")
LONGEST_TABLE = 24  # pieces of a table that are still printed


def channel_labels(robot: Compiled, m: Mechanism, closures: tuple[Closure, ...]) -> dict[int, str]:
    """What arrives on each channel that something listens to."""
    found: dict[int, str] = {}
    for name, place in zip(robot.actuators, robot.elements.actuation, strict=True):
        if place.element is not None:
            heard = robot.elements.all[place.element].heard
            found |= {channel: f"{name}{part}" for channel, part in heard.items()}
    for name, closure in zip(robot.constraints.names, closures, strict=True):
        keys = tuple(robot.robot.constraints[name].signals)
        for k, channel in enumerate(closure.channels):
            signal = name if len(keys) == 1 else f"{name}.{keys[k // 3]}"
            found[channel] = signal + _DERIVATIVES[k % 3]
    for flow in m.water.flows:
        found |= {channel: f"current{part}" for channel, part in flow.heard.items()}
    return found


def with_letters(
    robot: Compiled, m: Mechanism, closures: tuple[Closure, ...], state: Letters, names: SymbolNames
) -> tuple[Mechanism, dict[str, int]]:
    """The mechanism with a letter on every channel, and the channel of each word for one.

    Prescribed joints keep the letters of their coordinate, speed and acceleration.
    """
    letters: dict[int, Any] = {}
    for coordinate, speed, channel in m.driven:
        trio = (state.q[coordinate], state.u[speed], state.udot[speed])
        letters.update(zip(range(channel, channel + 3), trio, strict=True))
    words = {}
    for channel, label in channel_labels(robot, m, closures).items():
        words[word := names.word("", label)] = channel
        letters[channel] = state.of.symbol(word)
    values = tuple(letters.get(channel, 0.0) for channel in range(len(m.channels)))
    load = tuple((program.VALUE, channel, 0, 0) for channel in range(len(values)))
    fed = replace(
        m, instructions=load, values=values, tables=(), channels=tuple(range(len(values)))
    )
    return fed, words


def with_held(state: Letters, driven: Sequence[Sequence[int]], channels: Sequence[Any]) -> Letters:
    """The letters with prescribed joints that do not move put where they are."""
    q, u, udot = list(state.q), list(state.u), list(state.udot)
    for coordinate, speed, channel in driven:
        place, rate, acceleration = channels[channel : channel + 3]
        if _is_zero(rate) and _is_zero(acceleration):
            q[coordinate] = 0.0 if _is_zero(place) else state.of.exact(place)
            u[speed] = udot[speed] = 0.0
    return replace(state, q=q, u=u, udot=udot)


def _is_zero(x: Any) -> bool:
    return not x.terms if isinstance(x, Exact) else x == 0.0


def signals(
    robot: Compiled, m: Mechanism, state: Letters, parameters: dict[str, Exact]
) -> list[Any]:
    """What the model puts on every channel, in letters of time, state and parameters."""
    values: list[Any] = [_value(state, v) for v in m.values]
    for name, slot in robot.parameter_slots.items():
        if name in parameters:
            values[slot] = parameters[name]
    registers: list[Any] = []
    for instruction in m.instructions:
        operation, a, b, _ = instruction
        if operation == program.TABLE:
            registers.append(_table(m.tables[b], registers[a]))
        elif operation in (program.VALUE, program.TIME, program.COORDINATE, program.SPEED):
            source = {
                program.VALUE: values,
                program.TIME: [state.t],
                program.COORDINATE: state.q,
                program.SPEED: state.u,
            }[operation]
            registers.append(source[a if operation != program.TIME else 0])
        else:
            function = program.ARITHMETIC[operation - program.FIRST_ARITHMETIC][1]
            registers.append(function(*(registers[k] for k in instruction[1:])))
    return [registers[c] for c in m.channels]


def _value(state: Letters, value: float) -> Any:
    return state.of.constant(value) if value and abs(value) < float("inf") else value


def _table(rows: Any, x: Any) -> Any:
    """A piecewise cubic as nested choices."""
    if len(rows) > LONGEST_TABLE:
        raise PelagosError(
            f"equations: an input is a table of {len(rows)} pieces, too long to print (at most "
            f"{LONGEST_TABLE})\n    choose a scenario with another input, or set the input"
        )
    found: Any = None
    for start, c0, c1, c2, c3 in rows:
        d = x - start
        piece = c0 + d * (c1 + d * (c2 + d * c3))
        found = piece if found is None else s.where(x >= start, piece, found)
    return found

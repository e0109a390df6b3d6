"""Operations of signal programs: the expressions of a model file as a list of small steps.

A program is a table of instructions (operation, a, b, c). Instruction i writes register i; a, b, c
are registers, or an index for the loading operations. The operations run on any kind of number; on
a tape they become part of the robot's program (`pelagos.programs`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pelagos.mathematics import scalars as s
from pelagos.mathematics.scalars import Scalar

# Loading operations: `a` is an index, not a register.
VALUE, TIME, COORDINATE, SPEED, TABLE = range(5)

# Arithmetic: the name in the expression tree, and what it does with registers a, b, c.
ARITHMETIC = (
    ("add", lambda a, b, c: a + b),
    ("sub", lambda a, b, c: a - b),
    ("mul", lambda a, b, c: a * b),
    ("div", lambda a, b, c: a / b),
    ("neg", lambda a, b, c: -a),
    ("pow", lambda a, b, c: s.exp(b * s.log(a))),
    ("sin", lambda a, b, c: s.sin(a)),
    ("cos", lambda a, b, c: s.cos(a)),
    ("tan", lambda a, b, c: s.tan(a)),
    ("asin", lambda a, b, c: s.asin(a)),
    ("acos", lambda a, b, c: s.acos(a)),
    ("atan", lambda a, b, c: s.atan(a)),
    ("atan2", lambda a, b, c: s.atan2(a, b)),
    ("sqrt", lambda a, b, c: s.sqrt(a)),
    ("exp", lambda a, b, c: s.exp(a)),
    ("log", lambda a, b, c: s.log(a)),
    ("tanh", lambda a, b, c: s.tanh(a)),
    ("abs", lambda a, b, c: s.absolute(a)),
    ("sign", lambda a, b, c: s.sign(a)),
    ("min", lambda a, b, c: s.minimum(a, b)),
    ("max", lambda a, b, c: s.maximum(a, b)),
    ("floor", lambda a, b, c: s.floor(a)),
    ("lt", lambda a, b, c: s.where(a < b, 1.0, 0.0)),
    ("le", lambda a, b, c: s.where(a <= b, 1.0, 0.0)),
    ("where", lambda a, b, c: s.where(s.absolute(a) > 0.0, b, c)),
)
FIRST_ARITHMETIC = 5
CODES = {name: FIRST_ARITHMETIC + i for i, (name, _) in enumerate(ARITHMETIC)}


def run(
    program: Sequence[Sequence[int]],
    values: Sequence[Scalar],
    tables: Sequence[Any],
    t: Scalar,
    q: Sequence[Scalar],
    u: Sequence[Scalar],
) -> list[Scalar]:
    """All registers of a program, on any kind of number."""
    registers: list[Scalar] = []
    for operation, a, b, c in program:
        if operation == VALUE:
            registers.append(values[a])
        elif operation == TIME:
            registers.append(t)
        elif operation == COORDINATE:
            registers.append(q[a])
        elif operation == SPEED:
            registers.append(u[a])
        elif operation == TABLE:
            registers.append(interpolate(tables[b], registers[a]))
        else:
            function = ARITHMETIC[operation - FIRST_ARITHMETIC][1]
            registers.append(function(registers[a], registers[b], registers[c]))
    return registers


def interpolate(table: Sequence[Sequence[float]], x: Scalar) -> Scalar:
    """A piecewise cubic: rows (start, c0, c1, c2, c3); the first holds before, the last after."""
    start, c0, c1, c2, c3 = s.lookup(table, x)
    d = x - start
    return c0 + d * (c1 + d * (c2 + d * c3))

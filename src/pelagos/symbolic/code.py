"""Equations of motion as a Python module that needs numpy alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import sympy
from sympy.printing.pycode import PythonCodePrinter

from pelagos.symbolic.printing import used_parameters

if TYPE_CHECKING:
    from pelagos.symbolic.motion import EquationsOfMotion

_HEAD = '''\
"""Equations of motion of {robot}, by {method}: {form}.

Printed by Pelagos. x = (q, u): coordinates {coordinates}; speeds {speeds}.
"""

import math

import numpy as np
'''

_RHS = '''\
def rhs(t, x):
    """Rates of x = (q, u)."""
    q, u = x[:{nq}], x[{nq}:]
    udot = {accelerations}
    return np.concatenate([rates(t, q, u), udot])
'''

# rows that repeat each other are allowed, so least squares solve for motion and forces together
_CONSTRAINED = '''\
def acceleration(t, q, u):
    """udot of the joints that are not prescribed."""
    M, f = mass_matrix(t, q, u), forcing(t, q, u)
    J, g_rows = constraints(t, q, u)
    whole = np.block([[M, -J.T], [J, np.zeros((len(J), len(J)))]])
    y = np.linalg.lstsq(whole, np.concatenate([f, g_rows]), rcond=1e-13)[0][: len(M)]
    {last}
'''

_FREE = '''\
def acceleration(t, q, u):
    """udot of the joints that are not prescribed."""
    return np.linalg.solve(mass_matrix(t, q, u), forcing(t, q, u))
'''


def python(e: EquationsOfMotion) -> str:
    """mass_matrix, forcing, rates, acceleration and rhs(t, x), for any integrator."""
    functions = [
        _function(e, "mass_matrix", "M", e.mass_matrix),
        _function(e, "forcing", "f", column=e.forcing),
        _function(e, "rates", "qdot", column=e.kinematics),
    ]
    if e.rows:
        functions.append(_function(e, "constraints", "J and g", e.jacobian, e.target))
        last = "return y"
        if e.back is not None:
            functions.append(_function(e, "joint_rates", "P and r of udot = P y + r", *e.back))
            last = "P, r = joint_rates(t, q, u)\n    return P @ y + r"
        functions.append(_CONSTRAINED.format(last=last))
    else:
        functions.append(_FREE)
    functions.append(_rhs(e))
    blocks = [_head(e), _parameters(e), *functions]
    return "\n\n".join(block.rstrip("\n") + "\n" for block in blocks if block)


def _head(e: EquationsOfMotion) -> str:
    form = "M udot = f" if not e.rows else "M y = f + J' forces, J y = g"
    labels = [[e.names.labels[s.name][1] for s in part] for part in (e.coordinates, e.speeds)]
    return _HEAD.format(
        robot=re.sub(r"[\\\"\s]+", " ", e.robot),
        method=e.method,
        form=form,
        coordinates=", ".join(labels[0]),
        speeds=", ".join(labels[1]),
    )


def _parameters(e: EquationsOfMotion) -> str:
    return "\n".join(f"{symbol} = {value!r}" for symbol, value in used_parameters(e).items())


def _function(
    e: EquationsOfMotion, name: str, meaning: str, matrix: Any = None, column: Any = None
) -> str:
    """A function that returns a matrix, a vector or both, after the letters that they need."""
    matrices = [x for x in (matrix, column) if x is not None]
    needed = set().union(*(matrix.free_symbols for matrix in matrices))
    for symbol in reversed(e.known):
        needed |= e.known[symbol].free_symbols if symbol in needed else set()
    told = [symbol for symbol in e.known if symbol in needed]
    lines = [f"def {name}(t, q, u):", f'    """{meaning}."""']
    for letter, part in (("q", e.coordinates), ("u", e.speeds)):
        places = [(s, i) for i, s in enumerate(part) if s in needed and s not in e.prescribed]
        lines += [f"    {s} = {letter}[{i}]" for s, i in places]
    lines += [f"    {symbol} = {_code(e.known[symbol])}" for symbol in told]
    fresh = sympy.numbered_symbols("c", exclude=[sympy.Symbol(word) for word in e.names.labels])
    shared, reduced = sympy.cse([*matrices], symbols=fresh)
    lines += [f"    {symbol} = {_code(x)}" for symbol, x in shared]
    arrays = [_rows(reduced[0])] if matrix is not None else []
    if column is not None:
        arrays.append(f"np.array([{', '.join(_code(x) for x in reduced[-1])}], dtype=float)")
    return "\n".join([*lines, f"    return {', '.join(arrays)}"]) + "\n"


def _rows(matrix: Any) -> str:
    rows = (", ".join(_code(x) for x in matrix.row(i)) for i in range(matrix.rows))
    inner = ",\n        ".join(f"[{row}]" for row in rows)
    return f"np.array([\n        {inner},\n    ], dtype=float)"


def _rhs(e: EquationsOfMotion) -> str:
    if not e.prescribed:
        return _RHS.format(nq=len(e.coordinates), accelerations="acceleration(t, q, u)")
    values = _function(
        e,
        "prescribed",
        "accelerations of prescribed joints, zero for the others",
        column=sympy.Matrix([e.prescribed.get(a, 0) for a in e.accelerations]),
    )
    free = list(e.free)
    body = _RHS.format(nq=len(e.coordinates), accelerations="prescribed(t, q, u)")
    lines = body.splitlines()
    lines.insert(4, f"    udot[{free}] = acceleration(t, q, u)")
    return values + "\n\n" + "\n".join(lines) + "\n"


def _code(x: Any) -> str:
    return str(PythonCodePrinter({"fully_qualified_modules": True}).doprint(x))

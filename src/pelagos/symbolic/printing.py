"""Equations of motion as text for a terminal and as LaTeX."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import sympy

if TYPE_CHECKING:
    from pelagos.symbolic.motion import EquationsOfMotion


WIDEST = 6  # columns up to which a matrix is printed as one

# Entries of one equation: letter, labels of its places, expression.
Entry = tuple[str, tuple[str, ...], Any]


def used_parameters(e: EquationsOfMotion) -> dict[Any, float]:
    """Those that the equations or inputs mention."""
    mentioned = set().union(*(x.free_symbols for x in _expressions(e)))
    return {symbol: value for symbol, value in e.parameters.items() if symbol in mentioned}


def text(e: EquationsOfMotion) -> str:
    """One line per entry that is not zero; of M one triangle."""
    blocks = [[f"{_title(e)}: {_form(e)}"]]
    blocks += [[_line(*entry) for entry in part] for part in _parts(e)]
    blocks.append([_line("qdot", (label,), x) for label, x in _rates(e)])
    blocks.append([f"{symbol} = {_plain(x)}" for symbol, x in e.known.items()])
    values = used_parameters(e).items()
    blocks.append([", ".join(f"{symbol} = {value:.6g}" for symbol, value in values)])
    blocks.append([f"largest relative difference to the engine at random states: {e.error:.1e}"])
    return "\n\n".join("\n".join(lines) for lines in blocks if any(lines)) + "\n"


def latex(e: EquationsOfMotion) -> str:
    """Displayed equations; wide matrices entry by entry."""
    names = {sympy.Symbol(w, real=True): look for w, look in e.names.latex().items()}

    def show(x: Any) -> str:
        return str(sympy.latex(x, symbol_names=names, mul_symbol=r"\,"))

    lines = [f"% {_title(e)}: {_form(e)}"]
    wide = e.mass_matrix.cols > WIDEST
    for (letter, matrix), part in zip(_matrices(e), _parts(e), strict=True):
        if not wide and matrix.rows:
            lines.append(rf"\[ {letter} = {show(matrix)} \]")
        else:
            lines += [rf"\[ {_place(letter, at)} = {show(x)} \]" for letter, at, x in part]
    rates = [(q, x) for q, x in zip(e.coordinates, e.kinematics, strict=True)]
    lines += [rf"\[ \dot {names[q]} = {show(x)} \]" for q, x in rates]
    lines += [rf"\[ {show(symbol)} = {show(x)} \]" for symbol, x in e.known.items()]
    values = [f"{show(s)} = {value:.6g}" for s, value in used_parameters(e).items()]
    if values:
        lines.append(r"\[ " + r",\quad ".join(values) + r" \]")
    return "\n".join(lines) + "\n"


def for_notebooks(e: EquationsOfMotion) -> str:
    """The same between the marks that all notebooks know, without comments."""
    lines = (line for line in latex(e).splitlines() if line.startswith(r"\["))
    return "\n\n".join(f"$${line[2:-2].strip()}$$" for line in lines)


def _title(e: EquationsOfMotion) -> str:
    scenario = f", {e.scenario}" if e.scenario else ""
    return f"{' '.join(e.robot.split())}{scenario}, by {e.method}"


def _form(e: EquationsOfMotion) -> str:
    """What the letters do."""
    if e.back is not None:
        return "M a = f + J' forces, J a = g, udot = P a + r, a: rates of body velocities"
    return "M udot = f + J' forces, J udot = g" if e.rows else "M udot = f"


def _matrices(e: EquationsOfMotion) -> Iterator[tuple[str, Any]]:
    yield from (("M", e.mass_matrix), ("f", e.forcing), ("J", e.jacobian), ("g", e.target))
    if e.back is not None:
        yield from zip(("P", "r"), e.back, strict=True)


def _parts(e: EquationsOfMotion) -> Iterator[list[Entry]]:
    """Entries of every matrix that are not zero."""
    speeds = tuple(e.names.labels[e.speeds[v].name][1] for v in e.free)
    labels = {"M": e.unknowns, "f": e.unknowns, "J": e.rows, "g": e.rows, "P": speeds, "r": speeds}
    for letter, matrix in _matrices(e):
        found: list[Entry] = []
        for i, j in ((i, j) for i in range(matrix.rows) for j in range(matrix.cols)):
            if matrix[i, j] == 0 or (letter == "M" and j < i):
                continue
            row = _row_label(labels[letter], i)
            at = (row,) if letter in ("f", "g", "r") else (row, e.unknowns[j])
            found.append((letter, at, matrix[i, j]))
        yield found


def _row_label(labels: tuple[str, ...], i: int) -> str:
    """The label, with a number where several rows share it."""
    if labels.count(labels[i]) == 1:
        return labels[i]
    return f"{labels[i]} {1 + labels[:i].count(labels[i])}"


def _rates(e: EquationsOfMotion) -> Iterator[tuple[str, Any]]:
    for q, rate in zip(e.coordinates, e.kinematics, strict=True):
        yield e.names.labels[q.name][1], rate


def _line(letter: str, at: tuple[str, ...], x: Any) -> str:
    return f"{letter}[{', '.join(at)}] = {_plain(x)}"


def _plain(x: Any) -> str:
    return str(sympy.sstr(x, full_prec=False)).replace("**", "^")


def _place(letter: str, at: tuple[str, ...]) -> str:
    return letter + "_{" + ", ".join(rf"\mathrm{{{label}}}" for label in at) + "}"


def _expressions(e: EquationsOfMotion) -> Iterator[Any]:
    yield from (matrix for _, matrix in _matrices(e))
    yield e.kinematics
    yield from e.known.values()

"""Equations of motion as text for a terminal and as LaTeX."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import sympy

from pelagos.symbolic.names import numbered
from pelagos.symbolic.steps.printing import step_blocks, step_latex

if TYPE_CHECKING:
    from pelagos.symbolic.motion import EquationsOfMotion
    from pelagos.symbolic.reduced import ReducedEquations


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
    parts = [[_line(*entry) for entry in part] for part in _parts(e)]
    steps = list(step_blocks(e.steps, _plain))
    # free bodies first, and then how they are held; elsewhere steps lead to the equations
    blocks += [*parts, *steps] if e.back is not None else [*steps, *parts]
    blocks += _reduced_text(e)
    blocks.append([_line("qdot", (label,), x) for label, x in _rates(e)])
    blocks.append([f"{symbol} = {_plain(x)}" for symbol, x in _told(e)])
    values = used_parameters(e).items()
    blocks.append([", ".join(f"{symbol} = {value:.6g}" for symbol, value in values)])
    blocks.append([e.steps_note])
    blocks.append([f"largest relative difference to the engine at random states: {e.error:.1e}"])
    return "\n\n".join("\n".join(lines) for lines in blocks if any(lines)) + "\n"


def latex(e: EquationsOfMotion) -> str:
    """Displayed equations; wide matrices entry by entry."""
    names = {sympy.Symbol(w, real=True): look for w, look in e.names.latex().items()}

    def show(x: Any) -> str:
        return str(sympy.latex(x, symbol_names=names, mul_symbol=r"\,"))

    lines: list[str] = []
    wide = e.mass_matrix.cols > WIDEST
    for (letter, matrix), part in zip(_matrices(e), _parts(e), strict=True):
        if not wide and matrix.rows:
            lines.append(rf"\[ {letter} = {show(matrix)} \]")
        else:
            lines += [rf"\[ {_place(letter, at)} = {show(x)} \]" for letter, at, x in part]
    steps = list(step_latex(e.steps, show))
    lines = [*lines, *steps] if e.back is not None else [*steps, *lines]
    lines.insert(0, f"% {_title(e)}: {_form(e)}")
    lines += _reduced_latex(e, show)
    rates = [(q, x) for q, x in zip(e.coordinates, e.kinematics, strict=True)]
    lines += [rf"\[ \dot {names[q]} = {show(x)} \]" for q, x in rates]
    lines += [rf"\[ {show(symbol)} = {show(x)} \]" for symbol, x in _told(e)]
    values = [f"{show(s)} = {value:.6g}" for s, value in used_parameters(e).items()]
    if values:
        lines.append(r"\[ " + r",\quad ".join(values) + r" \]")
    return "\n".join(lines) + "\n"


def _reduced_text(e: EquationsOfMotion) -> list[list[str]]:
    """The equations in the independent speeds, T and c, and what closes the loops."""
    if (r := e.reduced) is None:
        return []
    lines = [f"{_reduced_form(r)}:"]
    for letter, matrix in (("m", r.mass), ("f", r.force)):
        for i, j in ((i, j) for i in range(matrix.rows) for j in range(matrix.cols)):
            at = (r.independent[i],) if letter == "f" else (r.independent[i], r.independent[j])
            if not (letter == "m" and j < i):
                lines.append("  " + _line(letter, at, matrix[i, j]))
    lines += [f"  {symbol} = {_plain(x)}" for symbol, x in r.letters.items()]
    closed = [f"  0 = {_plain(x)}" for x in r.closure]
    return [lines, ["where the loops are closed:", *closed]]


def _reduced_latex(e: EquationsOfMotion, show: Callable[[Any], str]) -> list[str]:
    if (r := e.reduced) is None:
        return []
    lines = [f"% {_reduced_form(r)}"]
    lines += [rf"\[ m = {show(r.mass)} \]", rf"\[ f = {show(r.force)} \]"]
    lines += [rf"\[ {show(symbol)} = {show(x)} \]" for symbol, x in r.letters.items()]
    return lines + [rf"\[ 0 = {show(x)} \]" for x in r.closure]


def _reduced_form(r: ReducedEquations) -> str:
    speeds = ", ".join(r.independent)
    return f"reduced to {speeds}: m udot = f, and of the others udot = T udot + c"


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
        return "M a = Q + A' forces, A a = b, udot = P a + r, a: rates of body velocities"
    return "M udot = f + J' forces, J udot = g" if e.rows else "M udot = f"


def _matrices(e: EquationsOfMotion) -> Iterator[tuple[str, Any]]:
    letters = "MfJg" if e.back is None else "MQAb"  # as the papers of the method have them
    yield from zip(letters, (e.mass_matrix, e.forcing, e.jacobian, e.target), strict=True)
    if e.back is not None:
        yield from zip(("P", "r"), e.back, strict=True)


def _parts(e: EquationsOfMotion) -> Iterator[list[Entry]]:
    """Entries of every matrix that are not zero."""
    speeds = tuple(e.names.labels[e.speeds[v].name][1] for v in e.free)
    labels = (e.unknowns, e.unknowns, e.rows, e.rows, speeds, speeds)
    for (letter, matrix), own in zip(_matrices(e), labels, strict=False):
        found: list[Entry] = []
        for i, j in ((i, j) for i in range(matrix.rows) for j in range(matrix.cols)):
            if matrix[i, j] == 0 or (letter == "M" and j < i):
                continue
            row = numbered(own, i)
            at = (row,) if letter in "fQgbr" else (row, e.unknowns[j])
            found.append((letter, at, matrix[i, j]))
        yield found


def _rates(e: EquationsOfMotion) -> Iterator[tuple[str, Any]]:
    for q, rate in zip(e.coordinates, e.kinematics, strict=True):
        yield e.names.labels[q.name][1], rate


def _line(letter: str, at: tuple[str, ...], x: Any) -> str:
    return f"{letter}[{', '.join(at)}] = {_plain(x)}"


def _plain(x: Any) -> str:
    return str(sympy.sstr(x, full_prec=False)).replace("**", "^")


def _place(letter: str, at: tuple[str, ...]) -> str:
    return letter + "_{" + ", ".join(rf"\mathrm{{{label}}}" for label in at) + "}"


def _told(e: EquationsOfMotion) -> Iterator[tuple[Any, Any]]:
    """What letters stand for, without the rates of joints that are held and nothing asks for."""
    mentioned = set().union(*(x.free_symbols for x in _expressions(e)))
    for symbol, x in e.known.items():
        if symbol in mentioned or symbol not in e.prescribed or x != 0:
            yield symbol, x


def _expressions(e: EquationsOfMotion) -> Iterator[Any]:
    yield from (matrix for _, matrix in _matrices(e))
    yield e.kinematics
    yield from e.known.values()
    yield from (step.value for step in e.steps)
    if e.reduced is not None:
        yield from (e.reduced.mass, e.reduced.force, e.reduced.closure, *e.reduced.letters.values())

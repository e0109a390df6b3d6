"""Makes the numbers of docs/theory/one-problem-four-ways.md: `python docs/scripts/four_ways.py`.

A wet double pendulum at one state, by all four formulations, with what each has on the way. The
fragments go to docs/assets/four-ways.txt; the page takes them from there by name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

import pelagos as pl
from pelagos.equations import newton_euler
from pelagos.equations.articulated import free_axis
from pelagos.equations.mechanism import given
from pelagos.march.engine import engine_of
from pelagos.mathematics.algebra import Motion
from pelagos.mechanism.objects import mechanism_of
from pelagos.programs.robot import FORMULATIONS

FILE = Path(__file__).parents[1] / "assets" / "four-ways.txt"
ROBOT = "wet-double-pendulum"
Q, U = [0.6, -0.9], [1.2, -0.7]  # rad, rad/s
RATES = tuple("uvwpqr")


def table(values: Sequence, rows: Sequence[str] = (), columns: Sequence[str] = ()) -> list[str]:
    """A matrix (or a column) as aligned text, with names of its rows and columns."""
    matrix = np.asarray(values, dtype=float)
    matrix = matrix[:, None] if matrix.ndim == 1 else matrix
    names = list(rows) or [""] * len(matrix)
    cells = [[_number(x) for x in row] for row in matrix]
    heads = [list(columns)] if columns else []
    width = max(len(cell) for row in heads + cells for cell in row) + 2
    left = max(len(name) for name in names)
    lines = ["".join([" " * left, *(f"{cell:>{width}}" for cell in row)]) for row in heads]
    for name, row in zip(names, cells, strict=True):
        lines.append("".join([f"{name:<{left}}", *(f"{cell:>{width}}" for cell in row)]))
    return lines


def _number(x: float) -> str:
    return "0" if abs(x) < 1e-12 else f"{x:.5f}"


def block(title: str, values: Sequence, rows: Sequence = (), columns: Sequence = ()) -> list[str]:
    return [title, *(f"  {line}" for line in table(values, rows, columns)), ""]


def matrix_of(inertia) -> np.ndarray:
    return np.array([[*inertia.column(k)] for k in range(6)])


def the_problem(robot: pl.Robot) -> list[str]:
    """State, inertia with added mass, and wrenches of weight, buoyancy and drag."""
    frames = pl.moving_frame(robot, Q, U)
    lines = block("q, u", np.column_stack([Q, U]), robot.speeds, ["rad", "rad/s"])
    lines += block("inertia of each rod, added mass included", frames.M[:6, :6], RATES, RATES)
    wrenches = frames.Q.reshape(-1, 6).T
    return lines + block("wrenches of weight, buoyancy and drag", wrenches, RATES, robot.order)


def by_newton_euler(robot: pl.Robot) -> list[str]:
    """The three sweeps, one body after the other."""
    compiled = engine_of(robot).robot
    m = mechanism_of(compiled)
    turns = [np.kron(np.eye(2), align) for align in compiled.align]
    known = given(m, 0.0, Q, U)
    carried, forces = newton_euler.outward_sweep(known)
    inertias = [link.inertia for link in m.links]
    names, lines, axes = robot.order, [], {}
    outward = [turns[i] @ [*v] for i in (0, 1) for v in (carried[i].velocity, carried[i].bias)]
    columns = [f"{name} {what}" for name in names for what in ("v", "c")]
    lines += block("outward: velocities v and biases c", np.transpose(outward), RATES, columns)
    for i in (1, 0):
        link, body = m.links[i], carried[i]
        articulated = turns[i] @ matrix_of(inertias[i]) @ turns[i].T
        lines += block(f"inward: articulated inertia of {names[i]}", articulated, RATES, RATES)
        force = turns[i] @ [*forces[i]]
        U_joint, d_inverse, inertia = free_axis(inertias[i], body.columns[0], m.rotor[i])
        effort = known.tau[i] - forces[i].dot(body.columns[0])
        axes[i] = U_joint, d_inverse, effort
        pair = np.column_stack([force, turns[i] @ [*U_joint]])
        lines += block(f"bias force p and U of {names[i]}", pair, RATES, ["p", "U"])
        lines += block("d, e", [[1.0 / d_inverse, effort]])
        if link.parent is not None:
            left = turns[i] @ matrix_of(inertia) @ turns[i].T
            lines += block("what is left of the inertia, to be handed on", left, RATES, RATES)
            pushed = forces[i] + (effort * d_inverse) * U_joint + inertia @ body.bias
            inertias[link.parent] = inertias[link.parent] + body.pose.carry(inertia)
            forces[link.parent] = forces[link.parent] + body.pose.out_of(pushed)
    a, found = Motion.zero(), []
    for i in (0, 1):
        a = carried[i].pose.into(a) + carried[i].bias
        U_joint, d_inverse, effort = axes[i]
        found.append((effort - U_joint.dot(a)) * d_inverse)
        a = a + found[-1] * carried[i].columns[0]
    return lines + block("outward: accelerations of the joints", found, names)


def by_kane(robot: pl.Robot) -> list[str]:
    found = pl.kane(robot, Q, U)
    lines = []
    for name, partial in found.partial_velocities.items():
        lines += block(f"partial velocities of {name}", partial, RATES, found.speeds)
    rates = np.column_stack(list(found.remainder_rates.values()))
    lines += block("remainders of the accelerations", rates, RATES, robot.order)
    lines += block("mass matrix", found.mass, found.speeds, found.speeds)
    both = np.column_stack([found.active_forces, found.remainder])
    lines += block("active forces F and remainder C", both, found.speeds, ["F", "C"])
    solved = np.linalg.solve(found.mass, found.active_forces - found.remainder)
    return lines + block("accelerations", solved, found.speeds)


def by_moving_frame(robot: pl.Robot) -> list[str]:
    found = pl.moving_frame(robot, Q, U)
    lines = block("E of lower", found.E["lower"])
    lines += block("B", found.B, found.rows, found.speeds)
    lines += block("rate of B", found.Bdot, found.rows, found.speeds)
    lines += block("D of lower", found.D[6:, 6:], RATES, RATES)
    lines += block("M*", found.M_star, found.speeds, found.speeds)
    lines += block("N*", found.N_star, found.speeds, found.speeds)
    lines += block("F*", found.F_star, found.speeds)
    solved = np.linalg.solve(found.M_star, found.F_star - found.N_star @ found.u)
    return lines + block("accelerations", solved, found.speeds)


def by_udwadia_kalaba(robot: pl.Robot) -> list[str]:
    found = pl.constraint_system(robot, Q, U)
    lines = []
    for body in (0, 1):
        part = slice(6 * body, 6 * body + 6)
        title = f"A, columns of {robot.order[body]}"
        lines += block(title, found.A[:, part], found.rows, found.columns[part])
    rows = np.column_stack([found.b, found.multipliers])
    lines += block(f"b and forces f of the rows (rank {found.rank})", rows, found.rows, ["b", "f"])
    columns = np.column_stack([found.Q, found.accelerations, found.forces])
    lines += block("Q, accelerations a and forces A'f", columns, found.columns, ["Q", "a", "A'f"])
    return lines + block("accelerations of the joints", found.udot, robot.speeds)


def compared(robot: pl.Robot) -> list[str]:
    """All digits, by the compiled programs."""
    lines = []
    for method in FORMULATIONS:
        udot = pl.acceleration(robot, Q, U, method=method)
        lines.append(f"{method:<16}" + "".join(f"{x:>16.9f}" for x in udot))
    return [*lines, ""]


FRAGMENTS: dict[str, Callable[[pl.Robot], list[str]]] = {
    "problem": the_problem,
    "newton-euler": by_newton_euler,
    "kane": by_kane,
    "moving-frame": by_moving_frame,
    "udwadia-kalaba": by_udwadia_kalaba,
    "compared": compared,
}


def fragments() -> str:
    robot = pl.load(ROBOT)
    lines = []
    for name, make in FRAGMENTS.items():
        text = "\n".join(make(robot)).rstrip()
        lines += [f"--8<-- [start:{name}]", text, f"--8<-- [end:{name}]", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    FILE.write_text(fragments(), encoding="utf-8")
    print(f"wrote {FILE.name}")

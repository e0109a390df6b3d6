"""A robot as CasADi functions: `pl.casadi(robot)`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.exporters.c.names import prefix
from pelagos.exporters.casadi_module import casadi_module
from pelagos.exporters.casadi_tape import evaluated
from pelagos.exporters.opened import Opened, opened
from pelagos.exporters.tunable import Polynomial
from pelagos.lazy import cached_property
from pelagos.model.robot import Robot
from pelagos.programs.components import GroupLayout
from pelagos.programs.forces import independent_rows

MOST = 100_000  # operations of a program: some seconds, and a gigabyte with derivatives
PROJECTIONS = 3  # back onto the constraints after a step: each squares the distance


@dataclass(frozen=True)
class CasadiRobot:
    """Functions of the time t, the state x, inputs `in` and parameters p, as columns.

    The state is coordinates, speeds, auxiliary states; prescribed joints follow their signals.
    """

    name: str
    states: tuple[str, ...]  # q[...], u[...], s[...]
    inputs: tuple[str, ...]  # actuators
    parameters: tuple[str, ...]  # paths
    x0: np.ndarray  # at the start, with loops closed
    in0: np.ndarray
    p0: np.ndarray
    rates: Any  # (t, x, in, p) -> dx
    acceleration: Any  # (t, x, in, tau, p) -> udot
    inverse_dynamics: Any  # (t, x, in, udot, p) -> tau
    step: Any  # (t, h, x, in, p) -> x after one step of Runge and Kutta's method of order 4


def casadi(
    robot: Robot | str | Path,
    scenario: str | None = None,
    *,
    inputs: Iterable[str] | None = None,
    parameters: Iterable[str] = (),
) -> CasadiRobot:
    """The equations of motion as CasADi functions, for predictive control and planning.

    inputs: actuators that are set from outside; None: all that can be. The others follow their
        signals.
    parameters: paths of numbers that stay open, as bodies.hull.mass; parameters that signals alone
        use are open anyway.

    Examples:
        >>> cart = pl.casadi("cart-pole", inputs=["push"])  # needs pelagos[casadi]
        >>> cart.states
        ('q[cart]', 'q[pole]', 'u[cart]', 'u[pole]')
        >>> after = cart.step(0.0, 0.01, cart.x0, [5.0], cart.p0)
        >>> after.shape
        (4, 1)
    """
    ca = casadi_module("pl.casadi")
    ready = opened(robot, scenario, inputs, parameters)
    maker = _Maker(ca, ready)
    return CasadiRobot(
        name=maker.name,
        states=tuple(s.name for s in ready.states),
        inputs=tuple(i.name for i in ready.inputs),
        parameters=tuple(p.name for p in ready.parameters),
        x0=np.array([s.value for s in ready.states]),
        in0=np.array([i.value for i in ready.inputs]),
        p0=np.array([p.value for p in ready.parameters]),
        rates=maker.rates(),
        acceleration=maker.acceleration(),
        inverse_dynamics=maker.inverse_dynamics(),
        step=maker.step(),
    )


class _Maker:
    """Makes functions of one robot."""

    def __init__(self, ca: Any, robot: Opened):
        self._ca, self._open = ca, robot
        self.name = prefix(robot.robot.name)
        self._programs = robot.engine.programs
        self._t = ca.SX.sym("t")
        self._x = ca.SX.sym("x", robot.flowing)
        self._in = ca.SX.sym("in", len(robot.inputs))
        self._p = ca.SX.sym("p", len(robot.parameters))
        self._z = ca.SX.sym("z", robot.compiled.nv)
        self._numbers = [self._number(k) for k in range(len(robot.defaults))]
        self._flow: Any = None

    def _number(self, k: int) -> Any:
        """A number of the programs, by inputs and parameters."""
        robot = self._open
        if k in robot.input_places:
            return self._in[robot.input_places[k]]
        if k in robot.polynomials:
            return self._polynomial(robot.polynomials[k])
        return self._ca.SX(float(robot.defaults[k]))

    def _polynomial(self, polynomial: Polynomial) -> Any:
        paths, total = list(self._open.steps), self._ca.SX(0.0)
        for term in polynomial:
            product = self._ca.SX(term.factor)
            for path, power in term.powers:
                own = self._open.steps[path]
                product *= ((self._p[paths.index(path)] - own.base) / own.step) ** power
            total += product
        return total

    def _program(self, name: str, by_signals: bool, further: int = 0) -> list[Any]:
        """Outputs of a program; what follows on the state is z."""
        trace, outputs = self._programs.traced(name, by_signals)
        size = len(trace.tape.needed(outputs))
        if size > MOST:
            raise PelagosError(
                f"{self._open.robot.name}: {size:,} operations are too many for CasADi\n"
                f"    choose a smaller robot, of up to {MOST:,}"
            )
        ca, count = self._ca, self._open.engine.size - self._open.flowing
        given = [self._t, *ca.vertsplit(self._x), *[ca.SX(0.0)] * count]
        given += ca.vertsplit(self._z)[:further]
        return evaluated(ca, trace.tape, outputs, [*given, *self._numbers])

    def _function(self, name: str, given: dict[str, Any], outputs: Sequence[Any], out: str) -> Any:
        ca = self._ca
        column = ca.vertcat(*outputs) if len(outputs) else ca.SX(0, 1)
        return ca.Function(f"{self.name}_{name}", [*given.values()], [column], [*given], [out])

    @property
    def _usual(self) -> dict[str, Any]:
        return {"t": self._t, "x": self._x, "in": self._in, "p": self._p}

    def rates(self) -> Any:
        found = self._answered("rates", self._open.is_driven)
        self._flow = self._function("rates", self._usual, found, "dx")
        return self._flow

    def acceleration(self) -> Any:
        nq, nv = self._open.compiled.nq, self._open.compiled.nv
        found = self._answered("pushed", False, nv)[nq : nq + nv]
        return self._function("acceleration", self._with("tau"), found, "udot")

    def inverse_dynamics(self) -> Any:
        found = self._program("efforts", False, self._open.compiled.nv)
        return self._function("inverse_dynamics", self._with("udot"), found, "tau")

    def _with(self, third: str) -> dict[str, Any]:
        return {"t": self._t, "x": self._x, "in": self._in, third: self._z, "p": self._p}

    # constraints

    def _answered(self, name: str, by_signals: bool, further: int = 0) -> list[Any]:
        """Rates of the state, with forces of constraints."""
        y = self._program(name, by_signals, further)
        found = y[: self._open.flowing + 1]
        if self._programs.loose_rows:
            self._respond(y, self._programs.rates_layout, "forces", found)
        return found[: self._open.flowing]

    def _respond(self, y: Sequence[Any], layout: GroupLayout, kind: str, found: list[Any]) -> None:
        """Add what forces of the rows that are independent at the start do."""
        for (at, n, _, count, listed), rows in zip(layout.table, self._rows, strict=True):
            end = at + n * n
            gram, wanted, responses = {
                "forces": (at + n, at, end + 2 * n),
                "displacements": (at, end + n, end + 3 * n),
                "speeds": (at, end + 2 * n, end + 3 * n),
            }[kind]
            G = [[y[gram + i * n + j] for j in rows] for i in rows]
            f = _solved(self._ca, G, [y[wanted + i] for i in rows])
            for row, force in zip(rows, f, strict=True):
                for k in range(count):
                    place = layout.affected[listed + k]
                    found[place] = found[place] + force * y[responses + row * count + k]

    @cached_property
    def _rows(self) -> list[list[int]]:
        """By group: rows that are independent at the start."""
        start = np.array([state.value for state in self._open.states])
        x = np.append(start, np.zeros(self._open.engine.size - len(start)))
        y = self._open.engine.run("restore", 0.0, x[None])[0]
        return independent_rows(self._programs.restore_layout, y)

    def _settled(self) -> Any:
        """One way back onto the constraints: (t, x, in, p) -> moved x, and moved speeds."""
        ca, nq, nv = self._ca, self._open.compiled.nq, self._open.compiled.nv
        driven = self._open.is_driven
        y = self._program("restore", driven)
        end = len(y) - 2 * nv
        moves = {"displacements": y[end : end + nv], "speeds": y[end + nv :]}
        for kind, move in moves.items():
            self._respond(y, self._programs.restore_layout, kind, move)
        shift = self._function(
            "shift", {**self._usual, "z": self._z}, self._program("shift", driven, nv), "dq"
        )
        usual = [self._t, self._x, self._in, self._p]
        moved = self._x[:nq] + shift(*usual, ca.vertcat(*moves["displacements"]))
        faster = self._x[nq : nq + nv] + ca.vertcat(*moves["speeds"])
        places = ca.vertcat(self._unit(moved), self._x[nq:])
        speeds = ca.vertcat(self._x[:nq], faster, self._x[nq + nv :])
        return ca.Function(f"{self.name}_settled", usual, [places, speeds])

    def _unit(self, x: Any) -> Any:
        """Quaternions of unit length."""
        ca, parts = self._ca, self._ca.vertsplit(x)
        for q in self._open.compiled.quaternions.tolist():
            length = ca.norm_2(ca.vertcat(*parts[q : q + 4]))
            parts[q : q + 4] = [part / length for part in parts[q : q + 4]]
        return ca.vertcat(*parts)

    def _beside(self, t: Any, h: Any, way: float) -> Any:
        """The time; where a signal jumps or bends at it, a hair further on in that way."""
        found = t
        for stop in self._open.engine.breakpoints[0]:
            here = self._ca.fabs(t - stop) <= 1e-9 * self._ca.fabs(h)
            found = self._ca.if_else(here, stop * (1.0 + way * 1e-13), found)
        return found

    def step(self) -> Any:
        """Calls of the rates, so that it stays small."""
        ca, robot = self._ca, self._open
        t, h, x = ca.MX.sym("t"), ca.MX.sym("h"), ca.MX.sym("x", robot.flowing)
        given = ca.MX.sym("in", len(robot.inputs)), ca.MX.sym("p", len(robot.parameters))
        begin, end = self._beside(t, h, 1.0), self._beside(t + h, h, -1.0)
        k1 = self._flow(begin, x, *given)
        k2 = self._flow(t + h / 2, x + h / 2 * k1, *given)
        k3 = self._flow(t + h / 2, x + h / 2 * k2, *given)
        k4 = self._flow(end, x + h * k3, *given)
        after = self._unit(x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4))
        if self._open.is_closed:
            settled = self._settled()
            for _ in range(PROJECTIONS):
                after = settled(end, after, *given)[0]
            after = settled(end, after, *given)[1]
        names = ["t", "h", "x", "in", "p"]
        return ca.Function(f"{self.name}_step", [t, h, x, *given], [after], names, ["next"])


def _solved(ca: Any, G: Sequence[Sequence[Any]], right: Sequence[Any]) -> list[Any]:
    """G f = right by Cholesky's method, for a matrix that is positive definite."""
    n = len(right)
    L: list[list[Any]] = [[None] * n for _ in range(n)]
    z: list[Any] = []
    for i in range(n):
        for j in range(i + 1):
            rest = G[i][j] - sum(L[i][k] * L[j][k] for k in range(j))
            L[i][j] = ca.sqrt(rest) if i == j else rest / L[j][j]
        z.append((right[i] - sum(L[i][k] * z[k] for k in range(i))) / L[i][i])
    f: list[Any] = [None] * n
    for i in reversed(range(n)):
        f[i] = (z[i] - sum(L[k][i] * f[k] for k in range(i + 1, n))) / L[i][i]
    return f

"""The equations of motion of one robot as compiled functions: `pl.dynamics(robot)`.

The formulation runs once on tape numbers; what it did is the robot's program (`pelagos.tape`). Each
question below is such a program, made when it is first asked. Derivatives are exact. Displacements
are expressed like the speeds (of a free joint in body axes, linear then angular), so attitude needs
no extra coordinate: see docs/theory/derivatives.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from pelagos.analysis.closed_derivatives import ClosedDerivatives
from pelagos.analysis.linear import check_lines
from pelagos.analysis.queries import AnyRobot, Vector, acceleration
from pelagos.equations import kane, mechanism, moving_frame, newton_euler, udwadia_kalaba
from pelagos.errors import PelagosError
from pelagos.language.suggest import did_you_mean
from pelagos.lazy import cached_property
from pelagos.march.engine import check_method, engine_of
from pelagos.march.settings import read_robot
from pelagos.mathematics.algebra import Mat3
from pelagos.mechanism.objects import mechanism_of
from pelagos.mechanism.robot import compile_robot
from pelagos.model.paths.shadowed import in_scenario
from pelagos.model.robot import Robot
from pelagos.programs.large import is_large
from pelagos.tape.derivatives import pullback, pushforward
from pelagos.tape.function import Function
from pelagos.tape.machine.lanes import WIDTH
from pelagos.tape.numbers import Number, Tape

LARGEST = 1_000_000  # instructions of a program: some ten seconds to compile, where much repeats

OfPosition = Callable[[Vector], np.ndarray]

_FORWARD: dict[str, Callable[..., list]] = {
    "newton-euler": newton_euler.forward_dynamics,
    "kane": kane.forward_dynamics,
    "moving-frame": moving_frame.forward_dynamics,
    "udwadia-kalaba": udwadia_kalaba.forward_dynamics,
}


class Derivatives(NamedTuple):
    """How udot changes; (nv, nv) each, with a leading dimension of states where there are many."""

    q: np.ndarray  # by displacements, expressed like the speeds
    u: np.ndarray
    tau: np.ndarray


class DynamicsProgram(NamedTuple):
    """A robot's equations of motion as a tape (see docs/theory/tracing.md)."""

    operations: Counter[str]  # by name
    instructions: Counter[str]  # that they become, by name
    text: str  # one operation a line


class Gradient(NamedTuple):
    """The gradient of w . udot."""

    q: np.ndarray  # by displacements, expressed like the speeds
    u: np.ndarray
    tau: np.ndarray


def dynamics(
    robot: AnyRobot, scenario: str | None = None, method: str = "newton-euler"
) -> Dynamics:
    """The equations of motion, compiled for this robot; arrays in, arrays out.

    method: the formulation that they are written by.

    Examples:
        >>> f = pl.dynamics("double-pendulum")
        >>> q, u = np.array([0.1, 0.2]), np.zeros(2)
        >>> f.acceleration(q, u).round(3)
        array([ 1.08 , -7.016])
        >>> f.derivatives(q, u).q.shape
        (2, 2)
    """
    check_method(method)
    return Dynamics(in_scenario(read_robot(robot, None), scenario), method)


class Dynamics:
    """Questions to one robot. q, u, tau and others may have a leading dimension of states."""

    def __init__(self, robot: Robot, method: str):
        check_lines(robot, "dynamics")
        self.robot = robot
        self.method = method
        self._compiled = compile_robot(robot)
        self.nq, self.nv = self._compiled.nq, self._compiled.nv
        self._m = mechanism_of(self._compiled)
        self._no_effort = np.zeros(self.nv)
        self._jacobians: dict[str, OfPosition] = {}

    @property
    def program(self) -> DynamicsProgram:
        """What the accelerations come down to, to look at."""
        function = self._acceleration
        if not isinstance(function, Function):
            raise PelagosError(
                f"{self.robot.name}: with closed loops, a vortex lattice or a large mass matrix "
                "the accelerations are no single program\n    look at a robot without, or use "
                'method="newton-euler"'
            )
        labels = [f"udot[{label}]" for label in self.robot.speeds]
        return DynamicsProgram(
            function.operations, function.program.counts(), function.listing(labels)
        )

    def acceleration(
        self, q: Vector, u: Vector, tau: Vector | None = None, t: float = 0.0
    ) -> np.ndarray:
        """udot at the state (q, u) and time t; tau are joint efforts beside the robot's own."""
        return self._acceleration(t, q, u, self._no_effort if tau is None else tau)

    def inverse_dynamics(self, q: Vector, u: Vector, udot: Vector, t: float = 0.0) -> np.ndarray:
        """Joint efforts, beside the robot's own forces, that make it accelerate with udot."""
        return self._inverse(t, q, u, udot)

    def mass_matrix(self, q: Vector) -> np.ndarray:
        """M(q) with kinetic energy u'Mu/2: the efforts per unit acceleration."""
        found = self._mass(q)
        return np.tril(found) + np.swapaxes(np.tril(found, -1), -1, -2)

    def jacobian(self, q: Vector, body: str) -> np.ndarray:
        """6 x nv: velocity of a body's frame (linear, then angular; body axes) per speed."""
        if body not in self._compiled.names:
            remedy = did_you_mean(body, self._compiled.names)
            raise PelagosError(f"body: there is no {body!r}\n    {remedy}")
        if body not in self._jacobians:
            self._jacobians[body] = self._jacobian_of(body)
        return self._jacobians[body](q)

    def derivatives(
        self, q: Vector, u: Vector, tau: Vector | None = None, t: float = 0.0
    ) -> Derivatives:
        """d udot/d(q, u, tau), exact; all rows of it at once by gradients, side by side."""
        nv, tau = self.nv, self._no_effort if tau is None else tau
        given = tuple(np.asarray(a, dtype=float) for a in (q, u, tau))
        if self._closed is not None:
            found = self._closed.all(t, *given)
        elif all(a.ndim == 1 for a in given):
            found = self._all_gradients(t, *given)
        else:
            count = self._gradient.count((*given, self._no_effort))
            rows = [np.repeat(a, nv, axis=0) if a.ndim == 2 else a for a in given]
            found = self._gradient(t, *rows, np.tile(np.eye(nv), (count, 1)))
            found = found.reshape(count, nv, 3 * nv)
        return Derivatives(*self._thirds(found))

    def jvp(
        self,
        q: Vector,
        u: Vector,
        tau: Vector,
        dq: Vector,
        du: Vector,
        dtau: Vector,
        t: float = 0.0,
    ) -> tuple[np.ndarray, np.ndarray]:
        """udot, and its rate when the state moves along (dq, du, dtau); dq is like the speeds.

        With closed loops, where dq and du keep them closed.
        """
        if self._closed is not None:
            moved = [np.asarray(a, dtype=float) for a in (q, u, tau, dq, du, dtau)]
            return self.acceleration(q, u, tau, t), self._closed.along(t, *moved)
        found = self._direction(t, q, u, tau, dq, du, dtau)
        return found[..., : self.nv], found[..., self.nv :]

    def vjp(self, q: Vector, u: Vector, tau: Vector, weights: Vector, t: float = 0.0) -> Gradient:
        """The gradient of weights . udot by displacement, speeds and efforts."""
        if self._closed is not None:
            given = [np.asarray(a, dtype=float) for a in (q, u, tau, weights)]
            return Gradient(*self._thirds(self._closed.gradient(t, *given)))
        return Gradient(*self._thirds(self._gradient(t, q, u, tau, weights)))

    def _thirds(self, found: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """By displacements, speeds, efforts."""
        nv = self.nv
        return found[..., :nv], found[..., nv : 2 * nv], found[..., 2 * nv :]

    # the programs

    @cached_property
    def _acceleration(self) -> Callable[..., np.ndarray]:
        whole = not (self._compiled.constraints.rows or self._compiled.lattice.count)
        if whole and not is_large(self.method, self.nv):
            trace = _Trace(self._m, self.robot)
            return self._traced(trace, {"tau": self.nv}, trace.udot(self.method))
        # the pseudo-inverse of closed loops, the flow about wings and large matrices are loops
        return lambda t, q, u, tau: acceleration(self.robot, q, u, tau, t, self.method)

    @cached_property
    def _inverse(self) -> Function:
        trace = _Trace(self._m, self.robot)
        accelerations = trace.tau  # the third argument stands for these here
        efforts = newton_euler.inverse_dynamics(self._m, trace.t, trace.q, trace.u, accelerations)
        return self._function(trace, {"udot": self.nv}, efforts)

    @cached_property
    def _mass(self) -> OfPosition:
        """Columns of M: the efforts of unit accelerations."""
        m, trace = mechanism.without_forces(self._m), _Trace(self._m, self.robot)
        rest = [0.0] * self.nv
        efforts = newton_euler.inverse_dynamics(m, 0.0, trace.q, rest, trace.tau)
        return self._by_units("tau", self._traced(trace, {"tau": self.nv}, efforts))

    def _jacobian_of(self, body: str) -> OfPosition:
        trace, b = _Trace(self._m, self.robot), self._compiled.names.index(body)
        known = mechanism.given(mechanism.without_forces(self._m), 0.0, trace.q, trace.u)
        velocity = known.velocities[b]
        axes = Mat3.of(self._compiled.align[b].T.ravel().tolist())  # from joint-aligned axes
        own = [*(axes @ velocity.v), *(axes @ velocity.w)]
        return self._by_units("u", self._traced(trace, {"tau": self.nv}, own))

    @cached_property
    def _direction(self) -> Function:
        trace = self._differentiable()
        udot, sizes = trace.udot(self.method), dict.fromkeys(("tau", "dq", "du", "dtau"), self.nv)
        dq, du, dtau = (trace.row(name) for name in ("dq", "du", "dtau"))
        rates = [*mechanism.coordinate_rates(self._m, trace.q, dq), *du, *dtau]
        inputs = [*trace.q, *trace.u, *trace.tau]
        directions = {x.index: rate for x, rate in zip(inputs, rates, strict=True)}
        return self._function(trace, sizes, [*udot, *pushforward(trace.tape, udot, directions)])

    @cached_property
    def _gradient(self) -> Function:
        trace = self._differentiable()
        weights, udot = trace.row("weights"), trace.udot(self.method)
        found = pullback(trace.tape, udot, weights)
        by_q = trace.by_displacements([found.get(x.index, 0.0) for x in trace.q])
        rest = [found.get(x.index, 0.0) for x in (*trace.u, *trace.tau)]
        return self._function(trace, {"tau": self.nv, "weights": self.nv}, [*by_q, *rest])

    @cached_property
    def _all_gradients(self) -> Callable[..., np.ndarray]:
        """Of every single acceleration at one state."""
        return self._gradient.over("weights", np.eye(self.nv))

    @cached_property
    def _closed(self) -> ClosedDerivatives | None:
        """Derivatives of a robot with constraints."""
        if not self._compiled.constraints.rows:
            return None
        return ClosedDerivatives(engine_of(self.robot, self.method))

    def _differentiable(self) -> _Trace:
        if self._compiled.lattice.count:
            raise PelagosError(
                f"{self.robot.name}: derivatives of a robot with a vortex lattice are not compiled"
                "\n    ask pl.linearize for those at a state"
            )
        return _Trace(self._m, self.robot)

    def _function(self, trace: _Trace, more: dict[str, int], outputs: Sequence[Any]) -> Function:
        """A program of a size that can be compiled."""
        function = self._traced(trace, more, outputs)
        size = len(function.program.instructions)
        if size > LARGEST:
            raise PelagosError(
                f"{self.robot.name}: this would be a program of {size:,} instructions, more than "
                f"{LARGEST:,}\n    take a smaller robot, or differences of f.acceleration"
            )
        return function

    def _traced(self, trace: _Trace, more: dict[str, int], outputs: Sequence[Any]) -> Function:
        return Function(trace.tape, {"q": self.nq, "u": self.nv, **more}, outputs, WIDTH)

    def _by_units(self, name: str, function: Function) -> OfPosition:
        """What is linear in a row of numbers, as a matrix that depends on q: its columns by units.

        What the units share is done once.
        """
        units, still = np.eye(self.nv), self._no_effort
        one = function.over(name, units)

        def matrix(q: Vector) -> np.ndarray:
            places = np.asarray(q, dtype=float)
            if places.ndim == 1:
                return np.swapaxes(one(0.0, places, still), -1, -2)
            rows = {"q": np.repeat(places, self.nv, axis=0), "u": still, "tau": still}
            rows[name] = np.tile(units, (len(places), 1))
            found = function(0.0, *rows.values()).reshape(len(places), self.nv, -1)
            return np.swapaxes(found, -1, -2)

        return matrix


class _Trace:
    """A tape with the usual inputs of a robot."""

    def __init__(self, m: mechanism.Mechanism, robot: Robot):
        self.m = m
        self.robot = robot
        self.tape = Tape()
        self.t = self.tape.input("t")
        self.q = self.tape.row(f"q[{label}]" for label in robot.coordinates)
        self.u = self.row("u")
        self.tau = self.row("tau")

    def row(self, name: str) -> list[Number]:
        """An input for each speed."""
        return self.tape.row(f"{name}[{label}]" for label in self.robot.speeds)

    def udot(self, method: str) -> list:
        return _FORWARD[method](self.m, self.t, self.q, self.u, self.tau)

    def by_displacements(self, gradient: Sequence[Any]) -> list:
        """A gradient by coordinates as one by displacements: qdot = N(q) u, so g N(q)."""
        found = []
        for link in self.m.links:
            q, g = self.q[link.q], gradient[link.q]
            for k in range(link.joint.nv):
                unit = [1.0 if i == k else 0.0 for i in range(link.joint.nv)]
                rates = link.joint.rates(q, unit)
                found.append(sum((a * b for a, b in zip(g, rates, strict=True)), 0.0))
        return found

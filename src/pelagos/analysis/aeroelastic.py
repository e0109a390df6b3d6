"""Small motions of a robot with wings in a flow of any speed: the roots of its linear equations.

The robot stands still in its undeformed shape (all coordinates zero), the flow passes along its
wings, so these carry no lift, and gravity is left out. About there

    x' = A(V) x                                    wings by strip theory, lags among x,
    p^2 s = (A21 + M^-1 Q(p)) s + p A22 s          wings with a vortex lattice.

A is exact (`run.linear`). With matrices that do not depend on the speed but for powers of it, A is
a polynomial of second degree in V: three linearisations give it, and a fourth confirms it.

Q(p) are the loads of the lattice of an air step (aero.linear_lattice) for motions s exp(p t): each
row of the wake has the circulation that the trailing edge had k steps ago, hence the factor
exp(-k p dt). This is the exact transform of the lattice in space with its wake, at any complex p,
growing or decaying, and needs no states for the wake: a dozen roots remain, where a march has
hundreds, most of them of the wake alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from pelagos.analysis.lattice_matrices import lattice_matrices
from pelagos.analysis.linear import linear_at
from pelagos.analysis.queries import jacobians, poses
from pelagos.errors import PelagosError
from pelagos.language.expressions import evaluate
from pelagos.language.placement import rotation
from pelagos.march.engine import Engine, engine_of
from pelagos.mechanism.robot import compile_robot
from pelagos.model.robot import Robot

SAME = 1e-9  # how well the polynomial must give the fourth linearisation
RAMP = 5  # steps from a vacuum to the fluid's density, at the first speed
CONVERGED = 1e-9  # change of a root, relative
UNIT = 100.0  # m/s: the speed at which a lattice is taken
STEPS_PER_PERIOD = 10  # that an oscillation must have in order to be judged
MOST_ITERATIONS = 50
FADED = 30.0  # a motion that decayed by so many powers of e along the wake cannot be followed


def in_tunnel(robot: Robot, speed: float) -> Robot:
    """The robot without gravity, in a flow of this speed along its first wing."""
    if not robot.wings:
        raise PelagosError(
            f"{robot.name}: has no wings, and nothing flutters\n"
            "    add wings: to the model; `pelagos list` shows robots, wing and goland among them"
        )
    kinds = {wing.is_lattice for wing in robot.wings.values()}
    if len(kinds) > 1:
        raise PelagosError(
            f"{robot.name}: some wings have a vortex lattice, others strips\n"
            "    give all wings the same method"
        )
    if robot.constraints and True in kinds:
        raise PelagosError(
            f"{robot.name}: has constraints, and roots with a vortex lattice are those of trees\n"
            "    use method: strip for its wings"
        )
    flow = speed * _direction(robot)
    changes: dict[str, object] = {"water.current": flow.tolist(), "gravity": [0.0, 0.0, 0.0]}
    for name in robot.wings:  # steps of lattices are those of this speed
        changes |= {f"wings.{name}.speed": speed, f"wings.{name}.step": None}
    return robot.with_values(changes)


def undeformed(robot: Robot) -> np.ndarray:
    """All coordinates zero."""
    q = np.zeros(len(robot.coordinates))
    q[engine_of(robot).robot.quaternions] = 1.0
    return q


def _direction(robot: Robot) -> np.ndarray:
    """That of the current as far as it lies in the plane of the first wing, or its chord."""
    wing = next(iter(robot.wings.values()))
    turn = _turn(robot, undeformed(robot), wing.bodies[0])
    aft, along = turn @ np.array(wing.aft), turn @ np.array(wing.along)
    assert robot.water is not None  # checked on reading
    signals = robot.water.current_signals or ()
    current = np.array([evaluate(s.node, 0.0, {}, {}, robot.parameters) for s in signals] or aft)
    flow = (current @ aft) * aft + (current @ along) * along
    if not flow @ aft > 0:
        raise PelagosError(
            f"{robot.name}: the current does not pass the wing from its leading to its trailing "
            f"edge (found {current.tolist()})\n    turn water.current, or aft of the wing"
        )
    return flow / np.linalg.norm(flow)


def linear_matrices(robot: Robot) -> tuple[Callable[[float], np.ndarray], np.ndarray, np.ndarray]:
    """A as a function of the speed, the inverse of the mass matrix, and what moves all joints."""
    nodes = np.array([20.0, 60.0, 100.0])
    middle = 40.0
    at_nodes = _engine(robot, *nodes, middle)  # reads what depends on the speed
    place = np.concatenate([undeformed(robot), at_nodes.robot.start[at_nodes.robot.nq :]])
    place[at_nodes.robot.nq : at_nodes.robot.nq + at_nodes.robot.nv] = 0.0

    @lru_cache(maxsize=256)
    def exact(speed: float) -> np.ndarray:
        return linear_at(_engine(robot, speed, like=at_nodes), 0.0, place).A

    found = [linear_at(at_nodes, 0.0, place, variant) for variant in range(len(nodes) + 1)]
    values = np.array([linear.A for linear in found[:-1]])
    powers = np.linalg.solve(np.vander(nodes, 3), values.reshape(3, -1))
    powers = powers.reshape(3, *values.shape[1:])

    def quadratic(speed: float) -> np.ndarray:
        found: np.ndarray = (powers[0] * speed + powers[1]) * speed + powers[2]
        return found

    off = np.abs(quadratic(middle) - found[-1].A).max()
    first = found[0]
    free = first.basis.shape[1]  # without prescribed joints
    if first.shifts.shape[1] != free:
        raise PelagosError(
            f"{robot.name}: flutter of robots that roll or skate is not searched for\n"
            "    hold the wheels, or look at linearize() in motion"
        )
    inverse = first.B_effort[free : 2 * free] @ first.basis
    chosen = quadratic if off <= SAME * np.abs(values[0]).max() else exact
    return chosen, inverse, first.basis


def _engine(robot: Robot, *speeds: float, like: Engine | None = None) -> Engine:
    """The robot in the tunnel at some speeds, a variant each."""
    robots = [compile_robot(in_tunnel(robot, float(speed))) for speed in speeds]
    return Engine(robots, earlier=() if like is None else (like.programs,))


class Strips:
    """Roots of a robot whose wings are strips."""

    def __init__(self, robot: Robot):
        self._matrix, *_ = linear_matrices(robot)

    def resolved(self, speed: float) -> float:  # noqa: ARG002 (as a lattice has it)
        """No motion is too fast for strips."""
        return np.inf

    def roots(self, speed: float, near: np.ndarray | None = None) -> np.ndarray:  # noqa: ARG002
        """All roots with imaginary parts from zero up; `near` is not needed."""
        values = np.linalg.eigvals(self._matrix(speed)).astype(complex)
        return values[values.imag >= 0]

    def divergence(self) -> float | None:
        """To be found among the roots."""
        return None


class LatticeRoots:
    """Roots of a robot whose wing has a vortex lattice."""

    def __init__(self, robot: Robot, modes: int):
        self._matrix, self._inverse, basis = linear_matrices(robot)
        self._nv, self._modes = basis.shape[1], modes
        tunnel, q = in_tunnel(robot, UNIT), undeformed(robot)
        m = lattice_matrices(tunnel, q)
        twists = _twists(tunnel, q, next(iter(robot.wings.values())).bodies) @ basis
        self._turned, self._moved = m.turned @ twists, m.moved @ twists
        self._bound, self._pressed = twists.T @ m.bound, twists.T @ m.pressed
        self._steady = twists.T @ m.steady() @ twists
        self._influence, self._step = m.influence, m.step
        self._columns = int(np.count_nonzero(m.shed.any(axis=1)))  # panels along the span
        self._wake = m.wake.reshape(len(m.wake), -1, self._columns)
        self._mass = np.linalg.inv(self._inverse)
        # what fast motions meet, -p^2 times this, is mass: in dense fluids the most of it
        self._added = self._pressed @ np.linalg.solve(m.influence, self._moved)

    def resolved(self, speed: float) -> float:
        """The fastest motion, 1/s, that the steps of the lattice at this speed can follow."""
        return 2 * np.pi / (STEPS_PER_PERIOD * self._step * UNIT / speed)

    def loads(self, speed: float, p: complex) -> np.ndarray:
        """Q(p): generalised forces per displacement, (nv, nv).

        All that depends on the speed: normals turn in it, bound vortices are carried by it, and the
        time of a step is that in which it passes a panel.
        """
        ratio = speed / UNIT
        delays = np.exp(-p * self._step / ratio * np.arange(1, self._wake.shape[1] + 1))
        influence = self._influence.astype(complex)
        influence[:, -self._columns :] += np.tensordot(self._wake, delays, ([1], [0]))
        circulation = np.linalg.solve(influence, -(ratio * self._turned + p * self._moved))
        found: np.ndarray = (ratio * self._bound + p * self._pressed) @ circulation
        return found

    def roots(self, speed: float, near: np.ndarray | None = None) -> np.ndarray:
        """The roots that continue those `near`, or the slowest modes of the structure."""
        if near is not None:
            return np.array([self._root(speed, guess) for guess in near])
        values = np.linalg.eigvals(self._companion(speed, 0j, 0.0))
        found = values[values.imag > 0]
        found = found[np.argsort(found.imag)][: self._modes]
        for k in range(1, RAMP + 1):
            found = np.array([self._root(speed, guess, k / RAMP) for guess in found])
        return found

    def _companion(self, speed: float, p: complex, share: float) -> np.ndarray:
        """The first-order matrix with the loads at p, of a fluid with a share of its density."""
        nv, A = self._nv, self._matrix(speed)
        found = np.zeros((2 * nv, 2 * nv), dtype=complex)
        found[:nv, nv:] = np.eye(nv)
        found[nv:] = self._mass @ A[nv : 2 * nv, : 2 * nv]
        if share:
            found[nv:, :nv] += share * (self.loads(speed, p) + p * p * self._added)
        found[nv:] = np.linalg.solve(self._mass + share * self._added, found[nv:])
        return found

    def _root(self, speed: float, guess: complex, share: float = 1.0) -> complex:
        """p that is an eigenvalue of its own matrix, by the secant rule; NaN if it is not found."""

        def gap(p: complex) -> complex:
            values = np.linalg.eigvals(self._companion(speed, p, share))
            return complex(values[np.argmin(np.abs(values - p))] - p)

        oldest = self._step * UNIT / speed * self._wake.shape[1]  # s, age of the wake's end
        if np.isnan(guess):
            return guess
        before, off = guess, gap(guess)
        p = before + off
        for _ in range(MOST_ITERATIONS):
            if not -p.real * oldest < FADED:  # the past outweighs the present, or p is lost
                break
            now = gap(p)
            if abs(now) <= CONVERGED * abs(p) or now == off:
                return p + now
            before, p, off = p, p - now * (p - before) / (now - off), now
        return complex(np.nan, np.nan)

    def divergence(self) -> float | None:
        """The speed at which the loads at rest take away the stiffness, which grow as V^2."""
        nv, A = self._nv, self._matrix(UNIT)
        pull = self._inverse @ self._steady
        values = np.linalg.eigvals(np.linalg.solve(-A[nv : 2 * nv, :nv], pull))
        real = values.real[(np.abs(values.imag) < 1e-9 * np.abs(values).max()) & (values.real > 0)]
        return float(UNIT / np.sqrt(real.max())) if len(real) else None


def _twists(robot: Robot, q: np.ndarray, bodies: tuple[str, ...]) -> np.ndarray:
    """(6 bodies, nv): their velocities in world axes per speed."""
    found = jacobians(robot, q)
    parts = []
    for name in bodies:
        turn = _turn(robot, q, name)
        parts += [turn @ found[name][:3], turn @ found[name][3:]]
    return np.concatenate(parts)


def _turn(robot: Robot, q: np.ndarray, body: str) -> np.ndarray:
    """From the axes of a body to those of the world."""
    w, x, y, z = poses(robot, q)[body][1].tolist()
    return rotation((w, x, y, z))

"""Where a robot can rest: Levenberg-Marquardt steps first, heavily damped motion where they fail.

Both take their steps in the coordinates y of `run.tangent`, in which y'' = r(y) with slopes A.

- `_nearest`: the least |r| near the start, (A^T A + m^2) s = -A^T r (Levenberg 1944, Marquardt
  1963), whatever the stability of what it finds.
- `_settled`: the motion y' = r(y) of a robot in syrup, by implicit Euler steps that grow while
  their linear model holds, (m - A) s = r: pseudo-transient continuation (Kelley and Keyes 1998).
  With m above all eigenvalues of A each step goes downhill, and the last ones are Newton's.
  A place that only balances is left along its steepest way down.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from threadpoolctl import ThreadpoolController

from pelagos.analysis.linear import check_free, check_lines, differentiated
from pelagos.analysis.queries import AnyRobot
from pelagos.analysis.tangent import SYMMETRIC, Manifold, Tangent
from pelagos.errors import PelagosError
from pelagos.march.settings import read_robot
from pelagos.model.moves import moves
from pelagos.model.paths.shadowed import in_scenario
from pelagos.model.robot import Robot

NEAREST_STEPS, SETTLING_STEPS = 40, 200  # at most
SLOW_STEPS = 8  # of Levenberg and Marquardt, in which the forces must at least be halved
KICKS = 8  # times that an unstable place is left
KICK = 0.05  # rad or m by which it is left
LARGEST_TURN, LARGEST_SHIFT = 1.0, 10.0  # rad and m that a joint may move in one step
REST = 1e-9  # rad or m: a place is found when no step is longer
BALANCED = 1e-9  # of the weight: what may be left over where nothing holds the robot
ROUNDING = 1e-13  # of the weight: forces below it are none
POLISH = 4  # of Newton's steps at the end, as long as they help
NEUTRAL = 1e-9  # of the largest eigenvalue of A: what is below belongs to no spring
SMALLEST = 1e-12  # the same for the least damping of steps
STEADY = 1e-6  # of the quickest motion: rates and frequencies below it are rounding errors,
DRIFT = 1e-6  # and so are those below this, in 1/s: a double zero errs by the root of rounding
GAIN, GOOD_GAIN = 0.2, 0.25  # share of the expected work that counts; from 1 for longer steps
HARDEST = 1e6  # times the largest eigenvalue: with more damping than that no step leads on


@dataclass(frozen=True)
class Rest:
    """A place where a robot stays when it is put there without speed."""

    q: np.ndarray
    states: np.ndarray  # auxiliary ones; the lags of wings have settled
    growth: float  # 1/s: rate of the fastest motion away from it; 0 for a stable place
    topples: bool  # moves away without swinging, to somewhere else; swings that grow are flutter

    @property
    def stable(self) -> bool:
        return self.growth == 0.0


class _NoRestError(Exception):
    """No rest was found; the words say why."""


def equilibrium(
    robot: AnyRobot, scenario: str | None = None, *, q: Any = None, nearest: bool = False
) -> np.ndarray:
    """Coordinates near q (or the initial position) at which the robot stays at rest.

    A place from which it does not topple, even from a start at which the robot only balances;
    `nearest` takes the nearest whatever its stability. Inputs are those at t = 0; `pelagos.modes`
    tells how the robot moves about there, and whether swings grow (flutter).

    Examples:
        >>> (pl.equilibrium("pendulum", q=[3.0]).round(6) + 0.0).tolist()
        [0.0]
        >>> pl.equilibrium("pendulum", q=[3.0], nearest=True).round(3).tolist()
        [3.142]
    """
    resolved = in_scenario(read_robot(robot, None), scenario)
    return rest_of(resolved, q, nearest=nearest).q


def rest_of(robot: Robot, q: Any = None, *, nearest: bool = False) -> Rest:
    """The place of rest of a robot whose scenario is merged in."""
    check_flow(robot)
    check_lines(robot, "equilibrium")
    check_still(robot, "equilibrium")
    with ThreadpoolController().select(user_api="blas").limit(limits=1), np.errstate(all="ignore"):
        return _Search(robot, q).found(nearest)


def check_flow(robot: Robot) -> None:
    """Refuse flows that are solved beside the equations of motion: they would be left out."""
    lattices = any(wing.is_lattice for wing in robot.wings.values())
    if lattices and robot.water is not None and robot.water.density > 0:
        raise PelagosError(
            f"{robot.name}: the flow of a vortex lattice is solved in steps of its own, so rest "
            "and modes do not follow from the equations of motion alone\n"
            "    use `pelagos flutter` for small motions, method: strip for the wings, or "
            "water.density=0 for the structure without the flow"
        )


def check_still(robot: Robot, question: str) -> None:
    """Refuse robots without a free joint, and those whose prescribed joints move at t = 0."""
    check_free(robot, question)
    engine = differentiated(robot)
    places = [robot.speeds.index(label) for label in robot.prescribed]
    seen = engine.observe(np.zeros(1), engine.initial()[None], 0)
    nq = engine.robot.nq
    for label, v in zip(robot.prescribed, places, strict=True):
        rate, acceleration = seen.x[0, nq + v], seen.dx[0, nq + v]
        if abs(rate) > REST or abs(acceleration) > REST:
            raise PelagosError(
                f"{question}: {label} is prescribed and moves at t = 0 (rate {rate:.3g}, "
                f"acceleration {acceleration:.3g}), so {robot.name} has no position of rest\n"
                "    choose a scenario in which it stands, or put a servo in its place"
            )


class _Search:
    """From one start to the places of rest around it."""

    def __init__(self, robot: Robot, q: Any):
        engine = differentiated(robot)
        compiled = engine.robot
        self._robot, self._compiled = robot, compiled
        self._places = Manifold(engine)
        start = compiled.q0 if q is None else _coordinates(compiled.nq, q)
        start = self._places.at(start, compiled.states.initial)
        self._start = engine.assembled(start, 0)
        self._start[compiled.nq : compiled.nq + compiled.nv] = 0.0
        masses = sum(body.mass for body in robot.bodies.values())
        self._weight = float(np.sqrt(masses) * np.linalg.norm(compiled.gravity))

    def found(self, nearest: bool) -> Rest:
        balance, causes = None, []
        try:
            near = self._rest(self._nearest())
            if nearest or not near.topples:
                return near
            balance = near
        except _NoRestError as no:
            causes.append(str(no))
        if not nearest:
            try:
                return self._rest(self._settled())
            except _NoRestError as no:
                causes.append(str(no))
        raise PelagosError(self._failure(causes, balance))

    def _failure(self, causes: list[str], balance: Rest | None) -> str:
        name = self._robot.name
        if balance is None:
            return (
                f"{name}: no position of rest was found: {causes[-1]}\n    begin nearer (q=...), "
                "or check that something holds the robot against its weight and thrust"
            )
        return (
            f"{name}: no stable position of rest was found: {causes[-1]}; near the start it only "
            f"balances, and leaves with a rate of {balance.growth:.3g} 1/s\n    nearest=True "
            "(--nearest) takes that place; a spring, servo or controller would hold the robot"
        )

    # --- Levenberg-Marquardt

    def _nearest(self) -> np.ndarray:
        x, places = self._start, self._places
        damping, last = 0.0, []
        for k in range(NEAREST_STEPS):
            here = places.tangent(x)
            if self._is_rest(here):
                return x
            last.append(np.linalg.norm(here.r))
            if not np.isfinite(last[-1]) or (
                k >= SLOW_STEPS and last[-1] > 0.5 * last[k - SLOW_STEPS]
            ):
                raise _NoRestError(self._left_over(x, here))
            U, values, Vt = here.factors
            damping = max(damping, SMALLEST * values.max(initial=1e-300))
            moved = None
            while moved is None:
                if damping > HARDEST * values.max(initial=1e-300):
                    raise _NoRestError(self._left_over(x, here))
                step = -Vt.T @ (values / (values**2 + damping**2) * (U.T @ here.r))
                moved = self._tried(x, here, step)
                if moved is not None and not places.size(moved) < last[-1]:
                    moved = None
                damping *= 0.1 if moved is not None else 10.0
            x = moved
        raise _NoRestError(self._left_over(x, here))

    # --- heavily damped motion

    def _settled(self) -> np.ndarray:
        x, places, kicks = self._start, self._places, 0
        damping = np.inf
        for _ in range(SETTLING_STEPS):
            here = places.tangent(x)
            values, vectors = here.rising
            # at least so much that the first step keeps within a radian
            first = np.abs(here.displacement(here.r)).max(initial=1e-300)
            largest = max(np.abs(values).max(initial=0.0), first)
            if not np.isfinite(largest):
                raise _NoRestError(self._left_over(x, here))
            if self._is_rest(here):
                if kicks == KICKS or not self._growth(x, here)[1]:
                    return x
                kicks += 1
                x = self._kicked(x, here, vectors[:, -1])
                damping = np.inf
                continue
            least = max(1.01 * values.max(initial=0.0), 0.0) + SMALLEST * largest
            damping = max(min(damping, largest), least)
            moved = None
            while moved is None:
                if damping > HARDEST * largest:
                    raise _NoRestError(self._left_over(x, here))
                step = np.linalg.solve(damping * np.eye(len(here.r)) - here.A, here.r)
                moved, gain = self._downhill(x, here, step, damping)
                off = abs(gain - 1.0)
                if moved is None:
                    damping *= 4.0
                elif off < GOOD_GAIN:
                    damping *= max(off**2, 1e-3)
            x = moved
        raise _NoRestError(self._left_over(x, places.tangent(x)))

    def _downhill(
        self, x: np.ndarray, here: Tangent, step: np.ndarray, damping: float
    ) -> tuple[np.ndarray | None, float]:
        """The place after a step if forces work along it, and their work against that expected."""
        moved = self._tried(x, here, step)
        if moved is None:
            return None, 0.0
        before, expected = float(step @ here.r), damping * float(step @ step)
        shift = here.displacement(step)
        if np.abs(shift).max(initial=0.0) < REST:
            return moved, 1.0
        gain = (before + self._places.power(moved, shift)) / (before + expected)
        return (moved, gain) if gain > GAIN else (None, gain)

    def _kicked(self, x: np.ndarray, here: Tangent, direction: np.ndarray) -> np.ndarray:
        shift = here.displacement(direction)
        largest = int(np.argmax(np.abs(shift)))
        moved = self._places.stepped(x, here, direction * (KICK / shift[largest]))
        if moved is None:
            raise _NoRestError("it balances at the start, and its loops do not close beside it")
        return moved

    # --- judging places

    def _tried(self, x: np.ndarray, here: Tangent, step: np.ndarray) -> np.ndarray | None:
        """The place after a step, unless a joint would move too far or a loop stay open."""
        shift, turning = np.abs(here.displacement(step)), self._places.turning
        if not (
            shift[turning].max(initial=0.0) <= LARGEST_TURN
            and shift[~turning].max(initial=0.0) <= LARGEST_SHIFT
        ):
            return None
        return self._places.stepped(x, here, step)

    def _parts(self, here: Tangent) -> tuple[np.ndarray, np.ndarray]:
        """Newton's step against what holds the robot, and the accelerations nothing can hold."""
        U, values, Vt = here.factors
        held = values > NEUTRAL * values.max(initial=0.0)
        along = U.T @ here.r
        return -Vt[held].T @ (along[held] / values[held]), U[:, ~held] @ along[~held]

    def _is_rest(self, here: Tangent) -> bool:
        scale = max(self._weight, 1e-3 * np.abs(here.A).max(initial=0.0))
        left = np.linalg.norm(here.r)
        if left <= ROUNDING * self._weight:
            return True
        if not left <= 1e-3 * scale:
            return False  # not worth the decomposition
        step, loose = self._parts(here)
        short = np.abs(here.displacement(step)).max(initial=0.0) <= REST
        return bool(short and np.linalg.norm(loose) <= BALANCED * scale)

    def _rest(self, x: np.ndarray) -> Rest:
        nq, nv = self._compiled.nq, self._compiled.nv
        here = self._places.tangent(x)
        for _ in range(POLISH):
            there = self._places.stepped(x, here, self._parts(here)[0])
            if there is None or not self._places.size(there) < 0.5 * np.linalg.norm(here.r):
                break
            x, here = there, self._places.tangent(there)
        return Rest(x[:nq], x[nq + nv : -1], *self._growth(x, here))

    def _growth(self, x: np.ndarray, here: Tangent) -> tuple[float, bool]:
        """1/s, by which the fastest motion away from rest grows, and whether one does not swing.

        Conservative forces and damping: the sign of the stiffness decides, and damping changes
        nothing in that (theorem of Kelvin, Tait and Chetaev; Merkin 1997). Else all eigenvalues.
        """
        A, B = here.A, self._places.damping(x, here.basis)
        largest = np.abs(A).max(initial=1e-300)
        drive = np.linalg.eigvalsh(0.5 * (B + B.T)).max(initial=0.0)
        damped = drive <= SYMMETRIC * (np.abs(B).max(initial=0.0) + np.sqrt(largest))
        if here.is_symmetric and damped and not self._compiled.states.continuous:
            fastest, twist = here.rising[0].max(initial=0.0), np.abs(A - A.T).max(initial=0.0)
            topples = bool(fastest > 10 * twist + SMALLEST * largest + DRIFT**2)
            return (float(np.sqrt(fastest)), True) if topples else (0.0, False)
        values = np.linalg.eigvals(self._places.motion(x, here.basis))
        steady = max(STEADY * float(np.sqrt(largest)), DRIFT)
        growing = values[values.real > steady]
        topples = bool(np.any(np.abs(growing.imag) <= steady))
        return float(growing.real.max(initial=0.0)), topples

    def _left_over(self, x: np.ndarray, here: Tangent) -> str:
        """What still accelerates most where the search ended."""
        udot, loose = here.displacement(here.r), self._parts(here)[1]
        if not np.all(np.isfinite(udot)):
            return "forces became infinite or undefined on the way"
        shifts = [move for move in moves(self._robot, self._start, x) if not move.turns]
        where = "where the search ended"
        if np.linalg.norm(loose) > 0.5 * np.linalg.norm(here.r):
            where, udot = "and small displacements do not change that", here.displacement(loose)
        elif shifts and abs(shifts[0].amount) > LARGEST_SHIFT:
            return f"it goes further and further away, {shifts[0]} until the search ended"
        worst = int(np.argmax(np.abs(udot)))
        unit = "rad/s2" if self._places.turning[worst] else "m/s2"
        return f"{self._robot.speeds[worst]} accelerates at {abs(udot[worst]):.3g} {unit} {where}"


def _coordinates(count: int, q: Any) -> np.ndarray:
    found = np.array(q, dtype=float)
    if found.shape != (count,) or not np.all(np.isfinite(found)):
        raise PelagosError(
            f"q: shape {found.shape} where {count} finite numbers are expected\n"
            "    give them in the order `pelagos info` shows"
        )
    return found

r"""Linear-quadratic regulators about a state of rest.

For dx/dt = A x + B v, x what the state deviates by and v what the inputs do, the feedback v = -K x
that makes the integral of x^T Q x + v^T R v least is K = R^-1 B^T P, where P solves Riccati's
equation (Anderson and Moore 1990, chapter 2)

    A^T P + P A - P B R^-1 B^T P + Q = 0.

With a `rate`, inputs are held between samples: A, B, Q and R are those of one period, integrated
exactly by exponentials of matrices (Van Loan 1978), and P solves the equation of samples.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from numbers import Real
from typing import Any

import numpy as np

from pelagos.analysis.linear import Linearization, differentiated, linear_at
from pelagos.analysis.queries import AnyRobot, one_state
from pelagos.analysis.systems.reach import STANDING, Reach, controllability, places_of
from pelagos.analysis.systems.weights import Weights, weight_matrix
from pelagos.errors import PelagosError
from pelagos.language.suggest import listing
from pelagos.march.engine import Engine
from pelagos.march.settings import read_robot

RESTING = 1e-6  # m/s^2 or rad/s^2: accelerations below this are rest


@dataclass(frozen=True)
class Regulator:
    """Inputs = trim - K x, where x is how much the state deviates from the one it was made for."""

    K: np.ndarray  # (inputs, n)
    P: np.ndarray  # (n, n): x^T P x is what is left to pay from x on
    poles: np.ndarray
    """Eigenvalues of the closed loop, 1/s; of a sampled one as ln(z) times the rate."""
    trim: np.ndarray  # (inputs,): inputs at rest
    inputs: tuple[str, ...]
    system: Linearization
    rate: float | None
    _deviation: Callable[[Any, Any, Any], np.ndarray]

    def deviation(self, q: Any, u: Any, states: Any = ()) -> np.ndarray:
        """x at coordinates q, speeds u and auxiliary states.

        Turns of free bodies by an angle a about an axis count 2 sin(a / 2) along it.
        """
        return self._deviation(q, u, states)

    def __call__(self, _time: float, seen: Any) -> dict[str, float]:
        """As a controller of `simulate` or `Session`: inputs at a measurement."""
        x = self.deviation(seen["q"], seen["u"], seen["state"])
        return dict(zip(self.inputs, (self.trim - self.K @ x).tolist(), strict=True))


def lqr(
    robot: AnyRobot,
    q: Any = None,
    *,
    Q: Weights = 1.0,
    R: Weights = 1.0,
    t: float = 0.0,
    inputs: Sequence[str] | None = None,
    rate: float | None = None,
) -> Regulator:
    """The linear-quadratic regulator that keeps a robot at rest at coordinates q.

    Q, R: weights of the states and of the inputs of `linearize`: a number for all, a mapping
    {name: weight} (others have none), or a matrix. inputs: the actuators it uses, all unless told.
    rate: samples per second of a regulator that is sampled, as `controller=` of `simulate` is.
    Where the robot does not rest at q with its inputs at t, others are found that hold it (`trim`);
    it is refused where no inputs do, or where what is out of their reach does not decay.

    Examples:
        >>> balance = pl.lqr("cart-pole", q=[0.0, 0.0], Q={"s[cart]": 1.0, "s[pole]": 10.0})
        >>> bool(balance.poles.real.max() < 0.0)
        True
    """
    if rate is not None:
        _check_rate(rate)
    resolved = read_robot(robot, None)
    engine = differentiated(resolved)
    state = one_state(engine, q, None if q is None else np.zeros(engine.robot.nv), t)[0]
    state[engine.robot.nq : engine.robot.nq + engine.robot.nv] = 0.0
    system = _flowing(linear_at(engine, t, np.append(state, 0.0)), engine)
    chosen = places_of(system.inputs, inputs, "input")
    names = tuple(system.inputs[k] for k in chosen)
    B = system.B[:, chosen]
    idle = [name for name, pushed in zip(names, B.T, strict=True) if not pushed.any()]
    _check_reach(controllability(system, names), idle)
    own = weight_matrix(Q, system.states, "lqr: Q", "state")
    matrices = system.A, B, own, weight_matrix(R, names, "lqr: R", "input", 1.0, definite=True)
    K, P, poles = _continuous(*matrices) if rate is None else _sampled(*matrices, 1.0 / rate)
    seen = engine.observe(np.array([t]), np.append(state, 0.0)[None], 0, given=True)
    now = dict(zip(resolved.actuators, seen.commands[0].tolist(), strict=True))
    return Regulator(
        K=K,
        P=P,
        poles=poles,
        trim=np.array([now[name] for name in names]) + _trim(system, B),
        inputs=names,
        system=system,
        rate=rate,
        _deviation=_deviation_of(engine, system, state),
    )


def _flowing(system: Linearization, engine: Engine) -> Linearization:
    """Without states that controllers and sensors hold between their samples."""
    held = engine.robot.size - 1 - engine.robot.flowing
    n = len(system.A) - held
    return replace(
        system,
        A=system.A[:n, :n],
        B=system.B[:n],
        B_effort=system.B_effort[:n],
        rates=system.rates[: len(system.rates) - held],
        states=system.states[:n],
    )


def _check_rate(rate: Any) -> None:
    number = isinstance(rate, Real) and not isinstance(rate, bool)
    if not number or not (np.isfinite(float(rate)) and rate > 0.0):
        raise PelagosError(f"lqr: rate {rate!r} is not positive\n    give samples per second")


def _check_reach(found: Reach, idle: Sequence[str]) -> None:
    """idle: inputs that push nothing at this state."""
    lost = [mode for mode in found.hidden if not mode.decays]
    if lost:
        still = (
            f"; {listing(idle)}: a change of the input does nothing here, as in a dead band"
            if idle
            else ""
        )
        raise PelagosError(
            f"lqr: no input reaches {len(lost)} mode(s) that do not decay: "
            f"{'; '.join(map(str, lost))}\n    use more actuators, or another robot{still}"
        )


def _continuous(
    A: np.ndarray, B: np.ndarray, Q: np.ndarray, R: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """K, P and the poles of the closed loop."""
    from scipy.linalg import solve_continuous_are

    P = _solved(solve_continuous_are, A, B, Q, R)
    K = np.linalg.solve(R, B.T @ P)
    poles = np.linalg.eigvals(A - B @ K)
    _check_stable(poles)
    return K, P, poles


def _sampled(
    A: np.ndarray, B: np.ndarray, Q: np.ndarray, R: np.ndarray, period: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The same with inputs held for a period: x becomes F x + G v, costs have a mixed term."""
    from scipy.linalg import expm, solve_discrete_are

    n, m = B.shape
    whole = np.zeros((n + m, n + m))
    whole[:n, :n], whole[:n, n:] = A, B
    cost = np.zeros((n + m, n + m))
    cost[:n, :n], cost[n:, n:] = Q, R
    both = np.block([[-whole.T, cost], [np.zeros_like(whole), whole]])
    with np.errstate(over="ignore", invalid="ignore"):
        grown = expm(both * period)
    if not np.isfinite(grown).all():
        raise PelagosError(
            f"lqr: in {period:g} s between samples a deviation grows beyond all numbers\n"
            "    give a larger rate"
        )
    moved = grown[n + m :, n + m :]
    cost = moved.T @ grown[: n + m, n + m :]
    cost = 0.5 * (cost + cost.T)
    F, G = moved[:n, :n], moved[:n, n:]
    Qd, S, Rd = cost[:n, :n], cost[:n, n:], cost[n:, n:]
    P = _solved(solve_discrete_are, F, G, Qd, Rd, s=S)
    K = np.linalg.solve(Rd + G.T @ P @ G, G.T @ P @ F + S.T)
    poles = np.log(np.linalg.eigvals(F - G @ K).astype(complex)) / period
    _check_stable(poles)
    return K, P, poles


def _solved(solve: Callable, A: np.ndarray, B: np.ndarray, *rest: Any, **more: Any) -> np.ndarray:
    try:
        return np.asarray(solve(A, B, *rest, **more))
    except (np.linalg.LinAlgError, ValueError) as error:
        raise PelagosError(
            f"lqr: Riccati's equation has no stabilising solution ({error})\n"
            "    give weights to the states of motions that do not decay by themselves"
        ) from None


def _check_stable(poles: np.ndarray) -> None:
    if poles.real.max(initial=-np.inf) >= -STANDING * np.abs(poles).max(initial=0.0):
        raise PelagosError(
            f"lqr: the closed loop keeps a mode at {poles[np.argmax(poles.real)]:.4g} 1/s\n"
            "    give weights to the states of motions that do not decay by themselves"
        )


def _trim(system: Linearization, B: np.ndarray) -> np.ndarray:
    """The least change of inputs that removes accelerations at the point."""
    first = len([name for name in system.states if name.startswith("s[")])
    count = system.basis.shape[1]
    rates = np.linalg.lstsq(system.basis, system.udot, rcond=None)[0]
    push = B[first : first + count]
    change = np.linalg.lstsq(push, -rates, rcond=None)[0] if push.size else np.zeros(B.shape[1])
    left = np.abs(push @ change + rates).max(initial=0.0)
    if left > RESTING:
        raise PelagosError(
            f"lqr: at this state the robot accelerates by {np.abs(rates).max():.4g} (m/s^2 or "
            f"rad/s^2), and inputs leave {left:.4g} of it\n"
            "    give q of a position of rest (pl.equilibrium), or use more actuators"
        )
    return np.where(np.abs(rates).max(initial=0.0) <= RESTING, 0.0, change)


def _deviation_of(
    engine: Engine, system: Linearization, state: np.ndarray
) -> Callable[[Any, Any, Any], np.ndarray]:
    """x of the linear system from coordinates, speeds and states."""
    robot = engine.robot
    nq, nv = robot.nq, robot.nv
    continuous = robot.flowing - nq - nv
    units = np.hstack([np.tile(np.append(state, 0.0), (nv, 1)), np.eye(nv)])
    columns = engine.run("shift", 0.0, units)  # of N(q)
    inverse = np.linalg.pinv(columns.T)
    labels = [*robot.robot.speeds]
    shifted = [labels.index(n[2:-1]) for n in system.states if n.startswith("s[")]
    moved = [labels.index(n[2:-1]) for n in system.states if n.startswith("u[")]
    turned = [slice(first, first + 4) for first in robot.quaternions.tolist()]

    def deviation(q: Any, u: Any, states: Any) -> np.ndarray:
        q = np.array(q, dtype=float)
        for four in turned:  # q and -q are the same attitude
            if q[four] @ state[four] < 0.0:
                q[four] = -q[four]
        s = inverse @ (q - state[:nq])
        own = np.asarray(states, dtype=float)[:continuous] - state[nq + nv :][:continuous]
        return np.concatenate([s[shifted], np.asarray(u, dtype=float)[moved], own])

    return deviation

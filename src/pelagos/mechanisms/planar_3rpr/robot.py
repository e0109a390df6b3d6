"""The planar 3-RPR platform: questions about its motion and its forces."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.language.suggest import did_you_mean
from pelagos.mathematics.dual import Dual
from pelagos.mechanisms.planar_3rpr import asking
from pelagos.mechanisms.planar_3rpr import equations as closed_form
from pelagos.mechanisms.planar_3rpr.answers import (
    Accelerations,
    Array,
    ForwardDynamics,
    ForwardKinematics,
    InverseDynamics,
    InverseKinematics,
    Jacobians,
    PlatformEnergy,
    PowerBalance,
)
from pelagos.mechanisms.planar_3rpr.asking import Vector
from pelagos.mechanisms.planar_3rpr.equations import LimbPose, Platform, Points
from pelagos.mechanisms.planar_3rpr.limbs import LIMBS, LimbModel, LimbNumbers
from pelagos.mechanisms.planar_3rpr.motion import Force, PlatformMotion, integrate
from pelagos.mechanisms.planar_3rpr.parts import SETS, Limb, Path

NONE = (0.0, 0.0, 0.0)
LEVEL = (0.0, 0.0)  # no gravity in the plane
CONDITION_LIMIT = 1e4  # beyond it a pose counts as singular
ITERATIONS = 50  # Newton steps of the forward kinematics
CLOSED = 1e-12  # share of the largest length by which lengths may be missed


class Planar3RPR:
    """A platform on three limbs: revolute, driven prismatic, revolute, all in one plane.

    base: the points A_i on the ground; platform: the points B_i from the mass centre G, in the
    platform's axes; mass and inertia (about G) of the platform; limbs: a `Limb`, or one for each.
    X = (x, y, phi) is the pose of the platform, V and A its rates; arrays may have a leading axis
    of states. `limb` names a model: `telescope`, `payout` or `notes` (which violates the balance of
    power; for comparison). Without it: the telescope, if there is one, else `payout`.
    """

    def __init__(
        self,
        base: Vector,
        platform: Vector,
        mass: float,
        inertia: float,
        limbs: Limb | Sequence[Limb],
        path: Path | None = None,
    ):
        self.base, self.platform = asking.points("base", base), asking.points("platform", platform)
        self.mass, self.inertia = float(mass), float(inertia)
        self.limbs = tuple(limbs) if isinstance(limbs, Sequence) else (limbs,) * 3
        self.path = path  # a motion that goes with the numbers
        asking.check_numbers(self.mass, self.inertia, self.limbs)
        # what makes turning comparable to moving: the mean distance of B from G
        self.length = float(np.sqrt(np.mean(np.sum(self.platform**2, axis=1)))) or 1.0

    def __repr__(self) -> str:
        limbs = self.limbs[0] if len(set(self.limbs)) == 1 else list(self.limbs)
        return (
            f"Planar3RPR(base={self.base.tolist()}, platform={self.platform.tolist()}, "
            f"mass={self.mass:g}, inertia={self.inertia:g}, limbs={limbs})"
        )

    @classmethod
    def builtin(cls, name: str) -> Planar3RPR:
        """One of the sets `small`, `irregular` and `large`, with its path."""
        if name not in SETS:
            raise PelagosError(f"there is no set {name!r}\n    {did_you_mean(name, SETS)}")
        return cls(**SETS[name])

    # --- kinematics

    def inverse_kinematics(self, X: Vector) -> InverseKinematics:
        """Lengths and angles of the limbs, from equation (1)."""
        poses = self._closure(asking.columns("X", X))
        s = _stack([_stack([p.Sx, p.Sy]) for p in poses], axis=-2)
        return InverseKinematics(
            L=_stack([p.L for p in poses]),
            alpha=np.arctan2(s[..., 1], s[..., 0]),
            s=s,
            n=np.stack([-s[..., 1], s[..., 0]], axis=-1),
        )

    def forward_kinematics(self, L: Vector, guess: Vector) -> ForwardKinematics:
        """The pose with the limbs' lengths L, by Newton's method from a guess.

        Up to six poses have the same lengths; the guess chooses.
        """
        wanted, X = asking.one("L", L), asking.one("guess", guess)
        if not np.all(wanted > 0.0):
            raise PelagosError(f"L: {_text(wanted)} m\n    lengths are positive")
        for iteration in range(ITERATIONS + 1):
            poses = self._closure(list(X))
            error = np.array([p.L for p in poses]) - wanted
            residual = float(np.max(np.abs(error)))
            if residual <= CLOSED * np.max(np.abs(wanted)):
                return ForwardKinematics(X, iteration, residual)
            if not self._condition(poses) < CONDITION_LIMIT:
                break
            X = X - np.linalg.solve([p.Jx for p in poses], error)
        raise PelagosError(
            f"forward_kinematics: no pose with the lengths {_text(wanted)} m was found near "
            f"{_text(guess)}: {residual:.3g} m are left at {_text(X)}\n    start nearer to the "
            "pose, and away from singular ones; or the lengths cannot be reached"
        )

    def jacobians(self, X: Vector) -> Jacobians:
        """Equations (I) and (II), and the condition number of Jx."""
        poses = self._closure(asking.columns("X", X))
        Jx, Ja = (_stack([_stack(getattr(p, row)) for p in poses], -2) for row in ("Jx", "Ja"))
        return Jacobians(Jx, Ja, condition=self._condition(poses), length=self.length)

    def accelerations(self, X: Vector, V: Vector, A: Vector) -> Accelerations:
        """Rates of the limbs' lengths and angles, equations (I) to (IV)."""
        x, v, a = (asking.columns(n, value) for n, value in (("X", X), ("V", V), ("A", A)))
        poses = self._closure(x)
        m = [closed_form.limb_motion(p, v, a) for p in poses]
        L, Ld, Ldd, ad, add = (_stack(list(numbers)) for numbers in zip(*m, strict=True))
        s = _stack([_stack([p.Sx, p.Sy]) for p in poses], axis=-2)
        n = np.stack([-s[..., 1], s[..., 0]], axis=-1)

        def vector(along: Array, across: Array) -> Array:
            return 0.5 * (along[..., None] * s + across[..., None] * n)

        v_c = vector(Ld, L * ad)
        a_c = vector(Ldd - L * ad**2, L * add + 2.0 * Ld * ad)
        return Accelerations(Ld=Ld, ad=ad, Ldd=Ldd, add=add, v_c=v_c, a_c=a_c)

    # --- dynamics

    def inverse_dynamics(
        self,
        X: Vector,
        V: Vector,
        A: Vector,
        limb: str | None = None,
        gravity: Vector = LEVEL,
        disturbance: Vector = NONE,
        condition_limit: float = CONDITION_LIMIT,
    ) -> InverseDynamics:
        """Forces that make the platform move so, equations (V) to (VII).

        gravity: (gx, gy) in the plane; disturbance: (f_dx, f_dy, tau_d) on the platform. One state
        is computed in plain Python, many by compiled code. Refuses poses whose condition number
        exceeds the limit: there the forces grow without bound.
        """
        states, many = asking.states(X=X, V=V, A=A, disturbance=disturbance)
        if not many:
            # refused here: plain Python does not divide by zero
            strictest = min(condition_limit, sys.float_info.max)
            asking.check_condition(self.condition(states[:, :3]), states[:, :3], strictest)
        found = self._asked("inverse_dynamics", states, many, limb, gravity)
        asking.check_condition(found[:, -1], states[:, :3], condition_limit)
        return InverseDynamics(*asking.split(found, many))

    def forward_dynamics(
        self,
        X: Vector,
        V: Vector,
        f: Vector,
        limb: str | None = None,
        gravity: Vector = LEVEL,
        disturbance: Vector = NONE,
    ) -> ForwardDynamics:
        """The acceleration of the platform under the actuators' forces f."""
        states, many = asking.states(X=X, V=V, f=f, disturbance=disturbance)
        if not many:
            self._closure(states[0, :3].tolist())  # plain Python does not divide by zero
        found = self._asked("forward_dynamics", states, many, limb, gravity)
        asking.check_lengths(found, states[:, :3])
        return ForwardDynamics(*asking.split(found, many))

    def mass_matrix(self, X: Vector, limb: str | None = None) -> Array:
        """3 x 3, wrench on the platform per acceleration; limbs included."""
        robot, model = self.numbers(limb, LEVEL)
        poses = self._closure(asking.columns("X", X))
        matrix = closed_form.mass_matrix(robot, model, poses)
        return _stack([_stack(np.broadcast_arrays(*row)) for row in matrix], axis=-2)

    def energy(
        self, X: Vector, V: Vector, limb: str | None = None, gravity: Vector = LEVEL
    ) -> PlatformEnergy:
        """Kinetic and potential energy."""
        x, v = asking.columns("X", X), asking.columns("V", V)
        kinetic, potential, _ = closed_form.energies(*self.numbers(limb, gravity), x, v)
        return PlatformEnergy(np.asarray(kinetic), np.asarray(potential))

    def power_balance(
        self,
        X: Vector,
        V: Vector,
        A: Vector,
        limb: str | None = None,
        gravity: Vector = LEVEL,
        disturbance: Vector = NONE,
    ) -> PowerBalance:
        """Rate of the energies against the power of the forces of `inverse_dynamics`.

        The rate is the derivative of the energies along the motion (dual numbers); it knows nothing
        of the equations of motion.
        """
        forces = self.inverse_dynamics(X, V, A, limb, gravity, disturbance)
        states, many = asking.states(X=X, V=V, A=A, disturbance=disturbance)
        robot, model = self.numbers(limb, gravity)
        stored, influx = np.empty(len(states)), np.empty(len(states))
        for k, (x, v, a) in enumerate(zip(*np.split(states[:, :9], 3, axis=1), strict=True)):
            energies = closed_form.energies(robot, model, _moving(x, v), _moving(v, a))
            stored[k] = sum(float(e.tangent[0]) for e in energies[:2] if isinstance(e, Dual))
            influx[k] = energies[2].value if isinstance(energies[2], Dual) else energies[2]
        Ld = self.accelerations(states[:, :3], states[:, 3:6], states[:, 6:9]).Ld
        pushed = np.sum(np.atleast_2d(forces.f) * Ld, axis=1)
        disturbed = np.sum(states[:, 9:] * states[:, 3:6], axis=1)
        powers = (stored, pushed, disturbed, influx)
        return PowerBalance(*(p if many else p[0] for p in powers))

    def simulate(
        self,
        X: Vector,
        V: Vector,
        f: Force,
        duration: float,
        *,
        limb: str | None = None,
        gravity: Vector = LEVEL,
        disturbance: Force = NONE,
        every: float | None = None,
        rtol: float = 1e-9,
        atol: float = 1e-12,
        condition_limit: float = CONDITION_LIMIT,
    ) -> PlatformMotion:
        """The motion from (X, V) under forces: three numbers, or a function of (t, X, V).

        Steps are controlled (Dormand and Prince, order 8). Where the condition number exceeds the
        limit, or the motion passes a singular pose, it stops and says so; `inf` goes on.
        """
        start = asking.one("X", X), asking.one("V", V)
        asking.check_tolerances(rtol=rtol, atol=atol)
        samples = asking.times(duration, every)
        words = {"limb": limb, "gravity": gravity}
        return integrate(
            self, start, (f, disturbance), samples, words, (rtol, atol), condition_limit
        )

    # --- the numbers behind it

    def numbers(self, limb: str | None, gravity: Vector) -> tuple[Platform, LimbModel]:
        """The robot as the equations take it, and the model of its limbs."""
        name = self.limb_name(limb)
        limbs = [_limb_numbers(part, fed=LIMBS[name].fed) for part in self.limbs]
        ends = np.hstack([self.base, self.platform]).tolist()
        pull = asking.array_of("gravity", gravity)
        if pull.shape != (2,) or not np.all(np.isfinite(pull)):
            raise PelagosError(
                f"gravity: shape {pull.shape} where a vector in the plane has two finite numbers\n"
                "    give (gx, gy)"
            )
        points = [Points(*numbers) for numbers in ends]
        return Platform(points, limbs, self.mass, self.inertia, pull.tolist()), LIMBS[name]

    def limb_name(self, limb: str | None) -> str:
        """The model in force; refused where its numbers are missing."""
        telescopic = all(part.telescope is not None for part in self.limbs)
        name = limb or ("telescope" if telescopic else "payout")
        if name not in LIMBS:
            raise PelagosError(f"limb: there is no model {name!r}\n    {did_you_mean(name, LIMBS)}")
        if LIMBS[name].fed and any(part.rho is None for part in self.limbs):
            raise PelagosError(f"limb: {name} needs a line density\n    give Limb(rho=...)")
        if not LIMBS[name].fed and not telescopic:
            raise PelagosError(
                "limb: telescope needs two parts, this robot has none\n"
                "    give Limb(telescope=Telescope(...)), or choose payout"
            )
        return name

    def condition(self, X: Vector) -> Array:
        """The condition number of the pose: 1 at best, infinite where it is singular."""
        return self._condition(self._closure(asking.columns("X", X)))

    def determinant(self, X: Vector) -> Array:
        """Of Jx over `length`; its sign changes where the platform passes a singular pose."""
        poses = self._closure(asking.columns("X", X))
        return np.asarray(closed_form.conditioning(poses, self.length)[1])

    def _closure(self, X: Sequence[Any]) -> list[LimbPose]:
        ends = np.hstack([self.base, self.platform]).tolist()
        try:
            with np.errstate(divide="raise", invalid="raise"):
                return closed_form.closure([Points(*numbers) for numbers in ends], X)
        except ArithmeticError:
            raise PelagosError(asking.NO_LENGTH.format("X:")) from None

    def _condition(self, poses: Sequence[LimbPose]) -> Array:
        size, determinant = closed_form.conditioning(poses, self.length)
        with np.errstate(divide="ignore"):
            return np.asarray(np.divide(size, np.abs(determinant)))

    def _asked(
        self, question: str, states: Array, many: bool, limb: str | None, gravity: Vector
    ) -> Array:
        """Rows of f or A, the other forces and the condition number."""
        robot, model = self.numbers(limb, gravity)
        if many:
            return asking.compiled(question, robot, self.limb_name(limb), self.length, states)
        X, V, given, disturbance = np.split(states[0], 4)
        function: Callable = getattr(closed_form, question)
        vectors = (v.tolist() for v in (X, V, given, disturbance))
        answer = function(robot, model, *vectors)
        forces = answer if question == "inverse_dynamics" else answer[1]
        first = forces.f if question == "inverse_dynamics" else answer[0]
        others = np.ravel([forces.F_is, forces.F_in, forces.g])
        return np.concatenate([first, others, np.ravel(forces.base), [self.condition(X)]])[None]


def _limb_numbers(limb: Limb, fed: bool) -> LimbNumbers:
    if fed or limb.telescope is None:
        return LimbNumbers(float(limb.rho or 0.0), 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    t = limb.telescope
    return LimbNumbers(0.0, t.m1, t.c1, t.I1, t.m2, t.c2, t.I2)


def _moving(values: Array, rates: Array) -> list[Dual]:
    pairs = zip(values.tolist(), rates.tolist(), strict=True)
    return [Dual(value, np.array([rate])) for value, rate in pairs]


def _stack(parts: Any, axis: int = -1) -> Array:
    return np.stack([np.asarray(part, dtype=float) for part in parts], axis=axis)


def _text(vector: Any) -> str:
    return "(" + ", ".join(f"{x:.4g}" for x in np.ravel(vector)) + ")"

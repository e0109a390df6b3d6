"""Small systems of equations as programs for the march, and a march of them."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pelagos.integrators.table import TABLEAUX
from pelagos.loops import data, library
from pelagos.loops.method import method_of
from pelagos.mathematics.scalars import sin, where
from pelagos.tape.instructions import program_of
from pelagos.tape.machine.native import Native
from pelagos.tape.numbers import Tape

Equations = Callable[[Any, list, list], Sequence[Any]]  # of time, state and numbers


@dataclass
class System:
    """Equations on any scalar; `words` are fields of the model."""

    start: Sequence[float]
    rates: Equations
    numbers: Sequence[float] = ()
    margins: Equations | None = None
    samples: Sequence[Equations] = ()
    restore: Equations | None = None
    shift: Equations | None = None
    observe: Equations | None = None
    words: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._made: dict[tuple[str, int], Native] = {}
        self._models: dict[int, data.Model] = {}

    def native(self, name: str, equations: Equations, more: int, lanes: int) -> tuple[Native, int]:
        """Machine code of equations with so many numbers behind the state, and its outputs."""
        tape = Tape()
        t = tape.input("t")
        x = tape.row(f"x{i}" for i in range(len(self.start) + more))
        p = tape.row(f"p{i}" for i in range(len(self.numbers)))
        program = program_of(tape, equations(t, x, p))
        native = self._made[name, lanes] = Native(program, lanes, (1, len(x), len(p)))
        return native, len(program.outputs)

    def evaluate(self, name: str, t: float, x: Sequence[float]) -> np.ndarray:
        """What a program gives in one lane."""
        self.model(1)
        native = self._made[name, 1]
        given = [np.array([t]), np.array(x), np.array(self.numbers, dtype=float)]
        rows = [*given, np.zeros(self.model(1).results), np.zeros(native.scratch)]
        call = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 5)(native.address)
        call(*(row.ctypes.data for row in rows))
        return rows[3]

    def model(self, lanes: int) -> data.Model:
        if lanes not in self._models:
            n, words = len(self.start), self.words
            flowing = words.get("flowing", n - 1)

            def moving(*given: Any) -> Sequence[Any]:
                dx = self.rates(*given)
                return [*dx[:flowing], *dx[n - 1 :]]

            made = {"rates": self.native("rates", moving, 0, lanes)}
            more = {"shift": words.get("nv", 0), "observe": words.get("loose_rows", 0)}
            for name in ("margins", "restore", "shift", "observe"):
                equations = getattr(self, name)
                if equations is not None:
                    made[name] = self.native(name, equations, more.get(name, 0), lanes)
            for g, equations in enumerate(self.samples):
                made[f"sample {g}"] = self.native(f"sample {g}", equations, 0, lanes)
            addresses = {name: native.address for name, (native, _) in made.items()}
            samples = [addresses.pop(f"sample {g}") for g in range(len(self.samples))]
            given: dict[str, Any] = {"size": n, "flowing": flowing, **words, **addresses}
            self._models[lanes] = data.plain_model(
                samples=np.array(samples, dtype=np.int64),
                scratch=max(native.scratch for native, _ in made.values()),
                results=max(count for _, count in made.values()),
                outputs=made["observe"][1] if "observe" in made else 0,
                **given,
            )
        return self._models[lanes]


def march(
    system: System,
    lanes: int,
    *,
    integrator: str = "dopri5",
    starts: Any = None,
    numbers: Any = None,
    variant: Any = None,
    samples: Any = (0.0, 1.0),
    stops: Any = None,
    conditions: int = 0,
    budget: int = 1000,
    method: dict[str, Any] | None = None,
    **words: Any,
) -> data.Runs:
    """Runs from some starts (one, unless given) with some variants of the numbers."""
    starts = np.atleast_2d(np.array(system.start if starts is None else starts, dtype=float))
    numbers = np.atleast_2d(np.array(system.numbers if numbers is None else numbers, dtype=float))
    samples = np.array(samples, dtype=float)
    model, variants = system.model(lanes), data.variants_of(numbers)
    tableau = TABLEAUX[integrator]
    end = float(samples[-1])
    plan: dict[str, Any] = {
        "samples": samples,
        "ends": [end],
        "pauses": False,
        "stops": np.full((len(numbers), 1), end) if stops is None else np.atleast_2d(stops),
        "rtol": 1e-6,
        "atol": 1e-9,
        "step": end if tableau.adaptive else 0.01,
        "max_steps": 100_000,
        "armed": range(conditions),
        "ticks": [],
        "finest": 1e-3 if conditions else 0.0,
        "log": data.NO_LOG,
    }
    variant = np.zeros(len(starts)) if variant is None else variant
    runs = data.allocate(starts, np.array(variant), len(samples))
    marcher = data.lane_state_for(
        len(system.start), lanes, len(tableau.a), 0, len(starts), len(system.samples), conditions,
        flowing=model.flowing,
    )  # fmt: skip
    arguments = (
        model,
        variants,
        data.lanes_like(variants, lanes),
        data.work_for(model, lanes),
        method_of(tableau, **method or {}),
        data.Plan(**plan | words),
        runs,
        marcher,
    )
    while not library.march(*arguments, budget):
        pass
    return runs


def oscillator(t, x, p):
    """A spring with a damper; work is what the damper takes."""
    stiffness, damping = p
    return [x[1], -stiffness * x[0] - damping * x[1], -damping * x[1] * x[1]]


def pendulum(t, x, p):
    return [x[1], -p[0] * sin(x[0]), x[1]]


def chaos(t, x, p):
    """Lorenz 1963."""
    s, r, b = p
    return [s * (x[1] - x[0]), x[0] * (r - x[2]) - x[1], x[0] * x[1] - b * x[2], x[0]]


def stiff(t, x, p):
    """van der Pol's oscillator, driven by a step at t = 0.5."""
    force = where(t < 0.5, 0.0, p[1])
    return [x[1], p[0] * (1.0 - x[0] * x[0]) * x[1] - x[0] + force, force * x[1]]


def spinning(t, x, p):
    """A free rigid body, Euler's equations: quaternion, angular velocity, work."""
    w, i, j, k, a, b, c, _ = x
    return [
        0.5 * (-i * a - j * b - k * c),
        0.5 * (w * a + j * c - k * b),
        0.5 * (w * b + k * a - i * c),
        0.5 * (w * c + i * b - j * a),
        (p[1] - p[2]) / p[0] * b * c,
        (p[2] - p[0]) / p[1] * c * a,
        (p[0] - p[1]) / p[2] * a * b,
        0.0,
    ]


def wide(t, x, p):
    """Many springs in a row, each with its own stiffness."""
    n = (len(x) - 1) // 2
    q, u = x[:n], x[n : 2 * n]
    ends = [0.0, *q, 0.0]
    pulls = [p[0] * (ends[i] - 2.0 * q[i] + ends[i + 2]) - q[i] * q[i] * q[i] for i in range(n)]
    return [*u, *pulls, u[0]]


SYSTEMS = {
    "oscillator": System([1.0, 0.0, 0.0], oscillator, [40.0, 0.3]),
    "pendulum": System([2.0, 0.0, 0.0], pendulum, [9.81]),
    "chaos": System([1.0, 1.0, 20.0, 0.0], chaos, [10.0, 28.0, 8.0 / 3.0]),
    "stiff": System([2.0, 0.0, 0.0], stiff, [30.0, 5.0]),
    "spinning": System(
        [1.0, 0.0, 0.0, 0.0, 0.1, 3.0, 0.2, 0.0],
        spinning,
        [1.0, 2.0, 3.5],
        words={"quaternions": np.array([0]), "nq": 4, "nv": 3},
    ),
    "wide": System(np.linspace(-1.0, 1.0, 41).tolist(), wide, [100.0]),
}

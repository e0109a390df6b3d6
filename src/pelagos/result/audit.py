"""Audit: does the run obey the laws it was computed from?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

import numpy as np

from pelagos.integrators.table import FIXED_STEP
from pelagos.result.header import Header

DOUBTFUL = 0.05  # energy balance of fixed steps that are too long
ROUNDING = 1e-9  # of all energies: an error below it is none, however little was exchanged


@dataclass(frozen=True)
class Audit:
    """Largest errors over a run. Small is good; what small means depends on the tolerance asked.

    Momenta are kept only where nothing outside acts on the robot (no gravity, no fixed base, no
    water): elsewhere their change is no error, and `str` does not speak of it.
    """

    samples: int
    energy_error: float
    """Largest |T + V - W - (T + V - W at the start)| [J]."""
    energy_scale: float
    """Largest of max T, range of V and range of W [J]."""
    linear_momentum_change: float
    """Largest change from the start [kg m/s]."""
    linear_momentum_scale: float
    """Largest momentum [kg m/s]."""
    angular_momentum_change: float
    """Largest change from the start, about the world origin [kg m2/s]."""
    angular_momentum_scale: float
    """Largest angular momentum [kg m2/s]."""
    momentum_kept: bool
    """Whether momenta should stay as they are."""
    quaternion_error: float
    """Largest distance of a quaternion's norm from 1."""
    constraint_error: float
    """Largest error of a constraint."""

    @property
    def energy_balance(self) -> float:
        """Energy error relative to the energy that was exchanged."""
        return _ratio(self.energy_error, self.energy_scale)

    def to_dict(self) -> dict[str, float]:
        """The numbers, ready for JSON."""
        return {**asdict(self), "energy_balance": self.energy_balance}

    def __str__(self) -> str:
        def relative(change: float, scale: float) -> str:
            return f"{_ratio(change, scale):.1e} of {scale:.3g}"

        linear = relative(self.linear_momentum_change, self.linear_momentum_scale)
        angular = relative(self.angular_momentum_change, self.angular_momentum_scale)
        momenta = [
            f"linear momentum   changes by {linear} kg m/s",
            f"angular momentum  changes by {angular} kg m2/s",
        ]
        return "\n".join(
            [
                f"energy balance    {relative(self.energy_error, self.energy_scale)} J",
                *(momenta if self.momentum_kept else ()),
                f"quaternion norm   {self.quaternion_error:.1e}",
                f"constraint error  {self.constraint_error:.1e}",
            ]
        )


def audit(header: Header, arrays: Mapping[str, np.ndarray], momentum_kept: bool = False) -> Audit:
    """Measure a run. An empty one has nothing wrong with it."""
    kinetic, potential, work = (
        arrays[name] for name in ("kinetic_energy", "potential_energy", "work")
    )
    balance = kinetic + potential - work
    linear, angular = arrays["linear_momentum"], arrays["angular_momentum"]
    return Audit(
        samples=len(arrays["time"]),
        energy_error=_largest(balance - balance[:1]),
        energy_scale=max(_largest(kinetic), _range(potential), _range(work)),
        linear_momentum_change=_largest(np.linalg.norm(linear - linear[:1], axis=1)),
        linear_momentum_scale=_largest(np.linalg.norm(linear, axis=1)),
        angular_momentum_change=_largest(np.linalg.norm(angular - angular[:1], axis=1)),
        angular_momentum_scale=_largest(np.linalg.norm(angular, axis=1)),
        momentum_kept=momentum_kept,
        quaternion_error=_quaternion_error(header, arrays),
        constraint_error=_largest(arrays["constraint_error"]),
    )


def warnings(header: Header, arrays: Mapping[str, np.ndarray]) -> list[str]:
    """What makes a run doubtful that finished all the same."""
    found = audit(header, arrays)
    method, step = (header.integrator.get(name) for name in ("method", "step"))
    length = f" of {step:g} s" if isinstance(step, int | float) else ""
    energies = ("kinetic_energy", "potential_energy", "work")
    rounding = ROUNDING * sum(_largest(arrays[name]) for name in energies)
    if method not in FIXED_STEP or found.energy_balance <= DOUBTFUL:
        return []
    if found.energy_error <= rounding:  # next to nothing was exchanged
        return []
    return [
        f"energy appears or vanishes: the balance is off by {found.energy_balance:.1e} of what was "
        f"exchanged, so the step{length} is too long for {method}\n"
        "    halve `step` until the balance holds, or use an integrator that chooses its steps, "
        "as dopri5"
    ]


def _quaternion_error(header: Header, arrays: Mapping[str, np.ndarray]) -> float:
    """Over the poses of the bodies and over the quaternions within q."""
    error = _largest(np.linalg.norm(arrays["orientation"], axis=2) - 1)
    for i, label in enumerate(header.coordinates):
        if label.endswith(".qw"):
            norms = np.linalg.norm(arrays["q"][:, i : i + 4], axis=1)
            error = max(error, _largest(norms - 1))
    return error


def _largest(values: np.ndarray) -> float:
    return float(np.max(np.abs(values), initial=0.0))


def _range(values: np.ndarray) -> float:
    return float(np.ptp(values)) if len(values) else 0.0


def _ratio(error: float, scale: float) -> float:
    """Error per scale; where the scale is zero nothing happened, so nothing went wrong."""
    return error / scale if scale > 0 else 0.0

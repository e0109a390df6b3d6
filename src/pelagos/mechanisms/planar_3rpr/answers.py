"""Answers of the planar 3-RPR: small frozen records of arrays.

Asked about one state, `f` has three numbers; asked about many, a leading axis of states.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class InverseKinematics:
    """Limbs that go with a pose."""

    L: Array  # (..., 3) lengths
    alpha: Array  # (..., 3) angles of the limbs from the x axis
    s: Array  # (..., 3, 2) unit vectors along the limbs
    n: Array  # (..., 3, 2) unit vectors across them


@dataclass(frozen=True)
class ForwardKinematics:
    """A pose that goes with lengths."""

    X: Array  # (3,)
    iterations: int
    residual: float  # m, largest error of a length


@dataclass(frozen=True)
class Jacobians:
    """Equations (I) and (II)."""

    Jx: Array  # (..., 3, 3): Ld = Jx V
    Ja: Array  # (..., 3, 3): ad = Ja V
    condition: Array  # (...) of Jx, its last column over `length`; 1 at best
    length: float  # m


@dataclass(frozen=True)
class Accelerations:
    """Equations (I) to (IV), and the middles of the limbs."""

    Ld: Array  # (..., 3)
    ad: Array
    Ldd: Array
    add: Array
    v_c: Array  # (..., 3, 2) of the limbs' middles, at L/2
    a_c: Array


@dataclass(frozen=True)
class InverseDynamics:
    """Forces of a motion, in N; one number per limb."""

    f: Array  # (..., 3) actuators; positive pushes the platform away
    F_is: Array  # (..., 3) on the platform, along s
    F_in: Array  # (..., 3) on the platform, along -n
    g: Array  # (..., 3) of the ground on the limb, along -n
    base: Array  # (..., 3, 2) of the ground on the limb, along x and y
    condition: Array  # (...) how far the pose is from a singular one; see `Jacobians`


@dataclass(frozen=True)
class ForwardDynamics:
    """The motion that forces cause; the rest as in `InverseDynamics`."""

    A: Array  # (..., 3)
    F_is: Array
    F_in: Array
    g: Array
    base: Array
    condition: Array


@dataclass(frozen=True)
class PlatformEnergy:
    """Energies in J."""

    kinetic: Array
    potential: Array  # of the platform from the origin, of a limb from its base

    @property
    def total(self) -> Array:
        return self.kinetic + self.potential


@dataclass(frozen=True)
class PowerBalance:
    """Where the power goes, in W: `stored` is what came in, up to `violation`."""

    stored: Array  # rate of kinetic and potential energy
    actuators: Array  # f Ld, summed
    disturbance: Array
    influx: Array  # kinetic energy of the mass that enters at the bases

    @property
    def violation(self) -> Array:
        """Zero if the equations conserve energy."""
        return self.stored - self.actuators - self.disturbance - self.influx

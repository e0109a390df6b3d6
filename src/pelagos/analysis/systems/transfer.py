r"""From one input to one output: poles, zeros and gain of a transfer function.

    G(s) = C (s - A)^-1 B = gain prod(s - zeros) / prod(s - poles)

Zeros are where the system matrix [[A - z, B], [C, 0]] loses rank, eigenvalues of a pencil
(Emami-Naeini and Van Dooren 1982); polynomials, which lose digits, are never formed. Poles and
zeros that are the same belong to what the input does not reach or the output does not show.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pelagos.analysis.linear import Linearization
from pelagos.analysis.systems.reach import places_of
from pelagos.analysis.systems.scaling import scaled

INFINITE = 1e8  # times the quickest mode: eigenvalues of the pencil beyond are at infinity
TOGETHER = 1e-7  # of the quickest mode: a pole and a zero so close cancel


@dataclass(frozen=True)
class TransferFunction:
    """G(s) of one input and one output."""

    input: str
    output: str
    poles: np.ndarray
    zeros: np.ndarray
    gain: float
    """Of prod(s - zeros) / prod(s - poles): what the output does at first, or for large s."""
    A: np.ndarray
    B: np.ndarray
    C: np.ndarray

    def __call__(self, s: Any) -> Any:
        """G(s), at one complex number or an array of them."""
        s = np.asarray(s, dtype=complex)
        unit = np.eye(len(self.A))
        found = [self.C @ np.linalg.solve(one * unit - self.A, self.B) for one in s.ravel()]
        return np.array(found).reshape(s.shape)[()]

    def response(self, frequencies: Any) -> tuple[np.ndarray, np.ndarray]:
        """Amplitude, and phase in rad without jumps, at angular frequencies in rad/s."""
        found = self(1j * np.asarray(frequencies, dtype=float))
        return np.abs(found), np.unwrap(np.angle(found))


def transfer_function(system: Linearization, input: str, output: str) -> TransferFunction:
    """From an input of a linear system to one of its states.

    Examples:
        >>> system = pl.linearize("cart-pole", q=[0.0, 0.0], u=[0.0, 0.0])
        >>> g = pl.transfer_function(system, "drive", "s[cart]")
        >>> len(g.poles), len(g.zeros)
        (4, 2)
    """
    column = places_of(system.inputs, [input], "input")[0]
    row = places_of(system.states, [output], "state")[0]
    A, B, by = scaled(system.A, system.B[:, [column]])
    C = np.zeros((1, len(A)))
    C[0, row] = by[row]
    poles = np.linalg.eigvals(A)
    quickest = max(np.abs(poles).max(initial=0.0), 1e-300)
    zeros, poles = _without_shared(_zeros(A, B, C, quickest), poles, TOGETHER * quickest)
    own = TransferFunction(input, output, poles, zeros, 1.0, A, B[:, 0], C[0])
    return TransferFunction(input, output, poles, zeros, _gain(own, quickest), A, B[:, 0], C[0])


def _zeros(A: np.ndarray, B: np.ndarray, C: np.ndarray, quickest: float) -> np.ndarray:
    from scipy.linalg import eigvals

    n = len(A)
    size = max(np.abs(B).max(initial=0.0), 1e-300), max(np.abs(C).max(initial=0.0), 1e-300)
    whole = np.block([[A, B * (quickest / size[0])], [C * (quickest / size[1]), np.zeros((1, 1))]])
    unit = np.diag([1.0] * n + [0.0])
    if not (B.any() and C.any()):
        return np.zeros(0, dtype=complex)
    found = eigvals(whole, unit)
    return found[np.isfinite(found) & (np.abs(found) < INFINITE * quickest)]


def _without_shared(
    zeros: np.ndarray, poles: np.ndarray, close: float
) -> tuple[np.ndarray, np.ndarray]:
    """Zeros and poles that do not cancel."""
    left = list(poles)
    kept = []
    for zero in zeros:
        gaps = [abs(zero - pole) for pole in left]
        if gaps and min(gaps) <= close:
            left.pop(int(np.argmin(gaps)))
        else:
            kept.append(zero)
    return np.array(kept, dtype=complex), np.array(left, dtype=complex)


def _gain(own: TransferFunction, quickest: float) -> float:
    """From the value at a place that is no pole and no zero."""
    s = 1.7 * quickest * np.exp(1j)
    value = own(s)
    shape = np.prod(s - own.zeros) / np.prod(s - own.poles)
    return float((value / shape).real)

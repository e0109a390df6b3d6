"""Which motions inputs reach, and which outputs show: the test of Popov, Belevitch and Hautus.

A mode with the eigenvalue l is out of reach of the inputs where [A - l, B] loses rank, and out of
sight of outputs C x where [A - l; C] does (Hautus 1969). It looks at the modes one by one, in place
of the powers of A in Kalman's matrix, which are lost in rounding for more than a few states.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pelagos.analysis.linear import Linearization
from pelagos.analysis.systems.scaling import scaled
from pelagos.errors import PelagosError
from pelagos.language.suggest import did_you_mean

LOST = 1e-9  # of the largest singular value: a rank that is lost, up to rounding
SAME = 1e-6  # of the quickest mode: eigenvalues nearer to each other are looked at once
STANDING = 1e-10  # of the quickest mode: real parts that are smaller are rounding, and no decay


@dataclass(frozen=True)
class HiddenMode:
    """A motion that no input moves, or that no output shows."""

    eigenvalue: complex
    states: tuple[str, ...]  # those with the largest part in it
    decays: bool  # by itself, faster than rounding would

    def __str__(self) -> str:
        return f"{self.eigenvalue:.4g} 1/s ({', '.join(self.states)})"


@dataclass(frozen=True)
class Reach:
    """How much of a linear system can be moved by its inputs, or seen in its outputs."""

    rank: int
    """Dimension of what is reached or seen, of `size`."""
    size: int
    hidden: tuple[HiddenMode, ...]
    """The modes that are not, whether they decay by themselves or do not."""

    @property
    def complete(self) -> bool:
        return self.rank == self.size

    @property
    def enough(self) -> bool:
        """Whether all that is hidden decays by itself: stabilisable, or detectable."""
        return all(mode.decays for mode in self.hidden)


def controllability(system: Linearization, inputs: Sequence[str] | None = None) -> Reach:
    """What the inputs of a linear system, or some of them, can move.

    Examples:
        >>> system = pl.linearize("cart-pole", q=[0.0, 0.0], u=[0.0, 0.0])
        >>> pl.controllability(system).complete
        True
    """
    B = system.B[:, places_of(system.inputs, inputs, "input")]
    return _reach(system.A, B, system.states)


def observability(system: Linearization, outputs: Sequence[str]) -> Reach:
    """What shows in some of the states of a linear system.

    Examples:
        >>> system = pl.linearize("cart-pole", q=[0.0, 0.0], u=[0.0, 0.0])
        >>> pl.observability(system, ["s[pole]"]).complete
        False
    """
    C = np.eye(len(system.A))[places_of(system.states, outputs, "state")]
    return _reach(system.A.T, C.T, system.states)


def places_of(names: Sequence[str], wanted: Sequence[str] | None, kind: str) -> list[int]:
    """Where names stand; all of them if none are wanted."""
    if wanted is None:
        return list(range(len(names)))
    if isinstance(wanted, str):
        raise PelagosError(f"{kind}s are the word {wanted!r}\n    give a list: [{wanted!r}]")
    found: list[int] = []
    for name in wanted:
        if name not in names:
            raise PelagosError(f"there is no {kind} {name!r}\n    {did_you_mean(str(name), names)}")
        if names.index(name) in found:
            raise PelagosError(f"the {kind} {name!r} is given twice\n    name each once")
        found.append(names.index(name))
    return found


def _reach(A: np.ndarray, B: np.ndarray, names: Sequence[str]) -> Reach:
    """By rows of the left: what the columns of B move of dx/dt = A x."""
    n = len(A)
    A, B, by = scaled(A, B)
    values = np.linalg.eigvals(A) if n else np.zeros(0)
    quickest = np.abs(values).max(initial=0.0)
    hidden: list[HiddenMode] = []
    seen: list[complex] = []
    for value in values.tolist():
        if any(abs(value - other) <= SAME * max(quickest, 1e-300) for other in seen):
            continue
        seen.append(value)
        left, sizes, _ = np.linalg.svd(np.hstack([A - value * np.eye(n), B]))
        lost = sizes <= LOST * sizes.max(initial=0.0)
        for row in left[:, lost].T:
            shares = np.abs(row / by)
            order = np.argsort(-shares, kind="stable")
            most = [names[k] for k in order[:3] if shares[k] > 0.1 * shares.max()]
            decays = bool(value.real < -STANDING * quickest)
            hidden.append(HiddenMode(complex(value), tuple(most), decays))
    return Reach(_rank(A, B), n, tuple(hidden))


def _rank(A: np.ndarray, B: np.ndarray) -> int:
    """Dimension of the smallest space that holds B and that A keeps: it is grown step by step."""
    basis = np.zeros((len(A), 0))
    new, largest = B, max(np.linalg.norm(A, 2) if A.size else 0.0, 1e-300)
    while new.size:
        new = new - basis @ (basis.T @ new)
        new = new - basis @ (basis.T @ new)  # twice is enough (Kahan)
        left, sizes, _ = np.linalg.svd(new, full_matrices=False)
        bound = max(np.linalg.norm(B, 2) if basis.shape[1] == 0 else largest, 1e-300)
        fresh = left[:, sizes > LOST * bound]
        basis = np.hstack([basis, fresh])
        new = A @ fresh
    return basis.shape[1]

"""How the eigenvalues of a robot about its rest move with one of its numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.analysis.linear import differentiated, linear_at
from pelagos.analysis.queries import AnyRobot, one_state
from pelagos.analysis.rest import rest_of
from pelagos.errors import PelagosError
from pelagos.march.settings import read_robot
from pelagos.model.paths.numbers import required_number
from pelagos.model.paths.shadowed import in_scenario
from pelagos.progress import Progress, with_bar

STANDING = 1e-7  # of the quickest root: real parts below this are rounding


@dataclass(frozen=True)
class RootLocus:
    """Eigenvalues, in 1/s, by values of a number; columns follow the same root."""

    robot: str
    path: str
    values: np.ndarray  # (m,)
    roots: np.ndarray  # (m, n) complex

    @property
    def crossings(self) -> tuple[tuple[float, complex], ...]:
        """Where a root crosses into growth or out of it: value, root; between two values linear.

        One that stands still at a value, neither growing nor decaying, and grows at the next one
        crosses at the first.
        """
        bound = STANDING * np.abs(self.roots).max(initial=0.0)
        found = []
        for branch in self.roots.T:
            growth = np.where(np.abs(branch.real) <= bound, 0.0, branch.real)
            for k in np.flatnonzero((growth[:-1] > 0.0) != (growth[1:] > 0.0)):
                part = growth[k] / (growth[k] - growth[k + 1])
                value = self.values[k] + part * (self.values[k + 1] - self.values[k])
                root = branch[k] + part * (branch[k + 1] - branch[k])
                if root.imag >= -bound:  # of a pair one is enough
                    found.append((float(value), complex(0.0, root.imag)))
        return tuple(sorted(found, key=lambda pair: pair[0]))

    @property
    def moves(self) -> bool:
        """Whether the roots depend on the number at all."""
        return bool((self.roots != self.roots[0]).any())

    def plot(self, path: str | Path) -> Path:
        """Draw the roots in the complex plane, coloured by the value, as PNG, PDF or SVG."""
        return _draw(self, path)

    def to_dict(self) -> dict[str, Any]:
        return {
            "robot": self.robot,
            "path": self.path,
            "values": self.values.tolist(),
            "growth": self.roots.real.tolist(),
            "angular_frequency": self.roots.imag.tolist(),
            "crossings": [{"value": v, "angular_frequency": r.imag} for v, r in self.crossings],
        }


@with_bar
def root_locus(
    robot: AnyRobot,
    path: str,
    values: Sequence[float] | np.ndarray,
    *,
    scenario: str | None = None,
    q: Any = None,
    u: Any = None,
    t: float = 0.0,
    progress: Progress | None = None,
) -> RootLocus:
    """Eigenvalues of the linearised robot for values of the number at a path of the model.

    At the state (q, u), or without q at the position of rest nearest to that of the value before.

    Examples:
        >>> locus = pl.root_locus("pendulum", "gravity.2", [-9.81, -4.0, -1.0], q=[0.0])
        >>> locus.roots.imag.max(axis=1).round(3)
        array([3.836, 2.449, 1.225])
    """
    numbers = _checked(values, path)
    if q is None and u is not None:
        raise PelagosError("root_locus: u is given without q\n    give both, or neither")
    base, near = read_robot(robot, None), None
    required_number(base, path, "root_locus")
    found: list[np.ndarray] = []
    for k, value in enumerate(numbers.tolist()):
        varied = in_scenario(base.with_values({path: value}), scenario)
        engine = differentiated(varied)
        if q is None:
            rest = rest_of(varied, near, nearest=True)
            near = rest.q
            state = one_state(engine, rest.q, np.zeros(engine.robot.nv), t)[0]
        else:
            state = one_state(engine, q, np.zeros(engine.robot.nv) if u is None else u, t)[0]
        roots = np.linalg.eigvals(linear_at(engine, t, np.append(state, 0.0)).A)
        found.append(_in_order(roots, found[-1] if found else None, path, value))
        if progress is not None:
            progress((k + 1) / len(numbers), f"{path} = {value:g}")
    return RootLocus(base.name, path, numbers, np.array(found))


def _checked(values: Any, path: str) -> np.ndarray:
    try:
        numbers = np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        numbers = np.zeros(0)
    if numbers.ndim != 1 or len(numbers) < 2 or not np.isfinite(numbers).all():
        raise PelagosError(
            f"root_locus: values of {path} are {values!r}\n    give two or more finite numbers"
        )
    return numbers


def _in_order(roots: np.ndarray, before: np.ndarray | None, path: str, value: float) -> np.ndarray:
    """Roots in the order of those before that they are nearest to, together."""
    if before is None:
        return roots[np.lexsort((roots.imag, roots.real))].astype(complex)
    if len(roots) != len(before):
        raise PelagosError(
            f"root_locus: at {path} = {value:g} there are {len(roots)} roots, not {len(before)}\n"
            "    choose values between which the robot keeps its degrees of freedom"
        )
    from scipy.optimize import linear_sum_assignment

    _, order = linear_sum_assignment(np.abs(before[:, None] - roots[None]))
    return roots[order].astype(complex)


def _draw(found: RootLocus, path: str | Path) -> Path:
    from pelagos.result.plot import STYLE, check

    path = Path(path)
    check(path)
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(7.2, 5.4), layout="constrained")
        ax = figure.subplots()
        for branch in found.roots.T:
            ax.plot(branch.real, branch.imag, color="#BBBBBB", lw=0.8, zorder=1)
        values = np.repeat(found.values, found.roots.shape[1])
        roots = found.roots.ravel()
        dots = ax.scatter(roots.real, roots.imag, c=values, s=10, cmap="viridis", zorder=2)
        for value, root in found.crossings:
            ax.annotate(f"{value:.4g}", (0.0, root.imag), xytext=(6, 6), textcoords="offset points")
        ax.axvline(0, color="#000000", lw=0.8)
        ax.set(xlabel="growth / (1/s)", ylabel="angular frequency / (rad/s)")
        ax.set_title(f"{found.robot}: roots over {found.path}")
        figure.colorbar(dots, ax=ax, label=found.path)
        figure.savefig(path, dpi=150)
    return path

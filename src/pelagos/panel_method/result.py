"""What `pl.hydro` found: numbers, how sure they are, and words of a model."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.panel_method.drag_guess import DragGuess
from pelagos.panel_method.fill import FilledFrame
from pelagos.panel_method.planes import Waterplane
from pelagos.panel_method.properties import SolidProperties
from pelagos.panel_method.surface import Array, PanelSurface

WIDEST_GAP = 0.03  # of energies; cubes of 300 panels have 5 %, of 1000 panels 1 %
_MARGIN = 2.5  # of the error that is told; cubes, prisms, plates and cylinders needed 1.9


@dataclass(frozen=True)
class PanelSolution:
    """One solution: how many panels, and the added mass."""

    panels: int
    matrix: Array


@dataclass(frozen=True)
class HydroBody:
    """What a surface says of its body, and what was done to it."""

    name: str
    file: str
    sha256: str
    properties: SolidProperties
    waterplane: Waterplane | None
    drag: DragGuess | None
    notes: tuple[str, ...]
    triangles: int


@dataclass(frozen=True)
class HydroResult:
    """Coefficients of one body in water, or of several together.

    Examples:
        >>> import trimesh
        >>> found = pl.hydro(trimesh.creation.box((1, 1, 1)), panels=300)
        >>> found.bodies[0].properties.volume
        1.0
        >>> bool(found.asymmetry < 1e-14), bool((np.diag(found.error) > 0).all())
        (True, True)
    """

    added_mass: Array  # (6 body + motion, the same), about `at`, linear first
    density: float
    at: Array
    bodies: tuple[HydroBody, ...]
    levels: tuple[PanelSolution, ...]  # coarsest first
    direct: Array  # the same matrix from the potential itself: -rho times the integral of phi g
    frame: FilledFrame | None  # of an open frame
    limits: str  # what bounds the water
    surface: PanelSurface  # of the finest level
    potential: Array  # (vertex, motion)

    @property
    def error(self) -> Array | None:
        """How far the added mass may be off for the panels given: from two coarser solutions.

        Where differences halve for twice the panels, which is the second order, the last one is the
        error that is left. Told is that with a margin, and no less where the last is small by
        chance: an estimate and no bound. What the triangles themselves leave off a smooth body is
        not in it.
        """
        if len(self.levels) < 3:
            return None
        one, two, three = (level.matrix for level in self.levels[-3:])
        return _MARGIN * np.maximum(np.abs(three - two), np.abs(two - one) / 2)

    @property
    def asymmetry(self) -> float:
        """Largest difference of the matrix from its transpose, over its size; it is not evened."""
        return float(
            np.abs(self.added_mass - self.added_mass.T).max() / np.abs(self.added_mass).max()
        )

    @property
    def least(self) -> float:
        """Least eigenvalue over the largest, with lengths in units of the body's size."""
        size = float(self.bodies[0].properties.extent.max())
        scale = np.tile([1.0] * 3 + [1 / size] * 3, len(self.bodies))
        values = np.linalg.eigvalsh(scale[:, None] * self.added_mass * scale)
        return float(values[0] / values[-1])

    @property
    def energy_gap(self) -> float:
        """Largest share by which energies of unit motions differ from those of their potential."""
        apart = np.abs(np.diag(self.added_mass) - np.diag(self.direct))
        return float((apart / self.scales).max())

    @property
    def warnings(self) -> tuple[str, ...]:
        """What makes the numbers doubtful."""
        if self.energy_gap <= WIDEST_GAP:
            return ()
        said = (
            f"energies from the potential differ by {100 * self.energy_gap:.2g} %: the panels are"
        )
        return (f"{said} too coarse for this shape; take more (--panels, panels=...)",)

    @property
    def scales(self) -> Array:
        """What errors of each motion are compared with.

        Its own added mass, but no less than 1 % of that of the heaviest motion, with the body's
        size for lengths: of what hardly takes water along, a share says nothing.
        """
        size = np.repeat([float(body.properties.extent.max()) / 2 for body in self.bodies], 3)
        own = np.diag(self.added_mass).reshape(-1, 2, 3)
        most = own[:, 0].max(axis=1, keepdims=True) * np.ones(3)
        floors = np.stack([most, most * size.reshape(-1, 3) ** 2], axis=1)
        return np.maximum(own, 0.01 * floors).ravel()

    def __str__(self) -> str:
        from pelagos.panel_method.words import text

        return text(self)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain numbers and lists, for JSON."""
        from pelagos.panel_method.words import plain

        return plain(self)

    def fragment(self) -> str:
        """Bodies of a model file, in YAML, with sources."""
        from pelagos.panel_method.words import fragment

        return fragment(self)

    def view(self, path: str | Path) -> Path:
        """Write a page with the panels, potentials and pressures in 3D."""
        from pelagos.panel_method.page import write

        return write(self, path)

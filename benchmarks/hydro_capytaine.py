"""Added masses of Capytaine, extrapolated to panels without size, beside ours.

Capytaine 3.0 wants pandas < 3, which would hold back all others, so it is no extra of this package:
make an environment for it, `python -m venv capytaine`, `pip install pelagos capytaine`. It is asked
for infinite frequency without free surface and bottom.

It puts constant sources on panels and meets the normal velocity in their middles. On three meshes
whose panels halve their size, a result f goes as f0 + c h^p: p from the three, and with it f0.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from benchmarks import hydro_solids as solids
from pelagos.panel_method.surface import PanelSurface

MOTIONS = {0: "surge", 1: "sway", 4: "pitch"}
ORDERS = (0.9, 2.6)  # outside of these, three meshes have not settled


class Settled(NamedTuple):
    """Where three values go, and with which order; no limit where they do not settle."""

    order: float
    limit: float | None


def settled(values: list[float]) -> Settled:
    """The limit of values on meshes that halve the size of their panels."""
    one, two, three = values
    ratio = (one - two) / (two - three) if two != three else np.inf
    order = float(np.log2(ratio)) if ratio > 0 else float("nan")
    if not ORDERS[0] <= order <= ORDERS[1]:
        return Settled(order, None)
    return Settled(order, three + (three - two) / (ratio - 1))


def bodies() -> Iterator[tuple[str, list[PanelSurface], tuple[int, ...]]]:
    """Name, three meshes, and the motions that differ."""
    yield "sphere", [solids.ellipsoid((1, 1, 1), level, True) for level in (1, 2, 3)], (0,)
    halved = (1, 2, 4)
    yield "cube", [solids.box(1, 1, 1, (4 * n, 4 * n, 4 * n)) for n in halved], (0, 4)
    yield (
        "cylinder, length / diameter 2",
        [solids.cylinder(0.5, 2.0, 10 * n, 6 * n, 3 * n) for n in halved],
        (0, 1, 4),
    )
    yield (
        "square plate, 0.1 thick",
        [solids.box(0.1, 1, 1, (n, 6 * n, 6 * n)) for n in halved],
        (0, 1, 4),
    )
    yield (
        "square prism, length / edge 2",
        [solids.box(2, 1, 1, (6 * n, 4 * n, 4 * n)) for n in halved],
        (0, 1, 4),
    )


def in_capytaine(surface: PanelSurface) -> np.ndarray:
    """Its 6x6 about the origin for a density of one."""
    import capytaine

    capytaine.set_logging("ERROR")
    quads = np.column_stack([surface.faces, surface.faces[:, 0]])
    mesh = capytaine.Mesh(vertices=surface.vertices, faces=quads)
    dofs = capytaine.rigid_body_dofs(rotation_center=(0, 0, 0))
    body = capytaine.FloatingBody(mesh=mesh, dofs=dofs)
    problems = [
        capytaine.RadiationProblem(
            body=body, radiating_dof=name, omega=np.inf, free_surface=np.inf, rho=1.0
        )
        for name in body.dofs
    ]
    found = capytaine.BEMSolver().solve_all(problems, progress_bar=False)
    return np.array([[one.added_masses[name] for name in body.dofs] for one in found], dtype=float)

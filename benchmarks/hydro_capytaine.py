"""Added masses of Capytaine, for the benchmark and tests that set ours beside them.

Capytaine 3.0 wants pandas < 3, which would hold back all others, so it is no extra of this package:
make an environment for it, `python -m venv capytaine`, `pip install pelagos capytaine`. It is asked
for infinite frequency without free surface and bottom.

Its panels carry constants, met in their middles: sources ("indirect", its own choice), or the
potential itself by Green's identity ("direct"), which is nearer on round and on sharp bodies.
"""

from __future__ import annotations

import numpy as np

from pelagos.panel_method.surface import PanelSurface


def in_capytaine(body: PanelSurface | np.ndarray, method: str = "indirect") -> np.ndarray:
    """Its 6x6 about the origin for a density of one; of triangles, or of corners (panel, 4, 3)."""
    import capytaine

    capytaine.set_logging("ERROR")
    if isinstance(body, PanelSurface):
        vertices, quads = body.vertices, np.column_stack([body.faces, body.faces[:, 0]])
    else:
        vertices, quads = np.unique(
            body.reshape(-1, 3).round(12), axis=0, return_inverse=True
        )  # fmt: skip
    mesh = capytaine.Mesh(vertices=vertices, faces=quads.reshape(-1, 4))
    dofs = capytaine.rigid_body_dofs(rotation_center=(0, 0, 0))
    floating = capytaine.FloatingBody(mesh=mesh, dofs=dofs)
    problems = [
        capytaine.RadiationProblem(
            body=floating, radiating_dof=name, omega=np.inf, free_surface=np.inf, rho=1.0
        )
        for name in floating.dofs
    ]
    found = capytaine.BEMSolver(method=method).solve_all(problems, progress_bar=False)
    names = list(floating.dofs)
    return np.array([[one.added_masses[name] for name in names] for one in found], dtype=float)

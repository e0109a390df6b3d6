"""Added mass of any closed surface by a panel method: see docs/theory/panel-method.md.

`hydro` reads, judges and mends meshes, solves for the potential and says what follows; `galerkin`
is the method itself, `loops.panels` its compiled loops.
"""

from pelagos.panel_method.hydro import hydro
from pelagos.panel_method.result import HydroResult

__all__ = ["HydroResult", "hydro"]

"""All integrators by name. A module of this folder that has a METHOD is one."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import pelagos.integrators
from pelagos.integrators.implicit import IMPLICIT
from pelagos.integrators.tableau import Tableau

AUTO = "auto"  # explicit at first, by DEFAULT, and implicit from where a robot proves stiff
DEFAULT = "dopri5"
LINEARLY_IMPLICIT = "ros34pw2"  # what `auto` takes for robots with stiff elements, such as tethers


def _found() -> dict[str, Tableau]:
    """The tableaux of this folder, the default first."""
    names = [module.name for module in pkgutil.iter_modules(pelagos.integrators.__path__)]
    modules = [import_module(f"pelagos.integrators.{name}") for name in names]
    methods = [module.METHOD for module in modules if hasattr(module, "METHOD")]
    methods.sort(key=lambda method: (method.name != DEFAULT, method.name))
    return {method.name: method for method in methods}


TABLEAUX = _found()
METHODS = (AUTO, *TABLEAUX, *IMPLICIT)
FIXED_STEP = tuple(name for name, tableau in TABLEAUX.items() if not tableau.adaptive)
TABLEAUX[AUTO] = TABLEAUX[DEFAULT]

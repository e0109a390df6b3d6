"""Pelagos: multibody dynamics of robots, above all robots in water.

`import pelagos as pl` is light: each name below is loaded when it is first used, so reading a model
or opening a result brings neither the compiler nor the solvers.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from pelagos import hooks
from pelagos.version import __version__

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np

    # From where they are made: several are called like their modules.
    from pelagos.analysis.check import check
    from pelagos.analysis.constraint_system import constraint_system
    from pelagos.analysis.dynamics import dynamics
    from pelagos.analysis.flutter import flutter
    from pelagos.analysis.formulations import kane, moving_frame
    from pelagos.analysis.linear import linearize
    from pelagos.analysis.mobility import mobility
    from pelagos.analysis.modes import modes
    from pelagos.analysis.queries import (
        acceleration,
        bias_forces,
        energy,
        inverse_dynamics,
        jacobians,
        mass_matrix,
        momentum,
        poses,
    )
    from pelagos.analysis.reactions import reactions
    from pelagos.analysis.rest import equilibrium
    from pelagos.analysis.systems.lqr import lqr
    from pelagos.analysis.systems.reach import controllability, observability
    from pelagos.analysis.systems.root_locus import root_locus
    from pelagos.analysis.systems.transfer import transfer_function
    from pelagos.applications.round_trip import round_trip
    from pelagos.errors import ModelError, ModelWarning, PelagosError
    from pelagos.exporters.casadi_functions import casadi
    from pelagos.exporters.export import export
    from pelagos.identify.trials.validation import validate
    from pelagos.model.control.robot_allocation import allocation
    from pelagos.model.expansion import beam, snake
    from pelagos.model.loading import load, loads
    from pelagos.model.robot import Robot
    from pelagos.model.sources import builtin_names
    from pelagos.panel_method.hydro import hydro
    from pelagos.planning.plan import plan
    from pelagos.predictive.mpc import MPC
    from pelagos.result import Run, open
    from pelagos.run.batch import simulate_batch
    from pelagos.run.gradient import gradient
    from pelagos.run.session import Session
    from pelagos.run.simulate import simulate
    from pelagos.run.vec_session import VecSession
    from pelagos.study.optimising import optimise
    from pelagos.study.reading import Study
    from pelagos.study.storage.folder import open_study
    from pelagos.study.sweeping import sweep
    from pelagos.symbolic import equations_of_motion

_HOMES = {
    "pelagos.errors": ("ModelError", "ModelWarning", "PelagosError"),
    "pelagos.model": ("Robot", "allocation", "beam", "builtin_names", "load", "loads", "snake"),
    "pelagos.result": ("Run", "open"),
    "pelagos.analysis": (
        "acceleration",
        "bias_forces",
        "check",
        "constraint_system",
        "controllability",
        "dynamics",
        "energy",
        "equilibrium",
        "flutter",
        "inverse_dynamics",
        "jacobians",
        "kane",
        "linearize",
        "lqr",
        "mass_matrix",
        "mobility",
        "modes",
        "momentum",
        "moving_frame",
        "observability",
        "poses",
        "reactions",
        "root_locus",
        "transfer_function",
    ),
    "pelagos.exporters.casadi_functions": ("casadi",),
    "pelagos.exporters.export": ("export",),
    "pelagos.identify.trials.validation": ("validate",),
    "pelagos.panel_method.hydro": ("hydro",),
    "pelagos.predictive": ("MPC",),
    "pelagos.planning.plan": ("plan",),
    "pelagos.run": ("Session", "VecSession", "gradient", "simulate", "simulate_batch"),
    "pelagos.applications.round_trip": ("round_trip",),
    "pelagos.study.storage.folder": ("open_study",),
    "pelagos.study.optimising": ("optimise",),
    "pelagos.study.reading": ("Study",),
    "pelagos.study.sweeping": ("sweep",),
    "pelagos.symbolic": ("equations_of_motion",),
}
_PACKAGES = ("compare", "data", "gym", "identify")  # reached as pl.identify and so on
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "MPC",
    "ModelError",
    "ModelWarning",
    "PelagosError",
    "Robot",
    "Run",
    "Session",
    "Study",
    "VecSession",
    "__version__",
    "acceleration",
    "allocation",
    "beam",
    "bias_forces",
    "builtin_names",
    "casadi",
    "check",
    "constraint_system",
    "controllability",
    "dynamics",
    "energy",
    "equations_of_motion",
    "equilibrium",
    "export",
    "flutter",
    "gradient",
    "hydro",
    "inverse_dynamics",
    "jacobians",
    "kane",
    "linearize",
    "load",
    "loads",
    "lqr",
    "mass_matrix",
    "mobility",
    "modes",
    "momentum",
    "moving_frame",
    "observability",
    "open",
    "open_study",
    "optimise",
    "plan",
    "poses",
    "reactions",
    "root_locus",
    "round_trip",
    "simulate",
    "simulate_batch",
    "snake",
    "sweep",
    "transfer_function",
    "validate",
]


def __getattr__(name: str) -> Any:
    if name in _PACKAGES:
        return importlib.import_module(f"pelagos.{name}")
    if name not in _HOME:
        raise AttributeError(f"module 'pelagos' has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, *_PACKAGES])


def _close_loops(robot: Robot) -> np.ndarray:
    from pelagos.march.engine import engine_of

    return engine_of(robot).initial()


def _added_mass_of_mesh(path: Path, options: dict[str, Any]) -> tuple[np.ndarray, str]:
    from pelagos.panel_method.kept import added_mass_of_mesh

    return added_mass_of_mesh(path, options)


def _html(thing: Any) -> str:
    from pelagos.notebook import html

    return html(thing)


def _show_page(text: str, title: str) -> Any:
    from pelagos.notebook.showing import show_page

    return show_page(text, title)


def _show_figure(figure: Any, title: str) -> Any:
    from pelagos.notebook.showing import show_figure

    return show_figure(figure, title)


def _progress_bar() -> Any:
    from pelagos.notebook.progress import Bar

    return Bar()


hooks.close_loops = _close_loops
hooks.added_mass_of_mesh = _added_mass_of_mesh
hooks.html = _html
hooks.show_page = _show_page
hooks.show_figure = _show_figure
hooks.progress_bar = _progress_bar

"""Words: the frozen description of a robot, read from YAML or built in Python."""

from __future__ import annotations

from pelagos.integrators.table import METHODS
from pelagos.language.placement import Placement
from pelagos.language.shapes import Shape
from pelagos.language.signals import Signal
from pelagos.model.actuators import Actuator
from pelagos.model.bodies import WORLD, Body
from pelagos.model.constraints import Constraint
from pelagos.model.control.allocation import Allocation
from pelagos.model.control.robot_allocation import allocation
from pelagos.model.expansion.builders import beam, snake
from pelagos.model.hydrodynamics.water import Water
from pelagos.model.joints import Joint
from pelagos.model.loading import builtin_names, load, loads, settings
from pelagos.model.robot import Robot
from pelagos.model.scenarios import Initial, Integrator, Scenario
from pelagos.model.schema import json_schema

__all__ = [
    "METHODS",
    "WORLD",
    "Actuator",
    "Allocation",
    "Body",
    "Constraint",
    "Initial",
    "Integrator",
    "Joint",
    "Placement",
    "Robot",
    "Scenario",
    "Shape",
    "Signal",
    "Water",
    "allocation",
    "beam",
    "builtin_names",
    "json_schema",
    "load",
    "loads",
    "settings",
    "snake",
]

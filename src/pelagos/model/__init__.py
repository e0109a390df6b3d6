"""Words: the frozen description of a robot, read from YAML or built in Python."""

from __future__ import annotations

from pelagos.model.actuators import Actuator
from pelagos.model.allocating import Allocation, allocation
from pelagos.model.bodies import WORLD, Body
from pelagos.model.builders import beam, snake
from pelagos.model.constraints import Constraint
from pelagos.model.joints import Joint
from pelagos.model.loading import builtin_names, load, loads, settings
from pelagos.model.placement import Placement
from pelagos.model.robot import Robot
from pelagos.model.scenarios import METHODS, Initial, Integrator, Scenario
from pelagos.model.schema import json_schema
from pelagos.model.shapes import Shape
from pelagos.model.signals import Signal
from pelagos.model.water import Water

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

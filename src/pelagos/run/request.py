"""What `simulate`, `simulate_batch` and `Session` are asked for, read and checked once."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Real
from pathlib import Path
from typing import Any

from pelagos.errors import PelagosError
from pelagos.integrators.table import TABLEAUX
from pelagos.march.control import Control, Controller
from pelagos.march.engine import check_method
from pelagos.march.settings import Settings, read_robot, settings_for
from pelagos.mechanism.constraints import row_names
from pelagos.model.robot import Robot
from pelagos.result.header import Header


@dataclass(frozen=True)
class Request:
    """A robot, how it is formulated, and how time advances."""

    base: Robot
    """As given, with values changed."""
    robot: Robot
    """The scenario merged in."""
    scenario: str | None
    method: str
    settings: Settings

    @classmethod
    def read(
        cls,
        robot: Robot | str | Path,
        scenario: str | None,
        method: str,
        changes: Mapping[str, Any] | None,
        **words: Any,
    ) -> Request:
        """words: those of `settings_for`; None where nothing is said."""
        check_method(method)
        if not isinstance(robot, Robot | str | os.PathLike):
            remedy = "give a Robot, the name of a built-in robot, or a path"
            raise PelagosError(f"robot: {robot!r} is no robot\n    {remedy}")
        if not isinstance(scenario, str | None):
            remedy = "give the name of a scenario of the robot, or None"
            raise PelagosError(f"scenario: {scenario!r} is no name\n    {remedy}")
        base = read_robot(robot, changes)
        resolved = base.resolved(scenario)
        return cls(base, resolved, scenario, method, settings_for(resolved, **words))

    def require_explicit(self, what: str, use: str) -> None:
        """Refuse an integrator that cannot do something, and say what to use it for."""
        if self.settings.integrator not in TABLEAUX:
            raise PelagosError(
                f"integrator: {self.settings.integrator} {what}\n"
                f"    use one of {', '.join(TABLEAUX)}{use}"
            )

    def header(self, every: float | None = None, **words: Any) -> Header:
        """Provenance of the results; every: the output interval, if it is another."""
        settings = self.settings.to_dict()
        return Header.of(
            self.robot,
            scenario=self.scenario,
            method=self.method,
            integrator=settings if every is None else {**settings, "every": every},
            constraints=row_names(self.robot),
            **words,
        )


def control_of(controller: Controller | None, rate: float | None) -> Control | None:
    """A controller with its rate, or none."""
    if (controller is None) != (rate is None):
        raise PelagosError("rate: a controller runs at a rate\n    give controller and rate (Hz)")
    if controller is None or rate is None:
        return None
    if not callable(controller):
        remedy = "give a function of time and measurement"
        raise PelagosError(f"controller: {controller!r} is no function\n    {remedy}")
    if not isinstance(rate, Real):
        raise PelagosError(f"rate: {rate!r} is no number\n    give a rate in Hz")
    return Control(controller, rate)

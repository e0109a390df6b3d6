"""What `simulate`, `simulate_batch` and `Session` are asked for, read and checked once."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
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
from pelagos.model.paths.shadowed import in_scenario
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
        check_kind("robot", robot, Robot | str | os.PathLike, "a Robot, a built-in name or a path")
        check_kind("scenario", scenario, str | None, "the name of a scenario of the robot")
        base = read_robot(robot, changes)
        resolved = in_scenario(base, scenario)
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
    check_kind("controller", controller, Callable, "a function of time and measurement")
    check_kind("rate", rate, Real, "a number of calls a second")
    return Control(controller, rate)


def check_kind(name: str, value: Any, kind: Any, wanted: str) -> None:
    """Refuse a word of a call that is something else."""
    if not isinstance(value, kind):
        raise PelagosError(f"{name}: {value!r} is not {wanted}\n    give {wanted}")

"""Controllers written in Python, called at a fixed rate between compiled stretches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pelagos.errors import PelagosError
from pelagos.march.inputs import checked_inputs
from pelagos.march.samples.facts import Facts
from pelagos.model.robot import Robot

Controller = Callable[[float, Mapping[Any, Any]], Mapping[str, float | None]]


class ControllerError(Exception):
    """A controller that raised or answered with something else than commands."""


@dataclass(frozen=True)
class Control:
    """A function that sets inputs `rate` times a second."""

    function: Controller
    rate: float

    def __post_init__(self) -> None:
        if not 0.0 < self.rate < float("inf"):
            raise PelagosError(f"rate: {self.rate!r} is no rate of a controller\n    give Hz")

    def commands(self, time: float, seen: Facts, robot: Robot) -> dict[str, float | None]:
        """What the function answers, checked."""
        name = getattr(self.function, "__name__", type(self.function).__name__)
        where = f"the controller {name} at t = {time:.6g} s"
        try:
            answer = self.function(time, seen)
        except Exception as error:  # whatever the user's code raises
            raise ControllerError(f"{where} raised {type(error).__name__}: {error}") from error
        if not isinstance(answer, Mapping):
            raise ControllerError(
                f"{where} returned {type(answer).__name__}; return {{actuator: input, ...}}"
            )
        try:
            return checked_inputs(robot, answer)
        except (PelagosError, TypeError, ValueError) as error:
            raise ControllerError(
                f"{where} returned a command that cannot be set: {error}"
            ) from error

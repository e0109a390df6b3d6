"""Runs under a controller written in Python, called at a fixed rate between compiled stretches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pelagos.errors import PelagosError
from pelagos.march.engine import Progress
from pelagos.march.interrupts import put_off
from pelagos.march.outcomes import INTERRUPTED
from pelagos.model.robot import Robot
from pelagos.result.header import Outcome
from pelagos.result.run import Run
from pelagos.run.inputs import checked_inputs
from pelagos.run.recording import Facts
from pelagos.run.session import Session

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


def run_controlled(
    session: Session,
    control: Control,
    *,
    duration: float,
    every: float,
    out: Any,
    progress: Progress | None,
) -> Run:
    """The run of a session whose inputs a function sets.

    What fails, in the controller or in the march, ends the run and keeps its samples.
    """
    with put_off() as ctrl_c:
        session.record(out, every=every)
        failure: Outcome | None = None
        sample = 0
        try:
            while session.time < duration and not ctrl_c.made:
                seen = session.observe()
                session.set_inputs(control.commands(session.time, seen, session.robot))
                sample += 1
                session.advance(min(sample / control.rate, duration))
                if progress is not None:
                    progress(session.time / duration, f"t = {session.time:.3f} s")
        except KeyboardInterrupt:
            failure = Outcome("interrupted", session.time, INTERRUPTED)
        except ControllerError as error:
            failure = Outcome("controller", session.time, str(error))
        except PelagosError:
            return session.close()  # the recording knows how the march ended
        if failure is None and session.time < duration:
            failure = Outcome("interrupted", session.time, INTERRUPTED)
        return session.close(failure)

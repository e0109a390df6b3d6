"""Runs under a controller written in Python, called at a fixed rate between compiled stretches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pelagos.errors import PelagosError
from pelagos.result.header import Outcome
from pelagos.result.run import Run
from pelagos.run.engine import Progress
from pelagos.run.session import Session

Controller = Callable[[float, Mapping[Any, Any]], Mapping[str, float | None]]


def run_controlled(
    session: Session,
    controller: Controller,
    *,
    rate: float,
    duration: float,
    every: float,
    out: Any,
    progress: Progress | None,
) -> Run:
    """The run of a session whose inputs a function sets `rate` times a second.

    What fails, in the controller or in the march, ends the run and keeps its samples.
    """
    session.record(out, every=every)
    failure: Outcome | None = None
    sample = 0
    try:
        while session.time < duration:
            session.set_inputs(_commands(controller, session))
            sample += 1
            session.advance(min(sample / rate, duration))
            if progress is not None:
                progress(session.time / duration, f"t = {session.time:.3f} s")
    except KeyboardInterrupt:
        message = "stopped from outside; the samples until then are kept"
        failure = Outcome("interrupted", session.time, message)
    except _ControllerError as error:
        failure = Outcome("controller", session.time, str(error))
    except PelagosError:
        pass  # the recording knows how the march ended
    return session.close(failure)


class _ControllerError(Exception):
    """A controller that raised or answered with something else than commands."""


def _commands(controller: Controller, session: Session) -> dict[str, float | None]:
    """What the controller answers, checked."""
    name = getattr(controller, "__name__", type(controller).__name__)
    where = f"the controller {name} at t = {session.time:.6g} s"
    try:
        answer = controller(session.time, session.observe())
    except Exception as error:  # whatever the user's code raises
        raise _ControllerError(f"{where} raised {type(error).__name__}: {error}") from error
    if not isinstance(answer, Mapping):
        raise _ControllerError(
            f"{where} returned {type(answer).__name__}; return {{actuator: input, ...}}"
        )
    try:
        return session.checked(answer)
    except (PelagosError, TypeError, ValueError) as error:
        raise _ControllerError(f"{where} returned a command that cannot be set: {error}") from error

"""How runs end, in words: what happened, where, the likely cause and the remedy."""

from __future__ import annotations

from typing import Any

import numpy as np

from pelagos.loops import data
from pelagos.mechanism.conditions import STOP, conditions_of
from pelagos.mechanism.robot import Compiled
from pelagos.mechanism.tree import Q_START, V_START
from pelagos.result.header import Outcome

_CODES = {
    data.FINISHED: "finished",
    data.NON_FINITE: "non-finite",
    data.STEP_TOO_SMALL: "step-too-small",
    data.STEP_LIMIT: "step-limit",
    data.RUNNING: "interrupted",
    data.MET: "stopped",
    data.UNCOUPLED: "uncoupled",
}
INTERRUPTED = "stopped from outside; the samples until then are kept"
NOT_BEGUN = "stopped from outside before it began"


def outcome_of(robot: Compiled, runs: data.Runs, run: int, wall: float, time: float) -> Outcome:
    """The outcome of one run; a run still under way was interrupted at `time`."""
    code = int(runs.outcome[run])
    reached = float(time if code == data.RUNNING else runs.time[run])
    accepted, rejected, evaluations = (int(n) for n in runs.steps[run])
    return Outcome(
        code=_CODES[code],  # type: ignore[arg-type]
        time=reached,
        message=stopped_by(robot, int(runs.met[run]))
        if code == data.MET
        else describe(robot, _CODES[code], reached, int(runs.bad[run]), accepted + rejected),
        steps=accepted,
        rejected=rejected,
        evaluations=evaluations,
        wall=wall,
        events=_stopping(robot, int(runs.met[run]), reached) if code == data.MET else (),
    )


def _stopping(robot: Compiled, condition: int, time: float) -> tuple[dict[str, Any], ...]:
    """The event that ended a run; the stop condition of a robot is none."""
    name = robot.conditions[condition]
    return () if name == STOP else ({"name": name, "action": "stop", "time": time},)


def stopped_by(robot: Compiled, condition: int) -> str:
    """The condition that ended a run."""
    name = robot.conditions[condition]
    return f"{name}: {conditions_of(robot.robot)[name]}"


def describe(
    robot: Compiled, code: str, time: float, bad: int, steps: int, integrator: str = ""
) -> str:
    """Cause and remedy of an outcome other than `finished`; what is in use is no remedy."""
    implicit = integrator == "radau"
    if code == "interrupted":
        return INTERRUPTED
    if code == "non-finite":
        return (
            f"the {quantity(robot, bad)} became infinite or undefined after t = {time:.6g} s; "
            "likely an input, force or stiffness too large for the step, or an expression outside "
            "its domain. Look at the last samples; lower `step` (fixed steps) or `rtol`, "
            "or check that input"
        )
    if code == "step-too-small":
        loops = ", or closed loops stand in a singular position" if robot.constraints.rows else ""
        other = "" if implicit else "`integrator: radau`, "
        if implicit and loops:
            other = "`integrator: dopri5`, another `rtol`, "
        return (
            f"the step became too small to go on at t = {time:.6g} s, because of the "
            f"{quantity(robot, bad)}; likely it grows without bound, or a very stiff spring, stop "
            f"or friction acts there, or an input jumps with the state{loops}. "
            f"Try {other}a softer stop, a larger `friction_speed` or a larger `rtol`"
        )
    if code == "step-limit":
        return (
            f"{steps} steps were taken by t = {time:.6g} s; "
            "raise `max_steps` or loosen `rtol`"
            + ("" if implicit else ", or use `integrator: radau` if the robot is stiff")
        )
    if code == "uncoupled":
        return (
            f"the loads on the wings and the motion they cause do not agree at t = {time:.6g} s; "
            f"likely the air step of {robot.lattice.step:.3g} s is long against periods of the "
            "bodies, which a dense fluid does not forgive. Give the wings a shorter `step`"
        )
    return ""


def quantity(robot: Compiled, bad: int) -> str:
    """The name of an element of the state (or, beyond it, of its rate), with its body."""
    described = robot.robot
    labels = [f"coordinate {label}" for label in described.coordinates]
    labels += [f"speed {label}" for label in described.speeds]
    labels += [f"state {label}" for label in robot.states.labels] + ["work"]
    if bad < 0:
        return "error estimate"
    if bad >= len(labels):
        rate = labels[bad - len(labels)]
        name = rate.replace("speed", "acceleration", 1) if "speed" in rate else f"rate of {rate}"
        return f"{name}{_of_body(robot, bad - len(labels))}"
    return f"{labels[bad]}{_of_body(robot, bad)}"


def _of_body(robot: Compiled, index: int) -> str:
    """Which body an element of the state belongs to."""
    starts = robot.tree[:, Q_START if index < robot.nq else V_START]
    place = index if index < robot.nq else index - robot.nq
    if index >= robot.nq + robot.nv:
        return ""
    body = int(np.searchsorted(starts, place, side="right")) - 1
    return f" (body {robot.names[body]})"

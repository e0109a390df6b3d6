"""Docks: what putting a constraint in force does to a state.

The speeds jump by the impulse of the constraints, u+ = u - M^-1 J^T G^+ J u; momentum of bodies and
water is kept, the energy that the approach had is lost.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.loops import data
from pelagos.loops.queries import PROJECTIONS
from pelagos.march.assembly import turned_over
from pelagos.march.engine import Engine, Restored
from pelagos.march.present import Now
from pelagos.march.samples.loads import docks_of, loads
from pelagos.model.constraints import Constraint
from pelagos.model.events import Event
from pelagos.programs.observed import KINETIC, POTENTIAL, Observed


class MissedError(Exception):
    """A dock whose frames are too far apart; the message says which and by how much."""


@dataclass(frozen=True)
class Moment:
    """A state at a time, under the numbers of an engine or others."""

    engine: Engine
    time: float
    state: np.ndarray
    lanes: data.Lanes | None

    def seen(self) -> Observed:
        return self.engine.observe(np.array([self.time]), self.state[None], 0, lanes=self.lanes)

    def restored(self, iterations: int) -> Restored:
        return self.engine.restored(self.state, iterations, self.time, lanes=self.lanes)


def docked(before: Moment, after: Moment, name: str, event: Event) -> dict[str, Any]:
    """Facts of a dock; the state `after` it is changed in place. The engines differ by the dock."""
    dock, robot = str(event.dock), after.engine.robot
    energy = _energy(before.seen())
    if event.capture == "exact":
        _check_gap(after, name, event)
    found = after.restored(PROJECTIONS if event.capture == "exact" else 0)
    count = robot.nq + robot.nv
    after.state[:count] = found.x[:count]
    seen = after.seen()
    loss = energy - _energy(seen)
    after.state[-1] -= loss  # work that the impulse did on the robot
    seen.row_forces[0] = found.impulses
    after.engine.share_loads(seen)
    impulse = {}
    if robot.robot.constraints[dock].bodies:
        k, (linear, angular) = docks_of(robot).index(dock), loads(robot, seen)
        impulse = {"impulse": linear[0, k].tolist(), "angular_impulse": angular[0, k].tolist()}
    return {**impulse, "energy_loss": loss, "rows": robot.constraints.rows, "rank": found.rank}


def _energy(seen: Observed) -> float:
    return float(seen.totals[0, KINETIC] + seen.totals[0, POTENTIAL])


def _check_gap(after: Moment, name: str, event: Event) -> None:
    """Refuse a dock whose frames do not meet."""
    robot = after.engine.robot
    gaps = np.abs(after.restored(0).residuals)
    names = robot.constraints.row_names
    own = [k for k, label in enumerate(names) if label.rpartition(".")[0] == event.dock]
    worst = max(own, key=lambda k: gaps[k])
    if event.dock is not None and turned_over(robot, after.seen().poses[0]) == event.dock:
        if lost := robot.robot.constraints[event.dock].law.lost:
            raise MissedError(f"{name}: {event.dock}: {lost}. Approach in another attitude")
        raise MissedError(
            f"{name}: the frames of {event.dock} are more than a quarter of a turn apart. Turn "
            "at: or to:, approach in another attitude, or use `capture: here`"
        )
    if not gaps[worst] <= event.tolerance:
        raise MissedError(
            f"{name}: {names[worst]} is off by {gaps[worst]:.3g} (m or rad), more than the "
            f"tolerance {event.tolerance:g}. Approach more closely, raise `tolerance` (the "
            "bodies are then moved together), or use `capture: here`, which keeps the pose"
        )


def captured(moment: Moment, constraint: Constraint) -> Constraint:
    """The constraint as its bodies meet it now."""
    return constraint.with_law(constraint.law.captured(Now(moment.engine.robot, moment.seen())))


def check_wings(engine: Engine) -> None:
    """Refuse docks of a robot whose wake they would lose."""
    acting = [n for n, event in engine.robot.robot.events.items() if event.action != "stop"]
    if engine.robot.lattice.count and acting:
        raise PelagosError(
            f"events: {', '.join(acting)}: the wake of a wing would be lost at a dock\n"
            "    keep to events that stop the run, or use method: strip for the wings"
        )

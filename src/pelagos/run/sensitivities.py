"""Derivatives of all variables of a run by numbers of the model and of the initial state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from pelagos.errors import PelagosError
from pelagos.integrators.table import AUTO, DEFAULT, TABLEAUX
from pelagos.march.samples.facts import variables_of
from pelagos.march.variational.forward import Tangents
from pelagos.mechanism.robot import Compiled
from pelagos.programs.observed import Observed, observed_of, parts_of
from pelagos.result.run import Run
from pelagos.result.sensitivities import Sensitivities
from pelagos.run.directions import Directions
from pelagos.run.request import Request

AGREED = 1e-12  # how near loads and motion of wings come: tangents are those of an agreement

# Variables that are linear in what is observed.
LINEAR = (
    *("q", "u", "udot", "position", "angular_velocity", "state", "work"),
    *("kinetic_energy", "potential_energy", "linear_momentum", "angular_momentum"),
    *("actuation", "outputs", "commands"),
)


def with_smooth_steps(request: Request) -> Request:
    """The request with an integrator whose steps can be differentiated."""
    name = request.settings.integrator
    tableau = TABLEAUX[DEFAULT] if name == AUTO else TABLEAUX.get(name)
    if tableau is None or tableau.symplectic or tableau.gamma:
        smooth = [n for n, t in TABLEAUX.items() if not (t.symplectic or t.gamma) and n != AUTO]
        raise PelagosError(
            f"integrator: steps of {name} are not differentiated\n"
            f"    use one of {', '.join(smooth)}"
        )
    agreed = min(request.settings.agreed, AGREED)
    integrator = DEFAULT if name == AUTO else name
    settings = replace(request.settings, integrator=integrator, agreed=agreed)
    return replace(request, settings=settings)


def sensitivities_of(
    run: Run,
    request: Request,
    directions: Directions,
    progress: Callable[[float], None] | None = None,
) -> Sensitivities:
    """March the tangents over the steps of a run and read off how its variables move."""
    engine = directions.engine
    tangents = Tangents(
        engine, request.settings, directions.numbers, directions.starts, directions.corners
    )
    times = np.asarray(run.arrays["time"])
    states, moves, reached = tangents.march(request.settings.samples(), progress)
    if reached < len(times):
        raise PelagosError(
            f"sensitivities: by t = {times[reached]:g} s derivatives of the flow about wings do "
            "not agree with those of the motion\n    shorten the step of the wings"
        )
    count = min(reached, len(times))
    times, states, moves = times[:count], states[:count], moves[:, :count]
    seen = engine.observe(times, states, 0)
    moved = tangents.observed(times, states, moves)
    parts = parts_of(engine.robot)
    rows = [_variables(engine.robot, times, seen, observed_of(parts, own)) for own in moved]
    arrays = {name: np.stack([row[name] for row in rows]) for name in rows[0]}
    return Sensitivities(run.header, directions.paths, {"time": times, **arrays})


def _variables(
    robot: Compiled, times: np.ndarray, seen: Observed, moved: Observed
) -> dict[str, np.ndarray]:
    """How the variables of a result move with what is observed."""
    own, linear = variables_of(robot, times, seen), variables_of(robot, times, moved)
    found = {name: linear[name]() for name in LINEAR}
    shape = (len(times), robot.nb, 4, 3)
    columns, turned = seen.poses.reshape(shape)[:, :, :3], moved.poses.reshape(shape)[:, :, :3]
    v, dv = seen.velocities[..., :3], moved.velocities[..., :3]
    found["velocity"] = np.einsum("tbkw,tbk->tbw", turned, v)
    found["velocity"] += np.einsum("tbkw,tbk->tbw", columns, dv)
    # R^T dR is skew: the turn of the world axes that moves the columns of R
    turn = np.einsum("tbkw,tbkx->tbwx", turned, columns)
    wx, wy, wz = turn[..., 2, 1], turn[..., 0, 2], turn[..., 1, 0]
    w, x, y, z = np.moveaxis(own["orientation"](), -1, 0)
    found["orientation"] = 0.5 * np.stack(
        [
            -wx * x - wy * y - wz * z,
            wx * w + wy * z - wz * y,
            wy * w + wz * x - wx * z,
            wz * w + wx * y - wy * x,
        ],
        axis=-1,
    )
    return found

"""Kirchhoff's ellipsoid by MuJoCo's model of fluids; and what is stated for which peer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter

import numpy as np

from benchmarks.peers import quaternion_to_rotation
from benchmarks.published_cables import (
    catenary_by_exudyn,
    elastic_catenary_by_exudyn,
    elastica_by_exudyn,
)
from benchmarks.published_peers import PeerResult
from pelagos.problems.water.kirchhoff_ellipsoid import KirchhoffEllipsoid, tumbling

STEP = 1e-3


def ellipsoid_by_mujoco() -> PeerResult:
    """Velocities, with the coefficients of drag and lift at zero.

    Forces with the velocity, the Munk moment among them, have the added mass; accelerations do not.
    """
    import mujoco

    robot = KirchhoffEllipsoid.robot()
    size = " ".join(str(robot.parameters[axis]) for axis in "abc")
    rho = robot.parameters["rho"]
    model = mujoco.MjModel.from_xml_string(
        f"""<mujoco><option density="{rho}" gravity="0 0 0" integrator="RK4" timestep="{STEP}"/>
        <worldbody><body><freejoint/><geom type="ellipsoid" size="{size}" density="{rho}"
        fluidshape="ellipsoid" fluidcoef="0 0 0 0 0"/></body></worldbody></mujoco>"""
    )
    data = mujoco.MjData(model)
    data.qvel[:] = robot.initial_state()[1]  # its axes are those of the world at the start
    times = np.arange(0, robot.duration + 0.05, 0.1)
    found, spent = [data.qvel.copy()], 0.0
    for _ in times[1:]:
        begun = perf_counter()
        mujoco.mj_step(model, data, round(0.1 / STEP))
        spent += perf_counter() - begun
        attitude = quaternion_to_rotation(data.qpos[3:7])
        found.append(np.concatenate([attitude.T @ data.qvel[:3], data.qvel[3:]]))
    error = np.abs(np.array(found) - tumbling(robot, times)[0]).max()
    steps = round(times[-1] / STEP)
    return PeerResult(float(error), "m/s, rad/s", steps, spent, f"RK4, {STEP:g} s")


# by problem: name of a peer, its module, what solves the problem there
STATED: dict[str, Sequence[tuple[str, str, Callable[[], PeerResult]]]] = {
    "catenary": [("Exudyn", "exudyn", catenary_by_exudyn)],
    "elastic-catenary": [("Exudyn", "exudyn", elastic_catenary_by_exudyn)],
    "elastica": [("Exudyn", "exudyn", elastica_by_exudyn)],
    "kirchhoff-ellipsoid": [("MuJoCo", "mujoco", ellipsoid_by_mujoco)],
}

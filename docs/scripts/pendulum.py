"""The fit of a real double pendulum in docs/how-to/identify.md: `python docs/scripts/pendulum.py`.

Reads the recordings of the DFKI underactuated lab, which lie beside the project and not in it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from pelagos import data, model
from pelagos.identify import fit_trajectory

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "data" / "double_pendulum_dfki"
# masses and rotors fixed, the rest rough initial values
WORDS = """\
name: double pendulum
bodies:
  upper:
    joint: {revolute: y, damping: 0.01, coulomb: 0.1, friction_speed: 0.1, armature: 0.0028}
    mass: 0.6
    com: [0, 0, -0.25]
    inertia: [0.1, 0.02, 0.1]    # only the middle one shows
  lower:
    parent: upper
    at: [0, 0, -0.3]
    joint: {revolute: y, damping: 0.01, coulomb: 0.1, friction_speed: 0.1, armature: 0.0028}
    mass: 0.62
    com: [0, 0, -0.17]
    inertia: [0.1, 0.02, 0.1]    # only the middle one shows
actuators:
  shoulder: {motor: {joint: upper}}
  elbow: {motor: {joint: lower}}
"""
COLUMNS = {
    "time": "time_s",
    "channels": {
        "q.upper": "q1_rad",
        "q.lower": "q2_rad",
        "input.shoulder": "tau1_Nm",
        "input.elbow": "tau2_Nm",
    },
}
FREE = (
    "upper.joint.damping", "lower.joint.damping", "upper.joint.coulomb", "lower.joint.coulomb",
    "upper.com.2", "lower.com.2", "upper.inertia.1", "lower.inertia.1",
)  # fmt: skip


def main() -> None:
    if not FOLDER.is_dir():
        sys.exit(f"there are no recordings in {FOLDER}")
    fast, slow = (data.read(FOLDER / f"run_{n}.csv", COLUMNS) for n in ("fast_10s", "slow_75s"))
    robot = model.loads(WORDS)
    fit = fit_trajectory(
        robot,
        fast,
        FREE,
        length=1.0,
        validation=slow.between(5, 35),
        every=0.01,
        inputs="linear",  # torques as measured, not as commanded
        rtol=1e-6,
    )
    print(fit)
    for row in fit.error_rows():
        print("  ".join(f"{cell:22}" for cell in row))
    for name in ("upper", "lower"):
        body = fit.robot.bodies[name]
        about_joint = body.inertia[1][1] + body.mass * body.com[2] ** 2
        print(f"inertia of the {name} link about its joint: {about_joint:.4g} kg m2")


if __name__ == "__main__":
    main()

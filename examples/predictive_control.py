"""Nonlinear predictive control of a BlueROV2 with eight thrusters, by CasADi and IPOPT.

The vehicle shall go to a place and turn to a heading while a current pushes it. Ten times a second
the controller plans the next second and a half with the robot's own equations (`pl.casadi`), by
multiple shooting, and gives the first thrusts of its plan to the simulation.

    pip install 'pelagos[casadi]'
    python examples/predictive_control.py
"""

from __future__ import annotations

import time

import casadi as ca
import numpy as np

import pelagos as pl

TICK, HORIZON = 0.1, 15  # s, ticks
MOST = 40.0  # N of a thruster
GOAL = np.array([1.0, -0.5, 0.3])  # m, world
HEADING = 0.6  # rad
CURRENT = [0.2, 0.1, 0.0]  # m/s, world


def controller(robot: pl.Robot):
    """A solver of the plan's problem, and how to begin it."""
    model = pl.casadi(robot)
    opti = ca.Opti()
    nx, nu = len(model.x0), len(model.in0)
    x, thrust, now = opti.variable(nx, HORIZON + 1), opti.variable(nu, HORIZON), opti.parameter(nx)
    turned = ca.DM([np.cos(HEADING / 2), 0, 0, np.sin(HEADING / 2)])
    cost = 0
    for k in range(HORIZON):
        opti.subject_to(x[:, k + 1] == model.step(0, TICK, x[:, k], thrust[:, k], model.p0))
        cost += 1e-4 * ca.sumsqr(thrust[:, k])
        if k:  # thrust that changes from tick to tick wears the motors
            cost += 1e-4 * ca.sumsqr(thrust[:, k] - thrust[:, k - 1])
        after = x[:, k + 1]
        attitude = 1 - ca.dot(after[3:7], turned) ** 2
        cost += 10 * ca.sumsqr(after[:3] - GOAL) + 10 * attitude + 0.5 * ca.sumsqr(after[7:])
    opti.subject_to(x[:, 0] == now)
    opti.subject_to(opti.bounded(-MOST, ca.vec(thrust), MOST))
    opti.minimize(cost)
    quiet = {"print_level": 0, "max_iter": 30, "tol": 1e-4, "sb": "yes"}
    opti.solver("ipopt", {"print_time": False, "expand": True}, quiet)
    opti.set_initial(x, ca.repmat(ca.DM(model.x0), 1, HORIZON + 1))
    return opti, x, thrust, now, model


def main() -> None:
    robot = pl.load("bluerov-heavy").with_values({"water.current": CURRENT})
    opti, x, thrust, now, model = controller(robot)
    plant = pl.Session(robot, inputs=model.inputs)
    spent = []
    for tick in range(1, 31):
        opti.set_value(now, np.concatenate([plant.q, plant.u]))
        begun = time.perf_counter()
        plan = opti.solve_limited()
        spent.append(time.perf_counter() - begun)
        plant.set_inputs(dict(zip(model.inputs, plan.value(thrust[:, 0]), strict=True)))
        plant.advance(tick * TICK)
        # begin the next plan where this one goes on
        planned, pushed = plan.value(x), plan.value(thrust)
        opti.set_initial(x, np.column_stack([planned[:, 1:], planned[:, -1]]))
        opti.set_initial(thrust, np.column_stack([pushed[:, 1:], pushed[:, -1]]))
        if tick % 10 == 0:
            off = np.linalg.norm(plant.q[:3] - GOAL)
            heading = 2 * np.arctan2(plant.q[6], plant.q[3])
            print(f"{plant.time:4.1f} s  {off:6.3f} m from the goal, heading {heading:6.3f} rad")
    print(f"a plan takes {1e3 * np.median(spent):.1f} ms, at most {1e3 * max(spent):.1f} ms")


if __name__ == "__main__":
    main()

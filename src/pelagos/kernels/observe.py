"""What is read off given states: accelerations, efforts, poses, velocities, energies, momenta.

States are many and independent, so they are taken `WIDTH` at a time: here a lane is a sample.
"""

from __future__ import annotations

import numpy as np

from pelagos.compiled.elements import BODY_ELEMENT, JOINT_ELEMENT
from pelagos.compiled.layout import BODY, POSE, STATE
from pelagos.kernels.cache import compiled
from pelagos.kernels.bundle import Bundle, Real2, Real3
from pelagos.kernels.entry import entry
from pelagos.kernels.evaluate import evaluate, evaluate_inverse
from pelagos.kernels.forces import joint_potential
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.rows import View
from pelagos.kernels.sweeps import outward_sweep, world_poses
from pelagos.kernels.trace import kernel

KINETIC, POTENTIAL, LINEAR, ANGULAR, TOTALS = 0, 1, 2, 5, 8  # rows of `totals`
_VELOCITY = STATE["velocity"].start


class Observed(Bundle):
    """Facts about each sample, in joint-aligned body axes."""

    x: Real2  # (sample, n): the state, with prescribed joints filled in
    dx: Real2  # (sample, n): its rates
    poses: Real3  # (sample, nb, 12): in the world
    velocities: Real3  # (sample, nb, 6): body axes
    totals: Real2  # (sample, TOTALS): kinetic, potential, momenta about the world origin
    actuation: Real2  # (sample, actuators)


def room_for(samples: int, n: int, bodies: int, actuators: int) -> Observed:
    return Observed(
        x=np.zeros((samples, n)),
        dx=np.zeros((samples, n)),
        poses=np.zeros((samples, bodies, 12)),
        velocities=np.zeros((samples, bodies, 6)),
        totals=np.zeros((samples, TOTALS)),
        actuation=np.zeros((samples, actuators)),
    )


@kernel(WIDTH)
def _add_body(constants, body, pose, gravity, totals):
    """Energy and momentum of one body."""
    fixed, v, placed = View(BODY, constants), View(STATE, body).velocity, View(POSE, pose).pose
    momentum = fixed.inertia @ v
    totals[KINETIC] = totals[KINETIC] + 0.5 * momentum.dot(v)
    moment = fixed.mass * placed.p + placed.R @ fixed.moment
    height = gravity[0] * moment.x + gravity[1] * moment.y + gravity[2] * moment.z
    totals[POTENTIAL] = totals[POTENTIAL] - height
    for row, number in enumerate(placed.out_of(momentum), LINEAR):
        totals[row] = totals[row] + number


@entry("Model Lanes Work Real2 Real2")
def add_up(model, lanes, work, x, totals):
    """Energies and momenta of the whole robot, after an evaluation at x."""
    for row in range(TOTALS):
        for lane in range(WIDTH):
            totals[row, lane] = 0.0
    world_poses(model.tree, work.state, work.poses)
    for b in range(model.tree.shape[0]):
        _add_body(
            (lanes.bodies, b), (work.state, b + 1), (work.poses, b + 1), (lanes.gravity, 0),
            (totals, 0),
        )  # fmt: skip
    for v in range(model.nv):
        for lane in range(WIDTH):
            totals[KINETIC, lane] += 0.5 * lanes.rotor[v, lane] * x[model.nq + v, lane] ** 2
    joint_potential(model.joint_elements, lanes.joint_parameters, x, totals, POTENTIAL)


@entry("Model Lanes Work Real1 Real2 Observed")
def observe(model, lanes, work, times, states, seen):
    """Fill `seen` for states (sample, n) at the given times; all lanes hold the same robot."""
    count, n = states.shape
    t, x, dx = np.zeros(WIDTH), np.zeros((n, WIDTH)), np.zeros((n, WIDTH))
    totals = np.zeros((TOTALS, WIDTH))
    for first in range(0, count, WIDTH):
        for lane in range(WIDTH):
            sample = min(first + lane, count - 1)
            t[lane] = times[sample]
            for i in range(n):
                x[i, lane] = states[sample, i]
        evaluate(model, lanes, work, t, x, dx)
        add_up(model, lanes, work, x, totals)
        for lane in range(min(WIDTH, count - first)):
            _note(model, work, x, dx, totals, seen, first + lane, lane)


@compiled
def _note(model, work, x, dx, totals, seen, sample, lane):
    for i in range(x.shape[0]):
        seen.x[sample, i] = x[i, lane]
        seen.dx[sample, i] = dx[i, lane]
    for row in range(TOTALS):
        seen.totals[sample, row] = totals[row, lane]
    for b in range(model.tree.shape[0]):
        for k in range(12):
            seen.poses[sample, b, k] = work.poses[b + 1, k, lane]
        for k in range(6):
            seen.velocities[sample, b, k] = work.state[b + 1, _VELOCITY + k, lane]
    for a in range(model.outputs.shape[0]):
        place, index = model.outputs[a, 0], model.outputs[a, 1]
        if place == JOINT_ELEMENT:
            seen.actuation[sample, a] = work.joint_outputs[index, lane]
        elif place == BODY_ELEMENT:
            seen.actuation[sample, a] = work.body_outputs[index, lane]
        else:
            seen.actuation[sample, a] = work.tau[index, lane]


@entry("Model Lanes Work Real1 Real2 Real2 Real2")
def accelerations(model, lanes, work, times, states, tau, udot):
    """udot (sample, nv) of states (sample, nq + nv) under efforts tau (sample, nv) added at joints."""
    count, n = states.shape
    t, x, dx = np.zeros(WIDTH), np.zeros((n + 1, WIDTH)), np.zeros((n + 1, WIDTH))
    for first in range(0, count, WIDTH):
        for lane in range(WIDTH):
            sample = min(first + lane, count - 1)
            t[lane] = times[sample]
            for i in range(n):
                x[i, lane] = states[sample, i]
            for v in range(model.nv):
                work.extra[v, lane] = tau[sample, v]
        evaluate(model, lanes, work, t, x, dx)
        for lane in range(min(WIDTH, count - first)):
            for v in range(model.nv):
                udot[first + lane, v] = dx[model.nq + v, lane]


@entry("Model Lanes Work Real1 Real2 Real2 Real2")
def efforts(model, lanes, work, times, states, udot, tau):
    """tau (sample, nv) that must be added at the joints to give udot: the inverse of the above."""
    count, n = states.shape
    t, x, dx = np.zeros(WIDTH), np.zeros((n + 1, WIDTH)), np.zeros((n + 1, WIDTH))
    for first in range(0, count, WIDTH):
        for lane in range(WIDTH):
            sample = min(first + lane, count - 1)
            t[lane] = times[sample]
            for i in range(n):
                x[i, lane] = states[sample, i]
            for v in range(model.nv):
                dx[model.nq + v, lane] = udot[sample, v]
        evaluate_inverse(model, lanes, work, t, x, dx)
        for lane in range(min(WIDTH, count - first)):
            for v in range(model.nv):
                tau[first + lane, v] = work.tau[v, lane]


@entry("Model Lanes Work Real1 Real3")
def body_jacobians(model, lanes, work, q, jacobians):
    """(nb, 6, nv): velocity of every body, joint-aligned body axes, per unit of each speed."""
    n = model.nq + model.nv
    x = np.zeros((n, WIDTH))
    for first in range(0, model.nv, WIDTH):
        for lane in range(WIDTH):
            for i in range(n):
                x[i, lane] = q[i] if i < model.nq else 0.0
            x[model.nq + min(first + lane, model.nv - 1), lane] = 1.0
        outward_sweep(model.tree, model.nq, lanes.bodies, x, work.state)
        for lane in range(min(WIDTH, model.nv - first)):
            for b in range(model.tree.shape[0]):
                for k in range(6):
                    jacobians[b, k, first + lane] = work.state[b + 1, _VELOCITY + k, lane]

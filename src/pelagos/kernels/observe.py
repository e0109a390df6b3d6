"""What is read off given states: accelerations, efforts, poses, velocities, energies, momenta.

States are many and independent, so they are taken `WIDTH` at a time: here a lane is a sample.
"""

from __future__ import annotations

from pelagos.compiled.elements import BODY_ELEMENT, JOINT_ELEMENT, THRUSTER
from pelagos.compiled.layout import BODY, POSE, STATE
from pelagos.kernels.constraint_rows import largest_residual
from pelagos.kernels.entry import entry, inlined
from pelagos.kernels.evaluate import evaluate_by, evaluate_inverse
from pelagos.kernels.forces import joint_potential
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.questions import KINETIC, LINEAR, POTENTIAL, PROJECTIONS, TOTALS
from pelagos.kernels.restore import project
from pelagos.kernels.rows import View
from pelagos.kernels.sweeps import outward_sweep, world_poses
from pelagos.kernels.trace import kernel

_VELOCITY = STATE["velocity"].start


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


@inlined
def _load(work, states, first):
    """Samples first, first + 1, ... into the lanes; the last one fills the rest."""
    # fields are read once: the compiler must assume that a store may change the bundle
    times, given, time, x = states.times, states.x, work.time, work.x
    last, count = times.shape[0] - 1, min(given.shape[1], x.shape[0])
    for lane in range(WIDTH):
        time[lane] = times[min(first + lane, last)]
    if first + WIDTH <= last + 1:
        for i in range(count):
            for lane in range(WIDTH):
                x[i, lane] = given[first + lane, i]
    else:
        for i in range(count):
            for lane in range(WIDTH):
                x[i, lane] = given[min(first + lane, last), i]


@entry("Model Lanes Work States Observed")
def observe(model, lanes, work, states, seen):
    """Everything that can be read off the states; all lanes hold the same robot."""
    count = states.times.shape[0]
    for first in range(0, count, WIDTH):
        _load(work, states, first)
        if model.rows:
            # samples between steps are interpolated: back onto the constraints
            project(model, lanes, work, work.time, work.x, PROJECTIONS)
        evaluate_by(model.method, model, lanes, work, work.time, work.x, work.dx)
        add_up(model, lanes, work, work.x, work.totals)
        for lane in range(min(WIDTH, count - first)):
            _note(model, work, work.x, work.dx, work.totals, seen, first + lane, lane)


@inlined
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
    for s in range(model.strips.shape[0]):
        for k in range(6):
            seen.lifts[sample, s, k] = work.lifts[s, k, lane]
    for row in range(model.rows):
        seen.row_forces[sample, row] = work.row_forces[row, lane]
    seen.errors[sample] = largest_residual(model, work, model.rows, lane)
    for a in range(model.outputs.shape[0]):
        place, index = model.outputs[a, 0], model.outputs[a, 1]
        if place == JOINT_ELEMENT:
            seen.actuation[sample, a] = work.joint_outputs[index, lane]
        elif place == BODY_ELEMENT:
            seen.actuation[sample, a] = work.body_outputs[index, lane]
        elif place == THRUSTER:
            seen.actuation[sample, a] = work.thrusts[index, lane]
        else:
            seen.actuation[sample, a] = work.tau[index, lane]


@entry("Model Lanes Work States Rates")
def rates(model, lanes, work, states, found):
    """dx of the states."""
    count = states.times.shape[0]
    for first in range(0, count, WIDTH):
        _load(work, states, first)
        evaluate_by(model.method, model, lanes, work, work.time, work.x, work.dx)
        for lane in range(min(WIDTH, count - first)):
            for i in range(work.dx.shape[0]):
                found.dx[first + lane, i] = work.dx[i, lane]


@entry("Model Lanes Work States Efforts")
def accelerations(model, lanes, work, states, found):
    """udot of the states under efforts tau added at the joints."""
    count, nq, nv = states.times.shape[0], model.nq, model.nv
    extra, dx, tau, udot = work.extra, work.dx, found.tau, found.udot
    pushed = tau.shape[0] > 0
    for first in range(0, count, WIDTH):
        _load(work, states, first)
        if pushed:
            for v in range(nv):
                for lane in range(WIDTH):
                    extra[v, lane] = tau[min(first + lane, count - 1), v]
        evaluate_by(model.method, model, lanes, work, work.time, work.x, work.dx)
        for v in range(nv):
            for lane in range(min(WIDTH, count - first)):
                udot[first + lane, v] = dx[nq + v, lane]


@entry("Model Lanes Work States Efforts")
def efforts(model, lanes, work, states, found):
    """tau that must be added at the joints to give udot: the inverse of the above."""
    count = states.times.shape[0]
    for first in range(0, count, WIDTH):
        _load(work, states, first)
        for lane in range(WIDTH):
            for v in range(model.nv):
                work.dx[model.nq + v, lane] = found.udot[min(first + lane, count - 1), v]
        evaluate_inverse(model, lanes, work, work.time, work.x, work.dx)
        for lane in range(min(WIDTH, count - first)):
            for v in range(model.nv):
                found.tau[first + lane, v] = work.tau[v, lane]


@entry("Model Lanes Work States Jacobians")
def body_jacobians(model, lanes, work, states, found):
    """The velocity of every body per unit speed, at the first of the states."""
    for first in range(0, model.nv, WIDTH):
        for lane in range(WIDTH):
            for i in range(model.nq + model.nv):
                work.x[i, lane] = states.x[0, i] if i < model.nq else 0.0
            work.x[model.nq + min(first + lane, model.nv - 1), lane] = 1.0
        outward_sweep(model.tree, model.nq, lanes.bodies, work.x, work.state)
        for lane in range(min(WIDTH, model.nv - first)):
            for b in range(model.tree.shape[0]):
                for k in range(6):
                    found.columns[b, k, first + lane] = work.state[b + 1, _VELOCITY + k, lane]

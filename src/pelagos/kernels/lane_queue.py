"""Runs waiting for lanes: who goes where, with which numbers, and how a run ends."""

from __future__ import annotations

from pelagos.kernels.entry import entry, inlined
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.marching import FINISHED, MET, RUNNING


@entry("Variants Lanes Plan Runs Marcher", "Flag")
def fill_lanes(variants, lanes, plan, runs, m):
    """Give waiting runs to idle lanes; False when there is nothing left to do."""
    busy = False
    for lane in range(WIDTH):
        while m.run[lane] < 0 and m.queue[0] < m.queue[1]:
            _begin_run(variants, lanes, plan, runs, m, lane, m.queue[0])
            m.queue[0] += 1
        busy = busy or m.run[lane] >= 0
    return busy


@inlined
def _begin_run(variants, lanes, plan, runs, m, lane, run):
    _load_variant(variants, lanes, runs.variant[run], lane)
    m.run[lane], m.fresh[lane], m.stop[lane], m.begun[lane] = run, 1, 0, 0
    m.t[lane], m.h[lane] = plan.samples[0], 0.0
    for g in range(m.ticks.shape[0]):
        m.ticks[g, lane] = plan.ticks[g] if g < plan.ticks.shape[0] else 0
    for i in range(m.y.shape[0]):
        m.y[i, lane] = runs.start[run, i]
        runs.out[run, 0, i] = runs.start[run, i]
    runs.done[run], runs.outcome[run], runs.bad[run] = 1, RUNNING, -1
    if plan.samples.shape[0] == 1:
        end_run(runs, m, lane, FINISHED)


@inlined
def end_run(runs, m, lane, outcome):
    run = m.run[lane]
    runs.outcome[run], runs.time[run] = outcome, m.t[lane]
    for i in range(m.y.shape[0]):
        runs.last[run, i] = m.y[i, lane]
    m.run[lane] = -1


@inlined
def end_met(runs, m, lane, met):
    runs.met[m.run[lane]] = met
    end_run(runs, m, lane, MET)


@inlined
def _load_variant(variants, lanes, variant, lane):
    """The numbers of a variant into one lane."""
    _load_table(variants.bodies, lanes.bodies, variant, lane)
    _load_table(variants.joint_parameters, lanes.joint_parameters, variant, lane)
    _load_table(variants.body_parameters, lanes.body_parameters, variant, lane)
    _load_table(variants.constraint_numbers, lanes.constraint_numbers, variant, lane)
    _load_table(variants.wet_numbers, lanes.wet_numbers, variant, lane)
    _load_table(variants.drag_numbers, lanes.drag_numbers, variant, lane)
    _load_table(variants.flow_numbers, lanes.flow_numbers, variant, lane)
    _load_table(variants.contact_numbers, lanes.contact_numbers, variant, lane)
    _load_table(variants.payout_numbers, lanes.payout_numbers, variant, lane)
    _load_table(variants.varying_numbers, lanes.varying_numbers, variant, lane)
    _load_table(variants.float_numbers, lanes.float_numbers, variant, lane)
    _load_row(variants.surface, lanes.surface, variant, lane)
    _load_table(variants.thruster_numbers, lanes.thruster_numbers, variant, lane)
    _load_table(variants.strip_numbers, lanes.strip_numbers, variant, lane)
    _load_table(variants.corner_places, lanes.corner_places, variant, lane)
    _load_row(variants.air_step, lanes.air_step, variant, lane)
    _load_row(variants.density, lanes.density, variant, lane)
    _load_row(variants.rotor, lanes.rotor, variant, lane)
    _load_row(variants.values, lanes.values, variant, lane)
    _load_row(variants.gravity, lanes.gravity, variant, lane)


@inlined
def _load_table(source, target, variant, lane):
    for i in range(target.shape[0]):
        for j in range(target.shape[1]):
            target[i, j, lane] = source[variant, i, j]


@inlined
def _load_row(source, target, variant, lane):
    for i in range(target.shape[0]):
        target[i, lane] = source[variant, i]

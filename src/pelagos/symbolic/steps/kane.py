"""Kane's steps: partial velocities, active forces and inertia forces; see `equations.kane`."""

from __future__ import annotations

from pelagos.equations import kane
from pelagos.joints.contract import joint_velocity
from pelagos.mathematics import dense
from pelagos.symbolic.derive import known_at
from pelagos.symbolic.steps.contract import AXES, Derivation, DerivationStep, column

PARTIAL = "partial velocities V_r = (v_r, w_r): V = sum of V_r u_r + V_t, body axes"
KNOWN = "velocities that prescribed joints cause, V_t"
TURNING = "accelerations without udot, A_t: dV/dt = sum of V_r udot_r + A_t"
APPLIED = "weight and applied forces and moments on each body, W"
INERTIA = "inertia forces and moments, R* = -(I dV/dt + V x* (I V))"
ACTIVE = "generalised active forces, F_r = sum over bodies of V_r . W + tau_r"
RESISTING = "generalised inertia forces, F*_r = sum over bodies of V_r . R* - rotors"


def steps(d: Derivation) -> list[DerivationStep]:
    """F_r + F*_r = 0 and what it is made of."""
    m, state = d.mechanism, d.state
    known = known_at(m, state)
    bodies = kane.partials(m, known)
    found: list[DerivationStep] = []
    for b, body in enumerate(bodies):
        speeds = [r for r in body.columns if r in state.free]
        V = d.sixes(b, [body.columns[r] for r in speeds])
        labels = tuple(d.speeds[r] for r in speeds)
        found.append(DerivationStep("V_r", PARTIAL, d.names[b], AXES, labels, V, "V_r"))
    if m.driven:
        for b, body in enumerate(bodies):
            V_t = d.six(b, body.moving.remainder)
            found.append(column("V_t", KNOWN, d.names[b], AXES, V_t, "V_t"))
    for b, body in enumerate(bodies):
        A_t = d.six(b, body.acceleration)
        found.append(column("A_t", TURNING, d.names[b], AXES, A_t, "A_t"))
    for b, W in enumerate(known.wrenches):
        found.append(column("W", APPLIED, d.names[b], AXES, d.six(b, W), "W"))
    for b, (link, body) in enumerate(zip(known.links, bodies, strict=True)):
        free = [r for r in body.columns if r in state.free]
        rate = joint_velocity([body.columns[r] for r in free], [state.udot[r] for r in free])
        acceleration = rate + body.acceleration
        R = [-x for x in kane.momentum_rate(link.inertia, body.velocity, acceleration)]
        found.append(column("R*", INERTIA, d.names[b], AXES, d.six(b, R), "R^*"))
    whole = kane.equations(m, known, bodies)
    found.append(column("F_r", ACTIVE, "", d.free, whole.active, "F_r"))
    rates = [state.udot[r] for r in state.free]
    inertia = [
        -(dense.dot(row, rates) + rest)
        for row, rest in zip(whole.mass, whole.remainder, strict=True)
    ]
    found.append(column("F*_r", RESISTING, "", d.free, inertia, "F_r^*"))
    return found

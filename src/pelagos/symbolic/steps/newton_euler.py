"""Steps of Newton-Euler: velocities outward, forces and moments inward, body by body."""

from __future__ import annotations

from pelagos.equations import newton_euler
from pelagos.symbolic.derive import known_at
from pelagos.symbolic.steps.contract import AXES, Derivation, DerivationStep, column

JOINT = "outward: axes S of each joint, by its speeds, body axes"
VELOCITY = "outward: velocity of each body, v = X v_parent + S u"
ACCELERATION = "outward: acceleration, a = X a_parent + S udot + v x S u + (dS/dt) u"
APPLIED = "weight and applied forces and moments on each body, W"
NEEDED = "forces and moments that its motion needs, I a + v x* (I v)"
THROUGH = "inward: forces and moments through its joint, f = I a + v x* (I v) - W + of children"
BALANCE = "efforts along the joints, S . f + rotors; they are tau"
EFFORTS = "efforts of motors, springs and the like at the joints, tau"


def steps(d: Derivation) -> list[DerivationStep]:
    """The recursion out and in, with letters for the accelerations."""
    m, state = d.mechanism, d.state
    known = known_at(m, state)
    carried, loads = newton_euler.outward_sweep(known)
    accelerations = newton_euler.accelerations_of(m, carried, state.udot)
    forces = newton_euler.transmitted(m, known, carried, state.udot, loads)
    found: list[DerivationStep] = []
    for b, (link, body) in enumerate(zip(m.links, carried, strict=True)):
        S = d.sixes(b, body.columns)
        found.append(DerivationStep("S", JOINT, d.names[b], AXES, d.speeds[link.u], S, "S"))
    for b, body in enumerate(carried):
        found.append(column("v", VELOCITY, d.names[b], AXES, d.six(b, body.velocity), "v"))
    for b, a in enumerate(accelerations):
        found.append(column("a", ACCELERATION, d.names[b], AXES, d.six(b, a), "a"))
    for b, W in enumerate(known.wrenches):
        found.append(column("W", APPLIED, d.names[b], AXES, d.six(b, W), "W"))
    for b, (link, a, body) in enumerate(zip(known.links, accelerations, carried, strict=True)):
        needed = link.inertia @ a + newton_euler.bias_force(link.inertia, body.velocity)
        found.append(column("N", NEEDED, d.names[b], AXES, d.six(b, needed), "N"))
    found += [
        column("f", THROUGH, d.names[b], AXES, d.six(b, forces[b]), "f")
        for b in reversed(range(len(forces)))
    ]
    balance = [
        forces[i].dot(S) + m.rotor[k] * state.udot[k]
        for i, link in enumerate(m.links)
        for k, S in enumerate(carried[i].columns, link.u.start)
    ]
    found.append(column("S.f", BALANCE, "", d.speeds, balance, r"S^T\!f"))
    found.append(column("tau", EFFORTS, "", d.speeds, known.tau, r"\tau"))
    return found

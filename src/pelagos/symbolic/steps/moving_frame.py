"""Steps of the moving frame: E^(a/a-1), B and its rate, D, M*, N*, F*; `equations.moving_frame`."""

from __future__ import annotations

from pelagos.equations import moving_frame
from pelagos.mathematics import dense
from pelagos.mathematics.algebra import Mat3, Motion
from pelagos.mathematics.inertia import Pose
from pelagos.symbolic.derive import clean, known_at, product
from pelagos.symbolic.steps.contract import AXES, Derivation, DerivationStep, column

RELATIVE = "relative frames E^(a/a-1) = [[R, p], [0, 1]] of each body in its parent"
COLUMNS = "velocities of all bodies, X = B u, body axes"
RATES = "rate of B"
MASS = "inertia of each body, blocks of M"
TURNING = "D = [[w~, 0], [v~, w~]] of each body: delta X = d/dt(delta X~) - D' delta X~"
FORCES = "weight and applied forces and moments, Q"
MASS_STAR = "M* = B' M B + rotors"
MOTION_STAR = "N* = B' (M dB/dt + D M B)"
FORCES_STAR = "F* = B' Q + tau;  M* udot + N* u = F*"


def steps(d: Derivation) -> list[DerivationStep]:
    """Everything from the frames to M* udot + N* u = F*, prescribed speeds among the others."""
    m, state = d.mechanism, d.state
    known = known_at(m, state)
    bodies = moving_frame.frames(m, known)
    found = [_connection(d, b, pose) for b, pose in enumerate(known.poses)]
    rows = tuple(f"{name}.{axis}" for name in d.names for axis in AXES)
    B, Bdot = (_stacked(d, parts) for parts in _columns(bodies))
    found.append(DerivationStep("B", COLUMNS, "", rows, d.speeds, B, "B"))
    found.append(DerivationStep("Bdot", RATES, "", rows, d.speeds, Bdot, r"\dot B"))
    for b, link in enumerate(known.links):
        T = d.turn(b)
        inertia = [[*link.inertia.column(k)] for k in range(6)]
        M = product(product(T, inertia), [list(row) for row in zip(*T, strict=True)])
        found.append(DerivationStep("M", MASS, d.names[b], AXES, AXES, M, "M"))
    for b, frame in enumerate(bodies):
        V = Motion.of(d.six(b, frame.omega.motion()))
        found.append(DerivationStep("D", TURNING, d.names[b], AXES, AXES, _turning(V), "D"))
    Q = [x for b, W in enumerate(known.wrenches) for x in d.six(b, W)]
    found.append(column("Q", FORCES, "", rows, Q, "Q"))
    star = moving_frame.star(m, known, bodies)
    N = moving_frame.n_star(known, bodies)
    found.append(DerivationStep("M*", MASS_STAR, "", d.speeds, d.speeds, star.mass, "M^*"))
    found.append(DerivationStep("N*", MOTION_STAR, "", d.speeds, d.speeds, N, "N^*"))
    found.append(column("F*", FORCES_STAR, "", d.speeds, star.forces, "F^*"))
    return found


def _connection(d: Derivation, b: int, pose: Pose) -> DerivationStep:
    """E of a body in its parent, between the axes that the user wrote."""
    own, parent = d.align[b], d.mechanism.links[b].parent
    outer = None if parent is None else d.align[parent]
    R, p = [[*row] for row in _rows(pose.R)], [[x] for x in pose.p]
    back = [[clean(own[i][j]) for i in range(3)] for j in range(3)]
    R = product(R, back)
    if outer is not None:
        turn = [[clean(x) for x in row] for row in outer]
        R, p = product(turn, R), product(turn, p)
    E = [[*R[i], *p[i]] for i in range(3)] + [[0.0, 0.0, 0.0, 1.0]]
    of = f"{d.names[b]}/{'world' if parent is None else d.names[parent]}"
    places = ("1", "2", "3", "4")
    return DerivationStep("E", RELATIVE, of, places, places, E, "E")


def _rows(R: Mat3) -> list:
    """Mat3 is kept by columns."""
    T = R.T
    return [[*T.a], [*T.b], [*T.c]]


def _columns(bodies: list) -> tuple[list, list]:
    """Per body, the columns of B and of its rate by speed."""
    return (
        [{j: b.motion() for j, b in frame.columns.items()} for frame in bodies],
        [{j: b.motion() for j, b in frame.rates.items()} for frame in bodies],
    )


def _stacked(d: Derivation, parts: list) -> dense.Matrix:
    whole = dense.zeros(6 * len(parts), len(d.speeds))
    for b, columns in enumerate(parts):
        for j, motion in columns.items():
            for k, x in enumerate(d.six(b, motion)):
                whole[6 * b + k][j] = x
    return whole


def _turning(V: Motion) -> dense.Matrix:
    """[[w~, 0], [v~, w~]]."""
    D = dense.zeros(6, 6)
    spin, slide = (_rows(Mat3.skew(part)) for part in (V.w, V.v))
    for i in range(3):
        D[i][:3], D[3 + i][:3], D[3 + i][3:] = spin[i], slide[i], spin[i]
    return D

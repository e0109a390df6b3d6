"""Checks of masses: whatever can move by itself takes effort to move, and never gives any."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from pelagos.elements.actuator.motion import PrescribedMotion
from pelagos.errors import Problem
from pelagos.language.body_tree import Member, groups, parents_first, spatial_inertia
from pelagos.model.bodies import Body
from pelagos.model.checks.parts import Parts
from pelagos.model.joints import Joint
from pelagos.model.tree import speed_labels

Array = NDArray[np.float64]

_SINGULAR = 1e-12  # least eigenvalue of an inertia scaled to ones on its diagonal


def check_masses(parts: Parts) -> Iterator[Problem]:
    """Joints that nothing prescribes have something to move; all bodies could be read."""
    laws = (actuator.law for actuator in parts.actuators.values())
    prescribed = {law.joint for law in laws if isinstance(law, PrescribedMotion)}
    order = parents_first(parts.parents)
    yield from _negative(parts, order)
    ends = _ends(parts, order)
    reported: set[str] = set()
    for name in order:
        if parts.parents[name] in reported:
            reported.add(name)  # one problem for all that hangs on it
        elif name in ends and name not in prescribed and parts.bodies[name].joint.nv:
            body, inertia = parts.bodies[name], _carried(parts, name, ends)
            if (idle := _idle(body.joint, inertia)) is not None:
                reported.add(name)
                yield _problem(parts, name, body, inertia, idle)


def _negative(parts: Parts, order: Iterable[str]) -> Iterator[Problem]:
    """Inertias taken as given belong to groups that no turn gives negative energy."""
    inertias = np.array([parts.bodies[name].inertia for name in order]).reshape(-1, 3, 3)
    least = np.linalg.eigvalsh(inertias)[:, 0]
    doubtful = {n for n, low in zip(order, least, strict=True) if low < 0.0}
    if not doubtful:
        return
    members = {name: _member(parts.bodies[name]) for name in order}
    for group in groups(members):
        named = [name for name in group.members if name in doubtful]
        if named and group.moves and not group.positive:
            shown = ", ".join(f"{value:.6g}" for value in group.principal_values)
            yield parts.problem(
                ("bodies", named[0], "inertia"),
                "with all that is fixed to it, its inertia is not positive: the principal values "
                f"about the com are {shown}",
                "correct it; of a URDF file, balance: true or --balance takes the nearest possible",
            )


def _member(body: Body) -> Member:
    fixed = not body.joint.nv
    dry = spatial_inertia(body.mass, body.com, np.array(body.inertia))
    if body.spatial_inertia is not None:
        dry = np.array(body.spatial_inertia)
    return Member(body.parent, fixed, body.at.moves if fixed else np.eye(6), dry)


def _ends(parts: Parts, order: Iterable[str]) -> dict[str, list[str]]:
    """Bodies beyond which no joint moves any inertia, with those that are fixed to them."""
    ends: dict[str, list[str]] = {}
    carriers: set[str] = set()  # of inertia, at any distance
    through: set[str] = set()  # of inertia beyond a joint that moves
    for name in reversed(tuple(order)):
        body, parent = parts.bodies[name], parts.parents[name]
        if name in carriers or _has_inertia(body):
            carriers.add(parent)
            if name in through or body.joint.nv:
                through.add(parent)
            else:
                ends.setdefault(parent, []).append(name)
        ends.setdefault(name, [])
    return {name: fixed for name, fixed in ends.items() if name not in through}


def _carried(parts: Parts, name: str, ends: Mapping[str, list[str]]) -> Array:
    """The inertia of a body and of all that is fixed to it, about the body's origin."""
    total = np.zeros((6, 6))
    waiting: list[tuple[str, Array]] = [(name, np.eye(6))]
    while waiting:
        current, moves = waiting.pop()
        total += moves.T @ _inertia(parts.bodies[current]) @ moves
        waiting += [(n, parts.bodies[n].at.moves @ moves) for n in ends[current]]
    return total


def _has_inertia(body: Body) -> bool:
    matrices = (body.inertia, body.spatial_inertia or (), body.added_mass or ())
    return body.mass > 0 or any(any(row) for matrix in matrices for row in matrix)


def _inertia(body: Body) -> Array:
    """6x6 about the body's origin, linear first, with the added mass."""
    added = 0.0 if body.added_mass is None else np.array(body.added_mass)
    if body.spatial_inertia is not None:
        return np.array(body.spatial_inertia) + added
    return spatial_inertia(body.mass, body.com, np.array(body.inertia)) + added


def _idle(joint: Joint, inertia: Array) -> Array | None:
    """Speeds of the joint that move no inertia, if there are any."""
    S = joint.motions
    seen = S.T @ inertia @ S + np.diag(joint.armature)
    if not joint.mechanics.keeps_directions and inertia.any():
        return None  # its axes turn relative to the body: it depends on the position
    size = np.sqrt(np.maximum(np.diag(seen), 0.0))
    if not size.all():
        return np.where(size == 0, 1.0, 0.0)
    values, vectors = np.linalg.eigh(seen / np.outer(size, size))
    return None if values[0] > _SINGULAR else vectors[:, 0] / size


def _problem(parts: Parts, name: str, body: Body, inertia: Array, idle: Array) -> Problem:
    path = ("bodies", name, "mass")
    if not inertia.any():
        remedy = "give mass and inertia to it or to what it carries"
        if body.joint.mechanics.resisted:
            remedy += ", armature to its joint, or make the joint fixed"
        return parts.problem(
            path, f"its {body.joint.kind} joint moves no mass and no inertia", remedy
        )
    labels = speed_labels(name, body.joint)
    terms = _direction(dict(zip(labels, idle / np.abs(idle).max(), strict=True)))
    message = f"its {body.joint.kind} joint moves no inertia where {terms}"
    remedy = "give inertia about the com, also about the axis of a thin rod"
    if body.joint.mechanics.resisted:
        remedy += ", or armature to the joint"
    return parts.problem(("bodies", name, "inertia"), message, remedy)


def _direction(speeds: Mapping[str, float]) -> str:
    """'u[s.p] = 1, u[s.q] = -0.5'; zeros are left out."""
    return ", ".join(f"u[{k}] = {v:.3g}" for k, v in speeds.items() if abs(v) > 1e-9)

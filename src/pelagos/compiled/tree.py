"""The tree of bodies as integers: one row per body, parents before children."""

from __future__ import annotations

import numpy as np

from pelagos.equations.joints import (
    FIXED,
    FREE,
    JOINTS,
    PLANAR,
    PRISMATIC,
    REVOLUTE,
    SPHERICAL,
    TURNED,
    UNIVERSAL,
)

# Columns of the tree table.
KIND = 0  # index into equations.joints.JOINTS
RELEASE = 1  # index into RELEASES: how the inward sweep treats the joint
PARENT = 2  # row of the parent in the state arrays; 0 is the world, body i is row i + 1
Q_START = 3  # first coordinate
V_START = 4  # first speed
DRIVEN = 5  # 1 if the motion of the joint is prescribed
LEAF = 6  # 1 if the body has no children
FIRST = 7  # 1 if the inward sweep meets this body before its siblings
CARRY = 8  # index into CARRIES: how the outward sweep treats joint and body
ROW = 9  # row of the body itself in the state arrays
COLUMNS = 10

# A joint as the outward sweep meets it: (joint, whether the body's inertia is a rigid body's own).
# Ten numbers of the twenty-one then do, for the joints that nearly all robots are made of.
CARRIES = (
    *((joint, False) for joint in JOINTS),
    (JOINTS[TURNED], True),
    (JOINTS[TURNED + 1], True),
    (JOINTS[TURNED + 2], True),
)

# A joint as the inward sweep meets it: (joint, whether its axes carry rotor inertia).
# A prescribed joint is met as a fixed one: nothing is released.
RELEASES = (
    (JOINTS[FIXED], False),
    (JOINTS[REVOLUTE], False),
    (JOINTS[PRISMATIC], False),
    (JOINTS[SPHERICAL], False),
    (JOINTS[FREE], False),
    (JOINTS[REVOLUTE], True),
    (JOINTS[PRISMATIC], True),
    (JOINTS[UNIVERSAL], True),
    (JOINTS[PLANAR], True),
    (JOINTS[SPHERICAL], True),
    (JOINTS[TURNED], False),
    (JOINTS[TURNED + 1], False),
    (JOINTS[TURNED + 2], False),
)


def release_code(kind: int, has_rotor: bool, driven: bool) -> int:
    """The row of RELEASES for a joint."""
    if driven:
        return 0
    with_rotor = has_rotor or kind in (UNIVERSAL, PLANAR)
    if with_rotor and kind >= TURNED:
        kind = REVOLUTE
    return RELEASES.index((JOINTS[kind], with_rotor))


def carry_code(kind: int, rigid: bool) -> int:
    """The row of CARRIES for a joint and its body."""
    return CARRIES.index((JOINTS[kind], rigid and kind >= TURNED))


def mark_branches(tree: np.ndarray) -> None:
    """Fill the columns LEAF and FIRST; the inward sweep goes from the last body to the first."""
    tree[:, LEAF], tree[:, FIRST] = 1, 0
    places = {int(entry[ROW]): place for place, entry in enumerate(tree)}
    met = set()
    for place in reversed(range(len(tree))):
        parent = int(tree[place, PARENT])
        tree[place, FIRST] = parent not in met
        met.add(parent)
        if parent > 0:
            tree[places[parent], LEAF] = 0

"""Articulated inertias of a tree, factored once for any number of right-hand sides.

The inward and outward passes of the articulated-body recursion are a solve with the mass matrix:
inertias enter once, then forces, efforts and known accelerations pass through the same factors.
Whatever nothing acts on is left out, so that the answer to a force on one branch costs that branch.

Reference: Featherstone 2008, sections 7.3 and 8.6.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pelagos.equations.closed_tree import Motions, Row, Tree
from pelagos.equations.mechanism import Given, Mechanism
from pelagos.mathematics.algebra import Force, Motion
from pelagos.mathematics.inertia import Inertia
from pelagos.mathematics.scalars import Scalar

Forces = Mapping[int, Force]  # by link; on a link that is not there nothing acts
Efforts = Mapping[int, Scalar]  # by speed


def free_axis(inertia: Inertia, S: Motion, rotor: Scalar) -> tuple[Force, Scalar, Inertia]:
    """Step 2: U and 1/d of one joint axis, and the inertia that is left when it is free."""
    U = inertia.times_axis(S)
    d_inverse = 1.0 / (U.dot(S) + rotor)
    left = inertia.without(U, d_inverse)
    index = S.unit_index()
    if index is not None and isinstance(rotor, float) and rotor == 0.0:
        left = left.cleared(index)
    return U, d_inverse, left


class Factors(NamedTuple):
    """What articulated inertias leave for all right-hand sides; lists by link."""

    tree: Tree
    whole: list[Inertia]  # I_A
    left: list[Inertia]  # I_a: with the motion of the own joint free
    axes: list[list[tuple[Force, Scalar]]]  # U and 1/d of every free axis


class Response(NamedTuple):
    """How the tree answers to forces, efforts and biases."""

    motions: dict[int, Motion]  # acceleration of each link that moves, body axes
    rates: dict[int, Scalar]  # of the speeds of these links
    forces: dict[int, Force]  # p_A of each link that feels anything


def factor(m: Mechanism, known: Given, tree: Tree) -> Factors:
    """Step 2, inward: articulated inertias."""
    whole = [link.inertia for link in known.links]
    left = list(whole)
    axes: list[list[tuple[Force, Scalar]]] = [[] for _ in whole]
    for i in reversed(tree.order):
        inertia = whole[i]
        for k, S in enumerate(tree.columns[i], tree.speeds[i]):
            U, d_inverse, inertia = free_axis(inertia, S, m.rotor[k])
            axes[i].append((U, d_inverse))
        left[i], parent = inertia, tree.parents[i]
        if parent is not None:
            whole[parent] = whole[parent] + tree.poses[i].carry(inertia)
    return Factors(tree, whole, left, axes)


def respond(f: Factors, forces: Forces, efforts: Efforts, biases: Motions) -> Response:
    """Steps 2 and 3 for bias forces p, efforts by speed, and accelerations c; none is zero."""
    tree, zero = f.tree, Force.zero()
    remaining: dict[int, Scalar] = {}  # e = tau - S . p_A
    # Step 2, inward: forces that the children leave to their parents
    felt = dict(forces)
    for i in reversed(tree.order):
        speeds = range(tree.speeds[i], tree.speeds[i] + len(f.axes[i]))
        if i not in felt and i not in biases and not any(k in efforts for k in speeds):
            continue
        force = felt[i] = felt.get(i, zero)
        for k, S, (U, d_inverse) in zip(speeds, tree.columns[i], f.axes[i], strict=True):
            effort = remaining[k] = efforts.get(k, 0.0) - force.dot(S)
            force = force + (effort * d_inverse) * U
        if i in biases:
            force = force + f.left[i] @ biases[i]
        parent = tree.parents[i]
        if parent is not None:
            passed = tree.poses[i].out_of(force)
            felt[parent] = felt[parent] + passed if parent in felt else passed
    # Step 3, outward: accelerations
    motions: dict[int, Motion] = {}
    rates: dict[int, Scalar] = {}
    for i in tree.order:
        outer = motions.get(tree.parents[i])
        if outer is None and i not in felt:
            continue
        a = Motion.zero() if outer is None else tree.poses[i].into(outer)
        a = a + biases[i] if i in biases else a
        for k in reversed(range(len(f.axes[i]))):
            U, d_inverse = f.axes[i][k]
            v = tree.speeds[i] + k
            rate = rates[v] = (remaining.get(v, 0.0) - U.dot(a)) * d_inverse
            a = a + rate * tree.columns[i][k]
        motions[i] = a
        if i in tree.attached:
            rates.update(enumerate(a, tree.speeds[i]))
    return Response(motions, rates, felt)


def through(f: Factors, found: Response, i: int) -> Force:
    """I_A a + p_A: the wrench that comes to a link from the one that carries it."""
    wrench = found.forces.get(i, Force.zero())
    return f.whole[i] @ found.motions[i] + wrench if i in found.motions else wrench


def push(row: Row, force: Scalar, forces: dict[int, Force], efforts: dict[int, Scalar]) -> None:
    """Let a row act with a force: its wrenches lessen the bias forces, its efforts add."""
    for link, wrench in row.wrenches:
        if link is not None:
            forces[link] = forces.get(link, Force.zero()) - force * wrench
    for v, factor_ in row.efforts:
        efforts[v] = efforts.get(v, 0.0) + force * factor_

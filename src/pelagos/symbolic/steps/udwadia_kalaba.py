"""Steps of Udwadia and Kalaba: motion without joints, and the pseudo-inverse that brings them in.

With M regular, M^-1/2 (A M^-1/2)^+ of their eq 20 is M^-1 A' G^+ with G = A M^-1 A', of any rank.
Where G has an inverse, that is G^+.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pelagos.mathematics import dense
from pelagos.symbolic.adjugate import adjugate
from pelagos.symbolic.derive import DerivedSystem, product
from pelagos.symbolic.names import numbered
from pelagos.symbolic.steps.contract import Derivation, DerivationStep, column

LARGEST_INVERSE = 4  # rows up to which the inverse of G is written out

FREE = "accelerations without joints, a_u = M^-1 Q"
GRAM = "G = A M^-1 A'"
UNWRITTEN = f"; G^+, by which f = G^+ e, is written out up to {LARGEST_INVERSE} rows"
SINGULAR = "; it has no inverse, for rows repeat each other: f = G^+ e"
INVERSE = "its pseudo-inverse G^+; M^-1/2 (A M^-1/2)^+ = M^-1 A' G^+"
LACKING = "what accelerations without joints lack, e = b - A a_u"
FORCES = "forces of the conditions, f = G^+ e;  a = a_u + M^-1 A' f"


@dataclass(frozen=True)
class LoadedPart:
    """Entries of a and rows of A that bear loads; for the others a = 0 and f = 0."""

    entries: list[int]
    rows: list[int]
    blocks: list[list[int]]  # of M, entries that belong together


def loaded_part(system: DerivedSystem) -> LoadedPart:
    """Parts that meet no other part, and on which nothing acts, are left out."""
    n = len(system.f)
    groups = _groups(n, [*_couplings(system.M), *_couplings(system.J)])
    entries: list[int] = []
    rows: list[int] = []
    for group in groups:
        own = [i for i, row in enumerate(system.J) if any(row[k] != 0.0 for k in group)]
        loads = [system.f[k] for k in group] + [system.g[i] for i in own]
        if any(x != 0.0 for x in loads):
            entries += group
            rows += own
    kept = set(entries)
    blocks = [g for g in _groups(n, _couplings(system.M)) if kept.issuperset(g)]
    return LoadedPart(sorted(entries), sorted(rows), blocks)


def steps(d: Derivation, system: DerivedSystem, of: LoadedPart) -> list[DerivationStep]:
    """Of the part that bears loads; nothing, where M has no inverse there."""
    inverse = _inverse_mass(system.M, of)
    if inverse is None or not of.entries:
        return []
    entries = tuple(system.unknowns[k] for k in of.entries)
    labels = (*system.rows, *d.closure_rows)
    rows = tuple(numbered(labels, i) for i in of.rows)
    A = [[system.J[i][k] for k in of.entries] for i in of.rows]
    a_u = [x[0] for x in product(inverse, [[system.f[k]] for k in of.entries])]
    found = [column("a_u", FREE, "", entries, a_u, "a_u")]
    if not rows:
        return found
    responses = product(inverse, [list(row) for row in zip(*A, strict=True)])
    G = product(A, responses)
    adjoint, determinant = adjugate(G) if len(G) <= LARGEST_INVERSE else ([], 0.0)
    reason = UNWRITTEN if len(G) > LARGEST_INVERSE else SINGULAR
    heading = GRAM + (reason if determinant == 0.0 else "")
    found.append(DerivationStep("G", heading, "", rows, rows, G, "G"))
    lacking = [system.g[i] - dense.dot(row, a_u) for i, row in zip(of.rows, A, strict=True)]
    found.append(column("e", LACKING, "", rows, lacking, "e"))
    if determinant == 0.0:
        return found
    whole = [[x / determinant if x != 0.0 else 0.0 for x in row] for row in adjoint]
    found.append(DerivationStep("G^+", INVERSE, "", rows, rows, whole, "G^+"))
    forces = [dense.dot(row, lacking) for row in adjoint]
    forces = [x / determinant if x != 0.0 else 0.0 for x in forces]
    found.append(column("f", FORCES, "", rows, forces, "f"))
    return found


def _inverse_mass(M: dense.Matrix, of: LoadedPart) -> dense.Matrix | None:
    """Block by block; None where a block is singular, as with rods that have no thickness."""
    place = {k: i for i, k in enumerate(of.entries)}
    whole = dense.zeros(len(place), len(place))
    for block in of.blocks:
        adjoint, determinant = adjugate([[M[i][j] for j in block] for i in block])
        if determinant == 0.0:
            return None
        for i, row in zip(block, adjoint, strict=True):
            for j, x in zip(block, row, strict=True):
                whole[place[i]][place[j]] = x / determinant if x != 0.0 else 0.0
    return whole


def _couplings(matrix: Sequence[Sequence[Any]]) -> list[list[int]]:
    return [[k for k, x in enumerate(row) if x != 0.0] for row in matrix]


def _groups(count: int, couplings: list[list[int]]) -> list[list[int]]:
    """Numbers that are coupled, directly or through others."""
    found: list[set[int]] = [{k} for k in range(count)]
    for together in couplings:
        touched = [group for group in found if group.intersection(together)]
        if len(touched) > 1:
            found = [g for g in found if g not in touched] + [set().union(*touched)]
    return sorted(sorted(group) for group in found)

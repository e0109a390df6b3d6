"""Where long programs are cut, so that bodies of the same build become pieces of the same form.

Equations go over the bodies of a robot one after the other, so a program repeats itself, with other
numbers and other operands from afar. Cuts are chosen by what stands near them alone: where few
numbers pass from just before to just after, and among such places by a digest of the instructions
around. So the same stretch is cut in the same way wherever it stands, and pieces of a repeating
program have the same form after a cut or two. Nothing is said by the equations.
"""

from __future__ import annotations

import numpy as np

NEAR = 192  # instructions: what passes within is counted, all else passes any cut
AROUND = 6  # instructions on either side that decide between equally good cuts
_MIX = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], dtype=np.uint64)


def cuts(codes: np.ndarray, sources: np.ndarray, shortest: int, longest: int) -> np.ndarray:
    """Where pieces begin, and the end.

    codes: what instruction each is; sources: which earlier ones its operands are, negative for
    operands of other kinds (the kind, then).
    """
    length = len(codes)
    score = _passing(sources).astype(np.uint64) << np.uint64(40)
    score |= _digests(codes, sources) >> np.uint64(24)
    found, at = [0], 0
    while length - at > longest:
        window = score[at + shortest : at + longest]
        at += shortest + int(np.argmin(window))
        found.append(at)
    return np.array([*found, length])


def _passing(sources: np.ndarray) -> np.ndarray:
    """How many numbers pass from just before to just after each place."""
    length = len(sources)
    at = np.arange(length)[:, None]
    near = (sources >= 0) & (at - sources <= NEAR)
    last = np.arange(length)
    last[sources[near]] = np.broadcast_to(at, sources.shape)[near]  # in order: the last one stays
    change = np.zeros(length + 1, dtype=np.int64)
    np.add.at(change, np.arange(length) + 1, 1)
    np.subtract.at(change, last + 1, 1)
    return np.cumsum(change)[:length]


def _digests(codes: np.ndarray, sources: np.ndarray) -> np.ndarray:
    """A number for each place, from the instructions around it."""
    at = np.arange(len(codes))[:, None]
    # operands by how far away they stand; all that are far are alike
    known = np.where(sources < 0, sources, np.minimum(at - sources, NEAR + 1)).astype(np.uint64)
    one = codes.astype(np.uint64)
    for k in range(sources.shape[1]):
        one = _mixed(one * _MIX[0] + known[:, k])
    found = np.zeros_like(one)
    for offset in range(-AROUND, AROUND):
        found = found * _MIX[1] + np.roll(one, -offset)
    return _mixed(found)


def _mixed(x: np.ndarray) -> np.ndarray:
    x = (x ^ (x >> np.uint64(29))) * _MIX[2]
    return x ^ (x >> np.uint64(32))

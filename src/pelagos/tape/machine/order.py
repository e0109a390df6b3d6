"""The order in which instructions are done: what belongs together, shortly before it is needed.

Equations are written sweep by sweep, each over all bodies; what one sweep leaves to the next would
wait in memory for as long. Instructions that stand together stay together, a few dozen at a time,
but these groups are done depth first from the outputs: the inertia, the loads and the forces of a
body then follow each other although they are found in three sweeps. Results do not depend on the
order, only how much must be kept meanwhile.
"""

from __future__ import annotations

import numpy as np

from pelagos.tape.machine.cuts import cuts

SHORTEST, LONGEST = 16, 64  # instructions of a group


def depth_first(codes: np.ndarray, sources: np.ndarray, outputs: np.ndarray) -> np.ndarray:
    """Instructions in a new order; all of them are needed by the outputs, which are some of them.

    codes, sources: as in `tape.machine.cuts`.
    """
    ends = cuts(codes, sources, SHORTEST, LONGEST)
    count = len(ends) - 1
    group = np.repeat(np.arange(count), np.diff(ends))
    before = _before(group, sources, count)
    order: list[int] = []
    done, entered = bytearray(count), bytearray(count)
    for output in dict.fromkeys(group[outputs].tolist()):
        waiting = [output]
        while waiting:
            at = waiting[-1]
            if not entered[at]:
                entered[at] = 1
                waiting += [k for k in before[at] if not entered[k]]  # the latest is done first
                continue
            waiting.pop()
            if not done[at]:
                done[at] = 1
                order.append(at)
    starts, lengths = ends[order], np.diff(ends)[order]
    first = np.repeat(starts - (np.cumsum(lengths) - lengths), lengths)
    return first + np.arange(len(codes))


def _before(group: np.ndarray, sources: np.ndarray, count: int) -> list[list[int]]:
    """Groups whose results each group reads, in order."""
    needed = sources >= 0
    reader = np.broadcast_to(group[:, None], sources.shape)[needed]
    pairs = reader * count + group[sources[needed]]
    found: list[list[int]] = [[] for _ in range(count)]
    for reader, read in zip(*divmod(np.unique(pairs), count), strict=True):
        if reader != read:
            found[reader].append(int(read))
    return found

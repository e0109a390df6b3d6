"""Numbers that stand apart in memory as vectors, and back: shuffles of LLVM."""

from __future__ import annotations

from collections.abc import Callable, Sequence

New = Callable[[str], str]  # writes an expression, gives its name
LARGEST = 4  # gap: numbers further apart are read one by one


def spaced(new: New, pointer: str, gap: int, lanes: int) -> str:
    """A vector of numbers that stand so far apart, from a pointer on; nothing else is touched."""
    kind = f"<{lanes} x double>"
    if gap == 1:
        return new(f"load {kind}, ptr {pointer}, align 8, !invariant.load !0")
    if gap > LARGEST:
        found = "poison"
        for lane in range(lanes):
            at = new(f"getelementptr double, ptr {pointer}, i64 {gap * lane}")
            x = new(f"load double, ptr {at}, align 8, !invariant.load !0")
            found = new(f"insertelement {kind} {found}, double {x}, i64 {lane}")
        return found
    span = (lanes - 1) * gap + 1
    found, reached = "", 0
    while reached < span:
        start = min(reached, span - lanes)
        at = new(f"getelementptr double, ptr {pointer}, i64 {start}")
        part = new(f"load {kind}, ptr {at}, align 8, !invariant.load !0")
        places = []
        for lane in range(lanes):
            inside = reached <= lane * gap < start + lanes
            places.append(lanes + lane * gap - start if inside else lane)
        if not found:
            found, places = part, [(lane * gap) % lanes for lane in range(lanes)]
            found = new(f"shufflevector {kind} {part}, {kind} poison, {_order(places)}")
        else:
            found = new(f"shufflevector {kind} {found}, {kind} {part}, {_order(places)}")
        reached = start + lanes
    return found


def interleaved(new: New, vectors: Sequence[str], lanes: int) -> list[str]:
    """Three vectors as three: first numbers of all, then second ones, and so on."""
    kind, (a, b, c) = f"<{lanes} x double>", vectors
    found = []
    for part in range(3):
        wanted = [divmod(part * lanes + lane, 3) for lane in range(lanes)]  # place, of which
        two = [place + lanes * (which == 1) if which < 2 else 0 for place, which in wanted]
        all_three = [lane if w[1] < 2 else lanes + w[0] for lane, w in enumerate(wanted)]
        both = new(f"shufflevector {kind} {a}, {kind} {b}, {_order(two)}")
        found.append(new(f"shufflevector {kind} {both}, {kind} {c}, {_order(all_three)}"))
    return found


def _order(places: Sequence[int]) -> str:
    return f"<{len(places)} x i32> <{', '.join(f'i32 {p}' for p in places)}>"

"""How many states advance per instruction: 8 with AVX-512, else 4, or as `PELAGOS_LANES` says.

Any number gives the same bits: programs say where a product and a sum are fused, and lanes know
nothing of each other. Single runs have one lane whatever the number is.
"""

from __future__ import annotations

import os

import llvmlite.binding as llvm

from pelagos.errors import PelagosError

WIDTHS = (1, 4, 8)


def width(asked: str = "") -> int:
    """The number of lanes: as asked for, or what suits this processor."""
    if not asked.strip():
        return 8 if llvm.get_host_cpu_features().get("avx512f", False) else 4
    if asked.strip() not in map(str, WIDTHS):
        raise PelagosError(
            f"PELAGOS_LANES: {asked!r} is no number of lanes\n"
            "    set it to 1, 4 or 8, or unset it for what suits this processor"
        )
    return int(asked)


WIDTH = width(os.environ.get("PELAGOS_LANES", ""))

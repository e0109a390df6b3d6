"""How many simulations advance per instruction: 8 with AVX-512, else 4."""

from __future__ import annotations

import llvmlite.binding as llvm

WIDTH = 8 if llvm.get_host_cpu_features().get("avx512f", False) else 4

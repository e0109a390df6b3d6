"""Numbers for a page: quantised, differenced along time, packed and written as text.

A column (all times of one number) becomes unsigned integers of 16 bits, or 32 where 16 would cost
more than the allowed error. Differences of neighbours are small, so with low and high
bytes apart zlib packs them well. The page undoes it with what every browser has built in.
"""

from __future__ import annotations

import base64
import zlib
from typing import Any

import numpy as np


class Packer:
    """Collects arrays; `text` is all of them as one base64 string."""

    def __init__(self) -> None:
        self._blocks: list[bytes] = []
        self._offset = 0

    def add(self, values: np.ndarray, error: float = np.inf) -> dict[str, Any]:
        """Put away an array with time along its first axis; what the page needs to read it."""
        flat = np.asarray(values, dtype=float).reshape(len(values), -1)
        low, high = (
            (flat.min(axis=0), flat.max(axis=0)) if len(flat) else (np.zeros(flat.shape[1]),) * 2
        )
        span = high - low
        size = 2 if float(span.max(initial=0)) / 65535 / 2 <= error else 4
        step = span / (256**size - 1)
        scaled = (flat - low) / np.where(step > 0, step, 1)
        whole = np.round(scaled).astype(np.uint64).astype(f"<u{size}")
        apart = np.diff(whole, axis=0, prepend=np.zeros_like(whole[:1]))
        planes = np.ascontiguousarray(apart.T).view(np.uint8).reshape(-1, size).T
        block = np.ascontiguousarray(planes).tobytes()
        facts = {
            "offset": self._offset,
            "rows": len(flat),
            "columns": flat.shape[1],
            "size": size,
            "low": [float(x) for x in low],
            "step": [float(x) for x in step],
        }
        self._blocks.append(block)
        self._offset += len(block)
        return facts

    @property
    def text(self) -> str:
        return base64.b64encode(zlib.compress(b"".join(self._blocks), 9)).decode("ascii")

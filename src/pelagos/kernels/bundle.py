"""Bundles: many arrays under one name, passed to compiled code as one pointer.

A `Bundle` is a table of addresses and shapes; in compiled code `work.state` reads the table and is
an ordinary array (`kernels.translate`). The Python object keeps the arrays alive.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

# The words that declare a field or an argument: a number, a contiguous array by dimensions, or the
# name of another bundle, which is part of this one.
Int = int
Real = float
Flag = bool
Int1 = np.ndarray
Int2 = np.ndarray
Real1 = np.ndarray
Real2 = np.ndarray
Real3 = np.ndarray
DIMENSIONS = {
    "Int": 0,
    "Real": 0,
    "Flag": 0,
    **{f"Int{n}": n for n in (1, 2)},
    **{f"Real{n}": n for n in (1, 2, 3)},
}


CACHE_LINE = 64  # bytes; a vector that crosses the end of a line takes two loads


class Bundle:
    """Base class; a subclass declares its fields by annotations with the words above."""

    fields: dict[str, str]  # name -> word
    offsets: dict[str, int]  # name -> first entry in the table: value, or address and shape
    _entries: ClassVar[int]  # of the table
    aligned: ClassVar[bool] = False  # whether arrays start on cache lines: those with lanes do
    kinds: ClassVar[dict[str, type[Bundle]]] = {}  # all subclasses, by name

    def __init_subclass__(cls) -> None:
        cls.fields = dict(cls.__annotations__)
        cls.offsets, cls._entries = {}, 0
        for field, word in cls.fields.items():
            cls.offsets[field] = cls._entries
            cls._entries += 1 + DIMENSIONS.get(word, 0)
        Bundle.kinds[cls.__name__] = cls

    def __init__(self, **values: Any):
        if values.keys() != self.fields.keys():
            raise TypeError(f"{type(self).__name__} has the fields {', '.join(self.fields)}")
        table = np.zeros(self._entries, np.int64)
        for field, word in self.fields.items():
            place, value = self.offsets[field], values[field]
            dimensions = DIMENSIONS.get(word)
            if dimensions is None:  # another bundle
                table[place] = value.address
            elif dimensions == 0:
                kind = np.float64 if word == "Real" else np.int64
                table[place] = np.array([value], dtype=kind).view(np.int64)[0]
            else:
                value = self._array(field, word, value)
                table[place] = _address(value)
                table[place + 1 : place + 1 + dimensions] = value.shape
            setattr(self, field, value)
        self._table = table
        self.address = _address(table)

    def _array(self, field: str, word: str, value: Any) -> np.ndarray:
        """An array as compiled code reads it: that one itself, if it fits."""
        array = np.ascontiguousarray(value, dtype=np.float64 if word[0] == "R" else np.int64)
        if array.ndim != DIMENSIONS[word]:
            raise TypeError(f"{type(self).__name__}.{field} has {array.ndim} dimensions")
        if self.aligned and _address(array) % CACHE_LINE:
            return _on_cache_line(array)
        return array

    def replaced(self, **values: Any) -> Any:
        """A bundle with some fields changed; the others share their arrays."""
        return type(self)(**{**{name: getattr(self, name) for name in self.fields}, **values})


def _address(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]


def _on_cache_line(array: np.ndarray) -> np.ndarray:
    """A copy that starts at the beginning of a cache line."""
    room = np.empty(array.nbytes + CACHE_LINE, dtype=np.uint8)
    start = -_address(room) % CACHE_LINE
    copy = room[start : start + array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy

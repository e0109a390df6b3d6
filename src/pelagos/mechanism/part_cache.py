"""What was made of the parts of a robot, kept for variations of it.

Variations have most parts in common, as the same objects: `Robot.with_values` takes over what its
changes do not reach. Whatever is flattened part by part is then made once. A variation runs
through the same functions as any robot, only that most of them have their answers ready; so it
has the numbers, to the bit, that it would have by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

import numpy as np

Made = TypeVar("Made")


class PartCache:
    """Results of functions by their arguments: parts are told apart as objects, numbers by value.

    What is kept must not be changed by those who get it.
    """

    def __init__(self, apart: bool = False) -> None:
        """apart: whether signals of these robots are written with constants apart."""
        self.apart = apart
        self._made: dict[Hashable, tuple[Any, tuple[Any, ...]]] = {}
        self._closed = False

    def __call__(self, make: Callable[..., Made], *parts: Any) -> Made:
        """make(*parts), as it was made before of the same parts."""
        return self.of((make, *parts), lambda: make(*parts))

    def of(self, parts: tuple[Any, ...], make: Callable[[], Made]) -> Made:
        """make(), as it was made before when the parts were the same: all that it looks at."""
        key = tuple([part if isinstance(part, _PLAIN) else id(part) for part in parts])
        found = self._made.get(key)
        if found is None:
            found = make(), parts  # the parts are held, so that their ids remain theirs
            if not self._closed:
                self._made[key] = found
        made: Made = found[0]
        return made

    def close(self) -> None:
        """Keep no more: what is new in one of many variations is of no use to the others."""
        self._closed = True


def bits(numbers: Iterable[float]) -> bytes:
    """Numbers as a part that is told apart by value, -0 from 0 too."""
    return np.array([*numbers], dtype=float).tobytes()


_PLAIN = (str, bytes, int, float, type(None))

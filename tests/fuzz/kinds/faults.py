"""No files: each case goes wrong in its own way, so that the harness itself is tested."""

from __future__ import annotations

import os
import random
import signal
from pathlib import Path

from pelagos.errors import PelagosError


def prepare(folder: Path) -> None:
    """Nothing."""


def attempt(rng: random.Random, folder: Path, prepared: None) -> None:
    number = int(folder.name.removeprefix("case-"))
    if number == 1:
        raise PelagosError("refused")
    if number == 2:
        _ = 1 / 0
    if number == 3:
        os.kill(os.getpid(), signal.SIGSEGV)
    while number == 4:
        rng.random()
    if number == 5:
        bytearray(5_000_000_000)

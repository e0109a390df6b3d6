"""Words from Python made plain: dicts, lists, numbers and text, as a YAML file would give them."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

MAX_DEPTH = 64


class TooDeepError(ValueError):
    """Words nested deeper than any model needs."""


def plain(words: Any, depth: int = 0) -> Any:
    """A copy of the words that shares nothing with the caller and can be written as JSON."""
    if depth > MAX_DEPTH:
        raise TooDeepError(f"the words are nested more than {MAX_DEPTH} deep")
    if isinstance(words, dict):
        return {_key(key): plain(value, depth + 1) for key, value in words.items()}
    if isinstance(words, list | tuple):
        return [plain(item, depth + 1) for item in words]
    if isinstance(words, np.ndarray):
        return plain(words.tolist(), depth)
    if isinstance(words, np.generic):
        return words.item()
    if isinstance(words, os.PathLike):
        return os.fspath(words)
    return words


def _key(key: Any) -> str:
    return key if isinstance(key, str) else str(key)

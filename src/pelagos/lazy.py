"""Attributes that are computed when first asked for."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING or sys.version_info >= (3, 12):
    from functools import cached_property
else:
    import contextlib
    import functools

    def cached_property(function):
        """Without the lock of Python 3.11, which all objects of a class share: a process that is
        forked while another thread holds it would wait for ever."""
        found = functools.cached_property(function)
        found.lock = contextlib.nullcontext()
        return found


__all__ = ["cached_property"]

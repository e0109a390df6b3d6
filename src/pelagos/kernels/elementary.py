"""The functions that `equations.scalars` looks for on a traced scalar: `tape.elementary` in lanes.

They are static because an argument of atan2 may be a plain float.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pelagos.kernels.strict import Strict
from pelagos.tape import elementary


def _function(strict: Callable[[Strict], Strict]) -> Any:
    return staticmethod(lambda x: _traced(x, strict(_strict(x))))


class TracedFunctions:
    """Elementary functions of a traced scalar."""

    __slots__ = ()

    apply_sin = _function(lambda x: elementary.sincos(x)[0])
    apply_cos = _function(lambda x: elementary.sincos(x)[1])
    apply_tan = _function(elementary.tan)
    apply_asin = _function(elementary.asin)
    apply_acos = _function(elementary.acos)
    apply_atan = _function(elementary.atan)
    apply_sqrt = _function(Strict.sqrt)
    apply_exp = _function(elementary.exp)
    apply_log = _function(elementary.log)
    apply_tanh = _function(elementary.tanh)
    apply_floor = _function(Strict.floor)
    apply_sign = _function(elementary.sign)
    apply_abs = staticmethod(abs)

    @staticmethod
    def apply_sincos(x: Any) -> tuple[Any, Any]:
        sine, cosine = elementary.sincos(_strict(x))
        return _traced(x, sine), _traced(x, cosine)

    @staticmethod
    def apply_atan2(y: Any, x: Any) -> Any:
        traced = y if isinstance(y, TracedFunctions) else x
        emit = traced.emit  # type: ignore[attr-defined]
        points = (Strict(emit, emit.value(y)), Strict(emit, emit.value(x)))
        return _traced(traced, elementary.atan2(*points))


def _strict(x: Any) -> Strict:
    return Strict(x.emit, x.value)


def _traced(like: Any, x: Strict) -> Any:
    return type(like)(x.emit, x.value)

"""Laws of the user as machine code: traced like the built-in ones, once per process.

They are called through their addresses, which stand in `model.laws`.
"""

from __future__ import annotations

from typing import Any

import numba

from pelagos.compiled.fluid import BODY, CHANNEL, DRAG_BODY
from pelagos.equations.user import UserDrag
from pelagos.kernels.bundle_types import numba_type
from pelagos.kernels.entry import OPTIONS
from pelagos.kernels.fluid import USER_DRAG_CALL, USER_FLOW_CALL, add_flow, apply_drag
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.locks import OwnLock
from pelagos.kernels.trace import kernel_by_kind

_lock = OwnLock()
_addresses: dict[tuple, int] = {}
_compiled: list[Any] = []  # own the machine code


def address(law: Any) -> int:
    """The address of a law of `equations.user`."""
    key = (type(law), law.function, law.names)
    with _lock:
        if key not in _addresses:
            _addresses[key] = _compile(law)
        return _addresses[key]


def _compile(law: Any) -> int:
    of_drag = isinstance(law, UserDrag)
    function = _drag_entry(law) if of_drag else _flow_entry(law)
    words = (USER_DRAG_CALL if of_drag else USER_FLOW_CALL).split()
    dispatcher = numba.njit(**OPTIONS)(function)
    signature = tuple(numba_type(word) for word in words)
    dispatcher.compile(signature)
    result = dispatcher.overloads[signature]
    _compiled.append(dispatcher)
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


def _drag_entry(law: UserDrag) -> Any:
    apply = kernel_by_kind(WIDTH, (law,))(apply_drag)

    def user_drag(model, lanes, work, d, dx):
        body, last = model.drag[d, DRAG_BODY], dx.shape[0] - 1
        apply(0, (lanes.drag_numbers, d), (lanes.density, 0), (work.state, body), (dx, last))

    return user_drag


def _flow_entry(law: Any) -> Any:
    add = kernel_by_kind(WIDTH, (law,))(add_flow)

    def user_flow(model, lanes, work, f, w):
        add(
            0,
            (lanes.flow_numbers, f),
            (work.signals, model.flows[f, CHANNEL]),
            (work.clock, 0),
            (lanes.wet_numbers, w),
            (work.poses, model.wet[w, BODY]),
            (work.flow, 0),
        )

    return user_flow

"""What the loops of wings, which numba compiles, take from the march, however that is compiled."""

from __future__ import annotations

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from pelagos.kernels.entry import inlined
from pelagos.march import lane_queue

_POINTER = ir.IntType(8).as_pointer()
_PROGRAM = ir.FunctionType(ir.VoidType(), [_POINTER] * 5)

end_run = inlined(getattr(lane_queue.end_run, "py_func", lane_queue.end_run))


@intrinsic
def program(_context, address, t, x, p, y, s):
    """Call a program of a robot: time, state, numbers, outputs, scratch; all (row, lane)."""

    def generate(context, builder, signature, arguments):
        called = builder.inttoptr(arguments[0], _PROGRAM.as_pointer())
        rows = [
            builder.bitcast(context.make_array(kind)(context, builder, row).data, _POINTER)
            for kind, row in zip(signature.args[1:], arguments[1:], strict=True)
        ]
        builder.call(called, rows)
        return context.get_dummy_value()

    return types.void(address, t, x, p, y, s), generate

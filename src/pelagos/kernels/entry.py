"""Entry points: compiled functions that stay separate in machine code and on disk.

numba links a called function into its caller and optimises the whole again; with sweeps of
thousands of vector instructions that takes minutes. An entry is compiled once, with a fixed
signature, to an object file, and is called from other compiled code through its symbol. Python
calls it through `kernels.library`, without numba.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.extending import _Intrinsic, intrinsic

from pelagos.kernels.bundle_types import numba_type

# No reference counts, no Python wrappers: arrays belong to the caller, errors are values.
OPTIONS = {
    "nogil": True,
    "error_model": "numpy",
    "_nrt": False,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}

ENTRIES: list[Entry] = []  # in the order of definition: callees before callers


class Entry(_Intrinsic):
    """A compiled function with a symbol; see the module's text."""

    def __init__(self, function: Callable, signature: str, returns: str):
        self.words = signature
        self.returns_word = returns
        names = function.__globals__
        self.signature = tuple(numba_type(word, names) for word in signature.split())
        self.returns = numba_type(returns) if returns else types.none
        self.symbol = f"{function.__module__}.{function.__qualname__}"
        self.dispatcher = numba.njit(**OPTIONS)(function)
        self.__doc__ = function.__doc__
        super().__init__(function.__name__, self._typing(len(self.signature)))
        self._register()
        ENTRIES.append(self)

    def object_code(self) -> tuple[str, bytes]:
        """Compile; the name of the function in the object file, and the file's bytes."""
        self.dispatcher.compile(self.signature)
        result = self.dispatcher.overloads[self.signature]
        return result.fndesc.llvm_func_name, result.library._get_compiled_object()

    def _typing(self, count: int) -> Callable:
        """The typing function that numba asks when other compiled code calls this entry."""

        def resolve(arguments: tuple) -> tuple:
            if arguments != self.signature:
                raise TypeError(f"{self.symbol} takes {self.signature}, called with {arguments}")
            return self.returns(*arguments), self._generate

        names = ", ".join(f"a{i}" for i in range(count))
        namespace: dict[str, Any] = {"resolve": resolve}
        # numba reads the number of arguments off this function; the text holds nothing else
        exec(f"def typing(context, {names}):\n    return resolve(({names},))\n", namespace)
        return namespace["typing"]

    def _generate(self, context, builder, signature, arguments):
        """Call the symbol with numba's calling convention."""
        convention = context.call_conv
        kind = convention.get_function_type(self.returns, self.signature)
        function = cgutils.get_or_insert_function(builder.module, kind, self.symbol)
        _, result = convention.call_function(
            builder, function, self.returns, self.signature, arguments
        )
        return result


def entry(signature: str, returns: str = "") -> Callable[[Callable], Entry]:
    """Make a function an entry point. The signature has one word per argument:

    `Int`, `Real`, `Flag`, `Int2`, `Real3`, ... as in `kernels.bundle`, or the name of a `Bundle`.
    """
    return lambda function: Entry(function, signature, returns)


def indirect(signature: str) -> Any:
    """A call through an address: `call(address, ...)` for any entry with this signature."""
    words = signature.split()

    def resolve(at, *kinds):
        named = [getattr(getattr(kind, "kind", None), "__name__", None) for kind in kinds]
        for word, name, kind in zip(words, named, kinds, strict=True):
            if name != word and kind != numba_type(word):
                raise TypeError(f"an entry that takes {signature} is called with {kinds}")

        def generate(context, builder, called, arguments):
            convention = context.call_conv
            function_type = convention.get_function_type(types.none, kinds)
            function = builder.inttoptr(arguments[0], function_type.as_pointer())
            convention.call_function(builder, function, types.none, kinds, arguments[1:])
            return context.get_dummy_value()

        return types.void(at, *kinds), generate

    names = ", ".join(f"a{i}" for i in range(len(words)))
    namespace: dict[str, Any] = {"resolve": resolve}
    # as above: numba counts the arguments
    exec(f"def typing(context, at, {names}):\n    return resolve(at, {names})\n", namespace)
    return intrinsic(namespace["typing"])


@intrinsic
def program(context, address, t, x, p, y, s):
    """Call a program of a robot: time, state, numbers, outputs, scratch; all (row, lane).

    What programs are called like is said in `tape.llvm_text`.
    """
    kinds = (t, x, p, y, s)

    def generate(context, builder, called, arguments):
        row = ir.DoubleType().as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [row] * len(kinds))
        function = builder.inttoptr(arguments[0], kind.as_pointer())
        arrays = zip(kinds, arguments[1:], strict=True)
        rows = [context.make_array(kind)(context, builder, value).data for kind, value in arrays]
        builder.call(function, rows)
        return context.get_dummy_value()

    return types.void(types.int64, *kinds), generate


def inlined(function: Callable) -> Any:
    """A helper that compiled code may call; it becomes part of the entries that use it."""
    return numba.njit(**OPTIONS)(function)

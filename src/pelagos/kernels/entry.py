"""Entry points: compiled functions that stay separate in machine code and on disk.

numba links a called function into its caller and optimises the whole again; with sweeps of
thousands of vector instructions that takes minutes. An `entry` is compiled once with a fixed
signature, kept in the disk cache, and called from other compiled code through its symbol.
From Python an entry is called like a function.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm
import numba
from numba.core import cgutils, types
from numba.core.extending import _Intrinsic

from pelagos.kernels.bundle import WORDS
from pelagos.kernels.cache import compiled

class Entry(_Intrinsic):
    """A compiled function with a symbol; see the module's text."""

    def __init__(self, function: Callable, signature: str, returns: str):
        self.signature = tuple(WORDS[word] for word in signature.split())
        self.returns = WORDS[returns] if returns else types.none
        self.symbol = f"pelagos.{function.__module__}.{function.__qualname__}"
        self.dispatcher = compiled(function, name=self.symbol)
        self.ready = False
        self.__doc__ = function.__doc__
        super().__init__(function.__name__, self._typing(len(self.signature)))
        self._register()

    def prepare(self) -> None:
        """Compile, or load from disk, this function and everything it calls."""
        if self.ready:
            return
        for callee in _entries_in(self.dispatcher.py_func, set()):
            callee.prepare()
        self.dispatcher.compile(self.signature)
        result = self.dispatcher.overloads[self.signature]
        address = result.library.get_pointer_to_function(result.fndesc.llvm_func_name)
        llvm.add_symbol(self.symbol, address)
        self.ready = True

    def __call__(self, *arguments: Any) -> Any:
        self.prepare()
        return self.dispatcher(*arguments)

    def _typing(self, count: int) -> Callable:
        """The typing function that numba asks when other compiled code calls this entry."""

        def resolve(arguments: tuple) -> tuple:
            if arguments != self.signature:
                raise TypeError(f"{self.symbol} takes {self.signature}, called with {arguments}")
            return self.returns(*arguments), self._generate

        names = ", ".join(f"a{i}" for i in range(count))
        namespace: dict[str, Any] = {"resolve": resolve}
        # numba reads the number of arguments off this function; the text holds nothing else
        exec(f"def typing(context, {names}):\n    return resolve(({names},))\n", namespace)  # noqa: S102
        return namespace["typing"]

    def _generate(self, context, builder, signature, arguments):
        """Call the symbol with numba's calling convention."""
        convention = context.call_conv
        kind = convention.get_function_type(self.returns, self.signature)
        function = cgutils.get_or_insert_function(builder.module, kind, self.symbol)
        status, result = convention.call_function(
            builder, function, self.returns, self.signature, arguments
        )
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return result


def entry(signature: str, returns: str = "") -> Callable[[Callable], Entry]:
    """Make a function an entry point. The signature has one word per argument:

    `Int`, `Real`, `Flag`, `Int2`, `Real3`, ... as in `kernels.bundle`, or the name of a `Bundle`.
    """
    return lambda function: Entry(function, signature, returns)


def _entries_in(function: Callable, seen: set) -> list[Entry]:
    """The entries that a function, or a compiled function it calls, refers to by name."""
    found = []
    seen.add(function)
    for name in function.__code__.co_names:
        value = function.__globals__.get(name)
        if isinstance(value, Entry):
            found.append(value)
        elif isinstance(value, numba.core.dispatcher.Dispatcher) and value.py_func not in seen:
            found += _entries_in(value.py_func, seen)
    return found

"""The compiled library as Python sees it: object files loaded from the cache, called by address.

On a machine's first use `kernels.loops` compiles a group of loops in about a second, and its object
file is kept. What is kept is verified before it is loaded.
"""

from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm

from pelagos.kernels import cache
from pelagos.kernels.locks import OwnLock
from pelagos.kernels.packed import Code, packed, unpacked
from pelagos.native.objects import ObjectStore

_ARGUMENTS = {"Int": ctypes.c_int64, "Real": ctypes.c_double}
_lock = OwnLock()


class CompiledLoop:
    """A compiled loop that Python may call: arguments are bundles and numbers."""

    def __init__(self, symbol: str, signature: str, returns: str = "", *, group: str):
        self.symbol = f"pelagos.{symbol}"
        self.signature, self.returns, self.group = signature, returns, group
        self._call: Any = None

    @property
    def address(self) -> int:
        return loaded(self.group)[self.symbol]

    def __call__(self, *arguments: Any) -> Any:
        if self._call is None:
            kinds: list[Any] = [
                _ARGUMENTS.get(word, ctypes.c_void_p) for word in self.signature.split()
            ]
            result = ctypes.c_int64 if self.returns else None
            self._call = ctypes.CFUNCTYPE(result, *kinds)(self.address)
        return self._call(*[getattr(argument, "address", argument) for argument in arguments])


# What is compiled together: modules whose loops make up a group.
GROUPS = {
    "march": ("loops.march", "loops.sampling", "loops.observe", "loops.projection", "loops.fleet"),
    "backward": ("loops.backward.steps",),
    "shooting": ("loops.shooting",),
    "lattice": ("loops.lattice.coupling",),
    "flow": ("loops.lattice.derived.tangent_coupling",),
    "flow_backward": ("loops.backward.air",),
    "dense": ("loops.dense.kane", "loops.dense.moving_frame"),
    "warping": ("kernels.warping",),
    "panels": ("loops.panels.pairs", "loops.panels.stars"),
}
# whose loops go over points; those of the march have vectors as it is
VECTORISED = ("lattice", "flow", "flow_backward")

_addresses: dict[str, dict[str, int]] = {}  # group -> symbol -> address
_engines: list[Any] = []  # own the machine code


def loaded(group: str, announce: Callable[[], None] | None = None) -> dict[str, int]:
    """Addresses of a group's loops by symbol; builds the group first where needed."""
    with _lock:
        if group not in _addresses:
            store = cache.store()
            found = _kept(store, group)
            if found is None:
                if announce is not None:
                    announce()
                found = _linked(_built(store, group))
            _addresses[group] = found
        return _addresses[group]


def _kept(store: ObjectStore | None, group: str) -> dict[str, int] | None:
    """Addresses of a group that was built before; None if it has to be built."""
    data = store.get(group) if store is not None else None
    if data is None:
        return None
    try:
        return _linked(unpacked(data))
    except (RuntimeError, ValueError):  # not what this version writes
        return None


def _built(store: ObjectStore | None, group: str) -> Code:
    """Compile, and keep the code where that is possible."""
    from pelagos.kernels import loops

    code = loops.code_of([f"pelagos.{module}" for module in GROUPS[group]], group in VECTORISED)
    if store is not None and cache.key() == cache.KEY:  # else edited: not of this version
        with contextlib.suppress(OSError):
            store.put(group, packed(code))
    return code


def _linked(code: Code) -> dict[str, int]:
    """Load the object file of a group."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple().create_target_machine(codemodel="jitdefault")
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code.file))
    engine.finalize_object()
    found = {symbol: engine.get_function_address(symbol) for symbol in code.symbols}
    for symbol, address in found.items():
        if not address:  # a call there would end the process
            raise RuntimeError(f"there is no function {symbol} in its object file")
    _engines.append(engine)
    return found


warp = CompiledLoop("kernels.warping.warp", "Curves", "Int", group="warping")

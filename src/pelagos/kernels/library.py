"""The compiled library as Python sees it: object files loaded from the cache, called by address.

On a machine's first use `kernels.build` compiles every entry with numba, and the object files are
kept; after that numba is not even imported. What is kept is verified before it is loaded.
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


class Function:
    """An entry that Python may call: arguments are bundles and numbers."""

    def __init__(self, symbol: str, signature: str, returns: str = "", *, group: str):
        self.symbol = f"pelagos.{symbol}"
        self.signature, self.returns, self.group = signature, returns, group
        self._call: Any = None

    @property
    def address(self) -> int:
        return loaded(self.group)[self.symbol]

    def __call__(self, *arguments: Any) -> Any:
        if self._call is None:
            kinds = [_ARGUMENTS.get(word, ctypes.c_void_p) for word in self.signature.split()]
            # numba's convention: status = f(&result, &error, arguments...)
            prototype = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *kinds)
            self._call = prototype(self.address)
        result, error = ctypes.c_int64(0), ctypes.c_void_p()
        values = [getattr(argument, "address", argument) for argument in arguments]
        status = self._call(ctypes.byref(result), ctypes.byref(error), *values)
        if status != 0:
            raise RuntimeError(f"{self.symbol} failed with status {status}")
        return result.value if self.returns else None


# What is compiled together: modules whose entries make up a group, and the group they stand on.
GROUPS = {
    "march": (
        "march.march",
        "march.stages",
        "march.step_control",
        "march.interpolation",
        "march.lane_queue",
        "march.observe",
        "march.projection",
        "march.pseudo_inverse",
        "march.rates",
    ),
    "lattice": (
        "march.lattice",
        "march.lattice_shape",
        "march.lattice_flow",
        "march.lattice_forces",
        "march.mixing",
        "march.vortices",
    ),
    "dense": ("march.dense_algebra", "march.dense_kane", "march.dense_moving_frame"),
    "warping": ("kernels.warping",),
}
BASES = {"lattice": "march"}

_addresses: dict[str, dict[str, int]] = {}  # group -> symbol -> address
_engines: list[Any] = []  # own the machine code


def loaded(group: str, announce: Callable[[], None] | None = None) -> dict[str, int]:
    """Addresses of a group's entries by symbol; builds the group first where needed."""
    if group in BASES:
        loaded(BASES[group], announce)
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


def _built(store: ObjectStore | None, group: str) -> list[Code]:
    """Compile, and keep the code where that is possible."""
    from pelagos.kernels import build

    try:
        code = build.build(group, None if store is None else store.folder)
    except OSError:  # disk full, folder taken away: go on without the cache
        return build.build(group, None)
    if store is not None and cache.key() == cache.KEY:  # else edited: not of this version
        with contextlib.suppress(OSError):
            store.put(group, packed(code))
    return code


def _linked(code: list[Code]) -> dict[str, int]:
    """Load the object files, callees before callers, so that every symbol is known in time."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple().create_target_machine(codemodel="jitdefault")
    for group_addresses in _addresses.values():  # a build in this process put others in their place
        for symbol, address in group_addresses.items():
            llvm.add_symbol(symbol, address)
    found = {}
    for symbol, name, file in code:
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target)
        engine.add_object_file(llvm.ObjectFileRef.from_data(file))
        engine.finalize_object()
        found[symbol] = engine.get_function_address(name)
        if not found[symbol]:  # a call there would end the process
            raise RuntimeError(f"{symbol}: its object file has no function {name}")
        llvm.add_symbol(symbol, found[symbol])
        _engines.append(engine)
    return found


warp = Function("kernels.warping.warp", "Curves", "Int", group="warping")

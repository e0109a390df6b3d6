"""The compiled library as Python sees it: object files loaded from the cache, called by address.

On a machine's first use `kernels.build` compiles every entry with numba and writes its object file;
after that numba is not even imported.
"""

from __future__ import annotations

import ctypes
import json
import os
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

from pelagos.kernels import cache

MANIFEST = "manifest.json"
_ARGUMENTS = {"Int": ctypes.c_int64, "Real": ctypes.c_double}
_lock = threading.Lock()


class Function:
    """An entry that Python may call: arguments are bundles and numbers."""

    def __init__(self, symbol: str, signature: str, returns: str = ""):
        self.symbol = f"pelagos.kernels.{symbol}"
        self.signature, self.returns = signature, returns
        self._call: Any = None

    @property
    def address(self) -> int:
        return loaded()[self.symbol]

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


_addresses: dict[str, int] = {}
_engines: list[Any] = []  # own the machine code


def is_built() -> bool:
    """Whether the library is in memory or in the cache, so that loading it takes no time."""
    folder = cache.folder()
    return bool(_addresses) or (folder is not None and (folder / MANIFEST).exists())


def loaded(announce: Callable[[], None] | None = None) -> dict[str, int]:
    """Addresses of all entries by symbol; builds the library first where needed."""
    with _lock:
        if not _addresses:
            folder = cache.folder()
            if folder is not None and (folder / MANIFEST).exists():
                _load(folder)
            else:
                if announce is not None:
                    announce()
                _build(folder)
        return _addresses


def _build(folder: Path | None) -> None:
    """Compile into the cache folder, or into a folder that lasts as long as the loading."""
    from pelagos.kernels import build

    if folder is not None:
        try:
            build.build(folder)
        except OSError:  # disk full, folder taken away: go on without a cache
            folder = None
        else:
            _load(folder)
            return
    with tempfile.TemporaryDirectory() as temporary:
        build.build(Path(temporary))
        _load(Path(temporary))


def _load(folder: Path) -> None:
    """Load the object files, callees before callers, so that every symbol is known in time."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple().create_target_machine(codemodel="jitdefault")
    found = {}
    for symbol, name, file in json.loads((folder / MANIFEST).read_text()):
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target)
        engine.add_object_file(llvm.ObjectFileRef.from_path(os.fspath(folder / file)))
        engine.finalize_object()
        found[symbol] = engine.get_function_address(name)
        llvm.add_symbol(symbol, found[symbol])
        _engines.append(engine)
    _addresses.update(found)


march = Function("march.march", "Model Variants Lanes Work Method Plan Runs Marcher Int", "Int")
observe = Function("observe.observe", "Model Lanes Work States Observed")
accelerations = Function("observe.accelerations", "Model Lanes Work States Efforts")
efforts = Function("observe.efforts", "Model Lanes Work States Efforts")
body_jacobians = Function("observe.body_jacobians", "Model Lanes Work States Jacobians")
rates = Function("observe.rates", "Model Lanes Work States Rates")

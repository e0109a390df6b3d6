"""numba's compiled functions in an `ObjectStore`.

numba's own cache trusts what it finds: it unpickles whatever lies in its folder, and machine code
that was damaged is run. Here it is handed only what was verified.
"""

from __future__ import annotations

import contextlib
import hashlib
import pickle
from collections.abc import Iterable
from types import ModuleType
from typing import Any

from numba.core import caching, compiler, serialize
from numba.core.dispatcher import Dispatcher

from pelagos.native.objects import ObjectStore


class StoredFunctions(caching.NullCache):
    """What numba asks before it compiles one function, and tells afterwards."""

    def __init__(self, store: ObjectStore, name: str) -> None:
        self._store, self._name = store, name

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        data = self._store.get(self._of(sig))
        if data is None:
            return None
        target_context.refresh()
        return compiler.CompileResult._rebuild(target_context, *pickle.loads(data))

    def save_overload(self, sig: Any, cres: Any) -> None:
        with contextlib.suppress(OSError):  # compiled again next time
            self._store.put(self._of(sig), serialize.dumps(cres._reduce()))

    def _of(self, sig: Any) -> str:
        return f"{self._name}-{hashlib.sha256(str(sig).encode()).hexdigest()[:16]}"


def keep(functions: Iterable[Any], store: ObjectStore, prefix: str) -> None:
    """Let functions, none of which was called yet, be kept in a store."""
    for function in functions:
        function._cache = StoredFunctions(store, f"{prefix}{function.__name__}")


def functions_of(module: ModuleType) -> list[Dispatcher]:
    """The compiled functions that a module defines."""
    return [value for value in vars(module).values() if isinstance(value, Dispatcher)]

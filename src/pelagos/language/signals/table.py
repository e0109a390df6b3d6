"""All kinds of signals that have words of their own, found from the files of this folder."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from pathlib import Path

from pelagos.language.signals.contract import SignalKind

_OTHERS = ("contract", "table", "signal", "unit_of_signal")  # the frame, not kinds


@cache
def kinds() -> dict[str, type[SignalKind]]:
    """Their words by the keys that stand for them."""
    package = __name__.rpartition(".")[0]
    names = [m.name for m in pkgutil.iter_modules([str(Path(__file__).parent)])]
    found = []
    for name in sorted(set(names) - set(_OTHERS)):
        module = importlib.import_module(f"{package}.{name}")
        found += [
            kind
            for kind in vars(module).values()
            if isinstance(kind, type)
            and issubclass(kind, SignalKind)
            and kind.__module__ == module.__name__
        ]
    for kind in found:
        if not kind.key.isidentifier() or kind.tree is SignalKind.tree:
            raise TypeError(f"{kind.__module__}: {kind.__name__} needs a key and tree()")
    return {kind.key: kind for kind in sorted(found, key=lambda kind: (kind.order, kind.key))}

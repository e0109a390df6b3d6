"""Where machine code is kept: the user's cache folder, or whatever PELAGOS_CACHE_DIR names.

Where that cannot be written, or others can write it, a private folder under the system's temporary
one is used.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from pelagos.errors import PelagosError
from pelagos.native.folders import Unsafe, check, make, own_temporary


def folder(name: str) -> Path | None:
    """A folder that only this user can write, made if it is missing; None if there can be none."""
    chosen = os.environ.get("PELAGOS_CACHE_DIR")
    base = Path(chosen) if chosen else usual_base()
    if base is not None:
        try:
            return _opened(base, name)
        except Unsafe as reason:  # whoever can write the folder could have his code run
            if chosen:
                raise PelagosError(
                    f"PELAGOS_CACHE_DIR: {chosen}: no place for machine code: {reason}\n"
                    "    name a folder that only you can write, as are all above it"
                ) from None
        except OSError:
            pass
        if chosen:
            return None
    try:
        temporary = own_temporary("pelagos")
        return None if temporary is None else _opened(temporary, name)
    except OSError:
        return None


def usual_base() -> Path | None:
    """Where programs of this system keep such things; None if no home folder is known."""
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if sys.platform == "win32":
        usual = Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
    elif sys.platform == "darwin":
        usual = home / "Library" / "Caches"
    else:
        usual = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return usual / "pelagos"


def _opened(base: Path, name: str) -> Path:
    """A folder in a base; an OSError if it cannot be written, or by others."""
    path = base / name
    for place in (base, path):
        make(place)
        check(place)
    with tempfile.TemporaryFile(dir=path):
        pass
    return path

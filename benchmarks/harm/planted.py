"""Code planted where a user's compiled code is looked for, and whether a process of his loads it.

The planted engine is whole and has its digest, but no entries. Whoever loads it has none; whoever
does not begins to compile, which ends the process here. As root, the planter is one user and the
process another's; else folders are this user's own, open to all.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from pelagos.kernels import cache, loops
from pelagos.kernels.packed import Code, packed
from pelagos.native.objects import ObjectStore

VICTIM, PLANTER = 65534, 65533  # user numbers

# Everything is imported before the process becomes another user's, who may not read the sources.
LOADING = """
import json, os, sys, tempfile
from pelagos.kernels import cache, library, loops
from pelagos.errors import PelagosError
user = json.loads(sys.argv[1])
if user is not None:
    os.setgroups([]); os.setgid(user); os.setuid(user)

class Anew(Exception): pass
def anew(*_): raise Anew
loops.code_of = anew
try:
    print("left alone" if library.loaded("march") else "loaded")
except (Anew, PelagosError):
    print("left alone")
"""


def plant_and_load() -> dict[str, str]:
    """What became of planted code, by the kind of place; `own` is a place where it must be used."""
    found = {}
    for name, place in PLACES.items():
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            root.chmod(0o755)
            settings = {"HOME": "/nowhere", "XDG_CACHE_HOME": "", "TMPDIR": str(root / "tmp")}
            (root / "tmp").mkdir()
            (root / "tmp").chmod(0o1777)
            settings |= place(root)
            found[name] = _loaded(settings)
    control = found.pop("a private folder")
    if control != "loaded":
        raise RuntimeError(f"planted code would not even be used in a private folder: {control}")
    return found


def _loaded(settings: dict[str, str]) -> str:
    environment = {**os.environ, **settings}
    if "PELAGOS_CACHE_DIR" not in settings:
        environment.pop("PELAGOS_CACHE_DIR", None)
    paths = [str(Path(__file__).parents[2] / "src"), os.environ.get("PYTHONPATH", "")]
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    user = VICTIM if os.getuid() == 0 else None
    ended = subprocess.run(
        [sys.executable, "-c", LOADING, json.dumps(user)],
        env=environment,
        capture_output=True,
        text=True,
    )
    return ended.stdout.strip() or ended.stderr.strip()[-300:]


def _planted(base: Path, owner: int, mode: int, inner: int | None = None) -> Path:
    """A base folder with an engine for it; `inner` owns what is in it, if not its owner."""
    folder = base / cache.KEY
    folder.mkdir(parents=True, mode=0o700)
    ObjectStore(folder, cache.KEY).put("march", packed(Code([], loops.machine_code(""))))
    if os.getuid() == 0:
        os.chown(base, owner, owner)
        for place in (folder, *folder.iterdir()):
            os.chown(place, inner or owner, inner or owner)
            place.chmod(0o755)
    base.chmod(mode)
    return base


def _home(root: Path) -> dict[str, str]:
    _planted(root / "home" / "pelagos", VICTIM, 0o700)
    os.chmod(root / "home", 0o777)
    return {"XDG_CACHE_HOME": str(root / "home")}


def _link(root: Path) -> dict[str, str]:
    _planted(root / "elsewhere", PLANTER, 0o777)
    link = root / "tmp" / f"pelagos-{_victim()}-0"
    link.symlink_to(root / "elsewhere")
    if os.getuid() == 0:
        os.chown(link, PLANTER, PLANTER, follow_symlinks=False)
    return {}


def _open_temporary(root: Path) -> dict[str, str]:
    _planted(root / "tmp" / f"pelagos-{_victim()}-0", VICTIM, 0o700)
    (root / "tmp").chmod(0o777)
    return {}


def _victim() -> int:
    return VICTIM if os.getuid() == 0 else os.getuid()


def _in_temporary(owner: int, mode: int, inner: int | None = None) -> Callable[[Path], dict]:
    def place(root: Path) -> dict[str, str]:
        for name in (f"pelagos-{_victim()}", f"pelagos-{_victim()}-0"):
            _planted(root / "tmp" / name, owner, mode, inner)
        return {}

    return place


def _chosen(owner: int, mode: int, below: str = "") -> Callable[[Path], dict]:
    def place(root: Path) -> dict[str, str]:
        _planted(root / "chosen" / below, VICTIM if below else owner, 0o755 if below else mode)
        if below:
            os.chmod(root / "chosen", mode)
            if os.getuid() == 0:
                os.chown(root / "chosen", owner, owner)
        return {"PELAGOS_CACHE_DIR": str(root / "chosen" / below)}

    return place


PLACES: dict[str, Callable[[Path], dict[str, str]]] = {
    "a private folder": _chosen(VICTIM, 0o700),
    "open folder in /tmp": _in_temporary(PLANTER, 0o777),
    "own folder in /tmp, left open": _in_temporary(VICTIM, 0o777, PLANTER),
    "own subfolder of an open one": _in_temporary(PLANTER, 0o777, VICTIM),
    "link in /tmp": _link,
    "/tmp without its sticky bit": _open_temporary,
    "cache folder below an open one": _home,
    "PELAGOS_CACHE_DIR open to all": _chosen(VICTIM, 0o777),
    "PELAGOS_CACHE_DIR open to a group": _chosen(VICTIM, 0o770),
    "PELAGOS_CACHE_DIR below an open one": _chosen(PLANTER, 0o777, "mine"),
}
if hasattr(os, "getuid") and os.getuid() == 0:
    PLACES |= {
        "folder of another in /tmp": _in_temporary(PLANTER, 0o755),
        "PELAGOS_CACHE_DIR of another": _chosen(PLANTER, 0o755),
        "PELAGOS_CACHE_DIR below another's": _chosen(PLANTER, 0o755, "mine"),
    }

"""C compilers: the system's, or zig from the `ziglang` wheel, which makes code for others, too."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pelagos.errors import PelagosError

PATIENCE = 600.0  # s for one call


@dataclass(frozen=True)
class CCompiler:
    """A compiler and the machines that it makes code for."""

    command: tuple[str, ...]
    is_zig: bool

    def run(self, arguments: Sequence[str | os.PathLike[str]], folder: Path) -> None:
        """Refuse with what the compiler says if it fails."""
        done = subprocess.run(
            [*self.command, *(os.fspath(a) for a in arguments)],
            cwd=folder,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=PATIENCE,
            check=False,
        )
        if done.returncode:
            said = "\n".join(f"    {line}" for line in done.stderr.strip().splitlines()[:8])
            raise PelagosError(f"{' '.join(self.command)}: failed\n{said}")


def compilers() -> list[CCompiler]:
    """Those that are here, the system's first; CC in the environment names another."""
    found = []
    for name in (os.environ.get("CC", ""), "cc", "gcc", "clang"):
        if name and (path := shutil.which(name)):
            found.append(CCompiler((path,), is_zig=False))
            break
    if importlib.util.find_spec("ziglang") is not None:
        found.append(CCompiler((sys.executable, "-m", "ziglang", "cc"), is_zig=True))
    elif path := shutil.which("zig"):
        found.append(CCompiler((path, "cc"), is_zig=True))
    return found


def compiler(cross: bool = False) -> CCompiler:
    """The first one; cross: one that makes code for other machines."""
    for one in compilers():
        if one.is_zig or not cross:
            return one
    what = "for other systems there is no zig" if cross else "there is no C compiler and no zig"
    raise PelagosError(f"{what}\n    pip install 'pelagos[fmu]', which brings zig; or set CC")

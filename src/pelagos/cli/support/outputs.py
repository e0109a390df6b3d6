"""Files that a command is to write."""

from __future__ import annotations

from pathlib import Path

from pelagos.errors import PelagosError


def check_distinct(**paths: Path | None) -> None:
    """Refuse one file for two options, of which the later would replace the earlier."""
    taken: dict[Path, str] = {}
    for option, path in paths.items():
        if path is None:
            continue
        other = taken.setdefault(path.resolve(), option)
        if other != option:
            raise PelagosError(
                f"{path}: --{other} and --{option} name the same file\n    give each its own"
            )

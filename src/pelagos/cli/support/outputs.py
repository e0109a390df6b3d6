"""Files that a command is to write."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pelagos.errors import PelagosError

if TYPE_CHECKING:
    from pelagos.result import Run


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


def check_drawings(outputs: Mapping[str, Path | None]) -> None:
    """Refuse pictures, pages and movies that could not be written, before a run is computed."""
    checks: dict[str, Callable[[Path], Any]] = {"plot": _check_plot, "view": _check_view}
    for name, check in {**checks, "movie": _check_movie}.items():
        place = outputs.get(name)
        if place is not None:
            check(place)


def _check_plot(place: Path) -> None:
    from pelagos.result.plot import check

    check(place)


def _check_view(place: Path) -> None:
    from pelagos.result import pages

    pages.check(place)


def _check_movie(place: Path) -> None:
    from pelagos.view import movie

    movie.check(place)


def draw(run: Run, outputs: Mapping[str, Path | None], progress: Any) -> None:
    """Write them: options are called like methods of a run."""
    for name, place in outputs.items():
        if place is not None:
            getattr(run, name)(place, **({"progress": progress} if name == "movie" else {}))

"""Where the words of a model stand: files, and the robots that come with the package."""

from __future__ import annotations

import contextlib
from importlib import resources
from pathlib import Path

from pelagos.errors import ModelError, Problem
from pelagos.files import UnreadableError, read_text
from pelagos.importers import table as importers
from pelagos.language import yaml_text
from pelagos.language.suggest import did_you_mean, listing

ENDINGS = (".yaml", ".yml", *importers.endings())


def builtin_names() -> tuple[str, ...]:
    """Names of the robots that come with the package.

    Examples:
        >>> "rov-arm" in pl.builtin_names()
        True
    """
    folder = resources.files("pelagos") / "robots"
    return tuple(sorted(f.name[:-5] for f in folder.iterdir() if f.name.endswith(".yaml")))


def text_of(model: str | Path) -> tuple[str, str, Path | None]:
    """Text, name for messages, and folder of a model file or built-in robot."""
    if isinstance(model, str) and model in builtin_names():
        file = resources.files("pelagos") / "robots" / f"{model}.yaml"
        return file.read_text(encoding="utf-8"), f"{model}.yaml", None
    path = Path(model)
    if _exists(path):
        return text_of_file(path, str(model)), str(model), path.resolve().parent
    raise _missing(str(model))


def source_beside(name: str, folder: Path | None) -> str | None:
    """A built-in robot, or the path of a model file in a folder; None: there is none."""
    if not name or name in builtin_names():
        return name or None
    place = (folder or Path()) / name
    with contextlib.suppress(OSError, ValueError):  # of a name that is too long, say
        if place.is_file():
            return str(place.resolve())
    return None


def document_of(text: str, file: str) -> yaml_text.Document:
    """The words of a model file with their lines: YAML, or a format that is imported."""
    imported = importers.recognise(text, file)
    return yaml_text.read(text, file) if imported is None else imported.read()


def text_of_file(path: Path, name: str) -> str:
    """Text of a model file, which goes by `name` in messages."""
    try:
        return read_text(path, yaml_text.MAX_BYTES)
    except UnreadableError as error:
        remedy = yaml_text.THIN_OUT if error.found else error.remedy
        found = Problem(name[:300], None, "", error.found, error.reason, remedy)
        raise ModelError([found]) from None


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError) as error:
        remedy, message = "check the name and its permissions", f"cannot be read: {error}"
        raise ModelError([Problem(str(path)[:300], None, "", "", message, remedy)]) from None


def _missing(model: str) -> ModelError:
    names = builtin_names()
    near = did_you_mean(model, names)
    remedy = near if near.startswith("did") else f"built-in robots: {listing(names)}"
    message = "there is neither such a file nor such a built-in robot"
    return ModelError([Problem(model[:300], None, "", "", message, remedy)])

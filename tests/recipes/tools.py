"""Recipes of CONTRIBUTING.md, followed literally: a copy of the package with files added to it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pelagos


def added(folder: Path, files: Mapping[str, str]) -> Callable[[str], str]:
    """Copy the package into a folder and add files, by their paths in it.

    The function that is returned runs Python code on the copy and gives what it prints.
    """
    package = folder / "pelagos"
    shutil.copytree(
        Path(pelagos.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__")
    )
    for name, text in files.items():
        path = package / name
        assert not path.exists(), f"{name} is there already: a recipe adds files"
        path.write_text(text)

    def run(code: str) -> str:
        environment = {**os.environ, "PYTHONPATH": str(folder)}
        command = [sys.executable, "-c", code]
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run

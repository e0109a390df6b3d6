"""A recipe followed to the letter: one new file in a copy of the package, and nothing else."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

import pelagos

ROOT = Path(__file__).parents[2]
_COMMANDS = """
    import contextlib, io, json, sys
    from pelagos.cli.main import main
    said = []
    for words in json.loads(sys.argv[1]):
        with contextlib.redirect_stdout(io.StringIO()) as text:
            try:
                main(words)
            except SystemExit as end:
                said.append((end.code, text.getvalue()))
    print(json.dumps(said))
"""


@dataclass(frozen=True)
class Copy:
    """A copy of the package to which one file was added."""

    folder: Path  # holds `pelagos`
    added: Path
    before: dict[str, str]  # digests of all other files

    def python(self, code: str, *arguments: str) -> str:
        """Run code in a process of its own that imports this copy, and `tests`; what it prints."""
        return self._run([sys.executable, "-W", "error", "-c", dedent(code), *arguments])

    def command(self, *arguments: str) -> str:
        """Run the command `pelagos` of this copy; what it prints."""
        return self._run([sys.executable, "-m", "pelagos", *arguments])

    def commands(self, *lines: str) -> list[str]:
        """Run several, `info arm.yaml`, in one process, which starts once; what each prints."""
        words = [line.split() for line in lines]
        said = json.loads(self._run([sys.executable, "-c", dedent(_COMMANDS), json.dumps(words)]))
        assert [code for code, _ in said] == [0] * len(lines), said
        return [text for _, text in said]

    def _run(self, words: list[str]) -> str:
        place = os.pathsep.join([str(self.folder), str(ROOT)])
        done = subprocess.run(
            words,
            capture_output=True,
            text=True,
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": place},
            check=False,
        )
        assert done.returncode == 0, f"{words[-2:]}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
        self.check()
        return done.stdout

    def check(self) -> None:
        """One file is new and no other is changed."""
        now = _digests(self.folder / "pelagos")
        own = self.added.relative_to(self.folder / "pelagos").as_posix()
        assert own in now, f"{own} is not there"
        others = {name: digest for name, digest in now.items() if name != own}
        names = others.keys() | self.before.keys()
        changed = [name for name in names if others.get(name) != self.before.get(name)]
        assert not changed, f"the recipe needs more than one file: {sorted(changed)}"


def with_file(folder: Path, name: str, text: str) -> Copy:
    """A copy of the package in a folder, with a new file: `joints/helical.py`."""
    package = folder / "pelagos"
    # with what Python made of the sources, so that no process has to parse them again
    shutil.copytree(Path(pelagos.__file__).parent, package)
    before = _digests(package)
    added = package / name
    assert not added.exists(), f"{name} is there already: a recipe adds a file"
    added.write_text(dedent(text).lstrip(), encoding="utf-8")
    return Copy(folder, added, before)


def _digests(package: Path) -> dict[str, str]:
    """Of all files of a package; what Python makes of them is left out."""
    return {
        path.relative_to(package).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(package.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }

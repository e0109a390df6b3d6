"""The package stays one that a stranger finds his way in: `tools/count` and its limits."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def load_script():
    loader = importlib.machinery.SourceFileLoader("count_script", str(ROOT / "tools/count"))
    spec = importlib.util.spec_from_loader("count_script", loader)
    module = importlib.util.module_from_spec(spec)
    sys.modules["count_script"] = module  # where dataclasses look their module up
    loader.exec_module(module)
    return module


script = load_script()


@pytest.fixture(scope="module")
def found() -> dict[str, list[str]]:
    return script.count()


@pytest.mark.parametrize("kind", script.LIMITS)
def test_counts_stay_within_their_limits(kind, found):
    assert len(found[kind]) <= script.LIMITS[kind], "\n".join(found[kind])


def write(folder: Path, **files: str) -> Path:
    """A package `pelagos` of these files; a__b.py is a/b.py."""
    package = folder / "pelagos"
    for name, text in files.items():
        path = package / (name.replace("__", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return package


def offenders(package: Path, kind: str, recipes: Path | None = None) -> list[str]:
    return script.count(package, recipes or package / "none")[kind]


def test_long_functions_and_files_are_found(tmp_path):
    body = "".join(f"    x = {i}\n" for i in range(59))
    package = write(
        tmp_path,
        fits="def fits():\n" + body,
        long=f"class A:\n  def long(self):\n{body}    y = 0\n",
        file="x = 0\n" * 401,
        just="x = 0\n" * 400,
    )
    (function,) = offenders(package, "functions over 60 lines")
    assert "long.py:2 long: 61 lines" in function
    (file,) = offenders(package, "files over 400 lines")
    assert file.endswith("file.py: 401 lines")


def test_full_folders_are_found(tmp_path):
    package = write(
        tmp_path,
        **{f"full__m{i}": "" for i in range(21)},
        **{f"just__m{i}": "" for i in range(20)},
        just__inner__m="",
    )
    for folder in ("full", "just"):
        (package / folder / "__init__.py").write_text("", encoding="utf-8")
    (folder,) = offenders(package, "folders over 20 modules")
    assert folder.endswith("full: 21 modules")


@pytest.mark.parametrize(
    ("text", "cyclic"),
    [
        ("from pelagos.b import x\n", True),
        ("from pelagos import b\n", True),
        ("import pelagos.b\n", True),
        ("from . import b\n", True),
        ("from .b import x\n", True),
        ("def f():\n    from pelagos.b import x\n", True),
        ("if TYPE_CHECKING:\n    from pelagos.b import x\n", False),
        ("if TYPE_CHECKING:\n    pass\nelse:\n    from pelagos.b import x\n", True),
        ("import numpy\n", False),
    ],
)
def test_import_cycles_are_found(tmp_path, text, cyclic):
    package = write(tmp_path, a=text, b="from pelagos.c import y\n", c="from pelagos.a import z\n")
    cycles = offenders(package, "import cycles")
    assert cycles == (["3 modules: a -> b -> c -> a"] if cyclic else [])


def test_classes_that_share_a_name_are_found(tmp_path):
    package = write(
        tmp_path,
        a="class Motion: ...\nclass _Own: ...\n",
        b="class Motion: ...\nclass _Own: ...\nclass Other:\n    class Inner: ...\n",
        c="class Outer:\n    class Inner: ...\n",
    )
    (shared,) = offenders(package, "public classes that share a name")
    assert shared.startswith("Motion: ")
    assert "a.py:1" in shared
    assert "b.py:1" in shared


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("def take_off(): ...\n", "take_off"),
        ("class TakeOff: ...\n", "TakeOff"),
        ("def f(replies): ...\n", "replies"),
        ("self.unit_replies = 1\n", "unit_replies"),
        ("class Kept: ...\n", "Kept"),
        ("kept = 1\n", None),
        ("'replies'\n", None),
        ("changed = 1\n", None),  # "hang" inside of a word
    ],
)
def test_words_that_need_decoding_are_found(tmp_path, text, name):
    package = write(tmp_path, a=text)
    words = offenders(package, "words that need decoding")
    assert [word.split()[1] for word in words] == ([name] if name else [])


def test_recipes_say_which_files_they_touch(tmp_path):
    for name, text in {
        "drag_law": 'with_file(f, "elements/a.py", "a")\nwith_file(f, "elements/a.py", "b")\n',
        "joint": 'with_file(f, "joints/a.py", "a")\nwith_file(f, "model/b.py", "b")\n',
        "silent": "",
    }.items():
        (tmp_path / f"test_{name}.py").write_text(text, encoding="utf-8")
    assert script.recipes(tmp_path) == {"drag_law": 1, "joint": 2, "silent": None}
    package = write(tmp_path, a="")
    kind = "recipes that touch more than one file"
    assert offenders(package, kind, tmp_path) == ["joint: 2 files", "silent: adds no file"]


@pytest.mark.parametrize("kind", [None, "import cycles"])
def test_the_script_prints_json_and_says_whether_a_limit_is_exceeded(kind, monkeypatch, capsys):
    found = {name: ["a place"] * (name == kind) for name in script.LIMITS}
    monkeypatch.setattr(script, "count", lambda: found)
    code = script.main(["--json"])
    report = json.loads(capsys.readouterr().out)
    assert report["counts"].keys() == script.LIMITS.keys()
    assert report["exceeded"] == ([kind] if kind else [])
    assert code == (kind is not None)

"""Compiled code on disk: when it is made anew, where it lives, and that nothing else compiles."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

import pelagos
from pelagos.errors import PelagosError
from pelagos.kernels import cache, library, packed

PACKAGE = Path(pelagos.__file__).parent


@pytest.fixture(scope="module")
def built():
    """The folder of the loops, ready to be loaded; what it holds is what a second start finds."""
    library.loaded("march")
    folder = cache.folder()
    assert folder is not None
    assert (folder / "march.code").exists()
    return folder


def python(code, **environment):
    """Run some Python in a process of its own; an environment variable of None is taken away."""
    merged = {**os.environ, "PYTHONPATH": str(PACKAGE.parent), **environment}
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={name: value for name, value in merged.items() if value is not None},
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """A copy of the sources that the key is made of, in place of the package's own."""
    for name in ("kernels", "loops", "tape", "mechanism", "model"):
        shutil.copytree(PACKAGE / name, tmp_path / name, ignore=shutil.ignore_patterns("*.pyc"))
    monkeypatch.setattr(cache, "__file__", str(tmp_path / "kernels" / "cache.py"))
    return tmp_path


def test_the_key_is_of_the_sources(copy, monkeypatch):
    first = cache.key()
    assert len(first) == 24
    assert cache.key() == first
    # the same sources elsewhere have the same key
    monkeypatch.setattr(cache, "__file__", str(PACKAGE / "kernels" / "cache.py"))
    assert cache.key() == first


@pytest.mark.parametrize(
    "edited",
    ["kernels/translate.py", "loops/stages.py", "tape/elementary.py", "mechanism/lattice.py"],
)
def test_an_edit_of_any_source_changes_the_key(copy, edited):
    before = cache.key()
    with (copy / edited).open("a") as source:
        source.write("# a remark\n")
    assert cache.key() != before


def test_a_new_or_renamed_source_changes_the_key(copy):
    before = cache.key()
    (copy / "loops" / "new.py").write_text("")
    added = cache.key()
    (copy / "loops" / "new.py").rename(copy / "loops" / "newer.py")
    assert len({before, added, cache.key()}) == 3


def test_sources_that_do_not_matter_do_not_change_the_key(copy):
    before = cache.key()
    (copy / "model" / "robot.py").write_text("")
    assert cache.key() == before


@pytest.mark.parametrize("fact", ["version", "features"])
def test_another_compiler_or_processor_has_another_key(monkeypatch, fact):
    before = cache.key()
    if fact == "version":
        monkeypatch.setattr(cache.importlib.metadata, "version", lambda name: "0.0")
    else:
        monkeypatch.setattr(cache.llvm, "get_host_cpu_name", lambda: "abacus")
    assert cache.key() != before


@pytest.fixture
def unused(monkeypatch, tmp_path):
    """The function `folder` as if called for the first time, with its own base."""
    monkeypatch.setenv("PELAGOS_CACHE_DIR", str(tmp_path / "base"))
    return cache.folder.__wrapped__


def test_old_folders_are_pruned_and_others_left_alone(unused, tmp_path):
    base = tmp_path / "base"
    names = [f"{i:024x}" for i in range(8)]
    for age, name in enumerate(names):
        (base / name).mkdir(parents=True)
        (base / name / "march.code").write_text("")
        os.utime(base / name, (1000 - age, 1000 - age))
    (base / "photographs").mkdir()
    os.utime(base / "photographs", (1, 1))
    (base / ("f" * 24)).write_text("a file")
    folder = unused()
    left = {path.name for path in base.iterdir()}
    assert left == {folder.name, *names[: cache.KEEP], "photographs", "f" * 24}


def test_the_folder_in_use_is_the_youngest(unused, tmp_path):
    first = unused()
    os.utime(first, (1, 1))
    assert unused() == first
    assert first.stat().st_mtime > 1


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="needs owners")
def test_a_chosen_folder_that_others_can_write_is_refused(unused, tmp_path):
    (tmp_path / "base").mkdir()
    (tmp_path / "base").chmod(0o777)
    with pytest.raises(PelagosError, match=r"PELAGOS_CACHE_DIR.*base can be written by others"):
        unused()
    (tmp_path / "base").chmod(0o1777)
    with pytest.raises(PelagosError, match=r"base is shared by all users; name a folder in it"):
        unused()
    (tmp_path / "base").chmod(0o755)
    assert unused() == tmp_path / "base" / cache.KEY


@pytest.mark.skipif(sys.platform != "linux", reason="other variables say where")
def test_where_the_cache_lives(monkeypatch, tmp_path):
    for name in ("PELAGOS_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache.folder.__wrapped__() == tmp_path / ".cache" / "pelagos" / cache.KEY
    assert (tmp_path / ".cache").stat().st_mode & 0o777 == 0o700
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache.folder.__wrapped__() == tmp_path / "xdg" / "pelagos" / cache.KEY
    monkeypatch.setenv("PELAGOS_CACHE_DIR", str(tmp_path / "mine"))
    assert cache.folder.__wrapped__() == tmp_path / "mine" / cache.KEY


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="needs owners")
@pytest.mark.parametrize("obstacle", ["no home", "a home that others can write"])
def test_else_a_private_temporary_folder_serves(monkeypatch, tmp_path, obstacle):
    monkeypatch.delenv("PELAGOS_CACHE_DIR", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    def nobody():
        raise RuntimeError("Could not determine home directory.")

    if obstacle == "no home":
        monkeypatch.setattr(cache.Path, "home", nobody)
    else:
        (tmp_path / "home").mkdir()
        (tmp_path / "home").chmod(0o777)
        monkeypatch.setenv("HOME", str(tmp_path / "home"))
    found = cache.folder.__wrapped__()
    assert found.parent.name.startswith(f"pelagos-{os.getuid()}-")
    assert found.parent.stat().st_mode & 0o777 == 0o700
    assert cache.folder.__wrapped__() == found  # the next process uses it again


# A run of a robot of its own, with signals and parameters that nobody has had before, which tells
# how it went and whether a compiler was there.
RUN = """
import sys, pelagos as pl
body = {"joint": {"revolute": "y"}, "mass": 1.5, "com": [0, 0, -0.3], "inertia": [1, 1, 1]}
motor = {"motor": {"joint": "arm", "input": "gain*sin(7*t) + floor(q[arm])"}}
robot = pl.Robot(name="own", parameters={"gain": 0.123}, bodies={"arm": body},
                 actuators={"motor": motor}, initial={"arm": {"angle": 0.4}})
run = pl.simulate(robot, duration=1, set={"bodies.arm.mass": 1.7})
pl.simulate_batch(robot, vary={"parameters.gain": [1, 2, 3]}, duration=0.1)
pl.acceleration(robot, [0.1], [0.2])
pl.mass_matrix(robot, [0.1])
pl.jacobians(robot, [0.1])
pl.linearize(robot, [0.1], [0.2])
print(run.outcome.code, "numba" in sys.modules, "scipy" in sys.modules)
"""


def files_in(folder):
    return {(path, path.stat().st_mtime_ns) for path in folder.rglob("*")}


def left_by_an_earlier_run(built, base):
    """The compiled loops, copied elsewhere; other processes may be at work on the original."""
    folder = base / built.name
    folder.mkdir(parents=True, mode=0o700)
    shutil.copy(built / "march.code", folder / "march.code")
    return folder


def test_another_robot_signal_or_parameter_compiles_no_loops(built, tmp_path):
    """A second start loads what the first left; numba is never needed."""
    folder = left_by_an_earlier_run(built, tmp_path)
    before = files_in(folder)
    done = python(RUN, PELAGOS_CACHE_DIR=str(tmp_path))
    assert done.stderr == ""
    assert done.stdout.split() == ["finished", "False", "False"]
    assert files_in(folder) == before


# Loads the loops; instead of compiling them anew it says that it would.
LOAD = """
from pelagos.kernels import library, loops
class Anew(Exception): pass
def anew(*_): raise Anew
loops.code_of = anew
try:
    print(len(library.loaded("march")) > 0)
except Anew:
    print("anew")
"""


@pytest.mark.parametrize("damage", ["emptied", "truncated", "flipped", "foreign version"])
def test_damaged_code_is_compiled_anew(built, tmp_path, damage):
    place = left_by_an_earlier_run(built, tmp_path) / "march.code"
    data = place.read_bytes()
    half = len(data) // 2
    place.write_bytes(
        {
            "emptied": b"",
            "truncated": data[:half],
            "flipped": data[:half] + bytes([data[half] ^ 1]) + data[half + 1 :],
            "foreign version": data.replace(b"pelagos code 1", b"pelagos code 9"),
        }[damage]
    )
    done = python(LOAD, PELAGOS_CACHE_DIR=str(tmp_path))
    assert (done.returncode, done.stdout.split(), done.stderr) == (0, ["anew"], "")


def test_code_without_the_function_is_refused(built):
    code = packed.unpacked(cache.store().get("march"))
    with pytest.raises(RuntimeError, match="no function missing"):
        library._linked(code._replace(symbols=["missing"]))


def test_a_home_that_cannot_be_written_is_no_obstacle(built, tmp_path):
    """The system's temporary folder serves instead."""
    (tmp_path / "file").write_text("not a folder")
    uid = os.getuid() if hasattr(os, "getuid") else "user"
    (tmp_path / f"pelagos-{uid}-x").mkdir(mode=0o700)
    left_by_an_earlier_run(built, tmp_path / f"pelagos-{uid}-x")
    done = python(
        RUN,
        HOME=str(tmp_path / "file"),
        XDG_CACHE_HOME=None,
        PELAGOS_CACHE_DIR=None,
        TMPDIR=str(tmp_path),
    )
    assert done.stderr == ""
    assert done.stdout.split() == ["finished", "False", "False"]


@pytest.mark.slow
def test_without_any_folder_the_code_lives_for_one_process(tmp_path):
    """Nothing can be written at the place chosen: compiled, run, and gone."""
    (tmp_path / "file").write_text("not a folder")
    done = python(RUN, PELAGOS_CACHE_DIR=str(tmp_path / "file"))
    assert done.stderr == ""
    assert done.stdout.split()[:2] == ["finished", "False"]
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_reading_models_brings_neither_compiler_nor_solvers():
    code = (
        "import sys, pelagos, pelagos.model\n"
        "pelagos.model.load('cart-pole').initial_state('push')\n"
        "pelagos.load('chain20')\n"
        "print(*sys.modules)"
    )
    done = python(code)
    assert done.stderr == ""
    loaded = set(done.stdout.split())
    assert not loaded & {"numba", "llvmlite", "scipy", "xarray", "matplotlib", "h5py", "trimesh"}

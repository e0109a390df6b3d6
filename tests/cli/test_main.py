"""The command itself: help, start-up time, misspellings, exit codes."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from pelagos.cli.main import commands, modules
from pelagos.version import __version__

HEAVY = {"numba", "scipy", "xarray", "matplotlib", "h5py", "trimesh"}


def shell(*args, **options):
    """The command in a process of its own."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.run(
        [sys.executable, *args], capture_output=True, text=True, env=environment, **options
    )


def test_help_names_every_command(pelagos):
    done = pelagos("--help")
    assert done.code == 0
    for name, (_, text) in (item for group in commands().values() for item in group.items()):
        assert name in done.out
        assert text in done.out


@pytest.mark.parametrize("name", modules())
def test_every_command_has_help_with_an_example(pelagos, name):
    done = pelagos(name, "--help")
    assert done.code == 0
    assert "Example" in done.out
    assert f"pelagos {name}" in done.out


def test_version(pelagos):
    assert pelagos("--version").out == f"pelagos, version {__version__}\n"


@pytest.mark.parametrize("args", [["--help"], ["list"], ["info", "pendulum"], ["schema"]])
def test_reading_commands_import_nothing_heavy(args):
    code = (
        "import sys\nfrom pelagos.cli.main import main\n"
        f"try: main({args})\nfinally: print(*sys.modules, file=sys.stderr)"
    )
    done = shell("-c", code)
    assert done.returncode == 0
    assert not set(done.stderr.split()) & HEAVY


@pytest.mark.parametrize(
    ("args", "hint"),
    [
        (["rum", "pendulum"], "did you mean run"),
        (["flywheel"], "there are bench, live"),
        (["run", "pendulum", "--duratoin", "3"], "--duration"),
        (["run", "pendulum", "swnig"], "did you mean swing"),
        (["info", "double-pendulm"], "did you mean double-pendulum"),
        (["run"], "ROBOT"),
        (["run", "pendulum", "--duration", "3 kg"], "a mass stands where a time belongs"),
        (["run", "pendulum", "--rtol", "-1"], "not positive"),
        (["run", "pendulum", "--set", "bodies.rodd.mass=1"], "did you mean rod"),
        (["run", "pendulum", "--set", "mass"], "PATH=VALUE"),
        (["run", "pendulum", "--plot", "a.bmp"], "pictures end in .png"),
        (["run", "pendulum", "--plot", "no/a.png"], "does not exist"),
        (["run", "pendulum", "--out", "a.nc", "--no-out"], "contradict"),
    ],
)
def test_mistakes_are_answered_with_a_remedy(pelagos, args, hint):
    done = pelagos(*args)
    assert done.code == 2
    assert hint in done.err
    assert "Traceback" not in done.err
    assert done.out == ""


def test_a_reader_that_has_seen_enough_is_no_reason_for_a_traceback():
    command = f"{sys.executable} -m pelagos schema | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("{\n", "")


def test_files_that_cannot_be_written_are_named(pelagos, tmp_path):
    """What no check of ours foresees, the system refuses: a message all the same."""
    (tmp_path / "log").mkdir()
    done = pelagos("servo", "snake8-free", "coil", "--duration", "0.1", "--log", "log/" + "x" * 300)
    assert done.code == 2
    assert done.err.startswith("pelagos: log/xxx")
    assert "File name too long" in done.err

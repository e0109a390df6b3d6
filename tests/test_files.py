"""Files are regular and of sensible size wherever one is read; all else is refused at once."""

from __future__ import annotations

import os
import pickle

import pytest

import pelagos as pl
from pelagos import data, files, result
from pelagos.applications.servos import read_log
from pelagos.errors import PelagosError

READERS = {
    "model": ("x.yaml", pl.load),
    "urdf": ("x.urdf", pl.load),
    "settings": ("x.yaml", lambda place: pl.load("pendulum", set=[f"@{place}"])),
    "study": ("x.yaml", lambda place: pl.sweep(place, place.parent / "out")),
    "record": ("x.csv", data.read),
    "text": ("x.txt", data.table),
    "dataflash": ("x.BIN", data.read),
    "telemetry": ("x.tlog", data.read),
    "mcap": ("x.mcap", data.read),
    "map": ("x.yaml", lambda place: data.read(_record(place.parent), place)),
    "result": ("x.nc", result.open),
    "servos": ("x.txt", read_log),
}


def _record(folder):
    place = folder / "record.csv"
    place.write_text("time,x\n0,1\n1,2\n")
    return place


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("kind", ["pipe", "device", "hole", "folder"])
def test_only_regular_files_are_read(tmp_path, reader, kind):
    name, read = READERS[reader]
    place = tmp_path / name
    if kind == "pipe":
        os.mkfifo(place)  # without the check, opening waits for ever
    elif kind == "device":
        place.symlink_to("/dev/zero")
    elif kind == "folder":
        place.mkdir()
    else:
        with place.open("wb") as file:
            file.truncate(10_000_000_000)  # takes no room on the disk
    with pytest.raises(PelagosError):
        read(place)


def test_what_is_said(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "latin").write_bytes(b"a\nb: \xe9")
    (tmp_path / "long").write_bytes(b"x" * 11)
    for path, most, said in [
        ("pipe", 10, "is a pipe\n    name a file"),
        ("latin", 10, "line 2 is not text in UTF-8\n    save the file as UTF-8"),
        ("long", 10, r"larger than 1e-05 MB \(found 0.0 MB\)"),
        ("none", 10, "no such file"),
        ("a\0b", 10, "cannot be read: embedded null byte"),
        (".", 10, "is a folder"),
        ("/dev/zero", 10, "is a device"),
        ("/proc/self/status", 10, "larger than"),  # says that it is empty
    ]:
        with pytest.raises(files.UnreadableError, match=said):
            files.read_text(tmp_path / path, most)
    with pytest.raises(files.UnreadableError) as caught:
        files.check(tmp_path / "pipe")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    (tmp_path / "windows").write_bytes("\ufeffa\r\nb\rc".encode())
    assert files.read_text(tmp_path / "windows") == "a\nb\nc"

"""Code on disk: whole or not there, and from nowhere that others can write."""

from __future__ import annotations

import os

import pytest

from pelagos.native.folders import Unsafe, danger, own_temporary
from pelagos.native.objects import ObjectStore

needs_owners = pytest.mark.skipif(not hasattr(os, "getuid"), reason="needs owners")
CODE = bytes(range(256)) * 3


@pytest.fixture
def store(tmp_path):
    return ObjectStore(tmp_path, "version 1")


def test_what_was_put_is_got(store, tmp_path):
    assert store.get("core") is None
    store.put("core", CODE)
    store.put("empty", b"")
    assert store.get("core") == CODE
    assert store.get("empty") == b""
    assert store.has_any("co")
    assert not store.has_any("renderer.")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["core.code", "empty.code"]
    store.put("core", b"new")
    assert store.get("core") == b"new"


@pytest.mark.parametrize("bad", ["", "../core", "a/b", ".hidden", "a\0b"])
def test_names_are_names(store, bad):
    with pytest.raises(ValueError, match="no name"):
        store.put(bad, CODE)


def test_every_cut_and_every_flipped_bit_is_noticed(store, tmp_path):
    store.put("core", b"machine code")
    place = tmp_path / "core.code"
    whole = place.read_bytes()
    for size in range(len(whole)):
        place.write_bytes(whole[:size])
        assert store.get("core") is None, size
    for bit in range(8 * len(whole)):
        flipped = bytearray(whole)
        flipped[bit // 8] ^= 1 << bit % 8
        place.write_bytes(flipped)
        assert store.get("core") is None, bit
    place.write_bytes(whole + b"\0")
    assert store.get("core") is None
    place.write_bytes(whole)
    assert store.get("core") == b"machine code"


def test_code_of_another_name_or_version_does_not_count(store, tmp_path):
    store.put("core", CODE)
    (tmp_path / "kane.code").write_bytes((tmp_path / "core.code").read_bytes())
    assert store.get("kane") is None
    assert ObjectStore(tmp_path, "version 2").get("core") is None


def test_a_disk_that_takes_nothing_keeps_what_was_there(store, tmp_path, monkeypatch):
    store.put("core", CODE)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        store.put("core", b"new")
    assert store.get("core") == CODE
    assert [p.name for p in tmp_path.iterdir()] == ["core.code"]


# Folders -----------------------------------------------------------------------------------------


@needs_owners
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o707, 0o720])
@pytest.mark.parametrize("which", ["a", "a/b", "a/b/c"])
def test_no_folder_on_the_way_may_be_written_by_others(tmp_path, which, mode):
    (tmp_path / "a/b/c").mkdir(parents=True)
    store = ObjectStore(tmp_path / "a/b/c", "")
    store.put("core", CODE)
    assert danger(store.folder) is None
    (tmp_path / which).chmod(mode)
    assert danger(store.folder) == f"{tmp_path / which} can be written by others; `chmod go-w` it"
    assert store.get("core") is None
    with pytest.raises(Unsafe, match="can be written by others"):
        store.put("core", CODE)
    (tmp_path / which).chmod(0o755)
    assert store.get("core") == CODE


@needs_owners
def test_folders_of_other_users_do_not_count(tmp_path, monkeypatch):
    (tmp_path / "a").mkdir()
    real = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: real + 1)
    if real == 0:  # what belongs to root may be used by all
        os.chown(tmp_path / "a", 12345, 12345)
    assert "belongs to another user" in danger(tmp_path / "a")


@needs_owners
def test_a_folder_shared_by_all_is_a_place_for_folders_only(tmp_path):
    shared = tmp_path / "shared"
    (shared / "mine").mkdir(parents=True)
    shared.chmod(0o1777)
    assert danger(shared / "mine") is None
    assert "shared by all users" in danger(shared)
    (shared / "link").symlink_to(shared / "mine")
    assert "link that others could have made" in danger(shared / "link")


@needs_owners
def test_links_count_as_what_they_lead_to(tmp_path):
    (tmp_path / "open/inner").mkdir(parents=True)
    (tmp_path / "good").mkdir()
    (tmp_path / "one").symlink_to("open/inner")
    (tmp_path / "good/up").symlink_to("../open/../open")
    (tmp_path / "loop").symlink_to("loop")
    assert danger(tmp_path / "one") is None
    (tmp_path / "open").chmod(0o777)
    assert str(tmp_path / "open") in danger(tmp_path / "one")
    assert str(tmp_path / "open") in danger(tmp_path / "good/up/inner")
    assert "link" in danger(tmp_path / "loop")


@needs_owners
def test_a_folder_of_somebody_else_in_the_temporary_one_is_passed_by(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    planted = tmp_path / f"pelagos-{os.getuid()}-0"
    planted.mkdir()
    planted.chmod(0o777)
    found = own_temporary("pelagos")
    assert found.parent == tmp_path
    assert found != planted
    assert found.stat().st_mode & 0o777 == 0o700
    assert own_temporary("pelagos") == found
    tmp_path.chmod(0o777)  # everybody may put another folder in its place
    assert own_temporary("pelagos") is None

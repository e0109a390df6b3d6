"""Logs that are damaged, or describe themselves oddly."""

from __future__ import annotations

import pytest

from pelagos import data
from pelagos.errors import PelagosError
from tests.fuzz.kinds import logs


def dataflash(folder, content):
    place = folder / "log.BIN"
    place.write_bytes(content)
    return place


def test_repeated_names_of_fields(tmp_path):
    """The first one is read, and it is said that there are others."""
    found = data.read(dataflash(tmp_path, logs.dataflash("QBff", "TimeUS,I,a,a", rows=6)))
    assert found["ATT[0].a"].tolist() == pytest.approx([0, 0.2, 0.4])
    assert "ATT[1].a is described twice; the first of them was read" in found.notes


@pytest.mark.parametrize(
    ("formats", "fields"),
    [("ZBf", "TimeUS,I,a"), ("BBf", "I,C,a"), ("Q", "TimeUS"), ("QB", "head,I")],
)
def test_messages_without_times_or_numbers(tmp_path, formats, fields):
    with pytest.raises(PelagosError, match="no message with times and numbers"):
        data.read(dataflash(tmp_path, logs.dataflash(formats, fields)))


def test_text_is_no_instance(tmp_path):
    found = data.read(dataflash(tmp_path, logs.dataflash("QaNf", "TimeUS,I,C,a")))
    assert found.names == ("ATT.a",)


def test_a_truncated_log_is_not_an_empty_recording(tmp_path):
    whole = logs.dataflash(logs.FORMATS, logs.FIELDS)
    for size in (3, 89, 150, 178):  # within and after the descriptions
        with pytest.raises(PelagosError, match="is the log complete"):
            data.read(dataflash(tmp_path, whole[:size]))
    with pytest.raises(PelagosError, match="no channel has two samples"):
        data.read(dataflash(tmp_path, whole[:270]))
    assert "bytes that are no record" in data.read(dataflash(tmp_path, whole[:-5])).notes[0]


def test_damaged_telemetry(tmp_path):
    pytest.importorskip("pymavlink")
    place = tmp_path / "log.tlog"
    for content in (b"", b"\0" * 50, b"DF" * 40, bytes(range(256)) * 9):
        place.write_bytes(content)
        with pytest.raises(PelagosError, match=r"log\.tlog"):
            data.read(place)

"""Column maps: ordinary slips are answered with file, line, what was found and what to do."""

from __future__ import annotations

import pytest

from pelagos import data
from pelagos.errors import PelagosError
from tests.fuzz.kinds import logs

RECORD = "time,x,y,z,w,i,j,k\n" + "\n".join(f"{t},1,2,3,1,0,0,0" for t in range(4))
POSE = "position: [x, y, z], quaternion: [w, i, j, k]"


@pytest.fixture
def read(tmp_path):
    """Read a sound record by the text of a map."""

    def read(text):
        (tmp_path / "record.csv").write_text(RECORD)
        (tmp_path / "map.yaml").write_bytes(text if isinstance(text, bytes) else text.encode())
        return data.read(tmp_path / "record.csv", tmp_path / "map.yaml")

    return read


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("channels: y", r"map.yaml:1: channels: a mapping is needed, this is text \(found \"y\"\)"),
        ("channels:", "map.yaml:1: channels: a mapping is needed, this is empty"),
        ("time: x\nmarkers: [1]", "map.yaml:2: markers: a mapping is needed, this is a list"),
        ("channels: {q.a: {column: x, scale: 2 m}}", "a plain number is needed, this is '2 m'"),
        ("channels: {q.a: {column: x, offset: abc}}", "unit of the column"),
        ("channels: {q.a: {column: x, offset: .nan}}", "not finite"),
        ("channels: {q.a: {column: x, unit: [m]}}", "a unit is needed, this is a list"),
        ("channels: {q.a: {column: x, unit: m + 3}}", "this is no unit"),
        ("channels: {q.a: [x]}", "channels.q.a.column: the name of a column is needed"),
        ("channels: {q.a: }", "no column .q.a."),
        ("time: [1]", "time.column: the name of a column is needed, this is a list"),
        ("time: {column: time, offset: abc}", "time.offset: unknown name 'abc'"),
        ("time: {column: time, unit: m}", "a length stands where a time belongs"),
        ("time: {column: time, scale: 2}", "time.scale: unknown key"),
        ("- a", "this holds no map"),
        ("", "this holds no map"),
        (b"channels: {q.a: gr\xf6\xdfe}", "map.yaml: line 1 is not text in UTF-8"),
        ("channels: {q.a: x}\nchannels: {q.b: y}", "map.yaml:2: channels: this key is given twice"),
        (f"markers: {{body: a, {POSE}, arm: 3}}", "markers.arm: a list of 3 numbers is needed"),
        (f"markers: {{body: a, {POSE}, mounting: [0, 0, 0, 0]}}", "has length zero"),
        (f"markers: {{body: a, {POSE}, unit: deg}}", "a quaternion has no unit"),
        (f"markers: {{body: a, {POSE}, rpy: [w, i, j]}}", "one of them"),
        (f"markers: {{body: [], {POSE}}}", "markers.body: text is needed, this is a list"),
        (
            "markers: {body: a, position: [x, y], rpy: [w, i, j]}",
            "not markers of a body that stays level",
        ),
        ("markers: {body: a, position: x, rpy: [w, i, j]}", "a list of 2 or 3 columns is needed"),
        ("markers: {body: a, position: [x, y, v], rpy: [w, i, u]}", "no column 'v'(.|\n)*'u'"),
    ],
)
def test_slips(read, text, said):
    with pytest.raises(PelagosError, match=said):
        read(text)


def test_all_slips_at_once(read):
    with pytest.raises(PelagosError) as caught:
        read("time: {offset: abc}\nchannels:\n  q.a: {colum: x}\n  q.b: {scale: 1 m}\n")
    found = str(caught.value).splitlines()[::2]
    assert [line.split(": ")[0][-2:] for line in found] == [":1", ":3", ":4"]
    assert "did you mean column?" in str(caught.value)


def test_what_is_no_map_is_refused(tmp_path):
    (tmp_path / "record.csv").write_text(RECORD)
    for given, said in [([1], "this is a list"), (3, "a number"), ({"channels": 3}, "a mapping")]:
        with pytest.raises(PelagosError, match=said):
            data.read(tmp_path / "record.csv", given)


def test_a_clock_is_shifted_without_channels_too(read):
    """It was only where channels were named."""
    found = read("time: {offset: 2 s}")
    assert found.time("x").tolist() == [2, 3, 4, 5]
    assert found.notes == ("clock shifted by +2 s",)


def test_numbers_may_name_columns(tmp_path):
    (tmp_path / "r.csv").write_text("time,7\n0,1\n1,2\n")
    assert data.read(tmp_path / "r.csv", {"channels": {"q.a": 7}})["q.a"].tolist() == [1, 2]


def test_logs_have_times_of_their_own(tmp_path):
    """A column that nobody would look at is not accepted."""
    (tmp_path / "log.BIN").write_bytes(logs.dataflash(logs.FORMATS, logs.FIELDS))
    for time in ("TimeUS", {"unit": "us"}):
        with pytest.raises(PelagosError, match="times of their own"):
            data.read(tmp_path / "log.BIN", {"time": time})
    shifted = data.read(tmp_path / "log.BIN", {"time": {"offset": 1}})
    assert shifted.time("ATT[0].Roll")[0] == 1

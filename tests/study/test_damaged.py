"""Folders of sweeps that were damaged: each file is refused by its name, with what to do."""

from __future__ import annotations

import io
import json
import zipfile

import numpy as np
import pytest

import pelagos as pl
from pelagos.cli.main import main
from pelagos.errors import PelagosError
from pelagos.language.yaml_text import write


@pytest.fixture
def sweep(folder):
    """A small study with histories."""
    words = {
        "robot": "weight.yaml",
        "duration": 0.5,
        "factors": {"bodies.weight.mass": {"grid": [1, 2, 3]}},
        "metrics": {"last": {"final": "u.weight"}},
        "histories": {"variables": ["q"]},
    }
    (folder / "study.yaml").write_text(write(words))
    pl.sweep("study.yaml", folder / "out")
    return folder / "out"


@pytest.mark.parametrize("damage", ["empty", "cut", "turned", "no zip"])
def test_chunks(sweep, damage, capsys):
    place = sweep / "runs-000000000.npz"
    content = place.read_bytes()
    damaged = {
        "empty": b"",  # once taken for Ctrl-C
        "cut": content[: len(content) // 2],
        "turned": content[:300] + bytes([content[300] ^ 255]) + content[301:],
        "no zip": b"PK\3\4" + bytes(200),
    }
    place.write_bytes(damaged[damage])
    with pytest.raises(PelagosError, match=r"runs-000000000\.npz: cannot be read(.|\n)*--resume"):
        _ = pl.open_study(sweep).dataset
    with pytest.raises(SystemExit) as ended:
        main(["study", "info", str(sweep)])
    assert ended.value.code == 2
    assert "remove it and sweep with --resume" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("drawn", np.zeros((3, 2)), r"float64\[3, 2\], not float64\[3, 1\]"),
        ("metrics", np.zeros((2, 1)), r"not float64\[3, 1\]"),
        ("times", np.zeros(3, dtype="<f4"), "float32"),
        ("outcomes", np.zeros(3), "not 3 texts"),
        ("messages", np.frombuffer(b'{"7": "x"}', dtype=np.uint8), "messages of other runs"),
        ("messages", np.frombuffer(b"[1]", dtype=np.uint8), "cannot be read"),
        ("messages", None, "messages"),
    ],
)
def test_arrays_of_chunks(sweep, name, value, said):
    place = sweep / "runs-000000000.npz"
    with np.load(place) as data:
        arrays = {key: values for key, values in data.items() if key != name}
    if value is not None:
        arrays[name] = value
    np.savez(place, **arrays)
    with pytest.raises(PelagosError, match=said):
        pl.open_study(sweep).failures()


def test_bombs(sweep):
    """A few bytes that unfold to many."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("drawn.npy", bytes(10_000_000))
    (sweep / "runs-000000000.npz").write_bytes(stream.getvalue())
    with pytest.raises(PelagosError, match="it declares more than it holds"):
        pl.open_study(sweep).failed()


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("runs", "3", "runs: Input should be a valid integer"),
        ("runs", -1, "runs"),
        ("chunk", 0, "chunk"),
        ("columns", ["last"], "columns: some have the same name"),
        ("columns", ["other"], "columns: these are not those of the study"),
        ("metrics", [], "metrics: these are not those of the study"),
        ("study", {"robot": 3}, "robot"),
        ("study", [], "study: Input should be a valid dictionary"),
        ("versions", 3, "versions"),
        ("schema", [], r"layout \[\], not 1"),
        ("histories", {"names": {"../q": {"dims": [], "attributes": {}}}, "labels": {}}, "names"),
        ("histories", {"names": {"q": {"dims": ["a"], "attributes": {}}}, "labels": {}}, "dimen"),
    ],
)
def test_manifests(sweep, key, value, said):
    facts = json.loads((sweep / "study.json").read_text())
    (sweep / "study.json").write_text(json.dumps({**facts, key: value}))
    with pytest.raises(PelagosError, match=said):
        pl.open_study(sweep)


def test_metrics_that_the_robot_does_not_know(sweep):
    facts = json.loads((sweep / "study.json").read_text())
    facts["study"]["metrics"]["last"] = {"final": "u.other"}
    (sweep / "study.json").write_text(json.dumps(facts))
    with pytest.raises(PelagosError, match=r"study\.metrics\.last: unknown name 'u.other'"):
        _ = pl.open_study(sweep).dataset


@pytest.mark.parametrize("name", ["q.npy", "time.npy"])
@pytest.mark.parametrize("content", [b"", b"\x93NUMPY\1\0\x10\0{'descr': (((((", bytes(300)])
def test_histories(sweep, name, content):
    (sweep / "histories" / name).write_bytes(content)
    with pytest.raises(PelagosError, match=f"{name}: cannot be read"):
        _ = pl.open_study(sweep).dataset


def test_histories_of_other_shapes(sweep):
    np.save(sweep / "histories" / "q.npy", np.zeros((3, 2, 2)))
    with pytest.raises(PelagosError, match=r"its shape is \[3, 2, 2\], not \[3, 6, 1\]"):
        _ = pl.open_study(sweep).dataset


def test_a_folder_that_claims_many_chunks_is_not_searched_for_them(sweep):
    facts = json.loads((sweep / "study.json").read_text())
    (sweep / "study.json").write_text(json.dumps({**facts, "runs": 100_000_000, "chunk": 1}))
    assert pl.open_study(sweep).done() == 1


def test_an_element_that_the_state_has_not_is_named_when_a_run_is_repeated(sweep):
    facts = json.loads((sweep / "study.json").read_text())
    facts["study"] |= {"factors": {}, "initial": {"u weight": {"grid": [1, 2, 3]}}}
    (sweep / "study.json").write_text(json.dumps({**facts, "columns": ["u weight"]}))
    with pytest.raises(PelagosError, match=r"initial: there is no u weight(.|\n)*u\[weight\]"):
        pl.open_study(sweep).rerun(0)

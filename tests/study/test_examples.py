"""The studies that are shipped, and what the documentation says was found with them."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from pelagos.cli.main import main
from pelagos.study.reading import Study
from pelagos.study.running import simulate_chunk

TABLES = Path(__file__).parents[2] / "docs/assets/studies"
STUDIES = resources.files("pelagos.study") / "examples"


def test_written_and_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as end:
        main(["examples", "studies"])
    assert end.value.code == 0
    names = sorted(place.name for place in Path("studies").iterdir())
    assert names == ["bluerov-hold.yaml", "eel-gait.yaml", "maarco-yaw.yaml"]
    for name in names:
        assert Study.read(Path("studies") / name).words.runs
    with pytest.raises(SystemExit) as end:
        main(["examples", "studies"])
    assert end.value.code == 2


@pytest.mark.parametrize(
    ("file", "table"),
    [("eel-gait", "eel-thrifty"), ("eel-gait", "eel-fastest"), ("bluerov-hold", "hold")],
)
def test_documented_values_give_documented_metrics(file, table):
    """Three or four digits are printed; the derivatives are moderate, but for times of settling.

    Those come in steps of the sampling, 0.02 s, and may fall on either side.
    """
    study = Study.read(str(STUDIES / f"{file}.yaml"))
    text = (TABLES / f"{table}.md").read_text(encoding="utf-8")
    rows = re.findall(r"\| `?([\w.]+)`? \| (\S+) \| (\S+) \|", text)
    told = {name: (float(a), float(b)) for name, a, b in rows}
    drawn = {path: np.array(told[path]) for path in study.words.factors}
    words = study.words.model_copy(update={"runs": 2})
    found = simulate_chunk(replace(study, words=words), 0, drawn, 2).metrics
    for name in set(told) - set(drawn):
        column = found[:, list(words.metrics).index(name)]
        step = 0.04 if "settled" in name or name == "burden" else 1e-9
        np.testing.assert_allclose(column, told[name], rtol=3e-3, atol=step)

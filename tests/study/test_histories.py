"""What studies keep over time: its values, its files, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.cli.main import main
from pelagos.study.reading import Study
from pelagos.study.running import differences

KEPT = {
    "every": 0.1,
    "variables": ["q", "position"],
    "quantities": {"sunk": "-position.weight.z", "power": "9.81 * u[weight] + 0 * t"},
}


@pytest.fixture
def kept_words(drawn_words):
    """Every 0.05 s inside, every 0.1 s on disk; a run is refused, others stop early."""
    return drawn_words | {"every": 0.05, "duration": 0.52, "histories": KEPT}


def test_histories_are_those_of_the_runs(folder, kept_words):
    study = pl.sweep(kept_words, "out", chunk=4)
    data = study.dataset
    np.testing.assert_allclose(data.time, [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.52], rtol=1e-15)
    assert data.sunk.dims == ("run", "time")
    assert data.position.sel(axis="z", body="weight").shape == (21, 7)
    assert data.coordinate_unit.item() == "m"
    failures = study.failures()
    assert len(failures) > 0
    picked = [0, 2, 4, 6, 8, 10, 11]
    for run in range(study.runs):
        seen = data.isel(run=run)
        if run in failures:
            assert np.isnan(seen.sunk).all()
            continue
        alone = study.rerun(run)
        np.testing.assert_array_equal(seen.q, alone.arrays["q"][picked])
        np.testing.assert_array_equal(seen.sunk, -alone.arrays["position"][picked, 0, 2])
        np.testing.assert_array_equal(seen.power, 9.81 * alone.arrays["u"][picked, 0])
        assert seen.speed == alone.arrays["u"][-1, 0]


def test_rerun_holds_histories_against_the_files(folder, kept_words, capsys):
    study = pl.sweep(kept_words | {"metrics": {}}, "out")
    good = next(run for run in range(21) if run not in study.failures())
    assert differences(study, good, study.rerun(good)) == {}
    one = study.histories.array("sunk")[good : good + 1].copy()
    one[0, 3] = np.nextafter(one[0, 3], 9)
    study.histories.write(good, {"sunk": one})
    with pytest.raises(SystemExit) as end:
        main(["study", "rerun", "out", str(good)])
    assert end.value.code == 1
    assert "sunk: its history" in capsys.readouterr().err


def test_all_variables_without_metrics(folder, kept_words):
    words = kept_words | {"metrics": {}, "histories": "all", "runs": 3}
    data = pl.sweep(words, "out").dataset
    assert {"q", "u", "udot", "kinetic_energy", "actuation"} <= set(data)
    assert data.sizes["time"] == 12  # the runs' own samples


def test_interrupted_study_shows_what_is_done(folder, kept_words):
    study = pl.sweep(kept_words, "out", chunk=4)
    sunk = study.dataset.sunk.values.copy()
    (folder / "out/runs-000000004.npz").unlink()
    part = pl.open_study("out").dataset
    runs = [0, 1, 2, 3, *range(8, 21)]
    np.testing.assert_array_equal(part.run, runs)
    np.testing.assert_array_equal(part.sunk, sunk[runs])
    again = pl.sweep(kept_words, "out", resume=True)
    np.testing.assert_array_equal(again.dataset.sunk, sunk)


def test_dataset_reads_what_is_looked_at(folder, kept_words):
    """A whole study is mapped, not loaded."""
    sunk = pl.sweep(kept_words, "out").dataset.sunk.variable._data
    base = sunk
    while isinstance(base, np.ndarray) and base.base is not None:
        base = base.base
    assert type(base).__name__ == "mmap"


def test_left_by_a_kill_before_the_manifest(folder, kept_words):
    (folder / "out/histories").mkdir(parents=True)
    (folder / "out/.study.json.1.tmp").write_text("half")
    assert pl.sweep(kept_words, "out", resume=True).done() == 21


def test_no_room(folder, kept_words):
    with pytest.raises(pl.PelagosError, match=r"histories need .* GB.*\n.*--out"):
        pl.sweep(
            kept_words | {"runs": 100_000_000, "metrics": {}, "histories": "all", "every": 1e-5},
            "out",
        )


BAD = """\
robot: weight.yaml
runs: 3
every: 0.1
metrics:
  time: {final: u.weight}
  depth: {final: u.weight}
histories:
  every: 0.25
  variables: [positon, load_force]
  quantities:
    depth: u.weight
    bad name: u.weight
    none: u.wieght
    outcome: u.weight
"""


def test_all_problems_at_once(folder):
    (folder / "bad.yaml").write_text(BAD)
    with pytest.raises(pl.ModelError) as caught:
        Study.read("bad.yaml")
    assert sorted(p.line for p in caught.value.problems) == [5, 8, 9, 9, 11, 12, 13, 14]


def test_nothing_kept(folder):
    with pytest.raises(pl.ModelError, match="nothing is kept"):
        Study.of({"robot": "weight.yaml", "runs": 3})
    with pytest.raises(pl.ModelError, match="no history is asked for"):
        Study.of({"robot": "weight.yaml", "runs": 3, "histories": {"every": 1}})

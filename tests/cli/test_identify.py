"""The commands of identification and comparison, as typed."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

import pelagos as pl
from pelagos.cli.main import cli
from pelagos.errors import PelagosError


def typed(*words):
    found = CliRunner().invoke(cli, [str(word) for word in words], catch_exceptions=False)
    assert found.exit_code == 0, found.output
    return found.output


def test_tow_from_points(tmp_path):
    u = np.linspace(0.1, 1, 9)
    table = np.column_stack([u, 30 * u**2 + 2 * u + 0.01 * np.sin(40 * u)])
    np.savetxt(tmp_path / "p.csv", table, delimiter=",", header="v,force", comments="")
    out, plot = tmp_path / "surge.yaml", tmp_path / "surge.png"
    words = ("--column", "speed=v", "--exclude", "0..0.15=slow", "--out", out, "--plot", plot)
    said = typed("identify", "tow", tmp_path / "p.csv", *words)
    assert "1 points left out: slow" in said
    assert "X_|u|u: 30" in out.read_text() or "X_|u|u: 29.9" in out.read_text()
    assert plot.stat().st_size > 5000
    facts = json.loads(
        typed("identify", "tow", tmp_path / "p.csv", "--column", "speed=v", "--json")
    )
    assert facts["parameters"]["c1"]["estimate"] == pytest.approx(30, rel=0.01)


def test_tow_says_what_is_missing(tmp_path):
    (tmp_path / "p.csv").write_text("a,b\n1,2\n2,3\n3,5\n")
    with pytest.raises(PelagosError, match="no column speed and no force"):
        typed("identify", "tow", tmp_path / "p.csv")


def test_decay(tmp_path):
    t = np.linspace(0, 10, 200)
    x = 0.2 * np.exp(-0.1 * t) * np.cos(3 * t)
    np.savetxt(
        tmp_path / "d.csv", np.column_stack([t, x]), delimiter=",", header="time,z", comments=""
    )
    said = typed("identify", "decay", tmp_path / "d.csv", "--stiffness", 18)
    assert "free decay in heave" in said
    assert " kg/s" in said  # drag, as the stiffness is known
    with pytest.raises(PelagosError, match="it lasts from 0 to 10 s"):
        typed("identify", "decay", tmp_path / "d.csv", "--start", 50)
    (tmp_path / "one.csv").write_text("time,z\n0,1\n")
    with pytest.raises(PelagosError, match=r"no channel of two samples(.|\n)*single sample"):
        typed("identify", "decay", tmp_path / "one.csv")


def test_compare_writes_a_page_of_its_own(tmp_path):
    run = pl.simulate("double-pendulum", "small", duration=2)
    run.save(tmp_path / "a.nc")
    other = pl.simulate(
        "double-pendulum", "small", duration=2, set={"parameters.length": 1.02}, every=0.013
    )
    other.to_csv(tmp_path / "b.csv", ["q"])
    report = tmp_path / "r.html"
    pair = (tmp_path / "a.nc", tmp_path / "b.csv")
    said = typed("compare", *pair, *pair, "--report", report)
    assert "q.upper" in said
    page = report.read_text()
    assert page.count("data:image/svg+xml;base64") == 4
    assert "://" not in page
    (facts, _) = json.loads(typed("compare", *pair, *pair, "--json"))
    assert facts["channels"]["q.upper"]["Pearson R"] > 0.9

"""The report of a study: its numbers against closed forms, and the page."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

import pelagos as pl
from pelagos.cli.main import main
from pelagos.study.pictures import bands
from pelagos.study.report import write_report
from pelagos.study.sensitivity import factorial
from pelagos.study.summary import Summary
from tests.study.conftest import WEIGHT
from tests.study.test_sensitivity import FIRST, TOTAL, spread

MASS, RESISTANCE = "bodies.weight.mass", "parameters.resistance"
SPEED = {"speed": {"final": "u.weight"}}


def test_sensitivities_of_terminal_speed(folder):
    """v = sqrt(m g / k) is a product, whose indices follow from four means.

    After 5 s the speed is within 1e-9 of it. Estimates within 3.5 standard errors.
    """
    words = {
        "robot": "weight.yaml",
        "runs": 4 * 128,
        "sampling": "saltelli",
        "every": 5,
        "factors": {MASS: {"uniform": [1, 4]}, RESISTANCE: {"uniform": [30, 50]}},
        "metrics": SPEED,
    }
    summary = Summary(pl.sweep(words, "out"))
    output = summary.outputs[0]
    np.testing.assert_allclose(
        output.values,
        np.sqrt(9.81 * summary.factors[MASS] / summary.factors[RESISTANCE]),
        rtol=1e-5,
    )
    power = lambda a, b, n: (b ** (n + 1) - a ** (n + 1)) / ((n + 1) * (b - a))  # noqa: E731
    m, mm = power(1, 4, 0.5), power(1, 4, 1)  # means of sqrt(m) and of m
    k, kk = power(30, 50, -0.5), np.log(50 / 30) / 20  # of 1 / sqrt(k) and of 1 / k
    variance = mm * kk - (m * k) ** 2
    by_mass, by_resistance = (mm - m**2) * k**2 / variance, (kk - k**2) * m**2 / variance
    expected = {
        MASS: (by_mass, 1 - by_resistance),
        RESISTANCE: (by_resistance, 1 - by_mass),
    }
    for name, (first, total) in expected.items():
        found = output.sensitivities[name]
        assert abs(found.first.value - first) < 3.5 * spread(found.first)
        assert abs(found.total.value - total) < 3.5 * spread(found.total)
        assert spread(found.first) < 0.12
    assert output.sensitivities[MASS].rank.value > 0.8
    assert output.sensitivities[RESISTANCE].rank.value < 0


def test_ishigami_from_file_to_report(folder):
    """A motor whose effort is the Ishigami function of three parameters; as the function itself."""
    effort = "sin(x) + 7*sin(y)^2 + 0.1*z^4*sin(x)"
    robot = WEIGHT.replace("{joint: weight}", f"{{joint: weight, input: '{effort}'}}")
    (folder / "odd.yaml").write_text(
        robot.replace("resistance: 40", "resistance: 40, x: 0, y: 0, z: 0")
    )
    words = {
        "robot": "odd.yaml",
        "runs": 5 * 512,
        "sampling": "saltelli",
        "duration": 0.01,
        "every": 0.01,
        "factors": {f"parameters.{name}": {"uniform": [-np.pi, np.pi]} for name in "xyz"},
        "metrics": {"effort": {"final": "actuation.pull"}},
    }
    found = Summary(pl.sweep(words, "out")).outputs[0].sensitivities
    for name, first, total in zip("xyz", FIRST, TOTAL, strict=True):
        one = found[f"parameters.{name}"]
        assert abs(one.first.value - first) < 3.5 * spread(one.first)
        assert abs(one.total.value - total) < 3.5 * spread(one.total) + 1e-12


def test_grid_of_terminal_speed(folder):
    """The decomposition of the closed form itself; 1e-5 is the tolerance of the runs."""
    words = {
        "robot": "weight.yaml",
        "factors": {MASS: {"grid": [1, 2, 4]}, RESISTANCE: {"grid": [30, 35, 40, 50]}},
        "metrics": SPEED,
    }
    summary = Summary(pl.sweep(words, "out"))
    assert summary.plan == "factorial"
    m, k = np.meshgrid([1, 2, 4], [30, 35, 40, 50], indexing="ij")
    exact = np.sqrt(9.81 * m / k)
    variance = exact.var()
    for axis, name in enumerate((MASS, RESISTANCE)):
        found = summary.outputs[0].sensitivities[name]
        assert found.first.value == pytest.approx(exact.mean(1 - axis).var() / variance, abs=1e-5)
        assert found.total.value == pytest.approx(exact.var(axis).mean() / variance, abs=1e-5)
    write_report(summary.study, "grid.html", worst=0)
    assert 'alt="map"' in (folder / "grid.html").read_text()


def test_repeated_grid_values_are_no_plan():
    factors = {"a": np.array([1.0, 1.0, 2.0]), "b": np.zeros(3)}
    with pytest.raises(ValueError):
        factorial(factors, np.arange(3.0))


@pytest.fixture
def swept(folder, drawn_words):
    histories = {"quantities": {"way": "q[weight]"}, "variables": ["position"]}
    kept = {name: drawn_words["metrics"][name] for name in ("speed", "depth")}
    words = drawn_words | {"metrics": kept, "name": "Sinking & <drifting>", "histories": histories}
    return pl.sweep(words, "out")


def test_numbers(swept):
    summary = Summary(swept)
    data = swept.dataset
    speed = summary.outputs[0]
    known = data.speed.values[np.isfinite(data.speed.values)]
    assert speed.spread()["95 %"] == np.quantile(known, 0.95)
    assert speed.spread()["deviation"] == pytest.approx(known.std(ddof=1))
    highest, lowest = speed.extremes(2)
    assert data.speed.values[highest[0]] == known.max()
    assert data.speed.values[lowest[0]] == known.min()
    assert data.speed.values[highest[1]] == np.sort(known)[-2]
    assert set(summary.failures) == set(np.flatnonzero(~np.isfinite(data.speed.values)))


def test_page(swept, folder):
    text = write_report(swept, "report.html").read_text()
    assert "<title>Sinking &amp; &lt;drifting&gt;</title>" in text
    outputs = [f"output-{name}" for name in swept.metric_names]
    for name in (*outputs, "failed", "histories", "made"):
        assert f'id="{name}"' in text
    # nothing is fetched, and what it links to is there
    assert not re.search(r'(src|href)="(?!data:|#|report-3d/)', text)
    linked = set(re.findall(r'href="(report-3d/[^"]+)"', text))
    assert {str(place.relative_to(folder)) for place in (folder / "report-3d").iterdir()} == linked
    highest, lowest = Summary(swept).outputs[0].extremes(1)
    assert {f"report-3d/{run}.html" for run in (*highest, *lowest)} <= linked
    # a run that the model refused is listed with the reason
    run, reason = next(iter(swept.failures().items()))
    assert f"<td>{len(swept.failures())}</td><td>{run}</td>" in text  # all for the same one
    assert reason.splitlines()[0][:40] in text
    again = write_report(pl.open_study("out"), "again.html", worst=0).read_text()
    images = re.compile(r'src="data:[^"]+"')
    assert images.findall(again) == images.findall(text)
    assert not (folder / "again-3d").exists()


def test_commands(swept, capsys):
    def call(*args):
        with pytest.raises(SystemExit) as end:
            main(["study", "report", "out", *args])
        return end.value.code, capsys.readouterr().out

    code, out = call()
    assert code == 0
    assert "rank correlation" in out
    assert "largest -position.weight.z" in out
    code, out = call("--json")
    found = json.loads(out)
    assert found["outputs"]["speed"]["median"] == pytest.approx(float(swept.dataset.speed.median()))
    assert call("--html", "page.pdf")[0] == 2
    assert call("--html", "nowhere/page.html")[0] == 2
    assert call("--html", "page.html", "--worst", "0") == (0, "page.html: 21 runs\n")


def test_bands_are_quantiles():
    """Of the runs that still go on: two of five have ended by then."""
    time, values = (
        np.array([0.0, 1.0]),
        np.array([[0, 1, 2, 3, 4], [5, 1, 3, 0, 0]]).T.astype(float),
    )
    values[3:, 1] = np.nan
    lines = {line.get_label(): line for line in bands(time, values, "z").axes[0].lines}
    np.testing.assert_array_equal(lines["median"].get_ydata(), [2, 3])
    np.testing.assert_array_equal(lines["extremes"].get_ydata(), [4, 5])


def test_histories_alone(folder):
    """A study without metrics or factors still has its bands."""
    words = {"robot": "weight.yaml", "runs": 3, "duration": 1, "histories": "all"}
    words |= {"initial": {"u[weight]": {"grid": [0, 1, 2]}}}
    write_report(pl.sweep(words, "out"), "page.html")
    text = (folder / "page.html").read_text()
    assert 'alt="u.weight over time"' in text
    assert "are drawn" in text  # all has more lines than are shown

"""The page as a file: small, whole, safe; how it behaves is tested in a browser."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import numpy as np
import pytest

import pelagos.view
from pelagos.errors import PelagosError
from pelagos.result import Header, Outcome, Recorder
from pelagos.result.schema import VARIABLES
from pelagos.view import build
from pelagos.view.page import facts

ROOT = Path(__file__).parents[2]


def scene_of(path):
    text = path.read_text(encoding="utf-8")
    return json.loads(re.search(r'id="scene">(.*?)</script>', text, re.S)[1])


def test_names_cannot_break_out_of_the_page(run, tmp_path):
    path = run.view(tmp_path / "a.html")
    text = path.read_text(encoding="utf-8")
    assert "<b>&</b>" not in text
    assert text.count("</script>") == 3
    assert scene_of(path)["scene"]["title"] == "rover <b>&</b> arm"


def test_the_page_asks_for_nothing_outside(run, tmp_path):
    text = run.view(tmp_path / "a.html").read_text(encoding="utf-8")
    assert "default-src 'none'" in text
    assert not re.search(r"<(script|link|img)[^>]+(src|href)=\"(?!data:)", text)


def test_plots_are_chosen(run, tmp_path):
    titles = [p["title"] for p in scene_of(run.view(tmp_path / "a.html"))["panels"]]
    assert "positions" in titles
    assert "forces of actuators" in titles
    path = run.view(tmp_path / "b.html", quantities=["energy", "q.arm"])
    assert [p["title"] for p in scene_of(path)["panels"]] == ["energy", "q.arm"]


def test_pages_of_all_robots_are_light(tmp_path):
    """What they weigh before anything moves; how they move may add ROOM, and plots beside."""
    from pelagos import model
    from pelagos.view.scene import ROOM

    for name in model.builtin_names():
        header = Header.of(model.load(name), scenario=None, method="made-up", integrator={})
        block = {key: np.zeros((2, *header.row_shape(key))) for key in VARIABLES}
        block["time"] = np.array([0.0, 1.0])
        block["orientation"][..., 0] = 1.0
        recorder = Recorder(header, None)
        recorder.append(block)
        still = recorder.close(Outcome("finished", 1.0))
        weight = still.view(tmp_path / "still.html").stat().st_size
        assert weight + ROOM < 1_450_000, name


def test_long_runs_stay_small(tmp_path):
    """Twenty links for a minute at 100 samples a second, each whirling in its own way."""
    from pelagos import model

    robot = model.load("chain20")
    time = np.linspace(0, 60, 6001)
    header = Header.of(robot, scenario=None, method="made-up", integrator={})
    block = {name: np.zeros((len(time), *header.row_shape(name))) for name in VARIABLES}
    block["time"] = time
    for i in range(20):
        angle = np.sin((1 + 0.3 * i) * time) + 0.4 * np.sin((5 + 0.7 * i) * time)
        block["q"][:, i] = angle
        block["orientation"][:, i, 0], block["orientation"][:, i, 2] = np.cos(angle), np.sin(angle)
        block["position"][:, i] = 0.1 * i * np.stack([np.cos(angle), 0 * angle, np.sin(angle)], 1)
    recorder = Recorder(header, None)
    recorder.append(block)
    run = recorder.close(Outcome("finished", 60.0))
    assert run.view(tmp_path / "a.html").stat().st_size < 1_500_000
    assert re.search(r"off by at most [\d.e-]+ mm", facts(build([run])))


def test_refusals(run, tmp_path):
    with pytest.raises(PelagosError, match=r"pages end in \.html"):
        run.view(tmp_path / "a.pdf")
    with pytest.raises(PelagosError, match="does not exist; create it"):
        run.view(tmp_path / "no" / "a.html")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not (ROOT / "viewer").is_dir(), reason="sources of the viewer not here")
def test_the_bundle_was_built_from_the_sources():
    folder = ROOT / "viewer"
    digest = hashlib.sha256((folder / "package.json").read_bytes())
    for source in [*sorted(folder.glob("src/*.css")), *sorted(folder.glob("src/*.js"))]:
        digest.update(source.read_bytes())
    bundle = Path(pelagos.view.__file__).parent / "assets" / "viewer.js"
    remedy = "run viewer/build"
    assert f"viewer {digest.hexdigest()[:16]};" in bundle.read_text(encoding="utf-8")[:200], remedy
    licences = (bundle.parent / "LICENSES.txt").read_text(encoding="utf-8")
    assert "three" in licences
    assert "uplot" in licences
    assert licences.count("MIT License") + licences.count("The MIT License") >= 2

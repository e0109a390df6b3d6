"""The commands that show results, as a user types them."""

from __future__ import annotations

import pytest

from pelagos.cli.main import main
from tests.view.conftest import make_run


@pytest.fixture
def pelagos(capsys, tmp_path, monkeypatch):
    """Run `pelagos ...` in a folder with the result tour.nc; gives exit code and both outputs."""
    monkeypatch.chdir(tmp_path)
    make_run(tmp_path / "tour.nc")

    def call(*args):
        with pytest.raises(SystemExit) as end:
            main([str(arg) for arg in args])
        return end.value.code, *capsys.readouterr()

    return call


def test_view(pelagos, tmp_path):
    code, out, err = pelagos("view", "tour.nc")
    assert (code, err) == (0, "")
    assert out.startswith("tour.html: 1 run, 0.")
    assert (tmp_path / "tour.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_view_overlays(pelagos, tmp_path):
    args = ("tour.nc", "tour.nc", "--label", "a", "--label", "b", "--out", "two.html")
    code, out, _ = pelagos("view", *args, "--plot", "energy")
    assert code == 0
    assert "2 runs" in out
    assert '"label":"b"' in (tmp_path / "two.html").read_text(encoding="utf-8")


def test_plot(pelagos, tmp_path):
    assert pelagos("plot", "tour.nc")[:2] == (0, "tour.png\n")
    assert pelagos("plot", "tour.nc", "all", "--out", "all.pdf")[0] == 0
    assert (tmp_path / "all.pdf").read_bytes().startswith(b"%PDF")
    code, _, err = pelagos("plot", "tour.nc", "enrgy")
    assert code == 2
    assert "did you mean energy" in err
    code, _, err = pelagos("plot", "tour.nc", "constraints")
    assert code == 2
    assert "no constraints" in err


def test_movie(pelagos, tmp_path):
    pytest.importorskip("av")
    options = ("--size", "320x180", "--fps", "5", "--end", "1", "--camera", "top", "--quiet")
    code, out, err = pelagos("movie", "tour.nc", *options, "--out", "tour.avi")
    assert (code, out, err) == (0, "", "")
    assert (tmp_path / "tour.avi").read_bytes()[:4] == b"RIFF"
    code, _, err = pelagos("movie", "tour.nc", "--size", "big")
    assert code == 2
    assert "as in 1280x720" in err


@pytest.mark.parametrize(("option", "name"), [("--view", "a.pdf"), ("--movie", "a.doc")])
def test_a_run_is_not_started_for_an_output_that_cannot_be(pelagos, tmp_path, option, name):
    code, _, err = pelagos("run", "pendulum", option, name)
    assert code == 2
    assert f"{name}: " in err
    assert not (tmp_path / "pendulum.nc").exists()


def test_results_that_are_missing_are_named(pelagos):
    for command in ("view", "movie", "plot"):
        code, _, err = pelagos(command, "nowhere.nc")
        assert code == 2
        assert "nowhere.nc" in err

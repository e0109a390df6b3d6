"""What the Tab key offers, asked as a shell asks."""

from __future__ import annotations

import pytest


@pytest.fixture
def offered(pelagos, monkeypatch):
    def ask(*words):
        monkeypatch.setenv("_PELAGOS_COMPLETE", "bash_complete")
        monkeypatch.setenv("COMP_WORDS", " ".join(words))
        monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
        lines = pelagos().out.splitlines()
        return [line.partition(",")[2] for line in lines if line.startswith("plain,")]

    return ask


def test_commands_robots_and_scenarios(offered):
    assert sorted(offered("pelagos", "val")) == ["validate", "validate-trials"]
    assert "maarco-corrected" in offered("pelagos", "run", "maarco")
    assert offered("pelagos", "info", "bluerov-h") == ["bluerov-heavy"]
    assert offered("pelagos", "run", "bluerov", "straight-17") == ["straight-1700"]


def test_a_robot_that_cannot_be_read_has_nothing_to_offer(offered, tmp_path):
    (tmp_path / "bad.yaml").write_text("pelagos: 1\nbodies: 3\n")
    assert offered("pelagos", "run", str(tmp_path / "bad.yaml"), "a") == []
    assert offered("pelagos", "run", "nowhere.yaml", "a") == []

"""`pelagos check` as a user types it."""

from __future__ import annotations

import pytest

from pelagos.march.engine import Engine


def test_table_and_verdict(pelagos):
    done = pelagos("check", "cart-pole", "push", "--states", 5, "--duration", "0.1")
    assert done.code == 0
    assert "5 random states (seed 0), 0.1 s of motion" in done.out
    assert "newton-euler and udwadia-kalaba" in done.out
    assert "all within tolerance" in done.out


def test_json(pelagos):
    done = pelagos("check", "four-bar", "--states", 5, "--seed", 9, "--json")
    assert done.code == 0
    assert done.json["ok"]
    assert done.json["seed"] == 9
    assert all(entry["value"] <= entry["tolerance"] for entry in done.json["checks"])


def test_failure_has_exit_code_1(pelagos, monkeypatch):
    observe = Engine.observe

    def observed(self, *arguments, **words):
        seen = observe(self, *arguments, **words)
        if self.name == "moving-frame":
            seen.dx[:] *= 1.001
        return seen

    monkeypatch.setattr(Engine, "observe", observed)
    done = pelagos("check", "pendulum", "--states", 5, "--duration", "0.1")
    assert done.code == 1
    assert "FAILS" in done.out
    assert "failed" in done.out


@pytest.mark.parametrize(
    ("args", "hint"),
    [
        (["pendulm"], "did you mean pendulum"),
        (["pendulum", "swnig"], "did you mean swing"),
        (["pendulum", "--states", "0"], "0 is not in the range"),
    ],
)
def test_mistakes(pelagos, args, hint):
    done = pelagos("check", *args)
    assert done.code == 2
    assert hint in done.err

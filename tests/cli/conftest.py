"""Commands as a user types them, in this process: quick, with exit code and both outputs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest

from pelagos.cli.main import main


@dataclass
class Done:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def pelagos(capsys, tmp_path, monkeypatch):
    """Run `pelagos ...` in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def call(*args: object) -> Done:
        with pytest.raises(SystemExit) as end:
            main([str(arg) for arg in args])
        return Done(end.value.code, *capsys.readouterr())

    return call


ARM = """\
pelagos: 1
name: arm
bodies:
  base: {joint: free, mass: 2, inertia: [1, 1, 1]}
  arm:
    parent: base
    joint: {revolute: [0, 1, 1]}
    mass: 1
    inertia: [1, 1, 1]
  hand: {parent: arm, joint: spherical, mass: 1, inertia: [1, 1, 1]}
  slide: {parent: arm, joint: {prismatic: -z}, mass: 1, inertia: [1, 1, 1]}
actuators:
  elbow: {motor: {joint: arm}}
  grip: {servo: {joint: slide, stiffness: 10}}
  twist: {motor: {joint: hand, dof: q}}
  jet: {force: {body: base, direction: x}}
scenarios:
  wave: {description: waves, duration: 3}
"""


@pytest.fixture
def arm(tmp_path):
    path = tmp_path / "arm.yaml"
    path.write_text(ARM)
    return path

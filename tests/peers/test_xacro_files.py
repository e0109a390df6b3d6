"""Macros give what the program xacro makes of them."""

from __future__ import annotations

import pytest

import pelagos as pl
from tests.fuzz.kinds.xacros import ROBOT

pytestmark = pytest.mark.peers


def test_macros_equal_those_of_xacro(tmp_path):
    xacro = pytest.importorskip("xacro")
    place = tmp_path / "robot.xacro"
    place.write_text(ROBOT)
    (tmp_path / "plain").mkdir()
    plain = tmp_path / "plain" / "robot.xacro"  # the name is part of the description
    plain.write_text(xacro.process_file(str(place)).toprettyxml())
    ours, theirs = pl.load(place), pl.load(plain)
    assert "xacro:" not in plain.read_text().replace("xmlns:xacro", "")
    assert len(ours.bodies) == 5
    assert ours.hash == theirs.hash

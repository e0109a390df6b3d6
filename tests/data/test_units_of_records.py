"""Every unit of the model language, given in a column map, is labelled as it is stored: in SI."""

from __future__ import annotations

import re

import pytest

from pelagos.data.column_map import si
from pelagos.language.units import UNITS


@pytest.mark.parametrize("unit", UNITS)
def test_labels_are_in_si(unit):
    assert all(UNITS[word][0] == 1.0 for word in re.findall("[A-Za-z]+", si(unit)))
    assert si(f"{unit}/s") == f"{si(unit)}/s"


def test_labels():
    found = {u: si(u) for u in ("mm", "deg", "rpm", "Nm", "litre", "MPa", "GPa", "kN/m", "lb")}
    assert list(found.values()) == ["m", "rad", "rad/s", "N m", "m3", "Pa", "Pa", "N/m", "kg"]

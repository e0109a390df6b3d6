"""Metrics of made-up histories, whose values are known."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pelagos.study.metrics import _KINDS, _settled

TIME = np.array([0.0, 1.0, 2.0, 4.0])


@pytest.mark.parametrize(
    ("kind", "values", "expected"),
    [
        ("final", [1, 5, 2, 3], 3),
        ("max", [1, 5, 2, 3], 5),
        ("min", [1, 5, 2, 3], 1),
        ("integral", [0, 2, 4, 8], 1 + 3 + 12),
        ("mean", [0, 2, 4, 8], 4),
        ("when", [0, 0, 1, 0], 2),
        ("when", [0, 0, 0, 0], math.nan),
    ],
)
def test_kinds(kind, values, expected):
    found = _KINDS[kind](TIME, np.array(values, dtype=float))
    np.testing.assert_equal(found, expected)


@pytest.mark.parametrize(
    ("values", "target", "expected"),
    [
        ([5, 1, 1, 1], None, 1),
        ([1, 1, 1, 1], None, 0),
        ([5, 1, 5, 1], 1, 4),
        ([5, 1, 5, 1], None, math.nan),  # only the last sample is close to itself
        ([1, 1, 1, 5], 1, math.nan),
        ([5, math.nan, 1, 1], 1, 2),
    ],
)
def test_settling(values, target, expected):
    np.testing.assert_equal(_settled(TIME, np.array(values, dtype=float), 0.5, target), expected)
